//! The operations on whole numbers, as functions.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, Decimal128Array};
use datafusion::arrow::compute::cast;
use datafusion::arrow::compute::kernels::numeric::{add, mul, neg, sub};
use datafusion::arrow::datatypes::{DataType, Decimal128Type, Field, FieldRef, Int64Type};
use datafusion::arrow::error::ArrowError;
use datafusion::common::ScalarValue;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::binary::BinaryTypeCoercer;
use datafusion::logical_expr::{
    ColumnarValue, Expr, Operator, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
    Volatility,
};
use datafusion::physical_expr_common::datum::apply;
use datafusion::sql::sqlparser::ast::BinaryOperator;

use crate::error::Refusal;

/// The most bits that a number is shifted by without a change of its type: no number of 64 bits has more.
const BITS: i64 = 64;
/// The digits of a number that a shift makes on the way; the result is checked against its type.
const DIGITS: u8 = 38;

/// An operation whose result is a machine word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `a + b`
    Plus,
    /// `a - b`
    Minus,
    /// `a * b`
    Times,
    /// `-a`
    Negate,
    /// `a << b`, that is a times 2^b.
    ShiftLeft,
    /// `a >> b`, that is a divided by 2^b, rounded down.
    ShiftRight,
    /// A sum or a mean in wider numbers, converted to the type of the second argument.
    Narrow,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Plus, Self::Minus, Self::Times, Self::Negate, Self::ShiftLeft, Self::ShiftRight, Self::Narrow];

    /// The operation of an operator in a statement.
    pub fn written(op: &BinaryOperator) -> Option<Self> {
        match op {
            BinaryOperator::Plus => Some(Self::Plus),
            BinaryOperator::Minus => Some(Self::Minus),
            BinaryOperator::Multiply => Some(Self::Times),
            BinaryOperator::PGBitwiseShiftLeft => Some(Self::ShiftLeft),
            BinaryOperator::PGBitwiseShiftRight => Some(Self::ShiftRight),
            _ => None,
        }
    }

    /// The operation of an operator in a plan.
    pub fn planned(op: Operator) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.operator() == Some(op))
    }

    fn operator(self) -> Option<Operator> {
        match self {
            Self::Plus => Some(Operator::Plus),
            Self::Minus => Some(Operator::Minus),
            Self::Times => Some(Operator::Multiply),
            Self::ShiftLeft => Some(Operator::BitwiseShiftLeft),
            Self::ShiftRight => Some(Operator::BitwiseShiftRight),
            Self::Negate | Self::Narrow => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Plus => "exact_plus",
            Self::Minus => "exact_minus",
            Self::Times => "exact_times",
            Self::Negate => "exact_negate",
            Self::ShiftLeft => "exact_shift_left",
            Self::ShiftRight => "exact_shift_right",
            Self::Narrow => "exact_narrow",
        }
    }

    /// The function.
    pub fn function(self) -> ScalarUDF {
        let signature = Signature::user_defined(Volatility::Immutable);
        ScalarUDF::new_from_impl(Function { operation: self, signature })
    }

    /// The operation on these arguments.
    pub fn of(self, arguments: Vec<Expr>) -> Expr {
        self.function().call(arguments)
    }

    /// The type of the result, which is that of the engine's operator.
    pub fn result(self, left: &DataType, right: &DataType) -> Result<DataType> {
        match self.operator() {
            Some(operator) => BinaryTypeCoercer::new(left, &operator, right).get_result_type(),
            None => Ok(right.clone()),
        }
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Function {
    operation: Operation,
    signature: Signature,
}

impl Function {
    /// As the operator is written, so that columns are called as before.
    fn shown(&self, arguments: &[Expr], show: impl Fn(&Expr) -> String) -> String {
        match (self.operation.operator(), arguments) {
            (Some(operator), [left, right]) => format!("{} {operator} {}", show(left), show(right)),
            (None, [only]) => format!("(- {})", show(only)),
            (None, [wide, _]) => show(wide),
            _ => self.name().to_owned(),
        }
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.operation.name()
    }

    fn display_name(&self, arguments: &[Expr]) -> Result<String> {
        Ok(self.shown(arguments, ToString::to_string))
    }

    fn schema_name(&self, arguments: &[Expr]) -> Result<String> {
        Ok(self.shown(arguments, |argument| argument.schema_name().to_string()))
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        match (self.operation.operator(), types) {
            (Some(operator), [left, right]) => {
                let (left, right) = BinaryTypeCoercer::new(left, &operator, right).get_input_types()?;
                Ok(vec![left, right])
            }
            (None, [only]) if self.operation == Operation::Negate && only.is_signed_integer() => {
                Ok(types.to_vec())
            }
            (None, [_, _]) if self.operation == Operation::Narrow => Ok(types.to_vec()),
            _ => Err(DataFusionError::Plan(format!("{} does not take {types:?}", self.name()))),
        }
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        match types {
            [left, right] => self.operation.result(left, right),
            [only] => Ok(only.clone()),
            _ => Err(DataFusionError::Plan(format!("{} does not take {types:?}", self.name()))),
        }
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let types: Vec<DataType> = args.arg_fields.iter().map(|field| field.data_type().clone()).collect();
        // The second argument of this one is NULL, for its type only.
        let known = if self.operation == Operation::Narrow { 1 } else { args.arg_fields.len() };
        let nullable = args.arg_fields.iter().take(known).any(|field| field.is_nullable());
        Ok(Arc::new(Field::new(self.name(), self.return_type(&types)?, nullable)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let kind = args.return_field.data_type();
        match (self.operation, &args.args[..]) {
            (Operation::Plus, [left, right]) => apply(left, right, add).map_err(|e| overflow(e, kind)),
            (Operation::Minus, [left, right]) => apply(left, right, sub).map_err(|e| overflow(e, kind)),
            (Operation::Times, [left, right]) => apply(left, right, mul).map_err(|e| overflow(e, kind)),
            (Operation::Negate, [ColumnarValue::Scalar(number)]) => {
                let negated = neg(&number.to_array()?).map_err(|e| overflow(e.into(), kind))?;
                Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&negated, 0)?))
            }
            (Operation::Negate, [ColumnarValue::Array(numbers)]) => {
                Ok(ColumnarValue::Array(neg(numbers).map_err(|e| overflow(e.into(), kind))?))
            }
            (Operation::ShiftLeft | Operation::ShiftRight, [left, right]) => {
                let constant = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
                let rows = if constant { 1 } else { args.number_rows };
                let shifted = shifted(self.operation, &left.to_array(rows)?, &right.to_array(rows)?, kind)?;
                if constant {
                    return Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&shifted, 0)?));
                }
                Ok(ColumnarValue::Array(shifted))
            }
            (Operation::Narrow, [wide, _]) => {
                let narrow = wide.cast_to(kind, None);
                narrow.map_err(|_| Refusal::new("sum-overflow").with("type", kind).into())
            }
            (_, args) => Err(DataFusionError::Execution(format!(
                "{} does not take {} arguments",
                self.name(),
                args.len()
            ))),
        }
    }
}

