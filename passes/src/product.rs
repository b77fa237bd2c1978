//! The product of a program with the automaton of a formula of LTL, as a program: a graph whose
//! locations also say what the automaton remembers.
//!
//! What a condition is at a location is asked on two edges that assume it and its negation, before
//! the step that follows. Everything else is as in the program, so that an execution of the product
//! is one of the program, and the other way round; the formula of CTL, or of the mu-calculus, that
//! comes with it is true of the product if every execution of the program satisfies the formula of
//! LTL. It is about labels only.
//!
//! If that is wanted, and executions have to do something at some time, the automaton is one of
//! *the measures of loops do not get smaller forever, or the formula is true*
//! ([`super::measures`]), which says the same of programs, and more of their abstractions.

use std::collections::BTreeSet;

use belnap_automata::acceptance::{Acceptance, Mark};
use belnap_automata::parity::automaton;
use belnap_automata::product::{Link, Node, Product, Structure, Way};
use belnap_formats::condition::{Names, parse};
use belnap_formats::decided::atom;
use belnap_ir::automaton::ParityAutomaton;
use belnap_ir::cfg::{Approximation, Cfg, Edge, Function, Location, LocationKind, Operation};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, FunctionId, ScopeId, TiVec};
use belnap_ir::linear::Path;
use belnap_ir::property::{Along, Atom, Formula};
use belnap_ir::span::Span;

use super::measures::{Measure, measures};

/// Limit on the locations of a product.
const MAX_LOCATIONS: usize = 1 << 20;

/// What the labels of a product begin with, if the program has none that does.
pub const PREFIX: &str = "ltl$";

/// What the label ends with of executions that nothing can make satisfy the formula any more.
pub const REFUTED: &str = "refuted";

/// What the text of an edge begins with on which a condition is read.
pub const ASKED: &str = "LTL: ";

/// A program that has been read by an automaton.
#[derive(Clone, Debug)]
pub struct Read {
    /// The product.
    pub cfg: Cfg,
    /// What is true of it if the formula of LTL is true of the program.
    pub formula: Formula,
    /// By edge of the product: the step of the program that it is; none where the automaton reads.
    pub steps: TiVec<CfgEdgeId, Option<CfgEdgeId>>,
}

/// The product of a program with the automaton of a formula; with the measures of loops, if they
/// are wanted.
///
/// # Errors
/// If the program has calls, the formula an atom that means nothing there, or something is too
/// large.
pub fn read(cfg: &Cfg, path: &Path, with_measures: bool) -> Result<Read, Diagnostic> {
    if cfg.edges.iter().any(|edge| matches!(edge.operation, Operation::Call { .. })) {
        let message = "LTL is only checked of programs whose calls are inlined";
        return Err(Diagnostic::error("ltl-calls", Place::Whole, message));
    }
    check_atoms(cfg, path)?;
    let too_large = |message: String| Diagnostic::error("ltl-size", Place::Whole, message);
    let (automaton, measures) = match with_measures.then(|| measured(cfg, path)).flatten() {
        Some(measured) => measured,
        None => {
            let own = automaton(path, false).map_err(|error| too_large(error.to_string()))?;
            (own, Vec::new())
        }
    };
    let program = Program::new(cfg, &automaton, &measures);
    let starts = [cfg.start.index()];
    let product = Product::new(&program, &automaton, &starts, 0, MAX_LOCATIONS)
        .map_err(|error| too_large(error.to_string()))?;
    let acceptance = Acceptance::of(&automaton);
    let prefix = fresh_prefix(cfg);
    let formula = acceptance.formula(&|mark| label(&prefix, mark));
    let labels = Labels { acceptance, prefix };
    let (cfg, steps) = Writer { program: &program, product: &product, labels }.write();
    Ok(Read { cfg, formula, steps })
}

/// Whether all that a formula refuses is refused after finitely many steps.
pub fn is_safety(path: &Path) -> bool {
    automaton(path, false).is_ok_and(|found| Acceptance::of(&found) == Acceptance::Safety)
}

/// Whether a program has loops that matter to a formula, and measures of them.
pub fn has_measures(cfg: &Cfg, path: &Path) -> bool {
    measured(cfg, path).is_some()
}

