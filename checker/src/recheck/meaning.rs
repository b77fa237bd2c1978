//! What a structure says of single states, by the definitions in `belnap_ir::kripke` and brute
//! force over completions.

use std::collections::{BTreeSet, HashMap};

use belnap_ir::bdd::Ref;
use belnap_ir::belnap::Belnap;
use belnap_ir::boolprog::Name;
use belnap_ir::ids::{LocId, ScopeId, VarId};
use belnap_ir::kripke::{LocationKind, Semantics, SymbolicEdge, SymbolicKripke};
use belnap_ir::property::Atom;
use belnap_ir::result::{StateValues, StepTaken};

/// The value of each variable; `None` is unknown.
pub type TriVector = Vec<Option<bool>>;

/// Limit on unknown entries whose completions are tried.
const MOST_UNKNOWN: usize = 16;

/// An edge under one valuation of its choices.
struct Move {
    /// Values of all decision variables before the step.
    point: TriVector,
    /// The successor that knows most.
    best: TriVector,
}

/// A structure, asked about single states.
pub struct Meaning<'k> {
    /// The structure.
    pub kripke: &'k SymbolicKripke,
    variables: HashMap<String, VarId>,
    locations: HashMap<&'k str, LocId>,
}

impl<'k> Meaning<'k> {
    /// Prepares a structure.
    pub fn new(kripke: &'k SymbolicKripke) -> Self {
        let variables = (0..kripke.variables.len()).map(VarId::from);
        let variables = variables.map(|var| (shown_name(kripke, var), var)).collect();
        let locations = kripke.locations.iter().enumerate();
        let locations = locations.map(|(at, it)| (it.name.as_str(), LocId::from(at))).collect();
        Meaning { kripke, variables, locations }
    }

    /// A location by name.
    pub fn location(&self, name: &str) -> Result<LocId, String> {
        self.locations.get(name).copied().ok_or_else(|| format!("there is no location {name}"))
    }

    /// A variable by the name that results show.
    pub fn variable(&self, name: &str) -> Result<VarId, String> {
        self.variables.get(name).copied().ok_or_else(|| format!("there is no variable {name}"))
    }

    /// Whether a variable exists at a location: it is global, or local to an activation there.
    fn is_alive(&self, at: LocId, var: VarId) -> bool {
        let Some(own) = self.kripke.variables[var].scope else { return true };
        let mut scope: Option<ScopeId> = Some(self.kripke.locations[at].scope);
        while let Some(around) = scope {
            if around == own {
                return true;
            }
            scope = self.kripke.scopes[around].caller;
        }
        false
    }

    /// The tri-vector with the given known entries; what does not exist there is parked at false.
    pub fn state(&self, at: LocId, values: &StateValues) -> Result<TriVector, String> {
        let variables = (0..self.kripke.variables.len()).map(VarId::from);
        let mut state: TriVector =
            variables.map(|var| (!self.is_alive(at, var)).then_some(false)).collect();
        for (name, value) in values {
            let var = self.variable(name)?;
            if !self.is_alive(at, var) {
                return Err(format!("{name} does not exist here"));
            }
            if !value.is_definite() {
                return Err(format!("{name} is neither true nor false"));
            }
            state[var.index()] = Some(value.must());
        }
        Ok(state)
    }

    /// The complete states at a location that agree with a tri-vector.
    pub fn completions(&self, at: LocId, state: &TriVector) -> Result<Vec<TriVector>, String> {
        let mut all = every_completion(state)?;
        all.retain(|state| self.is_admitted(at, state));
        Ok(all)
    }

    /// Whether every completion satisfies what is enforced at a location.
    pub fn is_admitted(&self, at: LocId, state: &TriVector) -> bool {
        let scope = self.kripke.locations[at].scope;
        let point = self.point(state);
        [self.kripke.enforce, self.kripke.scopes[scope].enforce]
            .into_iter()
            .all(|function| self.definitely(function, &mut point.clone()))
    }

    /// The initial complete states.
    pub fn initial(&self) -> Result<Vec<TriVector>, String> {
        self.completions(
            self.kripke.entry,
            &self.state(self.kripke.entry, &StateValues::default())?,
        )
    }

