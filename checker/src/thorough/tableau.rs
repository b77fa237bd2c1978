//! CTL by types and their deletion (Emerson and Halpern 1985, with states attached): a second
//! opinion, for formulas with few atoms and steps.
//!
//! A *type* says of every atom and every step of a formula whether it is true, and so of every
//! subformula. Nodes are pairs of a state and a type that agrees with what is known of it. Nodes
//! that cannot be part of a completion are deleted until nothing changes: those where a demand, a
//! step that is true and existential or a step that is false and universal has no answer, and those
//! with an eventuality that no nodes left can fulfil. Nothing is shared with the games but the
//! formula's graph and the structure's view.

use super::closure::{Closure, Id, Modality, Node};
use super::effort::{Effort, Stopped};
use super::model::Model;
use belnap_ir::belnap::Belnap;

/// Most atoms and steps: there are two types for each set of them.
const MOST_BITS: usize = 12;

/// In which of these states some completion satisfies a formula.
///
/// # Errors
/// If it is not of CTL, or has too many atoms and steps.
pub fn satisfied(
    model: &Model<'_>,
    closure: &Closure,
    states: &[u32],
    effort: &Effort<'_>,
) -> Result<Vec<bool>, Stopped> {
    let step = |id: Id| closure.step(id).map(|(modality, body)| (id, modality, body));
    let steps: Vec<_> = (0..closure.nodes.len() as Id).filter_map(step).collect();
    let of_ctl = (0..closure.nodes.len() as Id).all(|id| {
        !matches!(closure.nodes[id as usize], Node::Fixpoint(..)) || closure.operator(id).is_some()
    });
    if !of_ctl || closure.atoms.len() + steps.len() > MOST_BITS {
        return Err(Stopped::Unsuitable(MOST_BITS));
    }
    let mut tableau = Tableau { model, closure, steps, types: Vec::new(), alive: Vec::new() };
    tableau.make(effort)?;
    while tableau.delete() {}
    let root = closure.root;
    let some = |state: &u32| {
        let own = tableau.alive[*state as usize].iter().zip(&tableau.types);
        own.into_iter().any(|(alive, truth)| *alive && truth[root as usize])
    };
    Ok(states.iter().map(some).collect())
}

struct Tableau<'a> {
    model: &'a Model<'a>,
    closure: &'a Closure,
    /// Each with its modality and body.
    steps: Vec<(Id, &'a Modality, Id)>,
    /// By type: whether each subformula is true.
    types: Vec<Vec<bool>>,
    /// By state and type: whether the node is left.
    alive: Vec<Vec<bool>>,
}

/// A node: a state and a type.
type Pair = (u32, usize);

/// Something that a node needs a successor for.
enum Need {
    Demand(usize),
    /// A step, by number, with the value that its body has to have behind it.
    Body(usize, bool),
}

