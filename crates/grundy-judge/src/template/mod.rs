//! Templates: the output of a profile, and the text of its game.
//!
//! Text, `{{ expression }}`, `{% if %}`, `{% for %}` and `{% set %}`. A template is compiled once: its names become
//! indices, so that writing a record needs no lookup. The [`Sink`] receives numbers as machine words if they fit,
//! and moves on machine words are written without conversion to values.

mod compiler;
mod rows;

use std::sync::Arc;

use self::compiler::Compiler;
use crate::expr::{Env, Expr, Fault, Kind, Loop};
use crate::facts::{Facts, Part, Word};
use crate::number::{Num, push_text, push_u64};
use crate::pattern::Name;
use crate::sink::Sink;
use crate::value::{Eval, Val, fault, unfit};

/// The deepest nesting of `if` and `for`.
const DEEPEST: usize = 32;

/// A piece of a template.
#[derive(Debug)]
pub enum Node {
    Text(String),
    Show(Expr),
    /// Conditions with their nodes, and the nodes of `else`.
    If(Vec<(Expr, Vec<Node>)>, Vec<Node>),
    For(Box<For>),
    Set(usize, Expr),
    /// Sets a name within a namespace.
    Put(Expr, Arc<str>, Expr),
}

/// A loop.
#[derive(Debug)]
pub struct For {
    pub targets: Vec<usize>,
    pub over: Expr,
    pub only: Option<Expr>,
    pub body: Vec<Node>,
    pub otherwise: Vec<Node>,
    /// The variables of the body, which are reset in each iteration.
    pub own: std::ops::Range<usize>,
    /// Whether many iterations can be written at once (see [`rows`]).
    pub is_plain: bool,
}

#[derive(Debug)]
pub struct Template {
    pub nodes: Vec<Node>,
    locals: usize,
    /// The names of its variables.
    pub local_names: Vec<String>,
    /// The words of the template.
    used: Vec<Word>,
    /// The innermost level of its names.
    pub level: usize,
}

impl Template {
    /// Compiles a template that may use the input's names below level `levels`, and the `words`.
    pub fn compile(
        source: &str,
        names: &[Name],
        levels: usize,
        words: &[(&str, Word)],
    ) -> Result<Self, Fault> {
        let mut compiler = Compiler {
            source,
            at: 0,
            trim: false,
            names,
            levels,
            words,
            scopes: vec![Vec::new()],
            locals: 0,
            local_names: Vec::new(),
            loops: 0,
            used: Vec::new(),
            level: 0,
        };
        let nodes = compiler.block(&[], 0)?.0;
        let (locals, local_names) = (compiler.locals, compiler.local_names);
        Ok(Self { nodes, locals, local_names, used: compiler.used, level: compiler.level })
    }

    pub fn uses(&self, word: Word) -> bool {
        self.used.contains(&word)
    }

    /// Whether moves on machine words suffice to write it; with `parts` these include heap, amount and rest.
    pub fn is_on_words(&self, parts: bool) -> bool {
        let mut is = true;
        each(&self.nodes, &mut |expr| {
            is &= match expr.kind {
                Kind::Word(word) => matches!(word, Word::Case | Word::Outcome | Word::Count | Word::Answers),
                Kind::Part(_, Part::Take) | Kind::Nth(_, Some(Part::Take) | None) => false,
                Kind::Part(_, part) | Kind::Nth(_, Some(part)) if part != Part::To => parts,
                _ => true,
            };
        });
        is
    }

    /// Whether it uses the whole position after a move.
    pub fn uses_results(&self) -> bool {
        let mut uses = false;
        each(&self.nodes, &mut |expr| {
            uses |= matches!(
                expr.kind,
                Kind::Part(_, Part::To)
                    | Kind::Nth(_, Some(Part::To) | None)
                    | Kind::Word(Word::Moves | Word::First | Word::This(Part::To))
            );
        });
        uses
    }

    /// Splits `before {{ answers }} behind` at the answers, if both parts are templates of their own.
    pub fn around_answers(mut self) -> Result<(Self, Self), Self> {
        let is_answers =
            |node: &Node| matches!(node, Node::Show(Expr { kind: Kind::Word(Word::Answers), .. }));
        let once = self.used.iter().filter(|word| **word == Word::Answers).count() == 1;
        match self.nodes.iter().position(is_answers) {
            Some(at) if once && self.locals == 0 => {
                let behind = self.nodes.split_off(at + 1);
                self.nodes.pop();
                let used = vec![Word::Case];
                let behind =
                    Self { nodes: behind, locals: 0, local_names: Vec::new(), used, level: self.level };
                Ok((self, behind))
            }
            _ => Err(self),
        }
    }

