//! Values against heaps as a picture.
//!
//! An SVG file of bounded size, however many values there are: they are drawn by the dots of a raster, and
//! two that fall on the same dot are one. Dots are dark blue; the period is marked by dashed vermilion lines
//! and a grey ground before it. The two colours differ for all kinds of sight and in print without colour.

use std::fmt::Write as _;

use dashu_int::UBig;

use super::Period;
use crate::text::{Lang, Message};

/// The inside of the frame, in pixels, and what lies around it.
const WIDTH: u32 = 900;
const HEIGHT: u32 = 420;
const LEFT: u32 = 70;
const TOP: u32 = 60;
const RIGHT: u32 = 30;
const BOTTOM: u32 = 100;
/// Rows of the raster: more than pixels, as values are not known beforehand.
const ROWS: usize = 2048;
/// No more lines for turns of the period than this.
const MOST_LINES: u64 = 40;
/// About so many ticks on an axis.
const TICKS: u64 = 8;

/// A picture in the making: values are added in order.
#[derive(Debug)]
pub struct Plot {
    from: UBig,
    count: u64,
    added: u64,
    /// Rows of the raster stand for 2^shift values each.
    shift: u32,
    greatest: u32,
    /// A row of bits for each column.
    raster: Vec<[u64; ROWS / 64]>,
}

impl Plot {
    /// For the values G(from), G(from + 1), ..., `count` of them.
    pub fn new(from: UBig, count: u64) -> Self {
        let columns = usize::try_from(count.min(u64::from(WIDTH))).unwrap_or(0);
        Self { from, count, added: 0, shift: 0, greatest: 0, raster: vec![[0; ROWS / 64]; columns] }
    }

    /// The next values.
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

    /// Two rows become one.
    fn coarsen(&mut self) {
        self.shift += 1;
        for column in &mut self.raster {
            let old = std::mem::replace(column, [0; ROWS / 64]);
            for row in (0..ROWS).filter(|row| old[row / 64] >> (row % 64) & 1 == 1) {
                column[row / 128] |= 1 << (row / 2 % 64);
            }
        }
    }

    /// The picture, with a mark where the period begins and where it comes round.
    pub fn svg(&self, game: &str, period: Option<Period>, lang: Lang) -> String {
        let (width, height) = (LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
        let mut out = String::new();
        let title = Message::new("plot.title").with("game", game).render(lang);
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"'Noto Sans','Noto Sans CJK SC','Microsoft YaHei',sans-serif\" font-size=\"14\" fill=\"#000\">\n\
             <title>{0}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <text x=\"{1}\" y=\"32\" font-size=\"20\" text-anchor=\"middle\">{0}</text>\n",
            escaped(&shortened(&title)),
            LEFT + WIDTH / 2,
        );
        if let Some(period) = period {
            self.mark(&mut out, period);
        }
        self.axes(&mut out, lang);
        self.dots(&mut out);
        let before = period.is_some_and(|period| self.from < UBig::from(period.preperiod));
        legend(&mut out, period, before, lang);
        out.push_str("</svg>\n");
        out
    }

    /// The pixel, in tenths, in the middle of the place of the value with this number.
    fn x(&self, number: u64) -> u64 {
        let tenths =
            u128::from(WIDTH) * 10 * (2 * u128::from(number) + 1) / (2 * u128::from(self.count.max(1)));
        u64::from(LEFT) * 10 + u64::try_from(tenths).unwrap_or(0)
    }

    fn y(&self, value: u32) -> u64 {
        // A little room above the largest value and below 0.
        let room = u64::from(self.greatest) * 21 + 20;
        u64::from(TOP + HEIGHT) * 10 - (u64::from(value) * 20 + 10) * u64::from(HEIGHT) * 10 / room
    }

    fn mark(&self, out: &mut String, period: Period) {
        let number =
            |heap: UBig| if heap < self.from { Some(0) } else { u64::try_from(&(heap - &self.from)).ok() };
        let start = UBig::from(period.preperiod);
        let before = number(start.clone()).map_or(self.count, |n| n.min(self.count));
        if before > 0 {
            // Up to the border between two heaps.
            let to = u128::from(WIDTH) * 10 * u128::from(before) / u128::from(self.count.max(1));
            let to = u64::try_from(to).unwrap_or(0);
            let _ = writeln!(
                out,
                "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{HEIGHT}\" fill=\"#e8e8e8\"/>",
                tenths(to),
            );
        }
        let width = UBig::from(period.period);
        // The turns that fall into the picture, if they are few enough to be seen.
        let first =
            if start >= self.from { UBig::ZERO } else { (&self.from - &start + &width - UBig::ONE) / &width };
        let fitting = UBig::from(self.count) / &width;
        let lines = if fitting > UBig::from(MOST_LINES) { 2 } else { MOST_LINES + 1 };
        for turn in 0..lines {
            let heap = &start + (&first + UBig::from(turn)) * &width;
            let Some(number) = number(heap).filter(|n| *n < self.count) else { break };
            let x = u128::from(WIDTH) * 10 * u128::from(number) / u128::from(self.count);
            let x = tenths(u64::from(LEFT) * 10 + u64::try_from(x).unwrap_or(0));
            let _ = writeln!(
                out,
                "<path d=\"M{x} {TOP}v{HEIGHT}\" stroke=\"#d55e00\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\"/>"
            );
        }
    }

