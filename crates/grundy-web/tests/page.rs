//! The page as compiled in: the bundle of its sources, small, with the same keys in both languages, and
//! without external resources.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use grundy_web::{Config, Log, router};
use hmac_sha256::Hash;
use tower::ServiceExt;

/// The size limit of the first view when transferred, in bytes.
const FIRST_VIEW: usize = 60_000;

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
}

fn get(path: &str, headers: &[(&str, &str)]) -> (StatusCode, HeaderMap, Vec<u8>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let router = router(Config { workers: 1, ..Config::default() }, Log::none()).unwrap();
        let mut request = Request::get(path).header("host", "localhost");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (parts, body) = router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap().into_parts();
        (parts.status, parts.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
    })
}

/// The files that a script imports before it runs.
fn imported(script: &str) -> Vec<String> {
    let ends = script.match_indices(".js\"").map(|(at, _)| &script[..at + 3]);
    let names = ends.filter_map(|text| text.rsplit_once('"'));
    let first = names.filter(|(before, _)| before.ends_with("from") || before.ends_with("import"));
    first.map(|(_, name)| name.replacen("./", "/", 1)).collect()
}

#[test]
fn what_the_page_begins_with_is_fetched_at_once() {
    let text = |path: &str| String::from_utf8(get(path, &[]).2).unwrap();
    let (page, mut waiting, mut seen) = (text("/"), vec!["/page.js".to_owned()], BTreeSet::new());
    while let Some(path) = waiting.pop() {
        assert!(page.contains(&format!("\"{path}\"")), "{path} is not named by index.html");
        if seen.insert(path.clone()) {
            waiting.extend(imported(&text(&path)));
        }
    }
    assert!(seen.len() > 1, "{seen:?}");
}

/// Paths of the files below a folder, from `page/`.
fn walk(folder: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(page().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() { walk(&path, found) } else { found.push(path) }
    }
}

/// The fingerprint, computed as in `page/build.mjs`.
fn fingerprint() -> String {
    let mut found: Vec<String> = ["build.mjs", "index.html", "package-lock.json"].map(str::to_owned).into();
    walk("src", &mut found);
    walk("style", &mut found);
    found.sort();
    let mut hash = Hash::new();
    for path in found {
        let content = fs::read(page().join(&path)).unwrap();
        hash.update(format!("{path}\0{}\0", content.len()));
        hash.update(content);
    }
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[test]
fn the_bundle_is_that_of_the_sources() {
    let (_, _, script) = get("/page.js", &[]);
    let script = String::from_utf8(script).unwrap();
    let recorded = script.lines().next().unwrap().trim_start_matches("// sources ").to_owned();
    assert_eq!(recorded, fingerprint(), "run `cargo xtask page` and commit what it changes");
}

#[test]
fn the_first_view_is_small_and_is_not_sent_twice() {
    let (_, _, page) = get("/", &[]);
    let page = String::from_utf8(page).unwrap();
    // What page.js begins with is named by the page; parts that are loaded later are not.
    let named = page.split('"').filter(|text| text.starts_with('/') && text.contains('.'));
    let mut total = 0;
    for path in named.chain(["/", "/api/v1/games"]) {
        let (status, headers, body) = get(path, &[("accept-encoding", "gzip, deflate, br")]);
        assert_eq!(status, 200);
        total += body.len();
        let Some(tag) = headers.get("etag") else { continue };
        assert_eq!(headers["content-encoding"], "gzip");
        assert_eq!(headers["cache-control"], "no-cache");
        let (status, _, nothing) = get(path, &[("if-none-match", tag.to_str().unwrap())]);
        assert_eq!((status.as_u16(), nothing.len()), (304, 0), "{path}");
        let (status, headers, whole) = get(path, &[("if-none-match", "\"another\"")]);
        assert_eq!((status.as_u16(), headers.get("content-encoding")), (200, None));
        assert!(whole.len() >= body.len() || path == "/");
    }
    assert!(total < FIRST_VIEW, "{total}");
}

#[test]
fn the_page_needs_nothing_from_outside() {
    let (_, headers, page) = get("/", &[]);
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{policy}");
    assert!(!policy.contains("unsafe"));
    let page = String::from_utf8(page).unwrap();
    let (_, _, style) = get("/page.css", &[]);
    let style = String::from_utf8(style).unwrap();
    for outside in ["http:", "https:", "//", "@import", "style="] {
        assert!(!page.contains(outside) && !style.replace("/*!", "").contains(outside), "{outside}");
    }
}

/// The keys of a file of texts, and the blanks of each text.
fn texts(language: &str) -> Vec<(String, BTreeSet<String>)> {
    let file = fs::read_to_string(page().join(format!("src/texts/{language}.ts"))).unwrap();
    let mut found: Vec<(String, BTreeSet<String>)> = Vec::new();
    for line in file.lines() {
        let text = match line.trim().strip_prefix('"').and_then(|line| line.split_once("\":")) {
            Some((key, text)) => {
                found.push((key.to_owned(), BTreeSet::new()));
                text
            }
            None => line,
        };
        let Some((_, blanks)) = found.last_mut() else { continue };
        for blank in text.split('{').skip(1) {
            let end = blank.find([':', '}']).unwrap_or(blank.len());
            blanks.insert(blank[..end].to_owned());
        }
    }
    found
}

#[test]
fn both_languages_have_the_same_texts_with_the_same_blanks_and_all_are_used() {
    let (en, zh) = (texts("en"), texts("zh"));
    assert!(en.len() > 10);
    assert_eq!(en, zh);
    let mut files = Vec::new();
    walk("src", &mut files);
    let code: String = files
        .iter()
        .filter(|path| !path.starts_with("src/texts"))
        .map(|path| fs::read_to_string(page().join(path)).unwrap())
        .collect();
    for (key, _) in en {
        // A family of texts is named by the prefix of its keys: `play.seat-${n}`.
        let family = key.rfind(['-', '.']).map_or("", |end| &key[..=end]);
        // Or a whole section is taken: `keys.filter((key) => key.startsWith("law."))`.
        let section = key.find('.').map_or("", |end| &key[..=end]);
        let used = code.contains(&format!("\"{key}\""))
            || code.contains(&format!("`{family}${{"))
            || code.contains(&format!("startsWith(\"{section}\")"));
        assert!(used, "{key} is unused");
    }
}
