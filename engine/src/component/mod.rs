//! A component of a system that is a program: abstracted by predicates, which grow where the loop
//! over the system asks for it. Nothing here knows of the other components.

mod mixed;
mod path;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use belnap_abstractor::options::AbstractionOptions;
use belnap_abstractor::previous::Previous;
use belnap_abstractor::program::abstract_program_after;
use belnap_abstractor::theory::Theory;
use belnap_abstractor::tracked::Predicates;
use belnap_checker::commands::bp2kripke::list_kept;
use belnap_checker::encode::listing::Listing;
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_execution::Execution;
use belnap_formats::condition::{self, Names};
use belnap_formats::predicates::{PredicateFile, PredicateLine};
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, LocId, ScopeId, StateId};
use belnap_ir::kripke::{ExplicitKripke, SymbolicEdge, SymbolicKripke};
use belnap_ir::predicate::{PredicateScope, PredicateSet};
use belnap_ir::result::{Unknown, UnknownKind};
use belnap_refiner::discover::wp;
use belnap_refiner::known::{Known, conditions};
use belnap_refiner::refine::{RefineOptions, add_to};
use belnap_refiner::select::Selection;
use belnap_solver::wp::Conditions;
use belnap_systems::commands::compose::add_actions;
use belnap_systems::compose::{Part, compose_traced};
use belnap_systems::quotient::{Concrete, Partition};
use belnap_systems::refinement::asked::Asked;
use belnap_systems::refinement::member::{Examined, Member, Partitioned, Question};
use belnap_systems::refinement::trace::trace;

pub use mixed::Component;

/// How programs are abstracted.
#[derive(Clone, Debug, Default)]
pub struct ProgramOptions {
    /// How to abstract.
    pub abstraction: AbstractionOptions,
    /// How to make a structure.
    pub encode: EncodeOptions,
    /// How to look for predicates.
    pub refine: RefineOptions,
    /// Limit on the states of an abstraction.
    pub max_states: usize,
    /// Limit on predicates.
    pub max_predicates: usize,
}

/// What stays the same of a program, whatever is asked.
#[derive(Clone)]
pub struct Source {
    /// The component's name.
    pub name: String,
    /// Its graph.
    pub cfg: Arc<Cfg>,
    /// What is kept between abstractions.
    pub theory: Arc<Theory>,
    /// Actions that it takes part in, those that occur included.
    pub alphabet: Vec<String>,
}

impl Source {
    /// A program with the actions that the system gives it.
    pub fn new(name: String, cfg: Cfg, theory: Theory, more: &[String]) -> Self {
        let mut alphabet: Vec<String> = Vec::new();
        let occurring = cfg.edges.iter().filter_map(|edge| edge.action.as_ref());
        for action in occurring.chain(more) {
            if !alphabet.contains(action) {
                alphabet.push(action.clone());
            }
        }
        Source { name, cfg: Arc::new(cfg), theory: Arc::new(theory), alphabet }
    }

    /// What a condition of a property means in this program.
    ///
    /// # Errors
    /// If it means nothing, or several things.
    pub fn read_condition(&self, text: &str) -> Result<Expr, Diagnostic> {
        condition::parse_certain(&Names::new(&self.cfg), text, Some(ScopeId(0)))
    }

    /// The same, if it means something.
    pub fn condition(&self, text: &str) -> Option<Expr> {
        self.read_condition(text).ok()
    }
}

/// A condition that the property asks about.
#[derive(Clone, Debug)]
struct Wanted {
    /// Its text, in braces.
    name: String,
    condition: Expr,
}

/// A program and its abstraction.
pub struct Program {
    source: Source,
    options: ProgramOptions,
    wanted: Vec<Wanted>,
    /// The predicates.
    predicates: PredicateSet,
    program: BoolProgram,
    tracked: Predicates,
    kripke: SymbolicKripke,
    listing: Listing,
    /// The listing, composed alone, and which of its states are one in the abstraction.
    lumped: Partitioned,
    /// By state of that: the state of the listing.
    listed: Vec<StateId>,
    /// The propositions that first tell states apart; all states are told apart if `None`.
    told: Option<Vec<String>>,
    /// The last path that the program was seen to follow.
    pub followed: Option<(Vec<CfgEdgeId>, Execution)>,
}

