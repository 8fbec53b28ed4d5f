//! The ways to split a rest into heaps.

use super::Refusal;
use super::moves::Work;
use super::tree::Likeness;

/// Every way to split the rest into `count` heaps, none of them empty, smaller parts first.
pub fn partitions(
    rest: u64,
    count: u64,
    likeness: Likeness,
    work: &mut Work,
) -> Result<Vec<Vec<u64>>, Refusal> {
    let mut found = Vec::new();
    // Fewer stones than heaps: some heap would be empty.
    if count <= rest {
        grow(rest, count, &mut Vec::new(), &mut found, work)?;
    }
    found.retain(|parts| alike(parts, likeness));
    Ok(found)
}

/// Whether sorted parts compare as they must.
pub fn alike(parts: &[u64], likeness: Likeness) -> bool {
    match likeness {
        Likeness::Any => true,
        Likeness::Unequal => parts.windows(2).all(|pair| pair[0] != pair[1]),
        Likeness::Equal => parts.windows(2).all(|pair| pair[0] == pair[1]),
    }
}

fn grow(
    rest: u64,
    count: u64,
    parts: &mut Vec<u64>,
    found: &mut Vec<Vec<u64>>,
    work: &mut Work,
) -> Result<(), Refusal> {
    work.spend()?;
    if count == 0 {
        if rest == 0 {
            found.push(parts.clone());
        }
        return Ok(());
    }
    if parts.len() > 1_000 {
        return Err(Refusal::TooMuch);
    }
    let least = parts.last().copied().unwrap_or(1);
    for part in least..=rest {
        // The remaining parts are at least as large.
        if part.checked_mul(count).is_none_or(|together| together > rest) {
            break;
        }
        parts.push(part);
        grow(rest - part, count - 1, parts, found, work)?;
        parts.pop();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(rest: u64, count: u64, likeness: Likeness) -> Vec<Vec<u64>> {
        partitions(rest, count, likeness, &mut Work(1_000_000)).unwrap()
    }

    #[test]
    fn parts_are_never_empty() {
        assert_eq!(list(0, 0, Likeness::Any), [Vec::<u64>::new()]);
        assert!(list(3, 0, Likeness::Any).is_empty());
        assert!(list(0, 1, Likeness::Any).is_empty());
        assert_eq!(list(3, 1, Likeness::Unequal), [[3]]);
        assert_eq!(list(4, 2, Likeness::Any), [[1, 3], [2, 2]]);
        assert_eq!(list(4, 2, Likeness::Unequal), [[1, 3]]);
        assert_eq!(list(4, 2, Likeness::Equal), [[2, 2]]);
        assert_eq!(list(7, 3, Likeness::Any), [[1, 1, 5], [1, 2, 4], [1, 3, 3], [2, 2, 3]]);
        assert_eq!(list(7, 3, Likeness::Unequal), [[1, 2, 4]]);
        assert!(list(2, 1_000_000_000_000, Likeness::Any).is_empty());
    }
}
