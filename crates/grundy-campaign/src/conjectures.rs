//! Measures how often a conjecture from a short table is wrong: each is checked by plain search on four times as many heaps.

use std::collections::BTreeSet;

use dashu_int::UBig;
use grundy_pattern::{Request, Status};
use grundy_solver::limits::Limits;
use grundy_solver::notation::{GameLine, parse_game};
use grundy_solver::position::Position;
use grundy_solver::{Outcome, Solver};

use crate::game::for_each;
use crate::generator::{self, Random};
use crate::known::Plain;
use crate::truth::oracle_budget;

/// For one heap and for two: the last heap of the short table, and the last one that is checked.
const TABLES: [(usize, usize); 2] = [(40, 160), (20, 60)];

/// The results of a measurement.
#[derive(Debug, Default)]
pub struct Figures {
    /// Tables in which a law was searched for.
    pub tables: u64,
    /// Laws that were proved.
    pub proved: u64,
    /// Laws that were conjectures.
    pub conjectures: u64,
    /// The conjectures that fail on larger heaps, each with the first position where it does.
    pub failed: Vec<String>,
}

/// Searches for the laws of `games` random games.
pub fn measure(games: u64, seed: u64) -> Figures {
    let mut figures = Figures::default();
    let mut random = Random::new(seed);
    let mut met = BTreeSet::new();
    while (met.len() as u64) < games {
        let rules = generator::rules(&mut random);
        let Ok(line) = parse_game(&rules) else { continue };
        if line.game.board().is_some() || !met.insert(rules.clone()) {
            continue;
        }
        for heaps in 1..=TABLES.len() {
            table(&rules, &line, heaps, &mut figures);
        }
    }
    figures
}

fn table(rules: &str, line: &GameLine, heaps: usize, figures: &mut Figures) {
    let (to, far) = TABLES[heaps - 1];
    let Ok(root) = Position::start(line, vec![UBig::from(to); heaps]) else { return };
    let solver = Solver::new(Limits { threads: 1, ..Limits::default() });
    let Ok(found) = grundy_pattern::find(&solver, line, Request { heaps: Some(heaps), to: Some(to) }) else {
        return;
    };
    figures.tables += 1;
    figures.proved += u64::from(found.status() >= Status::Proved);
    let Some(lost) = found.lost().filter(|_| found.status() == Status::Conjecture) else { return };
    figures.conjectures += 1;
    let budget = oracle_budget();
    let mut plain = Plain::new(&root, line, &budget);
    let ordered = line.game.is_ordered();
    let wrong = for_each(heaps, far + 1, &mut |list| {
        let passes = found.none_empty() && list.contains(&0);
        if (!ordered && !list.is_sorted()) || passes {
            return Ok(());
        }
        let Some(known) = plain.known(list) else { return Ok(()) };
        let wide: Vec<i128> = list.iter().map(|&heap| heap as i128).collect();
        if lost.holds(&wide) == Some(known.outcome == Outcome::P) {
            return Ok(());
        }
        Err(format!("{rules}, {heaps} heaps to {to}, fails at {list:?}: {lost:?}"))
    });
    figures.failed.extend(wrong.err());
}
