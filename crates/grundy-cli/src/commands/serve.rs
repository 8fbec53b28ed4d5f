//! `serve`: the page and the API over HTTP.

use std::process::ExitCode;

use clap::ArgMatches;

use crate::failure::Failure;
use crate::options::Options;

/// Reports how to build the server.
#[cfg(not(feature = "serve"))]
pub fn run(_: &ArgMatches, _: &Options) -> Result<ExitCode, Failure> {
    Err(Failure::usage("serve-missing", vec![]))
}

/// Serves until interrupted.
#[cfg(feature = "serve")]
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    use std::io::stderr;
    use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
    use std::time::Duration;

    use grundy_web::{Config, Log, Stop};

    use crate::long_run::on_interrupt;
    use crate::options::flag;
    use crate::words::filled;

    /// The time that running requests may take after the grace period, before the program exits.
    const OVERTIME: Duration = Duration::from_secs(5);

    let ip = matches.get_one::<IpAddr>("listen").copied().unwrap_or(Ipv4Addr::LOCALHOST.into());
    let address = SocketAddr::new(ip, matches.get_one::<u16>("port").copied().unwrap_or(0));
    let refused = |error: std::io::Error| {
        Failure::usage("listen", vec![("address", address.to_string()), ("error", error.to_string())])
    };
    if flag(matches, "check") {
        return check(address, options);
    }
    let listener = TcpListener::bind(address).map_err(refused)?;
    let url = format!("http://{}/", listener.local_addr().map_err(refused)?);
    let quiet = flag(matches, "quiet");
    if !ip.is_loopback() {
        eprintln!("{}", filled(options.lang, "serve.open", &[("address", &url)]));
    }
    if !quiet {
        eprintln!("{}", filled(options.lang, "serve.listening", &[("address", &url)]));
    }
    let mut config = Config { workers: options.threads.max(1), open: !ip.is_loopback(), ..Config::default() };
    let memory = if matches.get_one::<String>("memory").is_some() { options.limits.memory } else { 1 << 30 };
    config.memory = memory / config.workers as u64;
    config.time = options.limits.time.unwrap_or(config.time);
    config.scripts = flag(matches, "allow-scripts");
    config.forwarded = flag(matches, "behind-proxy");
    config.hosts = matches.get_many::<String>("host").into_iter().flatten().cloned().collect();
    let failed = |error: std::io::Error| Failure::usage("server", vec![("error", error.to_string())]);
    let log = if quiet { Log::none() } else { Log::to(stderr()).map_err(failed)? };
    let stop = Stop::default();
    let stopping = stop.clone();
    on_interrupt(config.grace + OVERTIME, move || stopping.stop(), || false);
    grundy_web::run(listener, config, log, &stop).map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}

/// Queries the health of a running server, for containers and services that restart an unhealthy one.
#[cfg(feature = "serve")]
fn check(address: std::net::SocketAddr, options: &Options) -> Result<ExitCode, Failure> {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

    use crate::words::filled;

    // A server that listens on all addresses listens on this machine too.
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let asked = SocketAddr::new(ip, address.port());
    match grundy_web::is_well(asked) {
        Ok(answer) => {
            super::print(&answer)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            let values = [("address", &*asked.to_string()), ("error", &error.to_string())];
            eprintln!("{}", filled(options.lang, "serve.not-well", &values));
            Ok(ExitCode::from(1))
        }
    }
}
