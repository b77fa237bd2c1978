//! Formulas as graphs: negations at atoms only, equal parts shared, fixpoint variables replaced by
//! edges back to their fixpoint.
//!
//! CTL is unfolded to fixpoints. The priority of a fixpoint is even if it is a greatest one, and
//! not smaller than those inside it that it can be unfolded within again and again: a path through
//! the graph for ever is a good one if the largest priority met again and again is even.

use std::collections::{BTreeSet, HashMap};

use belnap_formats::property::print;
use belnap_ir::property::{Along, Atom, Between, Fixpoint, Formula, Quantifier, Step};
use belnap_ir::span::Span;

use super::parity::{Game, Player};

/// A subformula, as an index.
pub type Id = u32;

/// How a subformula is made of others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// `true`, `false`.
    Const(bool),
    /// An atom, or its negation.
    Literal {
        /// Index into [`Closure::atoms`].
        atom: u32,
        /// Without negation.
        positive: bool,
    },
    /// All of them; at least two, ascending.
    And(Vec<Id>),
    /// One of them; at least two, ascending.
    Or(Vec<Id>),
    /// `EX φ`, `AX φ` and the like.
    Step(Modality, Id),
    /// A fixpoint, unfolded to its body.
    Fixpoint(Fixpoint, Id),
}

/// A next-step operator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Modality {
    /// `EX` or `AX`.
    pub exists: bool,
    /// Only transitions with one of these actions, ascending; `None`: all transitions.
    pub actions: Option<Vec<u32>>,
}

impl Modality {
    /// Whether it looks at transitions with an action.
    pub fn takes(&self, action: Option<u32>) -> bool {
        match &self.actions {
            None => true,
            Some(own) => action.is_some_and(|action| own.binary_search(&action).is_ok()),
        }
    }
}

/// A formula with its subformulas.
#[derive(Clone, Debug)]
pub struct Closure {
    /// How each is made.
    pub nodes: Vec<Node>,
    /// Distinct, with their places in the text.
    pub atoms: Vec<(Atom, Span)>,
    /// The formula itself.
    pub root: Id,
    /// Priorities of fixpoints, 0 for all else.
    pub priorities: Vec<u32>,
    /// Two subformulas are in one component if each can be unfolded to the other.
    pub components: Vec<u32>,
    /// Components with a least fixpoint.
    owing: BTreeSet<u32>,
    /// How fixpoints were written.
    written: HashMap<Id, Written>,
}

/// What a formula can leave owing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Debts {
    /// Nothing: there is no least fixpoint.
    None,
    /// What is owed is paid once a greatest fixpoint around it is unfolded, or it is left behind:
    /// CTL is like that.
    Simple,
    /// Greatest fixpoints in least ones: what is paid can depend on what will be owed.
    Nested,
}

/// The formula that a fixpoint was made of.
#[derive(Clone, Debug)]
enum Written {
    Until(Quantifier, Id, Id),
    Release(Quantifier, Id, Id),
    Variable(String),
}

impl Closure {
    /// A formula after `prefix` steps, or its negation: AX…AX φ, or EX…EX !φ. The formula is valid,
    /// and its actions are among these.
    pub fn new(formula: &Formula, negated: bool, prefix: u32, actions: &[String]) -> Self {
        let mut builder = Builder { actions, ..Builder::default() };
        let mut root = builder.formula(formula, negated);
        let modality = Modality { exists: negated, actions: None };
        for _ in 0..prefix {
            root = builder.step(modality.clone(), root);
        }
        let Builder { nodes, atoms, written, .. } = builder;
        let components = components_of(&nodes);
        let priorities = priorities_of(&nodes, &components);
        let odd = |id: &usize| !priorities[*id].is_multiple_of(2);
        let owing = (0..nodes.len()).filter(odd).map(|id| components[id]).collect();
        Closure { nodes, atoms, root, priorities, components, owing, written }
    }

