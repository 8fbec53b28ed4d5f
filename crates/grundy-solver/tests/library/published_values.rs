//! Published values and periods, read from `data/` and compared with the library.

use std::path::Path;

use dashu_int::UBig;
use grundy_solver::limits::Budget;
use grundy_solver::notation::parse_game;
use grundy_solver::sequence::{HeapFunctions, Periodic, Table};

/// The rows of a table in `data/`, without comments and the header.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Every period of the table that plain recursion reaches quickly, with the largest value.
#[test]
fn periods_of_octal_games() {
    const SHORT: usize = 2000;
    let budget = Budget::default();
    let mut checked = 0;
    for row in rows("octal.tsv") {
        let [game, period, preperiod, max, ..] = &row[..] else { panic!("{row:?}") };
        let (Ok(period), Ok(preperiod)) = (period.parse::<usize>(), preperiod.parse::<usize>()) else {
            continue;
        };
        // The game whose every digit is 0 has no notation.
        if period + preperiod >= SHORT || game == "." {
            continue;
        }
        let code = if game.starts_with('.') { format!("octal(0{game})") } else { format!("octal({game})") };
        let rules = parse_game(&code).unwrap().game.rules().unwrap().clone();
        let found = Periodic::new(&rules).unwrap().prove(4 * SHORT, &budget).unwrap();
        let found = found.unwrap_or_else(|| panic!("{game} has no period"));
        assert_eq!((found.period, found.preperiod), (period, preperiod), "{game}");
        let last = (period + preperiod - 1) as u64;
        let largest = Table::new(&rules).with_values(last, &budget, |v| v.iter().max()).unwrap();
        assert_eq!(largest.map(|v| v.to_string()).as_ref(), Some(max), "{game}");
        checked += 1;
    }
    assert!(checked > 100);
}

#[test]
fn sequences_of_heap_values() {
    let budget = Budget::default();
    let functions = HeapFunctions::default();
    let games = [
        ("A002186", "kayles"),
        ("A002187", "octal(0.137)"),
        ("A002188", "grundy"),
        ("A014588", "take fibonacci"),
    ];
    let rows = rows("oeis.tsv");
    for (number, game) in games {
        let row = rows.iter().find(|row| row[0] == number).unwrap();
        assert_eq!(row[2], "0", "{number} begins elsewhere");
        let function = functions.of(parse_game(game).unwrap().game.rules().unwrap());
        for (n, term) in row[3].split(',').enumerate() {
            let value = function.value(&UBig::from(n), &budget).unwrap();
            assert_eq!(value.to_string(), term, "{game} {n}");
        }
    }
}

#[test]
fn the_table_of_nim_products() {
    use grundy_solver::nimber::Nimber;
    let rows = rows("oeis.tsv");
    let row = rows.iter().find(|row| row[0] == "A051775").unwrap();
    let places = (0u64..).flat_map(|sum| (0..=sum).map(move |a| (a, sum - a)));
    for ((a, b), term) in places.zip(row[3].split(',')) {
        assert_eq!(a.nim_product(b).to_string(), term, "{a} times {b}");
    }
}
