//! The unrolling: every location as often as control gets there, states that meet merged.
//!
//! Locations are visited in a weak topological order, each with one state: the condition under
//! which control is there, and a term for each variable that matters. A loop is repeated until
//! nothing is left at its head. Where that cannot be seen, the prover is asked now and then.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use belnap_ir::cfg::{Cfg, Edge, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::{Element, outgoing, weak_topological_order};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, FunctionId, TiVec, ti_vec};
use belnap_ir::types::Type;
use belnap_solver::bits::{Answer, Node, TermId, cone};
use belnap_solver::blast::Asker;
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::evaluate::{DEAD, Evaluator, State};
use crate::facts::facts;
use crate::live::live;
use crate::terms::{FALSE, Guard, Guards, TRUE, Terms};
use crate::{Limits, Unrolled};

/// How deep the contents of regions may be nested.
const DEEPEST: u32 = 100;

/// Up to this round of a loop the prover is asked about each. What is followed in vain makes all
/// that comes later larger: a loop within a loop, most of all.
const CLOSELY: usize = 8;

/// Why an unrolling ends before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It takes more than is allowed.
    Limit,
    /// Something has no term.
    Unsupported,
}

/// A value that nothing determines.
#[derive(Clone, Copy, Debug)]
pub enum Fresh {
    /// Of a scalar variable: its symbol.
    Scalar(CfgVarId, TermId),
    /// Of a region: the number of its contents.
    Region(CfgVarId, u32),
}

/// A step that may be taken from a visit.
#[derive(Debug)]
pub struct Step {
    /// The edge of the graph that is taken.
    pub edge: CfgEdgeId,
    /// The condition for all steps up to this one.
    pub taken: TermId,
    /// What it leaves open.
    pub fresh: Vec<Fresh>,
}

/// A visit of a location.
#[derive(Debug)]
pub struct Visit {
    /// The location of the graph that is visited; others may visit it too.
    pub location: CfgLocId,
    /// The steps from there.
    pub steps: Vec<Step>,
    /// The condition under which it is an error to be there.
    pub error: TermId,
}

/// What is looked at behind calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Nothing: an unrolling with a call that control gets to is not complete.
    Nothing,
    /// What comes after calls of these functions, in which nothing can go wrong. That is complete.
    Harmless(TiVec<FunctionId, bool>),
    /// What comes after any call. That is not complete.
    Everything,
}

/// A loop to be unrolled.
enum Part {
    Location(CfgLocId),
    Loop { head: CfgLocId, body: Vec<Part>, members: Vec<CfgLocId> },
}

impl Part {
    fn of(element: Element<CfgLocId>) -> Part {
        match element {
            Element::Location(at) => Part::Location(at),
            Element::Component { head, body } => {
                let body: Vec<Part> = body.into_iter().map(Part::of).collect();
                let mut members = vec![head];
                for part in &body {
                    match part {
                        Part::Location(at) => members.push(*at),
                        Part::Loop { members: inner, .. } => members.extend(inner),
                    }
                }
                Part::Loop { head, body, members }
            }
        }
    }
}

/// An unrolling under way.
pub struct Unroller<'a> {
    cfg: &'a Cfg,
    errors: &'a [Option<Expr>],
    limits: &'a Limits,
    live: TiVec<CfgLocId, FixedBitSet>,
    out: TiVec<CfgLocId, Vec<CfgEdgeId>>,
    pending: TiVec<CfgLocId, Option<State>>,
    /// The terms.
    pub evaluator: Evaluator<'a>,
    /// Answers questions about them.
    pub asker: Asker,
    /// All visits in order.
    pub visits: Vec<Visit>,
    /// What is open at the start.
    pub start: Vec<Fresh>,
    /// How often control comes back to each head at most.
    pub rounds: BTreeMap<CfgLocId, usize>,
    /// The same in each round of the loops around it, the outermost first.
    pub rounds_within: BTreeMap<CfgLocId, BTreeMap<Vec<u32>, usize>>,
    /// The rounds of the loops that are under way.
    around: Vec<u32>,
    /// Whether some states were left out, being beyond the limits.
    pub beyond: bool,
    /// The calls that control gets to, for all that is known of what is unknown.
    pub calls: BTreeSet<CfgEdgeId>,
    /// Whether to go on behind calls, where what they may have changed is unknown.
    pub behind_calls: Behind,
    /// Whether control may get to a call, for all that is known.
    pub met_call: bool,
    /// Symbols of what calls have left behind, and regions by number.
    behind: Vec<TermId>,
    regions_behind: Vec<u32>,
    /// Questions about rounds that the prover did not answer.
    unanswered: usize,
    /// Symbols of what is unknown.
    unknown: Vec<TermId>,
    /// Regions with unknown contents, by number.
    unknown_regions: Vec<u32>,
}

