//! The quotients of `data/misere.tsv`, found by other programs, are found again, each with a certificate that holds.

use std::path::Path;

use grundy_core::limits::Budget;
use grundy_core::notation;
use grundy_misere::{Bounds, GameQuotient, certificate};
use grundy_verify::{Limits, QuotientCertificate, check_quotient};

#[test]
fn quotients_found_by_others_are_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/misere.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut rows = text.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.next(), Some("game\torder\tlost\tperiod\tpreperiod\tsource"));
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let [game, figures @ .., _] = &cells[..] else { panic!("{row}") };
        let figures: Vec<usize> = figures.iter().map(|cell| cell.parse().unwrap()).collect();
        let line = notation::parse_game(&format!("octal({game})")).unwrap();
        let mut quotient = GameQuotient::new(line.game.rules());
        quotient.extend(2600, Bounds::SHORT, &Budget::default()).unwrap();
        let repetition = quotient.repetition(0).unwrap();
        let monoid = quotient.monoid();
        let found = [monoid.order(), monoid.lost_count(), repetition.period, repetition.preperiod];
        assert_eq!(found[..], figures[..], "{game}");
        let text = certificate::of(&quotient, &Budget::default()).unwrap();
        let certificate = QuotientCertificate::from_bytes(text.as_bytes()).unwrap();
        let wrong = check_quotient(&certificate, Limits::default(), &mut |_, _| true).unwrap();
        assert_eq!(wrong, None, "{game}");
        count += 1;
    }
    assert!(count > 200, "{count}");
}
