//! Filters and tests: the functions after `|` and after `is`.

use std::cmp::Ordering;
use std::sync::Arc;

use dashu_int::IBig;

use crate::error::nearest;
use crate::lexer::Fault;
use crate::number::Num;
use crate::value::{Arithmetic, Eval, Meter, Relation, Val, attribute, join, unfit};

/// A filter or a test.
#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    pub parameters: &'static [&'static str],
    /// Whether it accepts an undefined value.
    pub takes_undefined: bool,
    /// The function on machine words, if there is one.
    pub on_word: Option<fn(i64) -> Option<i64>>,
    /// The result; a missing argument is undefined.
    pub apply: fn(&mut Meter, &Val, &[Val]) -> Eval<Val>,
}

type Apply = fn(&mut Meter, &Val, &[Val]) -> Eval<Val>;

const fn plain(name: &'static str, parameters: &'static [&'static str], apply: Apply) -> Function {
    Function { name, parameters, takes_undefined: false, on_word: None, apply }
}

const fn lenient(name: &'static str, parameters: &'static [&'static str], apply: Apply) -> Function {
    Function { name, parameters, takes_undefined: true, on_word: None, apply }
}

/// Finds a function by its name; the error is the most similar name.
pub fn find(all: &'static [Function], name: &str) -> Result<&'static Function, Option<&'static str>> {
    all.iter().find(|f| f.name == name).ok_or_else(|| nearest(name, all.iter().map(|f| f.name)))
}

/// The error for an unknown function.
pub fn unknown(code: &'static str, name: &str, near: Option<&str>) -> Fault {
    let fault = Fault::new(code, Fault::NOWHERE).with("name", name);
    match near {
        Some(near) => fault.with("suggestion", near),
        None => fault,
    }
}

pub static FILTERS: [Function; 31] = [
    Function { on_word: Some(i64::checked_abs), ..plain("abs", &[], abs) },
    plain("attr", &["name"], |_, val, more| Ok(attribute(val, name_of("attr", &more[0])?))),
    plain("bool", &[], |_, val, _| Ok(val.is_true().into())),
    plain("capitalize", &[], |meter, val, _| {
        on_text(meter, val, |text| {
            let mut letters = text.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters.as_str().to_lowercase().chars()).collect()
        })
    }),
    plain("count", &[], length),
    lenient("d", &["default", "boolean"], default),
    lenient("default", &["default", "boolean"], default),
    plain("first", &[], |meter, val, _| Ok(meter.elements(val)?.first().cloned().unwrap_or_default())),
    plain("int", &[], int),
    plain("join", &["between"], |meter, val, more| {
        let between = if more[0].is_undefined() { "" } else { name_of("join", &more[0])? };
        let mut out = Vec::new();
        join(val, between, meter, &mut out)?;
        meter.text(String::from_utf8_lossy(&out).into_owned())
    }),
    plain("last", &[], |meter, val, _| Ok(meter.elements(val)?.last().cloned().unwrap_or_default())),
    plain("length", &[], length),
    plain("list", &[], |meter, val, _| meter.elements(val).map(Val::List)),
    plain("lower", &[], |meter, val, _| on_text(meter, val, str::to_lowercase)),
    plain("map", &["filter", "a", "b", "attribute", "default"], map),
    plain("max", &[], |meter, val, _| extreme(meter, val, Ordering::Greater)),
    plain("min", &[], |meter, val, _| extreme(meter, val, Ordering::Less)),
    plain("reject", &["test", "than"], |meter, val, more| {
        chosen(meter, val, false, |_, item| Ok(item.clone()), more)
    }),
    plain("rejectattr", &["name", "test", "than"], |meter, val, more| {
        chosen(meter, val, false, |_, item| part(item, &more[0]), &more[1..])
    }),
    plain("replace", &["from", "to"], |meter, val, more| {
        let [text, from, to] = [val, &more[0], &more[1]].map(|val| name_of("replace", val));
        let (text, from, to) = (text?, from?, to?);
        meter.bytes(text.len() + text.matches(from).count().saturating_mul(to.len()))?;
        meter.text(text.replace(from, to))
    }),
    plain("reverse", &[], |meter, val, _| meter.slice(val, [&Val::None, &Val::None, &BACK])),
    plain("select", &["test", "than"], |meter, val, more| {
        chosen(meter, val, true, |_, item| Ok(item.clone()), more)
    }),
    plain("selectattr", &["name", "test", "than"], |meter, val, more| {
        chosen(meter, val, true, |_, item| part(item, &more[0]), &more[1..])
    }),
    plain("sort", &["reverse", "attribute"], sort),
    plain("string", &[], |meter, val, _| meter.join_texts(val, &Val::from(""))),
    plain("sum", &[], |meter, val, _| {
        let items = meter.elements(val)?;
        items.iter().try_fold(Val::ZERO, |sum, item| meter.arithmetic(Arithmetic::Add, &sum, item))
    }),
    plain("title", &[], |meter, val, _| {
        on_text(meter, val, |text| {
            let mut begins = true;
            let mut titled = String::new();
            for c in text.chars() {
                if begins {
                    titled.extend(c.to_uppercase());
                } else {
                    titled.extend(c.to_lowercase());
                }
                begins = !c.is_alphanumeric();
            }
            titled
        })
    }),
    plain("trim", &[], |meter, val, _| on_text(meter, val, |text| text.trim().to_owned())),
    plain("unique", &[], unique),
    plain("upper", &[], |meter, val, _| on_text(meter, val, str::to_uppercase)),
    plain("zip", &["with"], zip),
];

pub static TESTS: [Function; 24] = [
    plain("odd", &[], |meter, val, _| parity(meter, val, 1)),
    plain("even", &[], |meter, val, _| parity(meter, val, 0)),
    plain("divisibleby", &["by"], |meter, val, more| {
        let rest = meter.arithmetic(Arithmetic::Rem, val, &more[0])?;
        Ok((rest == Val::ZERO).into())
    }),
    plain("number", &[], |_, val, _| Ok(val.int().is_some().into())),
    plain("integer", &[], |_, val, _| Ok(val.int().is_some().into())),
    lenient("defined", &[], |_, val, _| Ok((!val.is_undefined()).into())),
    lenient("undefined", &[], |_, val, _| Ok(val.is_undefined().into())),
    plain("none", &[], |_, val, _| Ok((*val == Val::None).into())),
    plain("string", &[], |_, val, _| Ok(val.text().is_some().into())),
    plain("sequence", &[], |_, val, _| Ok(val.items().is_some().into())),
    plain("in", &["all"], |meter, val, more| Ok(meter.contains(&more[0], val)?.into())),
    plain("eq", &["than"], related::<0>),
    plain("=", &["than"], related::<0>),
    plain("==", &["than"], related::<0>),
    plain("ne", &["than"], related::<1>),
    plain("!=", &["than"], related::<1>),
    plain("lt", &["than"], related::<2>),
    plain("<", &["than"], related::<2>),
    plain("le", &["than"], related::<3>),
    plain("<=", &["than"], related::<3>),
    plain("gt", &["than"], related::<4>),
    plain(">", &["than"], related::<4>),
    plain("ge", &["than"], related::<5>),
    plain(">=", &["than"], related::<5>),
];

static BACK: Val = Val::Int(Num::Small(-1));

fn name_of<'v>(op: &str, val: &'v Val) -> Eval<&'v str> {
    val.text().ok_or_else(|| unfit("no-text", op, val))
}

