//! The statements that decide a position and write its answer.

use grundy_pattern::emit::Language;

use super::asking::{self, Asked};
use super::expr::{Level, Piece};
use super::games::{Law, Segment, affordable};
use super::syntax::Type;
use super::{Writer, beyond};
use crate::error::Error;
use crate::expr::{Expr, Kind};
use crate::judge::Each;
use crate::order::Listing;
use crate::solve::Order;
use crate::template::{Node, Template};
use crate::value::Val;

impl Writer<'_> {
    /// The table of a game whose parameters were read on an outer level.
    pub fn table_of(&mut self, level: usize) -> Result<(), Error> {
        let judge = self.judge;
        let innermost = self.profile.pattern.levels.len() - 1;
        if let Some(game) = judge.game.as_ref().filter(|game| game.level == level && level < innermost)
            && has_holes(game)
        {
            let most = self.profile.position.iter().map(|&slot| self.slots[slot].most).max().unwrap_or(0);
            let last = self.syntax.literal(most);
            self.prepare(game, &last, most)?;
        }
        Ok(())
    }

    fn prepare(&mut self, game: &Template, last: &str, most: i128) -> Result<Law, Error> {
        self.begin(game);
        let segments = self.segments(game)?;
        let heaps = self.profile.position.iter().all(|&slot| self.slots[slot].kind == Type::Int);
        let (law, wanted) = self.law(&segments, heaps.then_some(self.profile.position.len()))?;
        if let Some(wanted) = wanted {
            affordable(&wanted, most)?;
            if has_holes(game) {
                let line = self.table(&wanted, last);
                self.line(&line);
            } else {
                self.tables.push(wanted);
            }
        }
        Ok(law)
    }

    fn segments(&mut self, game: &Template) -> Result<Vec<Segment>, Error> {
        let mut all = Vec::new();
        for node in &game.nodes {
            all.push(match node {
                Node::Text(text) => Segment::Text(text.clone()),
                Node::Show(Expr { kind: Kind::Join(of, _), .. }) => Segment::Hole(self.list(of)?),
                Node::Show(expr) => Segment::Hole(self.int(expr)?),
                _ => return Err(beyond("program-format").with("what", "game")),
            });
        }
        Ok(all)
    }

    pub fn question(&mut self, level: usize) -> Result<(), Error> {
        let judge = self.judge;
        let Some((slot, over)) = &self.profile.pattern.over else { return self.one(level) };
        let (from, to) = (self.int(&over.from)?, self.int(&over.to)?);
        self.slots[*slot] = Piece { most: to.most, is_natural: from.is_natural, ..self.slots[*slot].clone() };
        if let Some(game) = judge.game.as_ref().filter(|game| has_holes(game) && game.level <= level) {
            self.prepare(game, &to.text, to.most)?;
        }
        let ends = self.frame()?;
        let name = self.slots[*slot].text.clone();
        let line = self.syntax.range(&name, &from.text, &format!("{} + 1", to.at(Level::Add)), 1);
        self.open(&line);
        self.one(level)?;
        self.close();
        if let Some(tail) = ends {
            self.tail(&tail);
        }
        Ok(())
    }

    /// Decides one position and writes its answer.
    fn one(&mut self, level: usize) -> Result<(), Error> {
        let judge = self.judge;
        self.facts.clear();
        if self.profile.changes.is_some() {
            return Err(beyond("program-format").with("what", "input.change"));
        }
        let asked = if let Some(ask) = &judge.ask {
            self.begin(ask);
            self.ask(&ask.nodes)?
        } else if let Some(game) = &judge.game {
            self.decide(game, level)?
        } else {
            return Err(beyond("program-format").with("what", "script"));
        };
        let lost = match (&asked.lost, &asked.sum) {
            (Some(lost), _) => lost.clone(),
            (None, Some(sum)) => format!("{sum} == 0"),
            (None, None) => return Err(beyond("program-format").with("what", "ask")),
        };
        self.counting();
        let each = if level == 0 && self.profile.pattern.over.is_none() {
            let Each::Frame(head, tail) = &judge.each else {
                return Err(beyond("program-format").with("what", "output.each"));
            };
            if !head.nodes.is_empty() {
                return Err(beyond("program-format").with("what", "output.each"));
            }
            match &tail.nodes[..] {
                [Node::Text(text)] => text.clone(),
                [] => String::new(),
                _ => return Err(beyond("program-format").with("what", "output.each")),
            }
        } else {
            self.profile.separator.clone()
        };
        let line = self.syntax.branch(true, &lost);
        self.open(&line);
        self.output(&judge.p, &each)?;
        self.middle(self.syntax.otherwise());
        self.winning(asked.sum.as_deref())?;
        if let Some(template) = &judge.each_move {
            self.output(&judge.n, "")?;
            self.moves(template, asked.sum.as_deref(), &each)?;
        } else {
            self.output(&judge.n, &each)?;
        }
        self.close();
        Ok(())
    }

    /// Counts the positions, if an answer says its number.
    fn counting(&mut self) {
        use crate::facts::Word;
        let judge = self.judge;
        if judge.n.uses(Word::Case) || judge.p.uses(Word::Case) {
            let counter = self.counted().text;
            if !self.body.contains(&format!("{counter} = 0")) {
                let line = self.syntax.declare(&counter, "0", Type::Int, true);
                self.body.insert_str(0, &format!("    {line}\n"));
            }
            let line = self.syntax.assign(&counter, &format!("{counter} + 1"));
            self.line(&line);
        }
    }

    fn decide(&mut self, game: &Template, level: usize) -> Result<Asked, Error> {
        let position = self.profile.position.clone();
        let is_own = game.level == level && has_holes(game) && self.profile.pattern.over.is_none();
        let heaps: Vec<Piece> = position.iter().map(|&slot| self.slots[slot].clone()).collect();
        let law = if is_own || !has_holes(game) {
            let largest = match &heaps[..] {
                [one] if one.kind == Type::List && is_own => self.call("greatest", &[one]),
                [one] => one.text.clone(),
                _ => self.syntax.literal(heaps.iter().map(|heap| heap.most).max().unwrap_or(0)),
            };
            let most = heaps.iter().map(|heap| heap.most).max().unwrap_or(0);
            self.prepare(game, &largest, most)?
        } else {
            self.begin(game);
            let segments = self.segments(game)?;
            self.law(&segments, None)?.0
        };
        let most = heaps.iter().map(|heap| heap.most).max().unwrap_or(0);
        self.heaps_fit(most)?;
        let syntax = self.syntax;
        match &law {
            Law::Worth(name, count) | Law::Lost(name, _, count) => {
                let list = self.together(&heaps)?;
                let fixed = heaps.iter().all(|heap| heap.kind == Type::Int).then_some(heaps.len());
                if count.is_some() && fixed != *count {
                    return Err(beyond("program-heaps").with("heaps", count.unwrap_or(0)));
                }
                let more = if let Law::Lost(_, more, _) = &law { more.clone() } else { Vec::new() };
                let all: Vec<String> = [syntax.argument(&list)].into_iter().chain(more).collect();
                let call = format!("{name}({})", all.join(", "));
                let lost = if let Law::Worth(..) = law { format!("{call} == 0") } else { call };
                Ok(Asked { sum: None, lost: Some(lost) })
            }
            Law::Amount(name, more) => {
                let [heap] = &heaps[..] else { return Err(beyond("program-heaps").with("heaps", 1)) };
                let all: Vec<String> = [heap.text.clone()].into_iter().chain(more.iter().cloned()).collect();
                let amount = self.fresh("amount");
                let line = syntax.declare(&amount, &format!("{name}({})", all.join(", ")), Type::Int, false);
                self.line(&line);
                self.facts.push(("amount", Piece::atom(amount.clone(), Type::Int, true, heap.most)));
                Ok(Asked { sum: None, lost: Some(format!("{amount} == 0")) })
            }
            Law::Ring(table, amount) => {
                let [heap] = &heaps[..] else { return Err(beyond("program-heaps").with("heaps", 1)) };
                if heap.kind != Type::Int {
                    return Err(beyond("program-heaps").with("heaps", 1));
                }
                let row = syntax.item(table, &format!("{} - {amount}", heap.text));
                let text = format!("{} < {amount}{}{row} != 0", heap.text, syntax.either());
                Ok(Asked { sum: None, lost: Some(text) })
            }
            law => {
                let sum = self.fresh("x");
                if let [heap] = &heaps[..]
                    && heap.kind == Type::Int
                {
                    let value = self.value_of(law, heap)?;
                    let line = syntax.declare(&sum, &value, Type::Int, false);
                    self.line(&line);
                } else {
                    let line = syntax.declare(&sum, "0", Type::Int, true);
                    self.line(&line);
                    for heap in &heaps {
                        if heap.kind == Type::List {
                            let name = self.fresh("n");
                            let line = syntax.each(&name, &heap.text);
                            self.open(&line);
                            let one = Piece::atom(name.clone(), Type::Int, heap.is_natural, heap.most);
                            let value = self.value_of(law, &one)?;
                            let line =
                                syntax.assign(&sum, &format!("{sum} ^ {}", asking::in_brackets(&value)));
                            self.line(&line);
                            self.close();
                            self.forget(&name);
                        } else {
                            let value = self.value_of(law, heap)?;
                            let line =
                                syntax.assign(&sum, &format!("{sum} ^ {}", asking::in_brackets(&value)));
                            self.line(&line);
                        }
                    }
                }
                self.is_nim(law, &heaps, &sum);
                Ok(Asked { sum: Some(sum), lost: None })
            }
        }
    }

    /// The count of winning moves, where each is a heap that shrinks.
    fn is_nim(&mut self, law: &Law, heaps: &[Piece], sum: &str) {
        if let (Law::Nim, [list]) = (law, heaps)
            && list.kind == Type::List
            && self.judge.need.count
        {
            let sum = Piece::atom(sum, Type::Int, true, list.most);
            let count = self.call("winning_heaps", &[list, &sum]);
            self.facts.push(("count", Piece::atom(count, Type::Int, true, list.count)));
        }
    }

    /// All heaps of the position as one list.
    fn together(&mut self, heaps: &[Piece]) -> Result<String, Error> {
        if let [list] = heaps
            && list.kind == Type::List
        {
            return Ok(list.text.clone());
        }
        if heaps.iter().any(|heap| heap.kind != Type::Int) {
            return Err(beyond("program-format").with("what", "position"));
        }
        let members: Vec<String> = heaps.iter().map(|heap| heap.text.clone()).collect();
        Ok(self.syntax.list(&members))
    }

    /// The only list of heaps of Nim, for answers with moves.
    fn nim_list(&self) -> Option<Piece> {
        let game = self.judge.game.as_ref()?;
        let is_nim = matches!(&game.nodes[..], [Node::Text(text)] if text.trim() == "nim");
        let [slot] = self.profile.position[..] else { return None };
        let listing = Listing { order: Order::Heap, distinct: self.profile.listing.distinct };
        (is_nim && self.slots[slot].kind == Type::List && self.profile.listing == listing)
            .then(|| self.slots[slot].clone())
    }

    /// The first winning move, if the answer says it.
    fn winning(&mut self, sum: Option<&str>) -> Result<(), Error> {
        use crate::facts::Word;
        if !self.judge.n.uses(Word::First) || !self.facts.is_empty() {
            return Ok(());
        }
        let (Some(list), Some(sum)) = (self.nim_list(), sum) else {
            return Err(beyond("program-part").with("what", "first"));
        };
        let index = self.fresh("j");
        let sum = Piece::atom(sum, Type::Int, true, list.most);
        let call = self.call("first_heap", &[&list, &sum]);
        let line = self.syntax.declare(&index, &call, Type::Int, false);
        self.line(&line);
        self.move_facts(&list, &index, &sum.text);
        Ok(())
    }

    fn move_facts(&mut self, list: &Piece, index: &str, sum: &str) {
        let item = self.syntax.item(&list.text, index);
        let number = |text: String, level| Piece { level, ..Piece::atom(text, Type::Int, true, list.most) };
        self.facts.push(("heap", number(format!("{index} + 1"), Level::Add)));
        self.facts.push(("left", number(format!("({item} ^ {sum})"), Level::Atom)));
        self.facts.push(("amount", number(format!("{item} - ({item} ^ {sum})"), Level::Add)));
    }

    /// A line for each winning move of Nim, by heap.
    fn moves(&mut self, template: &Template, sum: Option<&str>, each: &str) -> Result<(), Error> {
        let (Some(list), Some(sum)) = (self.nim_list(), sum) else {
            return Err(beyond("program-format").with("what", "output.move"));
        };
        let index = self.fresh("j");
        let length = self.syntax.length(&list.text);
        let line = self.syntax.range(&index, "0", &length, 1);
        self.open(&line);
        let item = self.syntax.item(&list.text, &index);
        let line = self.syntax.branch(true, &format!("({item} ^ {sum}) < {item}"));
        self.open(&line);
        self.facts.clear();
        self.move_facts(&list, &index, sum);
        let line = self.syntax.text("\n");
        self.line(&line);
        self.output(template, "")?;
        self.close();
        self.close();
        let line = self.syntax.text(each);
        self.line(&line);
        Ok(())
    }

    fn output(&mut self, template: &Template, behind: &str) -> Result<(), Error> {
        self.begin(template);
        let known = self.known();
        let before = self.body.len();
        if let [Node::Text(text)] = &template.nodes[..] {
            self.tail(&format!("{text}{behind}"));
        } else {
            self.shows(&template.nodes)?;
            if !behind.is_empty() {
                self.tail(behind);
            }
        }
        if self.body.len() == before {
            // A block must not be empty in Python.
            self.tail("");
        }
        self.unsure(&known);
        Ok(())
    }

    fn shows(&mut self, nodes: &[Node]) -> Result<(), Error> {
        for node in nodes {
            match node {
                Node::Text(text) => self.tail(text),
                Node::Show(expr) => self.show(expr)?,
                Node::If(branches, otherwise) => {
                    self.branches(branches, otherwise, &mut |this, body| this.shows(body))?;
                }
                Node::For(this) => {
                    self.repeat(this, &|body| asking::uses_loop(body, false), &mut |this, body| {
                        this.shows(body)
                    })?;
                }
                Node::Set(local, expr) => self.set(*local, expr)?,
                Node::Put(space, name, expr) => self.put(space, name, expr)?,
            }
        }
        Ok(())
    }

    fn show(&mut self, expr: &Expr) -> Result<(), Error> {
        match &expr.kind {
            Kind::Const(Val::Text(text)) => {
                self.tail(text);
                return Ok(());
            }
            Kind::If(three) => {
                let condition = self.condition(&three[0])?;
                let line = self.syntax.branch(true, &condition.text);
                self.open(&line);
                self.show(&three[1])?;
                self.middle(self.syntax.otherwise());
                self.show(&three[2])?;
                self.close();
                return Ok(());
            }
            Kind::Join(of, between) => {
                let first = self.fresh("k");
                let line = if let Kind::Range(three) = &of.kind {
                    let (from, to) = (self.int(&three[0])?, self.int(&three[1])?);
                    let name = self.fresh("n");
                    let head = self.syntax.range(&name, &from.text, &to.text, 1);
                    (name, head)
                } else {
                    let list = self.list(of)?;
                    let name = self.fresh("n");
                    let head = self.syntax.each(&name, &list.text);
                    (name, head)
                };
                let begin = self.syntax.declare(&first, "0", Type::Int, true);
                self.line(&begin);
                self.open(&line.1);
                let branch = self.syntax.branch(true, &format!("{first} > 0"));
                self.open(&branch);
                self.tail(between);
                self.close();
                let number = self.syntax.number(&line.0);
                self.line(&number);
                let next = self.syntax.assign(&first, &format!("{first} + 1"));
                self.line(&next);
                self.close();
                self.forget(&line.0);
                return Ok(());
            }
            _ => {}
        }
        let piece = self.expr(expr)?;
        if piece.kind != Type::Int {
            return Err(beyond("program-part").with("what", piece.text));
        }
        if self.syntax.0 != Language::Python && piece.most > i128::from(i64::MAX) {
            return Err(beyond("program-wide").with("what", piece.text).with("largest", i64::MAX));
        }
        let line = self.syntax.number(&piece.text);
        self.line(&line);
        Ok(())
    }
}

/// Whether the text of a game has parameters.
fn has_holes(game: &Template) -> bool {
    !matches!(&game.nodes[..], [Node::Text(_)])
}