/// A refusal of what a program would have to be abstracted with.
fn refuse(name: &str, what: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error("system-program", Place::Whole, format!("'{name}': {what}"))
}

impl Program {
    /// A program with the conditions that a property asks about as predicates.
    ///
    /// # Errors
    /// If a condition does not fit the program, or a limit is reached.
    pub fn new(
        source: &Source,
        asked: &[String],
        told: Option<&[String]>,
        options: &ProgramOptions,
    ) -> Result<Self, Diagnostic> {
        let mut file = PredicateFile::default();
        let mut wanted = Vec::new();
        for text in asked {
            file.add(PredicateLine::new(PredicateScope::Global, text));
            let condition = source
                .condition(text)
                .ok_or_else(|| refuse(&source.name, format!("'{text}' is no condition")))?;
            let conditions = Conditions::new(&source.cfg);
            let condition = conditions.normal(&condition);
            wanted.push(Wanted { name: format!("{{{text}}}"), condition });
        }
        let predicates = file
            .resolve(&Names::new(&source.cfg))
            .map_err(|refused| refuse(&source.name, first(&refused.found)))?;
        let (program, tracked) = abstracted(source, &predicates, options, None)?;
        let made = Made::of(source, &program, &wanted, options)?;
        let partition = match told {
            None => Partition::finest(made.fine.states.len()),
            Some(names) => {
                let told = told_apart(&made.fine, names);
                Partition::by(made.fine.states.len(), |state| labels(&made.fine, state, &told))
            }
        };
        Ok(Program {
            source: source.clone(),
            options: options.clone(),
            wanted,
            predicates,
            program,
            tracked,
            kripke: made.kripke,
            listing: made.listing,
            lumped: Partitioned::of(made.fine, partition),
            listed: made.listed,
            told: told.map(<[String]>::to_vec),
            followed: None,
        })
    }

    /// The program without its abstraction.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The predicates that it is abstracted with.
    pub fn predicates(&self) -> &PredicateSet {
        &self.predicates
    }

    /// Its Boolean program.
    pub fn boolean_program(&self) -> &BoolProgram {
        &self.program
    }

    /// The structure of the Boolean program.
    pub fn kripke(&self) -> &SymbolicKripke {
        &self.kripke
    }

    /// The names of the variables that states are told apart by though no step reads them.
    pub fn kept(&self) -> impl Iterator<Item = &str> {
        self.wanted.iter().map(|wanted| wanted.name.as_str())
    }

    /// The states of that structure, listed.
    pub fn listing(&self) -> &ExplicitKripke {
        &self.listing.structure
    }

    /// Abstracts with more predicates; in which words, if there are new ones.
    fn learn(
        &mut self,
        found: Vec<belnap_refiner::select::Found>,
    ) -> Result<Option<String>, Diagnostic> {
        if found.is_empty() || self.predicates.len() >= self.options.max_predicates {
            return Ok(None);
        }
        let before = self.predicates.len();
        let mut predicates = self.predicates.clone();
        let name = &self.source.name;
        let added = add_to(&self.source.cfg, &mut predicates, &found)
            .map_err(|refused| refuse(name, first(&refused.found)))?;
        if added == 0 {
            return Ok(None);
        }
        let previous = Previous::new(&self.program, self.tracked.clone());
        let (program, tracked) =
            abstracted(&self.source, &predicates, &self.options, Some(&previous))?;
        let made = Made::of(&self.source, &program, &self.wanted, &self.options)?;
        let names: Vec<&str> =
            predicates.iter().skip(before).map(|predicate| predicate.name.as_str()).collect();
        let by = match names.is_empty() {
            true => "what was known, everywhere".to_owned(),
            false => names.join(", "),
        };
        let partition = self.carried(&made);
        self.predicates = predicates;
        self.program = program;
        self.tracked = tracked;
        self.kripke = made.kripke;
        self.listing = made.listing;
        self.lumped = Partitioned::of(made.fine, partition);
        self.listed = made.listed;
        Ok(Some(by))
    }

