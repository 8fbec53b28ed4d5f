//! Ways to choose the numbers of a question.

use dashu_int::IBig;

use super::numbers::Chance;

/// How the numbers of a question are chosen.
#[derive(Clone, Debug)]
pub enum Spread {
    /// All alike likely.
    Even,
    /// Every number of digits alike likely.
    Sized,
    /// Special values.
    Special,
    /// Near the lower bound.
    Small,
    /// At the bounds.
    Edge,
    /// All the same.
    Alike,
    /// Each near the one before.
    Near,
    /// The number at a place is this one, the others as large as they may be.
    Pinned(usize, IBig),
    /// The small cases in turn: the digits say which.
    InTurn(Vec<usize>),
}

impl Spread {
    /// A spread by chance.
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

/// Makes sorted numbers different, as near to what they were as the bounds allow.
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

/// The digits after these, the last one fastest; a record with other digits may have more or fewer of them. `false`
/// behind the last.
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
