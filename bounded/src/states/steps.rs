//! What steps of a graph do to sets of states, as far as some variables say.
//!
//! Whatever is not tracked can have any value, and so can what is computed from it: a set that is
//! made here has all states that the step leads to, and perhaps more. What is computed from tracked
//! variables is computed for each of the intervals between which the set tells their values apart.

use std::cell::RefCell;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::graph::order_variables;
use belnap_ir::ids::{CfgEdgeId, CfgVarId};
use belnap_solver::wp::Conditions;
use fixedbitset::FixedBitSet;

use super::diagrams::{Decided, Diagrams, EVERY, Interval, States, TooLarge};
use super::intervals::{Evaluation, Ranges, Regions, narrow, range, split};

/// Wider numbers are not told apart by their values as [`i128`].
const WIDEST: u8 = 64;

/// A computation that depends on more combinations of values is not followed.
const MOST_CASES: usize = 4096;

/// The variables that can be tracked, and the steps of a graph in normal form.
pub struct Steps<'a> {
    pub cfg: &'a Cfg,
    /// By level.
    pub variables: Vec<CfgVarId>,
    levels: Vec<Option<u32>>,
    /// The condition of each edge that has one, in normal form.
    conditions: Vec<Option<Expr>>,
    /// Which values of the variable at a level the program tells apart.
    regions: Vec<Regions>,
    /// What was seen there of variables of which only that is known.
    ranges: RefCell<Vec<Ranges>>,
}

/// What a step does to tracked variables.
pub enum Step {
    /// It exists where something holds.
    Assume(Test),
    /// Variables get values, at once.
    Assign {
        /// Ascending.
        changed: Vec<u32>,
        values: Vec<(u32, Source)>,
        /// What is computed depends on this.
        asked: Asked,
    },
}

/// A value of which something is known.
pub enum Source {
    Constant(i128),
    Computed(Expr),
    /// Computed, and then only known as far as the program tells such values apart.
    Rounded(Expr),
    /// Computed, and then known to be among those that were seen between what the program tells
    /// apart, from the smallest to the largest.
    Ranged(Expr),
}

/// How much is known of computed values, if it is more than what the program tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Where they begin and end between the numbers of the program.
    Ranges,
    /// Everything.
    Exact,
}

/// A condition.
pub enum Test {
    /// Nothing is known of it.
    Any,
    /// It holds in these states.
    Within(States),
    /// All hold.
    All(Vec<Test>),
    /// One holds.
    One(Vec<Test>),
    /// It is computed.
    Computed(Expr, Asked),
}

/// What a computation depends on.
#[derive(Default)]
pub struct Asked {
    /// The levels of its variables, ascending.
    levels: Vec<u32>,
    /// The numbers that these are compared with in it, ascending.
    compared: Vec<(u32, i128)>,
}

impl Asked {
    fn sort(&mut self) {
        self.levels.sort_unstable();
        self.levels.dedup();
        self.compared.sort_unstable();
        self.compared.dedup();
    }
}

/// A case: the intervals that some variables are in, and the states in which they are.
type Case = (Vec<Interval>, States);

impl<'a> Steps<'a> {
    /// The steps of a graph.
    pub fn new(cfg: &'a Cfg) -> Self {
        let normal = Conditions::new(cfg);
        let condition = |operation: &Operation| match operation {
            Operation::Assume(condition) => Some(normal.normal(condition)),
            _ => None,
        };
        let conditions: Vec<Option<Expr>> =
            cfg.edges.iter().map(|edge| condition(&edge.operation)).collect();
        let fits = |var: &CfgVarId| cfg.type_of(*var).as_int().is_some_and(|ty| ty.bits <= WIDEST);
        let all: Vec<CfgVarId> = cfg.variables.keys().filter(fits).collect();
        let variables = order_variables(cfg, &all);
        let mut levels = vec![None; cfg.variables.len()];
        for (level, var) in variables.iter().enumerate() {
            levels[var.index()] = Some(level as u32);
        }
        let mut steps = Steps {
            cfg,
            variables,
            levels,
            conditions,
            regions: Vec::new(),
            ranges: RefCell::default(),
        };
        steps.regions = steps.find_regions();
        steps.forget_ranges();
        steps
    }

