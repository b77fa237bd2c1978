//! Triggers: what must be true for an assertion to say something, `a` of `!a || b`.
//!
//! An assertion is read from the graph, backwards from where it fails: the conditions on the way
//! are together what must be true for it to fail. Of `!a || b` that is `a && !b`, of `a ? b : 1`
//! the same, however C evaluates them: step by step, or as one number that a function is given.
//! Those that stand for a negation in the assertion are its trigger. If all of them do, all but the
//! last are, and so if none does, but the text is that of an implication; `a || b` has no trigger.

use std::collections::BTreeSet;

use belnap_ir::cfg::{AskedKind, AskedProperty, Cfg, Edge, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::graph::incoming;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, ScopeId, TiVec};
use belnap_ir::simplify::Simplifier;
use belnap_ir::span::SourceLine;
use belnap_ir::substitute::{size, substitute};

/// Limit on the ways in which one assertion fails.
const MOST_WAYS: usize = 8;

/// Limit on the steps of such a way.
const LONGEST: usize = 64;

/// Larger conditions are not read.
const MAX_SIZE: usize = 200;

/// What must be true at a location for an assertion behind it to say something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// Where the assertion begins.
    pub at: CfgLocId,
    /// What must be true there.
    pub condition: Expr,
    /// A location that control gets to exactly if it is true there, if there is one.
    pub behind: Option<CfgLocId>,
}

/// Reads triggers from one graph.
pub struct Triggers<'a> {
    cfg: &'a Cfg,
    simplifier: Simplifier<'a>,
    incoming: TiVec<CfgLocId, Vec<CfgEdgeId>>,
}

/// What belongs to an assertion.
enum Extent {
    /// What stands on a line and in the assertion's text, and is no step of a function called
    /// there: those of models have the line and the text of their call.
    Text { line: SourceLine, texts: Vec<String>, is_cut: bool, scope: ScopeId },
    /// Functions that only assert what they are given, and what they are given.
    Functions { inside: BTreeSet<ScopeId>, calls: BTreeSet<SourceLine> },
}

impl Extent {
    fn has(&self, cfg: &Cfg, edge: &Edge) -> bool {
        match self {
            Extent::Text { line, texts, is_cut, scope } => {
                let is_own = |at: CfgLocId| cfg.locations[at].scope == *scope;
                let own = words(edge.text.split('…').next().unwrap_or_default());
                edge.source.as_ref() == Some(line)
                    && (*is_cut || texts.iter().any(|text| text.contains(&own)))
                    && is_own(edge.from)
                    && is_own(edge.to)
            }
            Extent::Functions { inside, calls } => {
                let is_argument = matches!(edge.operation, Operation::Assign(_))
                    && edge.source.as_ref().is_some_and(|line| calls.contains(line));
                inside.contains(&cfg.locations[edge.from].scope) || is_argument
            }
        }
    }
}

/// Whether a step is taken where a check holds that would have failed otherwise.
pub fn passes_check(cfg: &Cfg, edge: &Edge) -> bool {
    let is_check = |at: CfgLocId| {
        let asked = cfg.properties.iter().find(|asked| asked.location == at);
        asked.is_some_and(|asked| asked.kind.is_check())
    };
    let fails = |other: CfgEdgeId| {
        let to = cfg.edges[other].to;
        let mut next = cfg.edges_from(to).map(|edge| cfg.edges[edge].to);
        let behind = next.next().filter(|_| next.next().is_none());
        to != edge.to && (is_check(to) || behind.is_some_and(is_check))
    };
    matches!(edge.operation, Operation::Assume(_)) && cfg.edges_from(edge.from).any(fails)
}

/// The first string literal of a C text, if it is whole.
pub fn first_literal(text: &str) -> Option<String> {
    let (_, rest) = text.split_once('"')?;
    let mut out = String::new();
    let mut all = rest.chars();
    loop {
        match all.next()? {
            '"' => return Some(out),
            '\\' => out.push(all.next()?),
            c => out.push(c),
        }
    }
}

/// A text without spaces and the parentheses around it.
fn words(text: &str) -> String {
    let mut all: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    while let Some(inner) = all.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        all = inner.to_owned();
    }
    all
}

/// A way to a failure, backwards.
#[derive(Clone)]
struct Way {
    at: CfgLocId,
    steps: usize,
    /// What must be true at `at` to go this way.
    conditions: Vec<Expr>,
    /// The locations on the way, each with the number of conditions behind it.
    places: Vec<(usize, CfgLocId)>,
}

impl<'a> Triggers<'a> {
    /// For assertions of `cfg`.
    pub fn new(cfg: &'a Cfg) -> Self {
        Triggers { cfg, simplifier: Simplifier::new(cfg), incoming: incoming(cfg) }
    }

