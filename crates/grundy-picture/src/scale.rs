//! Colours for numbers, from dark blue over grey to yellow.
//!
//! Nearly everyone can distinguish blue and yellow, and every colour is lighter than the previous
//! one, so the order is visible without colour too. White is reserved for marks.

/// Red, green, blue.
pub type Color = [u8; 3];

/// Colours at equal distances along the scale.
const STOPS: [Color; 9] = [
    [10, 18, 62],
    [22, 44, 104],
    [48, 70, 116],
    [78, 95, 120],
    [106, 118, 124],
    [135, 141, 121],
    [165, 166, 112],
    [196, 190, 96],
    [226, 212, 78],
];

/// The colour of `number` on a scale from 0 to `greatest`.
pub fn color(number: u64, greatest: u64) -> Color {
    let parts = u128::from(greatest.max(1));
    let place = u128::from(number.min(greatest)) * (STOPS.len() as u128 - 1);
    let stop = usize::try_from(place / parts).unwrap_or(0).min(STOPS.len() - 1);
    let next = (stop + 1).min(STOPS.len() - 1);
    let rest = place % parts;
    std::array::from_fn(|channel| {
        let (from, to) = (u128::from(STOPS[stop][channel]), u128::from(STOPS[next][channel]));
        u8::try_from((from * (parts - rest) + to * rest) / parts).unwrap_or(u8::MAX)
    })
}

/// `#rrggbb`.
pub fn hex(color: Color) -> String {
    let [red, green, blue] = color;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The perceived lightness of a colour, from 0 to 255, with the weights of ITU-R BT.709.
    fn lightness(color: Color) -> u8 {
        let [red, green, blue] = color.map(u32::from);
        u8::try_from((2126 * red + 7152 * green + 722 * blue) / 10_000).unwrap_or(u8::MAX)
    }

    #[test]
    fn greater_numbers_are_lighter_and_none_is_near_white() {
        for greatest in [1, 7, 100, 100_000] {
            let shades: Vec<u8> =
                (0..=100).map(|part| lightness(color(part * greatest / 100, greatest))).collect();
            assert!(shades.is_sorted(), "{shades:?}");
        }
        assert!(lightness(color(8, 8)) < 210 && lightness(color(0, 8)) < 30);
        assert_eq!(color(5, 0), STOPS[0]);
        assert_eq!(color(u64::MAX, u64::MAX), STOPS[8]);
    }
}