    /// The states at the entry that are known to stand for some concrete one: predicates are
    /// forgotten, since not every combination of them need be possible.
    pub fn inhabited(&self) -> Result<Vec<TriVector>, String> {
        let mut states = self.initial()?;
        let variables = self.kripke.variables.iter().enumerate();
        let forgotten: Vec<usize> = variables
            .filter(|(_, it)| it.predicate && it.scope.is_none_or(|scope| scope.0 == 0))
            .map(|(index, _)| index)
            .collect();
        if !self.kripke.strict && !forgotten.is_empty() {
            if self.kripke.semantics == Semantics::Over {
                return Ok(Vec::new());
            }
            for state in &mut states {
                forgotten.iter().for_each(|index| state[*index] = None);
            }
            states.sort();
            states.dedup();
        }
        Ok(states)
    }

    /// The value of an atom in a state.
    pub fn atom(&self, atom: &Atom, at: LocId, state: &TriVector) -> Belnap {
        let kripke = self.kripke;
        let location = &kripke.locations[at];
        let text = atom.to_string();
        if let Some(given) = kripke.propositions.iter().find(|given| given.name == text) {
            return given.values[at];
        }
        let here = &kripke.scopes[location.scope].procedure;
        match atom {
            Atom::At { procedure, label } => (location.labels.contains(label)
                && procedure.as_ref().is_none_or(|procedure| procedure == here))
            .into(),
            Atom::AtLine(line) => (location.source.as_ref() == Some(line)).into(),
            Atom::Enter(procedure) => (location.enters.as_ref() == Some(procedure)).into(),
            Atom::Halted => (location.kind == LocationKind::Halted).into(),
            Atom::Failed => (location.kind == LocationKind::Failed).into(),
            Atom::Condition(text) => {
                self.named(&Name::Quoted(text.clone()), location.scope, true, state)
            }
            Atom::Named(text) => match text.split_once("::") {
                Some((procedure, _)) if procedure != here => Belnap::Unknown,
                Some((_, name)) => {
                    self.named(&Name::Plain(name.to_owned()), location.scope, false, state)
                }
                None => self.named(&Name::Plain(text.clone()), location.scope, true, state),
            },
        }
    }

    /// The value of a variable as seen from an activation: a local of it, else a global.
    fn named(&self, name: &Name, scope: ScopeId, global: bool, state: &TriVector) -> Belnap {
        let find = |scope: Option<ScopeId>| {
            self.kripke.variables.iter().position(|it| it.name == *name && it.scope == scope)
        };
        let found = find(Some(scope)).or_else(|| if global { find(None) } else { None });
        found.and_then(|index| state[index]).map_or(Belnap::Unknown, Belnap::from)
    }

