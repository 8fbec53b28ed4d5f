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

use super::games::{Games, parse};
use super::{columns, data_type};
use crate::error::Refusal;

/// One function: `name(game, heaps...)`, or `name(heaps...)` if `game` is given here.
pub fn function(name: &str, game: Option<&str>, games: &Arc<Games>) -> ScalarUDF {
    let signature = Signature::variadic_any(Volatility::Immutable);
    let (name, game, games) = (name.to_owned(), game.map(str::to_owned), Arc::clone(games));
    ScalarUDF::new_from_impl(Function { name, game, games, signature })
}

#[derive(Debug)]
struct Function {
    name: String,
    /// The game, if the function's name implies it.
    game: Option<String>,
    games: Arc<Games>,
    signature: Signature,
}

// The name determines everything else.
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
        Ok(data_type(self.games.column()))
    }

    /// Checks the types, and the game if it is constant, before the first row is read.
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
                && !self.games.is_lenient()
            {
                parse(game)?;
            }
            heaps
        };
        columns::check_heaps(&self.name, heaps)?;
        Ok(Arc::new(Field::new(&self.name, data_type(self.games.column()), true)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constant = columns::all_constant(&args.args);
        let arrays = columns::arrays(&args.args, args.number_rows)?;
        let rows = arrays.first().map_or(0, |array| array.len());
        let is_null = |value: &ColumnarValue| match value {
            ColumnarValue::Scalar(value) => value.is_null(),
            ColumnarValue::Array(array) => array.data_type().is_null(),
        };
        if args.args.iter().any(is_null) {
            return columns::answer(&new_null_array(&data_type(self.games.column()), rows), constant);
        }
        let (game, heaps) = match (&self.game, args.args.first()) {
            (Some(game), _) => (Some(game.as_str()), &arrays[..]),
            (None, Some(ColumnarValue::Scalar(game))) => (game.try_as_str().flatten(), &arrays[1..]),
            (None, _) => (None, &arrays[1..]),
        };
        let heaps = columns::heaps(heaps)?;
        let answer = match game {
            Some(game) => self.games.answer(game, &heaps)?,
            None => self.games.answer_rows(&columns::text(&arrays[0])?, &heaps)?,
        };
        columns::answer(&answer, constant)
    }
}
