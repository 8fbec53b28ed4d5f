//! The package's functions.

use grundy_solver::games as catalogue;
use grundy_solver::limits::Limits;
use grundy_solver::nimber::evaluate;
use grundy_solver::notation::{self, Files};
use grundy_solver::position::Position as Question;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::answer::{Answer, Explanation};
use crate::failure::{mistyped, raised, refused};
use crate::game::Game;
use crate::json;
use crate::means::{self, Means};
use crate::number::count;
use crate::own::Own;
use crate::position::{self, Position};
use crate::solvers::Key;

/// Who wins a position, the winning moves, and why.
///
/// The position is text as on the command line (`"wythoff 646 583"`, `"nim[3, 4] + kayles[5]"`), a game and
/// its heaps, a `Game`, or a `Position`.
///
/// >>> import grundy
/// >>> grundy.solve("wythoff 646 583").outcome
/// 'N'
/// >>> grundy.solve("nim", [3, 4, 5]).moves
/// [{'to': [1, 4, 5], 'take': [2, 0, 0]}]
///
/// `value=True` always computes the Grundy value, `misere=True` selects misère play, `moves` is the most
/// winning moves that are listed; `time`, `memory`, `threads`, `progress` and `lang` are as in `Game`.
#[pyfunction]
#[pyo3(signature = (game, *heaps, value=false, misere=false, moves=1000, **limits))]
pub fn solve(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    heaps: &Bound<'_, PyTuple>,
    value: bool,
    misere: bool,
    #[pyo3(from_py_with = count)] moves: usize,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answer> {
    let means = Means::new(limits)?;
    let (position, own, key) = asked(game, heaps, misere)?;
    position::solve(py, &position, own, key, value, moves, &means)
}

/// The answer of `solve` and, step by step, why. Takes the arguments of `solve`; for a lost position it shows the reply
/// to each of up to `replies` moves.
///
/// >>> import grundy
/// >>> print(grundy.explain("wythoff 3 5"))  # doctest: +ELLIPSIS
/// wythoff[3, 5]
/// ...
#[pyfunction]
#[pyo3(signature = (game, *heaps, misere=false, replies=10, **limits))]
pub fn explain(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    heaps: &Bound<'_, PyTuple>,
    misere: bool,
    #[pyo3(from_py_with = count)] replies: usize,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Explanation> {
    let means = Means::new(limits)?;
    let (position, own, key) = asked(game, heaps, misere)?;
    position::explained(py, &position, own, key, replies, &means)
}

/// The parts of a question: a position, its rules in Python, and the key of its tables.
fn asked(
    game: &Bound<'_, PyAny>,
    heaps: &Bound<'_, PyTuple>,
    misere: bool,
) -> PyResult<(Question, Vec<Own>, Key)> {
    let py = game.py();
    let (position, own, key) = if let Ok(text) = game.cast::<PyString>() {
        (read(py, &text.to_string(), heaps)?, Vec::new(), Key::Text)
    } else if let Ok(game) = game.cast::<Game>() {
        let game = game.get();
        (game.at(heaps)?, game.own(), game.key())
    } else if let Ok(position) = game.cast::<Position>() {
        if !heaps.is_empty() {
            return Err(refused(py, "heaps-of-a-position", &[("value", &position.str()?.to_string())]));
        }
        position.get().question()
    } else {
        return Err(mistyped(py, "not-a-game", &[("value", &game.repr()?.to_string())]));
    };
    let misere = misere || position.is_misere();
    Ok((position.with_misere(misere), own, key))
}

/// Parses a position: with its own heaps, or with those of the call.
fn read(py: Python<'_>, text: &str, heaps: &Bound<'_, PyTuple>) -> PyResult<Question> {
    let failed = |error: grundy_solver::Error| raised(py, &error, means::language());
    if !heaps.is_empty() {
        return Game::of(text, false, Files::Refused).map_err(failed)?.at(heaps);
    }
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    match notation::from_words(&words) {
        (rules, heaps) if !heaps.is_empty() && !text.contains(['[', '［', '【', '"']) => {
            notation::parse_position(&format!("{rules}[{}]", heaps.join(", "))).map_err(failed)
        }
        _ => notation::parse_position(text).map_err(failed),
    }
}

