//! Builds the web app, with the rules and the engine as a WebAssembly module, if its sources are
//! there, and writes a table of its files for the server.

use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Content types by file extension.
const CONTENT_TYPES: [(&str, &str); 15] = [
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("mp3", "audio/mpeg"),
    ("ogg", "audio/ogg"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

fn main() {
    if let Err(error) = run() {
        // An error returned from `main` would be printed with quotes and escapes.
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let web = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../../web");
    println!("cargo::rerun-if-changed=build.rs");
    // Texts are embedded by folder; Cargo has to be told to look for new files there.
    println!("cargo::rerun-if-changed=texts");
    println!("cargo::rerun-if-env-changed=QUINTAIN_WEB");
    let mut files = Vec::new();
    match std::env::var_os("QUINTAIN_WEB") {
        // It has been built already, or is not wanted.
        Some(built) if !built.is_empty() => {
            println!("cargo::rerun-if-changed={}", Path::new(&built).display());
            list(Path::new(&built), &mut files)?;
        }
        Some(_) => {}
        None if web.join("package.json").exists() => {
            let dist = out.join("web");
            watch(&web)?;
            let module = core_module(&web, &out).unwrap_or_else(|missing| {
                println!("cargo::warning=the web app is built without its engine: {missing}");
                PathBuf::new()
            });
            build(&web, &dist, &module)?;
            list(&dist, &mut files)?;
        }
        None => println!("cargo::rerun-if-changed={}", web.display()),
    }
    files.sort();
    std::fs::write(out.join("assets.rs"), table(&files, &out)?)?;
    Ok(())
}

/// Has Cargo run this again when a source of the web app changes.
fn watch(web: &Path) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(web)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let generated = ["node_modules", "dist", "coverage", "test-results"];
        if !generated.contains(&&*name) && !name.starts_with('.') {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    Ok(())
}

/// The target of the module.
const WASM: &str = "wasm32-unknown-unknown";
/// The crates that the module is made of.
const CORE_CRATES: [&str; 5] = ["wasm", "api", "table", "engine", "rules"];

/// Builds the rules and the engine as a WebAssembly module, and returns where it is; an error says
/// in one line what is missing.
fn core_module(web: &Path, out: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let crates = web.join("../crates");
    // It has the profile that the module is compiled with.
    println!(
        "cargo::rerun-if-changed={}",
        web.join("../Cargo.toml").display()
    );
    for name in CORE_CRATES {
        println!("cargo::rerun-if-changed={}", crates.join(name).display());
    }
    if !has_target()? {
        // Where there is no rustup, or no network, this does nothing.
        drop(
            Command::new("rustup")
                .args(["target", "add", WASM])
                .output(),
        );
        if !has_target()? {
            return Err(format!("`rustup target add {WASM}` has to be run once").into());
        }
    }
    // All profiles share it. Cargo locks the directory that it builds this very crate into, so it
    // is another one.
    let target = out.ancestors().nth(4).unwrap_or(out).join("wasm-module");
    let mut cargo = Command::new(std::env::var("CARGO")?);
    cargo
        .args([
            "build",
            "--quiet",
            "--package",
            "quintain-wasm",
            "--profile",
            "wasm",
        ])
        .args(["--target", WASM, "--target-dir"])
        .arg(&target)
        .current_dir(&crates);
    // What holds for this machine's processor, or for a linter, does not hold for the module.
    for name in [
        "CARGO_ENCODED_RUSTFLAGS",
        "RUSTFLAGS",
        "RUSTC_WORKSPACE_WRAPPER",
    ] {
        cargo.env_remove(name);
    }
    let output = cargo.output()?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let reason = text.lines().find(|line| line.starts_with("error"));
        return Err(reason.unwrap_or("Cargo failed").into());
    }
    Ok(target.join(WASM).join("wasm/quintain_wasm.wasm"))
}

/// Whether the compiler has the standard library for the module.
fn has_target() -> Result<bool, Box<dyn Error>> {
    let mut rustc = Command::new(std::env::var("RUSTC")?);
    let output = rustc
        .args(["--print", "target-libdir", "--target", WASM])
        .output()?;
    let folder = String::from_utf8(output.stdout)?;
    Ok(output.status.success() && Path::new(folder.trim()).is_dir())
}

/// Builds the web app into a directory.
fn build(web: &Path, dist: &Path, module: &Path) -> Result<(), Box<dyn Error>> {
    let installed = web.join("node_modules/.package-lock.json");
    let newer = |a: &Path, b: &Path| -> std::io::Result<bool> {
        Ok(a.metadata()?.modified()? > b.metadata()?.modified()?)
    };
    if !installed.exists() || newer(&web.join("package-lock.json"), &installed)? {
        npm(web, module, &["ci", "--no-audit", "--no-fund"])?;
    }
    let dist = dist.to_string_lossy();
    npm(
        web,
        module,
        &["run", "build", "--", "--outDir", &dist, "--emptyOutDir"],
    )
}

fn npm(web: &Path, module: &Path, args: &[&str]) -> Result<(), Box<dyn Error>> {
    let line = format!("npm {}", args.join(" "));
    // Windows has no program of that name, only a script.
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.args(args).current_dir(web).env("QUINTAIN_WASM", module);
    let output = npm.output();
    let output = output.map_err(|error| {
        format!(
            "cannot run `{line}`: {error}.\nThe web app is built with Node.js 20 or newer and \
             npm: install them, or set QUINTAIN_WEB= (empty) to build without the web app."
        )
    })?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "`{line}` failed in web/; set QUINTAIN_WEB= (empty) to build without the web app.\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
    .into())
}

/// All files below a directory: their relative names and their paths.
fn list(root: &Path, files: &mut Vec<(String, PathBuf)>) -> Result<(), Box<dyn Error>> {
    let mut open = vec![root.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(&directory)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path
                    .strip_prefix(root)?
                    .to_string_lossy()
                    .replace('\\', "/");
                files.push((name, path));
            }
        }
    }
    Ok(())
}

/// The table of files as Rust code.
fn table(files: &[(String, PathBuf)], out: &Path) -> Result<String, Box<dyn Error>> {
    let zipped = out.join("gzip");
    std::fs::create_dir_all(&zipped)?;
    let mut code = String::from("static ASSETS: &[Asset] = &[\n");
    for (number, (name, path)) in files.iter().enumerate() {
        let content = std::fs::read(path)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&content)?;
        let small = encoder.finish()?;
        let gzip = if small.len() + 100 < content.len() {
            let file = zipped.join(format!("{number}.gz"));
            std::fs::write(&file, &small)?;
            format!("Some(include_bytes!({:?}))", file.to_string_lossy())
        } else {
            "None".to_owned()
        };
        let extension = name.rsplit('.').next().unwrap_or_default();
        let content_type = CONTENT_TYPES.iter().find(|entry| entry.0 == extension);
        let content_type = content_type.map_or("application/octet-stream", |entry| entry.1);
        let etag = hex::encode(&Sha256::digest(&content)[..8]);
        writeln!(
            code,
            "Asset {{ path: {name:?}, content_type: {content_type:?}, \
             etag: \"\\\"{etag}\\\"\", content: include_bytes!({:?}), gzip: {gzip}, \
             immutable: {} }},",
            path.to_string_lossy(),
            // The bundler puts the files there that it names after their content.
            name.starts_with("assets/"),
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}
