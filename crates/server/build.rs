//! Builds the web app, if it is there, and writes a table of its files for the server.

use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Kinds of files by their endings.
const KINDS: [(&str, &str); 14] = [
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
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
];

fn main() {
    if let Err(error) = run() {
        // As it is, and not with quotes and \\n as a returned error would be.
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let web = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../../web");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=QUINTAIN_WEB");
    let mut files = Vec::new();
    match std::env::var_os("QUINTAIN_WEB") {
        // Somebody has built it already, or wants a server without it.
        Some(built) if !built.is_empty() => {
            println!("cargo::rerun-if-changed={}", Path::new(&built).display());
            list(Path::new(&built), &mut files)?;
        }
        Some(_) => {}
        None if web.join("package.json").exists() => {
            let dist = out.join("web");
            watch(&web)?;
            build(&web, &dist)?;
            list(&dist, &mut files)?;
        }
        None => println!("cargo::rerun-if-changed={}", web.display()),
    }
    files.sort();
    std::fs::write(out.join("assets.rs"), table(&files, &out)?)?;
    Ok(())
}

/// Has Cargo come back when a source of the web app changes.
fn watch(web: &Path) -> Result<(), Box<dyn Error>> {
    for entry in std::fs::read_dir(web)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let made = ["node_modules", "dist", "coverage", "test-results"];
        if !made.contains(&&*name) && !name.starts_with('.') {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    Ok(())
}

/// Builds the web app into a directory.
fn build(web: &Path, dist: &Path) -> Result<(), Box<dyn Error>> {
    let installed = web.join("node_modules/.package-lock.json");
    let newer = |a: &Path, b: &Path| -> std::io::Result<bool> {
        Ok(a.metadata()?.modified()? > b.metadata()?.modified()?)
    };
    if !installed.exists() || newer(&web.join("package-lock.json"), &installed)? {
        npm(web, &["ci", "--no-audit", "--no-fund"])?;
    }
    let dist = dist.to_string_lossy();
    npm(
        web,
        &["run", "build", "--", "--outDir", &dist, "--emptyOutDir"],
    )
}

fn npm(web: &Path, args: &[&str]) -> Result<(), Box<dyn Error>> {
    let line = format!("npm {}", args.join(" "));
    let output = Command::new("npm").args(args).current_dir(web).output();
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

/// All files below a directory: their names from there, and where they are.
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
        let ending = name.rsplit('.').next().unwrap_or_default();
        let kind = KINDS.iter().find(|kind| kind.0 == ending);
        let kind = kind.map_or("application/octet-stream", |kind| kind.1);
        let hash = Sha256::digest(&content);
        let tag: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(
            code,
            "Asset {{ path: {name:?}, kind: {kind:?}, tag: \"\\\"{tag}\\\"\", \
             plain: include_bytes!({:?}), gzip: {gzip}, lasting: {} }},",
            path.to_string_lossy(),
            // The bundler puts what it names by content there.
            name.starts_with("assets/"),
        )?;
    }
    code.push_str("];\n");
    Ok(code)
}
