//! Conditions approximated over predicates: for a condition, the weakest expression over the
//! tracked predicates that implies it, and the weakest that implies its negation.
//!
//! Only predicates that share variables with the condition, directly or through others, can
//! matter. Their possible combinations of truth values are listed once; a combination goes into
//! the expression if the prover says that it implies the condition.

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;
use belnap_solver::session::{Answer, Literal, Session};
use belnap_solver::wp::Conditions;
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounded;
use crate::implicants::{Cube, cover, is_tautology};
use crate::options::Method;
use crate::previous::Previous;
use crate::theory::{AtomId, Theory};
use crate::tracked::Predicates;

/// A condition as seen through predicates: `choose(truth, falsity)`. The positions in cubes are
/// numbers of predicates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Where it is true.
    pub truth: Vec<Cube>,
    /// Where it is false.
    pub falsity: Vec<Cube>,
    /// In every state one of the two says so.
    pub exact: bool,
}

impl Choice {
    /// Nothing is known.
    pub const UNKNOWN: Choice = Choice { truth: Vec::new(), falsity: Vec::new(), exact: false };

    /// True, or false, in every state, and known to be.
    pub fn constant(value: bool) -> Self {
        let always = vec![Cube::new()];
        let (truth, falsity) = if value { (always, Vec::new()) } else { (Vec::new(), always) };
        Choice { truth, falsity, exact: true }
    }

    /// A predicate, or its negation.
    pub fn literal(predicate: usize, value: bool) -> Self {
        Choice {
            truth: vec![vec![(predicate, value)]],
            falsity: vec![vec![(predicate, !value)]],
            exact: true,
        }
    }

    /// The same condition, negated.
    #[must_use]
    pub fn negate(self) -> Self {
        Choice { truth: self.falsity, falsity: self.truth, exact: self.exact }
    }

    /// Both conditions.
    #[must_use]
    pub fn and(&self, other: &Choice) -> Self {
        let mut truth = Vec::new();
        for a in &self.truth {
            for b in &other.truth {
                let mut both: Cube = a.iter().chain(b).copied().collect();
                both.sort_unstable();
                both.dedup();
                let clash = both.windows(2).any(|pair| pair[0].0 == pair[1].0);
                if !clash && !truth.contains(&both) {
                    truth.push(both);
                }
            }
        }
        let mut falsity = self.falsity.clone();
        falsity.extend(other.falsity.iter().filter(|cube| !self.falsity.contains(cube)).cloned());
        Choice { truth, falsity, exact: self.exact && other.exact }
    }

    /// Whether it is true everywhere.
    pub fn is_true(&self) -> bool {
        self.truth.iter().any(Cube::is_empty)
    }

    /// Whether it is false everywhere.
    pub fn is_false(&self) -> bool {
        self.falsity.iter().any(Cube::is_empty)
    }
}

/// Sessions kept by a worker; more are forgotten and made again.
const MAX_SESSIONS: usize = 48;

/// Largest number of predicates for which conjunctions of three are tried where listing fails.
const MAX_FOR_TRIPLES: usize = 20;

/// One thread's share of an abstraction.
pub struct Worker<'a> {
    /// The graph.
    pub cfg: &'a Cfg,
    /// Normal forms of its conditions.
    pub conditions: Conditions<'a>,
    /// The predicates.
    pub predicates: &'a Predicates,
    theory: &'a Theory,
    method: Method,
    /// Per predicate, its number in the theory.
    atoms: Vec<AtomId>,
    by_condition: FxHashMap<Expr, usize>,
    sessions: FxHashMap<Vec<AtomId>, Session<'a>>,
    /// An earlier abstraction of the same graph.
    pub(crate) previous: Option<&'a Previous>,
    /// Expressions taken over from it.
    pub(crate) reused: u64,
}

impl<'a> Worker<'a> {
    /// A worker for the given predicates over `cfg`.
    pub fn new(
        cfg: &'a Cfg,
        predicates: &'a Predicates,
        theory: &'a Theory,
        method: Method,
    ) -> Self {
        let atoms = predicates.all.iter().map(|tracked| theory.atom(&tracked.condition)).collect();
        let by_condition =
            predicates.all.iter().enumerate().map(|(at, t)| (t.condition.clone(), at)).collect();
        Worker {
            cfg,
            conditions: Conditions::new(cfg),
            predicates,
            theory,
            method,
            atoms,
            by_condition,
            sessions: FxHashMap::default(),
            previous: None,
            reused: 0,
        }
    }

    /// Takes over from an earlier abstraction what still holds.
    #[must_use]
    pub fn after(mut self, previous: Option<&'a Previous>) -> Self {
        self.previous = previous;
        self
    }

