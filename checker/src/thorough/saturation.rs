//! What a copy of a state can do about a set of requirements: how it is labelled, which disjuncts
//! it satisfies, and what that asks of its successors.
//!
//! One label and one disjunct for each disjunction of the whole set. (That is enough: whoever wins
//! a parity game does so without memory.) Of choices that ask more than others nothing is kept.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::belnap::Belnap;

use super::closure::{Closure, Id, Node, children};
use super::effort::{Effort, Stopped};

/// How the requirements of a set lead to a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// A requirement of the set.
    pub from: Id,
    /// A step that satisfying it in this way asks for.
    pub step: Id,
    /// The largest priority on a way from one to the other.
    pub priority: u32,
}

/// A way to satisfy a set of requirements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Atoms with the value they need, ascending; others may be anything that is possible.
    pub label: Vec<(u32, bool)>,
    /// The steps asked for: existential and universal, ascending.
    pub steps: Vec<Id>,
    /// How they come about, ascending; only between requirements that can be owed for ever.
    pub links: Vec<Link>,
}

/// All ways to satisfy a set of requirements in a copy of a state that is labelled so; without
/// those that ask more than others.
///
/// # Errors
/// If there are too many.
pub fn choices(
    closure: &Closure,
    required: &[Id],
    label: &[Belnap],
    effort: &Effort<'_>,
) -> Result<Vec<Choice>, Stopped> {
    let mut search = Search { closure, required, effort, by_label: false, found: Vec::new() };
    search.explore(Partial {
        work: required.to_vec(),
        label: label.to_vec(),
        ..Partial::default()
    })?;
    Ok(search.found)
}

/// The disjuncts of a disjunctive form of the conjunction of some formulas: conjunctions of
/// literals and steps, without those that imply others.
///
/// # Errors
/// If there are too many.
pub fn disjuncts(
    closure: &Closure,
    required: &[Id],
    effort: &Effort<'_>,
) -> Result<Vec<Choice>, Stopped> {
    let label = vec![Belnap::Unknown; closure.atoms.len()];
    let mut search = Search { closure, required, effort, by_label: true, found: Vec::new() };
    search.explore(Partial { work: required.to_vec(), label, ..Partial::default() })?;
    Ok(search.found)
}

struct Search<'c> {
    closure: &'c Closure,
    required: &'c [Id],
    effort: &'c Effort<'c>,
    /// Whether a choice that needs more of the label is another one.
    by_label: bool,
    found: Vec<Choice>,
}

/// What has been chosen so far.
#[derive(Clone, Default)]
struct Partial {
    work: Vec<Id>,
    seen: BTreeSet<Id>,
    label: Vec<Belnap>,
    set: BTreeMap<u32, bool>,
    steps: BTreeSet<Id>,
    /// Disjunctions without a disjunct.
    open: BTreeSet<Id>,
    /// The disjunct of each other one.
    chosen: BTreeMap<Id, Id>,
}

impl Search<'_> {
    fn explore(&mut self, mut partial: Partial) -> Result<(), Stopped> {
        self.effort.spend()?;
        if !partial.close(self.closure) {
            return Ok(());
        }
        let Some(open) = partial.open.pop_first() else {
            self.add(&partial);
            return Ok(());
        };
        let disjuncts = children(&self.closure.nodes[open as usize]);
        // One that is satisfied anyway asks for nothing more, but can be the wrong one to owe.
        let satisfied = disjuncts.iter().find(|id| partial.seen.contains(id));
        let alternatives = match satisfied {
            Some(one) if !self.closure.can_owe(open) => std::slice::from_ref(one),
            _ => disjuncts,
        };
        for disjunct in alternatives {
            let mut next = partial.clone();
            next.chosen.insert(open, *disjunct);
            next.work.push(*disjunct);
            self.explore(next)?;
        }
        Ok(())
    }

    fn add(&mut self, partial: &Partial) {
        let Some(links) = self.links(partial) else { return };
        let steps: Vec<Id> = partial.steps.iter().copied().collect();
        let label = partial.set.iter().map(|(atom, value)| (*atom, *value)).collect();
        let choice = Choice { label, steps, links };
        let by_label = self.by_label;
        let less = |one: &Choice, other: &Choice| {
            one.asks_no_more_than(other) && (!by_label || included(&one.label, &other.label))
        };
        if self.found.iter().any(|other| less(other, &choice)) {
            return;
        }
        self.found.retain(|other| !less(&choice, other));
        self.found.push(choice);
    }

    /// How requirements lead to steps; `None` if what is owed goes round within the state.
    fn links(&self, partial: &Partial) -> Option<Vec<Link>> {
        let mut links = BTreeSet::new();
        // Also those within the set that are not required by themselves can go round.
        for from in partial.seen.iter().filter(|id| self.closure.can_owe(**id)) {
            let reached = self.reached(partial, *from)?;
            if self.required.contains(from) {
                links.extend(reached);
            }
        }
        Some(links.into_iter().collect())
    }

    /// The steps of the same component behind a requirement, with the largest priorities on ways
    /// to them; `None` if a way leads back with an odd one.
    fn reached(&self, partial: &Partial, from: Id) -> Option<Vec<Link>> {
        let closure = self.closure;
        let here = closure.components[from as usize];
        let mut seen = BTreeSet::new();
        let mut links = Vec::new();
        let mut work = vec![(from, closure.priorities[from as usize])];
        while let Some((id, priority)) = work.pop() {
            if !seen.insert((id, priority)) {
                continue;
            }
            let next = match &closure.nodes[id as usize] {
                Node::Step(_, body) => {
                    if closure.components[*body as usize] == here {
                        links.push(Link { from, step: id, priority });
                    }
                    continue;
                }
                Node::Or(_) => partial.chosen.get(&id).map_or(&[][..], std::slice::from_ref),
                node => children(node),
            };
            for &to in next.iter().filter(|to| closure.components[**to as usize] == here) {
                let largest = priority.max(closure.priorities[to as usize]);
                if to == from && !largest.is_multiple_of(2) {
                    return None;
                }
                work.push((to, largest));
            }
        }
        Some(links)
    }
}

