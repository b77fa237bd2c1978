//! Checks: what C leaves undefined, as assertions of the graph that its user asks for.
//!
//! A check is a row of [`CHECKS`], in a file of its own with the conditions it asks for. Each place
//! that could go wrong is a branch to a location of kind `failed`; where that plainly cannot happen
//! there is none. An execution ends where a check fails, so that what follows need not assume that
//! it does not: the ledger has no entry for it.
//!
//! Arithmetic is checked where it is lowered ([`crate::lower`]), in the user's functions only;
//! memory where accesses become reads and writes of variables ([`crate::memory`]), also in models
//! of library functions, which access what they are given.

mod access;
mod bounds;
pub(crate) mod division;
mod free;
mod leak;
pub(crate) mod lifetimes;
mod lost;
mod null;
pub(crate) mod overflow;
pub(crate) mod shift;
pub(crate) mod uninit;

use belnap_ir::cfg::AskedKind;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it asks for.
    pub kind: AskedKind,
    /// The same in a few words, for people.
    pub asks: &'static str,
    /// Words of the ledger whose assumption is not needed where it is asked for.
    pub discharges: &'static [&'static str],
    /// What is wrong if it fails; with `in` at its end, before the C text that it is about.
    pub failure: &'static str,
    /// What is so if it holds, likewise.
    pub promise: &'static str,
}

/// All checks, in the order in which they are listed.
pub const CHECKS: &[Check] = &[
    bounds::CHECK,
    null::CHECK,
    overflow::CHECK,
    division::CHECK,
    shift::CHECK,
    access::CHECK,
    free::CHECK,
    leak::CHECK,
    lost::CHECK,
    uninit::CHECK,
];

/// Names for several checks.
pub const GROUPS: &[(&str, &[AskedKind])] = &[("memory", &MEMORY), ("all", &AskedKind::ALL)];

const MEMORY: [AskedKind; 4] =
    [AskedKind::Access, AskedKind::Free, AskedKind::Leak, AskedKind::Lost];

/// What a graph asks for: assertions, and checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    bits: u32,
}

impl Default for Asked {
    fn default() -> Self {
        Asked::of(&[AskedKind::Assert, AskedKind::ReachError])
    }
}

impl Asked {
    /// These and nothing else.
    pub fn of(kinds: &[AskedKind]) -> Self {
        Asked { bits: kinds.iter().fold(0, |bits, kind| bits | 1 << *kind as u32) }
    }

    /// Both.
    #[must_use]
    pub const fn and(self, other: Asked) -> Self {
        Asked { bits: self.bits | other.bits }
    }

    /// Whether something is asked for.
    pub const fn has(self, kind: AskedKind) -> bool {
        self.bits & 1 << kind as u32 != 0
    }

    /// Whether something is asked for that needs to know which memory is there.
    pub fn tracks_memory(self) -> bool {
        self.has(AskedKind::Bounds) || MEMORY.iter().any(|kind| self.has(*kind))
    }

    /// The checks that are named, alone or in a group; `None` if there are none of that name.
    pub fn named(name: &str) -> Option<Self> {
        let group = GROUPS.iter().find(|(group, _)| *group == name);
        let alone = CHECKS.iter().find(|check| check.name == name);
        let kinds = group.map(|(_, kinds)| *kinds);
        let kinds = kinds.or(alone.map(|check| std::slice::from_ref(&check.kind)))?;
        let is_check = |kind: &&AskedKind| CHECKS.iter().any(|check| check.kind == **kind);
        Some(Asked::of(&kinds.iter().filter(is_check).copied().collect::<Vec<_>>()))
    }

    /// The checks that are not asked for.
    pub fn missing(self) -> impl Iterator<Item = &'static Check> {
        CHECKS.iter().filter(move |check| !self.has(check.kind))
    }

    /// The checks that are asked for.
    pub fn checks(self) -> impl Iterator<Item = &'static Check> {
        CHECKS.iter().filter(move |check| self.has(check.kind))
    }
}

/// What goes wrong where a check of a kind fails, about a C text.
pub fn failure_text(kind: AskedKind, text: &str) -> String {
    match CHECKS.iter().find(|check| check.kind == kind) {
        Some(check) if check.failure.ends_with(" in") => format!("{} `{text}`", check.failure),
        Some(check) => check.failure.to_owned(),
        None => text.to_owned(),
    }
}

/// What is so where a check of a kind holds, from what goes wrong where it fails.
pub fn promise_text(kind: AskedKind, failure: &str) -> String {
    let check = CHECKS.iter().find(|check| check.kind == kind);
    let promise = check.and_then(|check| Some((check, failure.strip_prefix(check.failure)?)));
    promise.map_or_else(|| failure.to_owned(), |(check, about)| format!("{}{about}", check.promise))
}

#[cfg(test)]
mod tests {
    use super::{Asked, CHECKS, GROUPS};
    use crate::unsupported;
    use belnap_ir::cfg::AskedKind;

    #[test]
    fn rows_are_checks_with_names_of_their_own() {
        for (index, check) in CHECKS.iter().enumerate() {
            assert!(check.kind.is_check(), "{}", check.name);
            let named = Asked::named(check.name).expect("a row's name");
            assert!(named.has(check.kind) && !named.has(AskedKind::Assert));
            assert!(!GROUPS.iter().any(|(group, _)| *group == check.name));
            assert!(CHECKS[..index].iter().all(|other| other.name != check.name));
            for word in check.discharges {
                assert_eq!(unsupported::construct(word).word, *word);
            }
        }
        assert_eq!(Asked::named("none"), None);
        assert_eq!(Asked::named("all").map(|all| all.missing().count()), Some(0));
    }
}
