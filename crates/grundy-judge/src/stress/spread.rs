//! The distributions of the numbers of a question.

use dashu_int::IBig;

use super::numbers::Chance;

/// The distribution of the numbers of a question.
#[derive(Clone, Debug)]
pub enum Spread {
    /// Uniform.
    Even,
    /// Uniform in the number of digits.
    Sized,
    /// Special values.
    Special,
    /// Near the lower bound.
    Small,
    /// Near the bounds.
    Edge,
    /// All equal.
    Alike,
    /// Each near the previous one.
    Near,
    /// The number at this place is fixed, the others are maximal.
    Pinned(usize, IBig),
    /// Small cases in turn, selected by the digits.
    InTurn(Vec<usize>),
}

impl Spread {
    /// A random distribution.
    pub fn any(chance: &mut Chance) -> Self {
        const ALL: [Spread; 10] = [
            Spread::Even,
            Spread::Even,
            Spread::Sized,
            Spread::Sized,
            Spread::Special,
            Spread::Special,
            Spread::Small,
            Spread::Edge,
            Spread::Alike,
            Spread::Near,
        ];
        ALL[chance.below(ALL.len())].clone()
    }
}

/// Makes sorted numbers distinct, as close to their values as the bounds allow.
pub fn spread(numbers: &mut [IBig], (low, high): &(IBig, IBig)) -> Option<()> {
    for i in 1..numbers.len() {
        if numbers[i] <= numbers[i - 1] {
            numbers[i] = &numbers[i - 1] + IBig::ONE;
        }
    }
    let mut top = high.clone();
    for n in numbers.iter_mut().rev() {
        if *n > top {
            n.clone_from(&top);
        }
        top = &*n - IBig::ONE;
    }
    numbers.first().is_none_or(|first| first >= low).then_some(())
}

/// Advances to the next digits, the last one fastest; a record with other digits may have more or fewer of them.
/// `false` after the last.
pub fn next_turn(digits: &mut Vec<usize>, widths: &[usize]) -> bool {
    digits.resize(widths.len(), 0);
    for i in (0..digits.len()).rev() {
        if digits[i] + 1 < widths[i] {
            digits[i] += 1;
            digits.truncate(i + 1);
            return true;
        }
    }
    false
}
