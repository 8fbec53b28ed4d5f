//! `judge` with the real solver: moves as the profile lists them, outputs checked.

use crate::common::{grundy, piped, refused};
use std::fs;

#[test]
fn a_move_that_two_rules_allow_is_one_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let profile = folder.path().join("twice.toml");
    let toml = r#"
        game = "take 1, 2 or take 1 from max heap"
        position = "a b"
        [input]
        pattern = "(a b)*"
        [output]
        N = "N {{ count }} {{ moves | length }}"
        P = "P"
        move = "{{ heap }} {{ amount }}"
        order = "heap"
    "#;
    fs::write(&profile, toml).expect("a profile");
    let run = piped(&["judge", profile.to_str().expect("a path")], "4 0 1 0 3 4\n");
    assert_eq!((run.code, run.out.as_str()), (0, "N 1 1\n1 1\nN 1 1\n1 1\nN 2 2\n1 2\n2 1\n"), "{}", run.err);
}

#[test]
fn the_output_to_check_may_come_from_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("in.txt");
    fs::write(&input, "2 1\n8 4\n4 7\n").expect("an input");
    let input = input.to_str().expect("a path");
    let right = grundy(&["judge", "POJ 1067", input]).out;
    assert_eq!(piped(&["judge", "POJ 1067", input, "--check", "-"], &right).code, 0);
    assert_eq!(piped(&["judge", "POJ 1067", input, "--check", "-"], "1\n").code, 1);
    let (_, error) = refused(&["judge", "POJ 1067", "--check", "-"], "", 2);
    assert_eq!(error["code"], "one-standard-input");
}