    /// Appends the output of the template.
    #[inline]
    pub fn write(&self, facts: &Facts, out: &mut Vec<u8>) -> Eval<()> {
        // The two most common by far are `1` and the results of a move on a line.
        match &self.nodes[..] {
            [Node::Text(text)] => {
                push_text(out, text);
                return Ok(());
            }
            [Node::Show(Expr { kind: Kind::Join(of, between), .. })] => {
                if let Kind::Part(first, Part::To) = of.kind
                    && let Some(&[a, b]) = facts.left(facts.index(first))
                {
                    push_u64(out, a);
                    push_text(out, between);
                    push_u64(out, b);
                    return Ok(());
                }
            }
            _ => {}
        }
        self.write_to(facts, out)
    }

    /// Writes the output of the template to a sink, piece by piece.
    pub fn write_to(&self, facts: &Facts, out: &mut impl Sink) -> Eval<()> {
        run(&self.nodes, &mut Env::new(facts.slots, Some(facts), self.locals), out)
    }
}

/// Calls `look` for every expression and its subexpressions.
pub fn each(nodes: &[Node], look: &mut dyn FnMut(&Expr)) {
    for node in nodes {
        match node {
            Node::Text(_) => {}
            Node::Show(expr) | Node::Set(_, expr) => expr.each(look),
            Node::If(branches, otherwise) => {
                for (condition, body) in branches {
                    condition.each(look);
                    each(body, look);
                }
                each(otherwise, look);
            }
            Node::For(this) => {
                [Some(&this.over), this.only.as_ref()].into_iter().flatten().for_each(|expr| expr.each(look));
                each(&this.body, look);
                each(&this.otherwise, look);
            }
            Node::Put(space, _, expr) => [space, expr].into_iter().for_each(|expr| expr.each(look)),
        }
    }
}

fn run(nodes: &[Node], env: &mut Env, out: &mut impl Sink) -> Eval<()> {
    for node in nodes {
        env.meter.step()?;
        match node {
            Node::Text(text) => {
                env.meter.bytes(text.len())?;
                out.text(text);
            }
            Node::Show(expr) => show(expr, env, out).map_err(|fault| fault.placed(expr.at))?,
            Node::If(branches, otherwise) => {
                let mut taken = otherwise;
                for (condition, body) in branches {
                    let holds = match condition.truth(env) {
                        Some(holds) => holds,
                        None => condition.eval(env)?.is_true(),
                    };
                    if holds {
                        taken = body;
                        break;
                    }
                }
                run(taken, env, out)?;
            }
            Node::For(this) => this.run(env, out)?,
            Node::Set(local, expr) => env.locals[*local] = Some(expr.short(env)?),
            Node::Put(space, name, expr) => {
                let val = expr.short(env)?;
                let space = match space.eval(env)? {
                    Val::Space(space) => &mut env.spaces[space],
                    other => return Err(unfit("no-namespace", "set", &other).placed(space.at)),
                };
                match space.iter_mut().find(|(known, _)| known == name) {
                    Some((_, place)) => *place = val,
                    None => space.push((name.clone(), val)),
                }
            }
        }
    }
    Ok(())
}

impl For {
    fn run(&self, env: &mut Env, out: &mut impl Sink) -> Eval<()> {
        let mut items = self.over.items(env)?;
        let depth = env.loops.len();
        if let Some(only) = &self.only {
            let mut chosen = Vec::new();
            for i in 0..items.len() {
                env.meter.step()?;
                self.set_targets(items.get(i), env)?;
                if only.eval(env)?.is_true() {
                    chosen.push(items.get(i));
                }
            }
            items = crate::expr::Items::List(Arc::new(chosen));
        }
        if items.len() == 0 {
            return run(&self.otherwise, env, out);
        }
        let count = items.len();
        env.loops.push(Loop { items, index: 0 });
        let written = if self.is_plain { self.write_rows(env, out)? } else { 0 };
        for i in written..count {
            env.meter.step()?;
            env.loops[depth].index = i;
            let item = env.loops[depth].items.get(i);
            env.locals[self.own.clone()].fill(None);
            self.set_targets(item, env)?;
            run(&self.body, env, out)?;
        }
        env.loops.pop();
        Ok(())
    }

