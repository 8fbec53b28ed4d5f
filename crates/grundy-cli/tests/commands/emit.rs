//! Programs for contest problems: every profile that has one is answered by it as by the judge.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use crate::common::grundy;
use grundy_judge::stress::inputs;
use grundy_judge::{BUILTINS, Grundy, Judge, Profile};
use grundy_solver::Solver;

/// Profiles that no program is written for: games played on graphs and trees, compounds in which not every game is moved
/// in, scripts, records with lists, and games without a law whose tables would be too large.
const WITHOUT: [&str; 24] = [
    "acwing-1319",
    "acwing-894",
    "atcoder-agc-017-d",
    "bzoj-1299",
    "codeforces-451a",
    "cses-2207",
    "hackerrank-chessboard-game-again-1",
    "hackerrank-deforestation",
    "hdu-1524",
    "hdu-2147",
    "hdu-3094",
    "hdu-3595",
    "hdu-4994",
    "hdu-5724",
    "leetcode-3222",
    "loj-10243",
    "luogu-p10501",
    "luogu-p2575",
    "luogu-p3235",
    "poj-2068",
    "poj-2311",
    "poj-2425",
    "poj-3710",
    "timus-1180",
];

/// One profile for each way to decide a game, to read and to write: they are tried in all languages.
const EACH_KIND: [&str; 16] = [
    "51nod-1066",
    "acwing-893",
    "bzoj-1115",
    "codeforces-1190b",
    "codeforces-15c",
    "cses-1729",
    "cses-2208",
    "hdu-1517",
    "hdu-1536",
    "hdu-2176",
    "hdu-2486",
    "hdu-2999",
    "hdu-4764",
    "luogu-p1247",
    "luogu-p2148",
    "timus-1087",
];

/// A usual run tries every n-th profile, for this n; a thorough run tries all.
fn one_of(count: usize) -> usize {
    if std::env::var_os("GRUNDY_THOROUGH").is_some() { 1 } else { count }
}

fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    there.is_ok_and(|status| status.success())
}

/// The command that runs the program of a profile; `None` if the profile has none in this language.
fn built(profile: &str, language: &str, folder: &Path) -> Option<Vec<String>> {
    let emitted = grundy(&["pattern", "--emit", language, "--profile", profile, "--to", "300"]);
    if emitted.code != 0 {
        assert_eq!(emitted.code, 2, "{profile} in {language}: {}", emitted.err);
        return None;
    }
    let folder = folder.join(format!("{profile}-{language}"));
    fs::create_dir_all(&folder).unwrap();
    let name = match language {
        "cpp" => "main.cpp",
        "python" => "main.py",
        "rust" => "main.rs",
        _ => "Main.java",
    };
    let path = folder.join(name);
    fs::write(&path, &emitted.out).unwrap();
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let program: PathBuf = folder.join("program");
    let (compile, run) = match language {
        "cpp" => (vec!["g++", "-Wall", "-Werror", "-O1", "-o"], vec![text(&program)]),
        "rust" => (vec!["rustc", "-Dwarnings", "-O", "-o"], vec![text(&program)]),
        "java" => {
            (vec!["javac", "-d"], vec!["java".to_owned(), "-cp".to_owned(), text(&folder), "Main".to_owned()])
        }
        _ => return Some(vec!["python3".to_owned(), text(&path)]),
    };
    let place = if language == "java" { &folder } else { &program };
    let made = Command::new(compile[0]).args(&compile[1..]).arg(place).arg(&path).output().unwrap();
    assert!(made.status.success(), "{profile} in {language}: {}", String::from_utf8_lossy(&made.stderr));
    Some(run)
}

fn answer(command: &[String], input: &[u8]) -> String {
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The sample of a profile and random inputs, with the answers of the judge.
fn asked(profile: &Profile, sample: &str) -> Vec<(Vec<u8>, String)> {
    let mut solver = Grundy::new(Solver::default(), false);
    let judge = Judge::new(profile).unwrap();
    let random = inputs(profile, &solver, 5, 1).unwrap();
    let mut all = Vec::new();
    for input in std::iter::once(sample.as_bytes().to_vec()).chain(random.into_iter().take(4)) {
        let mut out = Vec::new();
        if judge.run(&mut solver, &*input, &mut out).is_ok() {
            all.push((input, String::from_utf8(out).unwrap()));
        }
    }
    all
}

fn check(name: &str, language: &str, folder: &Path) -> bool {
    let builtin = BUILTINS.iter().find(|builtin| builtin.file == name).unwrap();
    let profile = builtin.profile().unwrap();
    let Some(command) = built(name, language, folder) else { return false };
    let asked = asked(&profile, builtin.input);
    assert!(!asked.is_empty(), "{name}");
    for (input, expected) in asked {
        let given = answer(&command, &input);
        let input = String::from_utf8_lossy(&input);
        assert!(
            given.split_whitespace().eq(expected.split_whitespace()),
            "{name} in {language}, on\n{}",
            input.lines().take(20).collect::<Vec<_>>().join("\n")
        );
    }
    true
}

#[test]
fn programs_of_profiles_answer_like_the_judge() {
    if !is_there("python3") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    // All of them take minutes.
    let mut names: Vec<&str> = BUILTINS.iter().map(|builtin| builtin.file).step_by(one_of(12)).collect();
    // Its table takes minutes, or it has no program, depending on the limits.
    names.retain(|name| *name != "hackerrank-stone-piles");
    let mut without = names.clone();
    without.retain(|name| !check(name, "python", folder.path()));
    without.sort_unstable();
    let mut known = WITHOUT.to_vec();
    known.retain(|name| names.contains(name));
    assert_eq!(without, known);
}

#[test]
fn programs_of_profiles_are_the_same_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    for (turn, (language, compiler)) in
        [("cpp", "g++"), ("rust", "rustc"), ("java", "javac")].into_iter().enumerate()
    {
        if !is_there(compiler) {
            continue;
        }
        // In a usual run other kinds in each language.
        let few = one_of(6);
        for name in EACH_KIND.into_iter().skip(2 * turn % few).step_by(few) {
            assert!(check(name, language, folder.path()), "{name} in {language}");
        }
    }
}

/// What has no program says which part of the profile it is.
#[test]
fn a_profile_without_a_program_says_why() {
    for (profile, code, said) in [
        ("poj-2311", "program-format", "script"),
        ("hdu-2147", "program-shape", "some(bash(1)"),
        ("hdu-1524", "program-format", "input.pattern"),
        ("timus-1180", "program-wide", "`n`"),
        ("hdu-5973", "program-wide", "`a`"),
    ] {
        let run = grundy(&["pattern", "--json", "--emit", "java", "--profile", profile, "--to", "100"]);
        assert_eq!((run.code, run.error()["code"].as_str()), (2, Some(code)), "{profile}: {}", run.err);
        assert!(run.out.contains(said), "{profile}: {}", run.out);
    }
}