    /// What has to be remembered of a play to see whether it is a good one.
    pub fn debts(&self) -> Debts {
        let odd = |priority: &u32| !priority.is_multiple_of(2);
        if !self.priorities.iter().any(odd) {
            return Debts::None;
        }
        let easy = |id: usize| {
            !matches!(self.nodes[id], Node::Fixpoint(..))
                || matches!(self.priorities[id], 1 | 2)
                || !self.can_owe(id as Id)
        };
        if (0..self.nodes.len()).all(easy) { Debts::Simple } else { Debts::Nested }
    }

    /// Whether a least fixpoint is in the component of a subformula: then it can be postponed for
    /// ever.
    pub fn can_owe(&self, id: Id) -> bool {
        self.owing.contains(&self.components[id as usize])
    }

    /// Whether it has no fixpoint at all.
    pub fn is_modal(&self) -> bool {
        !self.nodes.iter().any(|node| matches!(node, Node::Fixpoint(..)))
    }

    /// Whether it speaks of one state only.
    pub fn is_propositional(&self) -> bool {
        let one_state = |node: &Node| !matches!(node, Node::Fixpoint(..) | Node::Step(..));
        self.nodes.iter().all(one_state)
    }

    /// The modality and the body of a step.
    pub fn step(&self, id: Id) -> Option<(&Modality, Id)> {
        match &self.nodes[id as usize] {
            Node::Step(modality, body) => Some((modality, *body)),
            _ => None,
        }
    }

    /// A fixpoint that is an operator of CTL: whether it is existential, whether it is `U` and not
    /// `R`, and its operands.
    pub fn operator(&self, id: Id) -> Option<(bool, bool, Id, Id)> {
        match self.written.get(&id)? {
            Written::Until(quantifier, left, right) => {
                Some((*quantifier == Quantifier::Exists, true, *left, *right))
            }
            Written::Release(quantifier, left, right) => {
                Some((*quantifier == Quantifier::Exists, false, *left, *right))
            }
            Written::Variable(_) => None,
        }
    }

    /// A subformula as text, shortened if it is long.
    pub fn text(&self, id: Id) -> String {
        print(&self.shown(id, &mut SHOWN.clone()))
    }

    fn shown(&self, id: Id, budget: &mut usize) -> Formula {
        let Some(left) = budget.checked_sub(1) else {
            return named("…");
        };
        *budget = left;
        if let Some(written) = self.written.get(&id) {
            return self.shown_fixpoint(written, budget);
        }
        match &self.nodes[id as usize] {
            Node::Const(value) => Formula::Const(*value),
            Node::Literal { atom, positive } => {
                let (atom, span) = self.atoms[*atom as usize].clone();
                let atom = Formula::Atom(atom, span);
                if *positive { atom } else { Formula::Not(Box::new(atom)) }
            }
            Node::And(parts) => {
                Formula::And(parts.iter().map(|part| self.shown(*part, budget)).collect())
            }
            Node::Or(parts) => {
                Formula::Or(parts.iter().map(|part| self.shown(*part, budget)).collect())
            }
            Node::Step(modality, body) => {
                let quantifier = quantifier(modality.exists);
                let step = match &modality.actions {
                    None => Step::Next,
                    Some(own) => Step::Actions(own.iter().map(ToString::to_string).collect()),
                };
                Formula::Step(quantifier, step, Box::new(self.shown(*body, budget)))
            }
            Node::Fixpoint(_, body) => self.shown(*body, budget),
        }
    }

    fn shown_fixpoint(&self, written: &Written, budget: &mut usize) -> Formula {
        let mut part = |id: Id| Box::new(self.shown(id, budget));
        let constant = |id: Id, value| self.nodes[id as usize] == Node::Const(value);
        match written {
            Written::Until(quantifier, left, right) if constant(*left, true) => {
                Formula::Along(*quantifier, Along::Finally, part(*right))
            }
            Written::Release(quantifier, left, right) if constant(*left, false) => {
                Formula::Along(*quantifier, Along::Globally, part(*right))
            }
            Written::Until(quantifier, left, right) => {
                Formula::Between(*quantifier, Between::Until, part(*left), part(*right))
            }
            Written::Release(quantifier, left, right) => {
                Formula::Between(*quantifier, Between::Release, part(*left), part(*right))
            }
            // Its body would name it again.
            Written::Variable(name) => named(name),
        }
    }
}