    fn set_targets(&self, item: Val, env: &mut Env) -> Eval<()> {
        if let [target] = self.targets[..] {
            env.locals[target] = Some(item);
            return Ok(());
        }
        let parts = item.items().filter(|parts| parts.len() == self.targets.len());
        let parts = parts.ok_or_else(|| unfit("no-list", "for", &item).placed(self.over.at))?;
        for (target, part) in self.targets.iter().zip(parts) {
            env.locals[*target] = Some(part.clone());
        }
        Ok(())
    }
}

fn number(n: i64, out: &mut impl Sink) {
    if n < 0 {
        out.text("-");
    }
    out.number(n.unsigned_abs());
}

fn show(expr: &Expr, env: &mut Env, out: &mut impl Sink) -> Eval<()> {
    if let Some(n) = expr.word(env) {
        number(n, out);
        return Ok(());
    }
    if let Kind::Join(of, between) = &expr.kind {
        let moved = match of.kind {
            Kind::Part(first, Part::To) => env.facts.and_then(|facts| facts.left(facts.index(first))),
            _ => None,
        };
        if let Some(heaps) = moved {
            for (i, n) in heaps.iter().enumerate() {
                if i > 0 {
                    out.text(between);
                }
                out.number(*n);
            }
            return Ok(());
        }
        if let Val::List(items) = of.eval(env)? {
            for (i, item) in items.iter().enumerate() {
                env.meter.step()?;
                if i > 0 {
                    env.meter.bytes(between.len())?;
                    out.text(between);
                }
                show_value(item, expr.at, env, out)?;
            }
            return Ok(());
        }
    }
    let val = expr.eval(env)?;
    if matches!(val, Val::Undefined | Val::None | Val::Space(_)) {
        let code = if of_replacing_move(expr, env) { "only-to" } else { "undefined" };
        return Err(fault(code, &[]).placed(expr.at));
    }
    show_value(&val, expr.at, env, out)
}

/// Whether the expression asks for what a move that replaces its position does not have.
fn of_replacing_move(expr: &Expr, env: &Env) -> bool {
    let replaces = |facts: &Facts| facts.answer.is_some_and(|a| a.moves.first().is_some_and(|m| m.replaces));
    let mut asks = false;
    expr.each(&mut |expr| {
        asks |= match &expr.kind {
            Kind::Part(_, part) | Kind::Nth(_, Some(part)) => *part != Part::To,
            Kind::Attribute(_, name) => Part::named(name).is_some_and(|part| part != Part::To),
            _ => false,
        };
    });
    asks && env.facts.is_some_and(replaces)
}

