//! A picture of values against heaps.
//!
//! The SVG file has bounded size for any number of values: they are drawn as dots of a raster, and values on
//! the same dot are merged. Dots are dark blue; the period is marked by dashed vermilion lines and a grey
//! background before it. The two colours differ for all kinds of colour vision and in print without colour.

use std::fmt::Write as _;

use dashu_int::UBig;

use unicode_width::UnicodeWidthStr;

use super::axis;
use super::svg::{Anchor, Stroke, Svg};
use grundy_core::text::{Lang, Message};
use grundy_sequence::Period;

/// The inside of the frame, in pixels, and the margins.
const WIDTH: usize = 900;
const HEIGHT: usize = 420;
const LEFT: usize = 70;
const TOP: usize = 60;
const RIGHT: usize = 30;
const BOTTOM: usize = 100;
/// Rows of the raster: more than pixels, as the values are not known beforehand.
const ROWS: usize = 2048;
/// Maximum number of lines that mark repetitions of the period.
const MOST_LINES: u64 = 40;
/// Approximate number of ticks on an axis.
const TICKS: u64 = 8;
const BLUE: &str = "#004488";
const VERMILION: &str = "#d55e00";
const GREY: &str = "#e8e8e8";

/// A picture under construction: values are added in order.
#[derive(Debug)]
pub struct Plot {
    from: UBig,
    count: u64,
    added: u64,
    /// Each row of the raster stands for 2^`shift` values.
    shift: u32,
    greatest: u32,
    /// One row of bits for each column.
    raster: Vec<[u64; ROWS / 64]>,
}

impl Plot {
    /// A plot of the `count` values G(from), G(from + 1), ...
    pub fn new(from: UBig, count: u64) -> Self {
        let columns = usize::try_from(count.min(WIDTH as u64)).unwrap_or(0);
        Self { from, count, added: 0, shift: 0, greatest: 0, raster: vec![[0; ROWS / 64]; columns] }
    }

    /// Adds the next values.
    pub fn add(&mut self, values: &[u32]) {
        for &value in values {
            while (value >> self.shift) as usize >= ROWS {
                self.coarsen();
            }
            let column = u128::from(self.added) * self.raster.len() as u128 / u128::from(self.count.max(1));
            let row = (value >> self.shift) as usize;
            if let Some(column) = usize::try_from(column).ok().and_then(|at| self.raster.get_mut(at)) {
                column[row / 64] |= 1 << (row % 64);
            }
            self.greatest = self.greatest.max(value);
            self.added += 1;
        }
    }

    /// Merges each two rows into one.
    fn coarsen(&mut self) {
        self.shift += 1;
        for column in &mut self.raster {
            let old = std::mem::replace(column, [0; ROWS / 64]);
            for row in (0..ROWS).filter(|row| old[row / 64] >> (row % 64) & 1 == 1) {
                column[row / 128] |= 1 << (row / 2 % 64);
            }
        }
    }

    /// The picture, with marks where the period begins and where it repeats.
    pub fn svg(&self, game: &str, period: Option<Period>, lang: Lang) -> String {
        let title = shortened(&Message::new("plot.title").with("game", game).render(lang));
        let mut svg = Svg::new(LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM, &title);
        svg.text([LEFT + WIDTH / 2, 32], 20, Anchor::Middle, false, &title);
        if let Some(period) = period {
            self.mark(&mut svg, period);
        }
        self.axes(&mut svg, lang);
        self.dots(&mut svg);
        let before = period.is_some_and(|period| self.from < UBig::from(period.preperiod));
        legend(&mut svg, period, before, lang);
        svg.finish()
    }

    /// The x coordinate, in tenths of a pixel, this many half places to the right of the frame's left side.
    fn x(&self, halves: u128) -> usize {
        let tenths = WIDTH as u128 * 10 * halves / (2 * u128::from(self.count.max(1)));
        LEFT * 10 + usize::try_from(tenths).unwrap_or(0)
    }

    /// The y coordinate of the middle of a value, in tenths of a pixel.
    fn y(&self, value: u32) -> usize {
        // Some space above the largest value and below 0.
        let room = self.greatest as usize * 21 + 20;
        (TOP + HEIGHT) * 10 - (value as usize * 20 + 10) * HEIGHT * 10 / room
    }

    fn mark(&self, svg: &mut Svg, period: Period) {
        let number =
            |heap: UBig| if heap < self.from { Some(0) } else { u64::try_from(&(heap - &self.from)).ok() };
        let start = UBig::from(period.preperiod);
        let before = number(start.clone()).map_or(self.count, |n| n.min(self.count));
        if before > 0 {
            // Up to the border between two heaps.
            let width = self.x(2 * u128::from(before)) / 10 - LEFT;
            svg.rect([LEFT, TOP], [width, HEIGHT], GREY);
        }
        let width = UBig::from(period.period);
        // The repetitions within the picture, if they are few enough to be seen.
        let first =
            if start >= self.from { UBig::ZERO } else { (&self.from - &start + &width - UBig::ONE) / &width };
        let fitting = UBig::from(self.count) / &width;
        let lines = if fitting > UBig::from(MOST_LINES) { 2 } else { MOST_LINES + 1 };
        for turn in 0..lines {
            let heap = &start + (&first + UBig::from(turn)) * &width;
            let Some(number) = number(heap).filter(|n| *n < self.count) else { break };
            let x = tenths(self.x(2 * u128::from(number)));
            svg.path(&format!("M{x} {TOP}v{HEIGHT}"), Stroke { color: VERMILION, width: 2, dashed: true });
        }
    }

