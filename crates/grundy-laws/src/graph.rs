//! Tokens on graphs: edge lists, JSON, DOT, and inline text.

use grundy_solver::notation::parse;
use grundy_solver::own::Own;
use grundy_solver::position::Position;

use crate::sound;

/// The most positions that are solved.
const POSITIONS: usize = 3;

/// A graph in any format is parsed or rejected with a span; the outcome of a position follows from those of
/// its options, under normal and misère play.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let text = sound::text(data);
    match Own::graph("graph", &text, &sound::budget()) {
        Ok(graph) => asked(&graph, &text),
        Err(error) => sound::error(&error, None),
    }
    // The same graph inline, where a quote would end it.
    if !text.contains(['"', '“', '”']) {
        let line = format!("graph(\"{text}\")");
        match parse(&line) {
            Ok(grundy_solver::notation::Parsed::Game(line)) => {
                if let Some(graph) = line.game.own() {
                    asked(graph, &text);
                }
            }
            Ok(grundy_solver::notation::Parsed::Position(_)) => {}
            Err(error) => sound::error(&error, Some(&line)),
        }
    }
}

/// Positions with one token on some of the vertices, and with two.
fn asked(graph: &Own, text: &str) {
    let is_mark = |c: char| c.is_whitespace() || ":;,{}[]\"->：；，".contains(c);
    let names = || text.split(is_mark).filter(|name| !name.is_empty());
    let pair = names().take(2).collect::<Vec<_>>().join(", ");
    let solver = sound::solver();
    let mut found = 0;
    for name in names().map(str::to_owned).chain([pair]) {
        let Ok(position) = graph.position(&name) else { continue };
        found += 1;
        if found > POSITIONS {
            break;
        }
        both(&position, &solver);
    }
}

fn both(position: &Position, solver: &grundy_solver::Solver) {
    for misere in [false, true] {
        let position = position.clone().with_misere(misere);
        match solver.solve(&position) {
            Ok(answer) => sound::answer(&answer),
            Err(error) => sound::error(&error, None),
        }
        sound::consistent(&position, solver);
    }
}
