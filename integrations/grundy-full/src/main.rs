//! The program `grundy` with the commands whose dependencies take long to build: `sql`, and `cluster` with the feature
//! of that name.

#[cfg(feature = "cluster")]
mod cluster;
mod sql;

use std::process::ExitCode;

use grundy_cli::commands::Added;
use grundy_cli::failure::Failure;
use grundy_solver::text::Lang;
use grundy_sql::Error;

fn main() -> ExitCode {
    grundy_cli::run(&[
        Added { name: "sql", run: sql::run },
        #[cfg(feature = "cluster")]
        Added { name: "cluster", run: cluster::run },
    ])
}

/// A failed query as the command line reports it.
fn failure(error: Error, lang: Lang) -> Failure {
    match error {
        Error::Grundy(error) => error.into(),
        Error::File { path, error } => Failure::File { path, error },
        Error::Output(error) => Failure::Output(error),
        other => Failure::Added { code: other.code(), message: other.text(lang), is_limit: other.is_limit() },
    }
}
