//! A report in words: the matrix with best replies marked, the equilibria, and why they are equilibria.

use std::fmt::Write as _;

use dashu_ratio::RBig;
use unicode_width::UnicodeWidthStr;

use super::game::{Game, Player};
use super::method::SolutionMethod;
use super::report::{Equilibrium, Report};
use grundy_core::text::{Lang, Message};

/// Maximum number of equilibria listed.
const SHOWN: usize = 20;
/// Maximum number of equilibria explained.
const EXPLAINED: usize = 4;
/// Maximum width of a matrix that is shown, in terminal columns.
const WIDEST: usize = 110;
/// Maximum number of rows of a matrix that is shown.
const TALLEST: usize = 30;
/// Maximum number of strategies of a mixture that are shown.
const USED: usize = 12;
/// Longer fractions are shown as decimals.
const LONGEST: usize = 40;

impl Report {
    /// The report for a person to read.
    pub fn report(&self, lang: Lang) -> String {
        let mut out = Sheet { lang, text: String::new() };
        if let Some(title) = &self.game.title {
            let _ = writeln!(out.text, "{title}");
        }
        out.matrix(&self.game);
        self.say(&mut out);
        out.text
    }

    /// The report without the game itself: the number of equilibria, which they are and why, dominance, method; one
    /// line per sentence.
    pub fn sentences(&self, lang: Lang) -> String {
        let mut out = Sheet { lang, text: String::new() };
        self.say(&mut out);
        out.text
    }

    fn say(&self, out: &mut Sheet) {
        self.headline(out);
        for (at, equilibrium) in self.equilibria.iter().enumerate().take(SHOWN) {
            self.one(out, at, equilibrium);
        }
        if let Some(more) = self.equilibria.len().checked_sub(SHOWN + 1) {
            out.line(&Message::new("payoff.more").with("count", more + 1));
        }
        self.value(out);
        self.subsets(out);
        self.dominance(out);
        self.dilemma(out);
        if self.degenerate == Some(true) {
            out.line(&Message::new("payoff.degenerate"));
        }
        out.line(&Message::new(match self.method {
            SolutionMethod::All if self.value.is_some() => "payoff.method-constant",
            SolutionMethod::All => "payoff.method-all",
            SolutionMethod::Pure => "payoff.method-pure",
            SolutionMethod::LemkeHowson => "payoff.method-paths",
            SolutionMethod::ZeroSum => "payoff.method-zero-sum",
        }));
    }

    fn headline(&self, out: &mut Sheet) {
        let pure = self.equilibria.iter().filter(|e| e.pure).count();
        let mixed = self.equilibria.len() - pure;
        let count = self.equilibria.len();
        let id = match (self.complete, self.method) {
            (_, SolutionMethod::Pure) if self.stopped.is_none() && pure == 0 => "payoff.count-no-pure",
            (_, SolutionMethod::Pure) if self.stopped.is_none() => "payoff.count-pure",
            (true, _) if count == 1 && pure == 1 => "payoff.one-pure",
            (true, _) if count == 1 => "payoff.one-mixed",
            (true, _) if self.degenerate == Some(true) => "payoff.count-extreme",
            (true, _) => "payoff.count",
            (false, _) => "payoff.count-some",
        };
        out.line(&Message::new(id).with("count", count).with("pure", pure).with("mixed", mixed));
    }

    fn one(&self, out: &mut Sheet, at: usize, equilibrium: &Equilibrium) {
        let strategies = self.strategies(equilibrium);
        let mixture = |player: Player| mixture(&self.game, player, strategies[player.index()]);
        let payoff = |player: Player| fraction(&equilibrium.payoff[player.index()]);
        let message = Message::new("payoff.equilibrium")
            .with("number", at + 1)
            .with("row", mixture(Player::Row))
            .with("column", mixture(Player::Column))
            .with("row-payoff", payoff(Player::Row))
            .with("column-payoff", payoff(Player::Column));
        out.line(&message);
        if at >= EXPLAINED {
            return;
        }
        for player in Player::BOTH {
            let reason = reason(&self.game, player, strategies);
            let _ = writeln!(out.text, "   {}", reason.render(out.lang));
        }
    }

