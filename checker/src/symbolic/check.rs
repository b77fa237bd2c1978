//! One property on one structure: the two questions, the verdict, the values at the entry.

use std::cell::OnceCell;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{LocId, VarId};
use belnap_ir::kripke::Semantics;
use belnap_ir::property::{Fixpoint, Formula, Quantifier};
use belnap_ir::result::{InitialValue, StateValues, Statistics, Verdict};

use super::atoms::Atoms;
use super::evaluate::{Env, Evaluator, Goal, StateSet};
use super::positive::{NodeId, Positive, PositiveGraph};
use super::reach::reachable;
use super::seeds::Seeding;
use super::space::{Domain, Space};
use crate::bdd::{Bdd, NodeLimit};

/// How to check.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Use the `wp` trick where the structure is total.
    pub hyper: bool,
    /// Compute both halves in all initial states, even if less decides.
    pub full: bool,
}

impl Default for CheckOptions {
    fn default() -> Self {
        CheckOptions { hyper: true, full: false }
    }
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The property does not fit the structure.
    #[error("{0}")]
    Property(Diagnostic),
    /// Too large.
    #[error(transparent)]
    Nodes(#[from] NodeLimit),
    /// The structure says of some initial state both that the property is true and that it is
    /// false; no program has such an abstraction.
    #[error(
        "inconsistent abstraction: {formula} is both definitely true and definitely false in an \
         initial state that stands for some state of the program"
    )]
    Inconsistent {
        /// The property.
        formula: String,
    },
}

/// A structure and what was computed once for all properties on it.
pub struct Session<'k> {
    /// The structure's diagrams.
    pub space: Space<'k>,
    reachable: OnceCell<StateSet>,
    /// Must and may agree and no state is partial: a property whose atoms are definite is false
    /// where it is not true.
    two_valued: bool,
    /// Every must-successor of a complete state may be reached too. Not so where our dialect has
    /// constraints, which leave the must half alone.
    must_within_may: bool,
}

/// A property checked, with what explanations and later runs need.
pub struct Checked<'s, 'k> {
    /// The answer.
    pub verdict: Verdict,
    /// Values at the entry.
    pub initial: Vec<InitialValue>,
    /// Whether `initial` leaves some out.
    pub initial_cut: bool,
    /// Counters.
    pub statistics: Statistics,
    /// The property in positive form, with the steps to where it is judged.
    pub truth: Question<'s, 'k>,
    /// Its negation.
    pub falsity: Question<'s, 'k>,
}

/// One of the two questions, as far as it was asked.
pub struct Question<'s, 'k> {
    /// The formula whose definite truth was asked for.
    pub node: NodeId,
    /// In which states.
    pub domain: Domain,
    /// The evaluator, if it was needed.
    pub evaluator: Option<Evaluator<'s, 'k>>,
    /// Entry states where it is definitely true and that count for the verdict.
    pub at_entry: Option<Bdd>,
}

impl<'k> Session<'k> {
    /// Prepares a structure.
    ///
    /// # Errors
    /// If the structure knows nothing of an atom.
    pub fn new(
        kripke: &'k belnap_ir::kripke::SymbolicKripke,
        max_nodes: usize,
    ) -> Result<Self, NodeLimit> {
        let space = Space::new(kripke, max_nodes)?;
        let unconstrained = kripke.edges.iter().all(|edge| edge.constrain.is_none())
            && kripke
                .locations
                .iter()
                .enumerate()
                .all(|(at, _)| space.bdds.is_true(space.enforce(LocId::from(at))));
        let must_within_may = kripke.semantics == Semantics::Over || kripke.strict || unconstrained;
        let two_valued = space.closed
            && kripke.semantics == Semantics::Exact
            && must_within_may
            && kripke.propositions.iter().all(|p| p.values.iter().all(|v| v.is_definite()));
        Ok(Session { space, reachable: OnceCell::new(), two_valued, must_within_may })
    }

    /// The complete states that may be reached, computed once.
    pub fn reachable(&self) -> Result<StateSet, NodeLimit> {
        if let Some(known) = self.reachable.get() {
            return Ok(known.clone());
        }
        let set = reachable(&self.space)?;
        Ok(self.reachable.get_or_init(|| set).clone())
    }

    /// Whether this session answers `fails` wherever it does not answer `holds`, if the atoms are
    /// definite everywhere.
    pub fn two_valued(&self) -> bool {
        self.two_valued
    }
}

/// The property and its negation in positive form, with the steps from the entry to `start`.
pub struct Prepared {
    /// All formulas.
    pub graph: PositiveGraph,
    /// The property.
    pub truth: NodeId,
    /// Its negation.
    pub falsity: NodeId,
    /// Its atoms.
    pub atoms: Atoms,
    judged: NodeId,
}

