//! The built-in profiles, and how they are found by name.

use crate::error::{Error, nearest};
use crate::profile::Profile;

/// A built-in profile, with a sample of its problem's input and output.
#[derive(Debug)]
pub struct Builtin {
    /// The source as one plain word, which also names its files.
    pub file: &'static str,
    /// The profile's TOML.
    pub toml: &'static str,
    /// The sample input.
    pub input: &'static str,
    /// The expected output for it.
    pub output: &'static str,
}

macro_rules! builtins {
    ($($name:literal)*) => {
        &[$(Builtin {
            file: $name,
            toml: include_str!(concat!("../profiles/", $name, ".toml")),
            input: include_str!(concat!("../profiles/samples/", $name, ".in")),
            output: include_str!(concat!("../profiles/samples/", $name, ".out")),
        }),*]
    };
}

/// All built-in profiles, in the order of the list.
pub static BUILTINS: &[Builtin] = builtins! {
    "nyoj-161"
    "xcpc"
    "poj-1067"
    "hdu-1848"
    "loj-10241"
    "hdu-2177"
    "hdu-1536"
    "poj-2960"
    "hdu-1527"
    "hdu-1846"
    "hdu-1847"
    "hdu-1849"
    "hdu-1850"
    "poj-2975"
    "poj-2234"
    "hdu-2176"
    "hdu-2149"
    "hdu-2188"
    "hdu-2516"
    "hdu-1517"
    "poj-2505"
    "hdu-1907"
    "poj-3480"
    "hdu-3980"
    "luogu-p2197"
    "luogu-p1247"
    "luogu-p2252"
    "cses-1729"
    "cses-1730"
    "cses-1098"
    "cses-1099"
    "leetcode-292"
    "hdu-1851"
    "atcoder-dp-k"
    "cses-2207"
    "cses-2208"
    "hdu-1525"
    "poj-2348"
    "hdu-3032"
    "leetcode-1025"
    "leetcode-1510"
    "hdu-2147"
    "hdu-2509"
    "hdu-2486"
    "hdu-1730"
    "poj-1704"
    "nyoj-833"
    "poj-2484"
    "poj-2425"
    "poj-2311"
    "poj-3537"
    "atcoder-abc-297-g"
    "luogu-p1290"
    "luogu-p2148"
    "luogu-p4018"
    "luogu-p4860"
    "timus-1180"
    "nyoj-23"
};

impl Builtin {
    /// Parses the profile.
    pub fn profile(&self) -> Result<Profile, Error> {
        Profile::parse(self.toml)
    }
}

/// One line of the list of profiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the profile: the source as one word.
    pub name: String,
    /// The source of the problem, such as `HDU 2177`.
    pub source: String,
    /// The problem's title.
    pub title: String,
}

/// The list of profiles: name, source, title.
pub fn list() -> Result<Vec<Entry>, Error> {
    BUILTINS
        .iter()
        .map(|builtin| {
            let profile = builtin.profile()?;
            let (source, title) = (profile.source().to_owned(), profile.title().to_owned());
            Ok(Entry { name: source.clone(), source, title })
        })
        .collect()
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Finds a profile by its name, ignoring case, blanks and punctuation.
pub fn find(name: &str) -> Result<&'static Builtin, Error> {
    let wanted = plain(name);
    // Files are named after the source, so most profiles are found without parsing them all.
    if let Some(builtin) = BUILTINS.iter().find(|builtin| plain(builtin.file) == wanted) {
        return Ok(builtin);
    }
    let entries = list()?;
    if let Some(i) = entries.iter().position(|e| plain(&e.name) == wanted) {
        return Ok(&BUILTINS[i]);
    }
    let error = Error::new("unknown-profile").with("name", name);
    let near = nearest(
        &wanted,
        entries.iter().map(|e| plain(&e.name)).collect::<Vec<_>>().iter().map(String::as_str),
    )
    .and_then(|near| entries.iter().find(|e| plain(&e.name) == near));
    Err(match near {
        Some(near) => error.with("suggestion", &near.name),
        None => error,
    })
}
