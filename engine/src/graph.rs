//! The graph on which a property is checked: the program's, or what passes make of it.

use std::collections::{BTreeSet, HashMap};

use belnap_certifier::formula::nowhere;
use belnap_formats::predicates::PredicateFile;
use belnap_ir::cfg::{Cfg, Location};
use belnap_ir::ids::CfgLocId;
use belnap_ir::property::{Atom, Formula};
use belnap_passes::{PassContext, run_default};

/// A graph as small as a formula allows; what the given predicates mention stays too.
pub fn smaller(cfg: &Cfg, formula: &Formula, given: &PredicateFile) -> Cfg {
    let context = visible(cfg, formula, given);
    match may_be_smaller(cfg, formula, &context) {
        true => run_default(cfg, &context).cfg,
        false => cfg.clone(),
    }
}

/// Whether passes leave what a formula names. Numbers of locations are those of the graph as it is,
/// and passes renumber; and they cut off places where they find that control does not get to.
pub fn may_be_smaller(cfg: &Cfg, formula: &Formula, context: &PassContext) -> bool {
    if names_ours(cfg, formula) {
        return false;
    }
    let mut atoms = Vec::new();
    formula.collect_atoms(&mut atoms);
    atoms.retain(|(atom, _)| matches!(atom, Atom::AtLine(_) | Atom::Enter(_)));
    if atoms.is_empty() || nowhere(cfg, formula).is_some() {
        return true;
    }
    let small = run_default(cfg, context).cfg;
    let reached = reachable(&small);
    let is_there = |atom: &Atom| {
        reached.iter().map(|at| &small.locations[*at]).any(|location| match atom {
            Atom::AtLine(line) => location.source.as_ref() == Some(line),
            Atom::Enter(function) => location.enters.as_ref() == Some(function),
            _ => true,
        })
    };
    atoms.iter().all(|(atom, _)| is_there(atom))
}

/// The locations to which some path leads from the entry.
fn reachable(cfg: &Cfg) -> BTreeSet<CfgLocId> {
    let mut next: HashMap<CfgLocId, Vec<CfgLocId>> = HashMap::new();
    for edge in &cfg.edges {
        next.entry(edge.from).or_default().push(edge.to);
    }
    let mut reached = BTreeSet::new();
    let entries = cfg.functions.iter().map(|function| function.entry);
    let mut open: Vec<CfgLocId> = entries.chain([cfg.entry]).collect();
    while let Some(at) = open.pop() {
        if reached.insert(at) {
            open.extend(next.get(&at).into_iter().flatten());
        }
    }
    reached
}

/// What passes must leave as it is.
pub fn visible(cfg: &Cfg, formula: &Formula, given: &PredicateFile) -> PassContext {
    let mut context = PassContext::of_formula(cfg, formula);
    for line in &given.lines {
        context.mention(cfg, &line.condition);
    }
    context.mentioned.sort_unstable();
    context.mentioned.dedup();
    context
}

/// Whether a formula names a location by its number, or by a label of the program that hides a name
/// of ours as long as it is there.
fn names_ours(cfg: &Cfg, formula: &Formula) -> bool {
    let of = |formula: &Formula| names_ours(cfg, formula);
    match formula {
        Formula::Atom(Atom::At { label, .. }, _) => {
            let mut numbers = (0..cfg.locations.len()).map(CfgLocId::from);
            let hides = |location: &Location| location.labels.contains(label);
            numbers.any(|number| number.to_string() == *label)
                || label == "start" && cfg.locations.iter().any(hides)
        }
        Formula::Const(_) | Formula::Atom(..) | Formula::Var(..) => false,
        Formula::Not(a)
        | Formula::Step(_, _, a)
        | Formula::Along(_, _, a)
        | Formula::Fixpoint(_, _, a) => of(a),
        Formula::And(operands) | Formula::Or(operands) => operands.iter().any(of),
        Formula::Implies(a, b) | Formula::Iff(a, b) | Formula::Between(_, _, a, b) => {
            of(a) || of(b)
        }
    }
}
