//! The automaton of a law as a drawing: states in columns by the minimum number of digits that lead to them.

// A drawing has few states.
#![allow(clippy::cast_precision_loss)]

use std::collections::BTreeMap;
use std::fmt::Write;

use grundy_automata::{DEAD, Dfa};

use crate::law::Law;

/// The radius of a state, and the distances of columns and rows.
const RADIUS: f64 = 20.0;
const ACROSS: f64 = 170.0;
const DOWN: f64 = 110.0;
const MARGIN: f64 = 80.0;
/// Maximum number of digit columns in the label of an arrow; with more, the label is their number.
const WRITTEN: usize = 4;

/// A point.
type Point = (f64, f64);

impl Law {
    /// For each target of a state of a set, the columns of digits that lead to it, one digit per heap, from the
    /// first heap on: `1/0`.
    pub(crate) fn arrows(&self, set: &Dfa, state: u32) -> BTreeMap<u32, Vec<String>> {
        let mut arrows: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (letter, &target) in set.row(state).iter().enumerate() {
            if target != DEAD {
                let column: Vec<String> = self.digits(letter).map(|digit| digit.to_string()).collect();
                arrows.entry(target).or_default().push(column.join("/"));
            }
        }
        arrows
    }

    /// The automaton of the P-positions as an SVG image. The start state 0 is on the left; accepting states have two
    /// circles.
    pub fn to_svg(&self) -> String {
        self.drawing(self.lost())
    }

    /// The automaton of the positions of one Grundy value as an SVG image, if its set is known.
    pub fn svg_of_value(&self, value: usize) -> Option<String> {
        self.sets().get(value).map(|set| self.drawing(set))
    }

