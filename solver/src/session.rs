//! Questions about combinations of conditions.
//!
//! A session knows some conditions, its *atoms*, and answers whether some state makes given ones
//! true and others false. Answers come, in this order, from the rules of [`crate::cheap`], from
//! earlier answers (a combination that contains an impossible one is impossible), from states
//! found earlier, from the cache, and from the prover, which keeps one incremental solver for the
//! whole session.

use std::time::{Duration, Instant};

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::ObjectId;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use z3::ast::Bool;
use z3::{SatResult, Solver};

use crate::cache::{Key, Together};
use crate::cheap::{Cheap, Form};
use crate::counters::Counters;
use crate::evaluate::Model;
use crate::extract;
use crate::prover::{Prover, time_limit};
use crate::sample;
use crate::terms::Terms;

/// An atom, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The number that the session gave the atom.
    pub atom: usize,
    /// Not its negation.
    pub positive: bool,
}

impl Literal {
    /// The literal that is true exactly where this is false.
    #[must_use]
    pub const fn negate(self) -> Self {
        Literal { atom: self.atom, positive: !self.positive }
    }
}

/// Whether some state makes the literals of a question true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Some state does.
    Satisfiable,
    /// None does; these alone already exclude each other.
    Unsatisfiable(Vec<Literal>),
    /// Undecided.
    Unknown,
}

struct Atom {
    /// The condition and its negation.
    sides: [Expr; 2],
    forms: [Form; 2],
    /// Assumptions that stand for the two, once the prover has been asked about them.
    indicators: [Option<Bool>; 2],
}

/// A state found, and what it makes of the atoms.
struct Found {
    model: Model,
    truths: FixedBitSet,
    known: FixedBitSet,
}

/// Limit on states that are kept.
const MAX_MODELS: usize = 600;

/// A session; see the module.
pub struct Session<'a> {
    prover: &'a Prover,
    cfg: &'a Cfg,
    cheap: Cheap<'a>,
    terms: Terms<'a>,
    /// Made when it is first asked: that takes longer than most sessions that never ask it.
    solver: Option<Solver>,
    /// The time limit of the solver.
    limit: Duration,
    atoms: Vec<Atom>,
    numbers: FxHashMap<Expr, usize>,
    excluding: FxHashMap<(Literal, Literal), bool>,
    cores: Cores,
    found: Vec<Found>,
    objects: Vec<ObjectId>,
}

/// Literals that cannot all be true.
#[derive(Default)]
struct Cores {
    all: Vec<Vec<Literal>>,
    /// Their numbers by the largest literal.
    by_largest: FxHashMap<Option<Literal>, Vec<usize>>,
}

impl Cores {
    fn push(&mut self, core: Vec<Literal>) {
        let largest = core.iter().max().copied();
        self.by_largest.entry(largest).or_default().push(self.all.len());
        self.all.push(core);
    }

    /// The first that these literals contain.
    fn within(&self, literals: &[Literal]) -> Option<&[Literal]> {
        let largest = literals.iter().copied().map(Some).chain([None]);
        let candidates = largest.filter_map(|largest| self.by_largest.get(&largest));
        let inside =
            |number: &&usize| self.all[**number].iter().all(|literal| literals.contains(literal));
        let first = candidates.filter_map(|numbers| numbers.iter().find(inside)).min()?;
        Some(&self.all[*first])
    }
}

impl<'a> Session<'a> {
    /// A session without atoms.
    pub fn new(prover: &'a Prover, cfg: &'a Cfg) -> Self {
        Session {
            prover,
            cfg,
            cheap: Cheap::new(cfg),
            terms: Terms::new(cfg),
            solver: None,
            limit: prover.options.question_time,
            atoms: Vec::new(),
            numbers: FxHashMap::default(),
            excluding: FxHashMap::default(),
            cores: Cores::default(),
            found: Vec::new(),
            objects: Vec::new(),
        }
    }

