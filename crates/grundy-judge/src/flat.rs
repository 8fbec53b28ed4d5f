//! The shortest road: questions of plain integers, asked straight from the input's block.
//!
//! Where every record of the innermost group is a few integers and the game is the same for all of them,
//! following the pattern step by step costs more than the answers. So, from the second record of a group
//! on, as many records as lie plainly in the block are read eight digits a step, asked and written in one
//! loop, and their lines are counted afterwards, all at once.
//!
//! Nothing is decided here that the long road could decide differently. The loop leaves before any record
//! that is not plain: a sign, a large number, what is no integer, a stop condition that holds, an answer
//! machine words cannot give, the end of the block. The long road reads that record from its beginning,
//! with every check and message it has.

use std::io::{Read, Write};

use crate::error::Error;
use crate::number::Num;
use crate::pattern::Step;
use crate::reader::short_word;
use crate::run::Run;
use crate::solve::Outcome;
use crate::value::Val;

impl<R: Read, W: Write> Run<'_, '_, R, W> {
    /// Reads, asks and writes plain records, up to `most`, and says how many. The group has an answer already.
    pub(crate) fn flat(&mut self, most: u64) -> Result<u64, Error> {
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

    /// Reads the record at a place in the block and asks about it. `None` leaves it to the long road.
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