/// Names the type that is too small, and a larger one.
fn overflow(error: DataFusionError, kind: &DataType) -> DataFusionError {
    if let DataFusionError::ArrowError(inner, _) = &error
        && let ArrowError::ArithmeticOverflow(reason) = &**inner
    {
        let what = reason.rsplit_once(": ").map_or(reason.as_str(), |(_, what)| what);
        return beyond(what, kind);
    }
    error
}

fn beyond(what: &str, kind: &DataType) -> DataFusionError {
    Refusal::new("number-overflow").with("what", what).with("type", kind).into()
}

/// Shifts each number by as many bits as its row says; bits that a type has no room for are an error.
fn shifted(operation: Operation, left: &ArrayRef, right: &ArrayRef, kind: &DataType) -> Result<ArrayRef> {
    let wide = DataType::Decimal128(DIGITS, 0);
    let numbers = cast(left, &wide)?;
    let numbers = numbers.as_primitive::<Decimal128Type>();
    // Counts beyond this type become NULL there.
    let counts = cast(right, &DataType::Int64)?;
    let counts = counts.as_primitive::<Int64Type>();
    let mut out: Vec<Option<i128>> = Vec::with_capacity(left.len());
    for row in 0..left.len() {
        if left.is_null(row) || right.is_null(row) {
            out.push(None);
            continue;
        }
        let number = numbers.value(row);
        let count = if counts.is_null(row) { i64::MAX } else { counts.value(row) };
        if count < 0 {
            return Err(Refusal::new("shift-negative").with("count", count).into());
        }
        out.push(Some(match operation {
            Operation::ShiftRight => number >> count.min(i64::from(i128::BITS - 1)),
            _ if number == 0 => 0,
            _ => (1i128 << count.min(BITS))
                .checked_mul(number)
                .filter(|_| count <= BITS)
                .ok_or_else(|| beyond(&format!("{number} << {count}"), kind))?,
        }));
    }
    let shifted: ArrayRef = Arc::new(Decimal128Array::from(out).with_data_type(wide));
    let narrow = ColumnarValue::Array(shifted).cast_to(kind, None);
    narrow.map_err(|_| Refusal::new("shift-overflow").with("type", kind))?.into_array(left.len())
}