    fn axes(&self, out: &mut String, lang: Lang) {
        let bottom = TOP + HEIGHT;
        let _ = writeln!(
            out,
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"#000\"/>"
        );
        for value in (0..=u64::from(self.greatest)).step_by(step(u64::from(self.greatest) + 1)) {
            let y = tenths(self.y(u32::try_from(value).unwrap_or(u32::MAX)));
            let _ = writeln!(
                out,
                "<path d=\"M{LEFT} {y}h-6\" stroke=\"#000\"/>\
                 <text x=\"{}\" y=\"{y}\" dy=\"5\" text-anchor=\"end\">{value}</text>",
                LEFT - 10,
            );
        }
        // Round heaps, counted from the first that is shown.
        let step = step(self.count);
        let rest = u64::try_from(&(&self.from % UBig::from(step as u64))).unwrap_or(0);
        let long = (&self.from + UBig::from(self.count)).to_string().len() > 9;
        let first = if rest == 0 || long { 0 } else { step as u64 - rest };
        for number in (first..self.count).step_by(step) {
            let x = tenths(self.x(number));
            let heap = &self.from + UBig::from(number);
            // Long numbers would run into each other: then only how far they are from the first.
            let label = if long { format!("+{number}") } else { heap.to_string() };
            let _ = writeln!(
                out,
                "<path d=\"M{x} {bottom}v6\" stroke=\"#000\"/>\
                 <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                bottom + 22,
            );
        }
        let heap = if long {
            let from = shortened(&self.from.to_string());
            Message::new("plot.heap-from").with("from", from).render(lang)
        } else {
            Message::new("plot.heap").render(lang)
        };
        let value = Message::new("plot.value").render(lang);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{heap}</text>\n\
             <text transform=\"translate(20 {}) rotate(-90)\" text-anchor=\"middle\">{value}</text>",
            LEFT + WIDTH / 2,
            bottom + 46,
            TOP + HEIGHT / 2,
        );
    }

    fn dots(&self, out: &mut String) {
        // Dots get smaller as they get closer.
        let size = match self.raster.len() {
            0..=60 => 8,
            61..=150 => 6,
            151..=400 => 4,
            _ => 2,
        };
        let _ = write!(
            out,
            "<path fill=\"none\" stroke=\"#004488\" stroke-width=\"{size}\" stroke-linecap=\"round\" d=\""
        );
        let whole = self.raster.len() as u64;
        for (column, rows) in (0u64..).zip(&self.raster) {
            let x = u64::from(LEFT) * 10 + u64::from(WIDTH) * 5 * (2 * column + 1) / whole;
            let mut last = None;
            for row in (0..ROWS).filter(|row| rows[row / 64] >> (row % 64) & 1 == 1) {
                let y = self.y(u32::try_from(row << self.shift).unwrap_or(u32::MAX).min(self.greatest));
                // Half a pixel apart at least.
                if last.is_none_or(|last: u64| last.abs_diff(y) >= 5) {
                    let _ = write!(out, "M{} {}h0", tenths(x), tenths(y));
                    last = Some(y);
                }
            }
        }
        out.push_str("\"/>\n");
    }
}

/// What the signs mean; `before` says that there are heaps before the period.
fn legend(out: &mut String, period: Option<Period>, before: bool, lang: Lang) {
    let y = TOP + HEIGHT + 78;
    let mut x = LEFT;
    let mut entry = |out: &mut String, sign: &str, text: &str| {
        let _ = writeln!(
            out,
            "<g transform=\"translate({x} {y})\">{sign}<text x=\"32\" y=\"5\">{}</text></g>",
            escaped(text)
        );
        x += 52 + u32::try_from(unicode_width::UnicodeWidthStr::width(text)).unwrap_or(0) * 8;
    };
    let dot = "<path d=\"M12 0h0\" stroke=\"#004488\" stroke-width=\"8\" stroke-linecap=\"round\"/>";
    entry(out, dot, &Message::new("plot.dots").render(lang));
    let Some(period) = period else { return };
    let grey = "<rect y=\"-8\" width=\"24\" height=\"16\" fill=\"#e8e8e8\" stroke=\"#888\"/>";
    if before {
        entry(out, grey, &Message::new("plot.preperiod").with("preperiod", period.preperiod).render(lang));
    }
    let line = "<path d=\"M12 -9v18\" stroke=\"#d55e00\" stroke-width=\"2\" stroke-dasharray=\"6 4\"/>";
    entry(out, line, &Message::new("plot.period").with("period", period.period).render(lang));
}

/// A number of pixels from its tenths.
fn tenths(tenths: u64) -> String {
    if tenths.is_multiple_of(10) {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

/// 1, 2 or 5 times a power of ten: about as many ticks as are wanted.
fn step(count: u64) -> usize {
    let mut power = 1u64;
    loop {
        for factor in [1, 2, 5] {
            let step = power.saturating_mul(factor);
            if count / step <= TICKS || step == u64::MAX {
                return usize::try_from(step).unwrap_or(usize::MAX);
            }
        }
        power = power.saturating_mul(10);
    }
}

fn shortened(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST - 3).chain("...".chars()).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
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