impl Prepared {
    /// Puts a property in positive form and resolves its atoms.
    ///
    /// # Errors
    /// If the structure knows nothing of an atom.
    pub fn new(
        kripke: &belnap_ir::kripke::SymbolicKripke,
        formula: &Formula,
    ) -> Result<Self, Diagnostic> {
        let atoms = Atoms::resolve(kripke, formula)?;
        let mut graph = PositiveGraph::default();
        let judged = graph.add(formula, true);
        let negated = graph.add(formula, false);
        let truth = graph.add_steps(Quantifier::Forall, kripke.prefix, judged);
        let falsity = graph.add_steps(Quantifier::Exists, kripke.prefix, negated);
        Ok(Prepared { graph, truth, falsity, atoms, judged })
    }

    /// The property itself, without the steps to where it is judged.
    pub fn judged(&self) -> NodeId {
        self.judged
    }
}

/// Checks one property.
///
/// # Errors
/// If the nodes do not suffice, or the abstraction contradicts itself.
pub fn check<'s, 'k>(
    session: &'s Session<'k>,
    prepared: &'s Prepared,
    seeding: Option<&Seeding<'_>>,
    options: &CheckOptions,
) -> Result<Checked<'s, 'k>, CheckError> {
    let pure = !Evaluator::needs_partial(
        &session.space,
        &prepared.graph,
        (prepared.truth, Domain::Complete),
    );
    let steps_stay = session.must_within_may || !prepared.graph.has_exists(prepared.truth);
    let care = if pure && steps_stay { Some(session.reachable()?) } else { None };
    let two_valued = session.two_valued && prepared.atoms.are_definite();
    let space = &session.space;
    let initial = space.initial()?;
    let images_before = space.images();
    let asking = Asking { space, prepared, seeding, options, initial, two_valued };
    let (truth, true_at) = asking.ask_truth(care)?;
    let initial = &asking.initial;
    // A classic program without initial states has no executions, so everything holds of it; an
    // abstraction without them is of no program.
    let some_initial = space.kripke.strict || !space.bdds.is_false(initial);
    let holds = some_initial && space.bdds.implies(initial, &true_at)?;
    let refuted = asking.ask_falsity(&true_at, !holds || options.full)?;
    if refuted.inconsistent || (holds && refuted.fails) {
        let formula = prepared.graph.text(prepared.judged).to_owned();
        return Err(CheckError::Inconsistent { formula });
    }
    let verdict = match (holds, refuted.fails) {
        (true, _) => Verdict::Holds,
        (_, true) => Verdict::Fails,
        _ => Verdict::Inconclusive,
    };
    // A refutation stops at the first witness, so what is not known to be false by then need not
    // be unknown.
    let settled = verdict != Verdict::Fails || two_valued || options.full;
    let (initial, initial_cut) =
        initial_values(space, initial, &true_at, &refuted.false_at, settled)?;
    let falsity = refuted.question;
    let mut statistics =
        Statistics { images: space.images() - images_before, ..Statistics::default() };
    for evaluator in [&truth.evaluator, &falsity.evaluator].into_iter().flatten() {
        statistics.iterations += evaluator.iterations;
        statistics.seeded += evaluator.seeded;
        statistics.peak_nodes = statistics.peak_nodes.max(evaluator.peak_nodes);
    }
    statistics.peak_nodes = statistics.peak_nodes.max(space.bdds.nodes());
    Ok(Checked { verdict, initial, initial_cut, statistics, truth, falsity })
}

/// What both questions about a property share: whether it is true, and whether it is false.
struct Asking<'s, 'k, 'a> {
    space: &'s Space<'k>,
    prepared: &'s Prepared,
    seeding: Option<&'a Seeding<'a>>,
    options: &'a CheckOptions,
    /// The complete states at the entry.
    initial: Bdd,
    /// Whether what is not true is false.
    two_valued: bool,
}

/// What is known of the falsity of a property.
struct Refuted<'s, 'k> {
    question: Question<'s, 'k>,
    /// The complete states at the entry where it is false.
    false_at: Bdd,
    fails: bool,
    /// False of a state, and true of all that it stands for.
    inconsistent: bool,
}

