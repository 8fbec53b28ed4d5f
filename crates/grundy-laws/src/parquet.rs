//! Parquet files that no writer produced.

use grundy_batch::{Format, Job};
use grundy_solver::batch::Column;
use grundy_solver::limits::Cancel;
use grundy_solver::notation::{Reading, parse_game};
use grundy_solver::text::Lang;

use crate::batch::{done, lines, refused};
use crate::sound;

/// Any bytes are read as a file of positions, or rejected.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let Ok(line) = parse_game("wythoff") else { return };
    for keep_going in [false, true] {
        let job = Job {
            line: Some(line.clone()),
            misere: false,
            reading: Reading::default(),
            show: vec![Column::Outcome],
            columns: Vec::new(),
            game_column: None,
            from: Format::Parquet,
            to: Format::JsonLines,
            only: keep_going,
            keep_going,
            limits: sound::LIMITS,
            threads: 1,
            cancel: Cancel::default(),
            lang: Lang::En,
            laws: grundy_solver::recognise::Laws::default(),
        };
        let (out, ended) = done(&job, data);
        refused(&ended);
        if let Ok(summary) = ended {
            assert_eq!(lines(&out), summary.rows);
        }
    }
}