/// How many subformulas of a formula are shown.
const SHOWN: usize = 40;

fn named(name: &str) -> Formula {
    Formula::Atom(Atom::Named(name.to_owned()), Span::default())
}

const fn quantifier(exists: bool) -> Quantifier {
    if exists { Quantifier::Exists } else { Quantifier::Forall }
}

#[derive(Default)]
struct Builder<'f> {
    actions: &'f [String],
    nodes: Vec<Node>,
    numbers: HashMap<Node, Id>,
    atoms: Vec<(Atom, Span)>,
    written: HashMap<Id, Written>,
    /// CTL operators that are there already.
    operators: HashMap<(bool, bool, Id, Id), Id>,
    /// Occurrences that are there already, by address and whether they are negated.
    known: HashMap<(*const Formula, bool), Id>,
    bound: Vec<(&'f str, Id)>,
}

impl<'f> Builder<'f> {
    fn formula(&mut self, formula: &'f Formula, negated: bool) -> Id {
        let key = (std::ptr::from_ref(formula), negated);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let id = self.made(formula, negated);
        self.known.insert(key, id);
        id
    }

    fn made(&mut self, formula: &'f Formula, negated: bool) -> Id {
        match formula {
            Formula::Const(value) => self.node(Node::Const(*value != negated)),
            Formula::Atom(atom, span) => self.literal(atom, *span, !negated),
            Formula::Var(name, _) => {
                let binder = self.bound.iter().rev().find(|(bound, _)| bound == name);
                match binder.map(|(_, id)| *id) {
                    Some(id) => id,
                    None => self.node(Node::Const(false)),
                }
            }
            Formula::Not(body) => self.formula(body, !negated),
            Formula::And(operands) | Formula::Or(operands) => {
                let parts = operands.iter().map(|part| self.formula(part, negated)).collect();
                self.joined(matches!(formula, Formula::And(_)) != negated, parts)
            }
            Formula::Implies(left, right) => {
                let parts = vec![self.formula(left, !negated), self.formula(right, negated)];
                self.joined(negated, parts)
            }
            Formula::Iff(left, right) => {
                let forward = vec![self.formula(left, !negated), self.formula(right, false)];
                let back = vec![self.formula(left, negated), self.formula(right, true)];
                let parts = vec![self.joined(false, forward), self.joined(false, back)];
                self.joined(true, parts)
            }
            Formula::Step(quantifier, step, body) => {
                let body = self.formula(body, negated);
                let exists = (*quantifier == Quantifier::Exists) != negated;
                let modality = Modality { exists, actions: self.actions_of(step) };
                self.step(modality, body)
            }
            Formula::Along(quantifier, along, body) => {
                let body = self.formula(body, negated);
                let least = (*along == Along::Finally) != negated;
                let left = self.node(Node::Const(least));
                let exists = (*quantifier == Quantifier::Exists) != negated;
                self.operator(exists, least, left, body)
            }
            Formula::Between(quantifier, between, left, right) => {
                let exists = (*quantifier == Quantifier::Exists) != negated;
                let (left, right) = (self.formula(left, negated), self.formula(right, negated));
                match between {
                    Between::Until => self.operator(exists, !negated, left, right),
                    Between::Release => self.operator(exists, negated, left, right),
                    // φ W ψ is ψ R (φ | ψ).
                    Between::WeakUntil => {
                        let either = self.joined(negated, vec![left, right]);
                        self.operator(exists, negated, right, either)
                    }
                }
            }
            Formula::Fixpoint(kind, name, body) => self.fixpoint(*kind, name, body, negated),
        }
    }