    /// The classes for an abstraction with more predicates: what was told apart still is.
    fn carried(&self, made: &Made) -> Partition {
        let count = made.fine.states.len();
        let Some(names) = &self.told else { return Partition::finest(count) };
        let mut classes = HashMap::new();
        for (class, states) in self.lumped.partition().classes.iter().enumerate() {
            for state in states {
                let (at, vector) = place(&self.listing, self.listed[state.index()]);
                classes.insert((at, vector.to_vec()), class);
            }
        }
        // Variables of predicates are in the order in which these were found.
        let old = self.kripke.variables.len();
        let told = told_apart(&made.fine, names);
        Partition::by(count, |state| {
            let (at, vector) = place(&made.listing, made.listed[state.index()]);
            let class = classes.get(&(at, vector[..old.min(vector.len())].to_vec()));
            (
                class.copied(),
                if class.is_none() { at } else { None },
                labels(&made.fine, state, &told),
            )
        })
    }

    /// The edges that a step between two states may be.
    fn edges(&self, from: StateId, action: &str, to: Option<StateId>) -> Vec<&SymbolicEdge> {
        let place =
            |state: StateId| self.listing.structure.states[self.listed[state.index()]].location;
        let internal = self.lumped.component().events.components.first().map(|one| one.internal());
        let action = (internal.as_deref() != Some(action)).then_some(action);
        let from_place = place(from);
        let to_place = to.map(place);
        self.kripke
            .edges
            .iter()
            .filter(|edge| Some(edge.from) == from_place && edge.action.as_deref() == action)
            .filter(|edge| to_place.is_none_or(|at| at == Some(edge.to)))
            .collect()
    }

    /// What is not known about whether the states of a class have a step.
    fn unknowns(&self, class: StateId, question: &Question) -> Vec<Unknown> {
        let own = Concrete::new(self.lumped.possible());
        let partition = self.lumped.partition();
        let mut found = Vec::new();
        for state in &partition.classes[class.index()] {
            let action = question.action();
            match question {
                Question::Offers(_) => found.extend(self.unknown_steps(*state, action, None)),
                Question::Goes(_, target) => {
                    let target = target.index();
                    let all = own.possible_successors(*state, Some(action), partition, target);
                    for to in all {
                        found.extend(self.unknown_steps(*state, action, Some(to)));
                    }
                }
            }
        }
        let mut seen = HashSet::new();
        found.retain(|one| seen.insert((one.cfg_edge, one.variable.clone())));
        found
    }

    /// What is not known about a step, or about whether one exists.
    fn unknown_steps(&self, from: StateId, action: &str, to: Option<StateId>) -> Vec<Unknown> {
        let edges = self.edges(from, action, to);
        let mut found = Vec::new();
        for edge in edges {
            let Some(id) = edge.origin.as_ref().and_then(|origin| origin.edge) else { continue };
            let unknown = |kind, variable: Option<String>| Unknown {
                kind,
                location: String::new(),
                source: None,
                statement: String::new(),
                variable,
                cfg_edge: Some(id),
                source_text: None,
            };
            let operation = self.source.cfg.edges.get(id).map(|edge| &edge.operation);
            if matches!(operation, Some(Operation::Assume(_) | Operation::Nondet(_))) {
                found.push(unknown(UnknownKind::Condition, None));
            }
            let Some(to) = to else { continue };
            let after = &self.listing.vectors[self.listed[to.index()].index()];
            for (var, _) in &edge.updates {
                if after[var.index()].is_some() {
                    let name = self.kripke.variables[*var].name.to_string();
                    found.push(unknown(UnknownKind::Update, Some(name)));
                }
            }
        }
        found
    }
}

/// The message of the first thing that is wrong.
fn first(found: &[Diagnostic]) -> String {
    found.first().map_or_else(String::new, |one| one.message.clone())
}

fn abstracted(
    source: &Source,
    predicates: &PredicateSet,
    options: &ProgramOptions,
    previous: Option<&Previous>,
) -> Result<(BoolProgram, Predicates), Diagnostic> {
    let tracked = Predicates::of(&source.cfg, predicates)
        .map_err(|_| refuse(&source.name, "a predicate is about variables of two functions"))?;
    let how = &options.abstraction;
    let (program, _) = abstract_program_after(&source.cfg, &tracked, &source.theory, how, previous);
    Ok((program, tracked))
}