fn show_value(val: &Val, at: usize, env: &mut Env, out: &mut impl Sink) -> Eval<()> {
    match val {
        Val::Int(Num::Small(n)) => number(*n, out),
        Val::Text(text) => {
            env.meter.bytes(text.len())?;
            out.text(text);
        }
        _ => {
            env.meter.whole(val).map_err(|fault| fault.placed(at))?;
            out.text(&val.shown());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::ANSWER;

    fn shown(source: &str) -> Result<String, Box<Fault>> {
        let template = Template::compile(source, &[], 1, ANSWER).map_err(Box::new)?;
        let mut out = Vec::new();
        template.write(&Facts::new(&[], 7), &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn the_language_of_templates() {
        for (source, want) in [
            ("{# nothing #}a{{ 1 + 2 * 3 }}b", "a7b"),
            ("x {{- ' y ' -}}  z\n", "x y z\n"),
            ("{% for i in range(3) -%}\n  {{ i }}\n{%- endfor %}", "012"),
            (
                "{{ 2 ^ 3 ^ 2 }} {{ 2 ** 3 }} {{ -2 ^ 2 }} {{ (-2) ^ 2 }} {{ -7 // 2 }} {{ -7 % 3 }}",
                "512 8 -4 4 -4 2",
            ),
            ("{% if 1 > 2 %}a{% elif 2 = 2 and not 1 = 2 %}b{% else %}c{% endif %}", "b"),
            ("{% for a in [] %}x{% else %}none{% endfor %}", "none"),
            ("{% for a, b in [[1, 2], [3, 4]] %}{{ a }}-{{ b }};{% endfor %}", "1-2;3-4;"),
            (
                "{% for x in range(10) if x is odd %}{{ loop.index }}:{{ x }}{{ ',' if not loop.last }}{% endfor %}",
                "",
            ),
            (
                "{% for x in range(6) if x is odd %}{{ loop.index }}:{{ x }}{% if not loop.last %},{% endif %}{% endfor %}",
                "1:1,2:3,3:5",
            ),
            (
                "{% for a in range(2) %}{% for b in range(a + 1) %}{{ loop.revindex }}{{ loop.length }} {% endfor %}{{ loop.index0 }};{% endfor %}",
                "11 0;22 12 1;",
            ),
            (
                "{% for a in [5, 6] %}{{ loop.previtem is defined }}{{ loop.nextitem | default('-') }} {% endfor %}",
                "False6 True- ",
            ),
            // A variable set in a loop is local to it; one set in a branch is not.
            (
                "{% set s = 1 %}{% for i in range(2) %}{{ s }}{% if i = 0 %}{% set s = 5 %}{% endif %}{{ s }}{% endfor %}{{ s }}",
                "15111",
            ),
            ("{% if case = 7 %}{% set s = 2 %}{% endif %}{{ s }}", "2"),
            (
                "{% set n = namespace(sum=0) %}{% for i in range(1, 5) %}{% set n.sum = n.sum + i %}{% endfor %}{{ n.sum }}",
                "10",
            ),
            ("{{ {'a': {'b': 3}}['a'].b }}{{ {'a': 1} }}", "3{'a': 1}"),
            ("{{ 'a\\n\\u77f3\\'' }}|{{ [\"it's\", 'x'] }}", "a\n石'|[\"it's\", 'x']"),
            ("{{ [3, 1, 2] | sort(reverse=true) | join('') }}{{ [[1, 2]] | map('first') | list }}", "321[1]"),
            (
                "{{ 3 in [1, 3] }} {{ 'b' not in 'abc' }} {{ 1 if false else 2 }} {{ none is none }}",
                "True False 2 True",
            ),
            (
                "{{ [0, 1, 2, 3] | select('gt', 1) | sum }} {{ [{'a': 1}, {'a': 2}] | selectattr('a', 'even') | list }}",
                "5 [{'a': 2}]",
            ),
            (
                "{% set p = [[2, 5], [1, 7]] %}{{ p | map(attribute=1) | list }} {{ p | sort(attribute=0) }} {{ p | selectattr(-1, 'gt', 5) | list }}",
                "[5, 7] [[1, 7], [2, 5]] [[1, 7]]",
            ),
            (
                "{{ 'ab cd' | title }} {{ 'aBc' | capitalize }} {{ ' x ' | trim }} {{ 'aab' | replace('a', 'x') }}",
                "Ab Cd Abc x xxb",
            ),
        ] {
            if want.is_empty() {
                assert_eq!(shown(source).unwrap_err().code, "undefined", "{source}");
            } else {
                assert_eq!(shown(source).unwrap(), want, "{source}");
            }
        }
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (source, code, at) in [
            ("ab {{ 1 / 2 }}", "fraction-in-template", 8),
            ("{{ 1.5 }}", "fraction-in-template", 3),
            ("{{ 1 < 2 < 3 }}", "chained-comparison", 9),
            ("石{{ cas }}", "unknown-name", 6),
            ("{{ case", "ends-too-soon", 7),
            ("{{ case }", "unexpected", 8),
            ("{% for %}", "unexpected", 7),
            ("{% for i in range(2) %}x", "ends-too-soon", 24),
            ("{% if 1 %}{% endfor %}", "unexpected", 13),
            ("{% iff 1 %}", "unexpected", 3),
            ("{{ [1] | lenght }}", "unknown-filter", 9),
            ("{{ 1 is ood }}", "unknown-test", 8),
            ("{{ [1] | sort(revers=1) }}", "bad-argument", 14),
            ("{{ range() }}", "bad-argument", 3),
            ("{{ 'a }}", "open-text", 3),
            ("{{ '\\q' }}", "bad-escape", 3),
            ("{# x", "ends-too-soon", 4),
            ("{{ loop.index }}", "unknown-name", 3),
            // And errors that are found only when writing.
            ("a{{ 1 // (case - 7) }}", "division-by-zero", 4),
            ("{{ [1] + 1 }}", "no-integer", 3),
            ("{{ 3 < [1] }}", "not-comparable", 3),
            ("{{ first.amount + 1 }}", "undefined", 3),
            ("{{ 2 ^ -1 }}", "negative-power", 3),
            ("{{ 3 ^ 10 ^ 9 }}", "number-too-large", 3),
            ("{{ [1, 2][5] }}", "undefined", 9),
        ] {
            let fault = shown(source).unwrap_err();
            assert_eq!((fault.code, fault.at), (code, at), "{source}");
        }
    }
}