    /// The triggers of an assertion, at most one for each way in which it fails.
    pub fn of(&self, asked: &AskedProperty) -> Vec<Trigger> {
        let is_implication = self.is_implication(asked);
        self.ways(asked).into_iter().filter_map(|way| trigger(way, is_implication)).collect()
    }

    /// Whether an assertion is written as `!a || …` or `a ? … : …`.
    fn is_implication(&self, asked: &AskedProperty) -> bool {
        let is_argument =
            |edge: &&Edge| matches!(edge.operation, Operation::Assign(_)) && !edge.text.is_empty();
        let text = match self.extent(asked) {
            Some(Extent::Functions { inside, .. }) => {
                let entered = |edge: &&Edge| {
                    let [from, to] = [edge.from, edge.to].map(|at| self.cfg.locations[at].scope);
                    inside.contains(&to) && !inside.contains(&from)
                };
                self.cfg.edges.iter().filter(is_argument).find(entered).map(|edge| &edge.text)
            }
            _ => Some(&asked.text),
        };
        let inner = text.and_then(|text| text.split_once('(')).map(|(_, inner)| inner);
        inner.is_some_and(|inner| {
            inner.trim_start_matches([' ', '"', '(']).starts_with('!') || inner.contains('?')
        })
    }

    /// Where an assertion begins to be evaluated; nothing if that is not known.
    pub fn beginnings(&self, asked: &AskedProperty) -> BTreeSet<CfgLocId> {
        let ways = self.ways(asked);
        ways.into_iter().filter(|way| !way.conditions.is_empty()).map(|way| way.at).collect()
    }

    /// The ways in which an assertion fails, from where it begins.
    fn ways(&self, asked: &AskedProperty) -> Vec<Way> {
        let Some(extent) = self.extent(asked) else { return Vec::new() };
        let start =
            Way { at: asked.location, steps: 0, conditions: Vec::new(), places: Vec::new() };
        let (mut open, mut found) = (vec![start], Vec::new());
        while let Some(way) = open.pop() {
            let before = self.before(&way, &extent);
            if open.len() + before.len() + found.len() > MOST_WAYS {
                return Vec::new();
            }
            match before.is_empty() {
                true => found.push(way),
                false => open.extend(before),
            }
        }
        found
    }

    /// What belongs to an assertion; `None` if it is something else that is asked.
    fn extent(&self, asked: &AskedProperty) -> Option<Extent> {
        match asked.kind {
            AskedKind::Assert => {
                let scope = self.cfg.locations[asked.location].scope;
                // What the system's headers make of `assert` has the condition as a string.
                let condition = asked.text.strip_prefix("__assert_fail").and_then(first_literal);
                // What was cut off may be anything: an assertion that begins too early is taken for
                // reached, one that begins too late for unreachable.
                let is_cut = condition.is_none() && asked.text.contains('…');
                let texts = [Some(&asked.text), condition.as_ref()].into_iter().flatten();
                let texts = texts.map(|text| words(text)).collect();
                Some(Extent::Text { line: asked.source.clone()?, texts, is_cut, scope })
            }
            AskedKind::ReachError => self.wrapper(asked),
            _ => None,
        }
    }

    /// The functions that only assert what they are given, around an error.
    fn wrapper(&self, asked: &AskedProperty) -> Option<Extent> {
        let (mut inside, mut calls) = (BTreeSet::new(), BTreeSet::new());
        let mut scope = Some(self.cfg.locations[asked.location].scope);
        while let Some(called) = scope.and_then(|scope| self.cfg.scopes.get(scope)) {
            let is_error = inside.is_empty() && asked.text.starts_with(&called.function);
            if !is_error && !called.function.to_ascii_lowercase().ends_with("assert") {
                break;
            }
            inside.extend(scope);
            if !is_error {
                calls.extend(called.call.clone());
            }
            scope = called.caller;
        }
        (!calls.is_empty()).then_some(Extent::Functions { inside, calls })
    }

    /// The way from one step earlier, for each step that leads to it, if all belong to the
    /// assertion.
    fn before(&self, way: &Way, extent: &Extent) -> Vec<Way> {
        if way.steps >= LONGEST {
            return Vec::new();
        }
        let steps = self.incoming[way.at].iter().map(|id| &self.cfg.edges[*id]);
        let steps = steps.filter(|edge| edge.from != edge.to);
        let longer = steps.map(|edge| {
            extent.has(self.cfg, edge).then_some(())?;
            let mut places = way.places.clone();
            if passes_check(self.cfg, edge) {
                // What is checked on the way is no part of what the assertion says.
                places.clear();
                let Way { conditions, steps, .. } = way.clone();
                return Some(Way { at: edge.from, steps: steps + 1, conditions, places });
            }
            let conditions = self.conditions_before(&way.conditions, &edge.operation)?;
            match &edge.operation {
                Operation::Assume(_) => places.push((way.conditions.len(), way.at)),
                _ if conditions == way.conditions => {}
                _ => places.clear(),
            }
            Some(Way { at: edge.from, steps: way.steps + 1, conditions, places })
        });
        longer.collect::<Option<Vec<Way>>>().unwrap_or_default()
    }

