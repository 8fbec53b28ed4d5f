//! Queries and their rows as text.

#![allow(dead_code, reason = "each test file uses its own part of this")]

use grundy_sql::write::{Format, Writer};
use grundy_sql::{Error, Setting, block_on, script, session};

/// The output of a script in a format.
pub fn written(query: &str, format: Format, setting: &Setting) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    block_on(2, async {
        let context = session::local(setting)?;
        let mut writer = Writer::new(format, setting.lang);
        let mut out = |piece: &[u8]| {
            bytes.extend(piece);
            Ok(())
        };
        script::run(&context, setting, query, &mut writer, &mut out).await
    })?;
    Ok(bytes)
}

/// A setting of two threads.
pub fn setting() -> Setting {
    let mut setting = Setting::default();
    setting.limits.threads = 2;
    setting
}

/// The lines of the CSV without the header, in their order.
pub fn rows(query: &str) -> Result<Vec<String>, Error> {
    let text = String::from_utf8(written(query, Format::Csv, &setting())?).expect("UTF-8");
    // A NULL in a line of one field is quoted, since the line would be empty otherwise.
    Ok(text.lines().skip(1).map(|line| if line == "\"\"" { "" } else { line }.to_owned()).collect())
}

/// The one field of the one row.
pub fn one(query: &str) -> String {
    let rows = rows(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    assert_eq!(rows.len(), 1, "{query}: {rows:?}");
    rows[0].trim_matches('"').to_owned()
}

/// The error of a query.
pub fn error(query: &str) -> Error {
    rows(query).expect_err(query)
}