    /// The number of a condition in normal form, which becomes an atom if it is none.
    pub fn atom(&mut self, condition: &Expr) -> usize {
        if let Some(known) = self.numbers.get(condition) {
            return *known;
        }
        let number = self.atoms.len();
        let negation = condition.clone().negate();
        let forms = [self.cheap.form(condition), self.cheap.form(&negation)];
        for found in &mut self.found {
            found.truths.grow(number + 1);
            found.known.grow(number + 1);
            found.note(self.cfg, number, condition);
        }
        let sides = [condition.clone(), negation];
        self.atoms.push(Atom { sides, forms, indicators: [None, None] });
        self.numbers.insert(condition.clone(), number);
        number
    }

    /// Looks for states without the prover, at the edges of what the atoms distinguish.
    pub fn sample(&mut self) {
        let conditions: Vec<&Expr> = self.atoms.iter().map(|atom| &atom.sides[0]).collect();
        for model in sample::models(self.cfg, &conditions) {
            self.keep(model);
        }
    }

    /// The truth of the given atoms in each state found, where all of them are known.
    pub fn seen(&self, atoms: &[usize]) -> impl Iterator<Item = FixedBitSet> {
        self.found
            .iter()
            .filter(|found| atoms.iter().all(|atom| found.known.contains(*atom)))
            .map(|found| found.of(atoms))
    }

    /// Whether some state makes all literals true. The first `consistent` of them are known to
    /// have one.
    pub fn ask(&mut self, literals: &[Literal], consistent: usize) -> Answer {
        let counters = &self.prover.counters;
        Counters::one(&counters.asked);
        if let Some(core) = self.by_rule(literals, consistent) {
            Counters::one(&counters.cheap);
            return Answer::Unsatisfiable(core);
        }
        if let Some(core) = self.cores.within(literals) {
            Counters::one(&counters.earlier);
            return Answer::Unsatisfiable(core.to_vec());
        }
        if self.found.iter().any(|found| found.satisfies(literals)) {
            Counters::one(&counters.model);
            return Answer::Satisfiable;
        }
        let mut sides: Vec<&Expr> = literals.iter().map(|literal| self.side(*literal)).collect();
        sides.sort_unstable();
        let key = Key::of(self.cfg, &sides);
        if let Some(satisfiable) = self.prover.cache.get(key) {
            Counters::one(&counters.cache);
            return if satisfiable {
                Answer::Satisfiable
            } else {
                Answer::Unsatisfiable(literals.to_vec())
            };
        }
        let answer = self.ask_prover(literals, key);
        match &answer {
            Answer::Satisfiable => self.prover.cache.put(key, true),
            Answer::Unsatisfiable(core) => {
                self.prover.cache.put(key, false);
                self.cores.push(core.clone());
            }
            Answer::Unknown => {}
        }
        answer
    }

    fn side(&self, literal: Literal) -> &Expr {
        &self.atoms[literal.atom].sides[usize::from(!literal.positive)]
    }

    fn form(&self, literal: Literal) -> &Form {
        &self.atoms[literal.atom].forms[usize::from(!literal.positive)]
    }

    fn by_rule(&mut self, literals: &[Literal], consistent: usize) -> Option<Vec<Literal>> {
        for (at, late) in literals.iter().enumerate().skip(consistent) {
            if self.cheap.contradict(self.form(*late), self.form(*late)) {
                return Some(vec![*late]);
            }
            for early in &literals[..at] {
                if self.excludes(*early, *late) {
                    return Some(vec![*early, *late]);
                }
            }
            let before: Vec<&Form> =
                literals[..at].iter().map(|literal| self.form(*literal)).collect();
            if self.cheap.contradicts_all(&before, self.form(*late)) {
                return Some(literals[..=at].to_vec());
            }
        }
        None
    }

    /// Whether a rule says that two literals exclude each other.
    pub fn excludes(&mut self, a: Literal, b: Literal) -> bool {
        let pair = (a.min(b), a.max(b));
        if let Some(known) = self.excluding.get(&pair) {
            return *known;
        }
        let answer = a == b.negate() || self.cheap.contradict(self.form(a), self.form(b));
        self.excluding.insert(pair, answer);
        answer
    }