    /// What is known whatever the program does.
    pub fn theory(&self) -> &'a Theory {
        self.theory
    }

    /// A condition in normal form over the given predicates (ascending).
    pub fn choose(&mut self, condition: &Expr, over: &[usize]) -> Choice {
        let counters = self.theory.prover.counters();
        if let Expr::Bool(value) = condition {
            counters.note_folded(2);
            return Choice::constant(*value);
        }
        let negation = self.conditions.normal(&condition.clone().negate());
        for (side, value) in [(condition, true), (&negation, false)] {
            if let Some(predicate) = self.by_condition.get(side)
                && over.binary_search(predicate).is_ok()
            {
                counters.note_unaffected(2);
                return Choice::literal(*predicate, value);
            }
        }
        // A condition and its negation are one question, so that the branches of a test fit.
        if negation < *condition {
            return self.choose_side(&negation, condition, over).negate();
        }
        self.choose_side(condition, &negation, over)
    }

    fn choose_side(&mut self, condition: &Expr, negation: &Expr, over: &[usize]) -> Choice {
        let truth = self.weakest(condition, over);
        if truth.iter().any(Cube::is_empty) {
            return Choice::constant(true);
        }
        let falsity = self.weakest(negation, over);
        if falsity.iter().any(Cube::is_empty) {
            return Choice::constant(false);
        }
        let exact = self.covers_everything(condition, &truth, &falsity, over);
        Choice { truth, falsity, exact }
    }

    /// Whether each possible combination is in one of the two.
    pub(crate) fn covers_everything(
        &mut self,
        condition: &Expr,
        truth: &[Cube],
        falsity: &[Cube],
        over: &[usize],
    ) -> bool {
        if truth.is_empty() || falsity.is_empty() {
            return false;
        }
        let Method::Exact { combinations } = self.method else {
            let all: Vec<Cube> = truth.iter().chain(falsity).cloned().collect();
            return is_tautology(&all);
        };
        let Some((set, all)) = self.list_combinations(condition, over, combinations) else {
            return false;
        };
        let position: FxHashMap<usize, usize> =
            set.iter().enumerate().map(|(at, predicate)| (*predicate, at)).collect();
        // What was found over other predicates, for a negation that mentions other variables or in
        // less effort, does not count.
        let holds = |cube: &Cube, row: &FixedBitSet| {
            cube.iter().all(|(predicate, value)| {
                position.get(predicate).is_some_and(|at| row.contains(*at) == *value)
            })
        };
        all.iter().all(|row| truth.iter().chain(falsity).any(|cube| holds(cube, row)))
    }

    /// The weakest expression over the given predicates that implies the condition, as a small
    /// disjunction.
    pub fn weakest(&mut self, condition: &Expr, over: &[usize]) -> Vec<Cube> {
        match condition {
            Expr::Bool(true) => return vec![Cube::new()],
            Expr::Bool(false) => return Vec::new(),
            _ => {}
        }
        let near = self.near(condition, over);
        let question = self.theory.atom(condition);
        let most = near.last().map_or(&[][..], Vec::as_slice);
        let key = (question, most.iter().map(|at| self.atoms[*at]).collect(), self.method);
        let theory = self.theory;
        // Positions in what is remembered are those in `most`.
        let most = most.to_vec();
        let local = theory.weakest(key, || {
            let cubes = self.look_for(condition, over);
            let place = |predicate: usize| most.binary_search(&predicate).expect("it is near");
            let moved = |cube: Cube| cube.into_iter().map(|(at, v)| (place(at), v)).collect();
            cubes.into_iter().map(moved).collect()
        });
        let back = |cube: Cube| cube.into_iter().map(|(at, value)| (most[at], value)).collect();
        local.into_iter().map(back).collect()
    }

    fn look_for(&mut self, condition: &Expr, over: &[usize]) -> Vec<Cube> {
        match self.method {
            Method::Exact { combinations } => {
                if let Some((set, all)) = self.list_combinations(condition, over, combinations) {
                    return self.by_combination(condition, &set, &all);
                }
                let near = self.near(condition, over).into_iter().next().unwrap_or_default();
                let size = if near.len() <= MAX_FOR_TRIPLES { 3 } else { 2 };
                self.by_cubes(condition, &near, size)
            }
            Method::Cubes(size) => {
                let near = self.near(condition, over).pop().unwrap_or_default();
                self.by_cubes(condition, &near, size)
            }
        }
    }

    fn by_combination(
        &mut self,
        condition: &Expr,
        set: &[usize],
        all: &[FixedBitSet],
    ) -> Vec<Cube> {
        let (session, numbers) = self.session(set);
        let goal = Literal { atom: session.atom(condition), positive: false };
        let (mut on, mut off) = (Vec::new(), Vec::new());
        let mut literals: Vec<Literal> = Vec::with_capacity(numbers.len() + 1);
        for row in all {
            literals.clear();
            literals.extend(
                numbers
                    .iter()
                    .enumerate()
                    .map(|(at, atom)| Literal { atom: *atom, positive: row.contains(at) }),
            );
            literals.push(goal);
            match session.ask(&literals, numbers.len()) {
                Answer::Unsatisfiable(_) => on.push(row),
                Answer::Satisfiable | Answer::Unknown => off.push(row),
            }
        }
        number_literals(cover(set.len(), &on, &off), set)
    }

    fn by_cubes(&mut self, condition: &Expr, set: &[usize], size: usize) -> Vec<Cube> {
        let (session, numbers) = self.session(set);
        let goal = session.atom(condition);
        number_literals(bounded::implicants(session, &numbers, goal, size), set)
    }

    /// The largest set of near predicates whose combinations can be listed, with these.
    fn list_combinations(
        &mut self,
        condition: &Expr,
        over: &[usize],
        limit: usize,
    ) -> Option<(Vec<usize>, Vec<FixedBitSet>)> {
        let near = self.near(condition, over);
        for set in near.into_iter().rev() {
            // Predicates that exclude each other have hardly more combinations than there are
            // predicates; those are worth listing, however many.
            let limit = limit.max(4 * set.len());
            if let Some(all) = self.combinations(&set, limit) {
                return Some((set, all));
            }
        }
        None
    }

    /// The combinations that the given predicates can have.
    pub fn combinations(&mut self, set: &[usize], limit: usize) -> Option<Vec<FixedBitSet>> {
        if set.is_empty() {
            return Some(vec![FixedBitSet::new()]);
        }
        let atoms: Vec<AtomId> = set.iter().map(|predicate| self.atoms[*predicate]).collect();
        let theory = self.theory;
        let cell = theory.combinations(&atoms, limit, || {
            let (session, numbers) = self.session(set);
            session.combinations(&numbers, limit)
        });
        cell.get().and_then(Clone::clone)
    }

    /// Predicates that share variables with the condition, then also those that share variables
    /// with these, and so on; each list contains the one before, and ascends. At least one list.
    fn near(&self, condition: &Expr, over: &[usize]) -> Vec<Vec<usize>> {
        let mut vars: FxHashSet<CfgVarId> = FxHashSet::default();
        condition.for_each_var(&mut |var| {
            vars.insert(var);
        });
        let mut lists: Vec<Vec<usize>> = Vec::new();
        let mut inside: Vec<usize> = Vec::new();
        loop {
            let touches =
                |at: &usize| self.predicates.all[*at].vars.iter().any(|var| vars.contains(var));
            let found: Vec<usize> = over
                .iter()
                .copied()
                .filter(|at| inside.binary_search(at).is_err() && touches(at))
                .collect();
            if found.is_empty() {
                break;
            }
            for at in &found {
                vars.extend(&self.predicates.all[*at].vars);
            }
            inside.extend(found);
            inside.sort_unstable();
            lists.push(inside.clone());
        }
        if lists.is_empty() {
            lists.push(inside);
        }
        lists
    }

    /// All predicates that can matter for a condition, ascending.
    pub(crate) fn nearest_and_further(&self, condition: &Expr, over: &[usize]) -> Vec<usize> {
        self.near(condition, over).pop().unwrap_or_default()
    }

    /// A session that knows the given predicates, with their numbers in it.
    pub fn session(&mut self, set: &[usize]) -> (&mut Session<'a>, Vec<usize>) {
        let key: Vec<AtomId> = set.iter().map(|predicate| self.atoms[*predicate]).collect();
        if self.sessions.len() >= MAX_SESSIONS && !self.sessions.contains_key(&key) {
            self.sessions.clear();
        }
        let (predicates, theory, cfg) = (self.predicates, self.theory, self.cfg);
        let session = self.sessions.entry(key).or_insert_with(|| {
            let mut session = Session::new(&theory.prover, cfg);
            for predicate in set {
                session.atom(&predicates.all[*predicate].condition);
            }
            session.sample();
            session
        });
        let numbers = set.iter().map(|p| session.atom(&predicates.all[*p].condition)).collect();
        (session, numbers)
    }
}

/// Positions in a set as numbers of predicates.
fn number_literals(cubes: Vec<Cube>, set: &[usize]) -> Vec<Cube> {
    let renamed = |cube: Cube| cube.into_iter().map(|(at, value)| (set[at], value)).collect();
    cubes.into_iter().map(renamed).collect()
}
