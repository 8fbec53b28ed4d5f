//! The functions of a position.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::new_null_array;
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::ScalarValue;
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};

use super::columns;
use super::games::{Games, parse};
use super::rows::answer_rows;
use crate::error::Refusal;

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asks {
    /// `N`, `P` or `D`.
    Outcome,
    /// The Grundy value.
    Value,
    /// Every winning result.
    Moves,
    /// The first winning result.
    FirstMove,
    /// The method's name.
    Method,
}

impl Asks {
    /// By the name in a function.
    pub const ALL: [(&'static str, Self); 5] = [
        ("outcome", Self::Outcome),
        ("value", Self::Value),
        ("moves", Self::Moves),
        ("first_move", Self::FirstMove),
        ("method", Self::Method),
    ];

    /// The type of the answer.
    pub fn data_type(self) -> DataType {
        if self == Self::Value { DataType::UInt64 } else { DataType::Utf8 }
    }
}

/// One function: `name(game, heaps...)`, or `name(heaps...)` where the game is given here.
pub fn function(name: &str, asks: Asks, game: Option<&str>, lenient: bool, games: &Arc<Games>) -> ScalarUDF {
    let signature = Signature::variadic_any(Volatility::Immutable);
    let (name, game, games) = (name.to_owned(), game.map(str::to_owned), Arc::clone(games));
    ScalarUDF::new_from_impl(Function { name, asks, game, lenient, games, signature })
}

#[derive(Debug)]
struct Function {
    name: String,
    asks: Asks,
    /// The game, where the name says it.
    game: Option<String>,
    /// NULL instead of an error.
    lenient: bool,
    games: Arc<Games>,
    signature: Signature,
}

// The name says everything else.
impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for Function {}
impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.asks.data_type())
    }

    /// Looks at the types, and at a game that is constant, before the first row is read.
    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let types: Vec<&DataType> = args.arg_fields.iter().map(|field| field.data_type()).collect();
        let heaps = if self.game.is_some() {
            &types[..]
        } else {
            let Some((game, heaps)) = types.split_first() else {
                return Err(Refusal::new("no-game").with("function", &self.name).into());
            };
            if !columns::is_text(game) {
                return Err(Refusal::new("game-type").with("function", &self.name).with("type", game).into());
            }
            let constant = args.scalar_arguments.first().copied().flatten();
            if let Some(game) = constant.and_then(ScalarValue::try_as_str).flatten()
                && !self.lenient
            {
                parse(game)?;
            }
            heaps
        };
        columns::check_heaps(&self.name, heaps)?;
        Ok(Arc::new(Field::new(&self.name, self.asks.data_type(), true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constant = columns::all_constant(&args.args);
        let mut arrays = columns::arrays(&args.args, args.number_rows)?;
        let rows = arrays.first().map_or(0, |array| array.len());
        let is_null = |value: &ColumnarValue| match value {
            ColumnarValue::Scalar(value) => value.is_null(),
            ColumnarValue::Array(array) => array.data_type().is_null(),
        };
        if args.args.iter().any(is_null) {
            return columns::answer(&new_null_array(&self.asks.data_type(), rows), constant);
        }
        let game = match (&self.game, args.args.first()) {
            (Some(game), _) => Some(game.clone()),
            (None, Some(ColumnarValue::Scalar(game))) => game.try_as_str().flatten().map(str::to_owned),
            _ => None,
        };
        let column = if self.game.is_none() { Some(columns::text(&arrays.remove(0))?) } else { None };
        let of_rows = if game.is_some() { None } else { column };
        let answer = answer_rows(&self.games, game.as_deref(), of_rows, arrays, self.asks, self.lenient)?;
        columns::answer(&answer, constant)
    }
}
