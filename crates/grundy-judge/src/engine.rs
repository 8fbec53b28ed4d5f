//! The template engine: which filters, tests and functions templates have, and what holds them in bounds.
//!
//! One environment serves every template. Filters that would give fractions or unbounded text are not
//! offered; those that compute or compare numbers are our own; the others are the engine's,
//! charged for the elements they walk over.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use dashu_int::IBig;
use minijinja::machinery::{self, CodeGenerator, Instruction, Instructions};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Kwargs, Rest, ValueKind, ValueOrKwargs};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State, UndefinedBehavior, Value, filters};

use crate::exact;

/// How many steps one rendering may take.
const FUEL: u64 = 5_000_000;
const LOOPS_DEEP: usize = 32;

static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(environment);

/// A template in compiled form, together with the names it looks up.
#[derive(Debug)]
pub struct Program<'p> {
    code: Instructions<'p>,
    blocks: BTreeMap<&'p str, Instructions<'p>>,
    pub names: Vec<&'p str>,
}

/// Why a template could not be compiled.
#[derive(Debug)]
pub enum Refused {
    /// `/`, or a number with a point.
    Fraction,
    /// `a < b < c`.
    Chain,
    /// It is no template.
    Syntax(Error),
}

/// A list that is written out has at most 65 535 elements, as a call has arguments.
fn too_long() -> Refused {
    Refused::Syntax(Error::new(ErrorKind::SyntaxError, "a list of more than 65535 elements"))
}

fn is_fraction(v: &Value) -> bool {
    match v.kind() {
        ValueKind::Number => !v.is_integer(),
        ValueKind::Seq => v.try_iter().is_ok_and(|mut items| items.any(|item| is_fraction(&item))),
        _ => false,
    }
}

impl<'p> Program<'p> {
    pub fn compile(source: &'p str) -> Result<Self, Refused> {
        let syntax = SyntaxConfig::builder().keep_trailing_newline(true).build().map_err(Refused::Syntax)?;
        let tree = machinery::parse(source, "template", syntax).map_err(Refused::Syntax)?;
        let mut generator = CodeGenerator::new("template", source);
        generator.compile_stmt(&tree);
        let (mut code, blocks) = generator.finish();
        let (mut names, mut own) = (Vec::new(), vec!["loop"]);
        let mut at = 0;
        while let Some(step) = code.get_mut(at) {
            let (name, arguments) = match step {
                Instruction::Add => ("+", 2),
                Instruction::Sub => ("-", 2),
                Instruction::Mul => ("*", 2),
                Instruction::IntDiv => ("//", 2),
                Instruction::Rem => ("%", 2),
                Instruction::Pow => ("**", 2),
                Instruction::Neg => ("neg-", 1),
                Instruction::StringConcat => ("~", 2),
                Instruction::Eq => ("==", 2),
                Instruction::Ne => ("!=", 2),
                Instruction::Lt => ("<", 2),
                Instruction::Lte => ("<=", 2),
                Instruction::Gt => (">", 2),
                Instruction::Gte => (">=", 2),
                Instruction::Slice => ("[:]", 4),
                Instruction::BuildList(Some(count)) | Instruction::BuildTuple(Some(count)) => {
                    ("[,]", u16::try_from(*count).map_err(|_| too_long())?)
                }
                Instruction::BuildMap(count) => ("{:}", u16::try_from(2 * *count).map_err(|_| too_long())?),
                other => {
                    match other {
                        Instruction::Div => return Err(Refused::Fraction),
                        Instruction::LoadConst(v) if is_fraction(v) => return Err(Refused::Fraction),
                        Instruction::CompareAndPreserve(_) => return Err(Refused::Chain),
                        Instruction::Lookup(name) | Instruction::CallFunction(name, _) => names.push(*name),
                        Instruction::StoreLocal(name) => own.push(*name),
                        _ => {}
                    }
                    at += 1;
                    continue;
                }
            };
            *step = Instruction::CallFunction(name, Some(arguments));
            at += 1;
        }
        names.sort_unstable();
        names.dedup();
        names.retain(|n| !own.contains(n) && !FUNCTIONS.contains(n));
        Ok(Self { code, blocks, names })
    }

