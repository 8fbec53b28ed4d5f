//! The job of the cluster test with the Python package over Arrow.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::{POSITIONS, Test};
use crate::python::{environment, install_wheel};

/// A Python that has the package and `PyArrow`; by default the environment of `cargo xtask python`.
const PYTHON: &str = "GRUNDY_PYTHON";

/// Prints `a,b,outcome` for every row of the Parquet files of a folder.
const SCRIPT: &str = r#"import glob, sys
import grundy
import pyarrow
import pyarrow.parquet as parquet
for path in sorted(glob.glob(sys.argv[1] + "/*.parquet")):
    table = parquet.read_table(path)
    answers = pyarrow.table(grundy.batch("wythoff", table, columns=["a", "b"], show=["outcome"]))
    columns = [table["a"].to_pylist(), table["b"].to_pylist(), answers["outcome"].to_pylist()]
    sys.stdout.writelines(f"{a},{b},{o}\n" for a, b, o in zip(*columns))
"#;

impl Test {
    /// Compares the answers of Python with the others. If no Python is available, the report states that.
    pub(super) fn python(&mut self, expected: &[String]) -> Result<()> {
        let python = match self.interpreter() {
            Ok(python) => python,
            Err(error) => {
                eprintln!("WITHOUT PYTHON: {error:#}");
                let row = format!(
                    "| {POSITIONS} outcomes, Python over Arrow | left out | no Python package here |"
                );
                self.rows.push(row);
                return Ok(());
            }
        };
        let script = self.path("same.py");
        fs::write(&script, SCRIPT)?;
        let started = Instant::now();
        let output = Command::new(&python)
            .arg(&script)
            .arg(self.path("input"))
            .output()
            .with_context(|| format!("cannot start {}", python.display()))?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout)?;
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        ensure!(lines == expected, "Python and batch differ");
        let took = started.elapsed();
        self.note(&format!("{POSITIONS} outcomes, Python over Arrow"), took, "the same bytes, sorted");
        Ok(())
    }

    /// A Python with the package of this source tree.
    fn interpreter(&self) -> Result<PathBuf> {
        if let Some(python) = std::env::var_os(PYTHON) {
            return Ok(python.into());
        }
        let python = environment()?;
        install_wheel(&python, if self.release { "release" } else { "dev" })?;
        Ok(python)
    }
}
