//! Every session in the READMEs and the book runs, and prints the output shown. After an intended change,
//! `TRYCMD=overwrite cargo test -p grundy-cli --test commands docs` writes the new output.

use trycmd::TestCases;

/// The sessions of some pages, in a locale.
fn sessions(locale: &str, pages: &[&str]) {
    let cases = TestCases::new();
    // `LC_ALL` and `LC_MESSAGES` in the environment of the tests would override `LANG`.
    cases.env("LANG", locale).env("LC_ALL", "").env("LC_MESSAGES", "");
    for page in pages {
        cases.case(format!("../../{page}"));
    }
    // The program with SQL runs these sessions.
    cases.skip("../../docs/src/*/sql.md");
}

#[test]
fn the_english_pages_show_what_the_command_prints() {
    sessions("en_US.UTF-8", &["README.md", "docs/src/en/*.md"]);
}

#[test]
fn the_chinese_pages_show_what_the_command_prints() {
    sessions("zh_CN.UTF-8", &["README.zh-CN.md", "docs/src/zh/*.md"]);
}
