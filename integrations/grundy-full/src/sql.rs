//! `sql`: the functions over files, on this machine or on a cluster.

use std::io::{self, IsTerminal, Read};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use grundy_cli::commands::{print, read_text};
use grundy_cli::failure::Failure;
use grundy_cli::long_run::cancel_on_interrupt;
use grundy_cli::options::{Options, flag};
use grundy_cli::output::Output;
use grundy_cli::progress;
use grundy_cli::words::filled;
use grundy_sql::shards::{Job, Outcome};
use grundy_sql::write::{Format, Writer};
use grundy_sql::{Error, Setting, block_on, script, session, shards};
use serde_json::json;

use crate::failure;

/// The longest text of statements, in bytes.
const MAX_QUERY: u64 = 16 << 20;

/// Where statements run.
struct Place<'a> {
    setting: Setting,
    cluster: Option<&'a String>,
}

impl Place<'_> {
    #[cfg_attr(not(feature = "cluster"), allow(clippy::unused_async, reason = "the cluster's waits"))]
    async fn session(&self) -> Result<session::Session, Error> {
        #[cfg(feature = "cluster")]
        if let Some(address) = self.cluster {
            return grundy_sql::cluster::client(address, &self.setting).await;
        }
        Ok(session::local(&self.setting)?)
    }
}

/// Runs statements.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let given = |name: &str| matches.get_one::<String>(name);
    let cluster = given("cluster");
    if cluster.is_some() && !cfg!(feature = "cluster") {
        return Err(Failure::usage("cluster-missing", vec![]));
    }
    let text = text(matches)?;
    let tables = tables(matches)?;
    let mut setting =
        Setting { lang: options.lang, limits: options.limits, cancel: cancel_on_interrupt(), sole: true };
    #[cfg(feature = "cluster")]
    if cluster.is_some() && matches.get_one::<usize>("threads").is_none() {
        setting.limits.threads = grundy_sql::cluster::PARTS;
    }
    // The time is for the whole query; a solver that still runs at its end is abandoned.
    setting.limits.threads = setting.limits.threads.max(1);
    let place = Place { setting, cluster };
    let named = given("format").and_then(|name| Format::of(name));
    if let Some(table) = given("each") {
        let format = named.unwrap_or(Format::Parquet);
        return each(&place, &text, table, &tables, format, matches, options);
    }
    let named = if options.json { Some(Format::Json) } else { named };
    let format = match given("out").filter(|path| *path != "-") {
        Some(path) => Format::of_file(path, named).map_err(|error| failure(error.into(), options.lang))?,
        None => named.unwrap_or(Format::Table),
    };
    let mut output = Output::create(given("out"))?;
    if format == Format::Parquet && output.is_stdout() && io::stdout().is_terminal() {
        return Err(Failure::usage("parquet-terminal", vec![]));
    }
    let mut unwritten = None;
    let result = block_on(options.threads, async {
        let session = place.session().await?;
        for (name, path) in &tables {
            session::add_table(&session, name, path).await?;
        }
        let mut writer = Writer::new(format, options.lang);
        let mut out = |bytes: &[u8]| {
            let written = output.write(bytes).and_then(|()| output.flush());
            written.map_err(|failure| {
                unwritten = Some(failure);
                io::Error::from(io::ErrorKind::WriteZero)
            })
        };
        script::run(&session, &place.setting, &text, &mut writer, &mut out).await
    });
    if let Some(unwritten) = unwritten {
        return Err(unwritten);
    }
    result.map_err(|error| failure(error, options.lang))?;
    output.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Writes one output file for each input file of a table.
fn each(
    place: &Place<'_>,
    text: &str,
    table: &str,
    tables: &[(String, String)],
    format: Format,
    matches: &ArgMatches,
    options: &Options,
) -> Result<ExitCode, Failure> {
    let Some((_, input)) = tables.iter().find(|(name, _)| name == table) else {
        return Err(Failure::usage("each-table", vec![("name", table.to_owned())]));
    };
    let job = Job {
        query: text.to_owned(),
        table: table.to_owned(),
        input: input.clone(),
        output: matches.get_one::<String>("out").map(PathBuf::from).unwrap_or_default(),
        format,
        at_once: if place.cluster.is_some() { place.setting.threads() } else { 1 },
    };
    let watched = progress::is_watched(flag(matches, "quiet"));
    let shown = |done: usize, total: usize| {
        if watched {
            let blanks = [("done", &*done.to_string()), ("total", &*total.to_string())];
            progress::line(&filled(options.lang, "sql.progress", &blanks));
        }
    };
    let session = || async {
        let session = place.session().await?;
        for (name, path) in tables.iter().filter(|(name, _)| name != table) {
            session::add_table(&session, name, path).await?;
        }
        Ok(session)
    };
    let Outcome { made, kept, rows } =
        block_on(options.threads, shards::run(&job, &place.setting, session, shown))
            .map_err(|error| failure(error, options.lang))?;
    let text = if options.json {
        format!("{}\n", json!({"schema": 1, "made": made, "kept": kept, "rows": rows}))
    } else {
        let blanks =
            [("made", &*made.to_string()), ("kept", &*kept.to_string()), ("rows", &*rows.to_string())];
        filled(options.lang, "sql.shards", &blanks) + "\n"
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The statements: QUERY, `--file`, or standard input.
fn text(matches: &ArgMatches) -> Result<String, Failure> {
    if let Some(path) = matches.get_one::<String>("file") {
        return read_text(path, MAX_QUERY);
    }
    match matches.get_one::<String>("query").map(String::as_str) {
        None if io::stdin().is_terminal() => Err(Failure::usage("query-missing", vec![])),
        None | Some("-") => {
            let mut text = String::new();
            let read = io::stdin().lock().take(MAX_QUERY + 1).read_to_string(&mut text);
            read.map_err(|error| Failure::file("-", error))?;
            if text.len() as u64 > MAX_QUERY {
                return Err(Failure::usage("query-too-long", vec![("limit", (MAX_QUERY >> 20).to_string())]));
            }
            Ok(text)
        }
        Some(query) => Ok(query.to_owned()),
    }
}

/// `--table NAME=PATH`.
fn tables(matches: &ArgMatches) -> Result<Vec<(String, String)>, Failure> {
    let named = |text: &String| match text.split_once('=') {
        Some((name, path)) if !name.trim().is_empty() && !path.is_empty() => {
            Ok((name.trim().to_owned(), path.to_owned()))
        }
        _ => Err(Failure::usage("sql-table", vec![("value", text.clone())])),
    };
    matches.get_many::<String>("table").into_iter().flatten().map(named).collect()
}
