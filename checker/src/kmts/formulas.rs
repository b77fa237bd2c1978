//! Formulas of modal logic in positive form, each stored once, and where they are definitely true.

use std::collections::HashMap;

use belnap_formats::property::print;
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::property::{Atom, Formula, Quantifier, Step};
use belnap_ir::span::Span;
use indexmap::IndexSet;

use super::graph::Graph;
use crate::explicit::{ExplicitOptions, evaluate};

/// A formula of a [`Formulas`].
pub type FormulaId = usize;

/// A formula; operands are others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A constant.
    Const(bool),
    /// A proposition, or its negation.
    Literal(u32, bool),
    /// At least two operands, ascending.
    And(Vec<FormulaId>),
    /// At least two operands, ascending.
    Or(Vec<FormulaId>),
    /// Some transition with an action leads there.
    Exists(u32, FormulaId),
    /// All transitions with an action lead there.
    Forall(u32, FormulaId),
}

/// Formulas over a graph.
#[derive(Debug)]
pub struct Formulas<'g> {
    graph: &'g Graph,
    nodes: IndexSet<Node>,
    sizes: Vec<u64>,
    truth: HashMap<(FormulaId, u32), bool>,
}

/// A formula, parts of which have names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// Names, each of which may use those before it.
    pub definitions: Vec<(String, Formula)>,
    /// The formula.
    pub formula: Formula,
}

impl<'g> Formulas<'g> {
    /// None yet.
    pub fn new(graph: &'g Graph) -> Self {
        let (nodes, sizes) = (IndexSet::new(), Vec::new());
        Formulas { graph, nodes, sizes, truth: HashMap::new() }
    }

    /// The graph they are about.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// A formula by its outermost operator.
    pub fn add(&mut self, node: Node) -> FormulaId {
        let size = match &node {
            Node::Const(_) | Node::Literal(..) => 1,
            Node::And(operands) | Node::Or(operands) => {
                let own = operands.len() as u64 - 1;
                operands.iter().fold(own, |sum, operand| sum.saturating_add(self.sizes[*operand]))
            }
            Node::Exists(_, body) | Node::Forall(_, body) => self.sizes[*body].saturating_add(1),
        };
        let (id, fresh) = self.nodes.insert_full(node);
        if fresh {
            self.sizes.push(size);
        }
        id
    }

    /// All of some formulas.
    pub fn all(&mut self, operands: Vec<FormulaId>) -> FormulaId {
        self.joined(operands, true)
    }

    /// Some of some formulas.
    pub fn any(&mut self, operands: Vec<FormulaId>) -> FormulaId {
        self.joined(operands, false)
    }

    fn joined(&mut self, mut operands: Vec<FormulaId>, all: bool) -> FormulaId {
        operands.sort_unstable();
        operands.dedup();
        match operands.as_slice() {
            [] => self.add(Node::Const(all)),
            [only] => *only,
            _ => self.add(if all { Node::And(operands) } else { Node::Or(operands) }),
        }
    }

    /// How many operators, literals and constants it has, written out.
    pub fn size(&self, formula: FormulaId) -> u64 {
        self.sizes[formula]
    }

    /// Whether it is definitely true in a state (without the `wp` trick).
    pub fn is_true(&mut self, formula: FormulaId, state: u32) -> bool {
        if let Some(known) = self.truth.get(&(formula, state)) {
            return *known;
        }
        let graph = self.graph;
        let found = match self.nodes[formula].clone() {
            Node::Const(value) => value,
            Node::Literal(proposition, positive) => {
                graph.label_of(state)[proposition as usize] == Belnap::from(positive)
            }
            Node::And(operands) => operands.iter().all(|operand| self.is_true(*operand, state)),
            Node::Or(operands) => operands.iter().any(|operand| self.is_true(*operand, state)),
            Node::Exists(action, body) => {
                graph.must.by(state, action).any(|to| self.is_true(body, to))
            }
            Node::Forall(action, body) => {
                graph.may.by(state, action).all(|to| self.is_true(body, to))
            }
        };
        self.truth.insert((formula, state), found);
        found
    }

