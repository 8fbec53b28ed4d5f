//! The texts are compiled in by a macro, which cargo cannot see reading files: without this, a
//! changed text would not show until some source changes too.

fn main() {
    println!("cargo::rerun-if-changed=locales");
    println!("cargo::rerun-if-changed=build.rs");
}
