//! Many iterations of a loop at once: the numbers of its expressions are computed column by column, then written row
//! by row.
//!
//! This gives the output of the iterations one by one, at the same cost to the meter. Iterations whose numbers machine
//! words do not hold are left to that.

use super::{For, Node, number};
use crate::expr::{Column, Env, Rows};
use crate::sink::Sink;
use crate::value::Eval;

/// Fewer iterations are faster one by one.
const FEW: usize = 8;
/// The columns of this many iterations fit the processor's cache.
const MANY: usize = 512;

/// A node with the numbers of its expressions.
enum Filled<'n> {
    Text(&'n str),
    Show(Column),
    If(Vec<(Column, Vec<Self>)>, Vec<Self>),
}

/// Whether the numbers of the nodes do not depend on the iterations before.
pub(super) fn are_plain(nodes: &[Node]) -> bool {
    nodes.iter().all(|node| match node {
        Node::Text(_) | Node::Show(_) => true,
        Node::If(branches, otherwise) => {
            branches.iter().all(|(_, body)| are_plain(body)) && are_plain(otherwise)
        }
        Node::For(_) | Node::Set(..) | Node::Put(..) => false,
    })
}

impl For {
    /// Writes the first iterations, as long as machine words suffice, and returns their number. The loop has begun.
    pub(super) fn write_rows(&self, env: &mut Env, out: &mut impl Sink) -> Eval<usize> {
        let (depth, target) = (env.loops.len() - 1, self.targets[0]);
        let count = env.loops[depth].items.len();
        let mut written = 0;
        while count - written >= FEW {
            let end = count.min(written + MANY);
            let rows = Rows { depth, target, range: written..end };
            let Some(nodes) = fill(&self.body, env, &rows) else { break };
            for row in 0..end - written {
                env.meter.step()?;
                write(&nodes, row, env, out)?;
            }
            written = end;
        }
        Ok(written)
    }
}

/// The nodes with their numbers. `None` if a row has none.
fn fill<'n>(nodes: &'n [Node], env: &Env, rows: &Rows) -> Option<Vec<Filled<'n>>> {
    let whole = |column: Column| column.is_whole().then_some(column);
    let filled = nodes.iter().map(|node| {
        Some(match node {
            Node::Text(text) => Filled::Text(text),
            Node::Show(expr) => Filled::Show(whole(expr.words(env, rows)?)?),
            Node::If(branches, otherwise) => {
                let branches = branches.iter().map(|(condition, body)| {
                    Some((whole(condition.truths(env, rows)?)?, fill(body, env, rows)?))
                });
                Filled::If(branches.collect::<Option<_>>()?, fill(otherwise, env, rows)?)
            }
            Node::For(_) | Node::Set(..) | Node::Put(..) => return None,
        })
    });
    filled.collect()
}

fn write(nodes: &[Filled], row: usize, env: &mut Env, out: &mut impl Sink) -> Eval<()> {
    for node in nodes {
        env.meter.step()?;
        match node {
            Filled::Text(text) => {
                env.meter.bytes(text.len())?;
                out.text(text);
            }
            Filled::Show(column) => number(column.get(row), out),
            Filled::If(branches, otherwise) => {
                let taken = branches.iter().find(|(condition, _)| condition.get(row) != 0);
                write(taken.map_or(otherwise, |(_, body)| body), row, env, out)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::facts::{ANSWER, Facts};
    use crate::template::Template;

    /// The output, or the code of the error.
    fn shown(source: &str) -> Result<String, &'static str> {
        let template = Template::compile(source, &[], 1, ANSWER).map_err(|fault| fault.code)?;
        let mut out = Vec::new();
        template.write(&Facts::new(&[], 7), &mut out).map_err(|fault| fault.code)?;
        Ok(String::from_utf8(out).unwrap())
    }

    /// A loop whose body sets a variable is written row by row.
    #[test]
    fn rows_together_and_one_by_one_are_the_same() {
        let bodies = [
            "{{ x }}",
            "{{ x + 1 }} {{ x - n }} {{ n - x }} {{ x * x }} {{ x // 3 }} {{ x % 5 }} {{ -x }} {{ x ^ 2 }}",
            "{{ loop.index }} {{ loop.index0 }} {{ loop.revindex }} {{ loop.revindex0 }} {{ loop.length }}",
            "{% if not loop.first %}, {% endif %}{{ s[loop.index0] - (s[loop.index0 - 1] if loop.index0 > 0 else 0) }}",
            "{% if not loop.last %}{{ s[loop.index] }}{% else %}end{% endif %}",
            "{{ s[loop.index] }}",
            "{{ s[-1] }} {{ s[0] }} {{ s[loop.index0 - 3] }}",
            "{% if x % 2 = 1 and x > 9 %}a{% elif x in [4, n, 2 * x] or x < 3 %}{{ x }}{% else %}c{% endif %}",
            "{% if x > 5 and s[x - 6] != 7 %}a{% endif %}{% if x <= 5 or s[x - 6] = 7 %}b{% endif %}",
            "{{ 10 if not x < 7 else 10 // (7 - x) }}",
            "{{ 10 // (x - 8) }}",
            "{{ (x - 4) | abs }} {{ x if x else 'none' }}",
            "{{ v.sum + x }} {{ t[x % 3] }} {{ y }} {{ case }}",
            "{{ 9223372036854775800 + x }} {{ -9223372036854775800 - x }} {{ 4611686018427387900 * (x // 10) }}",
            "{{ x ~ '!' }}",
            "{{ [x, 2] | sum }}",
            "{{ x is odd }}",
            "{{ z }}",
        ];
        let loops = [
            "range(700)",
            "range(20, 3, -1)",
            "range(5)",
            "s",
            "[1, 2, 3, 4, 5, 6, 7, 8, 10^30]",
            "[[1], [2]] * 5",
        ];
        let set = "{% set n = 7 %}{% set s = [5, 7, 9, 7, 1, 0, 10^20, 3, 8, 2, 2, 7, 6, 5, 4, 3, 2] %}\
                   {% set t = [1, 2, 3] %}{% set v = namespace(sum=4) %}";
        let mut fine = 0;
        for over in loops {
            for body in bodies {
                let of = |own: &str| {
                    shown(&format!(
                        "{set}{{% for y in [1, 2] %}}{{% for x in {over} %}}{own}{body};{{% endfor %}}{{% endfor %}}"
                    ))
                };
                let together = of("");
                assert_eq!(together, of("{% set own = 1 %}"), "{over} {body}");
                fine += usize::from(together.is_ok());
            }
        }
        assert!(fine > 50, "{fine}");
    }

    #[test]
    fn rows_are_charged_like_single_ones() {
        let long =
            |rows: usize| shown(&format!("{{% for x in range({rows}) %}}{{{{ x }}}}{{% endfor %}}")).is_ok();
        // Two steps each, of four million.
        assert!(long(1_999_990));
        assert!(!long(2_000_010));
    }
}