/// A comparison of numbers; `WHICH` is the index of the relation.
fn related<const WHICH: usize>(meter: &mut Meter, val: &Val, more: &[Val]) -> Eval<Val> {
    use Relation::{AtLeast, AtMost, Equal, Greater, Less, Unequal};
    let relation = [Equal, Unequal, Less, AtMost, Greater, AtLeast][WHICH];
    Ok(relation.of(val, &more[0], meter)?.into())
}

fn parity(meter: &mut Meter, val: &Val, wanted: i64) -> Eval<Val> {
    let rest = meter.arithmetic(Arithmetic::Rem, val, &Val::Int(Num::Small(2)))?;
    Ok((rest.small() == Some(wanted)).into())
}

fn abs(meter: &mut Meter, val: &Val, _: &[Val]) -> Eval<Val> {
    match val {
        Val::Int(n) if !n.is_negative() => Ok(val.clone()),
        _ => meter.negative(val),
    }
}

fn length(_: &mut Meter, val: &Val, _: &[Val]) -> Eval<Val> {
    Ok(Val::from(match val {
        Val::List(items) => items.len(),
        Val::Text(text) => text.chars().count(),
        Val::Map(pairs) => pairs.len(),
        other => return Err(unfit("no-list", "length", other)),
    }))
}

/// Applies `change` to the text of a value.
fn on_text(meter: &mut Meter, val: &Val, change: impl Fn(&str) -> String) -> Eval<Val> {
    meter.whole(val)?;
    let text = change(&val.shown());
    meter.text(text)
}

#[allow(clippy::unnecessary_wraps)] // every filter has this shape
fn default(_: &mut Meter, val: &Val, more: &[Val]) -> Eval<Val> {
    let missing = val.is_undefined() || (more[1].is_true() && !val.is_true());
    Ok(match (missing, &more[0]) {
        (false, _) => val.clone(),
        (true, Val::Undefined) => Val::from(""),
        (true, other) => other.clone(),
    })
}