/// The automaton of a formula and measures of loops, as many as it can be made with; `None` if
/// there are none, or what the formula refuses is refused after finitely many steps.
fn measured(cfg: &Cfg, path: &Path) -> Option<(ParityAutomaton, Vec<Measure>)> {
    let mut measures = measures(cfg);
    if measures.is_empty() || Acceptance::of(&automaton(path, false).ok()?) == Acceptance::Safety {
        return None;
    }
    while !measures.is_empty() {
        if let Ok(found) = automaton(&without_descent(path, measures.len()), false) {
            return Some((found, measures));
        }
        measures.pop();
    }
    None
}

/// The formula, of executions in which no measure gets smaller forever.
fn without_descent(path: &Path, count: usize) -> Path {
    let again = |change: Change, number: usize| {
        let atom = Path::Atom(Atom::Named(change.name(number)), Span::default());
        let later = Path::Along(Along::Finally, Box::new(atom));
        Box::new(Path::Along(Along::Globally, Box::new(later)))
    };
    let ends = |number| Path::Implies(again(Change::Falls, number), again(Change::Rises, number));
    let mut all: Vec<Path> = (0..count).map(ends).collect();
    let all = if count == 1 { all.swap_remove(0) } else { Path::And(all) };
    Path::Implies(Box::new(all), Box::new(path.clone()))
}

/// What a measure does in the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Falls,
    Rises,
}

impl Change {
    /// The atom for the measure of a depth of loops; programs have no such atoms of their own.
    fn name(self, number: usize) -> String {
        let what = if self == Change::Falls { "smaller" } else { "larger" };
        format!("the measure of loops, {number} deep, gets {what}")
    }

    /// What it says, if an atom is one.
    fn of<'m>(atom: &Atom, measures: &'m [Measure]) -> Option<&'m TiVec<CfgLocId, Expr>> {
        let Atom::Named(name) = atom else { return None };
        let change = |(number, measure): (usize, &'m Measure)| match name {
            name if *name == Change::Falls.name(number) => Some(&measure.falls),
            name if *name == Change::Rises.name(number) => Some(&measure.rises),
            _ => None,
        };
        measures.iter().enumerate().find_map(change)
    }
}

/// Refuses atoms that mean nothing in a program.
fn check_atoms(cfg: &Cfg, path: &Path) -> Result<(), Diagnostic> {
    let names = Names::new(cfg);
    let mut atoms = Vec::new();
    path.collect_atoms(&mut atoms);
    for (atom, span) in atoms {
        let known = match atom {
            Atom::Condition(text) => {
                let found = parse(&names, text, Some(cfg.locations[cfg.start].scope));
                found.map_err(|found| Diagnostic { place: Place::Text(span), ..found })?;
                true
            }
            Atom::At { label, .. } => {
                cfg.unreached.contains(label)
                    || cfg.locations.keys().any(|at| cfg.is_named(at, label))
            }
            Atom::Named(_) => false,
            Atom::AtLine(_) | Atom::Enter(_) | Atom::Halted | Atom::Failed => true,
        };
        if !known {
            let message = format!("nothing here is called '{atom}'");
            return Err(Diagnostic::at("check-atom", span, message));
        }
    }
    Ok(())
}

/// Whether a formula is about the labels of a product.
pub fn is_of_product(formula: &Formula) -> bool {
    let mut atoms = Vec::new();
    formula.collect_atoms(&mut atoms);
    let ours = |atom: &Atom| matches!(atom, Atom::At { label, .. } if label.starts_with(PREFIX));
    atoms.iter().any(|(atom, _)| ours(atom))
}

fn fresh_prefix(cfg: &Cfg) -> String {
    let known: BTreeSet<&String> =
        cfg.locations.iter().flat_map(|at| &at.labels).chain(&cfg.unreached).collect();
    let mut prefix = PREFIX.to_owned();
    while known.iter().any(|label| label.starts_with(&prefix)) {
        prefix.push('$');
    }
    prefix
}

fn label(prefix: &str, mark: Mark) -> String {
    match mark {
        Mark::Accepted => format!("{prefix}accepted"),
        Mark::Refuted => format!("{prefix}{REFUTED}"),
        Mark::Even => format!("{prefix}often"),
        Mark::Odd => format!("{prefix}seldom"),
        Mark::Priority(priority) => format!("{prefix}{priority}"),
    }
}

