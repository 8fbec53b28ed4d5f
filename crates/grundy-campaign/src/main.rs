//! `cargo xtask campaign`: runs the campaign and reports what was compared.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use grundy_campaign::conjectures::measure;
use grundy_campaign::limits;
use grundy_campaign::run::{Plan, Tally, run};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ended = match arguments.split_first().map(|(name, rest)| (name.as_str(), rest)) {
        Some(("conjectures", rest)) => plan(rest).map(|plan| conjectures(&plan)),
        Some(("limits", rest)) => limits::run(rest),
        _ => plan(&arguments).and_then(|plan| campaign(&plan)),
    };
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs the campaign; returns whether nothing disagrees.
fn campaign(plan: &Plan) -> Result<bool> {
    let tally = run(plan, &progress)?;
    println!("{}", summary(&tally));
    Ok(tally.failures.is_empty())
}

/// Reports how many conjectures from short tables are wrong. This is not a failure: a conjecture is not proved.
fn conjectures(plan: &Plan) -> bool {
    let found = measure(plan.cases, plan.seed);
    for failed in &found.failed {
        println!("{failed}");
    }
    println!(
        "{} games, {} tables: {} rules proved, {} conjectures, {} of which fail further on",
        plan.cases,
        found.tables,
        found.proved,
        found.conjectures,
        found.failed.len()
    );
    true
}

/// The state is kept under `target` by default.
fn plan(arguments: &[String]) -> Result<Plan> {
    let mut plan = Plan { cases: 1_000_000, seed: 1, state: None, time: None, only: None };
    for pair in arguments.chunks(2) {
        let [name, value] = pair else { bail!("{} needs a value", pair[0]) };
        let number = || value.parse().with_context(|| format!("{name}: `{value}` is not a whole number"));
        match name.as_str() {
            "--cases" => plan.cases = number()?,
            "--seed" => plan.seed = number()?,
            "--minutes" => plan.time = Some(Duration::from_secs(60 * number()?)),
            "--state" => plan.state = Some(value.into()),
            "--only" => plan.only = Some(value.clone()),
            _ => {
                bail!(
                    "unknown option {name}; the options are --cases N, --seed S, --state FILE, --minutes M, --only TEXT"
                )
            }
        }
    }
    let kept = || format!("target/campaign-{}.json", plan.seed).into();
    Ok(Plan { state: Some(plan.state.clone().unwrap_or_else(kept)), ..plan })
}

fn progress(tally: &Tally) {
    eprintln!(
        "{} positions of {} games compared, {} disagreements, {:.0} s",
        tally.cases,
        tally.games,
        tally.failures.len(),
        tally.seconds
    );
}

fn summary(tally: &Tally) -> String {
    let list = |counts: &BTreeMap<String, u64>| {
        counts.iter().map(|(name, count)| format!("  {name} {count}")).collect::<Vec<_>>().join("\n")
    };
    let mut parts = vec![
        format!("seed {}, rounds 0 to {}", tally.seed, tally.rounds),
        format!("games read a second time, independently: {}", tally.read_twice),
        format!("compared of whole games:\n{}", list(&tally.whole)),
        format!("rounds by method:\n{}", list(&tally.methods)),
        format!("steps of explanations computed again:\n{}", list(&tally.steps)),
        format!("steps with numbers that were not computed again:\n{}", list(&tally.steps_unknown)),
    ];
    parts.extend(tally.failures.iter().map(|failure| format!("DISAGREES: {failure}")));
    parts.push(format!(
        "{} positions of {} games compared in {:.0} s, {} disagreements",
        tally.cases,
        tally.games,
        tally.seconds,
        tally.failures.len()
    ));
    parts.join("\n")
}
