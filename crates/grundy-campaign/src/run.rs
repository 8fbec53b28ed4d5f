//! Many rounds: distributed over threads, counted in order, and saved in a file so that a stopped run can resume.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::case::{Scope, check};
use crate::generator::{self, Random};
use crate::own;
use crate::shrink::shrink;
use crate::solvers::Solvers;
use crate::spelling::respelled;
use crate::steps::Rechecked;

/// Rounds that share one pair of solvers, so that their caches are tested too.
const CHUNK: u64 = 64;
/// The run ends after this many disagreements.
const ENOUGH: usize = 12;
/// One round in this many is a graph or a script.
const OWN_EVERY: u64 = 32;
/// In one round in this many the game as a whole is checked too, which takes longer.
const GAME_EVERY: u64 = 32;
/// Time between two writes of the state, and between two reports.
const SAVE_EVERY: Duration = Duration::from_millis(500);
const TELL_EVERY: Duration = Duration::from_secs(5);

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The least number of positions to compare.
    pub cases: u64,
    /// The seed of the rounds.
    pub seed: u64,
    /// The file of the state; a run with the same seed resumes from it.
    pub state: Option<PathBuf>,
    /// The time limit.
    pub time: Option<Duration>,
    /// Rounds whose text does not contain this are skipped.
    pub only: Option<String>,
}

