//! The command's own texts, in both languages.

use std::borrow::Cow;

use grundy_solver::text::Lang;
use grundy_text::Catalogue;

static TEXTS: Catalogue = grundy_text::catalogue!("cli", "screen");

/// The text of an id without blanks.
pub fn text(lang: Lang, id: &str) -> String {
    TEXTS.text(lang, id)
}

/// The text of an id without blanks, if it exists.
pub fn known(lang: Lang, id: &str) -> Option<String> {
    TEXTS.template(lang, id).map(Cow::into_owned)
}

/// The text of an id with its blanks filled.
pub fn filled(lang: Lang, id: &str, values: &[(&str, &str)]) -> String {
    TEXTS.filled(lang, id, values)
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts_have_no_faults() {
        assert_eq!(super::TEXTS.faults(), Vec::<String>::new());
    }
}
