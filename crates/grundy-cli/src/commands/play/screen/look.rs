//! Colours and weights. A shape or a text repeats whatever a colour shows, so colours can be left out.

use ratatui::style::{Color, Modifier, Style};

use super::note::Tone;

/// How things look, with colours or without.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    colors: bool,
}

impl Look {
    /// With colours or without.
    pub fn new(colors: bool) -> Self {
        Self { colors }
    }

    fn color(self, color: Color) -> Style {
        if self.colors { Style::new().fg(color) } else { Style::new() }
    }

    pub fn stones(self) -> Style {
        self.color(Color::Yellow)
    }

    pub fn taken(self) -> Style {
        self.color(Color::Red)
    }

    pub fn faint(self) -> Style {
        self.color(Color::DarkGray)
    }

    pub fn legal(self) -> Style {
        self.color(Color::Green).add_modifier(Modifier::BOLD)
    }

    pub fn strong() -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub fn chosen() -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub fn tone(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Hint => self.color(Color::Cyan),
            Tone::Mistake => self.color(Color::Red).add_modifier(Modifier::BOLD),
            Tone::End => self.color(Color::Green).add_modifier(Modifier::BOLD),
            Tone::Refused => self.color(Color::Magenta),
        }
    }
}
