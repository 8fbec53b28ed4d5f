//! Runs the program of a law and compares it with plain search. Only Python, which needs no compiler; the
//! tests of the command compare the other languages with it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::thread;

use dashu_int::UBig;
use grundy_pattern::emit::Language;
use grundy_pattern::{Pattern, Status};
use grundy_solver::Outcome;
use grundy_solver::text::Lang;

use crate::known::{Known, Plain, bare};

/// The number of positions at which winning moves are checked.
const MOVES: usize = 40;

/// Checks the answers of a law's program where the law holds. Returns whether there is a program.
pub fn check_program(
    found: &Pattern,
    looked_at: &[(Vec<usize>, Known)],
    plain: &mut Plain<'_>,
) -> Result<bool, String> {
    let Ok(program) = found.emit(Language::Python, None, Lang::En) else { return Ok(false) };
    let near = |list: &[usize]| {
        found.status() >= Status::Proved || list.iter().all(|heap| *heap <= found.checked_to())
    };
    let asked: Vec<&(Vec<usize>, Known)> = looked_at.iter().filter(|(list, _)| near(list)).collect();
    let mut input = String::new();
    for (list, _) in &asked {
        let heaps: Vec<String> = list.iter().map(ToString::to_string).collect();
        let _ = writeln!(input, "{}", heaps.join(" "));
    }
    let Some(output) = run(&program, input)? else { return Ok(false) };
    let lines: Vec<&str> = output.lines().collect();
    ensure!(lines.len() == asked.len(), "the program answers {} of {} lines", lines.len(), asked.len());
    let every = asked.len().div_ceil(MOVES);
    for (i, ((list, known), line)) in asked.iter().zip(lines).enumerate() {
        let mut words = line.split(' ');
        let outcome = words.next().unwrap_or_default();
        ensure!(outcome == known.outcome.letter(), "the program says {line} of {list:?}");
        let to: Option<Vec<UBig>> = words.map(|word| word.parse().ok()).collect();
        let to = to.ok_or_else(|| format!("the program says {line}"))?;
        if !to.is_empty()
            && i % every == 0
            && let Some(winning) = plain.winning(known)
        {
            ensure!(winning.contains(&bare(to)), "the program moves from {list:?} to {line}");
        } else if known.outcome == Outcome::P && !known.position.is_scoring() {
            ensure!(to.is_empty(), "the program says {line} of {list:?}");
        }
    }
    Ok(true)
}

/// The output of the program; `None` if Python is not installed.
fn run(program: &str, input: String) -> Result<Option<String>, String> {
    static THERE: OnceLock<bool> = OnceLock::new();
    let there = THERE.get_or_init(|| {
        let version = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    });
    if !there {
        return Ok(None);
    }
    let failed = |error: std::io::Error| format!("python3: {error}");
    let mut child = Command::new("python3")
        .args(["-c", program])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let pipe = child.stdin.take();
    let writer = thread::spawn(move || pipe.map(|mut pipe| pipe.write_all(input.as_bytes())));
    let output = child.wait_with_output().map_err(failed)?;
    let _ = writer.join();
    ensure!(output.status.success(), "the program fails: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).map(Some).map_err(|_| "the program writes no text".into())
}