    fn ask_prover(&mut self, literals: &[Literal], key: Key) -> Answer {
        let counters = &self.prover.counters;
        Counters::one(&counters.prover);
        let mut assumptions = Vec::with_capacity(literals.len());
        for literal in literals {
            let Some(indicator) = self.indicator(*literal) else {
                Counters::one(&counters.unanswered);
                return Answer::Unknown;
            };
            assumptions.push(indicator);
        }
        let begin = Instant::now();
        let time = self.prover.time(self.prover.options.question_time);
        let solver = self.solver.get_or_insert_with(|| limited_solver(self.limit));
        if time != self.limit {
            solver.set_params(&time_limit(time));
            self.limit = time;
        }
        let result = solver.check_assumptions(&assumptions);
        counters.add_time(begin.elapsed());
        self.prover.dump(key, || self.smt_lib(literals, result));
        let solver = self.solver.as_ref();
        match result {
            SatResult::Sat => {
                self.keep_model(literals);
                Answer::Satisfiable
            }
            SatResult::Unsat => {
                let core = solver.map_or_else(Vec::new, Solver::get_unsat_core);
                let core: Vec<Literal> = literals
                    .iter()
                    .zip(&assumptions)
                    .filter(|(_, assumption)| core.contains(assumption))
                    .map(|(literal, _)| *literal)
                    .collect();
                Answer::Unsatisfiable(core)
            }
            SatResult::Unknown => {
                Counters::one(&counters.unanswered);
                Answer::Unknown
            }
        }
    }

    /// The assumption that stands for a literal; `None` if it has no term.
    fn indicator(&mut self, literal: Literal) -> Option<Bool> {
        let side = usize::from(!literal.positive);
        if let Some(known) = &self.atoms[literal.atom].indicators[side] {
            return Some(known.clone());
        }
        let condition = self.atoms[literal.atom].sides[side].clone();
        let term = self.terms.condition(&condition)?;
        let sign = if literal.positive { '+' } else { '-' };
        let indicator = Bool::new_const(format!("{sign}{}", literal.atom));
        let solver = self.solver.get_or_insert_with(|| limited_solver(self.limit));
        let known = self.objects.len();
        condition.collect_objects(&mut self.objects);
        if self.objects.len() > known {
            // Facts about pairs of objects: those among the old ones are there already.
            for fact in self.terms.address_facts(&self.objects) {
                solver.assert(&fact);
            }
        }
        solver.assert(indicator.implies(&term));
        self.atoms[literal.atom].indicators[side] = Some(indicator.clone());
        Some(indicator)
    }

    fn keep_model(&mut self, literals: &[Literal]) {
        let Some(answer) = self.solver.as_ref().and_then(Solver::get_model) else { return };
        let conditions: Vec<Expr> =
            literals.iter().map(|literal| self.atoms[literal.atom].sides[0].clone()).collect();
        if let Some(model) = extract::model(&mut self.terms, &answer, &conditions, &self.objects) {
            self.keep(model);
        }
    }

    fn keep(&mut self, model: Model) {
        if self.found.len() >= MAX_MODELS {
            return;
        }
        let size = self.atoms.len();
        let mut found = Found {
            model,
            truths: FixedBitSet::with_capacity(size),
            known: FixedBitSet::with_capacity(size),
        };
        for (number, atom) in self.atoms.iter().enumerate() {
            found.note(self.cfg, number, &atom.sides[0]);
        }
        self.found.push(found);
    }

