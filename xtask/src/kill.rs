//! `cargo xtask kill-test`: long jobs killed at random moments and restarted until they are done. The result must
//! equal that of an uninterrupted run, byte for byte.
//!
//! The moments are within a fraction of the time of the whole job, so that a job that lost its work with every
//! kill would never end. The report compares the total work with the time of one run.

use std::fs;
use std::io::BufWriter;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::inputs::{self, Random};
use crate::repository;
use crate::step::{Step, Tally};

/// The default number of kills of each job.
const TIMES: u64 = 100;
/// A job that is not done after this many kills does not keep its work.
const MOST_KILLS: u64 = 400;
/// Time between two checks whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);

/// A long job: commands that run in order, restarted from the first one after every kill.
struct Job {
    name: &'static str,
    /// The arguments of each command; `@/` stands for the job's folder.
    commands: Vec<(Program, Vec<&'static str>)>,
    /// The output to compare.
    result: Outcome,
    /// The latest moment of a kill, in percent of the time of the whole job.
    share: u32,
}

#[derive(Clone, Copy)]
enum Program {
    Grundy,
    Campaign,
}

/// The source of a job's result.
#[derive(Clone, Copy)]
enum Outcome {
    /// A file; `whole` means that it is written atomically.
    File { name: &'static str, whole: bool },
    /// The output of the last command, from this word to the next comma.
    Printed(&'static str),
    /// The lines of a file that do not contain `but`.
    Lines { name: &'static str, but: &'static str },
}

/// The statistics of a job.
struct Found {
    kills: u64,
    runs: u64,
    work: Duration,
    alone: Duration,
}

/// Kills every job `times` times; `grundy` is built unless a program is given.
pub fn run(arguments: &[&str]) -> Result<bool> {
    let (mut times, mut wanted, mut given) = (TIMES, None, None);
    let mut rest = arguments.iter();
    while let Some(&name) = rest.next() {
        let value = *rest.next().with_context(|| format!("{name} needs a value"))?;
        match name {
            "--times" => times = value.parse().context("--times is a whole number")?,
            "--job" => wanted = Some(value),
            "--program" => given = Some(PathBuf::from(value)),
            _ => bail!("unknown option {name}; the options are --times N, --job NAME, --program FILE"),
        }
    }
    let mut programs =
        ["grundy", "grundy-campaign"].map(|name| repository::path("target/release").join(name));
    let mut packages = vec!["--package", "grundy-campaign"];
    if let Some(given) = given {
        programs[0] = given;
    } else {
        packages.extend(["--package", "grundy-cli"]);
    }
    let build = Step::cargo("release build", &[&["build", "--release"], &packages[..]].concat());
    if wanted != Some("campaign") && packages.len() == 2 {
        // The given program is the only one that is needed.
    } else {
        ensure!(build.run(&mut Tally::default())?, "failed: {}", build.command_line());
    }
    let place = repository::path("target/kill-test");
    let _ = fs::remove_dir_all(&place);
    let jobs = jobs();
    ensure!(
        wanted.is_none_or(|wanted| jobs.iter().any(|job| job.name == wanted)),
        "the jobs are {}",
        jobs.iter().map(|job| job.name).collect::<Vec<_>>().join(", ")
    );
    println!("\n| job | kills | whole runs, all equal | work in all | one run | ratio |");
    println!("| --- | --: | --: | --: | --: | --: |");
    for job in jobs.iter().filter(|job| wanted.is_none_or(|wanted| job.name == wanted)) {
        let found = job.kill(&programs, &place.join(job.name), times)?;
        let (work, alone) = (found.work.as_millis(), found.alone.as_millis());
        let ratio = work * 100 / (alone * u128::from(found.runs)).max(1);
        println!(
            "| {} | {} | {} | {}.{} s | {}.{} s | {}.{:02} |",
            job.name,
            found.kills,
            found.runs,
            work / 1000,
            work % 1000 / 100,
            alone / 1000,
            alone % 1000 / 100,
            ratio / 100,
            ratio % 100,
        );
    }
    fs::remove_dir_all(&place)?;
    Ok(true)
}

/// The jobs: all that keep state on disk, and one that writes a whole file.
fn jobs() -> Vec<Job> {
    use Outcome::{File, Lines, Printed};
    use Program::{Campaign, Grundy};
    let batch = ["batch", "take 1, 3, 4", "@/in.txt", "--show", "outcome,value,first-move", "-q", "--out"];
    let batch = |more: &[&'static str]| (Grundy, [&batch[..], more].concat());
    let shards = ["1/4", "2/4", "3/4", "4/4"].map(|shard| batch(&["@/out.txt", "--shard", shard]));
    let merge = (Grundy, vec!["batch", "merge", "@/out.txt", "--remove"]);
    vec![
        Job {
            name: "values",
            commands: vec![(
                Grundy,
                vec!["values", "octal(0.6)", "--to", "2e6", "--stats", "--json", "-q", "--state", "@/state"],
            )],
            result: Printed("\"checksum\":"),
            share: 30,
        },
        Job {
            // Forty-eight segments of 2^22 values, in several times the two seconds between two savings.
            name: "segments",
            commands: vec![(
                Grundy,
                vec!["values", "octal(0.16)", "--to", "2e8", "--stats", "--json", "-q", "--state", "@/state"],
            )],
            result: Printed("\"checksum\":"),
            share: 60,
        },
        Job {
            name: "sweep",
            commands: vec![(Grundy, vec!["sweep", "subtract", "1..17", "-q", "--out", "@/out.csv"])],
            result: File { name: "out.csv", whole: true },
            share: 30,
        },
        Job {
            name: "shards",
            commands: shards.into_iter().chain([merge]).collect(),
            result: File { name: "out.txt", whole: true },
            share: 50,
        },
        Job {
            name: "batch",
            commands: vec![batch(&["@/out.txt"])],
            result: File { name: "out.txt", whole: true },
            share: 130,
        },
        Job {
            name: "campaign",
            commands: vec![(Campaign, vec!["--cases", "60000", "--seed", "7", "--state", "@/state.json"])],
            result: Lines { name: "state.json", but: "\"seconds\"" },
            share: 50,
        },
    ]
}

impl Job {
    fn kill(&self, programs: &[PathBuf; 2], place: &Path, times: u64) -> Result<Found> {
        let mut random = Random::new();
        self.begin(place)?;
        let begun = Instant::now();
        ensure!(self.until(programs, place, None)?, "{}: was killed by another process", self.name);
        let alone = begun.elapsed();
        let expected = self.result(place)?;
        let mut found = Found { kills: 0, runs: 0, work: Duration::ZERO, alone };
        while found.kills < times {
            self.begin(place)?;
            let mut kills = 0;
            loop {
                // After the last kill the job runs to its end.
                let longest = u64::try_from(alone.as_micros())? * u64::from(self.share) / 100;
                let moment =
                    (found.kills + kills < times).then(|| Duration::from_micros(random.up_to(longest)));
                let begun = Instant::now();
                let ended = self.until(programs, place, moment)?;
                found.work += begun.elapsed();
                if ended {
                    break;
                }
                kills += 1;
                ensure!(kills < MOST_KILLS, "{}: unfinished after {kills} kills", self.name);
                self.look(place, &expected)?;
            }
            found.kills += kills;
            found.runs += 1;
            ensure!(self.result(place)? == expected, "{}: different result after {kills} kills", self.name);
        }
        Ok(found)
    }

    /// Creates the folder with the input of the job.
    fn begin(&self, place: &Path) -> Result<()> {
        let _ = fs::remove_dir_all(place);
        fs::create_dir_all(place)?;
        if self.commands.iter().any(|(_, words)| words.contains(&"@/in.txt")) {
            let mut out = BufWriter::new(fs::File::create(place.join("in.txt"))?);
            inputs::write_positions(&mut out, 500_000)?;
        }
        Ok(())
    }

    /// Runs the commands; `false` if one of them was killed, `moment` after the start of the first.
    fn until(&self, programs: &[PathBuf; 2], place: &Path, moment: Option<Duration>) -> Result<bool> {
        let begun = Instant::now();
        for (program, words) in &self.commands {
            let mut command = Command::new(match program {
                Program::Grundy => &programs[0],
                Program::Campaign => &programs[1],
            });
            for word in words {
                match word.strip_prefix("@/") {
                    Some(name) => command.arg(place.join(name)),
                    None => command.arg(word),
                };
            }
            let printed = fs::File::create(place.join("printed"))?;
            let child = command.stdin(Stdio::null()).stdout(printed).stderr(Stdio::piped()).spawn()?;
            let left = moment.map(|moment| moment.saturating_sub(begun.elapsed()));
            if !ended(child, left).with_context(|| format!("{}: {command:?}", self.name))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Checks after a kill that the result is complete or absent.
    fn look(&self, place: &Path, expected: &[u8]) -> Result<()> {
        if let Outcome::File { name, whole: true } = self.result {
            let torn = fs::read(place.join(name)).is_ok_and(|bytes| bytes != expected);
            ensure!(!torn, "{}: {name} is incomplete", self.name);
        }
        // Files left by killed runs must not accumulate.
        let files = fs::read_dir(place)?.count();
        ensure!(files <= 16, "{}: {files} files remain", self.name);
        Ok(())
    }

    /// The output that is compared.
    fn result(&self, place: &Path) -> Result<Vec<u8>> {
        let read =
            |name: &str| fs::read(place.join(name)).with_context(|| format!("{}: no {name}", self.name));
        Ok(match self.result {
            Outcome::File { name, .. } => read(name)?,
            Outcome::Printed(word) => {
                let printed = String::from_utf8(read("printed")?)?;
                let (_, rest) =
                    printed.split_once(word).with_context(|| format!("no {word} in {printed}"))?;
                rest.split(',').next().unwrap_or_default().into()
            }
            Outcome::Lines { name, but } => {
                let text = String::from_utf8(read(name)?)?;
                text.lines().filter(|line| !line.contains(but)).collect::<Vec<_>>().join("\n").into()
            }
        })
    }
}

/// Waits for a process to end. Kills it after `left` and returns `false`; any other unsuccessful end is an error.
fn ended(mut child: Child, left: Option<Duration>) -> Result<bool> {
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        match left {
            Some(left) if begun.elapsed() >= left => {
                child.kill()?;
                break child.wait()?;
            }
            Some(left) => sleep(LOOK.min(left.saturating_sub(begun.elapsed()))),
            None => sleep(LOOK),
        }
    };
    if status.signal() == Some(9) {
        return Ok(false);
    }
    let mut printed = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        std::io::Read::read_to_string(&mut stderr, &mut printed)?;
    }
    ensure!(status.success(), "ended with {status}\n{printed}");
    Ok(true)
}
