//! Programs written by `pattern --emit` are compiled, run, and compared with the solver and with `judge`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, thread};

use crate::common::{grundy, piped};
use grundy_solver::rules::Rules;
use grundy_solver::{Outcome, Solver, notation};

/// Language, extension, and the compiler, if there is one.
const LANGUAGES: [(&str, &str, Option<&str>); 3] =
    [("cpp", "cpp", Some("g++")), ("python", "py", None), ("rust", "rs", Some("rustc"))];

fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let there = there.is_ok_and(|status| status.success());
    if !there {
        eprintln!("{program} is not there: its programs are not tested");
    }
    there
}

/// The answers of the program to `input`: in each available language in a thorough run, else in one of them, which depends
/// on the words alone.
fn answers(words: &[&str], folder: &Path, name: &str, input: &str) -> Vec<String> {
    let mut all = Vec::new();
    let thorough = std::env::var_os("GRUNDY_THOROUGH").is_some();
    let turn = words.concat().bytes().map(usize::from).sum::<usize>() % LANGUAGES.len();
    for (language, ending, compiler) in LANGUAGES.into_iter().cycle().skip(turn).take(LANGUAGES.len()) {
        if !thorough && !all.is_empty() {
            break;
        }
        if !is_there(compiler.unwrap_or("python3")) {
            continue;
        }
        let emitted = grundy(&[&["pattern", "--emit", language], words].concat());
        assert_eq!(emitted.code, 0, "{words:?}: {}", emitted.err);
        let path = folder.join(format!("{name}.{ending}"));
        fs::write(&path, &emitted.out).unwrap();
        let mut command = match compiler {
            None => {
                let mut command = Command::new("python3");
                command.arg(&path);
                command
            }
            Some(compiler) => {
                let program: PathBuf = folder.join(format!("{name}-{ending}"));
                let made = Command::new(compiler).arg("-o").arg(&program).arg(&path).output().unwrap();
                let said = String::from_utf8_lossy(&made.stderr);
                assert!(made.status.success(), "{words:?} in {language}: {said}");
                Command::new(program)
            }
        };
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let text = input.to_owned();
        let writer = thread::spawn(move || drop(pipe.write_all(text.as_bytes())));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        assert!(output.status.success(), "{words:?} in {language}");
        all.push(String::from_utf8(output.stdout).unwrap());
    }
    all
}

/// Pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn check_moves(game: &str, words: &[&str], heaps: Option<u64>, largest: u64, more: &str, folder: &Path) {
    let solver = Solver::default().list_moves(usize::MAX);
    let line = notation::parse_game(game).unwrap();
    // If moves change the number of heaps, the law is for nonempty heaps.
    let none_empty = heaps.is_some_and(|heaps| heaps > 1) && line.game.changes_heap_count();
    let mut random = Random(11);
    let mut input = String::new();
    for _ in 0..60 {
        let count = heaps.unwrap_or_else(|| 1 + random.below(3));
        let mut line: Vec<u64> = (0..count).map(|_| random.below(largest + 1)).collect();
        if none_empty || line.iter().all(|&heap| heap == 0) {
            for heap in &mut line {
                *heap = (*heap).max(1);
            }
        }
        let line: Vec<String> = line.iter().map(u64::to_string).collect();
        input += &line.join(" ");
        input.push('\n');
    }
    input += more;
    if none_empty {
        let (folder, heaps) = (folder.join("empty"), usize::try_from(heaps.unwrap_or(0)).unwrap());
        fs::create_dir_all(&folder).unwrap();
        let zeros = |count: usize| vec!["0"; count].join(" ");
        let empty = format!("{}\n{} 1\n", zeros(heaps), zeros(heaps - 1));
        assert!(answers(words, &folder, "empty", &empty).iter().all(String::is_empty), "{game}");
    }
    let name: String = game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    for output in answers(words, folder, &name, &input) {
        assert_eq!(output.lines().count(), input.lines().count(), "{game}");
        for (position, answer) in input.lines().zip(output.lines()) {
            let heaps = notation::parse_heaps(position).unwrap();
            let small = heaps.iter().all(|heap| *heap < 1000u32.into());
            let mut parts = answer.split(' ');
            let outcome = parts.next().unwrap();
            let to: Vec<_> = parts.map(|heap| notation::parse_number(heap).unwrap()).collect();
            let truth =
                solver.outcome(&grundy_solver::position::Position::start(&line, heaps.clone()).unwrap());
            assert_eq!(outcome, truth.unwrap().letter(), "{game} {position}");
            assert_eq!(to.is_empty(), outcome == "P", "{game} {position}: {answer}");
            if small && outcome != "P" {
                let found = solver.solve_heaps(&line, heaps).unwrap();
                let tidy = |heaps: &[dashu_int::UBig]| {
                    let mut heaps: Vec<_> = heaps.iter().filter(|h| **h > 0u32.into()).cloned().collect();
                    heaps.sort();
                    heaps
                };
                let wins = found.moves.iter().any(|m| tidy(&m.played[0].to) == tidy(&to));
                assert!(wins, "{game} {position}: {answer}");
            } else if outcome == "N" && !line.game.rules().is_some_and(Rules::remembers_last) {
                let result = grundy_solver::position::Position::start(&line, to).unwrap();
                assert_eq!(solver.outcome(&result).unwrap(), Outcome::P, "{game} {position}: {answer}");
            }
        }
    }
}

