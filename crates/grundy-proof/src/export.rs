//! Export of a law as a graph, and as an automaton for other programs.

use std::fmt::Write;

use grundy_automata::DEAD;
use grundy_core::error::{Error, Result};

use crate::law::Law;

impl Law {
    /// The digits of a letter, one per heap.
    pub(crate) fn digits(&self, letter: usize) -> impl Iterator<Item = usize> + use<> {
        let (base, heaps) = (self.numeration().digits(), self.question().heaps);
        (0..heaps).map(move |heap| letter / base.pow(heap as u32) % base)
    }

    /// The automaton as a Graphviz graph. Accepting states have two circles; columns of digits have one digit
    /// per heap, from the first heap on.
    pub fn to_dot(&self) -> String {
        let lost = self.lost();
        let mut dot = String::from("digraph law {\n  rankdir=LR;\n  start [shape=point];\n  start -> 0;\n");
        for state in 0..lost.states() as u32 {
            let shape = if lost.accepting(state) { "doublecircle" } else { "circle" };
            let _ = writeln!(dot, "  {state} [shape={shape}];");
            for (target, columns) in self.arrows(lost, state) {
                let _ = writeln!(dot, "  {state} -> {target} [label=\"{}\"];", columns.join(", "));
            }
        }
        dot + "}\n"
    }

    /// The automaton as a text file for Walnut (Mousavi 2016), to be put into its folder `Automata Library`.
    ///
    /// # Errors
    /// A numeration that Walnut does not support.
    pub fn to_walnut(&self) -> Result<String> {
        let name = self.walnut_numeration()?;
        let lost = self.lost();
        let mut text = vec![name; self.question().heaps].join(" ") + "\n";
        for state in 0..lost.states() as u32 {
            let _ = writeln!(text, "\n{state} {}", u8::from(lost.accepting(state)));
            for (letter, &target) in lost.row(state).iter().enumerate().filter(|(_, target)| **target != DEAD)
            {
                for digit in self.digits(letter) {
                    let _ = write!(text, "{digit} ");
                }
                let _ = writeln!(text, "-> {target}");
            }
        }
        Ok(text)
    }

    /// Walnut's name of the numeration.
    pub(crate) fn walnut_numeration(&self) -> Result<String> {
        let numeration = self.numeration();
        match (numeration.as_base(), numeration.rule()) {
            (Some(base), _) => Ok(format!("msd_{base}")),
            (None, [1, 1]) => Ok("msd_fib".to_owned()),
            (None, [1, 1, 1]) => Ok("msd_trib".to_owned()),
            _ => Err(Error::input("error.no-walnut").with("numeration", numeration.id())),
        }
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;

    use crate::find::find;
    use crate::testing::{question, untimed};

    #[test]
    fn what_walnut_reads_is_the_automaton() {
        let law = find(&question("wythoff", 2), &untimed()).unwrap().law.unwrap();
        let text = law.to_walnut().unwrap();
        // Parsed in the simplest way: transitions by state and column.
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("msd_fib msd_fib"));
        let (mut accepting, mut next) = (vec![], std::collections::HashMap::new());
        for line in lines.filter(|line| !line.is_empty()) {
            match line.split_once(" -> ") {
                None => accepting.push(line.ends_with(" 1")),
                Some((column, target)) => {
                    next.insert((accepting.len() - 1, column.to_owned()), target.parse::<usize>().unwrap());
                }
            }
        }
        let numeration = law.numeration();
        for x in 0..60u64 {
            for y in 0..60u64 {
                let mut state = Some(0);
                for letter in numeration.word(&[x, y]).unwrap() {
                    let column = format!("{} {}", letter % 2, letter / 2);
                    state = state.and_then(|state| next.get(&(state, column)).copied());
                }
                let read = state.is_some_and(|state| accepting[state]);
                assert_eq!(read, law.is_lost(&[UBig::from(x), UBig::from(y)]), "{x} {y}");
            }
        }
        let dot = law.to_dot();
        assert_eq!(dot.matches("doublecircle").count(), 3);
        assert!(dot.contains("0 -> 1 [label=\"1/0\"];"));
    }

    #[test]
    fn a_numeration_that_walnut_does_not_know_is_refused() {
        let law = find(&question("wythoff(2)", 2), &untimed()).unwrap().law.unwrap();
        assert_eq!(law.numeration().id(), "t2");
        assert_eq!(law.to_walnut().unwrap_err().code(), "no-walnut");
    }
}