    fn fixpoint(&mut self, kind: Fixpoint, name: &'f str, body: &'f Formula, negated: bool) -> Id {
        let least = (kind == Fixpoint::Least) != negated;
        let id = self.place();
        self.written.insert(id, Written::Variable(name.to_owned()));
        self.bound.push((name, id));
        let body = self.formula(body, negated);
        self.bound.pop();
        self.close(id, least, body);
        id
    }

    /// A node that is to become a fixpoint.
    fn place(&mut self) -> Id {
        self.nodes.push(Node::Const(false));
        self.nodes.len() as Id - 1
    }

    fn close(&mut self, id: Id, least: bool, body: Id) {
        let kind = if least { Fixpoint::Least } else { Fixpoint::Greatest };
        self.nodes[id as usize] = Node::Fixpoint(kind, body);
    }

    /// `U` if least, else `R`.
    fn operator(&mut self, exists: bool, least: bool, left: Id, right: Id) -> Id {
        let key = (exists, least, left, right);
        if let Some(known) = self.operators.get(&key) {
            return *known;
        }
        let id = self.place();
        self.operators.insert(key, id);
        let next = self.step(Modality { exists, actions: None }, id);
        let on = self.joined(least, vec![left, next]);
        let body = self.joined(!least, vec![right, on]);
        let quantifier = quantifier(exists);
        let written = match least {
            true => Written::Until(quantifier, left, right),
            false => Written::Release(quantifier, left, right),
        };
        self.written.insert(id, written);
        self.close(id, least, body);
        id
    }

    fn actions_of(&self, step: &Step) -> Option<Vec<u32>> {
        let Step::Actions(own) = step else { return None };
        let number = |name: &String| self.actions.iter().position(|action| action == name);
        let mut numbers: Vec<u32> =
            own.iter().filter_map(number).map(|number| number as u32).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Some(numbers)
    }

    fn step(&mut self, modality: Modality, body: Id) -> Id {
        match self.nodes[body as usize] {
            // Whether there is a next state is another question.
            Node::Const(value) if value != modality.exists && !self.is_open(body) => {
                self.node(Node::Const(value))
            }
            _ => self.node(Node::Step(modality, body)),
        }
    }

    /// Whether it is a fixpoint that is still being made.
    fn is_open(&self, id: Id) -> bool {
        self.numbers.get(&self.nodes[id as usize]) != Some(&id)
    }

    fn literal(&mut self, atom: &Atom, span: Span, positive: bool) -> Id {
        let known = self.atoms.iter().position(|(own, _)| own == atom);
        let number = known.unwrap_or_else(|| {
            self.atoms.push((atom.clone(), span));
            self.atoms.len() - 1
        });
        self.node(Node::Literal { atom: number as u32, positive })
    }