    fn drawing(&self, set: &Dfa) -> String {
        let places = self.places(set);
        let right = places.iter().map(|place| place.0).fold(0.0, f64::max) + MARGIN;
        let bottom = places.iter().map(|place| place.1).fold(0.0, f64::max) + MARGIN;
        let (mut lines, mut circles) = (String::new(), String::new());
        for (state, &place) in (0..).zip(&places) {
            for (target, columns) in self.arrows(set, state) {
                let label = match columns.len() {
                    0..=WRITTEN => columns.join(" "),
                    more => format!("{} +{}", columns[..WRITTEN].join(" "), more - WRITTEN),
                };
                arrow(place, places[target as usize], &label, &mut lines);
            }
            let (x, y) = place;
            let _ = writeln!(circles, r#"<circle cx="{x:.0}" cy="{y:.0}" r="{RADIUS}" class="state"/>"#);
            if set.accepting(state) {
                let inner = RADIUS - 4.0;
                let _ = writeln!(circles, r#"<circle cx="{x:.0}" cy="{y:.0}" r="{inner}" class="state"/>"#);
            }
            let _ = writeln!(circles, r#"<text x="{x:.0}" y="{:.0}" class="name">{state}</text>"#, y + 5.0);
        }
        let (x, y) = places[0];
        let (from, to) = (x - RADIUS - 30.0, x - RADIUS);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right:.0} {bottom:.0}" width="{right:.0}" height="{bottom:.0}" role="img">
<style>
.state {{ fill: #fff; stroke: #222; stroke-width: 1.5; }}
.arrow {{ fill: none; stroke: #567; stroke-width: 1.2; marker-end: url(#head); }}
text {{ font: 12px sans-serif; text-anchor: middle; fill: #222; }}
.label {{ fill: #234; stroke: #fff; stroke-width: 4px; paint-order: stroke; }}
.name {{ font-weight: bold; }}
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#567"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
<path d="M{from:.1} {y:.1}L{to:.1} {y:.1}" class="arrow"/>
{lines}{circles}</svg>
"##
        )
    }

    /// The coordinates of the states: columns by distance from state 0, and within a column in state order.
    fn places(&self, set: &Dfa) -> Vec<Point> {
        let states = set.states();
        let mut depth = vec![usize::MAX; states];
        let mut queue = vec![0u32];
        depth[0] = 0;
        let mut at = 0;
        while at < queue.len() {
            let state = queue[at];
            for (target, _) in self.arrows(set, state) {
                if depth[target as usize] == usize::MAX {
                    depth[target as usize] = depth[state as usize] + 1;
                    queue.push(target);
                }
            }
            at += 1;
        }
        // A minimal automaton has no unreachable states.
        let last = depth.iter().copied().filter(|&depth| depth != usize::MAX).max().unwrap_or(0) + 1;
        let column = |state: usize| depth[state].min(last);
        let mut count = vec![0usize; last + 1];
        let rows: Vec<usize> = (0..states)
            .map(|state| {
                count[column(state)] += 1;
                count[column(state)] - 1
            })
            .collect();
        let most = count.iter().copied().max().unwrap_or(1);
        (0..states)
            .map(|state| {
                let spare = (most - count[column(state)]) as f64 / 2.0;
                (MARGIN + ACROSS * column(state) as f64, MARGIN + DOWN * (rows[state] as f64 + spare))
            })
            .collect()
    }
}

/// A curve from one state to another, bent to its left so that two opposite curves do not overlap; a loop above
/// the state itself.
fn arrow(from: Point, to: Point, label: &str, out: &mut String) {
    let ((x, y), (u, v)) = (from, to);
    let (dx, dy) = (u - x, v - y);
    let length = dx.hypot(dy);
    let (path, at) = if length < 1.0 {
        let (left, right, foot, top) = (x - 9.0, x + 9.0, y - RADIUS + 2.0, y - RADIUS - 38.0);
        let path = format!(
            "M{left:.1} {foot:.1}C{:.1} {top:.1} {:.1} {top:.1} {right:.1} {foot:.1}",
            x - 28.0,
            x + 28.0
        );
        (path, (x, y - RADIUS - 32.0))
    } else {
        let bend = 18.0 + length / 10.0;
        let (across, down) = (dy / length, -dx / length);
        let control = (f64::midpoint(x, u) + across * bend, f64::midpoint(y, v) + down * bend);
        let edge = |(px, py): Point| {
            let (ex, ey) = (control.0 - px, control.1 - py);
            let far = ex.hypot(ey);
            (px + ex / far * RADIUS, py + ey / far * RADIUS)
        };
        let (start, end) = (edge(from), edge(to));
        let path = format!(
            "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
            start.0, start.1, control.0, control.1, end.0, end.1
        );
        let middle = |a: f64, c: f64, b: f64| (a + 2.0 * c + b) / 4.0;
        (path, (middle(start.0, control.0, end.0), middle(start.1, control.1, end.1) + 4.0))
    };
    let _ = writeln!(out, r#"<path d="{path}" class="arrow"/>"#);
    let _ = writeln!(out, r#"<text x="{:.1}" y="{:.1}" class="label">{label}</text>"#, at.0, at.1);
}

#[cfg(test)]
mod tests {
    use crate::{Law, SHELF};

    #[test]
    fn every_state_and_arrow_is_drawn() {
        for line in SHELF.lines().step_by(10) {
            let law = Law::from_text(line.as_bytes()).unwrap();
            let rules = &law.question().rules;
            assert_eq!(law.svg_of_value(0), Some(law.to_svg()), "{rules}");
            assert_eq!(law.svg_of_value(law.sets().len()), None, "{rules}");
            for (value, set) in law.sets().iter().enumerate() {
                let svg = law.svg_of_value(value).unwrap();
                let states = set.states() as u32;
                let accepting = (0..states).filter(|&state| set.accepting(state)).count();
                let arrows: usize = (0..states).map(|state| law.arrows(set, state).len()).sum();
                assert_eq!(svg.matches("<circle").count(), states as usize + accepting, "{rules} {value}");
                assert_eq!(svg.matches("class=\"label\"").count(), arrows, "{rules} {value}");
                assert!(!svg.contains("NaN") && svg.ends_with("</svg>\n"));
            }
        }
    }
}
