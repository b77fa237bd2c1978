//! Names that someone may have meant: a few edits away from what was written.

/// At most three of `names`, the nearest to `name` first; only those that differ in one character,
/// two if there are four or more, or a third of them.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let length = name.chars().count();
    let most = (length / 3).max(if length < 4 { 1 } else { 2 });
    let mut found: Vec<(usize, &str)> = names
        .filter(|other| other.chars().count().abs_diff(length) <= most)
        .map(|other| (distance(name, other), other))
        .filter(|(edits, _)| *edits <= most)
        .collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, other)| other).take(3).collect()
}

/// How many characters to insert, delete or replace to get from one word to the other.
pub fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, from) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, to) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("count", "count"), 0);
    }

    #[test]
    fn the_nearest_come_first() {
        let names = ["count", "counter", "cont", "x", "mount"];
        assert_eq!(nearest("count2", names.into_iter()), ["count", "cont", "counter"]);
        assert!(nearest("zzz", names.into_iter()).is_empty());
    }
}