impl<'a> Unroller<'a> {
    /// Before its first step, in which every valuation is possible.
    pub fn new(cfg: &'a Cfg, errors: &'a [Option<Expr>], limits: &'a Limits) -> Self {
        let live = live(cfg, errors);
        let mut unroller = Unroller {
            cfg,
            errors,
            limits,
            out: outgoing(cfg),
            pending: ti_vec![None; cfg.locations.len()],
            evaluator: Evaluator::new(cfg),
            asker: Asker::default(),
            visits: Vec::new(),
            start: Vec::new(),
            rounds: BTreeMap::new(),
            rounds_within: BTreeMap::new(),
            around: Vec::new(),
            beyond: false,
            calls: BTreeSet::new(),
            behind_calls: Behind::Nothing,
            met_call: false,
            behind: Vec::new(),
            regions_behind: Vec::new(),
            unanswered: 0,
            unknown: Vec::new(),
            unknown_regions: Vec::new(),
            live,
        };
        let count = cfg.variables.len();
        let mut state =
            State { guard: Guards::NONE, scalars: vec![DEAD; count], regions: vec![None; count] };
        let vars: Vec<CfgVarId> = unroller.live[cfg.entry].ones().map(CfgVarId::from).collect();
        unroller.start = vars.into_iter().map(|var| unroller.leave_open(&mut state, var)).collect();
        unroller.pending[cfg.entry] = Some(state);
        unroller
    }

    /// Unrolls everything.
    ///
    /// # Errors
    /// Why it could not.
    pub fn run(&mut self) -> Result<(), Stop> {
        let cfg = self.cfg;
        let next = |at: CfgLocId| cfg.edges_from(at).map(|edge| cfg.edges[edge].to);
        let order = weak_topological_order(cfg.locations.len(), cfg.entry, next);
        let parts: Vec<Part> = order.ok_or(Stop::Limit)?.into_iter().map(Part::of).collect();
        self.visit_all(&parts)
    }

    fn visit_all(&mut self, parts: &[Part]) -> Result<(), Stop> {
        for part in parts {
            match part {
                Part::Location(at) => self.visit(*at)?,
                Part::Loop { head, body, members } => self.repeat(*head, body, members)?,
            }
        }
        Ok(())
    }

    /// Goes round a loop until nothing is left in it.
    fn repeat(&mut self, head: CfgLocId, body: &[Part], members: &[CfgLocId]) -> Result<(), Stop> {
        let mut entered: Option<Guard> = None;
        let mut rounds = 0;
        let mut ask_at = self.limits.asked_from;
        let mut begun = false;
        while members.iter().any(|at| self.pending[*at].is_some()) {
            if let Some(state) = &self.pending[head] {
                let guard = state.guard;
                let open = *entered.get_or_insert(guard) != guard;
                if begun && open && !self.goes_on(head, rounds + 1, guard, &mut ask_at)? {
                    continue;
                }
                if begun {
                    rounds += 1;
                    let most = self.rounds.entry(head).or_default();
                    *most = rounds.max(*most);
                }
            }
            begun = true;
            self.around.push(u32::try_from(rounds).unwrap_or(u32::MAX));
            let ran = self.visit(head).and_then(|()| self.visit_all(body));
            self.around.pop();
            ran?;
        }
        let within = self.rounds_within.entry(head).or_default();
        let most = within.entry(self.around.clone()).or_default();
        *most = rounds.max(*most);
        Ok(())
    }