fn int(_: &mut Meter, val: &Val, _: &[Val]) -> Eval<Val> {
    if let Val::Int(_) = val {
        return Ok(val.clone());
    }
    let n = val.text().and_then(|text| text.trim().parse::<IBig>().ok());
    n.map(|n| Val::Int(n.into())).ok_or_else(|| unfit("no-integer", "int", val))
}

/// A part of an element by its name, or by its place in a list, as in `map(attribute=0)`.
fn part(item: &Val, key: &Val) -> Eval<Val> {
    match (key.text(), item) {
        (Some(name), _) => Ok(attribute(item, name)),
        // A character would have to be looked for from the beginning of each text.
        (None, Val::Text(_)) => Err(unfit("no-list", "attribute", item)),
        (None, _) => item.item(key),
    }
}

/// The key of [`part`], if there is one.
fn given(key: &Val) -> Option<&Val> {
    Some(key).filter(|key| !matches!(key, Val::Undefined | Val::None))
}

fn map(meter: &mut Meter, val: &Val, more: &[Val]) -> Eval<Val> {
    let items = meter.elements(val)?;
    let mut all = Vec::with_capacity(items.len());
    if let Some(key) = given(&more[3]) {
        for item in &*items {
            all.push(match part(item, key)? {
                Val::Undefined => more[4].clone(),
                val => val,
            });
        }
        return meter.list(all);
    }
    let name = name_of("map", &more[0])?;
    let filter = find(&FILTERS, name).map_err(|near| Box::new(unknown("unknown-filter", name, near)))?;
    let mut given = more[1..3].to_vec();
    given.resize(filter.parameters.len().max(2), Val::Undefined);
    for item in &*items {
        meter.step()?;
        all.push((filter.apply)(meter, item, &given)?);
    }
    meter.list(all)
}

/// The elements whose `key` gives `wanted` in the test; without a test, those whose `key` has that truth value.
fn chosen(
    meter: &mut Meter,
    val: &Val,
    wanted: bool,
    key: impl Fn(&mut Meter, &Val) -> Eval<Val>,
    more: &[Val],
) -> Eval<Val> {
    let test = match &more[0] {
        Val::Undefined => None,
        name => {
            let name = name_of("select", name)?;
            Some(find(&TESTS, name).map_err(|near| Box::new(unknown("unknown-test", name, near)))?)
        }
    };
    let mut all = Vec::new();
    for item in &*meter.elements(val)? {
        let key = key(meter, item)?;
        let holds = match test {
            Some(test) => (test.apply)(meter, &key, &more[1..])?,
            None => key,
        };
        if holds.is_true() == wanted {
            all.push(item.clone());
        }
    }
    meter.list(all)
}

fn extreme(meter: &mut Meter, val: &Val, wanted: Ordering) -> Eval<Val> {
    let items = meter.elements(val)?;
    let Some(mut best) = items.first() else { return Ok(Val::Undefined) };
    for item in &items[1..] {
        if meter.compare(item, best)? == wanted {
            best = item;
        }
    }
    Ok(best.clone())
}

fn sort(meter: &mut Meter, val: &Val, more: &[Val]) -> Eval<Val> {
    let items = meter.elements(val)?;
    let mut sorted = match (given(&more[1]), items.iter().map(Val::small).collect::<Option<Vec<i64>>>()) {
        (Some(key), _) => {
            let keyed = items.iter().map(|item| Ok((part(item, key)?, item.clone())));
            let mut keyed = keyed.collect::<Eval<Vec<(Val, Val)>>>()?;
            meter.sort(&mut keyed, |(key, _)| key)?;
            keyed.into_iter().map(|(_, item)| item).collect()
        }
        (None, Some(mut words)) => {
            words.sort_unstable();
            words.into_iter().map(|n| Val::Int(Num::Small(n))).collect()
        }
        (None, None) => {
            let mut items = (*items).clone();
            meter.sort(&mut items, |item| item)?;
            items
        }
    };
    if more[0].is_true() {
        sorted.reverse();
    }
    Ok(Val::List(Arc::new(sorted)))
}

/// The distinct elements, in the order of their first occurrence.
fn unique(meter: &mut Meter, val: &Val, _: &[Val]) -> Eval<Val> {
    let mut all: Vec<(usize, Val)> = meter.elements(val)?.iter().cloned().enumerate().collect();
    meter.sort(&mut all, |(_, item)| item)?;
    all.dedup_by(|(_, a), (_, b)| a == b);
    all.sort_by_key(|(i, _)| *i);
    meter.list(all.into_iter().map(|(_, item)| item).collect())
}

fn zip(meter: &mut Meter, val: &Val, more: &[Val]) -> Eval<Val> {
    let (first, second) = (meter.elements(val)?, meter.elements(&more[0])?);
    let pairs = first.iter().zip(&*second).map(|(a, b)| meter.list(vec![a.clone(), b.clone()]));
    let pairs = pairs.collect::<Eval<Vec<Val>>>()?;
    meter.list(pairs)
}
