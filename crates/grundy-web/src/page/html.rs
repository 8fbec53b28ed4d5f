//! The frame of every page.

use grundy_solver::text::{Lang, escaped};

use crate::words::text;

/// A page with its heading; `main` is HTML and `place` is the page's address.
pub fn page(lang: Lang, title: &str, place: &str, main: &str) -> String {
    let t = |key: &str| escaped(&text(lang, key));
    let tag = if lang == Lang::Zh { "zh-Hans" } else { "en" };
    let link = |address: &str, words: &str| {
        let here = if address == place { " aria-current=\"page\"" } else { "" };
        // The page reads its state from the fragment.
        let mark = if address == "/" { "#play" } else { "" };
        format!("<a href=\"{address}{mark}?lang={}\"{here}>{words}</a>", lang.tag())
    };
    let language = |other: Lang, name: &str, tag: &str| {
        let here = if other == lang { " aria-current=\"true\"" } else { "" };
        format!("<a href=\"{place}?lang={}\" lang=\"{tag}\" hreflang=\"{tag}\"{here}>{name}</a>", other.tag())
    };
    format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"/page.css\">\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">{skip}</a>\n<header><nav aria-label=\"{pages}\">{ask} {api}</nav>\
         <nav aria-label=\"{languages}\">{en} {zh}</nav></header>\n<main id=\"main\">\n{main}\n</main>\n</body>\n</html>\n",
        title = escaped(title),
        skip = t("page.skip"),
        pages = t("page.pages"),
        languages = t("page.languages"),
        ask = link("/", &t("page.title")),
        api = link("/api", &t("page.api")),
        en = language(Lang::En, "English", "en"),
        zh = language(Lang::Zh, "中文", "zh-Hans"),
    )
}