    /// The values that the program compares variables with, or gives to them.
    fn find_regions(&self) -> Vec<Regions> {
        let mut found = Vec::new();
        for (edge, condition) in self.cfg.edges.iter().zip(&self.conditions) {
            match condition {
                Some(condition) => self.collect_compared(condition, &mut found),
                None => {
                    edge.operation.for_each_expr(|expr| self.collect_compared(expr, &mut found))
                }
            }
            let Operation::Assign(pairs) = &edge.operation else { continue };
            for (var, value) in pairs {
                if let (Some(level), Expr::Int(number, _)) = (self.level(*var), value) {
                    found.push((level, *number));
                }
            }
        }
        let mut numbers = vec![Vec::new(); self.variables.len()];
        found.into_iter().for_each(|(level, number)| numbers[level as usize].push(number));
        numbers.into_iter().map(Regions::of).collect()
    }

    /// What stands for a level in sets of tracked levels if of computed values more is known than
    /// what the program tells apart.
    pub fn more(&self, level: usize, precision: Precision) -> usize {
        let times = match precision {
            Precision::Ranges => 1,
            Precision::Exact => 2,
        };
        times * self.variables.len() + level
    }

    /// The same for each precision.
    pub fn all_more(&self, level: usize) -> [usize; 2] {
        [Precision::Ranges, Precision::Exact].map(|precision| self.more(level, precision))
    }

    /// Forgets the intervals that values were in.
    pub fn forget_ranges(&mut self) {
        let ranges = self.ranges.get_mut();
        ranges.resize_with(self.variables.len(), Ranges::default);
        ranges.iter_mut().for_each(Ranges::clear);
    }

    /// The level of a variable, if it can be tracked.
    pub fn level(&self, var: CfgVarId) -> Option<u32> {
        self.levels[var.index()]
    }

    /// The levels of the variables of an expression, ascending; `None` if one has none.
    fn levels_of(&self, expr: &Expr) -> Option<Vec<u32>> {
        let (mut levels, mut all) = (Vec::new(), is_computable(expr));
        expr.for_each_var(&mut |var| match self.level(var) {
            Some(level) => levels.push(level),
            None => all = false,
        });
        levels.sort_unstable();
        levels.dedup();
        all.then_some(levels)
    }

    /// The levels of the variables that a step depends on, as far as they have any.
    pub fn used(&self, edge: CfgEdgeId, mut visit: impl FnMut(u32)) {
        let mut of = |expr: &Expr| {
            expr.for_each_var(&mut |var| {
                if let Some(level) = self.level(var) {
                    visit(level);
                }
            });
        };
        match &self.conditions[edge.index()] {
            Some(condition) => of(condition),
            None => self.cfg.edges[edge].operation.for_each_expr(of),
        }
    }

    /// The values, among the tracked levels, that a level gets in a step, as the levels that these
    /// depend on; `None` if the step does not change it.
    pub fn sources(&self, edge: CfgEdgeId, level: u32) -> Option<Vec<u32>> {
        let var = self.variables[level as usize];
        match &self.cfg.edges[edge].operation {
            Operation::Assign(pairs) => {
                let (_, value) = pairs.iter().find(|(changed, _)| *changed == var)?;
                Some(self.levels_of(value).unwrap_or_default())
            }
            other => {
                let mut changes = false;
                other.for_each_changed(|changed| changes |= changed == var);
                changes.then(Vec::new)
            }
        }
    }

    /// A step, where only some levels are tracked.
    pub fn step(
        &self,
        diagrams: &mut Diagrams,
        edge: CfgEdgeId,
        tracked: &FixedBitSet,
    ) -> Result<Step, TooLarge> {
        if let Some(condition) = &self.conditions[edge.index()] {
            return Ok(Step::Assume(self.test(diagrams, condition, true, tracked)?));
        }
        let operation = &self.cfg.edges[edge].operation;
        let (mut changed, mut values, mut asked) = (Vec::new(), Vec::new(), Asked::default());
        let is_tracked = |level: &u32| tracked.contains(*level as usize);
        operation.for_each_changed(|var| changed.extend(self.level(var).filter(is_tracked)));
        if let Operation::Assign(pairs) = operation {
            for (var, value) in pairs {
                let Some(level) = self.level(*var).filter(is_tracked) else { continue };
                match self.levels_of(value) {
                    _ if let Expr::Int(number, _) = value => {
                        values.push((level, Source::Constant(*number)));
                    }
                    Some(levels) if levels.iter().all(is_tracked) => {
                        asked.levels.extend(levels);
                        self.collect_compared(value, &mut asked.compared);
                        let knows =
                            |precision| tracked.contains(self.more(level as usize, precision));
                        let source = if is_copied(value) || knows(Precision::Exact) {
                            Source::Computed
                        } else if knows(Precision::Ranges) {
                            Source::Ranged
                        } else {
                            Source::Rounded
                        };
                        values.push((level, source(value.clone())));
                    }
                    _ => {}
                }
            }
        }
        changed.sort_unstable();
        changed.dedup();
        asked.sort();
        Ok(Step::Assign { changed, values, asked })
    }

