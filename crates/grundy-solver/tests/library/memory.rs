//! Memory is reserved before lists are made, so that no question takes many times its limit.

use grundy_solver::limits::Limits;
use grundy_solver::notation::parse_position;
use grundy_solver::{Error, Solver};

fn within(memory: u64, text: &str) -> Result<(), Error> {
    let solver = Solver::new(Limits { memory, time: None, threads: 0 }).list_moves(usize::MAX);
    solver.solve(&parse_position(text).unwrap()).map(|_| ())
}

#[test]
fn very_many_moves_are_refused_not_listed() {
    let heaps: Vec<String> = (1..=8000).map(|heap| heap.to_string()).collect();
    for text in [
        // Some ten million ways to lay 105 stones in 50 heaps.
        "split into 50 heaps[105]".to_owned(),
        format!("slow(3)[{}]", heaps.join(", ")),
        format!("take 1..2 from up to 3 heaps freely[{}]", heaps.join(", ")),
    ] {
        let error = within(16 << 20, &text).unwrap_err();
        assert_eq!(error.code(), "memory-limit", "{text:.40}");
    }
    // What is within the limit is answered.
    within(16 << 20, "split into 50 heaps[60]").unwrap();
}
