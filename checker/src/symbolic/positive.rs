//! Formulas in positive form, as a shared graph: negation only at atoms, CTL as fixpoints.
//!
//! `definitely true` of a formula is then computed without looking at the other half, and
//! `definitely false` is `definitely true` of the negation. Closed subformulas are shared, so the
//! negation of a formula with many `<->` stays linear.

use belnap_formats::property;
use belnap_ir::ids::{TiVec, ti_vec};
use belnap_ir::index_tables;
use belnap_ir::property::{Along, Atom, Between, Fixpoint, Formula, Quantifier, Step};
use belnap_ir::span::Span;
use rustc_hash::FxHashMap;

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A fixpoint and its variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Binder(pub u32);

index_tables!(NodeId, Binder);

/// What a node says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positive {
    /// A constant.
    Const(bool),
    /// An atom (`true`) or its negation (`false`).
    Literal(Atom, bool),
    /// A fixpoint variable.
    Var(Binder),
    /// All of these.
    And(Vec<NodeId>),
    /// Some of these.
    Or(Vec<NodeId>),
    /// Some (`Exists`) or each (`Forall`) successor, possibly only along some actions.
    Step(Quantifier, Option<Vec<String>>, NodeId),
    /// A fixpoint.
    Fix(Fixpoint, Binder, NodeId),
}

/// What is known of a binder.
#[derive(Clone, Debug)]
pub struct BinderInfo {
    /// Least or greatest.
    pub kind: Fixpoint,
    /// The name a person gave it; `None` for CTL operators.
    pub name: Option<String>,
    /// The `Fix` node.
    pub node: NodeId,
    /// The binders around it, outermost first.
    pub enclosing: Vec<Binder>,
}

/// Formulas in positive form; what is the same is one node.
#[derive(Debug, Default)]
pub struct PositiveGraph {
    nodes: TiVec<NodeId, Positive>,
    binders: TiVec<Binder, BinderInfo>,
    texts: TiVec<NodeId, Option<String>>,
    /// Free variables of each node, ascending.
    free: TiVec<NodeId, Vec<Binder>>,
}

/// Longest text kept for a formula; longer ones are shown with `…` and never reused.
const MAX_TEXT: usize = 4000;

impl PositiveGraph {
    /// Adds a formula or (with `positive` false) its negation.
    pub fn add(&mut self, formula: &Formula, positive: bool) -> NodeId {
        Builder { graph: self, scope: Vec::new(), known: FxHashMap::default() }
            .build(formula, positive)
    }

    /// `AX … AX φ`, or with `Exists`, `EX … EX φ`.
    pub fn add_steps(&mut self, quantifier: Quantifier, count: u32, mut node: NodeId) -> NodeId {
        for _ in 0..count {
            node = self.push(Positive::Step(quantifier, None, node));
        }
        node
    }

    /// What a node says.
    pub fn node(&self, id: NodeId) -> &Positive {
        &self.nodes[id]
    }

    /// What is known of a binder.
    pub fn binder(&self, binder: Binder) -> &BinderInfo {
        &self.binders[binder]
    }

    /// Number of binders.
    pub fn binders(&self) -> usize {
        self.binders.len()
    }

    /// The free variables of a node.
    pub fn free(&self, id: NodeId) -> &[Binder] {
        &self.free[id]
    }

    /// Whether a node has no free variables.
    pub fn is_closed(&self, id: NodeId) -> bool {
        self.free(id).is_empty()
    }

    /// Whether some step inside a node is existential.
    pub fn has_exists(&self, root: NodeId) -> bool {
        self.any_part(root, |node| matches!(node, Positive::Step(Quantifier::Exists, ..)))
    }

    /// Whether a formula speaks of single states only.
    pub fn is_state_formula(&self, root: NodeId) -> bool {
        let looks_ahead = |node: &Positive| {
            matches!(node, Positive::Var(_) | Positive::Step(..) | Positive::Fix(..))
        };
        !self.any_part(root, looks_ahead)
    }