impl<'s, 'k> Asking<'s, 'k, '_> {
    fn entry(&self) -> LocId {
        self.space.kripke.entry
    }

    /// An evaluator that starts from what an earlier run knew.
    fn evaluator(
        &self,
        root: (NodeId, Domain),
        care: Option<StateSet>,
    ) -> Result<Evaluator<'s, 'k>, CheckError> {
        let Prepared { graph, atoms, .. } = self.prepared;
        let mut evaluator =
            Evaluator::new(self.space, graph, atoms, self.options.hyper, &[root], care);
        if let Some(seeding) = self.seeding {
            seeding.apply(&mut evaluator)?;
        }
        Ok(evaluator)
    }

    /// The states at the entry where the property is definitely true. Only states in `care`, if
    /// given, need to be looked at.
    fn ask_truth(&self, care: Option<StateSet>) -> Result<(Question<'s, 'k>, Bdd), CheckError> {
        let space = self.space;
        let (node, domain) = (self.prepared.truth, Domain::Complete);
        let shortcut = match &care {
            Some(care) => always_by_reach(space, self.prepared, care)?,
            None => false,
        };
        if shortcut {
            let at_entry = Some(self.initial.clone());
            return Ok((
                Question { node, domain, evaluator: None, at_entry },
                self.initial.clone(),
            ));
        }
        let mut evaluator = self.evaluator((node, domain), care)?;
        let everywhere =
            |set: &Bdd| -> Result<bool, NodeLimit> { space.bdds.implies(&self.initial, set) };
        let goal = Goal { at: self.entry(), reached: &everywhere };
        let set = evaluator.evaluate_root(node, domain, Some(&goal))?;
        let true_at = space.bdds.and(&set[self.entry()], &self.initial)?;
        let at_entry = Some(true_at.clone());
        Ok((Question { node, domain, evaluator: Some(evaluator), at_entry }, true_at))
    }

    /// Where the property is definitely false, if that is `wanted`.
    fn ask_falsity(&self, true_at: &Bdd, wanted: bool) -> Result<Refuted<'s, 'k>, CheckError> {
        let space = self.space;
        let domain = if space.closed || space.kripke.semantics == Semantics::Over {
            Domain::Complete
        } else {
            Domain::Partial
        };
        let node = self.prepared.falsity;
        let mut question = Question { node, domain, evaluator: None, at_entry: None };
        if !wanted {
            let false_at = space.bdds.falsity();
            return Ok(Refuted { question, false_at, fails: false, inconsistent: false });
        }
        let (witnesses, everywhere) = self.find_witnesses(&mut question, true_at)?;
        let initial = &self.initial;
        let false_at = space.bdds.and(&everywhere, initial)?;
        // Some initial state is consistent; if all are false it does not matter which.
        let all_false = !space.bdds.is_false(initial) && space.bdds.implies(initial, &false_at)?;
        let fails = all_false || !space.bdds.is_false(&witnesses);
        // True of all that a state stands for, and false of it: no program is like that.
        let contradicted = match domain {
            Domain::Complete => space.bdds.and(&witnesses, true_at)?,
            Domain::Partial => {
                let enforced = space.bdds.not(space.enforce(self.entry()))?;
                let truth = space.bdds.or(true_at, &enforced)?;
                space.bdds.and(&witnesses, &space.dual(&truth)?)?
            }
        };
        let inconsistent = !space.bdds.is_false(&contradicted);
        question.at_entry = Some(if space.bdds.is_false(&witnesses) && all_false {
            question.domain = Domain::Complete;
            initial.clone()
        } else {
            witnesses
        });
        Ok(Refuted { question, false_at, fails, inconsistent })
    }

    /// The states at the entry that are known to exist and where the property is false, and all
    /// complete ones where it is.
    fn find_witnesses(
        &self,
        question: &mut Question<'s, 'k>,
        true_at: &Bdd,
    ) -> Result<(Bdd, Bdd), CheckError> {
        let (space, domain) = (self.space, question.domain);
        let inhabited = space.inhabited(domain)?;
        if self.two_valued {
            let witnesses = space.bdds.minus(&inhabited, true_at)?;
            return Ok((witnesses.clone(), witnesses));
        }
        let mut evaluator = self.evaluator((question.node, domain), None)?;
        let somewhere = |set: &Bdd| -> Result<bool, NodeLimit> {
            Ok(!space.bdds.is_false(&space.bdds.and(&inhabited, set)?))
        };
        let goal = (!self.options.full).then_some(Goal { at: self.entry(), reached: &somewhere });
        let set = evaluator.evaluate_root(question.node, domain, goal.as_ref())?;
        question.evaluator = Some(evaluator);
        let complete = match domain {
            Domain::Complete => set[self.entry()].clone(),
            Domain::Partial => space.complete(&set[self.entry()])?,
        };
        Ok((space.bdds.and(&set[self.entry()], &inhabited)?, complete))
    }
}