impl Choice {
    fn asks_no_more_than(&self, other: &Choice) -> bool {
        included(&self.steps, &other.steps) && included(&self.links, &other.links)
    }
}

/// Whether one ascending list is part of another.
fn included<T: Ord>(small: &[T], large: &[T]) -> bool {
    small.len() <= large.len() && small.iter().all(|one| large.binary_search(one).is_ok())
}

impl Partial {
    /// Follows what needs no choice; `false` if it contradicts itself.
    fn close(&mut self, closure: &Closure) -> bool {
        while let Some(id) = self.work.pop() {
            if !self.seen.insert(id) {
                continue;
            }
            match &closure.nodes[id as usize] {
                Node::Const(true) => {}
                Node::Const(false) => return false,
                Node::Literal { atom, positive } => {
                    let label = &mut self.label[*atom as usize];
                    let wanted = Belnap::from(*positive);
                    if !label.less_informative_or_equal(wanted) {
                        return false;
                    }
                    *label = wanted;
                    self.set.insert(*atom, *positive);
                }
                Node::And(_) | Node::Fixpoint(..) => {
                    self.work.extend(children(&closure.nodes[id as usize]));
                }
                Node::Or(_) => {
                    self.open.insert(id);
                }
                Node::Step(..) => {
                    self.steps.insert(id);
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use belnap_formats::property::read_formula;

    use super::*;

    /// The steps that each choice asks for.
    fn asked(text: &str, label: &[Belnap]) -> Vec<String> {
        let closure = Closure::new(&read_formula(text).expect("a formula"), false, 0, &[]);
        let effort = Effort::new(1000, None);
        let found = choices(&closure, &[closure.root], label, &effort).expect("few choices");
        let shown = |choice: &Choice| {
            let steps: Vec<String> = choice.steps.iter().map(|id| closure.text(*id)).collect();
            steps.join(", ")
        };
        found.iter().map(shown).collect()
    }

    #[test]
    fn one_label_for_the_whole_set() {
        let unknown = [Belnap::Unknown];
        assert_eq!(asked("p & !p", &unknown), [""; 0]);
        assert_eq!(asked("p | !p", &unknown), [""]);
        assert_eq!(asked("(p | EX p) & (!p | AX p)", &unknown), ["AX p", "EX p"]);
        assert_eq!(asked("(p | EX p) & (!p | AX p)", &[Belnap::True]), ["AX p"]);
    }

    /// What goes round without a step is owed for ever if it is a least fixpoint.
    #[test]
    fn fixpoints_need_not_be_guarded() {
        assert_eq!(asked("mu Z. Z | EX p", &[Belnap::True]), ["EX p"]);
        assert_eq!(asked("nu Z. Z | EX p", &[Belnap::True]), [""]);
        assert_eq!(asked("mu Y. nu Z. Y & Z", &[]), [""; 0]);
        assert_eq!(asked("nu Y. mu Z. Y & (Z | true)", &[]), [""]);
    }
}
