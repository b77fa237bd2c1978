//! The same questions about walks as [`super::walks`], answered without determinisation and without
//! products: what a word does is the same as what its *profile* does, which says between which
//! states of the automaton runs over it lead, and whether they can be accepting on the way. There
//! are finitely many profiles. Ramsey's theorem says that every infinite word is a word with some
//! profile, and then words with one other profile for ever.
//!
//! Slow, short, and independent: a second engine.

use std::collections::BTreeSet;

use belnap_ir::operator::{Markers, NeededAutomaton};
use indexmap::IndexSet;

use super::walks::{Graph, TooLarge};

/// For each state: where runs lead, and where they lead that accept on the way.
type Profile = Vec<(BTreeSet<usize>, BTreeSet<usize>)>;

fn of_letter(automaton: &NeededAutomaton, letter: Markers) -> Profile {
    let row = |row: &Vec<belnap_ir::operator::NeededEdge>| {
        let taken = || row.iter().filter(|edge| edge.needs & !letter == 0);
        let accepting = taken().filter(|edge| edge.accepting).map(|edge| edge.to).collect();
        (taken().map(|edge| edge.to).collect(), accepting)
    };
    automaton.edges.iter().map(row).collect()
}

fn then(first: &Profile, second: &Profile) -> Profile {
    let follow = |states: &BTreeSet<usize>, accepting: bool| -> BTreeSet<usize> {
        let next = |state: &usize| {
            let (all, own) = &second[*state];
            if accepting { own.clone() } else { all.clone() }
        };
        states.iter().flat_map(next).collect()
    };
    let row = |(all, own): &(BTreeSet<usize>, BTreeSet<usize>)| {
        let mut accepting = follow(own, false);
        accepting.extend(follow(all, true));
        (follow(all, false), accepting)
    };
    first.iter().map(row).collect()
}

/// Whether a word is accepted that has the first profile and then the second for ever.
fn accepts(automaton: &NeededAutomaton, first: Option<&Profile>, again: &Profile) -> bool {
    let mut reached: BTreeSet<usize> = match first {
        None => automaton.initial.iter().copied().collect(),
        Some(first) => automaton.initial.iter().flat_map(|state| first[*state].0.clone()).collect(),
    };
    loop {
        let next: BTreeSet<usize> = reached
            .iter()
            .flat_map(|state| again[*state].0.clone())
            .chain(reached.clone())
            .collect();
        if next == reached {
            break;
        }
        reached = next;
    }
    // Some state comes back to itself after words with the profile, accepting on the way.
    let mut power = again.clone();
    let mut seen = BTreeSet::new();
    while seen.insert(power.clone()) {
        if reached.iter().any(|state| power[*state].1.contains(state)) {
            return true;
        }
        power = then(&power, again);
    }
    false
}

/// The places from which a walk starts whose word is refused (or, with `accepted`, is accepted), of
/// all places of a small graph.
///
/// # Errors
/// If there are more than `limit` pairs of a place and a profile, from all places together.
pub fn starts(
    graph: &Graph,
    automaton: &NeededAutomaton,
    accepted: bool,
    limit: usize,
) -> Result<Vec<bool>, TooLarge> {
    let mut around: Vec<Vec<Profile>> = Vec::new();
    let mut ways: Vec<IndexSet<(usize, Profile)>> = Vec::new();
    for place in 0..graph.steps.len() {
        let found: usize = ways.iter().map(IndexSet::len).sum();
        let left = limit.checked_sub(found).ok_or(TooLarge(limit))?;
        let ahead = profiles_from(graph, automaton, place, left).map_err(|_| TooLarge(limit))?;
        let own = ahead.iter().filter(|(to, _)| *to == place).map(|(_, profile)| profile.clone());
        around.push(own.collect());
        ways.push(ahead);
    }
    let found = |place: usize, ways: &IndexSet<(usize, Profile)>| {
        let round = |at: usize, first: Option<&Profile>| {
            around[at].iter().any(|again| accepts(automaton, first, again) == accepted)
        };
        let settled = |first: &Profile| {
            // After this every continuation is refused, or every one is accepted.
            let reached: Vec<usize> =
                automaton.initial.iter().flat_map(|state| first[*state].0.clone()).collect();
            match accepted {
                false => reached.is_empty(),
                true => reached.iter().any(|state| accepts_everything(automaton, *state)),
            }
        };
        let at_once = match accepted {
            false => automaton.initial.is_empty(),
            true => automaton.initial.iter().any(|state| accepts_everything(automaton, *state)),
        };
        round(place, None)
            || ways.iter().any(|(to, first)| round(*to, Some(first)))
            || graph.goes_on && (at_once || ways.iter().any(|(_, first)| settled(first)))
    };
    Ok(ways.iter().enumerate().map(|(place, ways)| found(place, ways)).collect())
}

/// Whether the word without markers is accepted from a state, and so every word.
fn accepts_everything(automaton: &NeededAutomaton, state: usize) -> bool {
    let nothing = of_letter(automaton, 0);
    let from = NeededAutomaton { initial: vec![state], edges: automaton.edges.clone() };
    accepts(&from, None, &nothing)
}

/// The profiles of the words from a place to each place.
fn profiles_from(
    graph: &Graph,
    automaton: &NeededAutomaton,
    place: usize,
    limit: usize,
) -> Result<IndexSet<(usize, Profile)>, TooLarge> {
    let first = graph.steps[place].iter().map(|step| (step.to, of_letter(automaton, step.letter)));
    let mut found: IndexSet<(usize, Profile)> = first.collect();
    let mut at = 0;
    while let Some((to, profile)) = found.get_index(at).cloned() {
        for step in &graph.steps[to] {
            found.insert((step.to, then(&profile, &of_letter(automaton, step.letter))));
        }
        if found.len() > limit {
            return Err(TooLarge(limit));
        }
        at += 1;
    }
    Ok(found)
}
