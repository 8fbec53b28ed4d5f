//! `grundy_explain(game, heaps [, lang])`: the reasons, in sentences.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, StringBuilder};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::ScalarValue;
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use grundy_solver::Solver;
use grundy_solver::explain::{DEFAULT_REPLIES, explain};
use grundy_solver::limits::Limits;
use grundy_solver::notation;
use grundy_solver::position::Position;
use grundy_solver::text::Lang;

use super::columns;
use super::games::parse;
use crate::error::{Refusal, external};
use crate::setting::Setting;

const NAME: &str = "grundy_explain";

/// The function.
pub fn function(setting: &Setting) -> ScalarUDF {
    let signature = Signature::variadic_any(Volatility::Immutable);
    ScalarUDF::new_from_impl(Explain { setting: setting.clone(), signature })
}

#[derive(Debug)]
struct Explain {
    setting: Setting,
    signature: Signature,
}

// There is only one.
impl PartialEq for Explain {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Explain {}
impl Hash for Explain {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl ScalarUDFImpl for Explain {
    fn name(&self) -> &'static str {
        NAME
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Utf8)
    }

    /// Checks the types, and the language if it is constant, before the first row is read.
    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let types: Vec<&DataType> = args.arg_fields.iter().map(|field| field.data_type()).collect();
        let Some((game, rest)) = types.split_first() else {
            return Err(Refusal::new("no-game").with("function", NAME).into());
        };
        if !columns::is_text(game) {
            return Err(Refusal::new("game-type").with("function", NAME).with("type", game).into());
        }
        let (heaps, lang) = split_lang(rest, |kind| kind);
        columns::check_heaps(NAME, heaps)?;
        let last = args.scalar_arguments.last().copied().flatten();
        if let Some(text) = last.and_then(ScalarValue::try_as_str).flatten().filter(|_| lang.is_some()) {
            language(text)?;
        }
        Ok(Arc::new(Field::new(NAME, DataType::Utf8, true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constant = columns::all_constant(&args.args);
        let arrays = columns::arrays(&args.args, args.number_rows)?;
        let Some((games, rest)) = arrays.split_first() else {
            return Err(Refusal::new("no-game").with("function", NAME).into());
        };
        let (heaps, lang) = split_lang(rest, |array| array.data_type());
        let games = columns::text(games)?;
        let heaps: Vec<ArrayRef> = heaps.iter().map(texts_of).collect::<Result<_>>()?;
        let lang = lang.map(columns::text).transpose()?;
        let limits = Limits { threads: self.setting.threads(), ..self.setting.solver_limits() };
        let solver = Solver::new(limits).cancelled_by(self.setting.cancel.clone());
        let mut out = StringBuilder::new();
        for row in 0..games.len() {
            let all = heaps.iter().chain([&games]).chain(&lang);
            if all.into_iter().any(|array| array.is_null(row)) {
                out.append_null();
                continue;
            }
            let words: Vec<&str> = heaps.iter().map(|array| array.as_string::<i32>().value(row)).collect();
            let lang = match &lang {
                Some(lang) => language(lang.as_string::<i32>().value(row))?,
                None => self.setting.lang,
            };
            let game = games.as_string::<i32>().value(row);
            out.append_value(explained(&solver, game, &words.join(" "), lang)?);
        }
        columns::answer(&(Arc::new(out.finish()) as ArrayRef), constant)
    }
}

/// Splits off the language: a last argument that is text, after at least one other.
fn split_lang<T>(rest: &[T], kind: impl Fn(&T) -> &DataType) -> (&[T], Option<&T>) {
    match rest.split_last() {
        Some((last, heaps)) if !heaps.is_empty() && columns::is_text(kind(last)) && !kind(last).is_null() => {
            (heaps, Some(last))
        }
        _ => (rest, None),
    }
}

fn language(text: &str) -> Result<Lang, Refusal> {
    let known = [Lang::En, Lang::Zh].into_iter().find(|lang| lang.tag() == text);
    known.ok_or_else(|| Refusal::new("explain-lang").with("value", text))
}

/// The heaps of each row as text; those of a list are separated by blanks.
fn texts_of(array: &ArrayRef) -> Result<ArrayRef> {
    let list = match array.data_type() {
        DataType::List(_) => Arc::clone(array),
        DataType::LargeList(inner) | DataType::FixedSizeList(inner, _) => {
            cast(array, &DataType::List(Arc::clone(inner)))?
        }
        _ => return columns::text(array),
    };
    let list = list.as_list::<i32>();
    let mut out = StringBuilder::new();
    for row in 0..list.len() {
        if list.is_null(row) {
            out.append_null();
            continue;
        }
        let heaps = columns::text(&list.value(row))?;
        let heaps = heaps.as_string::<i32>();
        if heaps.null_count() > 0 {
            out.append_null();
        } else {
            out.append_value(heaps.iter().flatten().collect::<Vec<_>>().join(" "));
        }
    }
    Ok(Arc::new(out.finish()))
}

fn explained(solver: &Solver, game: &str, heaps: &str, lang: Lang) -> Result<String> {
    let line = parse(game)?;
    let heaps = notation::parse_heaps(heaps).map_err(external)?;
    let position = Position::start(&line, heaps).map_err(external)?;
    let explanation = explain(solver, &position, DEFAULT_REPLIES).map_err(external)?;
    Ok(explanation.report(lang).trim_end().to_owned())
}