    /// The conjunction if `all`, else the disjunction.
    fn joined(&mut self, all: bool, parts: Vec<Id>) -> Id {
        let mut flat = Vec::new();
        for part in parts {
            match &self.nodes[part as usize] {
                Node::Const(value) if !self.is_open(part) => {
                    if *value != all {
                        return part;
                    }
                }
                Node::And(inner) if all => flat.extend(inner),
                Node::Or(inner) if !all => flat.extend(inner),
                _ => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        match flat.as_slice() {
            [] => self.node(Node::Const(all)),
            [single] => *single,
            _ => self.node(if all { Node::And(flat) } else { Node::Or(flat) }),
        }
    }

    fn node(&mut self, node: Node) -> Id {
        if let Some(known) = self.numbers.get(&node) {
            return *known;
        }
        let id = self.nodes.len() as Id;
        self.numbers.insert(node.clone(), id);
        self.nodes.push(node);
        id
    }
}

/// The subformulas that a subformula is unfolded to.
pub(super) fn children(node: &Node) -> &[Id] {
    match node {
        Node::Const(_) | Node::Literal { .. } => &[],
        Node::And(parts) | Node::Or(parts) => parts,
        Node::Step(_, body) | Node::Fixpoint(_, body) => std::slice::from_ref(body),
    }
}

fn components_of(nodes: &[Node]) -> Vec<u32> {
    let mut graph = Game::default();
    for _ in nodes {
        graph.add(Player::Builder, 0);
    }
    for (id, node) in (0..).zip(nodes) {
        graph.lead(id, children(node).iter().copied());
    }
    let mut components = vec![0; nodes.len()];
    for (number, part) in (0..).zip(graph.components()) {
        for id in part {
            components[id as usize] = number;
        }
    }
    components
}

/// Outer fixpoints have smaller numbers than those inside.
fn priorities_of(nodes: &[Node], components: &[u32]) -> Vec<u32> {
    let mut priorities = vec![0; nodes.len()];
    let mut largest: HashMap<u32, u32> = HashMap::new();
    for id in (0..nodes.len()).rev() {
        if let Node::Fixpoint(kind, _) = nodes[id] {
            let within = largest.entry(components[id]).or_insert(0);
            let parity = u32::from(kind == Fixpoint::Least);
            *within += u32::from(*within % 2 != parity);
            priorities[id] = *within;
        }
    }
    priorities
}

#[cfg(test)]
mod tests {
    use belnap_formats::property::read_formula;

    use super::*;

    fn closure(text: &str) -> Closure {
        Closure::new(&read_formula(text).expect("a formula"), false, 0, &[])
    }

    fn priorities(text: &str) -> Vec<u32> {
        let closure = closure(text);
        let fixpoints = closure.nodes.iter().zip(&closure.priorities);
        let fixpoints = fixpoints.filter(|(node, _)| matches!(node, Node::Fixpoint(..)));
        fixpoints.map(|(_, priority)| *priority).collect()
    }

    #[test]
    fn priorities_follow_dependent_alternation() {
        assert_eq!(priorities("AG AF p"), [1, 0]);
        assert_eq!(priorities("nu Y. mu Z. p & EX Y | EX Z"), [2, 1]);
        assert_eq!(priorities("mu Y. nu Z. p & EX Y | EX Z"), [1, 0]);
        assert_eq!(priorities("nu Y. mu Z. p | EX Z"), [0, 1]);
        assert_eq!(closure("AG EF p").debts(), Debts::Simple);
        assert_eq!(closure("nu Y. mu Z. p & EX Y | EX Z").debts(), Debts::Simple);
        assert_eq!(closure("mu Y. nu Z. p & EX Y | EX Z").debts(), Debts::Nested);
        assert_eq!(closure("AG (p -> EX EX q)").debts(), Debts::None);
        assert!(closure("AX p & !AX q").is_modal());
        assert!(closure("p <-> !(q | p)").is_propositional());
    }

    #[test]
    fn equal_parts_are_shared() {
        let both = closure("(AF p | q) & (AF p | !q)");
        let count = both.nodes.iter().filter(|node| matches!(node, Node::Fixpoint(..))).count();
        assert_eq!(count, 1);
        let mut nested = "p".to_owned();
        for _ in 0..60 {
            nested = format!("({nested} <-> q)");
        }
        assert!(closure(&nested).nodes.len() < 1000);
        assert!(closure(&nested).text(closure(&nested).root).contains('…'));
    }

    #[test]
    fn negation_goes_to_the_atoms() {
        let formula = read_formula("A[p U q] -> EG EX r").expect("a formula");
        let negated = Closure::new(&formula, true, 0, &[]);
        assert_eq!(negated.text(negated.root), "A[p U q] & AF AX !r");
        let dual = Closure::new(&read_formula("A[p W q]").expect("a formula"), true, 1, &[]);
        assert_eq!(dual.text(dual.root), "EX E[!q U !p & !q]");
    }
}
