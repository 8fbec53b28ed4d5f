//! One line of text typed at the foot of the screen.

/// What the prompt is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A move in words.
    Move,
    /// The number of a place in the history.
    Goto,
    /// A position to start from.
    New,
    /// A file name.
    Save,
}

impl Wish {
    /// The text in front of the line.
    pub fn label(self) -> &'static str {
        match self {
            Self::Move => "screen.ask-move",
            Self::Goto => "screen.ask-goto",
            Self::New => "screen.ask-new",
            Self::Save => "screen.ask-save",
        }
    }
}

/// The most characters of the line.
const MAX_CHARS: usize = 10_000;

/// The line, split at the cursor.
#[derive(Debug)]
pub struct Prompt {
    wish: Wish,
    before: String,
    after: String,
}

impl Prompt {
    /// Opens a prompt with an initial text.
    pub fn new(wish: Wish, text: String) -> Self {
        Self { wish, before: text, after: String::new() }
    }

    /// What the prompt is for.
    pub fn wish(&self) -> Wish {
        self.wish
    }

    /// The whole text.
    pub fn text(&self) -> String {
        format!("{}{}", self.before, self.after)
    }

    /// The text before the cursor, and after it.
    pub fn halves(&self) -> (&str, &str) {
        (&self.before, &self.after)
    }

    /// Inserts a character.
    pub fn insert(&mut self, c: char) {
        if !c.is_control() && self.before.len() + self.after.len() < MAX_CHARS {
            self.before.push(c);
        }
    }

    /// Deletes the character before the cursor.
    pub fn rub_out(&mut self) {
        self.before.pop();
    }

    /// Moves the cursor by one character, forward if `on`.
    pub fn walk(&mut self, on: bool) {
        if on {
            if !self.after.is_empty() {
                self.before.push(self.after.remove(0));
            }
        } else if let Some(c) = self.before.pop() {
            self.after.insert(0, c);
        }
    }

    /// Moves the cursor to the start.
    pub fn go_to_start(&mut self) {
        self.after.insert_str(0, &self.before);
        self.before.clear();
    }

    /// Moves the cursor to the end.
    pub fn go_to_end(&mut self) {
        self.before.push_str(&self.after);
        self.after.clear();
    }
}