    /// Whether to go on with a round that depends on inputs; else its state is dropped. The prover
    /// is asked in the round `ask_at`, then less and less often, the more so if it does not know.
    fn goes_on(
        &mut self,
        head: CfgLocId,
        round: usize,
        guard: Guard,
        ask_at: &mut usize,
    ) -> Result<bool, Stop> {
        if round > self.limits.rounds {
            return self.leave_out(head).map(|()| false);
        }
        if round < *ask_at {
            return Ok(true);
        }
        if self.asker.spent > self.limits.all_asked {
            return self.leave_out(head).map(|()| false);
        }
        match self.ask_guard(guard) {
            Answer::Impossible => {
                self.pending[head] = None;
                Ok(false)
            }
            Answer::Possible(_) => {
                *ask_at = round + if round < CLOSELY { 1 } else { round / 2 };
                Ok(true)
            }
            Answer::Unknown => {
                self.unanswered += 1;
                *ask_at = round * 2;
                if self.unanswered <= self.limits.unanswered {
                    return Ok(true);
                }
                self.leave_out(head).map(|()| false)
            }
        }
    }

    /// Leaves a state out, being beyond the limits.
    fn leave_out(&mut self, at: CfgLocId) -> Result<(), Stop> {
        self.note_beyond()?;
        self.pending[at] = None;
        Ok(())
    }

    /// Something is left out, being beyond the limits.
    const fn note_beyond(&mut self) -> Result<(), Stop> {
        if self.limits.at_once {
            return Err(Stop::Limit);
        }
        self.beyond = true;
        Ok(())
    }

    /// Notes a call, unless control never gets there; whether to go on behind it.
    fn call(&mut self, edge: CfgEdgeId, function: FunctionId, guard: Guard) -> Result<bool, Stop> {
        let asked = self.asker.spent <= self.limits.all_asked && !self.is_behind(guard);
        match asked.then(|| self.ask_guard(guard)) {
            Some(Answer::Impossible) => return Ok(false),
            Some(Answer::Possible(_)) => {
                self.calls.insert(edge);
            }
            Some(Answer::Unknown) | None => {}
        }
        self.met_call = true;
        match &self.behind_calls {
            Behind::Harmless(functions) if functions[function] => Ok(true),
            Behind::Harmless(_) | Behind::Nothing => self.note_beyond().map(|()| false),
            Behind::Everything => self.note_beyond().map(|()| true),
        }
    }

    /// Whether a guard depends on what a call has left behind.
    fn is_behind(&self, guard: Guard) -> bool {
        let wanted = self.evaluator.guards.term(guard);
        if wanted == TRUE || self.behind.is_empty() && self.regions_behind.is_empty() {
            return false;
        }
        let needed = cone(self.evaluator.terms.all(), [wanted]);
        let given = |number: &u32| self.evaluator.contents.given(*number).iter();
        let cells = self.regions_behind.iter().flat_map(given).map(|cell| cell.value);
        self.behind.iter().copied().chain(cells).any(|symbol| needed[symbol.index()])
    }

    /// What all functions share, and the result, may be anything after a call.
    fn leave_behind(&mut self, state: &mut State, result: Option<CfgVarId>, to: CfgLocId) {
        let cfg = self.cfg;
        let is_changed =
            |var: &CfgVarId| cfg.variables[*var].function.is_none() || Some(*var) == result;
        let vars: Vec<CfgVarId> =
            self.live[to].ones().map(CfgVarId::from).filter(is_changed).collect();
        for var in vars {
            match self.leave_open(state, var) {
                Fresh::Scalar(_, symbol) => self.behind.push(symbol),
                Fresh::Region(_, number) => self.regions_behind.push(number),
            }
        }
    }

    /// Asks whether control gets somewhere.
    fn ask_guard(&mut self, guard: Guard) -> Answer {
        let wanted = self.evaluator.guards.term(guard);
        let mut all = facts(self.cfg, &mut self.evaluator, &[wanted], false);
        all.push(wanted);
        let effort = self.limits.in_time(self.limits.asked);
        self.asker.decide(self.evaluator.terms.all(), &all, effort)
    }

