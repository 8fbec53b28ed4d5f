//! Drawings of a quotient: its elements, and the product of each element with each generator.

use std::fmt::Write as _;

use crate::monoid::{Element, Monoid};
use crate::presentation::{Presentation, generator_name};

/// The largest order that is drawn; a larger drawing would be unreadable.
pub const MOST: usize = 200;

const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c564b", "#7f7f7f"];
const COLUMN: usize = 120;
const ROW: usize = 56;

fn colour(generator: usize) -> &'static str {
    COLOURS[generator % COLOURS.len()]
}

/// For Graphviz: a node for each element, with a double frame if it is lost; an edge for each generator.
pub fn dot(monoid: &Monoid, presentation: &Presentation) -> String {
    let mut text =
        "digraph quotient {\n  rankdir=LR;\n  node [shape=ellipse, fontname=\"sans-serif\"];\n".to_owned();
    for x in monoid.elements() {
        let frames = if monoid.is_lost(x) { 2 } else { 1 };
        let _ = writeln!(text, "  {x} [label=\"{}\", peripheries={frames}];", presentation.name(x));
    }
    for (index, &generator) in presentation.generators.iter().enumerate() {
        for x in monoid.elements() {
            let (to, name) = (monoid.product(x, generator), generator_name(index));
            let _ = writeln!(text, "  {x} -> {to} [label=\"{name}\", color=\"{}\"];", colour(index));
        }
    }
    text + "}\n"
}

/// As SVG: elements in columns by the degree of their names, filled if they are lost, with a curve for each
/// generator.
pub fn svg(monoid: &Monoid, presentation: &Presentation) -> String {
    let mut columns: Vec<Vec<Element>> = Vec::new();
    for x in monoid.elements() {
        let degree = presentation.name(x).degree() as usize;
        if columns.len() <= degree {
            columns.resize(degree + 1, vec![]);
        }
        columns[degree].push(x);
    }
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(1);
    let (width, height) = (columns.len() * COLUMN, (tallest + 1) * ROW);
    let mut places = vec![(0, 0); monoid.order()];
    for (column, elements) in columns.iter().enumerate() {
        for (row, &x) in elements.iter().enumerate() {
            let y = (tallest - elements.len()) * ROW / 2 + row * ROW + ROW / 2;
            places[usize::from(x)] = (column * COLUMN + COLUMN / 2, y);
        }
    }
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\" text-anchor=\"middle\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (index, &generator) in presentation.generators.iter().enumerate() {
        for x in monoid.elements() {
            let ((x1, y1), (x2, y2)) =
                (places[usize::from(x)], places[usize::from(monoid.product(x, generator))]);
            let (middle, lift) = (x1.midpoint(x2), 8 + 6 * index);
            let bend = y1.midpoint(y2).saturating_sub(lift);
            let _ = writeln!(
                text,
                "<path d=\"M{x1} {y1} Q{middle} {bend} {x2} {y2}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.5\"/>",
                colour(index)
            );
        }
    }
    for x in monoid.elements() {
        let ((cx, cy), name) = (places[usize::from(x)], presentation.name(x));
        let fill = if monoid.is_lost(x) { "#f4c7ab" } else { "#ffffff" };
        let half = 14 + 4 * name.to_string().len();
        let _ = writeln!(
            text,
            "<ellipse cx=\"{cx}\" cy=\"{cy}\" rx=\"{half}\" ry=\"15\" fill=\"{fill}\" stroke=\"#333333\"/>\n\
             <text x=\"{cx}\" y=\"{}\">{name}</text>",
            cy + 5
        );
    }
    for (index, _) in presentation.generators.iter().enumerate() {
        let (x, y) = (20 + 26 * index, height - 12);
        let name = generator_name(index);
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" fill=\"{}\">{name}</text>", colour(index));
    }
    text + "</svg>\n"
}