    pub fn render(&self, names: Value) -> Result<String, Error> {
        exact::refuel();
        let mut text = String::new();
        let mut out = machinery::make_string_output(&mut text);
        machinery::eval(&ENVIRONMENT, &self.code, names, &self.blocks, &mut out, AutoEscape::None)
            .map(drop)?;
        Ok(text)
    }
}

/// Functions a template may call.
const FUNCTIONS: [&str; 2] = ["range", "namespace"];

fn environment() -> Environment<'static> {
    let mut env = Environment::empty();
    env.set_fuel(Some(FUEL));
    env.set_recursion_limit(LOOPS_DEEP);
    env.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    env.set_formatter(|out, state, value| {
        exact::weigh(value)?;
        if value.is_undefined() || value.is_none() {
            return Err(Error::from(ErrorKind::UndefinedError));
        }
        minijinja::escape_formatter(out, state, value)
    });
    add_operators(&mut env);
    add_filters(&mut env);
    add_tests(&mut env);
    env
}

fn add_operators(env: &mut Environment<'static>) {
    env.add_function("+", |a: &Value, b: &Value| exact::add(a, b));
    env.add_function("-", |a: &Value, b: &Value| exact::sub(a, b));
    env.add_function("*", |a: &Value, b: &Value| exact::mul(a, b));
    env.add_function("//", |a: &Value, b: &Value| exact::int_div(a, b));
    env.add_function("%", |a: &Value, b: &Value| exact::rem(a, b));
    env.add_function("**", |a: &Value, b: &Value| exact::pow(a, b));
    env.add_function("neg-", |a: &Value| exact::neg(a));
    env.add_function("~", |a: &Value, b: &Value| exact::concat(a, b));
    env.add_function("==", |a: &Value, b: &Value| exact::equal(a, b));
    env.add_function("!=", |a: &Value, b: &Value| exact::equal(a, b).map(|is| !is));
    env.add_function("<", |a: &Value, b: &Value| exact::compare(a, b).map(std::cmp::Ordering::is_lt));
    env.add_function("<=", |a: &Value, b: &Value| exact::compare(a, b).map(std::cmp::Ordering::is_le));
    env.add_function(">", |a: &Value, b: &Value| exact::compare(a, b).map(std::cmp::Ordering::is_gt));
    env.add_function(">=", |a: &Value, b: &Value| exact::compare(a, b).map(std::cmp::Ordering::is_ge));
    env.add_function("[:]", |v: &Value, a: &Value, b: &Value, c: &Value| exact::slice(v, a, b, c));
    env.add_function("[,]", |items: Rest<Value>| exact::shallow(&items).map(|()| Value::from(items.0)));
    env.add_function("{:}", |items: Rest<Value>| {
        exact::shallow(&items)?;
        let pairs = items.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
        Ok::<_, Error>(Value::from(pairs.collect::<BTreeMap<Value, Value>>()))
    });
    let namespace = Value::from_function(minijinja::functions::namespace);
    env.add_function("namespace", move |state: &mut State, arguments: Rest<ValueOrKwargs>| {
        exact::charge(exact::NAMESPACE)?;
        let arguments: Vec<Value> = arguments.0.into_iter().map(ValueOrKwargs::into_value).collect();
        exact::shallow(&arguments)?;
        namespace.call(state, &arguments)
    });
    env.add_function("range", |from: i64, to: Option<i64>, step: Option<i64>| {
        let (from, to) = to.map_or((0, from), |to| (from, to));
        range(from, to, step.unwrap_or(1))
    });
}

fn range(from: i64, to: i64, step: i64) -> Result<Value, Error> {
    if step == 0 {
        return Err(Error::new(ErrorKind::InvalidOperation, "a range cannot have step 0"));
    }
    let mut all = Vec::new();
    let mut i = i128::from(from);
    while if step > 0 { i < i128::from(to) } else { i > i128::from(to) } {
        exact::charge(exact::ELEMENT)?;
        all.push(exact::value(IBig::from(i)));
        i += i128::from(step);
    }
    Ok(Value::from(all))
}