    fn value(&self, out: &mut Sheet) {
        let Some(value) = &self.value else { return };
        let sum = self.game.constant_sum().unwrap_or_default();
        let message = if sum.is_zero() {
            Message::new("payoff.value").with("value", fraction(value))
        } else {
            Message::new("payoff.value-constant").with("value", fraction(value)).with("sum", fraction(&sum))
        };
        out.line(&message);
    }

    /// Lists the subsets that are more than a point.
    fn subsets(&self, out: &mut Sheet) {
        let large = self.components.iter().filter(|subset| subset.len() > 1);
        for subset in large.take(SHOWN) {
            let mut members: Vec<String> = subset.iter().take(SHOWN).map(|at| (at + 1).to_string()).collect();
            if subset.len() > SHOWN {
                members.push("...".to_owned());
            }
            out.line(&Message::new("payoff.subset").with("members", members.join(", ")));
        }
    }

    fn dominance(&self, out: &mut Sheet) {
        for domination in self.dominated.iter().take(SHOWN) {
            let id = if domination.strict { "payoff.strictly" } else { "payoff.weakly" };
            let message = Message::new(id)
                .with("round", domination.round)
                .with("player", name(&self.game, domination.player))
                .with("strategy", self.game.strategy(domination.player, domination.strategy))
                .with("by", mixture(&self.game, domination.player, &domination.by));
            out.line(&message);
        }
    }

    /// Shows a cell that is better for both players than the only equilibrium.
    fn dilemma(&self, out: &mut Sheet) {
        let [only] = self.equilibria.as_slice() else { return };
        if !self.complete {
            return;
        }
        let [row, column] = Player::BOTH.map(|player| self.game.payoffs(player));
        let [rows, columns] = row.shape();
        let mut cells = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        let better =
            cells.find(|&(i, j)| *row.get(i, j) > only.payoff[0] && *column.get(i, j) > only.payoff[1]);
        if let Some((i, j)) = better {
            let message = Message::new("payoff.dilemma")
                .with("row", self.game.strategy(Player::Row, i))
                .with("column", self.game.strategy(Player::Column, j))
                .with("row-payoff", fraction(row.get(i, j)))
                .with("column-payoff", fraction(column.get(i, j)));
            out.line(&message);
        }
    }
}

/// Why a player does not deviate from the equilibrium.
fn reason(game: &Game, player: Player, strategies: [&[RBig]; 2]) -> Message {
    let own = strategies[player.index()];
    let worths = worths(game, player, strategies[player.other().index()]);
    let best = worths.iter().max().cloned().unwrap_or_default();
    let used: Vec<usize> = (0..own.len()).filter(|&at| !own[at].is_zero()).collect();
    let idle = (0..own.len()).filter(|at| !used.contains(at)).map(|at| &worths[at]).max();
    let names: Vec<String> = used.iter().take(USED).map(|&at| game.strategy(player, at)).collect();
    let id = match (used.len(), idle) {
        (1, None) => "payoff.why-only",
        (1, Some(idle)) if *idle < best => "payoff.why-best",
        (1, Some(_)) => "payoff.why-tied",
        (_, None) => "payoff.why-all-equal",
        (_, Some(idle)) if *idle < best => "payoff.why-equal",
        (_, Some(_)) => "payoff.why-equal-tied",
    };
    Message::new(id)
        .with("player", name(game, player))
        .with("strategies", names.join(", ") + if used.len() > USED { ", ..." } else { "" })
        .with("worth", fraction(&best))
        .with("next", idle.map(fraction).unwrap_or_default())
}

/// The payoff of each strategy of a player against a mixture of the other.
fn worths(game: &Game, player: Player, mixture: &[RBig]) -> Vec<RBig> {
    let matrix = game.payoffs(player);
    let cell = |own: usize, other: usize| match player {
        Player::Row => matrix.get(own, other),
        Player::Column => matrix.get(other, own),
    };
    let used: Vec<usize> = (0..mixture.len()).filter(|&at| !mixture[at].is_zero()).collect();
    let worth = |own| used.iter().fold(RBig::ZERO, |sum, &other| sum + cell(own, other) * &mixture[other]);
    (0..game.size(player)).map(worth).collect()
}