    fn any_part(&self, root: NodeId, test: impl Fn(&Positive) -> bool) -> bool {
        let mut seen: TiVec<NodeId, bool> = ti_vec![false; self.nodes.len()];
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut seen[id], true) {
                continue;
            }
            let node = self.node(id);
            if test(node) {
                return true;
            }
            match node {
                Positive::Const(_) | Positive::Literal(..) | Positive::Var(_) => {}
                Positive::And(children) | Positive::Or(children) => stack.extend(children),
                Positive::Step(_, _, body) | Positive::Fix(_, _, body) => stack.push(*body),
            }
        }
        false
    }

    /// The fixpoints without free variables, in order.
    pub fn closed_fixpoints(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes
            .iter_enumerated()
            .filter(|(id, node)| matches!(node, Positive::Fix(..)) && self.is_closed(*id))
            .map(|(id, _)| id)
    }

    /// The formula as text, or `…` if it is too long.
    pub fn text(&self, id: NodeId) -> &str {
        self.texts[id].as_deref().unwrap_or("…")
    }

    /// The formula as text, if it is not too long to stand for the formula.
    pub fn full_text(&self, id: NodeId) -> Option<&str> {
        self.texts[id].as_deref()
    }

    fn push(&mut self, node: Positive) -> NodeId {
        let id = self.nodes.next_key();
        let text = self.render(&node);
        let mut free: Vec<Binder> = match &node {
            Positive::Const(_) | Positive::Literal(..) => Vec::new(),
            Positive::Var(binder) => vec![*binder],
            Positive::And(children) | Positive::Or(children) => {
                children.iter().flat_map(|child| self.free(*child).to_vec()).collect()
            }
            Positive::Step(_, _, child) => self.free(*child).to_vec(),
            Positive::Fix(_, binder, body) => {
                self.free(*body).iter().filter(|free| *free != binder).copied().collect()
            }
        };
        free.sort_unstable();
        free.dedup();
        self.nodes.push(node);
        self.texts.push(text.filter(|text| text.len() <= MAX_TEXT));
        self.free.push(free);
        id
    }

    /// Text with as few parentheses as a careful person would use; CTL fixpoints and their
    /// variables are shown in CTL notation.
    fn render(&self, node: &Positive) -> Option<String> {
        let child = |id: NodeId| -> Option<String> {
            let text = self.full_text(id)?;
            Some(match self.node(id) {
                Positive::And(_) | Positive::Or(_) => format!("({text})"),
                Positive::Fix(_, binder, _) if self.binder(*binder).name.is_some() => {
                    format!("({text})")
                }
                _ => text.to_owned(),
            })
        };
        let join = |children: &[NodeId], operator: &str| -> Option<String> {
            let parts: Option<Vec<String>> = children.iter().map(|id| child(*id)).collect();
            Some(parts?.join(operator))
        };
        Some(match node {
            Positive::Const(value) => value.to_string(),
            Positive::Literal(atom, true) => atom_text(atom),
            Positive::Literal(atom, false) => format!("!{}", atom_text(atom)),
            Positive::Var(binder) => match &self.binder(*binder).name {
                Some(name) => name.clone(),
                None => self.ctl_text(*binder)?,
            },
            Positive::And(children) => join(children, " & ")?,
            Positive::Or(children) => join(children, " | ")?,
            Positive::Step(quantifier, None, body) => {
                let letter = if *quantifier == Quantifier::Exists { "EX" } else { "AX" };
                format!("{letter} {}", child(*body)?)
            }
            Positive::Step(quantifier, Some(actions), body) => {
                let actions = actions.join(", ");
                match quantifier {
                    Quantifier::Exists => format!("<{actions}> {}", child(*body)?),
                    Quantifier::Forall => format!("[{actions}] {}", child(*body)?),
                }
            }
            Positive::Fix(kind, binder, body) => match &self.binder(*binder).name {
                Some(name) => {
                    let word = if *kind == Fixpoint::Least { "mu" } else { "nu" };
                    format!("{word} {name}. {}", self.full_text(*body)?)
                }
                None => self.ctl_text(*binder)?,
            },
        })
    }

    fn ctl_text(&self, binder: Binder) -> Option<String> {
        self.texts[self.binder(binder).node].clone()
    }
}

