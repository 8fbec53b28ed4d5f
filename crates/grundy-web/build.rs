//! Prepares what is compiled in: the files of the page, with compressed copies and entity tags.

use std::fmt::Write as _;
use std::io::Result;
use std::path::PathBuf;
use std::{env, fs};

use hmac_sha256::Hash;
use zopfli::{Format, Options};

/// The kinds of files of the page: the ends of their names and their media types.
const KINDS: [(&str, &str); 3] = [
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
];

fn main() -> Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=assets");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let assets = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("assets");
    let mut list = String::from("&[\n");
    let mut names = Vec::new();
    for entry in fs::read_dir(&assets)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    for name in &names {
        let Some((_, kind)) = KINDS.iter().find(|(end, _)| name.ends_with(end)) else { continue };
        let content = fs::read(assets.join(name))?;
        let mut packed = Vec::new();
        zopfli::compress(Options::default(), Format::Gzip, &content[..], &mut packed)?;
        fs::write(out.join(format!("{name}.gz")), packed)?;
        let mut tag = String::new();
        for byte in &Hash::hash(&content)[..16] {
            let _ = write!(tag, "{byte:02x}");
        }
        let _ = writeln!(
            list,
            "Asset {{ name: {name:?}, kind: {kind:?}, tag: \"\\\"{tag}\\\"\", \
             content: include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/assets/{name}\")), \
             packed: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}.gz\")) }},"
        );
    }
    fs::write(out.join("assets.rs"), list + "]\n")
}
