//! States that the same transitions lead from, must and may, to states that are the same again.
//!
//! Such states are equally complete, so that a preorder need only be computed on their classes.
//! (States can be equally complete without being bisimilar: May/Must Example 6.)
//!
//! A class is split by the classes that its states lead to; only states behind which something was
//! split are looked at again, and the largest part of a class keeps its number, so that every state
//! is moved a logarithmic number of times.

use std::collections::BTreeMap;

use super::graph::Graph;

/// What a state leads to: the classes, by half and action.
type Signature = Vec<(bool, u32, u32)>;

/// The class of each state, and how many there are. States of different colours are in different
/// classes; classes are numbered in the order of their first states.
pub fn classes(graph: &Graph, colours: &[u32]) -> (Vec<u32>, usize) {
    let mut partition = Partition::new(graph, colours);
    let before = graph.may.reversed();
    let mut changed: Vec<u32> = (0..graph.size() as u32).collect();
    while !changed.is_empty() {
        let mut again = Vec::new();
        for state in partition.split(graph, &changed) {
            again.extend(before.of(state).iter().map(|(_, from)| *from));
        }
        again.sort_unstable();
        again.dedup();
        changed = again;
    }
    partition.numbered()
}

struct Partition {
    class: Vec<u32>,
    members: Vec<Vec<u32>>,
    /// By state: where it is among the members of its class.
    place: Vec<usize>,
}

impl Partition {
    fn new(graph: &Graph, colours: &[u32]) -> Self {
        let mut known = BTreeMap::new();
        let mut partition = Partition { class: Vec::new(), members: Vec::new(), place: Vec::new() };
        for (label, colour) in graph.label.iter().zip(colours) {
            let fresh = known.len() as u32;
            let class = *known.entry((*label, *colour)).or_insert(fresh);
            if class == fresh {
                partition.members.push(Vec::new());
            }
            let state = partition.class.len() as u32;
            partition.class.push(class);
            partition.place.push(partition.members[class as usize].len());
            partition.members[class as usize].push(state);
        }
        partition
    }

    fn signature(&self, graph: &Graph, state: u32) -> Signature {
        let mut signature: Signature = Vec::new();
        for (is_must, arcs) in [(true, &graph.must), (false, &graph.may)] {
            let own = arcs.of(state).iter();
            signature.extend(own.map(|(action, to)| (is_must, *action, self.class[*to as usize])));
        }
        signature.sort_unstable();
        signature.dedup();
        signature
    }

    /// Splits the classes of states behind which something has changed; gives the states that are
    /// in another class now. Other states of a class still lead to the same classes as each other.
    fn split(&mut self, graph: &Graph, changed: &[u32]) -> Vec<u32> {
        let mut by_class: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for state in changed {
            by_class.entry(self.class[*state as usize]).or_default().push(*state);
        }
        // All signatures speak of the classes as they were.
        let mut splits = Vec::new();
        for (class, states) in by_class {
            let mut groups: BTreeMap<Signature, (Vec<u32>, usize)> = BTreeMap::new();
            for state in &states {
                groups.entry(self.signature(graph, *state)).or_default().0.push(*state);
            }
            let members = &self.members[class as usize];
            if states.len() < members.len() {
                // `changed` ascends, and so does each of its parts.
                let rest = members.iter().find(|state| states.binary_search(state).is_err());
                let rest = rest.map(|state| self.signature(graph, *state)).unwrap_or_default();
                groups.entry(rest).or_default().1 = members.len() - states.len();
            }
            if groups.len() > 1 {
                splits.push(groups);
            }
        }
        let mut moved = Vec::new();
        for groups in splits {
            // What is not looked at stays where it is.
            let stays = |(states, rest): &(Vec<u32>, usize)| (*rest > 0, states.len());
            let largest = groups.values().map(stays).max();
            let mut kept = false;
            for group in groups.into_values() {
                if !kept && Some(stays(&group)) == largest {
                    kept = true;
                    continue;
                }
                let class = self.members.len() as u32;
                self.members.push(Vec::new());
                for state in group.0 {
                    self.move_to(state, class);
                    moved.push(state);
                }
            }
        }
        moved
    }

    fn move_to(&mut self, state: u32, class: u32) {
        let old = &mut self.members[self.class[state as usize] as usize];
        let place = self.place[state as usize];
        old.swap_remove(place);
        if let Some(other) = old.get(place) {
            self.place[*other as usize] = place;
        }
        self.class[state as usize] = class;
        self.place[state as usize] = self.members[class as usize].len();
        self.members[class as usize].push(state);
    }

    fn numbered(self) -> (Vec<u32>, usize) {
        let mut number: Vec<Option<u32>> = vec![None; self.members.len()];
        let mut count = 0;
        let class = self.class.iter().map(|class| {
            *number[*class as usize].get_or_insert_with(|| {
                count += 1;
                count - 1
            })
        });
        (class.collect(), count as usize)
    }
}
