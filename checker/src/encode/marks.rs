//! What labels of our dialect say beyond their name.
//!
//! A C program can have a label in several inlined copies of a function, a Boolean program only
//! once in a procedure: `P1#1` and `P1#2` are both places of `P1`. `enter$f#1` is where control
//! enters an inlined copy of `f`, and `halted#1` where a program ends inside a procedure. A label
//! of the C program that looks like such a mark has a `$` in front.

use belnap_ir::boolprog::{BoolProgram, Dialect, unescaped_label};
use belnap_ir::ids::{LocId, TiSlice};
use belnap_ir::kripke::LocationKind;
use rustc_hash::FxHashSet;

use super::flatten::FlatLocation;

/// How the labels of a program are read.
pub(super) struct Marks {
    numbered: bool,
    /// Labels of the program that are called as our own, `start`, `n7` or `e7`, so that these are
    /// none.
    hidden: FxHashSet<String>,
}

impl Marks {
    pub(super) fn new(program: &BoolProgram, locations: &TiSlice<LocId, FlatLocation>) -> Self {
        let numbered = program.dialect == Dialect::Belnap;
        let labels = locations.iter().flat_map(|location| &location.labels);
        let named =
            labels.filter(|label| numbered && base(label) != *label).map(|label| base(label));
        Marks { numbered, hidden: named.filter(|name| is_ours(name)).map(str::to_owned).collect() }
    }

    /// The names of a location, without numbers and marks.
    pub(super) fn labels(&self, location: &FlatLocation) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        for label in &location.labels {
            let name = if self.numbered { base(label) } else { label };
            let mark = self.numbered
                && (name != label && (name.starts_with("enter$") || name == "halted")
                    || name == label && self.hidden.contains(name));
            let name = if self.numbered { unescaped_label(name) } else { name };
            if !mark && !labels.iter().any(|known| known == name) {
                labels.push(name.to_owned());
            }
        }
        labels
    }

    pub(super) fn kind(&self, location: &FlatLocation) -> LocationKind {
        let marked = |label: &String| base(label) == "halted" && base(label) != label;
        if self.numbered && location.labels.iter().any(marked) {
            return LocationKind::Halted;
        }
        location.kind
    }

    pub(super) fn enters(&self, location: &FlatLocation) -> Option<String> {
        let marked = |label: &String| {
            let function = base(label).strip_prefix("enter$")?;
            (base(label) != label).then(|| function.to_owned())
        };
        let inlined = self.numbered.then(|| location.labels.iter().find_map(marked)).flatten();
        // The entry procedure is called `main`, whatever the function is.
        inlined.or_else(|| location.enters.clone())
    }
}

/// The label without `#` and digits at its end.
pub(super) fn base(label: &str) -> &str {
    match label.rsplit_once('#') {
        Some((name, number))
            if !name.is_empty()
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            name
        }
        _ => label,
    }
}

/// Whether we give names like this to locations or branches.
fn is_ours(name: &str) -> bool {
    let number = name.strip_prefix(['n', 'e']);
    name == "start" || number.is_some_and(|number| number.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::{base, is_ours};

    #[test]
    fn only_a_number_is_cut_off() {
        assert_eq!(base("P1#2"), "P1");
        assert_eq!(base("P1#2#3"), "P1#2");
        assert_eq!(base("P1#"), "P1#");
        assert_eq!(base("#1"), "#1");
        assert_eq!(base("P#x1"), "P#x1");
        assert!(is_ours("start") && is_ours("n12"));
        assert!(!is_ours("n") && !is_ours("next") && !is_ours("starts"));
    }
}