#[test]
fn emitted_programs_decide_and_move_like_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let wythoff = "165580140 267914295\n165580141 267914296\n618033988749894848 1000000000000000000\n\
                   267914295 165580140\n999999999999999999 1000000000000000000\n";
    check_moves("wythoff", &["wythoff", "--to", "60"], Some(2), 50, wythoff, folder);
    check_moves("misere wythoff", &["misere", "wythoff", "--to", "60"], Some(2), 8, wythoff, folder);
    check_moves("kayles", &["kayles", "--to", "300"], None, 25, "900000000000000007 5\n", folder);
    let lasker = "1000000000000000003 999999999999999999\n";
    check_moves("lasker", &["lasker", "--to", "100"], None, 20, lasker, folder);
    let fibonacci = "1000000000000000000\n679891637638612258\n";
    check_moves("fibonacci", &["fibonacci", "--to", "300"], Some(1), 200, fibonacci, folder);
    check_moves("moore(2)", &["moore(2)", "--heaps", "4", "--to", "12"], Some(4), 12, "", folder);
    check_moves("matches", &["matches", "--heaps", "3", "--to", "12"], Some(3), 14, "", folder);
    let pairs = ["take 1, 2 or take 1 from 2 heaps", "--to", "60"];
    check_moves(pairs[0], &pairs, Some(2), 40, "", folder);
    let most = ["take 1..3; win most", "--to", "100"];
    check_moves(most[0], &most, Some(1), 60, "", folder);
}

