//! Texts are embedded by folder; Cargo has to be told to look for new files there.

fn main() {
    println!("cargo::rerun-if-changed=texts");
}