impl Tableau<'_> {
    fn make(&mut self, effort: &Effort<'_>) -> Result<(), Stopped> {
        let atoms = self.closure.atoms.len();
        for bits in 0..1_usize << (atoms + self.steps.len()) {
            let mut truth = vec![None; self.closure.nodes.len()];
            for (index, (step, ..)) in self.steps.iter().enumerate() {
                truth[*step as usize] = Some(bits >> (atoms + index) & 1 == 1);
            }
            for id in 0..truth.len() as Id {
                self.evaluate(id, bits, &mut truth);
            }
            self.types.push(truth.into_iter().map(Option::unwrap_or_default).collect());
        }
        for state in 0..self.model.view.states.len() as u32 {
            let label = self.model.label(state);
            let agrees = |bits: usize| {
                label.iter().enumerate().all(|(atom, known)| {
                    known.less_informative_or_equal(Belnap::from(bits >> atom & 1 == 1))
                })
            };
            let mut own = Vec::with_capacity(self.types.len());
            for bits in 0..self.types.len() {
                effort.spend()?;
                own.push(agrees(bits));
            }
            self.alive.push(own);
        }
        Ok(())
    }

    fn evaluate(&self, id: Id, bits: usize, truth: &mut [Option<bool>]) -> bool {
        if let Some(known) = truth[id as usize] {
            return known;
        }
        let value = match &self.closure.nodes[id as usize] {
            Node::Const(value) => *value,
            Node::Literal { atom, positive } => (bits >> atom & 1 == 1) == *positive,
            Node::And(parts) => parts.iter().all(|part| self.evaluate(*part, bits, truth)),
            Node::Or(parts) => parts.iter().any(|part| self.evaluate(*part, bits, truth)),
            Node::Fixpoint(_, body) => self.evaluate(*body, bits, truth),
            Node::Step(..) => false,
        };
        truth[id as usize] = Some(value);
        value
    }

    /// Whether a move may lead from a type to another.
    fn fits(&self, from: usize, action: Option<u32>, to: usize) -> bool {
        self.steps.iter().all(|(step, modality, body)| {
            let (own, behind) = (self.types[from][*step as usize], self.types[to][*body as usize]);
            !modality.takes(action) || own == modality.exists || behind == own
        })
    }

    /// The nodes that are left behind a node, along the moves that a need looks at.
    fn answers(&self, (state, from): Pair, need: &Need) -> Vec<Pair> {
        let own = &self.model.view.states[state as usize];
        let mut found = Vec::new();
        for (index, step) in own.moves.iter().enumerate() {
            let looks = match need {
                Need::Demand(demand) => own.demands[*demand].contains(&(index as u32)),
                Need::Body(asked, _) => self.steps[*asked].1.takes(step.action),
            };
            if !looks {
                continue;
            }
            for to in 0..self.types.len() {
                let meant = match need {
                    Need::Demand(_) => true,
                    Need::Body(asked, value) => {
                        self.types[to][self.steps[*asked].2 as usize] == *value
                    }
                };
                if meant && self.alive[step.to as usize][to] && self.fits(from, step.action, to) {
                    found.push((step.to, to));
                }
            }
        }
        found
    }

    fn needs(&self, (state, from): Pair) -> Vec<Need> {
        let demands = 0..self.model.view.states[state as usize].demands.len();
        let mut needs: Vec<Need> = demands.map(Need::Demand).collect();
        for (index, (step, modality, _)) in self.steps.iter().enumerate() {
            let own = self.types[from][*step as usize];
            if own == modality.exists {
                needs.push(Need::Body(index, own));
            }
        }
        needs
    }

    fn nodes(&self) -> Vec<Pair> {
        let of = |(state, own): (u32, &Vec<bool>)| {
            let left = own.iter().enumerate().filter(|(_, alive)| **alive);
            left.map(|(kind, _)| (state, kind)).collect::<Vec<_>>()
        };
        (0..).zip(&self.alive).flat_map(of).collect()
    }

    /// Deletes nodes; whether there were any to delete.
    fn delete(&mut self) -> bool {
        let mut some = false;
        for node in self.nodes() {
            if self.needs(node).iter().any(|need| self.answers(node, need).is_empty()) {
                self.alive[node.0 as usize][node.1] = false;
                some = true;
            }
        }
        for id in 0..self.closure.nodes.len() as Id {
            if let Some((exists, least, left, right)) = self.closure.operator(id) {
                some |= self.delete_unfulfilled(id, exists, least, [left, right]);
            }
        }
        some
    }

    /// Deletes the nodes where an `U` is true, or an `R` false, and nothing fulfils that.
    fn delete_unfulfilled(&mut self, id: Id, exists: bool, least: bool, parts: [Id; 2]) -> bool {
        let owed = |node: &Pair| self.types[node.1][id as usize] == least;
        let nodes: Vec<Pair> = self.nodes().into_iter().filter(owed).collect();
        let paid = |node: &Pair| self.types[node.1][parts[1] as usize] == least;
        let mut fulfilled: Vec<Vec<bool>> =
            self.alive.iter().map(|own| vec![false; own.len()]).collect();
        let on_path = exists == least;
        loop {
            let mut changed = false;
            for node in &nodes {
                let inside = |to: &Pair| fulfilled[to.0 as usize][to.1];
                let done = !fulfilled[node.0 as usize][node.1]
                    && (paid(node)
                        || if on_path {
                            self.behind(*node).iter().any(inside)
                        } else {
                            let answered =
                                |need: &Need| self.answers(*node, need).iter().any(inside);
                            self.needs(*node).iter().all(answered)
                        });
                if done {
                    fulfilled[node.0 as usize][node.1] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let mut some = false;
        for node in nodes {
            if !fulfilled[node.0 as usize][node.1] {
                self.alive[node.0 as usize][node.1] = false;
                some = true;
            }
        }
        some
    }

    /// All nodes that are left behind a node.
    fn behind(&self, (state, from): Pair) -> Vec<Pair> {
        let mut found = Vec::new();
        for step in &self.model.view.states[state as usize].moves {
            for to in 0..self.types.len() {
                if self.alive[step.to as usize][to] && self.fits(from, step.action, to) {
                    found.push((step.to, to));
                }
            }
        }
        found
    }
}
