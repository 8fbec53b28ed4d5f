//! The built-in profiles, and how they are found by name.

use crate::about::themes;
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
    "poj-2068"
    "bzoj-1299"
    "poj-2425"
    "poj-2311"
    "poj-3537"
    "atcoder-abc-297-g"
    "luogu-p1290"
    "luogu-p2148"
    "luogu-p4018"
    "luogu-p4860"
    "luogu-p6487"
    "timus-1180"
    "nyoj-23"
    "51nod-1066"
    "51nod-1067"
    "51nod-1068"
    "51nod-1069"
    "51nod-1070"
    "51nod-1072"
    "51nod-1185"
    "acwing-1319"
    "acwing-891"
    "acwing-892"
    "acwing-893"
    "acwing-894"
    "atcoder-agc-002-e"
    "atcoder-agc-017-d"
    "atcoder-arc-072-d"
    "atcoder-arc-105-d"
    "atcoder-arc-137-c"
    "bzoj-1022"
    "bzoj-1115"
    "bzoj-1228"
    "bzoj-1982"
    "bzoj-3895"
    "codeforces-1147c"
    "codeforces-1190b"
    "codeforces-1194d"
    "codeforces-1363c"
    "codeforces-1382b"
    "codeforces-1396b"
    "codeforces-1537d"
    "codeforces-15c"
    "codeforces-1719a"
    "codeforces-1965a"
    "codeforces-255e"
    "codeforces-346a"
    "codeforces-451a"
    "codeforces-768e"
    "hackerrank-a-chessboard-game-1"
    "hackerrank-chessboard-game-again-1"
    "hackerrank-chocolate-in-box"
    "hackerrank-deforestation"
    "hackerrank-game-of-stones-1"
    "hackerrank-manasa-and-prime-game"
    "hackerrank-misere-nim-1"
    "hackerrank-nim-game-1"
    "hackerrank-nimble-1"
    "hackerrank-poker-nim-1"
    "hackerrank-stone-piles"
    "hackerrank-tower-breakers-1"
    "hackerrank-zero-move-nim"
    "hdu-1079"
    "hdu-1524"
    "hdu-1564"
    "hdu-1944"
    "hdu-2897"
    "hdu-2999"
    "hdu-3094"
    "hdu-3389"
    "hdu-3537"
    "hdu-3595"
    "hdu-3951"
    "hdu-4111"
    "hdu-4203"
    "hdu-4315"
    "hdu-4764"
    "hdu-4994"
    "hdu-5011"
    "hdu-5724"
    "hdu-5795"
    "hdu-5973"
    "hihocoder-1163"
    "hihocoder-1173"
    "kattis-amultiplicationgame"
    "kattis-bachetsgame"
    "kattis-euclidsgame"
    "leetcode-1908"
    "leetcode-3222"
    "leetcode-810"
    "lightoj-1186"
    "lightoj-1192"
    "lightoj-1199"
    "lightoj-1247"
    "lightoj-1253"
    "lightoj-1296"
    "lightoj-1393"
    "loj-10242"
    "loj-10243"
    "luogu-p10501"
    "luogu-p10507"
    "luogu-p2575"
    "luogu-p3235"
    "luogu-p3480"
    "luogu-p4101"
    "luogu-p4136"
    "luogu-p4279"
    "nyoj-135"
    "nyoj-358"
    "poj-1082"
    "poj-1740"
    "poj-3710"
    "poj-3922"
    "spoj-hubullu"
    "spoj-matgame"
    "spoj-mcoins"
    "spoj-mmmgame"
    "spoj-ngm"
    "timus-1087"
    "uva-10165"
    "uva-10368"
    "uva-10404"
    "uva-12293"
    "uva-12469"
    "uva-1482"
    "uva-1566"
    "uva-1567"
    "uva-847"
    "zoj-2083"
    "zoj-3084"
};

impl Builtin {
    /// Parses the profile.
    pub fn profile(&self) -> Result<Profile, Error> {
        Profile::parse(self.toml)
    }
}

/// All built-in profiles, parsed.
pub fn list() -> Result<Vec<Profile>, Error> {
    BUILTINS.iter().map(Builtin::profile).collect()
}

/// Names of sites in Chinese, and other words for what the texts say.
const ALSO: [(&str, &str); 5] =
    [("洛谷", "luogu"), ("力扣", "leetcode"), ("约数", "因数"), ("sg函数", "sg"), ("sg 函数", "sg")];

fn plain(name: &str) -> String {
    let name = ALSO.iter().fold(name.to_lowercase(), |name, (word, text)| name.replace(word, text));
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Finds a profile by its name, ignoring case, blanks and punctuation.
pub fn find(name: &str) -> Result<&'static Builtin, Error> {
    let wanted = plain(name);
    // Files are named after the source, so most profiles are found without parsing them all.
    if let Some(builtin) = BUILTINS.iter().find(|builtin| plain(builtin.file) == wanted) {
        return Ok(builtin);
    }
    // The number alone, such as `P2197`, if only one site has it.
    let is_number =
        |builtin: &&Builtin| builtin.file.split_once('-').is_some_and(|(_, number)| plain(number) == wanted);
    let mut numbered = BUILTINS.iter().filter(is_number);
    if let (Some(only), None) = (numbered.next(), numbered.next()) {
        return Ok(only);
    }
    let entries = list()?;
    if let Some(i) = entries.iter().position(|e| plain(e.source()) == wanted) {
        return Ok(&BUILTINS[i]);
    }
    let error = Error::new("unknown-profile").with("name", name);
    let near = nearest(
        &wanted,
        entries.iter().map(|e| plain(e.source())).collect::<Vec<_>>().iter().map(String::as_str),
    )
    .and_then(|near| entries.iter().find(|e| plain(e.source()) == near));
    Err(match near {
        Some(near) => error.with("suggestion", near.source()),
        None => error,
    })
}

/// The built-in profiles in which all words occur, in the order of the list: in the name, the title, the rules, the
/// idea, or what is known about the theme, in either language and in any case.
pub fn search(words: &str) -> Result<Vec<Profile>, Error> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let themes = themes()?;
    let mut found = Vec::new();
    for builtin in BUILTINS {
        let profile = builtin.profile()?;
        let about = profile.about();
        let mut text = [builtin.file, profile.source(), profile.title(), profile.rules()].join("\n");
        for part in [&about.theme, &about.idea] {
            text = text + "\n" + part;
        }
        if let Some(theme) = themes.iter().find(|theme| theme.name == about.theme) {
            text = [text, theme.in_all_languages()].join("\n");
        }
        let text = text.to_lowercase();
        let also = |word: &str| ALSO.iter().any(|(known, other)| *known == word && text.contains(other));
        if words.iter().all(|word| text.contains(&**word) || also(word)) {
            found.push(profile);
        }
    }
    Ok(found)
}
