//! Whether two deterministic automata accept the same words, and an automaton over other atoms.

use std::collections::BTreeSet;

use belnap_ir::automaton::{Letter, Move, ParityAutomaton};
use belnap_ir::property::Atom;
use indexmap::IndexSet;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

/// The automaton with letters over these atoms, which have all of its own; `None` if they do not.
pub fn over(automaton: &ParityAutomaton, atoms: &[Atom]) -> Option<ParityAutomaton> {
    let places = automaton.atoms.iter().map(|own| atoms.iter().position(|atom| atom == own));
    let places = places.collect::<Option<Vec<usize>>>()?;
    let end = automaton.ends.then_some((automaton.atoms.len(), atoms.len()));
    let own = |letter: Letter| -> Letter {
        let all = places.iter().copied().enumerate().chain(end);
        all.map(|(own, place)| (letter >> place & 1) << own).sum()
    };
    let letters = 1_usize << (atoms.len() + usize::from(automaton.ends));
    let row = |row: &Vec<Move>| (0..letters).map(|letter| row[own(letter)]).collect();
    let moves = automaton.moves.iter().map(row).collect();
    Some(ParityAutomaton { atoms: atoms.to_vec(), moves, ..automaton.clone() })
}

/// Whether two automata over the same atoms, in the same order, accept the same words.
pub fn equivalent(left: &ParityAutomaton, right: &ParityAutomaton) -> bool {
    let mut states = IndexSet::from([(left.initial, right.initial)]);
    let mut steps = Vec::new();
    let mut from = 0;
    while let Some(&(l, r)) = states.get_index(from) {
        let pairs: BTreeSet<(Move, Move)> =
            left.moves[l].iter().copied().zip(right.moves[r].iter().copied()).collect();
        for (l, r) in pairs {
            let (to, _) = states.insert_full((l.to, r.to));
            steps.push((from as u32, to as u32, l.priority, r.priority));
        }
        from += 1;
    }
    let pairs: BTreeSet<(usize, usize)> = steps.iter().map(|&(.., l, r)| (l, r)).collect();
    let greatest = |of: fn(&(usize, usize)) -> usize| pairs.iter().map(of).collect::<BTreeSet<_>>();
    let (lefts, rights) = (greatest(|pair| pair.0), greatest(|pair| pair.1));
    let mut opposed = lefts
        .iter()
        .flat_map(|l| rights.iter().map(move |r| (*l, *r)))
        .filter(|(l, r)| l % 2 != r % 2);
    !opposed.any(|(l, r)| {
        let within: Vec<_> = steps.iter().filter(|step| step.2 <= l && step.3 <= r).collect();
        let graph = DiGraph::<(), ()>::from_edges(within.iter().map(|step| (step.0, step.1)));
        tarjan_scc(&graph).iter().any(|members| {
            let inside = |state: u32| members.iter().any(|member| member.index() == state as usize);
            let own: Vec<_> =
                within.iter().filter(|step| inside(step.0) && inside(step.1)).collect();
            own.iter().any(|step| step.2 == l) && own.iter().any(|step| step.3 == r)
        })
    })
}
