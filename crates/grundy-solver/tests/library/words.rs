//! Moves in words: two different moves must not read alike.

use std::collections::BTreeSet;

use grundy_solver::Solver;
use grundy_solver::explain::move_in_words;
use grundy_solver::notation::parse_position;
use grundy_solver::text::Lang;

#[test]
fn moves_that_differ_read_differently() {
    let solver = Solver::default().list_moves(usize::MAX);
    for (text, moves) in [
        ("nim[3, 5] + nim[3, 4]", 3),
        ("kayles[5] + kayles[5] + kayles[5]", 3),
        ("wythoff[1, 3] + bash(3)[4] + wythoff[1, 3] + wythoff[1, 3]", 3),
        ("all(turtles[], kayles[2, 4] + kayles[2, 4] + kayles[2, 4])", 3),
        ("some(nim[3], nim[3])", 1),
        ("take 1, 2 leaving 1, 2 heaps[7, 8, 9]", 2),
    ] {
        let position = parse_position(text).unwrap();
        let answer = solver.solve(&position).unwrap();
        assert!(answer.moves.len() >= moves, "{text}: {} moves", answer.moves.len());
        for language in [Lang::En, Lang::Zh] {
            let said = answer.moves.iter().map(|played| move_in_words(&position, played).render(language));
            let said: Vec<String> = said.collect();
            let different: BTreeSet<&String> = said.iter().collect();
            assert_eq!(different.len(), said.len(), "{text}: {said:#?}");
        }
    }
}
