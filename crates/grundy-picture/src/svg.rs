//! A writer for SVG text.

use std::fmt::Write as _;

use grundy_core::text::escaped;

/// The alignment of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text begins at the point.
    Start,
    /// The middle of the text is at the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// The style of the lines of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Its colour.
    pub color: &'static str,
    /// Width in pixels. Ends are round, so a path without length is a dot.
    pub width: usize,
    /// Whether the line is dashed.
    pub dashed: bool,
}

impl Stroke {
    /// The stroke of frames and marks.
    pub const fn thin() -> Self {
        Self { color: "#222222", width: 1, dashed: false }
    }
}

/// An SVG drawing under construction. All lengths are whole pixels.
#[derive(Clone, Debug)]
pub struct Svg {
    body: String,
    width: usize,
    height: usize,
}

impl Svg {
    /// An empty drawing on white, with a title for screen readers.
    pub fn new(width: usize, height: usize, title: &str) -> Self {
        let mut svg = Self { body: String::new(), width, height };
        let _ = writeln!(svg.body, "<title>{}</title>", escaped(title));
        svg.rect([0, 0], [width, height], "#ffffff");
        svg
    }

    /// Adds a filled rectangle: its top left corner, its size.
    pub fn rect(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], fill: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        );
    }

    /// Adds a disc.
    pub fn disc(&mut self, [x, y]: [usize; 2], radius: usize, fill: &str) {
        let _ = writeln!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>");
    }

    /// Adds a straight line.
    pub fn line(&mut self, [x1, y1]: [usize; 2], [x2, y2]: [usize; 2], color: &str) {
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{color}\" stroke-width=\"1\"/>"
        );
    }

    /// Adds lines along the path `data`, in SVG path syntax; it may contain only numbers and letters.
    pub fn path(&mut self, data: &str, stroke: Stroke) {
        let Stroke { color, width, dashed } = stroke;
        let dashes = if dashed { " stroke-dasharray=\"6 4\"" } else { "" };
        let _ = writeln!(
            self.body,
            "<path fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\"{dashes} \
             d=\"{data}\"/>"
        );
    }

    /// Adds a line of text; `turned` text reads upwards.
    pub fn text(&mut self, [x, y]: [usize; 2], size: usize, anchor: Anchor, turned: bool, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let turn = if turned { format!(" transform=\"rotate(-90 {x} {y})\"") } else { String::new() };
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{turn}>{}</text>",
            escaped(text)
        );
    }

    /// Adds a PNG image, displayed with sharp pixels.
    pub fn image(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], png: &[u8]) {
        use base64::Engine as _;
        let data = base64::engine::general_purpose::STANDARD.encode(png);
        let _ = writeln!(
            self.body,
            "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
             style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{data}\"/>"
        );
    }

    /// The complete file.
    pub fn finish(self) -> String {
        let Self { body, width, height } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\" fill=\"#222222\">\n{body}</svg>\n"
        )
    }
}