    /// Whether it was left unrolled because the prover did not answer often enough.
    pub fn is_unanswered(&self) -> bool {
        self.unanswered > self.limits.unanswered
    }

    fn note_unknown(&mut self, fresh: &[Fresh]) {
        for one in fresh {
            match one {
                Fresh::Scalar(_, symbol) => self.unknown.push(*symbol),
                Fresh::Region(_, number) => self.unknown_regions.push(*number),
            }
        }
    }

    /// Gives a variable a value that nothing determines.
    fn leave_open(&mut self, state: &mut State, var: CfgVarId) -> Fresh {
        let bits = match self.cfg.type_of(var) {
            Type::Array(ty) => {
                let (number, region) = self.evaluator.contents.any(ty);
                state.regions[var.index()] = Some(Rc::new(region));
                return Fresh::Region(var, number);
            }
            Type::Int(ty) => ty.bits,
            Type::Bool => 0,
        };
        let symbol = self.evaluator.terms.symbol(bits);
        state.scalars[var.index()] = symbol;
        Fresh::Scalar(var, symbol)
    }

    /// What says that symbols have these values, but for those of what is unknown. Those that are
    /// not listed are 0.
    pub fn chosen(&mut self, symbols: &FxHashMap<u32, u128>) -> Vec<TermId> {
        let unknown = self.unknown_symbols();
        let terms = &mut self.evaluator.terms;
        let mut chosen = Vec::new();
        for at in 0..terms.all().len() {
            let id = TermId(at as u32);
            let (Node::Symbol(symbol), bits) = (terms.node(id), terms.bits(id)) else { continue };
            if unknown.contains(&id) {
                continue;
            }
            let value = symbols.get(symbol).copied().unwrap_or(0);
            let value = match bits {
                0 => Terms::truth(value != 0),
                bits => terms.number(value, bits),
            };
            // Not simplified by what is known of addresses.
            chosen.push(terms.intern(0, Node::Equal(id.min(value), id.max(value))));
        }
        chosen
    }

    /// The symbols of what is unknown: values, contents of regions, and which edges exist.
    fn unknown_symbols(&self) -> FxHashSet<TermId> {
        let mut all: FxHashSet<TermId> = self.unknown.iter().copied().collect();
        for number in &self.unknown_regions {
            all.extend(self.evaluator.contents.given(*number).iter().map(|one| one.value));
        }
        all
    }

    /// The condition under which something goes wrong.
    pub fn any_error(&mut self) -> TermId {
        let errors: Vec<TermId> =
            self.visits.iter().map(|visit| visit.error).filter(|error| *error != FALSE).collect();
        let terms = &mut self.evaluator.terms;
        errors.iter().fold(FALSE, |all, one| terms.or(all, *one))
    }

    /// What was unrolled, if nothing is beyond.
    pub fn unrolled(self) -> Unrolled {
        let steps = self.visits.iter().flat_map(|visit| &visit.steps);
        let mut taken: BTreeSet<CfgEdgeId> = steps.map(|step| step.edge).collect();
        if self.met_call {
            // Deeper calls take any steps, and rest on what is assumed of these.
            let own = self.cfg.locations[self.cfg.entry].function;
            let in_others = self.cfg.edges.iter_enumerated();
            let in_others =
                in_others.filter(|(_, edge)| self.cfg.locations[edge.from].function != own);
            taken.extend(in_others.map(|(id, _)| id));
        }
        Unrolled {
            rounds: self.rounds,
            rounds_within: self.rounds_within,
            taken,
            past_calls: self.met_call,
        }
    }

