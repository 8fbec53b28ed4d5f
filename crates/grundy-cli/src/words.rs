//! The command's own texts, in both languages.

use grundy::text::Lang;

/// The text `key`.
pub fn text(lang: Lang, key: &str) -> String {
    crate::_rust_i18n_try_translate(lang.tag(), key).map_or_else(|| key.to_owned(), Into::into)
}

/// The text `key` with its blanks filled.
pub fn filled(lang: Lang, key: &str, blanks: &[(&str, &str)]) -> String {
    let names: Vec<&str> = blanks.iter().map(|(name, _)| *name).collect();
    let values: Vec<String> = blanks.iter().map(|(_, value)| (*value).to_owned()).collect();
    rust_i18n::replace_patterns(&with_forms(&text(lang, key), blanks), &names, &values)
}

/// Counted nouns in the form of their number: `{runs:run|runs}` becomes `run` where `runs` is 1.
fn with_forms(template: &str, blanks: &[(&str, &str)]) -> String {
    let mut out = template.to_owned();
    for (name, value) in blanks {
        let head = format!("{{{name}:");
        while let Some((before, rest)) = out.split_once(&head) {
            let Some((forms, after)) = rest.split_once('}') else { break };
            let (one, many) = forms.split_once('|').unwrap_or((forms, forms));
            out = format!("{before}{}{after}", if *value == "1" { one } else { many });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_take_the_form_of_their_number() {
        let text = |runs| with_forms("%{runs} {runs:run|runs}, {x:a|b} {", &[("runs", runs)]);
        assert_eq!(text("1"), "%{runs} run, {x:a|b} {");
        assert_eq!(text("21"), "%{runs} runs, {x:a|b} {");
    }
}
