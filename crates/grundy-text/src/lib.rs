//! Texts in two languages, compiled into the program.
//!
//! A crate keeps its texts in TOML files in its folder `locales`. Each text has an id and exists in both languages:
//!
//! ```toml
//! [sweep.done]
//! en = "%{rules} {rules:rule|rules} in %{time}"
//! zh = "%{rules} 个规则，用时 %{time}"
//! ```
//!
//! `%{rules}` is a blank. `{rules:rule|rules}` is a counted noun: the first form if the value of `rules` is 1,
//! otherwise the second. The crate lists its files once and looks texts up by id:
//!
//! ```
//! use grundy_text::{Catalogue, Lang};
//!
//! // A crate writes `static TEXTS: Catalogue = grundy_text::catalogue!("sweep");` for the file locales/sweep.toml.
//! static TEXTS: Catalogue =
//!     Catalogue::new(&[("sweep.toml", "[sweep.done]\nen = \"%{n} {n:rule|rules}\"\nzh = \"%{n} 个规则\"")]);
//!
//! assert_eq!(TEXTS.filled(Lang::En, "sweep.done", &[("n", "1")]), "1 rule");
//! assert_eq!(TEXTS.filled(Lang::Zh, "sweep.done", &[("n", "2")]), "2 个规则");
//! assert_eq!(TEXTS.faults(), Vec::<String>::new());
//! ```
//!
//! The first lookup finds the headers of all files, which takes a fraction of a millisecond. [`Catalogue::faults`] checks them,
//! and every crate has a test that calls it.

mod catalogue;
mod file;
mod template;

pub use catalogue::Catalogue;
pub use template::{blanks, fill};

/// The languages every text exists in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese, simplified script.
    Zh,
}

impl Lang {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// The language's tag, `en` or `zh`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// Reads a tag or a locale such as `zh_CN.UTF-8`. Every other language falls back to English.
    pub fn from_locale(locale: &str) -> Self {
        if locale.to_ascii_lowercase().starts_with("zh") { Self::Zh } else { Self::En }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_a_language() {
        for (locale, lang) in [
            ("zh", Lang::Zh),
            ("zh_CN.UTF-8", Lang::Zh),
            ("ZH-TW", Lang::Zh),
            ("C", Lang::En),
            ("", Lang::En),
        ] {
            assert_eq!(Lang::from_locale(locale), lang, "{locale}");
        }
    }
}
