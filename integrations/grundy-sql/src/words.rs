//! The texts of this crate, in both languages.

use grundy_solver::text::Lang;
use grundy_text::Catalogue;

static TEXTS: Catalogue = grundy_text::catalogue!("sql");

/// The text of an id with its blanks filled.
pub fn filled(lang: Lang, id: &str, values: &[(&'static str, String)]) -> String {
    TEXTS.filled(lang, id, values)
}
