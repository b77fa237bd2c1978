//! The states of an execution that violates a formula of LTL, as a compiled program can show them.
//!
//! A product tells which atoms its automaton asked on the way, and what the answers were. Each
//! state about which it asked something, or that is at a place of the formula, is one at which the
//! program can be looked at; the last is the one after which nothing can make the formula true.
//! That nothing else happens between them, no run shows: executions are followed by our own rules.

use belnap_formats::condition::Names;
use belnap_formats::decided::atom;
use belnap_formats::replay::Watch;
use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::outgoing;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_ir::linear::Path;
use belnap_ir::property::{Along, Atom, Formula, Quantifier};
use belnap_ir::span::Span;
use belnap_passes::product::{ASKED, PREFIX, REFUTED, read};

use super::watch::watch;
use crate::program::ProductOf;

/// How many states a run is asked to show, at most: those before the end.
const MOST: usize = 16;

/// What is known of a state: where it is, and which atoms are true or false there.
#[derive(Clone)]
struct Known<'p> {
    at: CfgLocId,
    asked: Vec<(&'p Atom, bool)>,
}

/// How a product is read.
struct Reader<'p> {
    of: &'p ProductOf,
    product: &'p Cfg,
    atoms: Vec<&'p Atom>,
    names: Names<'p>,
}

impl<'p> Reader<'p> {
    fn new(of: &'p ProductOf, product: &'p Cfg) -> Self {
        let mut atoms = Vec::new();
        of.path.collect_atoms(&mut atoms);
        let mut atoms: Vec<&Atom> = atoms.into_iter().map(|(atom, _)| atom).collect();
        atoms.dedup();
        Reader { of, product, atoms, names: Names::new(&of.program) }
    }

    /// What is asked on an edge, and the answer; `None` if nothing is.
    fn answer(&self, edge: CfgEdgeId) -> Option<(&'p Atom, bool)> {
        let edge = &self.product.edges[edge];
        let asked = edge.text.strip_prefix(ASKED)?;
        let one = self.atoms.iter().find(|one| one.to_string() == asked)?;
        let value = atom(&self.of.program, &self.names, one, self.of.program.start)?;
        match &edge.operation {
            Operation::Assume(own) => Some((one, *own == value)),
            _ => None,
        }
    }

    /// Where one is behind an edge of the product, if that is a step of the program.
    fn step(&self, edge: CfgEdgeId) -> Option<CfgLocId> {
        self.of.steps[edge].map(|step| self.of.program.edges[step].to)
    }

    /// Whether a state is at a place that the formula names.
    fn is_named(&self, at: CfgLocId) -> bool {
        let is_place =
            |one: &Atom| matches!(one, Atom::At { .. } | Atom::Enter(_) | Atom::AtLine(_));
        self.atoms.iter().any(|one| is_place(one) && self.is_here(one, at))
    }

    fn is_here(&self, one: &Atom, at: CfgLocId) -> bool {
        atom(&self.of.program, &self.names, one, at) == Some(Expr::Bool(true))
    }

    /// Where and what to look at in a run.
    fn watch(&self, known: &Known<'_>) -> Result<Watch, String> {
        let Known { at, asked } = known;
        if self.of.program.locations[*at].kind != LocationKind::Normal {
            return Err("the state is behind the end of the program".to_owned());
        }
        let formula = |one: &Atom| Formula::Atom(one.clone(), Span::default());
        let here = self
            .atoms
            .iter()
            .filter(|one| !matches!(one, Atom::Condition(_)) && self.is_here(one, *at));
        let asked = asked.iter().map(|(one, truth)| match truth {
            true => formula(one),
            false => Formula::Not(Box::new(formula(one))),
        });
        let state = Formula::And(here.map(|one| formula(one)).chain(asked).collect());
        let some = Formula::Along(Quantifier::Exists, Along::Finally, Box::new(state));
        watch(&self.of.program, &Formula::Not(Box::new(some)), *at)
    }

    fn is_refuted(&self, at: CfgLocId) -> bool {
        let ours = |label: &String| label.starts_with(PREFIX) && label.ends_with(REFUTED);
        self.product.locations[at].labels.iter().any(ours)
    }
}

/// The states of an execution of a product that show in order that it violates the formula, if the
/// program can be looked at in the last one.
///
/// # Errors
/// Why that cannot be.
pub fn states(of: &ProductOf, product: &Cfg, path: &[CfgEdgeId]) -> Result<Vec<Watch>, String> {
    let reader = Reader::new(of, product);
    let mut known = Known { at: of.program.entry, asked: Vec::new() };
    let mut judged = known.at == of.program.start;
    let mut all: Vec<Known<'_>> = Vec::new();
    for edge in path {
        if let Some(answer) = reader.answer(*edge) {
            known.asked.push(answer);
        } else if let Some(to) = reader.step(*edge) {
            let matters = !known.asked.is_empty() || reader.is_named(known.at);
            if judged && matters {
                all.push(known);
            }
            judged |= to == of.program.start;
            known = Known { at: to, asked: Vec::new() };
        }
    }
    let last = reader.watch(&known)?;
    let mut shown: Vec<Watch> = Vec::new();
    for watch in all.iter().filter_map(|known| reader.watch(known).ok()) {
        if shown.last() != Some(&watch) {
            shown.push(watch);
        }
    }
    shown.push(last);
    Ok(shown.split_off(shown.len().saturating_sub(MOST)))
}

/// Whether states are some of which the automaton of a formula asks what they say it did, and the
/// last is one after which nothing can make the formula true.
pub fn are_states(program: &Cfg, path: &Path, claimed: &[Watch]) -> bool {
    let Ok(read) = read(program, path, false) else { return false };
    let of = ProductOf { program: program.clone(), path: path.clone(), steps: read.steps };
    let reader = Reader::new(&of, &read.cfg);
    let leaving = outgoing(&read.cfg);
    let begins = read.cfg.edges.keys().filter_map(|edge| {
        let (at, to) = (reader.step(edge)?, read.cfg.edges[edge].to);
        Some((Known { at, asked: Vec::new() }, to))
    });
    let first = Known { at: program.start, asked: Vec::new() };
    let mut open: Vec<(Known<'_>, CfgLocId)> = begins.chain([(first, read.cfg.start)]).collect();
    let mut found = vec![false; claimed.len()];
    while let Some((known, at)) = open.pop() {
        let asks: Vec<CfgEdgeId> =
            leaving[at].iter().copied().filter(|edge| of.steps[*edge].is_none()).collect();
        for edge in asks {
            let to = read.cfg.edges[edge].to;
            // The end of what is asked stays where it is.
            if to != at {
                let asked = known.asked.iter().copied().chain(reader.answer(edge)).collect();
                open.push((Known { at: known.at, asked }, to));
            }
        }
        let is_there = |watch: &Watch| {
            let source = program.locations[known.at].source.as_ref();
            source.is_some_and(|at| (&at.file, at.line) == (&watch.file, watch.line))
        };
        if !claimed.iter().any(is_there) {
            continue;
        }
        let Ok(own) = reader.watch(&known) else { continue };
        for (number, claimed) in claimed.iter().enumerate() {
            let is_last = number + 1 == found.len();
            found[number] |= own == *claimed && (!is_last || reader.is_refuted(at));
        }
    }
    !found.is_empty() && found.iter().all(|found| *found)
}
