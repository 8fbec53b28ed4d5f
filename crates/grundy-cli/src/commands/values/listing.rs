//! Values in sequence, in the formats of `--format`.

use dashu_int::UBig;
use grundy_solver::number;
use serde_json::{Value as Json, json};

use super::Question;
use crate::failure::Failure;
use crate::output::Output;

/// Bytes that are buffered before a write.
const PIECE: usize = 1 << 16;

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    /// `n value`, as in the b-files of the OEIS.
    Text,
    Csv,
    Json,
}

/// A list that is being written.
pub struct Listing {
    out: Output,
    format: Format,
    /// The next heap, in decimal digits: incrementing it needs no big-number arithmetic.
    heap: Vec<u8>,
    buffer: Vec<u8>,
    /// The header before the first value. It is written with that value, so that no output is made without
    /// values.
    head: String,
}

impl Listing {
    /// Starts the list of the values in `question`.
    pub fn begin(out: Option<&String>, format: &str, question: &Question) -> Result<Self, Failure> {
        let (format, head) = match format {
            "csv" => (Format::Csv, "n,value\n".to_owned()),
            "json" => (
                Format::Json,
                format!(
                    "{{\"schema\":1,\"game\":{},\"from\":{},\"to\":{},\"values\":[",
                    json!(&*question.line.spelled),
                    number::natural_to_json(&question.from),
                    number::natural_to_json(&question.to),
                ),
            ),
            _ => (Format::Text, String::new()),
        };
        let heap = question.from.to_string().into_bytes();
        Ok(Self { out: Output::create(out)?, format, heap, buffer: Vec::new(), head })
    }

    pub fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    pub fn is_on_stdout(&self) -> bool {
        self.out.is_stdout()
    }

    /// Whether anything was written or buffered.
    pub fn is_begun(&self) -> bool {
        self.head.is_empty()
    }

    /// Adds the next values.
    pub fn add(&mut self, values: &[u32]) -> Result<(), Failure> {
        values.iter().try_for_each(|&value| {
            let mut digits = [0; 10];
            let digits = decimal(value, &mut digits);
            self.push(digits)
        })
    }

    /// Adds the next value, of any size.
    pub fn add_one(&mut self, value: &UBig) -> Result<(), Failure> {
        // JSON spells large numbers as strings.
        let text =
            if self.is_json() { number::natural_to_json(value).to_string() } else { value.to_string() };
        self.push(text.as_bytes())
    }

    fn push(&mut self, value: &[u8]) -> Result<(), Failure> {
        if self.head.is_empty() {
            if self.is_json() {
                self.buffer.push(b',');
            }
        } else {
            self.buffer.extend(std::mem::take(&mut self.head).into_bytes());
        }
        if self.format != Format::Json {
            self.buffer.extend_from_slice(&self.heap);
            self.buffer.push(if self.format == Format::Csv { b',' } else { b' ' });
            count_on(&mut self.heap);
        }
        self.buffer.extend_from_slice(value);
        if self.format != Format::Json {
            self.buffer.push(b'\n');
        }
        if self.buffer.len() >= PIECE { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<(), Failure> {
        self.out.write(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Writes what is buffered.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.write()?;
        self.out.flush()
    }

    /// Ends the JSON list with this error.
    pub fn close_with(mut self, error: &Json) -> Result<(), Failure> {
        self.buffer.extend_from_slice(format!("],\"error\":{error}}}\n").as_bytes());
        self.write()?;
        self.out.finish()
    }

    /// Ends a complete list.
    pub fn finish(mut self) -> Result<(), Failure> {
        if self.is_json() {
            self.buffer.extend_from_slice(b"]}\n");
        }
        self.write()?;
        self.out.finish()
    }
}

/// The digits of a number, at the end of `space`.
fn decimal(mut value: u32, space: &mut [u8; 10]) -> &[u8] {
    let mut start = space.len();
    loop {
        start -= 1;
        space[start] = b'0' + u8::try_from(value % 10).unwrap_or(0);
        value /= 10;
        if value == 0 {
            return &space[start..];
        }
    }
}

/// Increments the digits by one.
fn count_on(digits: &mut Vec<u8>) {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return;
        }
        *digit = b'0';
    }
    digits.insert(0, b'1');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_spelled_and_counted() {
        for value in [0, 7, 10, 99, 123_456, u32::MAX] {
            assert_eq!(decimal(value, &mut [0; 10]), value.to_string().as_bytes());
        }
        let mut digits = b"0".to_vec();
        for n in 0..2000 {
            assert_eq!(digits, n.to_string().as_bytes());
            count_on(&mut digits);
        }
    }
}