/// The catalogue of named games: a list of dictionaries, or those that match `name`, with the methods that solve them.
///
/// >>> import grundy
/// >>> "wythoff" in [game["name"] for game in grundy.games()]
/// True
/// >>> grundy.games("wythoff")[0]["rules"]
/// 'take any or take any from 2 heaps'
#[pyfunction]
#[pyo3(signature = (name=None, **limits))]
pub fn games<'py>(
    py: Python<'py>,
    name: Option<&str>,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let means = Means::new(limits)?;
    let mut found = match name {
        None => catalogue::list_json(means.lang),
        Some(name) => {
            let games = means.ask(py, Key::Text, |s| s, |solver| catalogue::described(solver, name))?;
            catalogue::described_json(&games, means.lang)
        }
    };
    json::to_python(py, &found["games"].take())
}

/// Checks a certificate of a period with code that is independent of the engines that find periods.
///
/// `certificate` is its text, as `str` or `bytes`. The answer is a dictionary: `valid`, the `reason` if it is
/// invalid, and the `claim`.
///
/// >>> import grundy
/// >>> checked = grundy.verify(grundy.Game("take 1, 3, 4").certificate())
/// >>> checked["valid"], checked["claim"]["period"]
/// (True, 7)
#[pyfunction]
#[pyo3(signature = (certificate, **limits))]
pub fn verify<'py>(
    py: Python<'py>,
    certificate: &Bound<'py, PyAny>,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let means = Means::new(limits)?;
    let bytes = match certificate.cast::<PyBytes>() {
        Ok(bytes) => bytes.as_bytes().to_vec(),
        Err(_) => certificate.cast::<PyString>()?.to_string().into_bytes(),
    };
    let Limits { memory, time, .. } = means.limits;
    let verdict = means.run(py, |cancel| {
        let limits = grundy_verify::Limits { memory, time };
        let mut seen = |done, total| {
            means::note(done, Some(total));
            !means::is_stopped(cancel)
        };
        Ok(grundy_verify::check_any(&bytes, limits, &mut seen))
    })?;
    let lang = means.lang;
    let verdict = verdict.map_err(|error| crate::failure::of_certificate(py, &error, lang))?;
    let answer = serde_json::json!({
        "schema": 1, "valid": verdict.reason.is_none(),
        "reason": verdict.reason.as_ref().map(|reason| reason.text(lang)),
        "code": verdict.reason.as_ref().map(grundy_verify::Reason::code), "claim": verdict.claim_json(),
    });
    json::to_python(py, &answer)
}

/// The value of an expression in the field of nimbers below 2**128: `+` and `-` are nim-addition, `*` and `/`
/// nim-multiplication and its inverse, `^` or `**` powers with whole exponents; `sqrt(x)` and `root(x, n)` are roots.
///
/// >>> import grundy
/// >>> grundy.nim("3 * 5 + 2^-1")
/// 12
#[pyfunction]
#[pyo3(signature = (expression, *, lang=None))]
pub fn nim(py: Python<'_>, expression: &str, lang: Option<&Bound<'_, PyAny>>) -> PyResult<u128> {
    let lang = lang.map_or_else(|| Ok(means::language()), means::read_language)?;
    evaluate(&expression.replace("**", "^")).map_err(|error| raised(py, &error, lang))
}

/// The language of texts: `'en'` or `'zh'`, from the environment (`LC_ALL`, `LC_MESSAGES`, `LANG`) unless set.
#[pyfunction]
pub fn language() -> &'static str {
    means::usual_language().tag()
}

/// Sets the language of texts, errors included, to `'en'` or `'zh'`.
///
/// >>> import grundy
/// >>> grundy.set_language("en")
#[pyfunction]
pub fn set_language(lang: &Bound<'_, PyAny>) -> PyResult<()> {
    means::set_language(means::read_language(lang)?);
    Ok(())
}