/// The places of propositions.
fn told_apart(structure: &ExplicitKripke, names: &[String]) -> Vec<usize> {
    let known = 0..structure.propositions.len();
    known.filter(|index| names.contains(&structure.propositions[*index])).collect()
}

fn labels(structure: &ExplicitKripke, state: StateId, told: &[usize]) -> String {
    told.iter().map(|index| structure.states[state].labels[*index].letter()).collect()
}

/// Where a state of a listing is, and what is known of it.
fn place(listing: &Listing, state: StateId) -> (Option<LocId>, &[Option<bool>]) {
    (listing.structure.states[state].location, &listing.vectors[state.index()])
}

/// What is made of a Boolean program.
struct Made {
    kripke: SymbolicKripke,
    listing: Listing,
    fine: ExplicitKripke,
    listed: Vec<StateId>,
}

impl Made {
    fn of(
        source: &Source,
        program: &BoolProgram,
        wanted: &[Wanted],
        options: &ProgramOptions,
    ) -> Result<Made, Diagnostic> {
        let named = |found: Diagnostic| refuse(&source.name, found.message);
        let kripke = encode(program, &options.encode).map_err(named)?;
        let keep: Vec<String> = wanted.iter().map(|one| one.name.clone()).collect();
        let listing = list_kept(&kripke, &keep, options.max_states).map_err(named)?;
        let mut part = Part { name: source.name.clone(), structure: listing.structure.clone() };
        add_actions(&mut part, source.alphabet.iter().cloned());
        let composition = compose_traced(&[part], options.max_states)?;
        let listed = composition.tuples.iter().map(|tuple| tuple[0]).collect();
        Ok(Made { kripke, listing, fine: composition.structure, listed })
    }
}

impl Member for Program {
    fn lumped(&self) -> &Partitioned {
        &self.lumped
    }

    fn restrict(&mut self, actions: &BTreeSet<String>, states: &[bool]) {
        self.lumped.restrict(actions, states);
    }

    fn tell_apart(&mut self, states: &[StateId]) {
        self.lumped.tell_apart(states);
    }

    fn split(&mut self, class: StateId, question: &Question) -> Result<Option<String>, Diagnostic> {
        if self.lumped.split(class, question) {
            return Ok(Some(question.action().to_owned()));
        }
        // No state of the abstraction by predicates can tell.
        let unknowns = self.unknowns(class, question);
        let source = self.source.clone();
        let conditions = conditions(&source.cfg, &self.predicates);
        let known = Known { conditions: &conditions, set: &self.predicates };
        let mut selection = Selection::new(&source.cfg, &known);
        wp::propose_all(&source.cfg, &conditions, &unknowns, &mut selection);
        if selection.is_empty() {
            selection.accept_bits();
        }
        let found = selection.finish(self.options.refine.most);
        self.learn(found)
    }

    fn examine(&mut self, asked: &Asked, refine: bool) -> Result<Examined, Diagnostic> {
        let own = Concrete::new(self.lumped.possible());
        let partition = self.lumped.partition();
        let inside = |state: &&StateId| partition.class_of[state.index()] == asked.start.index();
        let initial = &self.lumped.component().initial;
        let starts: Vec<StateId> = initial.iter().filter(inside).copied().collect();
        match trace(&own, partition, asked, &starts) {
            Some(traced) => path::examine(self, &traced, refine),
            None => Ok(Examined::Open),
        }
    }

    fn examine_states(&mut self, asked: &Asked) -> Result<Examined, Diagnostic> {
        path::examine(self, asked, true)
    }

    fn finest(&self) -> Option<&ExplicitKripke> {
        self.told.as_ref().map(|_| self.lumped.possible())
    }

    fn tell_all_apart(&mut self) {
        self.told = None;
        self.lumped.set_partition(Partition::finest(self.lumped.component().states.len()));
    }

    fn partitioned(&self) -> Option<&Partitioned> {
        None
    }
}
