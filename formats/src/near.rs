//! Names that someone may have meant: a few edits away from what was written.

/// At most three of `names`, the nearest to `name` first. One edit is allowed, two from four
/// characters on, and one for every three characters of longer names.
pub fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let length = name.chars().count();
    let most = (length / 3).max(if length < 4 { 1 } else { 2 });
    let mut found: Vec<(usize, &str)> = names
        .filter(|other| other.chars().count().abs_diff(length) <= most)
        .map(|other| (strsim::levenshtein(name, other), other))
        .filter(|(edits, _)| *edits <= most)
        .collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|(_, other)| other).take(3).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_come_first() {
        let names = ["count", "counter", "cont", "x", "mount"];
        assert_eq!(nearest("count2", names.into_iter()), ["count", "cont", "counter"]);
        assert!(nearest("zzz", names.into_iter()).is_empty());
        assert_eq!(nearest("αβγδ", ["αβδγ", "abcd"].into_iter()), ["αβδγ"]);
    }
}