    /// All combinations of truth values that the given atoms can have, ascending, if there are at
    /// most `limit` and the prover can tell. Bit i of a combination is the i-th of `atoms`.
    pub fn combinations(&mut self, atoms: &[usize], limit: usize) -> Option<Vec<FixedBitSet>> {
        let mut all: Vec<FixedBitSet> = self.seen(atoms).collect();
        all.sort();
        all.dedup();
        if all.len() > limit {
            return None;
        }
        let counters = &self.prover.counters;
        if u32::try_from(atoms.len()).ok().and_then(|n| 1_usize.checked_shl(n)) == Some(all.len()) {
            // There are no more.
            Counters::one(&counters.asked);
            Counters::one(&counters.model);
            return Some(all);
        }
        let solver = limited_solver(self.prover.time(self.prover.options.question_time * 4));
        let mut bits = Vec::with_capacity(atoms.len());
        let mut objects = Vec::new();
        for atom in atoms {
            let condition = self.atoms[*atom].sides[0].clone();
            let term = self.terms.condition(&condition)?;
            condition.collect_objects(&mut objects);
            let bit = Bool::new_const(format!("={atom}"));
            solver.assert(bit.eq(&term));
            bits.push(bit);
        }
        for fact in self.terms.address_facts(&objects) {
            solver.assert(&fact);
        }
        let exclude = |combination: &FixedBitSet| {
            let differs: Vec<Bool> = bits
                .iter()
                .enumerate()
                .map(|(at, bit)| if combination.contains(at) { bit.not() } else { bit.clone() })
                .collect();
            solver.assert(Bool::or(&differs));
        };
        all.iter().for_each(exclude);
        let conditions: Vec<Expr> =
            atoms.iter().map(|atom| self.atoms[*atom].sides[0].clone()).collect();
        let question = Together::of(self.cfg, &conditions);
        loop {
            Counters::one(&counters.asked);
            all.sort();
            let key = question.others(&all);
            if self.prover.cache.get(key) == Some(false) {
                Counters::one(&counters.cache);
                break;
            }
            Counters::one(&counters.prover);
            let begin = Instant::now();
            let result = solver.check();
            counters.add_time(begin.elapsed());
            match result {
                SatResult::Unsat => {
                    self.prover.cache.put(key, false);
                    break;
                }
                SatResult::Sat => {}
                SatResult::Unknown => {
                    Counters::one(&counters.unanswered);
                    return None;
                }
            }
            if all.len() >= limit {
                return None;
            }
            let answer = solver.get_model()?;
            let mut combination = FixedBitSet::with_capacity(atoms.len());
            for (at, bit) in bits.iter().enumerate() {
                combination.set(at, answer.eval(bit, true)?.as_bool()?);
            }
            exclude(&combination);
            all.push(combination);
            if let Some(model) = extract::model(&mut self.terms, &answer, &conditions, &objects) {
                self.keep(model);
            }
        }
        Some(all)
    }

    /// The question as SMT-LIB 2.
    fn smt_lib(&self, literals: &[Literal], result: SatResult) -> String {
        let alone = Solver::new();
        let mut terms = Terms::new(self.cfg);
        let mut objects = Vec::new();
        for literal in literals {
            let side = self.side(*literal);
            side.collect_objects(&mut objects);
            if let Some(term) = terms.condition(side) {
                alone.assert(&term);
            }
        }
        for fact in terms.address_facts(&objects) {
            alone.assert(&fact);
        }
        let status = match result {
            SatResult::Sat => "sat",
            SatResult::Unsat => "unsat",
            SatResult::Unknown => "unknown",
        };
        let unstated = "(set-info :status unknown)";
        alone.to_smt2().replacen(unstated, &format!("(set-info :status {status})"), 1)
    }
}

impl Found {
    fn note(&mut self, cfg: &Cfg, number: usize, condition: &Expr) {
        if let Some(truth) = self.model.truth(cfg, condition) {
            self.known.insert(number);
            self.truths.set(number, truth);
        }
    }

    fn satisfies(&self, literals: &[Literal]) -> bool {
        literals.iter().all(|literal| {
            self.known.contains(literal.atom)
                && self.truths.contains(literal.atom) == literal.positive
        })
    }

    fn of(&self, atoms: &[usize]) -> FixedBitSet {
        let mut bits = FixedBitSet::with_capacity(atoms.len());
        for (at, atom) in atoms.iter().enumerate() {
            bits.set(at, self.truths.contains(*atom));
        }
        bits
    }
}

/// A solver that gives up on a question after the given time.
pub(crate) fn limited_solver(time: Duration) -> Solver {
    let solver = Solver::new();
    solver.set_params(&time_limit(time));
    solver
}
