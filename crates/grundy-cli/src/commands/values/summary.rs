//! Statistics of values in words and as JSON.

use std::fmt::Write as _;

use dashu_int::UBig;
use grundy_solver::number;
use grundy_solver::sequence::Statistics;
use serde_json::{Value as Json, json};

use super::{Known, Question, Sums};
use crate::options::Options;
use crate::words::filled;

/// The most of the frequent values that are shown in words.
const SHOWN: usize = 10;

/// The statistics of the values in words.
pub fn text(
    statistics: &Statistics,
    question: &Question,
    known: &Known,
    sums: Option<&Sums>,
    plot: Option<&str>,
    options: &Options,
) -> String {
    if options.json {
        return format!("{}\n", to_json(statistics, question, known, sums, plot));
    }
    let lang = options.lang;
    let heap = |number: u64| (&question.from + UBig::from(number)).to_string();
    let mut out = format!("{}\n", question.line.spelled);
    let mut row = |key: &str, blanks: &[(&str, &str)]| {
        let _ = writeln!(out, "{}", filled(lang, &format!("values.{key}"), blanks));
    };
    let count = statistics.count().to_string();
    row(
        "count",
        &[("count", &count), ("from", &question.from.to_string()), ("to", &question.to.to_string())],
    );
    if let Some(largest) = statistics.largest() {
        let (value, first, last) = (largest.value.to_string(), heap(largest.first), heap(largest.last));
        row("largest", &[("value", &value), ("first", &first), ("last", &last)]);
    }
    if let Some(period) = known.period {
        let (s, p) = (period.preperiod.to_string(), period.period.to_string());
        let (key, saltus) = if period.saltus == 0 {
            ("period", String::new())
        } else {
            ("period-rising", period.saltus.to_string())
        };
        row(key, &[("period", &p), ("preperiod", &s), ("saltus", &saltus)]);
        if let Some(last) = period.preperiod.checked_sub(1) {
            row("exception", &[("heap", &last.to_string())]);
        }
    }
    if let Some(rares) = known.rares {
        row("rares", &[("count", &rares.count.to_string()), ("last", &rares.last.to_string())]);
    }
    let mut often: Vec<(u32, u64)> = statistics.frequencies().into_iter().collect();
    often.sort_by_key(|(value, count)| (std::cmp::Reverse(*count), *value));
    let different = often.len();
    let listed: Vec<String> =
        often.iter().take(SHOWN).map(|(value, count)| format!("{value} ({count})")).collect();
    row("frequencies", &[("different", &different.to_string()), ("list", &listed.join(", "))]);
    if let Some(Sums { heaps, lost, all }) = sums {
        let (heaps, lost, all) = (heaps.to_string(), lost.to_string(), all.to_string());
        row("sums", &[("heaps", &heaps), ("lost", &lost), ("all", &all)]);
    }
    row("checksum", &[("sum", &format!("{:016x}", statistics.checksum()))]);
    out
}

fn to_json(
    statistics: &Statistics,
    question: &Question,
    known: &Known,
    sums: Option<&Sums>,
    plot: Option<&str>,
) -> Json {
    let heap = |number: u64| number::natural_to_json(&(&question.from + UBig::from(number)));
    let largest = statistics.largest().map(
        |largest| json!({"value": largest.value, "first": heap(largest.first), "last": heap(largest.last)}),
    );
    let period = known.period.map(|found| {
        json!({
            "period": found.period,
            "preperiod": found.preperiod,
            "saltus": found.saltus,
            "last_exception": found.preperiod.checked_sub(1),
        })
    });
    let rares = known.rares.map(
        |rares| json!({"count": rares.count, "last": rares.last, "mask": rares.mask, "parity": rares.parity}),
    );
    let frequencies: Vec<[u64; 2]> =
        statistics.frequencies().into_iter().map(|(value, count)| [u64::from(value), count]).collect();
    let mut json = json!({
        "schema": 1,
        "game": &*question.line.spelled,
        "from": number::natural_to_json(&question.from),
        "to": number::natural_to_json(&question.to),
        "count": statistics.count(),
        "largest": largest,
        "period": period,
        "rares": rares,
        "frequencies": frequencies,
        "above_65535": statistics.above_counted(),
        "checksum": format!("{:016x}", statistics.checksum()),
        "engine": known.engine,
    });
    if let Some(Sums { heaps, lost, all }) = sums {
        let number = number::natural_to_json;
        json["sums"] = json!({"heaps": heaps, "lost": number(lost), "all": number(all)});
    }
    if let Some(path) = plot {
        json["plot"] = path.into();
    }
    json
}