/// `AG p` with a state formula p: true at the entry if no reachable state violates p. Answers
/// only yes; a violation needs the fixpoint to say from which initial states.
fn always_by_reach(
    space: &Space<'_>,
    prepared: &Prepared,
    reachable: &StateSet,
) -> Result<bool, NodeLimit> {
    let graph = &prepared.graph;
    let Positive::Fix(Fixpoint::Greatest, binder, body) = graph.node(prepared.judged) else {
        return Ok(false);
    };
    let Positive::And(conjuncts) = graph.node(*body) else { return Ok(false) };
    let [state, step] = conjuncts.as_slice() else { return Ok(false) };
    let Positive::Step(Quantifier::Forall, None, next) = graph.node(*step) else {
        return Ok(false);
    };
    if *graph.node(*next) != Positive::Var(*binder)
        || !graph.is_state_formula(*state)
        || space.kripke.semantics == Semantics::Under
    {
        return Ok(false);
    }
    let Some(line) = line_to_start(space) else { return Ok(false) };
    let roots = [(*state, Domain::Complete)];
    let mut evaluator = Evaluator::new(space, graph, &prepared.atoms, false, &roots, None);
    let good = evaluator.evaluate(*state, Domain::Complete, &Env::default())?;
    for at in space.kripke.locations.keys() {
        if !line.contains(&at) && !space.bdds.implies(&reachable[at], &good[at])? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The locations before the one where properties are judged, if no execution returns to them.
fn line_to_start(space: &Space<'_>) -> Option<Vec<LocId>> {
    let mut line = Vec::new();
    let mut at = space.kripke.entry;
    for _ in 0..space.kripke.prefix {
        line.push(at);
        let mut out = space.outgoing(at);
        let edge = out.next().filter(|_| out.next().is_none())?;
        at = space.kripke.edges[edge].to;
    }
    let entered = line.iter().any(|at| {
        space.incoming(*at).iter().any(|edge| {
            let from = space.kripke.edges[*edge].from;
            !line.contains(&from)
        })
    });
    (!entered && !line.contains(&at)).then_some(line)
}

/// Limit on sets of initial states listed per value.
const MOST_SETS: usize = 16;

fn initial_values(
    space: &Space<'_>,
    initial: &Bdd,
    truth: &Bdd,
    falsity: &Bdd,
    settled: bool,
) -> Result<(Vec<InitialValue>, bool), NodeLimit> {
    let bdds = &space.bdds;
    let location = &space.kripke.locations[space.kripke.entry].name;
    let decided = bdds.or(truth, falsity)?;
    let parts = [
        (Belnap::True, bdds.minus(truth, falsity)?),
        (Belnap::False, bdds.minus(falsity, truth)?),
        (Belnap::Both, bdds.and(truth, falsity)?),
        (Belnap::Unknown, bdds.minus(initial, &decided)?),
    ];
    let mut values = Vec::new();
    let mut cut = false;
    for (value, mut set) in parts {
        if value == Belnap::Unknown && !settled {
            cut |= !bdds.is_false(&set);
            continue;
        }
        // Everything that is initial but not in this part need not be told apart from it.
        if set == *initial && !bdds.is_false(&set) {
            let state = StateValues::default();
            values.push(InitialValue { location: location.clone(), state, value });
            continue;
        }
        let mut listed = 0;
        while let Some(cube) = bdds.pick(&set) {
            if listed == MOST_SETS {
                cut = true;
                break;
            }
            listed += 1;
            let state = describe_complete(space, &cube);
            values.push(InitialValue { location: location.clone(), state, value });
            set = bdds.minus(&set, &cube_function(space, &cube)?)?;
        }
    }
    Ok((values, cut))
}

fn cube_function(space: &Space<'_>, cube: &[Option<bool>]) -> Result<Bdd, NodeLimit> {
    let bdds = &space.bdds;
    let mut function = bdds.truth();
    for (var, value) in (0_u32..).zip(cube) {
        match value {
            Some(true) => function = bdds.and(&function, bdds.var(var))?,
            Some(false) => function = bdds.minus(&function, bdds.var(var))?,
            None => {}
        }
    }
    Ok(function)
}

fn describe_complete(space: &Space<'_>, cube: &[Option<bool>]) -> StateValues {
    let entry = &space.kripke.locations[space.kripke.entry];
    let entries = space.kripke.variables.iter().enumerate().filter_map(|(index, variable)| {
        let in_scope = variable.scope.is_none_or(|scope| scope == entry.scope);
        let value = cube[space.known_true(VarId::from(index)) as usize].filter(|_| in_scope)?;
        Some((space.name(VarId::from(index)).to_owned(), value.into()))
    });
    entries.collect()
}
