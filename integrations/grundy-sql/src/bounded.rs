//! Functions of the engine whose results may be far larger than their arguments, such as `repeat`.
//!
//! Each computes an upper bound of its result first, and refuses what is beyond the memory of a query: such a result is
//! one allocation, which nothing could stop, and the engine computes constants while it plans.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{
    DataType, FieldRef, Int64Type, IntervalMonthDayNanoType, IntervalUnit, TimeUnit,
};
use datafusion::error::Result;
use datafusion::functions::all_default_functions;
use datafusion::functions_nested::all_default_nested_functions;
use datafusion::logical_expr::simplify::{ExprSimplifyResult, SimplifyContext};
use datafusion::logical_expr::{
    ColumnarValue, Documentation, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl,
    Signature,
};
use grundy_solver::limits::readable_bytes;

use crate::error::Refusal;
use crate::setting::Setting;

/// The most bytes of a character.
const CHARACTER: u128 = 4;
/// The bytes of a number in a list.
const NUMBER: u128 = 8;
/// The nanoseconds of a day.
const DAY: i128 = 86_400_000_000_000;
/// The days of the shortest month.
const SHORTEST_MONTH: i128 = 28;

/// The size of the result for one row.
type Size = fn(&Arguments, usize) -> u128;

/// The functions by name, and the sizes of their results.
const LARGE: [(&str, Size); 9] = [
    ("repeat", |given, row| given.bytes(0, row) * given.count(1, row)),
    ("lpad", |given, row| given.count(1, row) * CHARACTER),
    ("rpad", |given, row| given.count(1, row) * CHARACTER),
    // An empty text is found between all characters.
    ("replace", |given, row| {
        let places = given.bytes(0, row) / given.bytes(1, row).max(1) + 1;
        given.bytes(0, row) + places * given.bytes(2, row)
    }),
    ("array_repeat", |given, row| given.bytes(0, row).max(NUMBER) * given.count(1, row)),
    ("array_resize", |given, row| {
        given.bytes(0, row) + given.bytes(2, row).max(NUMBER) * given.count(1, row)
    }),
    ("array_to_string", |given, row| {
        let items = given.items(0, row);
        given.bytes(0, row) * CHARACTER + items * (given.bytes(1, row) + given.bytes(2, row))
    }),
    ("range", |given, row| given.steps(row) * NUMBER),
    ("generate_series", |given, row| given.steps(row) * NUMBER),
];

/// These functions, each with the limit of `setting`.
pub fn functions(setting: &Setting) -> Vec<ScalarUDF> {
    let most = setting.limits.memory / 2;
    let all = all_default_functions().into_iter().chain(all_default_nested_functions());
    let bounded = |inner: Arc<ScalarUDF>| {
        let (_, size) = LARGE.into_iter().find(|(name, _)| *name == inner.name())?;
        Some(ScalarUDF::new_from_impl(Bounded { inner, size, most }))
    };
    all.filter_map(bounded).collect()
}

#[derive(Debug)]
struct Bounded {
    inner: Arc<ScalarUDF>,
    size: Size,
    most: u64,
}

// The name determines everything else in a session.
impl PartialEq for Bounded {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}
impl Eq for Bounded {}
impl Hash for Bounded {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
    }
}

impl ScalarUDFImpl for Bounded {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn aliases(&self) -> &[String] {
        self.inner.aliases()
    }

    fn signature(&self) -> &Signature {
        self.inner.signature()
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.inner.coerce_types(types)
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.inner.return_type(types)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        self.inner.return_field_from_args(args)
    }

    fn simplify(&self, args: Vec<Expr>, context: &SimplifyContext) -> Result<ExprSimplifyResult> {
        self.inner.simplify(args, context)
    }

    fn documentation(&self) -> Option<&Documentation> {
        self.inner.documentation()
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constant = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        let rows = if constant { 1 } else { args.number_rows };
        let given = Arguments::of(&args.args, rows)?;
        let size = (0..rows).fold(0u128, |sum, row| sum.saturating_add((self.size)(&given, row)));
        if size > u128::from(self.most) {
            let refusal = Refusal::limit("large-result").with("function", self.name());
            let refusal = refusal.with("size", readable_bytes(size));
            return Err(refusal.with("limit", readable_bytes(self.most)).into());
        }
        self.inner.invoke_with_args(args)
    }
}

/// The arguments of a call: arrays of one row for constants.
struct Arguments {
    arrays: Vec<(ArrayRef, bool)>,
    /// The arguments that are whole numbers.
    counts: Vec<Option<ArrayRef>>,
}