/// Laws that are automata: small positions as plain search decides them, large ones alike in all languages.
#[test]
fn emitted_automata_decide_like_plain_search() {
    let folder = tempfile::tempdir().unwrap();
    for (index, (game, heaps, end)) in [
        ("take 1, 2 or take even from 2 heaps", 2, 15_u64), // base 3
        ("take even or take any from 2 heaps", 2, 15),      // an Ostrowski numeration
        ("misere take 1 or take even from 2 heaps", 2, 15),
    ]
    .into_iter()
    .enumerate()
    {
        let line = notation::parse_game(game).unwrap();
        let position = |heaps: &[u64]| {
            let heaps = heaps.iter().map(|&heap| heap.into()).collect();
            grundy_solver::position::Position::start(&line, heaps).unwrap()
        };
        let mut asked: Vec<Vec<u64>> = (0..end.pow(heaps))
            .map(|index: u64| (0..heaps).map(|heap| index / end.pow(heap) % end).collect())
            .collect();
        let small = asked.len();
        let mut random = Random(29);
        asked
            .extend((0..40).map(|_| (0..heaps).map(|_| random.below(1 << 30) << random.below(30)).collect()));
        let budget = grundy_solver::limits::Budget::new(grundy_solver::limits::Limits::default());
        let mut plain = grundy_solver::oracle::Oracle::new(&position(&asked[0]), &budget);
        let truth: Vec<&str> = asked[..small]
            .iter()
            .map(|heaps| if plain.verdict(&position(heaps)).unwrap().wins { "N" } else { "P" })
            .collect();
        let words = [game, "--heaps", &heaps.to_string()].map(str::to_owned);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let input: Vec<String> = asked
            .iter()
            .map(|heaps| heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        let outputs =
            answers(&words, folder.path(), &format!("automaton{index}"), &(input.join("\n") + "\n"));
        assert!(grundy(&[&["pattern", "--emit", "python"], &words[..]].concat()).out.contains("NEXT = "));
        let mut large = None;
        for output in outputs {
            let said: Vec<&str> = output.lines().map(|line| line.split(' ').next().unwrap_or("")).collect();
            assert_eq!(said.len(), asked.len(), "{game}");
            for ((heaps, said), truth) in asked.iter().zip(&said).zip(&truth) {
                assert_eq!(said, truth, "{game} {heaps:?}");
            }
            let first = large.get_or_insert_with(|| said[small..].join(" "));
            assert_eq!(*first, said[small..].join(" "), "{game}");
        }
    }
}

#[test]
fn emitted_programs_know_draws_and_what_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let games = [
        "take 1, 2 from all heaps; win most",
        "take 1, 2 from max heap; win most",
        "take 1, 2; to at least 20",
        "misere take 1, 2; to at least 20",
    ];
    for (index, game) in games.into_iter().enumerate() {
        let line = notation::parse_game(game).unwrap();
        let input = (0..40).map(|heap| heap.to_string()).collect::<Vec<_>>().join("\n") + "\n";
        for output in answers(&[game, "--to", "100"], folder.path(), &format!("over{index}"), &input) {
            assert_eq!(output.lines().count(), 40, "{game}");
            for (heap, answer) in output.lines().enumerate() {
                let position = grundy_solver::position::Position::start(&line, vec![heap.into()]).unwrap();
                let truth = Solver::default().outcome(&position).unwrap().letter();
                assert_eq!(answer.split(' ').next(), Some(truth), "{position}");
            }
        }
    }
}

#[test]
fn emitted_programs_answer_contest_problems_like_judge() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random(3);
    let mut pairs = String::new();
    for _ in 0..200 {
        writeln!(pairs, "{} {}", 1 + random.below(30), 1 + random.below(30)).unwrap();
    }
    pairs += "5 7\n165580140 267914295\n165580141 267914296\n";
    let ended = format!("{pairs}0 0\n");
    let lists = "4\n3 1 2 3\n1 5\n2 1 1\n3 1 1 1\n";
    for (profile, input) in [
        ("nyoj-161", &*ended),
        ("xcpc", &ended),
        ("hdu-2177", &ended),
        ("poj-1067", &pairs),
        ("hdu-1907", lists),
    ] {
        let expected = piped(&["judge", profile], input);
        assert_eq!(expected.code, 0, "{}", expected.err);
        for output in answers(&["--profile", profile, "--to", "50"], folder.path(), profile, input) {
            assert_eq!(output, expected.out, "{profile}");
        }
    }
}