    fn test(
        &self,
        diagrams: &mut Diagrams,
        condition: &Expr,
        holds: bool,
        tracked: &FixedBitSet,
    ) -> Result<Test, TooLarge> {
        match condition {
            Expr::Bool(truth) => Ok(match *truth == holds {
                true => Test::Any,
                false => Test::Within(States::NONE),
            }),
            Expr::Not(operand) => self.test(diagrams, operand, !holds, tracked),
            Expr::And(operands) | Expr::Or(operands) => {
                let tests = operands.iter().map(|one| self.test(diagrams, one, holds, tracked));
                let tests: Vec<Test> = tests.collect::<Result<_, _>>()?;
                match matches!(condition, Expr::And(_)) == holds {
                    true => all(diagrams, tests),
                    false => one(diagrams, tests),
                }
            }
            _ => self.atom(diagrams, condition, holds, tracked),
        }
    }

    fn atom(
        &self,
        diagrams: &mut Diagrams,
        atom: &Expr,
        holds: bool,
        tracked: &FixedBitSet,
    ) -> Result<Test, TooLarge> {
        let is_tracked = |level: &u32| tracked.contains(*level as usize);
        let levels = self.levels_of(atom).filter(|levels| levels.iter().all(is_tracked));
        let Some(levels) = levels else { return Ok(Test::Any) };
        if let Expr::Compare(op, operands) = atom
            && let [Expr::Var(var), Expr::Int(number, _)] = &**operands
            && let Some(level) = self.level(*var)
        {
            let op = if holds { *op } else { op.negate() };
            return Ok(Test::Within(compare(diagrams, level, op, *number)?));
        }
        let atom = if holds { atom.clone() } else { atom.clone().negate() };
        let mut asked = Asked { levels, compared: Vec::new() };
        self.collect_compared(&atom, &mut asked.compared);
        asked.sort();
        Ok(Test::Computed(atom, asked))
    }

    /// Collects the numbers that variables are compared with in an expression.
    fn collect_compared(&self, expr: &Expr, compared: &mut Vec<(u32, i128)>) {
        if let Expr::Compare(_, operands) = expr {
            for (one, other) in [(0, 1), (1, 0)] {
                if let (Expr::Var(var), Expr::Int(number, _)) = (&operands[one], &operands[other]) {
                    compared.extend(self.level(*var).map(|level| (level, *number)));
                }
            }
        }
        expr.operands().iter().for_each(|operand| self.collect_compared(operand, compared));
    }

    /// The states that a step leads to.
    pub fn take(
        &self,
        diagrams: &mut Diagrams,
        step: &Step,
        states: States,
    ) -> Result<States, TooLarge> {
        match step {
            Step::Assume(test) => self.assume(diagrams, test, states),
            Step::Assign { changed, values, asked } if asked.levels.is_empty() => {
                let next = diagrams.forget(states, changed)?;
                self.with_values(diagrams, values, next, &[])
            }
            Step::Assign { changed, values, asked } => {
                let Some(cases) = self.cases(diagrams, asked, states)? else {
                    return diagrams.forget(states, changed);
                };
                let mut all = States::NONE;
                for (intervals, states) in cases {
                    let next = diagrams.forget(states, changed)?;
                    let known = self.known(asked, intervals);
                    let next = self.with_values(diagrams, values, next, &known)?;
                    all = diagrams.either(all, next)?;
                }
                Ok(all)
            }
        }
    }