/// A program with what the atoms of a formula are at its locations.
struct Program<'a> {
    cfg: &'a Cfg,
    automaton: &'a ParityAutomaton,
    /// By atom and location; `None` where nothing is known.
    values: Vec<Vec<Option<Expr>>>,
}

impl<'a> Program<'a> {
    fn new(cfg: &'a Cfg, automaton: &'a ParityAutomaton, measures: &[Measure]) -> Self {
        let names = Names::new(cfg);
        let everywhere = |one: &Atom| {
            if let Some(change) = Change::of(one, measures) {
                return change.iter().cloned().map(Some).collect();
            }
            // A condition is the same everywhere, and long to read.
            let condition = match one {
                Atom::Condition(_) => Some(atom(cfg, &names, one, cfg.start)),
                _ => None,
            };
            let at = |at: CfgLocId| condition.clone().unwrap_or_else(|| atom(cfg, &names, one, at));
            cfg.locations.keys().map(at).collect()
        };
        let values = automaton.atoms.iter().map(everywhere).collect();
        Program { cfg, automaton, values }
    }
}

impl Structure for Program<'_> {
    fn edges(&self, place: usize) -> Vec<(usize, usize)> {
        let edges = self.cfg.edges_from(CfgLocId::from(place));
        edges.map(|edge| (edge.index(), self.cfg.edges[edge].to.index())).collect()
    }

    fn known(&self, place: usize, atom: usize) -> Option<bool> {
        match self.values[atom][place] {
            Some(Expr::Bool(value)) => Some(value),
            _ => None,
        }
    }

    fn may_end(&self, _: usize) -> bool {
        false
    }

    fn stays(&self, place: usize) -> bool {
        self.cfg.locations[CfgLocId::from(place)].kind != LocationKind::Normal
    }
}

struct Labels {
    acceptance: Acceptance,
    prefix: String,
}

impl Labels {
    fn of(&self, node: &Node) -> Vec<String> {
        let marks = match *node {
            Node::Before { .. } | Node::Asking { .. } => Vec::new(),
            Node::Read { priority, .. } => self.acceptance.marks_of(priority, false),
            Node::Decided(accepted) => self.acceptance.marks_of(usize::from(!accepted), true),
        };
        marks.into_iter().map(|mark| label(&self.prefix, mark)).collect()
    }
}

/// Writes a product as a graph: first the line to the start, then the nodes, then the end.
struct Writer<'a> {
    program: &'a Program<'a>,
    product: &'a Product,
    labels: Labels,
}