/// A player's name, or which player it is.
fn name(game: &Game, player: Player) -> Message {
    match (&game.players, player) {
        (Some(names), _) if !names[player.index()].is_empty() => {
            Message::new("text.plain").with("text", names[player.index()].as_str())
        }
        (_, Player::Row) => Message::new("payoff.row-player"),
        (_, Player::Column) => Message::new("payoff.column-player"),
    }
}

/// A strategy, or several with their probabilities.
fn mixture(game: &Game, player: Player, probabilities: &[RBig]) -> String {
    let used: Vec<usize> = (0..probabilities.len()).filter(|&at| !probabilities[at].is_zero()).collect();
    if let [only] = used.as_slice() {
        return game.strategy(player, *only);
    }
    let part = |&at: &usize| format!("{} {}", fraction(&probabilities[at]), game.strategy(player, at));
    let mut parts: Vec<String> = used.iter().take(USED).map(part).collect();
    if used.len() > USED {
        parts.push("...".to_owned());
    }
    parts.join(" + ")
}

/// A fraction in full, or an approximate decimal if it is very long.
fn fraction(value: &RBig) -> String {
    let text = value.to_string();
    if text.len() <= LONGEST { text } else { format!("≈{:.6}", value.to_f64().value()) }
}

struct Sheet {
    lang: Lang,
    text: String,
}

impl Sheet {
    fn line(&mut self, message: &Message) {
        let _ = writeln!(self.text, "{}", message.render(self.lang));
    }

    /// Prints the matrix, with `*` after a best reply to the other player's pure strategy; nothing if it is too large.
    fn matrix(&mut self, game: &Game) {
        let [rows, columns] = game.payoffs(Player::Row).shape();
        let [a, b] = Player::BOTH.map(|player| game.payoffs(player));
        let shape = Message::new("payoff.shape").with("rows", rows).with("columns", columns);
        if rows > TALLEST || columns > WIDEST {
            self.line(&shape);
            return;
        }
        let [best_rows, best_columns] = Player::BOTH.map(|player| game.best_replies(player));
        let mut table: Vec<Vec<[String; 2]>> = Vec::new();
        for (i, best_in_row) in best_columns.iter().enumerate() {
            let cell = |j: usize| {
                let star = |best: bool| if best { "*" } else { " " };
                let row = format!("{}{}", fraction(a.get(i, j)), star(best_rows[j].contains(&i)));
                [row, format!("{}{}", fraction(b.get(i, j)), star(best_in_row.contains(&j)))]
            };
            table.push((0..columns).map(cell).collect());
        }
        let width = |j: usize, part: usize| table.iter().map(|row| row[j][part].width()).max().unwrap_or(0);
        let heads: Vec<String> = (0..columns).map(|j| game.strategy(Player::Column, j)).collect();
        let widths: Vec<[usize; 3]> = (0..columns)
            .map(|j| {
                let [x, y] = [width(j, 0), width(j, 1)];
                [x, y, (x + y + 1).max(heads[j].width())]
            })
            .collect();
        let names: Vec<String> = (0..rows).map(|i| game.strategy(Player::Row, i)).collect();
        let first = names.iter().map(|name| name.width()).max().unwrap_or(0);
        if first + widths.iter().map(|w| w[2] + 3).sum::<usize>() > WIDEST {
            self.line(&shape);
            return;
        }
        let pad = |text: &str, to: usize| " ".repeat(to.saturating_sub(text.width()));
        let mut line = " ".repeat(first);
        for (head, width) in heads.iter().zip(&widths) {
            let _ = write!(line, "   {}{head}", pad(head, width[2]));
        }
        let _ = writeln!(self.text, "{}", line.trim_end());
        for (row, name) in table.iter().zip(&names) {
            let mut line = format!("{name}{}", pad(name, first));
            for ([x, y], width) in row.iter().zip(&widths) {
                let cell = format!("{}{x} {}{y}", pad(x, width[0]), pad(y, width[1]));
                let _ = write!(line, "   {}{cell}", pad(&cell, width[2]));
            }
            let _ = writeln!(self.text, "{}", line.trim_end());
        }
        self.line(&Message::new("payoff.legend"));
    }
}