    /// Some of these states, all of which a step leads to wanted ones.
    pub fn origin(
        &self,
        diagrams: &mut Diagrams,
        step: &Step,
        states: States,
        wanted: &[Decided],
    ) -> Result<States, TooLarge> {
        let (changed, values, asked) = match step {
            Step::Assign { changed, values, asked } => (changed, values, asked),
            Step::Assume(test) => {
                let wanted = diagrams.agreeing(wanted)?;
                let states = diagrams.both(states, wanted)?;
                let possible = self.assume(diagrams, test, states)?;
                let Test::Computed(condition, asked) = test else { return Ok(possible) };
                return self.satisfying(diagrams, condition, asked, possible);
            }
        };
        // What the step does not change is as it is wanted.
        let (changes, stays): (Vec<Decided>, Vec<Decided>) =
            wanted.iter().partition(|(level, _)| changed.contains(level));
        let unchanged = diagrams.agreeing(&stays)?;
        let states = diagrams.both(states, unchanged)?;
        for (intervals, part) in self.cases(diagrams, asked, states)?.unwrap_or_default() {
            let mut tries = MOST_CASES;
            let gives = |intervals: &[Interval]| self.gives(asked, values, intervals, &changes);
            if let Some(intervals) = narrow(intervals, &gives, &mut tries) {
                let decided: Vec<Decided> = asked.levels.iter().copied().zip(intervals).collect();
                let inside = diagrams.agreeing(&decided)?;
                return diagrams.both(part, inside);
            }
        }
        Ok(states)
    }

    /// Some of these states, in all of which a computed condition holds if that can be said.
    fn satisfying(
        &self,
        diagrams: &mut Diagrams,
        condition: &Expr,
        asked: &Asked,
        states: States,
    ) -> Result<States, TooLarge> {
        for (intervals, part) in self.cases(diagrams, asked, states)?.unwrap_or_default() {
            let mut tries = MOST_CASES;
            let holds = |intervals: &[Interval]| {
                let known = self.known(asked, intervals.to_vec());
                Evaluation::new(self.cfg, &known).truth(condition)
            };
            if let Some(intervals) = narrow(intervals, &holds, &mut tries) {
                let decided: Vec<Decided> = asked.levels.iter().copied().zip(intervals).collect();
                let inside = diagrams.agreeing(&decided)?;
                return diagrams.both(part, inside);
            }
        }
        Ok(states)
    }

    /// Whether variables get wanted values in all states of a case, as far as these are known;
    /// `None` if in some.
    fn gives(
        &self,
        asked: &Asked,
        values: &[(u32, Source)],
        intervals: &[Interval],
        wanted: &[Decided],
    ) -> Option<bool> {
        let known = self.known(asked, intervals.to_vec());
        let evaluation = Evaluation::new(self.cfg, &known);
        let mut all = Some(true);
        for (level, (low, high)) in wanted {
            let source = values.iter().find(|(changed, _)| changed == level);
            let got = source.and_then(|(_, source)| self.value(&evaluation, *level, source));
            let Some(got) = got else { continue };
            if got.1 < *low || *high < got.0 {
                return Some(false);
            }
            if got.0 < *low || *high < got.1 {
                all = None;
            }
        }
        all
    }

    fn known(&self, asked: &Asked, intervals: Vec<Interval>) -> Vec<(CfgVarId, Interval)> {
        asked.levels.iter().map(|level| self.variables[*level as usize]).zip(intervals).collect()
    }

    /// Those of some states in which variables have the values that they are given.
    fn with_values(
        &self,
        diagrams: &mut Diagrams,
        values: &[(u32, Source)],
        mut states: States,
        known: &[(CfgVarId, Interval)],
    ) -> Result<States, TooLarge> {
        let evaluation = Evaluation::new(self.cfg, known);
        for (level, source) in values {
            let interval = self.value(&evaluation, *level, source).unwrap_or(EVERY);
            let within = diagrams.within(*level, interval)?;
            states = diagrams.both(states, within)?;
        }
        Ok(states)
    }

    /// The interval that a value is in, if something is known of it.
    fn value(&self, evaluation: &Evaluation<'_>, level: u32, source: &Source) -> Option<Interval> {
        let regions = &self.regions[level as usize];
        let found = match source {
            Source::Constant(number) => Some((*number, *number)),
            Source::Computed(value) => evaluation.number(value),
            Source::Rounded(value) => {
                evaluation.number(value).map(|found| regions.around_all(found))
            }
            Source::Ranged(value) => evaluation
                .number(value)
                .map(|found| self.ranges.borrow_mut()[level as usize].add(regions, found)),
        };
        let (low, high) = range(self.cfg, self.variables[level as usize]);
        found.filter(|found| low < found.0 || found.1 < high)
    }