impl Writer<'_> {
    fn write(&self) -> (Cfg, TiVec<CfgEdgeId, Option<CfgEdgeId>>) {
        let cfg = self.program.cfg;
        let line = self.line();
        let nodes = line.len();
        let number = |node: usize| CfgLocId::from(nodes + node);
        let mut locations: TiVec<CfgLocId, Location> =
            line.iter().map(|edge| cfg.locations[cfg.edges[*edge].from].clone()).collect();
        let exit = &cfg.locations[cfg.functions[FunctionId(0)].exit];
        locations.extend(self.product.nodes.iter().map(|node| self.location(node, exit)));
        let end = locations.len();
        locations.push(Location { labels: Vec::new(), enters: None, ..exit.clone() });
        let mut edges: Vec<(Edge, Option<CfgEdgeId>)> = Vec::new();
        for (at, edge) in line.iter().enumerate() {
            let (from, to) = (CfgLocId::from(at), CfgLocId::from(at + 1));
            edges.push((Edge { from, to, ..cfg.edges[*edge].clone() }, Some(*edge)));
        }
        for link in &self.product.links {
            edges.push(self.edge(link, number(link.from), number(link.to)));
        }
        let end = CfgLocId::from(end);
        edges.push((Edge::skip(end, end), None));
        let first =
            Function { entry: CfgLocId(0), exit: end, ..cfg.functions[FunctionId(0)].clone() };
        let ledger = ledger(cfg, &edges);
        let (edges, steps): (Vec<Edge>, Vec<_>) = edges.into_iter().unzip();
        let product = Cfg {
            functions: TiVec::from(vec![first]),
            entry: CfgLocId(0),
            start: CfgLocId::from(nodes),
            properties: Vec::new(),
            ledger,
            unreached: self.unreached(&locations),
            locations,
            edges: edges.into_iter().collect(),
            ..cfg.clone()
        };
        (product, steps.into_iter().collect())
    }

    /// The edges from the entry to the start.
    fn line(&self) -> Vec<CfgEdgeId> {
        let cfg = self.program.cfg;
        let mut at = cfg.entry;
        let mut line = Vec::new();
        while at != cfg.start && line.len() < cfg.edges.len() {
            let Some(edge) = cfg.edges_from(at).next() else { break };
            line.push(edge);
            at = cfg.edges[edge].to;
        }
        line
    }

    fn location(&self, node: &Node, exit: &Location) -> Location {
        let own = match node.place() {
            Some(place) => self.program.cfg.locations[CfgLocId::from(place)].clone(),
            None => Location {
                kind: LocationKind::Normal,
                labels: Vec::new(),
                enters: None,
                source: None,
                scope: ScopeId(0),
                ..exit.clone()
            },
        };
        let mut labels = match node {
            Node::Read { .. } => own.labels,
            _ => Vec::new(),
        };
        labels.extend(self.labels.of(node));
        let enters = own.enters.filter(|_| !matches!(node, Node::Asking { .. }));
        Location { labels, enters, kind: LocationKind::Normal, ..own }
    }

    fn edge(&self, link: &Link, from: CfgLocId, to: CfgLocId) -> (Edge, Option<CfgEdgeId>) {
        let cfg = self.program.cfg;
        let node = self.product.nodes.get_index(link.from).copied();
        let Some(node) = node else { return (Edge::skip(from, to), None) };
        if let Way::Edge(edge) = link.way {
            let edge = CfgEdgeId::from(edge);
            return (Edge { from, to, ..cfg.edges[edge].clone() }, Some(edge));
        }
        let (Node::Asking { place, atom, .. }, Way::Answer(answer)) = (node, link.way) else {
            return (Edge::skip(from, to), None);
        };
        let operation = match &self.program.values[atom][place] {
            Some(value) if answer => Operation::Assume(value.clone()),
            Some(value) => Operation::Assume(value.clone().negate()),
            None => Operation::AssumeUnknown,
        };
        let source = cfg.locations[CfgLocId::from(place)].source.clone();
        let text = format!("{ASKED}{}", self.program.automaton.atoms[atom]);
        (Edge { operation, source, text, ..Edge::skip(from, to) }, None)
    }

    /// Labels that a property may name although no location has them.
    fn unreached(&self, locations: &TiVec<CfgLocId, Location>) -> Vec<String> {
        let cfg = self.program.cfg;
        let ours = self.labels.acceptance.marks().into_iter();
        let ours = ours.map(|mark| label(&self.labels.prefix, mark));
        let theirs = cfg.locations.iter().flat_map(|at| at.labels.iter().cloned());
        let all: BTreeSet<String> =
            ours.chain(theirs).chain(cfg.unreached.iter().cloned()).collect();
        let is_there = |label: &String| locations.iter().any(|at| at.labels.contains(label));
        all.into_iter().filter(|label| !is_there(label)).collect()
    }
}

/// The ledger, about the copies of the edges. What the product leaves out was still assumed.
fn ledger(cfg: &Cfg, edges: &[(Edge, Option<CfgEdgeId>)]) -> Vec<Approximation> {
    let copies = |entry: &Approximation| {
        let of = |(number, (_, from)): (usize, &(Edge, Option<CfgEdgeId>))| {
            let is_own = from.is_some_and(|from| entry.edges.binary_search(&from).is_ok());
            is_own.then(|| CfgEdgeId::from(number))
        };
        edges.iter().enumerate().filter_map(of).collect::<Vec<_>>()
    };
    let entries = cfg.ledger.iter().filter_map(|entry| {
        let edges = copies(entry);
        // Executions that have been decided do not come to the others.
        let is_met = entry.edges.is_empty() || !edges.is_empty();
        is_met.then(|| Approximation { edges, ..entry.clone() })
    });
    entries.collect()
}