/// Filters that make a text of whatever they are given.
const SHOWING: [&str; 5] = ["lower", "upper", "capitalize", "title", "trim"];

/// A filter of the engine, charged for what it walks over. Only `default` (`d`) is there for what is not.
fn charged(env: &mut Environment<'static>, name: &'static str, filter: Value) {
    env.add_filter(name, move |state: &mut State, arguments: Rest<ValueOrKwargs>| {
        let arguments: Vec<Value> = arguments.0.into_iter().map(ValueOrKwargs::into_value).collect();
        if !name.starts_with('d') && arguments.first().is_none_or(Value::is_undefined) {
            return Err(Error::from(ErrorKind::UndefinedError));
        }
        let size = arguments.first().map_or(0, |v| v.as_str().map_or_else(|| v.len().unwrap_or(0), str::len));
        exact::charge(size + 1)?;
        if SHOWING.contains(&name) {
            arguments.first().map_or(Ok(()), exact::weigh)?;
        }
        let result = filter.call(state, &arguments)?;
        if name == "zip" {
            exact::weigh(&result)?;
        }
        Ok(result)
    });
}

fn add_filters(env: &mut Environment<'static>) {
    let length = Value::from_function(filters::length);
    for (name, filter) in [
        ("length", length.clone()),
        ("count", length),
        ("lower", Value::from_function(filters::lower)),
        ("upper", Value::from_function(filters::upper)),
        ("capitalize", Value::from_function(filters::capitalize)),
        ("title", Value::from_function(filters::title)),
        ("trim", Value::from_function(filters::trim)),
        ("reverse", Value::from_function(filters::reverse)),
        ("first", Value::from_function(filters::first)),
        ("last", Value::from_function(filters::last)),
        ("default", Value::from_function(filters::default)),
        ("d", Value::from_function(filters::default)),
        ("map", Value::from_function(filters::map)),
        ("select", Value::from_function(filters::select)),
        ("reject", Value::from_function(filters::reject)),
        ("selectattr", Value::from_function(filters::selectattr)),
        ("rejectattr", Value::from_function(filters::rejectattr)),
        ("attr", Value::from_function(filters::attr)),
        ("zip", Value::from_function(filters::zip)),
        ("bool", Value::from_function(filters::bool)),
    ] {
        charged(env, name, filter);
    }
    env.add_filter("list", |v: &Value| match v.as_str() {
        Some(text) => {
            exact::charge(text.len()).map(|()| Value::from(text.chars().map(Value::from).collect::<Vec<_>>()))
        }
        None => exact::elements(v).map(Value::from),
    });
    env.add_filter("string", |v: &Value| exact::concat(v, &Value::from("")));
    env.add_filter("join", |v: &Value, separator: Option<String>| {
        let separator = separator.unwrap_or_default();
        let mut text = String::new();
        for (i, item) in exact::elements(v)?.iter().enumerate() {
            exact::weigh(item)?;
            if i > 0 {
                exact::charge(separator.len())?;
                text.push_str(&separator);
            }
            text.push_str(&item.to_string());
        }
        Ok::<_, Error>(text)
    });
    env.add_filter("replace", |text: &str, from: &str, to: &str| {
        exact::charge(text.len() + text.matches(from).count().saturating_mul(to.len()))?;
        Ok::<_, Error>(text.replace(from, to))
    });
    env.add_filter("abs", |v: &Value| match exact::integer(v) {
        Some(n) if n < IBig::ZERO => exact::neg(v),
        Some(_) => Ok(v.clone()),
        None => exact::neg(v),
    });
    env.add_filter("int", |v: &Value| {
        let read = || v.as_str().and_then(|text| text.trim().parse::<IBig>().ok());
        let n = exact::integer(v).or_else(read);
        let Some(n) = n else {
            exact::weigh(v)?;
            return Err(Error::new(ErrorKind::InvalidOperation, format!("`{v}` is no integer")));
        };
        Ok(exact::value(n))
    });
    env.add_filter("sum", |v: &Value| {
        exact::elements(v)?.iter().try_fold(Value::from(0), |sum, item| exact::add(&sum, item))
    });
    env.add_filter("min", |v: &Value| extreme(v, std::cmp::Ordering::Less));
    env.add_filter("max", |v: &Value| extreme(v, std::cmp::Ordering::Greater));
    env.add_filter("sort", sort);
    env.add_filter("unique", |v: &Value| {
        let mut all =
            sorted(exact::elements(v)?.into_iter().enumerate().collect(), |(_, item)| item.clone())?;
        all.dedup_by(|(_, a), (_, b)| exact::equal(a, b).unwrap_or(false));
        all.sort_by_key(|(i, _)| *i);
        Ok::<_, Error>(Value::from(all.into_iter().map(|(_, item)| item).collect::<Vec<_>>()))
    });
}

