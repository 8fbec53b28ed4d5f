//! Numbers of any size in a numeration.

use dashu_int::UBig;

use grundy_automata::Numeration;

/// The digits of a number, most significant first, none for 0.
///
/// In a base, the time is nearly linear in the length; in other numerations each digit takes one subtraction.
pub fn write(numeration: &Numeration, number: &UBig) -> Vec<u8> {
    if let Ok(small) = u64::try_from(number)
        && let Some(digits) = numeration.write(small)
    {
        return digits;
    }
    if let Some(base) = numeration.as_base() {
        let text = number.in_radix(base as u8).to_string();
        return text.bytes().map(digit_of).collect();
    }
    let order = numeration.order();
    // The window holds `order` neighbouring place values, the greatest first. It moves up to the first place
    // above the number, and down again.
    let mut window: Vec<UBig> = numeration.places()[..order].iter().rev().map(|&u| UBig::from(u)).collect();
    let mut index = order - 1;
    let rule = numeration.rule();
    while window[0] <= *number {
        let next = window.iter().zip(rule).fold(UBig::ZERO, |sum, (place, &t)| sum + place * UBig::from(t));
        window.rotate_right(1);
        window[0] = next;
        index += 1;
    }
    let mut rest = number.clone();
    let mut digits = Vec::with_capacity(index);
    while index > 0 {
        // U(i - d) = U(i) - t1 U(i - 1) - ..., as the last coefficient is 1.
        let below = if index >= order {
            let known = window[1..].iter().zip(rule);
            known.fold(window[0].clone(), |sum, (place, &t)| sum - place * UBig::from(t))
        } else {
            UBig::ZERO
        };
        window.rotate_left(1);
        window[order - 1] = below;
        index -= 1;
        let mut digit = 0;
        while window[0] <= rest {
            rest -= &window[0];
            digit += 1;
        }
        digits.push(digit);
    }
    digits
}

fn digit_of(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        _ => byte.to_ascii_lowercase() - b'a' + 10,
    }
}

/// The number with these digits.
pub fn read(numeration: &Numeration, digits: &[u8]) -> UBig {
    if let Some(base) = numeration.as_base() {
        let text: String = digits.iter().filter_map(|&d| char::from_digit(d.into(), base)).collect();
        return UBig::from_str_radix(&text, base).unwrap_or(UBig::ZERO);
    }
    let order = numeration.order();
    let mut window: Vec<UBig> = numeration.places()[..order].iter().map(|&u| UBig::from(u)).collect();
    let mut sum = UBig::ZERO;
    for &digit in digits.iter().rev() {
        if digit > 0 {
            sum += &window[0] * UBig::from(digit);
        }
        let terms = window.iter().rev().zip(numeration.rule());
        let next = terms.fold(UBig::ZERO, |sum, (place, &t)| sum + place * UBig::from(t));
        window.rotate_left(1);
        window[order - 1] = next;
    }
    sum
}

/// The letters of several numbers of any size, as defined by [`Numeration::word`].
pub fn word(numeration: &Numeration, numbers: &[UBig]) -> Vec<u32> {
    let written: Vec<Vec<u8>> = numbers.iter().map(|n| write(numeration, n)).collect();
    let length = written.iter().map(Vec::len).max().unwrap_or(0);
    let mut word = vec![0u32; length];
    let mut worth = 1;
    for digits in &written {
        for (letter, digit) in word[length - digits.len()..].iter_mut().zip(digits) {
            *letter += worth * u32::from(*digit);
        }
        worth *= numeration.digits() as u32;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_are_written_and_read() {
        let mut random = fastrand::Rng::with_seed(3);
        for id in ["b2", "b3", "b7", "b10", "b16", "fib", "t2", "t3", "t5", "trib"] {
            let numeration = Numeration::from_id(id).unwrap();
            for round in 0..60u32 {
                let mut number = UBig::from(random.u64(..)) >> (random.usize(0..64));
                for _ in 0..round % 12 {
                    number = (number << 61) + UBig::from(random.u64(..));
                }
                let digits = write(&numeration, &number);
                assert_eq!(read(&numeration, &digits), number, "{id}");
                assert_ne!(digits.first(), Some(&0));
                let mut equal = 0;
                for &digit in &digits {
                    equal = numeration.follow(equal, digit.into()).expect("greedy");
                }
                if let Ok(small) = u64::try_from(&number)
                    && let Some(word) = numeration.word(&[small])
                {
                    assert_eq!(word, digits.iter().map(|&d| u32::from(d)).collect::<Vec<_>>());
                }
            }
        }
    }
}
