//! The commands of a player besides moves, in both languages.

/// A command of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    Hint,
    Why,
    Undo,
    Redo,
    /// The first moves, or all of them if `all`.
    Moves {
        all: bool,
    },
    History,
    NextMistake,
    Go,
    Goto(String),
    /// A new game: from this position, or from the start of the last one.
    New(String),
    Quit,
    /// Anything else.
    Move(String),
}

impl Command {
    /// Reads a line that is not empty.
    pub fn read(line: &str) -> Self {
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        match (word.to_lowercase().as_str(), rest) {
            ("?" | "？" | "help" | "h" | "帮助", "") => Self::Help,
            ("hint" | "提示", "") => Self::Hint,
            ("why" | "为什么" | "原因", "") => Self::Why,
            ("undo" | "u" | "back" | "悔棋" | "撤销", "") => Self::Undo,
            ("redo" | "r" | "重做", "") => Self::Redo,
            ("moves" | "走法", "") => Self::Moves { all: false },
            ("moves" | "走法", "all" | "全部") => Self::Moves { all: true },
            ("history" | "历史", "") => Self::History,
            ("next" | "失误", "") => Self::NextMistake,
            ("go" | "继续", "") => Self::Go,
            ("goto" | "到" | "跳到", place) => Self::Goto(place.to_owned()),
            ("new" | "新局", position) => Self::New(position.to_owned()),
            ("quit" | "q" | "exit" | "bye" | "退出", "") => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_known_in_both_languages_and_the_rest_is_a_move() {
        for line in ["?", "？", "HELP", "帮助"] {
            assert_eq!(Command::read(line), Command::Help);
        }
        assert_eq!(Command::read("moves"), Command::Moves { all: false });
        assert_eq!(Command::read("走法 全部"), Command::Moves { all: true });
        assert_eq!(Command::read("goto 3"), Command::Goto("3".into()));
        assert_eq!(Command::read("跳到 3"), Command::Goto("3".into()));
        assert_eq!(Command::read("new nim[3, 4]"), Command::New("nim[3, 4]".into()));
        for line in ["3 5", "take 2 from 7", "undo 3", "hi"] {
            assert_eq!(Command::read(line), Command::Move(line.into()));
        }
    }
}