    /// The formula for people and files, with names for what is used several times.
    pub fn shared(&self, formula: FormulaId) -> Shared {
        let mut uses: HashMap<FormulaId, usize> = HashMap::new();
        let mut work = vec![formula];
        while let Some(id) = work.pop() {
            let count = uses.entry(id).or_default();
            *count += 1;
            if *count == 1 {
                work.extend(self.operands(id));
            }
        }
        // Operands stand before what uses them.
        let mut named: Vec<FormulaId> = uses
            .iter()
            .filter(|(id, uses)| **uses > 1 && self.sizes[**id] >= WORTH_A_NAME && **id != formula)
            .map(|(id, _)| *id)
            .collect();
        named.sort_unstable();
        let taken = |name: &str| self.graph.propositions.iter().any(|own| own == name);
        let mut prefix = "d".to_owned();
        while (1..=named.len()).any(|number| taken(&format!("{prefix}{number}"))) {
            prefix.push('d');
        }
        let mut names: HashMap<FormulaId, String> = HashMap::new();
        let mut definitions = Vec::new();
        for (index, id) in named.into_iter().enumerate() {
            let name = format!("{prefix}{}", index + 1);
            definitions.push((name.clone(), self.written(id, &names)));
            names.insert(id, name);
        }
        Shared { definitions, formula: self.written(formula, &names) }
    }

    fn operands(&self, formula: FormulaId) -> Vec<FormulaId> {
        match &self.nodes[formula] {
            Node::Const(_) | Node::Literal(..) => Vec::new(),
            Node::And(operands) | Node::Or(operands) => operands.clone(),
            Node::Exists(_, body) | Node::Forall(_, body) => vec![*body],
        }
    }

    fn written(&self, formula: FormulaId, names: &HashMap<FormulaId, String>) -> Formula {
        let operand = |id: &FormulaId| match names.get(id) {
            Some(name) => named(name),
            None => self.written(*id, names),
        };
        let step = |action: &u32| match &self.graph.actions[*action as usize] {
            Some(action) => Step::Actions(vec![action.clone()]),
            None => Step::Next,
        };
        match &self.nodes[formula] {
            Node::Const(value) => Formula::Const(*value),
            Node::Literal(proposition, positive) => {
                let atom = named(&self.graph.propositions[*proposition as usize]);
                if *positive { atom } else { Formula::Not(Box::new(atom)) }
            }
            Node::And(operands) => Formula::And(operands.iter().map(operand).collect()),
            Node::Or(operands) => Formula::Or(operands.iter().map(operand).collect()),
            Node::Exists(action, body) => {
                Formula::Step(Quantifier::Exists, step(action), Box::new(operand(body)))
            }
            Node::Forall(action, body) => {
                Formula::Step(Quantifier::Forall, step(action), Box::new(operand(body)))
            }
        }
    }
}

/// Smaller formulas are repeated rather than named.
const WORTH_A_NAME: u64 = 4;

/// A proposition or definition.
///
/// A proposition of a structure may be called like an atom of the language of properties; it has to
/// be read back as it is printed.
fn named(name: &str) -> Formula {
    Formula::Atom(Atom::Named(name.to_owned()), Span::default())
}

impl Shared {
    /// The value in every state, by the explicit engine without the `wp` trick; of propositions
    /// that the structure lacks, `f`.
    ///
    /// # Errors
    /// If the structure has no meaning for the formula.
    pub fn values(
        &self,
        structure: &ExplicitKripke,
        propositions: &[String],
    ) -> Result<Vec<Belnap>, Diagnostic> {
        let mut extended = structure.clone();
        for name in propositions {
            if !extended.propositions.contains(name) {
                add(&mut extended, name, |_| Belnap::False);
            }
        }
        let options = ExplicitOptions { hyper: false };
        for (name, formula) in &self.definitions {
            let values = evaluate(&extended, formula, &options)?;
            add(&mut extended, name, |state| values[state.index()]);
        }
        evaluate(&extended, &self.formula, &options)
    }

    /// As a property file.
    pub fn file(&self, name: &str) -> String {
        let mut text = "// belnap ctl 1\n".to_owned();
        for (name, formula) in &self.definitions {
            text += &format!("let {name} = {};\n", print(formula));
        }
        text + &format!("property {name}: {};\n", print(&self.formula))
    }
}

fn add(structure: &mut ExplicitKripke, name: &str, value: impl Fn(StateId) -> Belnap) {
    structure.propositions.push(name.to_owned());
    for (id, state) in structure.states.iter_mut_enumerated() {
        state.labels.push(value(id));
    }
}