#[test]
fn what_no_program_can_be_written_for_is_refused() {
    let code = |words: &[&str]| {
        let run = grundy(&[&["pattern", "--json", "--emit", "cpp", "--to", "60"], words].concat());
        (run.code, run.error()["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(code(&["take", "squares"]), (2, "pattern-no-rule".to_owned()));
    assert_eq!(code(&["--profile", "poj-2311"]), (2, "program-format".to_owned()));
    assert_eq!(code(&["nim", "--profile", "hdu-1846"]), (2, "profile-other-game".to_owned()));
    assert_eq!(code(&["nim", "--profile", "poj-1067"]), (2, "profile-other-game".to_owned()));
}

#[test]
fn a_program_is_not_written_for_numbers_it_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("long.toml");
    let written = |most: &str| {
        let text = format!(
            "game = 'wythoff'\nposition = 'a b'\n[input]\npattern = '(a b)*'\n[output]\nN = '1'\nP = '0'\n\
             [limits]\na = '0..{most}'\nb = '0..9'\n"
        );
        fs::write(&profile, text).unwrap();
        ["cpp", "rust", "python"].map(|language| {
            let path = profile.to_str().unwrap();
            grundy(&["pattern", "--emit", language, "--to", "60", "--profile", path, "--json"]).code
        })
    };
    assert_eq!(written("10^18"), [0, 0, 0]);
    assert_eq!(written("10^100"), [2, 2, 0]);
}

#[test]
fn the_answer_is_one_object() {
    let run = grundy(&["pattern", "--json", "take", "1,", "3,", "4", "--to", "1000"]);
    let json = run.json();
    assert_eq!((run.code, json["schema"].as_u64()), (0, Some(1)));
    assert_eq!(json["status"], "proved");
    assert_eq!(json["p_positions"], "n mod 7 in {0, 2}");
    assert_eq!(json["value"], "period 7: 0 1 0 1 2 3 2");
    assert_eq!(json["checked_to"], 1000);
    for to in ["10^3", "1e3", "1_000"] {
        assert_eq!(grundy(&["pattern", "--json", "take 1, 3, 4", "--to", to]).out, run.out, "{to}");
    }
    for to in ["1e99", "-1", "x", ""] {
        assert_eq!(grundy(&["pattern", "nim", "--to", to]).code, 2, "{to}");
    }
    // Laws are data: equal for every reader.
    for game in
        [&["wythoff"][..], &["take 1..3 or take 1 from 2 heaps", "--heaps", "2"], &["take any; win most"]]
    {
        let words = [&["pattern", "--json", "--to", "60"], game].concat();
        let zh = grundy(&[&words[..], &["--lang", "zh"]].concat());
        assert!(zh.out.chars().all(|c| c < '\u{2e80}'), "{}", zh.out);
        assert_eq!(zh.out, grundy(&words).out);
    }
    let none = grundy(&["pattern", "--json", "take", "squares", "--to", "1000"]);
    assert_eq!((none.code, none.json()["status"].as_str()), (0, Some("none")));
}

#[test]
fn the_programs_in_the_book_are_those_that_are_written() {
    for lang in ["en", "zh"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/src/{lang}/contest.in"));
        let own = folder.join("sweets.toml");
        for (profile, file) in [("POJ 1067", "accepted.py"), (own.to_str().unwrap(), "sweets.py")] {
            let words = ["pattern", "--emit", "python", "--profile", profile, "--lang", lang];
            assert_eq!(
                grundy(&words).out,
                fs::read_to_string(folder.join(file)).unwrap(),
                "{file} in {lang}"
            );
        }
    }
}

#[test]
fn sets_of_equal_value_are_proved_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let law = folder.path().join("law.json").display().to_string();
    let rules = "take 1, 2 or take 1, 4 from 2 heaps";
    let run = grundy(&["pattern", rules, "--prove", "--values", "8", "--out", &law, "--time", "600s"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 6), "{}", run.out);
    let json = grundy(&["--json", "verify", &law]).json();
    assert_eq!(
        (&json["valid"], json["claim"]["states_of_values"].as_array().map(Vec::len)),
        (&true.into(), Some(2))
    );
    let laws = folder.path().display().to_string();
    let position = format!("{rules}[10^50, 10^49] + nim[2]");
    assert_eq!(grundy(&["--json", "solve", &position, "--laws", &laws]).json()["outcome"], "P");
    assert_eq!(grundy(&["pattern", rules, "--prove", "--values", "3", "--misere"]).code, 2);
    assert_eq!(grundy(&["pattern", rules, "--values", "3"]).code, 2);
    let lean = folder.path().join("law.lean").display().to_string();
    assert_eq!(grundy(&["pattern", "wythoff", "--prove", "--out", &lean, "--time", "600s"]).code, 0);
    assert!(fs::read_to_string(&lean).expect("a file").contains("theorem law"));
}