struct Builder<'a> {
    graph: &'a mut PositiveGraph,
    /// Named variables in scope, innermost last.
    scope: Vec<(String, Binder)>,
    /// Closed subformulas already built, by address and sign.
    known: FxHashMap<(*const Formula, bool), NodeId>,
}

impl Builder<'_> {
    fn build(&mut self, formula: &Formula, positive: bool) -> NodeId {
        let key = (std::ptr::from_ref(formula), positive);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let id = self.build_new(formula, positive);
        if self.graph.is_closed(id) {
            self.known.insert(key, id);
        }
        id
    }

    fn all(&mut self, children: Vec<NodeId>) -> NodeId {
        self.graph.push(Positive::And(children))
    }

    fn any(&mut self, children: Vec<NodeId>) -> NodeId {
        self.graph.push(Positive::Or(children))
    }

    fn build_new(&mut self, formula: &Formula, positive: bool) -> NodeId {
        match formula {
            Formula::Const(value) => self.graph.push(Positive::Const(*value == positive)),
            Formula::Atom(atom, _) => self.graph.push(Positive::Literal(atom.clone(), positive)),
            // Polarity is validated: a variable is met with the sign of its binder.
            Formula::Var(name, _) => {
                let binder = self.scope.iter().rev().find(|(bound, _)| bound == name);
                let binder = binder.expect("validated: every variable is bound").1;
                self.graph.push(Positive::Var(binder))
            }
            Formula::Not(inner) => self.build(inner, !positive),
            Formula::And(operands) | Formula::Or(operands) => {
                let children = operands.iter().map(|operand| self.build(operand, positive));
                let children = children.collect();
                let conjunction = matches!(formula, Formula::And(_)) == positive;
                if conjunction { self.all(children) } else { self.any(children) }
            }
            Formula::Implies(a, b) => {
                let children = vec![self.build(a, !positive), self.build(b, positive)];
                if positive { self.any(children) } else { self.all(children) }
            }
            // (a -> b) & (b -> a), also where a value is contradictory.
            Formula::Iff(a, b) => {
                // Both implications, or the negation of one: so that the parts of the negation are
                // the negations of the parts.
                let there = vec![self.build(a, !positive), self.build(b, positive)];
                let back = vec![self.build(a, positive), self.build(b, !positive)];
                if positive {
                    let parts = vec![self.any(there), self.any(back)];
                    self.all(parts)
                } else {
                    let parts = vec![self.all(there), self.all(back)];
                    self.any(parts)
                }
            }
            Formula::Step(quantifier, step, body) => {
                let body = self.build(body, positive);
                let actions = match step {
                    Step::Next | Step::Modal => None,
                    Step::Actions(actions) => Some(actions.clone()),
                };
                self.graph.push(Positive::Step(signed(*quantifier, positive), actions, body))
            }
            Formula::Along(quantifier, along, body) => {
                let body = self.build(body, positive);
                let quantifier = signed(*quantifier, positive);
                let finally = (*along == Along::Finally) == positive;
                let letter = if quantifier == Quantifier::Exists { 'E' } else { 'A' };
                let operator = if finally { 'F' } else { 'G' };
                let text = self.parenthesise(body).map(|body| format!("{letter}{operator} {body}"));
                self.ctl(
                    finally,
                    text,
                    |builder, step| {
                        let children = vec![body, step];
                        if finally { builder.any(children) } else { builder.all(children) }
                    },
                    quantifier,
                )
            }
            Formula::Between(quantifier, between, left, right) => {
                let quantifier = signed(*quantifier, positive);
                self.between(quantifier, *between, left, right, positive)
            }
            Formula::Fixpoint(kind, name, body) => {
                let kind = match (kind, positive) {
                    (kind, true) => *kind,
                    (Fixpoint::Least, false) => Fixpoint::Greatest,
                    (Fixpoint::Greatest, false) => Fixpoint::Least,
                };
                let binder = self.bind(kind, Some(name.clone()));
                self.scope.push((name.clone(), binder));
                let body = self.build(body, positive);
                self.scope.pop();
                let node = self.graph.push(Positive::Fix(kind, binder, body));
                self.graph.binders[binder].node = node;
                node
            }
        }
    }

    fn parenthesise(&self, id: NodeId) -> Option<String> {
        let text = self.graph.full_text(id)?;
        Some(match self.graph.node(id) {
            Positive::And(_) | Positive::Or(_) => format!("({text})"),
            Positive::Fix(_, binder, _) if self.graph.binder(*binder).name.is_some() => {
                format!("({text})")
            }
            _ => text.to_owned(),
        })
    }

    fn between(
        &mut self,
        quantifier: Quantifier,
        between: Between,
        left: &Formula,
        right: &Formula,
        positive: bool,
    ) -> NodeId {
        let l = self.build(left, positive);
        let r = self.build(right, positive);
        // p W q is q R (p | q); negation turns U into R and R into U.
        let (until, l, r) = match (between, positive) {
            (Between::Until, true) | (Between::Release, false) => (true, l, r),
            (Between::Until, false) | (Between::Release, true) => (false, l, r),
            (Between::WeakUntil, true) => {
                let either = self.any(vec![l, r]);
                (false, r, either)
            }
            (Between::WeakUntil, false) => {
                let neither = self.all(vec![l, r]);
                (true, r, neither)
            }
        };
        let letter = if quantifier == Quantifier::Exists { 'E' } else { 'A' };
        let operator = if until { 'U' } else { 'R' };
        let text = self
            .parenthesise(l)
            .zip(self.parenthesise(r))
            .map(|(l, r)| format!("{letter}[{l} {operator} {r}]"));
        self.ctl(
            until,
            text,
            |builder, step| {
                if until {
                    let on = builder.all(vec![l, step]);
                    builder.any(vec![r, on])
                } else {
                    let on = builder.any(vec![l, step]);
                    builder.all(vec![r, on])
                }
            },
            quantifier,
        )
    }

    /// A CTL fixpoint: its variable is met once, under one step.
    fn ctl(
        &mut self,
        least: bool,
        text: Option<String>,
        body: impl FnOnce(&mut Self, NodeId) -> NodeId,
        quantifier: Quantifier,
    ) -> NodeId {
        let kind = if least { Fixpoint::Least } else { Fixpoint::Greatest };
        let binder = self.bind(kind, None);
        // The node is made first, so that the variable can be shown as the whole formula.
        let node = self.graph.push(Positive::Const(false));
        self.graph.texts[node] = text;
        self.graph.binders[binder].node = node;
        let var = self.graph.push(Positive::Var(binder));
        let step = self.graph.push(Positive::Step(quantifier, None, var));
        let body = body(self, step);
        let free = self.graph.free(body).iter().filter(|free| **free != binder).copied().collect();
        self.graph.nodes[node] = Positive::Fix(kind, binder, body);
        self.graph.free[node] = free;
        node
    }

    fn bind(&mut self, kind: Fixpoint, name: Option<String>) -> Binder {
        let binder = Binder(u32::try_from(self.graph.binders.len()).expect("formulas are small"));
        let enclosing = self.scope.iter().map(|(_, binder)| *binder).collect();
        self.graph.binders.push(BinderInfo { kind, name, node: NodeId(0), enclosing });
        binder
    }
}

/// An atom as it is written in properties, quoted where it must be.
fn atom_text(atom: &Atom) -> String {
    property::print(&Formula::Atom(atom.clone(), Span::default()))
}

fn signed(quantifier: Quantifier, positive: bool) -> Quantifier {
    match (quantifier, positive) {
        (quantifier, true) => quantifier,
        (Quantifier::Exists, false) => Quantifier::Forall,
        (Quantifier::Forall, false) => Quantifier::Exists,
    }
}