fn extreme(v: &Value, wanted: std::cmp::Ordering) -> Result<Value, Error> {
    let mut best: Option<Value> = None;
    for item in exact::elements(v)? {
        match &best {
            Some(b) if exact::compare(&item, b)? != wanted => {}
            _ => best = Some(item),
        }
    }
    Ok(best.unwrap_or_default())
}

/// Sorts by a key of like things; unlike ones are an error.
fn sorted<T>(mut all: Vec<T>, key: impl Fn(&T) -> Value) -> Result<Vec<T>, Error> {
    let mut failed = None;
    all.sort_by(|a, b| {
        exact::compare(&key(a), &key(b)).unwrap_or_else(|e| {
            failed = Some(e);
            std::cmp::Ordering::Equal
        })
    });
    failed.map_or(Ok(all), Err)
}

#[allow(clippy::needless_pass_by_value)] // how the engine hands over options
fn sort(v: &Value, options: Kwargs) -> Result<Value, Error> {
    let attribute: Option<String> = options.get("attribute")?;
    let reverse: Option<bool> = options.get("reverse")?;
    options.assert_all_used()?;
    let key = |item: &Value| match &attribute {
        Some(name) => item.get_attr(name).unwrap_or_default(),
        None => item.clone(),
    };
    let mut all = sorted(exact::elements(v)?, key)?;
    if reverse == Some(true) {
        all.reverse();
    }
    Ok(Value::from(all))
}

fn add_tests(env: &mut Environment<'static>) {
    let parity = |v: &Value, odd: bool| {
        let n = exact::rem(v, &Value::from(2))?;
        exact::equal(&n, &Value::from(i64::from(odd)))
    };
    env.add_test("odd", move |v: &Value| parity(v, true));
    env.add_test("even", move |v: &Value| parity(v, false));
    env.add_test("divisibleby", |v: &Value, by: &Value| {
        exact::rem(v, by).and_then(|n| exact::equal(&n, &Value::from(0)))
    });
    env.add_test("number", |v: &Value| exact::integer(v).is_some());
    env.add_test("integer", |v: &Value| exact::integer(v).is_some());
    env.add_test("defined", minijinja::tests::is_defined);
    env.add_test("undefined", minijinja::tests::is_undefined);
    env.add_test("none", minijinja::tests::is_none);
    env.add_test("string", minijinja::tests::is_string);
    env.add_test("sequence", minijinja::tests::is_sequence);
    env.add_test("in", minijinja::tests::is_in);
    env.add_test("eq", |a: &Value, b: &Value| exact::equal(a, b));
    env.add_test("ne", |a: &Value, b: &Value| exact::equal(a, b).map(|is| !is));
    env.add_test("lt", |a: &Value, b: &Value| exact::compare(a, b).map(std::cmp::Ordering::is_lt));
    env.add_test("le", |a: &Value, b: &Value| exact::compare(a, b).map(std::cmp::Ordering::is_le));
    env.add_test("gt", |a: &Value, b: &Value| exact::compare(a, b).map(std::cmp::Ordering::is_gt));
    env.add_test("ge", |a: &Value, b: &Value| exact::compare(a, b).map(std::cmp::Ordering::is_ge));
}