    /// The condition under which a state at a location is an error.
    pub fn error_at(&self, at: CfgLocId) -> Option<&'a Expr> {
        self.errors[at.index()].as_ref()
    }

    fn is_within_limits(&self) -> bool {
        self.visits.len() <= self.limits.steps
            && self.evaluator.terms.all().len() <= self.limits.terms
            && self.evaluator.contents.work <= self.limits.terms * 8
            && !self.limits.is_over()
    }

    /// Takes all steps from a location.
    fn visit(&mut self, at: CfgLocId) -> Result<(), Stop> {
        let Some(state) = self.pending[at].take() else { return Ok(()) };
        if !self.is_within_limits() {
            return Err(Stop::Limit);
        }
        let error = self.error(at, &state)?;
        self.visits.push(Visit { location: at, steps: Vec::new(), error });
        if self.cfg.locations[at].kind != LocationKind::Normal {
            return Ok(());
        }
        let possible = self.possible(at, &state)?;
        let count = possible.len();
        let mut state = Some(state);
        for (number, (edge, guard)) in possible.into_iter().enumerate() {
            let own = if number + 1 == count { state.take() } else { state.clone() };
            let Some(mut own) = own else { continue };
            own.guard = guard;
            self.take(edge, own)?;
        }
        Ok(())
    }

    /// The condition under which a state is an error.
    fn error(&mut self, at: CfgLocId, state: &State) -> Result<TermId, Stop> {
        let Some(error) = &self.errors[at.index()] else { return Ok(FALSE) };
        let error = self.evaluator.condition(state, error).ok_or(Stop::Unsupported)?;
        let terms = &mut self.evaluator.terms;
        Ok(match self.evaluator.guards.assume(terms, state.guard, error) {
            Some(guard) => self.evaluator.guards.term(guard),
            None => FALSE,
        })
    }

    /// The edges that may be taken, each with the guard after it. Guards exclude each other: where
    /// conditions do not, choices do.
    fn possible(&mut self, at: CfgLocId, state: &State) -> Result<Vec<(CfgEdgeId, Guard)>, Stop> {
        let mut possible: Vec<(CfgEdgeId, TermId, Guard)> = Vec::new();
        for id in self.out[at].clone() {
            let edge = &self.cfg.edges[id];
            if changes_nothing(edge) {
                continue;
            }
            let condition = match &edge.operation {
                Operation::Assume(condition) => {
                    self.evaluator.condition(state, condition).ok_or(Stop::Unsupported)?
                }
                Operation::Call { function, .. } => {
                    if self.call(id, *function, state.guard)? {
                        possible.push((id, TRUE, state.guard));
                    }
                    continue;
                }
                _ => TRUE,
            };
            let terms = &mut self.evaluator.terms;
            if let Some(guard) = self.evaluator.guards.assume(terms, state.guard, condition) {
                possible.push((id, condition, guard));
            }
        }
        // What we do not know is not excluded by anything.
        let is_free = |id: CfgEdgeId| self.cfg.edges[id].operation == Operation::AssumeUnknown;
        if possible.len() > 1 || possible.iter().any(|(id, ..)| is_free(*id)) {
            self.separate(&mut possible);
        }
        Ok(possible.into_iter().map(|(id, _, guard)| (id, guard)).collect())
    }

    /// Makes guards exclude each other.
    fn separate(&mut self, possible: &mut [(CfgEdgeId, TermId, Guard)]) {
        let apart = (1..possible.len()).all(|later| {
            (0..later).all(|earlier| {
                let (_, condition, _) = possible[later];
                let (_, _, guard) = possible[earlier];
                self.excludes(guard, condition)
            })
        });
        if apart {
            return;
        }
        let is_free = |id: CfgEdgeId| self.cfg.edges[id].operation == Operation::AssumeUnknown;
        let is_unknown = possible.iter().any(|(id, ..)| is_free(*id));
        let mut others = TRUE;
        let last = possible.len() - 1;
        for (number, (_, _, guard)) in possible.iter_mut().enumerate() {
            let terms = &mut self.evaluator.terms;
            let own = if number < last { terms.symbol(0) } else { TRUE };
            if is_unknown && number < last {
                self.unknown.push(own);
            }
            let chosen = terms.and(others, own);
            let not = terms.not(own);
            others = terms.and(others, not);
            *guard = self.evaluator.guards.assume(terms, *guard, chosen).unwrap_or(*guard);
        }
    }

    fn excludes(&mut self, guard: Guard, condition: TermId) -> bool {
        let terms = &mut self.evaluator.terms;
        let parts = terms.operands(condition, true);
        parts
            .into_iter()
            .any(|part| self.evaluator.guards.implied(terms, guard, part) == Some(false))
    }

    /// Takes an edge.
    fn take(&mut self, id: CfgEdgeId, mut state: State) -> Result<(), Stop> {
        let edge = &self.cfg.edges[id];
        let mut fresh = Vec::new();
        match &edge.operation {
            Operation::Assign(assignments) => self.assign(&mut state, assignments, edge.to)?,
            Operation::Nondet(vars) | Operation::Unknown(vars) => {
                fresh = vars.iter().map(|var| self.leave_open(&mut state, *var)).collect();
                if matches!(edge.operation, Operation::Unknown(_)) {
                    self.note_unknown(&fresh);
                }
            }
            Operation::Call { result, .. } => self.leave_behind(&mut state, *result, edge.to),
            Operation::Assume(_) | Operation::AssumeUnknown => {}
        }
        let taken = self.evaluator.guards.term(state.guard);
        if let Some(visit) = self.visits.last_mut() {
            visit.steps.push(Step { edge: id, taken, fresh });
        }
        self.arrive(edge.to, state)
    }

    fn assign(
        &mut self,
        state: &mut State,
        assignments: &[(CfgVarId, Expr)],
        to: CfgLocId,
    ) -> Result<(), Stop> {
        enum New {
            Scalar(TermId),
            Region(Rc<crate::region::Region>),
            Writes(Vec<(TermId, TermId)>),
        }
        let mut new = Vec::with_capacity(assignments.len());
        for (var, value) in
            assignments.iter().filter(|(var, _)| self.live[to].contains(var.index()))
        {
            let evaluator = &mut self.evaluator;
            let value = match self.cfg.type_of(*var) {
                Type::Array(_) => match evaluator.writes(state, *var, value) {
                    Some(writes) => New::Writes(writes),
                    None => New::Region(evaluator.region(state, value).ok_or(Stop::Unsupported)?),
                },
                _ => New::Scalar(evaluator.value(state, value).ok_or(Stop::Unsupported)?),
            };
            new.push((*var, value));
        }
        for (var, value) in new {
            let region = &mut state.regions[var.index()];
            match value {
                New::Scalar(term) => state.scalars[var.index()] = term,
                New::Region(new) => *region = Some(new),
                New::Writes(writes) => {
                    let own = region.as_mut().ok_or(Stop::Unsupported)?;
                    self.evaluator.write_all(own, &writes);
                }
            }
            if state.regions[var.index()].as_ref().is_some_and(|region| region.depth > DEEPEST) {
                return Err(Stop::Limit);
            }
        }
        Ok(())
    }

    /// A state gets to a location, where another may be.
    fn arrive(&mut self, at: CfgLocId, mut state: State) -> Result<(), Stop> {
        let live = &self.live[at];
        for (var, value) in state.scalars.iter_mut().enumerate() {
            if *value != DEAD && !live.contains(var) {
                *value = DEAD;
            }
        }
        for (var, region) in state.regions.iter_mut().enumerate() {
            if region.is_some() && !live.contains(var) {
                *region = None;
            }
        }
        let merged = match self.pending[at].take() {
            None => state,
            Some(first) => {
                let terms = &mut self.evaluator.terms;
                match self.evaluator.guards.join(terms, first.guard, state.guard) {
                    Some((guard, selector)) => self.evaluator.merge(selector, first, &state, guard),
                    None => return Ok(()),
                }
            }
        };
        if merged.regions.iter().flatten().any(|region| region.depth > DEEPEST) {
            return Err(Stop::Limit);
        }
        self.pending[at] = Some(merged);
        Ok(())
    }
}

/// Whether an edge leads from a state to itself: nothing new follows.
fn changes_nothing(edge: &Edge) -> bool {
    let kind = match &edge.operation {
        Operation::Assign(assignments) => assignments.is_empty(),
        Operation::Assume(_) | Operation::AssumeUnknown => true,
        Operation::Nondet(_) | Operation::Unknown(_) | Operation::Call { .. } => false,
    };
    kind && edge.from == edge.to
}
