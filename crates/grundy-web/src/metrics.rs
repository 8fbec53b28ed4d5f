//! Counters of questions and their results, for a monitor such as Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use serde_json::Value as Json;

/// The media type of [`Metrics::text`].
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper bounds of the duration buckets, in seconds.
const BOUNDS: [f64; 7] = [0.001, 0.01, 0.05, 0.25, 1.0, 5.0, 30.0];

/// A question that was answered.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Answered {
    endpoint: &'static str,
    method: String,
    outcome: String,
}

/// The labels of a question.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Asked {
    endpoint: &'static str,
}

/// A request without an answer.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Refused {
    status: u16,
    code: String,
}

/// The counters. Labels never come from requests, so clients cannot create new series.
pub struct Metrics {
    registry: Registry,
    answered: Family<Answered, Counter>,
    durations: Family<Asked, Histogram>,
    refused: Family<Refused, Counter>,
    running: Gauge,
    waiting: Gauge,
    memory: Gauge<u64, AtomicU64>,
}

impl Metrics {
    /// All counters at zero; `memory` is the limit of one question.
    pub fn new(memory: u64) -> Self {
        let mut registry = Registry::default();
        let metrics = Self {
            answered: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(BOUNDS)),
            refused: Family::default(),
            running: Gauge::default(),
            waiting: Gauge::default(),
            memory: Gauge::default(),
            registry: Registry::default(),
        };
        registry.register(
            "grundy_build",
            "The version of the program",
            Info::new([("version", env!("CARGO_PKG_VERSION"))]),
        );
        registry.register(
            "grundy_questions",
            "Questions answered, by method and outcome where the answer has them",
            metrics.answered.clone(),
        );
        registry.register_with_unit(
            "grundy_question",
            "From the question to its answer, waiting included",
            Unit::Seconds,
            metrics.durations.clone(),
        );
        registry.register(
            "grundy_refusals",
            "Requests without an answer, by status and code",
            metrics.refused.clone(),
        );
        registry.register(
            "grundy_questions_running",
            "Questions that are computed now",
            metrics.running.clone(),
        );
        registry.register(
            "grundy_questions_waiting",
            "Questions that wait for a thread",
            metrics.waiting.clone(),
        );
        let limit: Gauge<u64, AtomicU64> = Gauge::default();
        limit.set(memory);
        registry.register_with_unit(
            "grundy_question_memory_limit",
            "What one question may take",
            Unit::Bytes,
            limit,
        );
        if resident().is_some() {
            let what = "Memory of the process that is in use";
            registry.register_with_unit("process_resident_memory", what, Unit::Bytes, metrics.memory.clone());
        }
        Self { registry, ..metrics }
    }

    /// Counts an answer.
    pub fn answered(&self, endpoint: &'static str, answer: &Json, took: Duration) {
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let (method, outcome) = (text(&answer["method"]["name"]), text(&answer["outcome"]));
        self.answered.get_or_create(&Answered { endpoint, method, outcome }).inc();
        self.durations.get_or_create(&Asked { endpoint }).observe(took.as_secs_f64());
    }

    /// Counts a request without an answer.
    pub fn refused(&self, status: u16, code: &str) {
        self.refused.get_or_create(&Refused { status, code: code.to_owned() }).inc();
    }

    /// All metrics, in the text format of Prometheus and `OpenMetrics`. `load` is the number of running and waiting
    /// questions.
    pub fn text(&self, (running, waiting): (usize, usize)) -> String {
        let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        self.running.set(whole(running));
        self.waiting.set(whole(waiting));
        if let Some(memory) = resident() {
            self.memory.set(memory);
        }
        let mut text = String::new();
        if encode(&mut text, &self.registry).is_err() {
            text.clear();
            let _ = writeln!(text, "# EOF");
        }
        text
    }
}

/// The memory of this process, if the system reports it in a file.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_counted_is_said() {
        let metrics = Metrics::new(7);
        let solved = json!({"outcome": "N", "method": {"name": "wythoff"}});
        metrics.answered("solve", &solved, Duration::from_millis(20));
        metrics.answered("solve", &solved, Duration::from_millis(2));
        metrics.answered("games", &json!({"games": []}), Duration::ZERO);
        metrics.refused(503, "busy");
        let text = metrics.text((2, 5));
        for line in [
            "grundy_questions_total{endpoint=\"solve\",method=\"wythoff\",outcome=\"N\"} 2",
            "grundy_questions_total{endpoint=\"games\",method=\"\",outcome=\"\"} 1",
            "grundy_question_seconds_bucket{le=\"0.01\",endpoint=\"solve\"} 1",
            "grundy_question_seconds_count{endpoint=\"solve\"} 2",
            "grundy_refusals_total{status=\"503\",code=\"busy\"} 1",
            "grundy_questions_running 2",
            "grundy_questions_waiting 5",
            "grundy_question_memory_limit_bytes 7",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        assert!(text.ends_with("# EOF\n"));
    }
}