impl Arguments {
    fn of(args: &[ColumnarValue], rows: usize) -> Result<Self> {
        let (mut arrays, mut counts) = (Vec::new(), Vec::new());
        for arg in args {
            let (array, constant) = match arg {
                ColumnarValue::Array(array) => (Arc::clone(array), false),
                ColumnarValue::Scalar(scalar) => (scalar.to_array()?, rows > 1),
            };
            let whole = array.data_type().is_integer();
            counts.push(if whole { Some(cast(&array, &DataType::Int64)?) } else { None });
            arrays.push((array, constant));
        }
        Ok(Self { arrays, counts })
    }

    /// A valid argument, and its row in its array.
    fn at(&self, argument: usize, row: usize) -> Option<(&ArrayRef, usize)> {
        let (array, constant) = self.arrays.get(argument)?;
        let row = if *constant { 0 } else { row };
        array.is_valid(row).then_some((array, row))
    }

    /// A whole number, at least 0; `None` if there is none.
    fn number(&self, argument: usize, row: usize) -> Option<i64> {
        let (_, row) = self.at(argument, row)?;
        Some(self.counts[argument].as_ref()?.as_primitive::<Int64Type>().value(row))
    }

    fn count(&self, argument: usize, row: usize) -> u128 {
        self.number(argument, row).map_or(0, |n| u128::try_from(n).unwrap_or(0))
    }

    /// The bytes of an argument in this row.
    fn bytes(&self, argument: usize, row: usize) -> u128 {
        let Some((array, row)) = self.at(argument, row) else { return 0 };
        let length = match array.data_type() {
            DataType::Utf8 => array.as_string::<i32>().value(row).len(),
            DataType::LargeUtf8 => array.as_string::<i64>().value(row).len(),
            DataType::Utf8View => array.as_string_view().value(row).len(),
            DataType::List(_) => list_bytes(&array.as_list::<i32>().value(row)),
            DataType::LargeList(_) => list_bytes(&array.as_list::<i64>().value(row)),
            kind => kind.primitive_width().unwrap_or_else(|| array.slice(row, 1).get_array_memory_size()),
        };
        length as u128
    }

    /// The items of a list, those of lists within it included.
    fn items(&self, argument: usize, row: usize) -> u128 {
        let Some((array, row)) = self.at(argument, row) else { return 0 };
        items(&array.slice(row, 1)) as u128
    }

    /// A whole number, a time or an interval as a number, the last two in nanoseconds.
    fn place(&self, argument: usize, row: usize) -> Option<i128> {
        let (array, row_of_array) = self.at(argument, row)?;
        match array.data_type() {
            DataType::Date32 | DataType::Date64 | DataType::Timestamp(..) => {
                let time =
                    cast(&array.slice(row_of_array, 1), &DataType::Timestamp(TimeUnit::Microsecond, None));
                let time = cast(&time.ok()?, &DataType::Int64).ok()?;
                let time = time.as_primitive::<Int64Type>();
                time.is_valid(0).then(|| i128::from(time.value(0)) * 1000)
            }
            DataType::Interval(IntervalUnit::MonthDayNano) => {
                let step = array.as_primitive::<IntervalMonthDayNanoType>().value(row_of_array);
                let days = i128::from(step.months) * SHORTEST_MONTH + i128::from(step.days);
                Some(days * DAY + i128::from(step.nanoseconds))
            }
            _ => self.number(argument, row).map(i128::from),
        }
    }

    /// The numbers of `range(stop)`, `range(start, stop)` and `range(start, stop, step)`.
    fn steps(&self, row: usize) -> u128 {
        let places: Option<Vec<i128>> = (0..self.arrays.len()).map(|at| self.place(at, row)).collect();
        let (start, stop, step) = match places.as_deref() {
            Some([stop]) => (0, *stop, 1),
            Some([start, stop]) => (*start, *stop, 1),
            Some([start, stop, step]) if *step != 0 => (*start, *stop, *step),
            // NULL, or a step of 0, which the function refuses.
            _ => return 0,
        };
        let distance = if step > 0 { stop - start } else { start - stop };
        u128::try_from(distance).map_or(0, |distance| distance / step.unsigned_abs() + 1)
    }
}

/// The bytes of the items of a list, which may be a slice of a large array.
fn list_bytes(items: &ArrayRef) -> usize {
    items.to_data().get_slice_memory_size().unwrap_or_else(|_| items.get_array_memory_size())
}

fn items(array: &ArrayRef) -> usize {
    match array.data_type() {
        DataType::List(_) => {
            let lists = array.as_list::<i32>();
            (0..lists.len()).filter(|row| lists.is_valid(*row)).map(|row| items(&lists.value(row))).sum()
        }
        DataType::LargeList(_) => {
            let lists = array.as_list::<i64>();
            (0..lists.len()).filter(|row| lists.is_valid(*row)).map(|row| items(&lists.value(row))).sum()
        }
        _ => array.len(),
    }
}
