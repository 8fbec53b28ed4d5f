//! Each law on the stored inputs, and on fixed mutations of them.

use std::fs;
use std::path::{Path, PathBuf};

use grundy_campaign::generator::Random;
use grundy_laws::{LAWS, Law, mutate::mutated};

/// The number of mutated inputs for each law.
const CHANGED: usize = 50;
/// The number if `GRUNDY_THOROUGH` is set.
const CHANGED_THOROUGH: usize = 400;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// All files of a folder in order of their names; empty if the folder does not exist.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

fn inputs(law: &Law) -> Vec<(PathBuf, Vec<u8>)> {
    let kept = ["corpus", "regressions"].map(|kind| files(&folder(kind).join(law.name)));
    kept.into_iter().flatten().collect()
}

/// Checks the law; an input that breaks it is written to a file.
fn tried(law: &Law, name: &str, input: &[u8]) {
    let held = std::panic::catch_unwind(|| (law.check)(input));
    if held.is_err() {
        let path = std::env::temp_dir().join(format!("grundy-law-{}-{name}", law.name));
        fs::write(&path, input).unwrap();
        panic!("{} is broken by {}: {:?}", law.name, path.display(), String::from_utf8_lossy(input));
    }
}

fn law_holds(name: &str) {
    let law = LAWS.iter().find(|law| law.name == name).unwrap();
    let kept = inputs(law);
    assert!(!kept.is_empty(), "nothing is kept for {name}");
    for (path, input) in &kept {
        tried(law, &path.file_name().unwrap().to_string_lossy(), input);
    }
    let tokens = fs::read_to_string(folder("tokens").join(format!("{name}.txt"))).unwrap_or_default();
    let tokens: Vec<&str> = tokens.lines().collect();
    let kept: Vec<Vec<u8>> = kept.into_iter().map(|(_, input)| input).collect();
    let changed = if std::env::var_os("GRUNDY_THOROUGH").is_some() { CHANGED_THOROUGH } else { CHANGED };
    let mut random = Random::new(1);
    for number in 0..changed {
        tried(law, &format!("change-{number}"), &mutated(&mut random, &kept, &tokens));
    }
}

macro_rules! laws {
    ($($(#[$attribute:meta])? $name:ident)*) => {
        $($(#[$attribute])?
        #[test]
        fn $name() {
            law_holds(stringify!($name));
        })*

        #[test]
        fn every_law_is_tried() {
            let tried: &[&str] = &[$($(#[$attribute])? stringify!($name)),*];
            let names: Vec<&str> = LAWS.iter().map(|law| law.name).collect();
            assert_eq!(names, tried);
            let known = [$(stringify!($name)),*];
            for kind in ["corpus", "regressions"] {
                for (path, _) in fs::read_dir(folder(kind)).unwrap().map(|entry| (entry.unwrap().path(), ())) {
                    let name = path.file_name().unwrap().to_string_lossy().into_owned();
                    assert!(known.contains(&name.as_str()), "{} belongs to no law", path.display());
                }
            }
        }
    };
}

laws! {
    notation solve profile certificate graph script nimber payoff batch
    #[cfg(feature = "parquet")] parquet
    #[cfg(feature = "http")] http
    play
}