    fn assume(
        &self,
        diagrams: &mut Diagrams,
        test: &Test,
        states: States,
    ) -> Result<States, TooLarge> {
        match test {
            Test::Any => Ok(states),
            Test::Within(set) => diagrams.both(states, *set),
            Test::All(tests) => {
                tests.iter().try_fold(states, |states, test| self.assume(diagrams, test, states))
            }
            Test::One(tests) => {
                let mut all = States::NONE;
                for test in tests {
                    let some = self.assume(diagrams, test, states)?;
                    all = diagrams.either(all, some)?;
                }
                Ok(all)
            }
            Test::Computed(condition, asked) => {
                let Some(cases) = self.cases(diagrams, asked, states)? else { return Ok(states) };
                let mut all = States::NONE;
                for (intervals, states) in cases {
                    let known = self.known(asked, intervals);
                    if Evaluation::new(self.cfg, &known).truth(condition) != Some(false) {
                        all = diagrams.either(all, states)?;
                    }
                }
                Ok(all)
            }
        }
    }

    /// The cases between which some states, or comparisons in a computation, tell the values of its
    /// variables apart; `None` if there are too many.
    fn cases(
        &self,
        diagrams: &mut Diagrams,
        asked: &Asked,
        states: States,
    ) -> Result<Option<Vec<Case>>, TooLarge> {
        let mut cases: Vec<Case> = vec![(Vec::new(), states)];
        for level in &asked.levels {
            let of_level = asked.compared.iter().filter(|(of, _)| of == level);
            let compared: Vec<i128> = of_level.map(|(_, number)| *number).collect();
            let range = range(self.cfg, self.variables[*level as usize]);
            let mut next = Vec::new();
            for (known, states) in cases {
                let apart = diagrams.told_apart(states, *level);
                let inside =
                    apart.into_iter().map(|(low, high)| (low.max(range.0), high.min(range.1)));
                for interval in inside.flat_map(|interval| split(interval, &compared)) {
                    let within = diagrams.within(*level, interval)?;
                    let states = diagrams.both(states, within)?;
                    if !states.is_none() {
                        let known = known.iter().copied().chain([interval]).collect();
                        next.push((known, states));
                    }
                }
                if next.len() > MOST_CASES {
                    return Ok(None);
                }
            }
            cases = next;
        }
        Ok(Some(cases))
    }
}

/// Whether a value is that of some variable, or a constant: as many values come of that as there
/// were before.
fn is_copied(value: &Expr) -> bool {
    match value {
        Expr::Var(_) | Expr::Int(..) => true,
        Expr::If(operands) => operands[1..].iter().all(is_copied),
        _ => false,
    }
}

/// Whether an expression has a value as soon as all its variables have one.
fn is_computable(expr: &Expr) -> bool {
    !matches!(expr, Expr::Address(_) | Expr::Read(_)) && expr.operands().iter().all(is_computable)
}

/// The states in which a variable compares with a number in some way.
fn compare(
    diagrams: &mut Diagrams,
    level: u32,
    op: CompareOp,
    number: i128,
) -> Result<States, TooLarge> {
    let below = (i128::MIN, number.saturating_sub(1));
    let up_to = (i128::MIN, number);
    let (interval, inside) = match op {
        CompareOp::Eq => ((number, number), true),
        CompareOp::Ne => ((number, number), false),
        CompareOp::Lt => (below, true),
        CompareOp::Le => (up_to, true),
        CompareOp::Gt => (up_to, false),
        CompareOp::Ge => (below, false),
    };
    let within = diagrams.within(level, interval)?;
    if inside { Ok(within) } else { diagrams.without(States::ALL, within) }
}

/// All of some conditions; those that are sets of states are one.
fn all(diagrams: &mut Diagrams, tests: Vec<Test>) -> Result<Test, TooLarge> {
    let (mut within, mut others) = (States::ALL, Vec::new());
    for test in tests {
        match test {
            Test::Any => {}
            Test::Within(states) => within = diagrams.both(within, states)?,
            other => others.push(other),
        }
    }
    if within != States::ALL || others.is_empty() {
        others.insert(0, Test::Within(within));
    }
    Ok(match others.len() {
        1 => others.remove(0),
        _ => Test::All(others),
    })
}

/// One of some conditions; those that are sets of states are one.
fn one(diagrams: &mut Diagrams, tests: Vec<Test>) -> Result<Test, TooLarge> {
    let (mut within, mut others) = (States::NONE, Vec::new());
    for test in tests {
        match test {
            Test::Any => return Ok(Test::Any),
            Test::Within(states) => within = diagrams.either(within, states)?,
            other => others.push(other),
        }
    }
    if !within.is_none() || others.is_empty() {
        others.insert(0, Test::Within(within));
    }
    Ok(match others.len() {
        1 => others.remove(0),
        _ => Test::One(others),
    })
}
