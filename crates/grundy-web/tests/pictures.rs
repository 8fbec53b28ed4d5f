//! The page draws tables itself, in the colours of the library's pictures.

use std::fs;
use std::path::Path;

use grundy_picture::Picture;
use grundy_picture::scale;
use grundy_solver::Solver;
use grundy_solver::limits::Budget;
use grundy_solver::notation::parse_game;
use grundy_solver::table::Show;
use grundy_solver::text::Lang;

fn source() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("page/src/explore/scale.ts")).unwrap()
}

#[test]
fn the_page_has_the_library_s_colours_for_numbers() {
    let source = source();
    let list = source.split("const STOPS").nth(1).unwrap().split("];").next().unwrap();
    let stops: Vec<String> = (0..9).map(|stop| format!("{:?},", scale::color(stop, 8))).collect();
    let written: Vec<&str> = list.lines().map(str::trim).filter(|line| line.starts_with('[')).collect();
    assert_eq!(written, stops);
}

#[test]
fn and_those_for_outcomes() {
    let line = parse_game("take 1, 2; win most").unwrap();
    let grid = Solver::default().table(&line, 6, 6, Show::Outcome).unwrap();
    let svg = Picture(&grid).to_svg(Lang::En, &Budget::default()).unwrap();
    for name in ["WON", "LOST", "DRAWN"] {
        let source = source();
        let color =
            source.split(&format!("const {name}: Color = [")).nth(1).unwrap().split(']').next().unwrap();
        let color: Vec<u8> = color.split(", ").map(|part| part.parse().unwrap()).collect();
        let hex = scale::hex(color.try_into().unwrap());
        assert!(svg.contains(&hex), "{name} {hex}");
    }
}
