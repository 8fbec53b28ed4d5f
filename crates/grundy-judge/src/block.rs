//! The fastest path: questions of plain integers, solved straight from the input's block.
//!
//! If every record of the innermost group is a few integers and the game is the same for all of them,
//! following the pattern step by step costs more than the answers. So, from the second record of a group on,
//! all records that are complete in the block are parsed eight digits a step, solved and written in one loop,
//! and their lines are counted afterwards, all at once.
//!
//! This path never gives another result than the general one. It stops before any record that is not plain: a
//! sign, a large number, a token that is not an integer, a stop condition that holds, an answer beyond
//! machine words, the end of the block. The general path parses that record from its start, with every check
//! and message.

use std::io::{Read, Write};

use crate::error::Error;
use crate::number::Num;
use crate::pattern::Step;
use crate::reader::short_word;
use crate::run::Run;
use crate::solve::Outcome;
use crate::value::Val;

impl<R: Read, W: Write> Run<'_, '_, R, W> {
    /// Parses, solves and writes plain records, at most `most`, and returns their number. The group already
    /// has an answer.
    pub(crate) fn records_in_block(&mut self, most: u64) -> Result<u64, Error> {
        let game = self.game()?;
        let (_, mut at) = self.reader.block();
        let mut done = 0;
        while done < most {
            let Some((outcome, behind)) = self.plain_record(game, at) else { break };
            at = behind;
            done += 1;
            self.case += 1;
            self.write(outcome, None)?;
            self.mark(0);
        }
        self.reader.skip_to(at);
        Ok(done)
    }

    /// Parses the record at `at` in the block and solves it. `None` leaves it to the general path.
    #[inline]
    fn plain_record(&mut self, game: usize, mut at: usize) -> Option<(Outcome, usize)> {
        let pattern = &self.judge.profile.pattern;
        let (block, _) = self.reader.block();
        for step in &pattern.levels.last()?.steps {
            match step {
                Step::Int(slot) => {
                    let (n, behind) = short_word(block, at)?;
                    at = behind;
                    match &mut self.slots[*slot] {
                        Val::Int(Num::Small(kept)) => *kept = n,
                        other => *other = Val::Int(Num::Small(n)),
                    }
                }
                _ => {
                    if pattern.stop.as_ref().is_some_and(|stop| stop.holds(&self.slots)) {
                        return None;
                    }
                }
            }
        }
        let outcome = self.ask_short(game)?;
        (outcome != Outcome::D).then_some((outcome, at))
    }
}