    /// What must be true before a step to have these conditions behind it.
    fn conditions_before(&self, behind: &[Expr], operation: &Operation) -> Option<Vec<Expr>> {
        match operation {
            Operation::Assume(condition) => {
                let mut all = Vec::new();
                self.split(condition, &mut all);
                all.extend(behind.iter().cloned());
                Some(all)
            }
            Operation::Assign(assignments) => {
                let value = |var| {
                    let found = assignments.iter().find(|(target, _)| *target == var);
                    found.map(|(_, value)| value.clone())
                };
                let mut all = Vec::new();
                for condition in behind {
                    let before = substitute(condition, &value);
                    (size(&before, MAX_SIZE) < MAX_SIZE).then_some(())?;
                    self.split(&before, &mut all);
                }
                Some(all)
            }
            _ => None,
        }
    }

    /// Conditions that together say what one says.
    fn split(&self, condition: &Expr, all: &mut Vec<Expr>) {
        match self.simplifier.simplify(condition) {
            Expr::Bool(true) => {}
            Expr::And(operands) => operands.iter().for_each(|one| self.split(one, all)),
            Expr::Not(operand) => match *operand {
                Expr::Or(operands) => {
                    operands.into_iter().for_each(|one| self.split(&one.negate(), all));
                }
                Expr::If(operands) => {
                    let [condition, then, otherwise] = *operands;
                    self.split_choice(condition, then.negate(), otherwise.negate(), all);
                }
                other => all.push(other.negate()),
            },
            Expr::If(operands) => {
                let [condition, then, otherwise] = *operands;
                self.split_choice(condition, then, otherwise, all);
            }
            Expr::Compare(op, operands) => match (*operands, op) {
                ([Expr::If(choice), other], _) => {
                    let [condition, then, otherwise] = *choice;
                    let is = |side| Expr::compare(op, side, other.clone());
                    self.split_choice(condition, is(then), is(otherwise), all);
                }
                ([left, right], _) => all.push(Expr::compare(op, left, right)),
            },
            other => all.push(other),
        }
    }

    /// `condition ? then : otherwise`, where one of the two is never true.
    fn split_choice(&self, condition: Expr, then: Expr, otherwise: Expr, all: &mut Vec<Expr>) {
        let [first, second] = [&then, &otherwise].map(|side| self.simplifier.simplify(side));
        let (taken, side) = match (&first, &second) {
            (_, Expr::Bool(false)) => (condition, then),
            (Expr::Bool(false), _) => (condition.negate(), otherwise),
            _ => {
                let whole = Expr::If(Box::new([condition, first, second]));
                return all.push(whole);
            }
        };
        self.split(&taken, all);
        self.split(&side, all);
    }
}

/// The trigger of an assertion that fails this way, if it has one.
fn trigger(way: Way, is_implication: bool) -> Option<Trigger> {
    let Way { at, conditions, places, .. } = way;
    let last = conditions.len().checked_sub(1).filter(|last| *last > 0)?;
    let is_negated: Vec<bool> = conditions.iter().map(stands_for_negation).collect();
    let is_plain = is_negated.iter().all(|one| *one == is_negated[0]);
    (!is_plain || is_negated[0] || is_implication).then_some(())?;
    let is_part = |place: usize| if is_plain { place < last } else { is_negated[place] };
    let count = (0..conditions.len()).filter(|place| is_part(*place)).count();
    let is_first = (0..count).all(is_part);
    let behind = places.iter().find(|(left, _)| is_first && *left + count == conditions.len());
    let behind = behind.map(|(_, at)| *at);
    let mut place = 0..;
    let parts = conditions.into_iter().filter(|_| place.next().is_some_and(is_part));
    let mut parts: Vec<Expr> = parts.collect();
    let condition = match parts.len() {
        1 => parts.swap_remove(0),
        _ => Expr::And(parts),
    };
    // What is plain without the program's variables cannot be said in its words.
    let mut is_about_variables = false;
    condition.for_each_var(&mut |_| is_about_variables = true);
    is_about_variables.then_some(())?;
    Some(Trigger { at, condition, behind })
}

/// Whether the opposite of a condition is most often written as a negation: `!x`, `x != 3`.
fn stands_for_negation(condition: &Expr) -> bool {
    let Expr::Compare(op, operands) = condition else { return !matches!(condition, Expr::Not(_)) };
    let is_zero = matches!(operands[1], Expr::Int(0, _));
    match op {
        CompareOp::Eq => !is_zero,
        CompareOp::Ne => is_zero,
        CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => false,
    }
}
