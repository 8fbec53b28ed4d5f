//! `cluster`: the scheduler and the executors that `sql --cluster` sends queries to.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::ArgMatches;
use grundy_cli::failure::Failure;
use grundy_cli::long_run::on_interrupt;
use grundy_cli::options::{Options, flag};
use grundy_cli::words::filled;
use grundy_solver::limits::Cancel;
use grundy_sql::cluster::{Executor, PORT, executor, scheduler};
use grundy_sql::{Setting, block_on};

use crate::failure;

/// Threads that only handle messages.
const SERVING: usize = 2;

/// Serves until interrupted.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let Some((name, matches)) = matches.subcommand() else { return Ok(ExitCode::from(2)) };
    let quiet = flag(matches, "quiet");
    let cancel = Cancel::default();
    let asked = cancel.clone();
    // Schedulers and executors end by themselves when their tasks are done.
    on_interrupt(Duration::ZERO, move || asked.cancel(), || true);
    let setting = Setting { lang: options.lang, limits: options.limits, cancel: cancel.clone(), sole: false };
    // Messages are answered while tasks run.
    let threads = options.threads + SERVING;
    let open = |ip: IpAddr, address: &str| {
        if !ip.is_loopback() {
            eprintln!("{}", filled(options.lang, "cluster.open", &[("address", address)]));
        }
    };
    let address_of = |text: &str| -> Result<SocketAddr, Failure> {
        let alone = text.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, PORT));
        text.parse()
            .or(alone)
            .map_err(|_| Failure::usage("cluster-address", vec![("value", text.to_owned())]))
    };
    let result = if name == "scheduler" {
        let listen = matches.get_one::<String>("listen").map_or("127.0.0.1", String::as_str);
        let address = address_of(listen)?;
        block_on(
            threads,
            scheduler(address, &setting, |bound| {
                open(bound.ip(), &bound.to_string());
                if !quiet {
                    let blanks = [("address", &*bound.to_string())];
                    eprintln!("{}", filled(options.lang, "cluster.scheduler", &blanks));
                }
            }),
        )
    } else {
        let at = matches.get_one::<String>("scheduler").map_or("", String::as_str);
        let Some((host, port)) =
            at.rsplit_once(':').and_then(|(host, port)| Some((host, port.parse().ok()?)))
        else {
            return Err(Failure::usage("cluster-address", vec![("value", at.to_owned())]));
        };
        let listen = matches.get_one::<IpAddr>("listen").copied().unwrap_or(Ipv4Addr::LOCALHOST.into());
        let place = Executor {
            scheduler_host: host.to_owned(),
            scheduler_port: port,
            listen,
            host: matches.get_one::<String>("host").cloned(),
            port: matches.get_one::<u16>("port").copied(),
            work: matches.get_one::<String>("work").map(PathBuf::from),
        };
        block_on(
            threads,
            executor(&place, &setting, |port| {
                let address = SocketAddr::new(listen, port).to_string();
                open(listen, &address);
                if !quiet {
                    let threads = options.threads.to_string();
                    let blanks = [("address", &*address), ("scheduler", at), ("threads", &*threads)];
                    eprintln!("{}", filled(options.lang, "cluster.executor", &blanks));
                }
            }),
        )
    };
    match result {
        // Stopped by its user.
        Err(_) if cancel.is_cancelled() => Ok(ExitCode::SUCCESS),
        result => result.map(|()| ExitCode::SUCCESS).map_err(|error| failure(error, options.lang)),
    }
}