    /// The edges out of a location along some actions, or all of them.
    pub fn edges(&self, from: LocId, actions: Option<&[String]>) -> Vec<&'k SymbolicEdge> {
        let selected = |edge: &&SymbolicEdge| {
            edge.from == from
                && actions.is_none_or(|actions| {
                    edge.action.as_ref().is_some_and(|action| actions.contains(action))
                })
        };
        self.kripke.edges.iter().filter(selected).collect()
    }

    /// Whether a step is along an edge.
    pub fn is_along(&self, step: &StepTaken, edge: &SymbolicEdge) -> bool {
        let origin = edge.origin.as_ref();
        step.statement == edge.statement
            && step.action == edge.action
            && step.cfg_edge == origin.and_then(|origin| origin.edge)
            && step.source_text == origin.and_then(|origin| origin.text.clone())
    }

    fn point(&self, before: &TriVector) -> TriVector {
        let mut point = before.clone();
        point.resize(2 * before.len() + self.kripke.choices as usize, None);
        point
    }

    /// Whether a function is true under every completion of a point.
    fn definitely(&self, function: Ref, point: &mut TriVector) -> bool {
        let Some(index) = function.node_index() else { return function == Ref::TRUE };
        let node = self.kripke.table.nodes[index];
        let branch = |taken: bool| {
            let child = if taken { node.hi } else { node.lo };
            if function.is_complemented() { child.complement() } else { child }
        };
        let var = node.var as usize;
        if let Some(value) = point[var] {
            return self.definitely(branch(value), point);
        }
        let both = [true, false].into_iter().all(|value| {
            point[var] = Some(value);
            self.definitely(branch(value), point)
        });
        point[var] = None;
        both
    }

    /// The choice variables in the functions of an edge.
    fn choices(&self, edge: &SymbolicEdge) -> BTreeSet<usize> {
        let partials = edge.updates.iter().map(|(_, value)| *value);
        let partials = partials.chain([edge.guard]).chain(edge.constrain);
        let mut open: Vec<Ref> = partials.flat_map(|it| [it.truth, it.falsity]).collect();
        let mut seen = BTreeSet::new();
        let mut found = BTreeSet::new();
        while let Some(function) = open.pop() {
            let Some(index) = function.node_index().filter(|index| seen.insert(*index)) else {
                continue;
            };
            let node = self.kripke.table.nodes[index];
            if node.var as usize >= 2 * self.kripke.variables.len() {
                found.insert(node.var as usize);
            }
            open.extend([node.hi, node.lo]);
        }
        found
    }

    /// The ways along an edge: one per valuation of its choices, unless an update contradicts
    /// itself.
    fn moves(&self, edge: &SymbolicEdge, state: &TriVector) -> Result<Vec<Move>, String> {
        let choices: Vec<usize> = self.choices(edge).into_iter().collect();
        let mut moves = Vec::new();
        'valuations: for valuation in every_completion(&vec![None; choices.len()])? {
            let mut point = self.point(state);
            for (var, value) in choices.iter().zip(valuation) {
                point[*var] = value;
            }
            let mut best = state.clone();
            for (var, value) in &edge.updates {
                let truth = self.definitely(value.truth, &mut point);
                let falsity = self.definitely(value.falsity, &mut point);
                best[var.index()] = match (truth, falsity) {
                    (true, true) => continue 'valuations,
                    (false, false) => None,
                    (truth, _) => Some(truth),
                };
            }
            moves.push(Move { point, best });
        }
        Ok(moves)
    }

    fn after(&self, step: &Move, after: &TriVector) -> TriVector {
        let mut point = step.point.clone();
        point[after.len()..2 * after.len()].copy_from_slice(after);
        point
    }

    /// The must-successors along an edge that know most.
    pub fn must(&self, edge: &SymbolicEdge, state: &TriVector) -> Result<Vec<TriVector>, String> {
        if self.kripke.semantics == Semantics::Over {
            return Ok(Vec::new());
        }
        let mut moves = self.moves(edge, state)?;
        moves.retain(|step| {
            let constrained = |constrain: belnap_ir::kripke::Partial| {
                self.definitely(constrain.truth, &mut self.after(step, &step.best))
            };
            self.definitely(edge.guard.truth, &mut step.point.clone())
                && (!self.kripke.strict
                    || edge.constrain.is_none_or(constrained)
                        && self.is_admitted(edge.to, &step.best))
        });
        Ok(moves.into_iter().map(|step| step.best).collect())
    }

    /// The may-successors along an edge.
    pub fn may(&self, edge: &SymbolicEdge, state: &TriVector) -> Result<Vec<TriVector>, String> {
        let mut found = BTreeSet::new();
        for step in self.moves(edge, state)? {
            if self.definitely(edge.guard.falsity, &mut step.point.clone()) {
                continue;
            }
            for after in self.completions(edge.to, &step.best)? {
                let violated = edge.constrain.is_some_and(|constrain| {
                    self.definitely(constrain.falsity, &mut self.after(&step, &after))
                });
                if !violated {
                    found.insert(after);
                }
            }
        }
        Ok(found.into_iter().collect())
    }
}

/// Whether every known entry of `general` is the same in `special`.
pub fn agrees(special: &TriVector, general: &TriVector) -> bool {
    special.iter().zip(general).all(|(own, known)| known.is_none() || own == known)
}

/// Whether nothing is unknown.
pub fn is_complete(state: &TriVector) -> bool {
    !state.contains(&None)
}

/// What is said where there are too many completions to try.
pub fn too_many() -> String {
    format!("more than {MOST_UNKNOWN} unknown entries are too many to try")
}

fn every_completion(state: &TriVector) -> Result<Vec<TriVector>, String> {
    let unknown = state.iter().filter(|value| value.is_none()).count();
    if unknown > MOST_UNKNOWN {
        return Err(too_many());
    }
    let mut all = vec![state.clone()];
    for index in (0..state.len()).filter(|index| state[*index].is_none()) {
        all = all
            .into_iter()
            .flat_map(|state| {
                [false, true].map(|value| {
                    let mut state = state.clone();
                    state[index] = Some(value);
                    state
                })
            })
            .collect();
    }
    Ok(all)
}

/// How results call a variable: locals as `procedure::name`, with the activation if there are
/// several.
fn shown_name(kripke: &SymbolicKripke, var: VarId) -> String {
    let variable = &kripke.variables[var];
    let Some(scope) = variable.scope else { return variable.name.to_string() };
    let procedure = &kripke.scopes[scope].procedure;
    match kripke.scopes.iter().filter(|other| other.procedure == *procedure).count() {
        1 => format!("{procedure}::{}", variable.name),
        _ => format!("{procedure}@{scope}::{}", variable.name),
    }
}