/// The results so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The seed of the run.
    pub seed: u64,
    /// Rounds done, counted from the first of the seed.
    pub rounds: u64,
    /// Rounds whose text was a position small enough for plain search.
    pub games: u64,
    /// Positions compared in all.
    pub cases: u64,
    /// Games that the second implementation of the notation answered too.
    #[serde(default)]
    pub read_twice: u64,
    /// Cells of tables, values, periods, laws and programs that were compared.
    #[serde(default)]
    pub whole: BTreeMap<String, u64>,
    /// Rounds by the method that answered.
    pub methods: BTreeMap<String, u64>,
    /// Steps of explanations that were recomputed, by identifier.
    pub steps: BTreeMap<String, u64>,
    /// Steps with numbers that were not recomputed.
    pub steps_unknown: BTreeMap<String, u64>,
    /// Disagreements: the shrunk position, and the reason.
    pub failures: Vec<String>,
    /// Seconds of the run, from start to end, over all resumptions.
    pub seconds: f64,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.rounds += other.rounds;
        self.games += other.games;
        self.cases += other.cases;
        self.read_twice += other.read_twice;
        for (mine, theirs) in [
            (&mut self.whole, other.whole),
            (&mut self.methods, other.methods),
            (&mut self.steps, other.steps),
            (&mut self.steps_unknown, other.steps_unknown),
        ] {
            for (name, count) in theirs {
                *mine.entry(name).or_default() += count;
            }
        }
        self.failures.extend(other.failures);
    }

    fn load(path: &Path, seed: u64) -> Result<Self> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self { seed, ..Self::default() }),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let tally: Self = serde_json::from_str(&text)
            .with_context(|| format!("{} is not the state of a campaign", path.display()))?;
        if tally.seed != seed {
            bail!("{} is the state of seed {}; use another --state FILE", path.display(), tally.seed);
        }
        Ok(tally)
    }

    /// Written to a temporary file and renamed, so that the state is always complete.
    fn save(&self, path: &Path) -> Result<()> {
        let beside = path.with_extension("new");
        fs::write(&beside, serde_json::to_string_pretty(self)?)
            .and_then(|()| fs::rename(&beside, path))
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The lock of the run that uses this state. The operating system releases it when the process ends.
fn lock(state: &Path) -> Result<File> {
    let path = state.with_extension("lock");
    let opened = OpenOptions::new().create(true).append(true).open(&path);
    let file = opened.with_context(|| format!("cannot write {}", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!("another campaign uses {}; wait for it, or use another --state FILE", state.display())
        }
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}

/// The text of one round: small positions of every form, and in every second round a large one of a single game; a
/// quarter of them in another spelling. Some rounds are a graph or a script.
pub fn text_of(seed: u64, round: u64) -> String {
    let mut random = Random::new(seed ^ round.wrapping_mul(0xD6E8_FEB8_6659_FD93));
    if round % OWN_EVERY == 1 {
        return own::position(&mut random);
    }
    let text = if round.is_multiple_of(2) {
        generator::position(&mut random)
    } else {
        generator::wide_position(&mut random)
    };
    if random.once_in(4) { respelled(&text, &mut random) } else { text }
}

fn scope_of(round: u64) -> Scope {
    if round.is_multiple_of(GAME_EVERY) { Scope::Game } else { Scope::Position }
}

/// Chunks that are done out of order, and the total.
struct Board {
    tally: Tally,
    ahead: BTreeMap<u64, Tally>,
    saved: Instant,
    reported: Instant,
    error: Option<anyhow::Error>,
}

/// Runs rounds until `plan.cases` positions are compared, the time is up, or there are enough disagreements.
/// `report` receives the tally at intervals.
pub fn run(plan: &Plan, report: &(dyn Fn(&Tally) + Sync)) -> Result<Tally> {
    let began = Instant::now();
    let (tally, _lock) = match &plan.state {
        Some(path) => {
            let lock = lock(path)?;
            (Tally::load(path, plan.seed)?, Some(lock))
        }
        None => (Tally { seed: plan.seed, ..Tally::default() }, None),
    };
    let before = tally.seconds;
    let next = AtomicU64::new(tally.rounds);
    let board =
        Mutex::new(Board { tally, ahead: BTreeMap::new(), saved: began, reported: began, error: None });
    let work = || {
        while let Some(first) = next_chunk(plan, &board, &next, began) {
            let done = chunk(plan, first);
            let Ok(mut board) = board.lock() else { return };
            board.ahead.insert(first, done);
            // Chunks beyond those that the plan needs are not counted: their number depends on the threads.
            let mut at = board.tally.rounds;
            while !is_done(plan, &board.tally)
                && let Some(done) = board.ahead.remove(&at)
            {
                board.tally.add(done);
                at = board.tally.rounds;
            }
            board.tally.seconds = before + began.elapsed().as_secs_f64();
            if board.saved.elapsed() >= SAVE_EVERY {
                board.saved = Instant::now();
                if let Some(path) = &plan.state
                    && let Err(error) = board.tally.save(path)
                {
                    board.error = Some(error);
                    return;
                }
            }
            if board.reported.elapsed() >= TELL_EVERY {
                board.reported = Instant::now();
                report(&board.tally);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let board = board.into_inner().map_err(|_| anyhow::anyhow!("a thread of the campaign panicked"))?;
    if let Some(error) = board.error {
        return Err(error);
    }
    if let Some(path) = &plan.state {
        board.tally.save(path)?;
    }
    Ok(board.tally)
}

fn is_done(plan: &Plan, tally: &Tally) -> bool {
    tally.cases >= plan.cases || tally.failures.len() >= ENOUGH
}

fn next_chunk(plan: &Plan, board: &Mutex<Board>, next: &AtomicU64, began: Instant) -> Option<u64> {
    let board = board.lock().ok()?;
    let done = is_done(plan, &board.tally)
        || board.error.is_some()
        || plan.time.is_some_and(|time| began.elapsed() >= time);
    (!done).then(|| next.fetch_add(CHUNK, Ordering::Relaxed))
}

fn chunk(plan: &Plan, first: u64) -> Tally {
    let solvers = Solvers::default();
    let mut steps = Rechecked::default();
    let mut tally = Tally::default();
    for round in first..first + CHUNK {
        tally.rounds += 1;
        let text = text_of(plan.seed, round);
        if plan.only.as_ref().is_some_and(|only| !text.contains(only)) {
            continue;
        }
        let scope = scope_of(round);
        match check(&text, scope, &solvers, &mut steps) {
            Ok(Some(compared)) => {
                tally.games += 1;
                tally.cases += compared.positions;
                tally.read_twice += u64::from(compared.read_twice);
                for (what, count) in compared.whole.counts() {
                    *tally.whole.entry(what.into()).or_default() += count;
                }
                *tally.methods.entry(compared.method.into()).or_default() += 1;
            }
            Ok(None) => {}
            Err(why) => tally.failures.push(described(&text, scope, &why)),
        }
    }
    let owned = |counts: BTreeMap<&str, u64>| counts.into_iter().map(|(id, n)| (id.to_owned(), n)).collect();
    tally.steps = owned(steps.right);
    tally.steps_unknown = owned(steps.unknown);
    tally
}

/// The text of a failure: shrunk if it fails with new solvers; otherwise, since it needs those of its chunk, unchanged.
fn described(text: &str, scope: Scope, why: &str) -> String {
    let fails = |text: &str| check(text, scope, &Solvers::default(), &mut Rechecked::default()).err();
    if fails(text).is_none() {
        return format!("{text}\n    {why}\n    (only after the questions before it)");
    }
    let small = shrink(text, |text| fails(text).is_some());
    let why = fails(&small).unwrap_or_else(|| why.to_owned());
    format!("{small}\n    {why}\n    (made smaller from {text})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_run_goes_on_and_counts_the_same() {
        let folder = std::env::temp_dir().join(format!("grundy-campaign-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let state = folder.join("state.json");
        let plan = |cases, state| Plan { cases, seed: 5, state, time: None, only: None };
        let first = run(&plan(1_000, Some(state.clone())), &|_| {}).unwrap();
        let short: u64 =
            (0..first.rounds - CHUNK).step_by(64).map(|first| chunk(&plan(0, None), first).cases).sum();
        assert!(short < 1_000, "no chunk more than was needed");
        let again = run(&plan(3_000, Some(state.clone())), &|_| {}).unwrap();
        let mut whole = Tally { seed: 5, ..Tally::default() };
        for first in (0..again.rounds).step_by(64) {
            whole.add(chunk(&plan(0, None), first));
        }
        assert_eq!((whole.rounds, whole.games, whole.cases), (again.rounds, again.games, again.cases));
        assert_eq!((whole.methods, whole.steps), (again.methods, again.steps));
        let other = Plan { seed: 6, ..plan(10, Some(state.clone())) };
        assert!(run(&other, &|_| {}).is_err(), "a state of another seed");
        let busy = lock(&state).unwrap();
        assert!(run(&plan(4_000, Some(state.clone())), &|_| {}).is_err(), "two at once");
        drop(busy);
        let whole = fs::read(&state).unwrap();
        for damaged in [&whole[..whole.len() / 2], b"{}", b"\xff\x00", b""] {
            fs::write(&state, damaged).unwrap();
            assert!(run(&plan(4_000, Some(state.clone())), &|_| {}).is_err(), "{damaged:?}");
            assert_eq!(fs::read(&state).unwrap(), damaged);
        }
        fs::remove_file(&state).unwrap();
        fs::create_dir(&state).unwrap();
        assert!(run(&plan(4_000, Some(state)), &|_| {}).is_err(), "a folder");
        fs::remove_dir_all(folder).unwrap();
    }
}