    fn axes(&self, svg: &mut Svg, lang: Lang) {
        let bottom = TOP + HEIGHT;
        svg.path(&format!("M{LEFT} {TOP}h{WIDTH}v{HEIGHT}h-{WIDTH}z"), Stroke::thin());
        for value in axis::ticks(u64::from(self.greatest) + 1, TICKS) {
            let y = self.y(u32::try_from(value).unwrap_or(u32::MAX));
            svg.path(&format!("M{LEFT} {}h-6", tenths(y)), Stroke::thin());
            svg.text([LEFT - 10, y / 10 + 5], 14, Anchor::End, false, &value.to_string());
        }
        // Round heaps, counted from the first one shown.
        let step = axis::step(self.count, TICKS);
        let rest = u64::try_from(&(&self.from % UBig::from(step))).unwrap_or(0);
        let long = (&self.from + UBig::from(self.count)).to_string().len() > 9;
        let first = if rest == 0 || long { 0 } else { step - rest };
        for number in (first..self.count).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
            let x = self.x(2 * u128::from(number) + 1);
            let heap = &self.from + UBig::from(number);
            // Long numbers would overlap: then only the distance from the first is shown.
            let label = if long { format!("+{number}") } else { heap.to_string() };
            svg.path(&format!("M{} {bottom}v6", tenths(x)), Stroke::thin());
            svg.text([x / 10, bottom + 22], 14, Anchor::Middle, false, &label);
        }
        let heap = if long {
            let from = shortened(&self.from.to_string());
            Message::new("plot.heap-from").with("from", from).render(lang)
        } else {
            Message::new("plot.heap").render(lang)
        };
        let value = Message::new("plot.value").render(lang);
        svg.text([LEFT + WIDTH / 2, bottom + 46], 14, Anchor::Middle, false, &heap);
        svg.text([20, TOP + HEIGHT / 2], 14, Anchor::Middle, true, &value);
    }

    fn dots(&self, svg: &mut Svg) {
        // Dots become smaller as they become denser.
        let width = match self.raster.len() {
            0..=60 => 8,
            61..=150 => 6,
            151..=400 => 4,
            _ => 2,
        };
        let mut dots = String::new();
        let whole = self.raster.len();
        for (column, rows) in self.raster.iter().enumerate() {
            let x = LEFT * 10 + WIDTH * 5 * (2 * column + 1) / whole;
            let mut last = None;
            for row in (0..ROWS).filter(|row| rows[row / 64] >> (row % 64) & 1 == 1) {
                let y = self.y(u32::try_from(row << self.shift).unwrap_or(u32::MAX).min(self.greatest));
                // At least half a pixel apart.
                if last.is_none_or(|last: usize| last.abs_diff(y) >= 5) {
                    let _ = write!(dots, "M{} {}h0", tenths(x), tenths(y));
                    last = Some(y);
                }
            }
        }
        svg.path(&dots, Stroke { color: BLUE, width, dashed: false });
    }
}

/// The explanation of the marks; `before` means that there are heaps before the period.
fn legend(svg: &mut Svg, period: Option<Period>, before: bool, lang: Lang) {
    let y = TOP + HEIGHT + 78;
    let mut x = LEFT;
    let mut entry = |svg: &mut Svg, message: Message, sign: &dyn Fn(&mut Svg, usize)| {
        sign(svg, x);
        let text = message.render(lang);
        svg.text([x + 32, y + 5], 14, Anchor::Start, false, &text);
        x += 52 + UnicodeWidthStr::width(text.as_str()) * 8;
    };
    entry(svg, Message::new("plot.dots"), &|svg, x| {
        svg.path(&format!("M{} {y}h0", x + 12), Stroke { color: BLUE, width: 8, dashed: false });
    });
    let Some(period) = period else { return };
    if before {
        let message = Message::new("plot.preperiod").with("preperiod", period.preperiod);
        entry(svg, message, &|svg, x| {
            svg.rect([x, y - 8], [24, 16], GREY);
            svg.path(&format!("M{x} {}h24v16h-24z", y - 8), Stroke::thin());
        });
    }
    let message = Message::new("plot.period").with("period", period.period);
    entry(svg, message, &|svg, x| {
        let line = format!("M{} {}v18", x + 12, y - 9);
        svg.path(&line, Stroke { color: VERMILION, width: 2, dashed: true });
    });
}

/// Converts tenths of pixels to pixels.
fn tenths(tenths: usize) -> String {
    if tenths.is_multiple_of(10) {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dots(svg: &str) -> usize {
        svg.matches("h0").count()
    }

    #[test]
    fn every_value_of_a_few_is_a_dot() {
        let mut plot = Plot::new(UBig::ZERO, 12);
        plot.add(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
        let svg = plot.svg("a<b", Some(Period { preperiod: 4, period: 3, saltus: 0 }), Lang::En);
        // One more in the legend.
        assert_eq!(dots(&svg), 13);
        assert!(svg.contains("a&lt;b") && svg.contains("#d55e00"));
        // At heaps 4, 7 and 10, and in the legend.
        assert_eq!(svg.matches("stroke-dasharray").count(), 4);
        assert!(plot.svg("a", None, Lang::Zh).contains("堆"));
    }

    #[test]
    fn many_values_and_large_ones_make_no_large_file() {
        let mut plot = Plot::new(UBig::from(10u8).pow(30), 1_000_000);
        for start in (0..1_000_000u32).step_by(1000) {
            let values: Vec<u32> = (start..start + 1000).map(|n| n.wrapping_mul(2_654_435_761)).collect();
            plot.add(&values);
        }
        let svg = plot.svg("nim", Some(Period { preperiod: 0, period: 1, saltus: 1 }), Lang::En);
        assert!(svg.len() < 12_000_000 && dots(&svg) > 100_000, "{}", svg.len());
        assert!(Plot::new(UBig::ZERO, 0).svg("nim", None, Lang::En).ends_with("</svg>\n"));
    }
}
