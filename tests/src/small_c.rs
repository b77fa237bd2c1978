//! Random C programs with few states, and what they do, explored completely.
//!
//! Variables are `unsigned char` and hold numbers below 4; the environment chooses truth values,
//! two of which make a number. All variables are global and initialised, so that one entry state
//! stands for all.

use std::collections::HashMap;

use belnap_formats::condition::{self, Names};
use belnap_ir::belnap::Belnap;
use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, ScopeId, StateId, TiVec};
use belnap_ir::kripke::{Events, ExplicitKripke, ExplicitState, Semantics};
use belnap_ir::types::Type;

use crate::abstraction::explored::prefix;
use crate::abstraction::explored::transitions_from;
use crate::interpret::{Asked, Enabled, Interpreter, Layout, Origin, State, Value};
use belnap_test_support::random::Random;
use belnap_test_support::random::mix;

/// Declarations that every program starts with.
const HEAD: &str = "\
extern _Bool __VERIFIER_nondet_bool(void);
extern _Bool ext(void);
extern void __VERIFIER_assume(int);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
";

/// A random program.
pub struct SmallC {
    /// Its text.
    pub text: String,
    /// Atoms that properties of it may have.
    pub atoms: Vec<String>,
}

struct Generator {
    random: Random,
    vars: u64,
    labels: u64,
    budget: u64,
    text: String,
    unknown: bool,
}

/// The random program of a seed.
pub fn program(seed: u64) -> SmallC {
    let mut random = Random::new(seed);
    let vars = 2 + random.below(2);
    let unknown = random.one_in(4);
    let budget = 4 + random.below(6);
    let mut generator =
        Generator { random, vars, labels: 0, budget, text: HEAD.to_owned(), unknown };
    for var in 0..vars {
        let value = generator.random.below(4);
        generator.text.push_str(&format!("unsigned char g{var} = {value};\n"));
    }
    generator.text.push_str("int main(void) {\n");
    generator.block(2);
    generator.text.push_str("  return 0;\n}\n");
    let mut atoms: Vec<String> =
        (0..generator.labels).map(|label| format!("at(L{label})")).collect();
    atoms.extend(["halted".to_owned(), "failed".to_owned()]);
    for _ in 0..4 {
        let condition = generator.condition();
        atoms.push(format!("{{{condition}}}"));
    }
    atoms.sort();
    atoms.dedup();
    SmallC { text: generator.text, atoms }
}

impl Generator {
    fn var(&mut self) -> String {
        format!("g{}", self.random.below(self.vars))
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.var(), self.var());
        let number = self.random.below(4);
        match self.random.below(6) {
            0 => format!("{a} == {number}"),
            1 => format!("{a} < {b}"),
            2 => format!("{a} != {b}"),
            3 => format!("{a} > {number}"),
            4 => format!("{a} + {b} == {number}"),
            _ => format!("({a} & 1) == 0"),
        }
    }

    fn value(&mut self) -> String {
        let (a, b) = (self.var(), self.var());
        let number = self.random.below(4);
        match self.random.below(7) {
            0 => format!("{number}"),
            1 => format!("({a} + {b}) & 3"),
            2 => format!("({a} + 1) & 3"),
            3 => format!("{a} ^ {b}"),
            4 => "__VERIFIER_nondet_bool() * 2 + __VERIFIER_nondet_bool()".to_owned(),
            5 if self.unknown => format!("ext() + {number} / 2"),
            5 => format!("{a} > 0 ? {a} - 1 : {b}"),
            _ => format!("{a} * {b} & 3"),
        }
    }

    fn decision(&mut self) -> String {
        match self.random.below(4) {
            0 => "__VERIFIER_nondet_bool()".to_owned(),
            1 if self.unknown => "ext()".to_owned(),
            _ => self.condition(),
        }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str("  ");
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..1 + self.random.below(3) {
            if self.budget > 0 {
                self.budget -= 1;
                self.statement(depth);
            }
        }
    }

    fn statement(&mut self, depth: u32) {
        if self.random.one_in(2) {
            let label = self.labels;
            self.labels += 1;
            self.line(&format!("L{label}: ;"));
        }
        let decision = self.decision();
        match self.random.below(8) {
            0 | 1 if depth > 0 => {
                self.line(&format!("if ({decision}) {{"));
                self.block(depth - 1);
                self.line("} else {");
                self.block(depth - 1);
                self.line("}");
            }
            2 | 3 if depth > 0 => {
                self.line(&format!("while ({decision}) {{"));
                self.block(depth - 1);
                self.line("}");
            }
            4 if self.random.one_in(2) => {
                self.line(&format!("if ({decision}) __assert_fail(\"\", \"\", 0, \"\");"));
            }
            4 => self.line(&format!("__VERIFIER_assume({decision});")),
            5 if self.random.one_in(3) => self.line(&format!("if ({decision}) return 1;")),
            _ => {
                let (var, value) = (self.var(), self.value());
                self.line(&format!("{var} = {value};"));
            }
        }
    }
}

/// What an atom is about.
enum Meaning {
    Label(String),
    Halted,
    Failed,
    Condition(Expr),
}

/// What an atom means; nothing if it is about what the graph does not have.
fn meaning(cfg: &Cfg, atom: &str) -> Option<Meaning> {
    let inner = &atom[1..atom.len() - 1];
    match atom {
        "halted" => Some(Meaning::Halted),
        "failed" => Some(Meaning::Failed),
        _ if atom.starts_with('{') => {
            let condition = condition::parse(&Names::new(cfg), inner, Some(ScopeId(0)));
            condition.ok().map(Meaning::Condition)
        }
        _ => {
            let label = inner.trim_start_matches("t(").to_owned();
            let known = cfg.locations.iter().any(|location| location.labels.contains(&label));
            known.then_some(Meaning::Label(label))
        }
    }
}

/// Whether an atom is about something that the graph has: a variable that nothing uses and a label
/// that nothing reaches are not in it.
pub fn known(cfg: &Cfg, atom: &str) -> bool {
    meaning(cfg, atom).is_some()
}

/// The name of an atom's proposition in an explicit structure: `halted` and `failed` are places.
pub fn proposition(atom: &str) -> String {
    match atom {
        "halted" => "at(_halted)".to_owned(),
        "failed" => "at(_failed)".to_owned(),
        _ => atom.to_owned(),
    }
}

/// One of the programs that a graph without calls stands for, as [`crate::abstraction::explored`];
/// nothing if it has more than `limit` states. The atoms are [`known`].
pub fn explored(cfg: &Cfg, atoms: &[String], resolve: u64, limit: usize) -> Option<ExplicitKripke> {
    let interpreter = Interpreter::new(cfg, Layout::new(cfg, 0).ok()?);
    let meanings: Vec<Meaning> = atoms.iter().filter_map(|atom| meaning(cfg, atom)).collect();
    let mut states: Vec<State> =
        vec![interpreter.initial(&mut |asked| Value::zero(asked.variable.ty))];
    let mut numbers: HashMap<State, usize> = HashMap::from([(states[0].clone(), 0)]);
    let mut transitions = Vec::new();
    let mut next = 0;
    while let Some(state) = states.get(next).cloned() {
        let mut targets: Vec<usize> = Vec::new();
        for after in successors(cfg, &interpreter, &state, resolve) {
            let number = *numbers.entry(after.clone()).or_insert_with(|| {
                states.push(after);
                states.len() - 1
            });
            targets.push(number);
        }
        transitions.extend(transitions_from(next, targets));
        next += 1;
        if states.len() > limit {
            return None;
        }
    }
    let labels = |state: &State| {
        let location = &cfg.locations[state.location];
        let truth = |meaning: &Meaning| match meaning {
            Meaning::Label(label) => location.labels.contains(label),
            Meaning::Halted => location.kind == LocationKind::Halted,
            Meaning::Failed => location.kind == LocationKind::Failed,
            Meaning::Condition(condition) => {
                interpreter.evaluate(state, condition) == Ok(Value::Bool(true))
            }
        };
        meanings.iter().map(|meaning| Belnap::from(truth(meaning))).collect()
    };
    Some(ExplicitKripke {
        semantics: Semantics::Exact,
        total: true,
        propositions: atoms.iter().map(|atom| proposition(atom)).collect(),
        locations: TiVec::new(),
        scopes: TiVec::new(),
        states: states
            .iter()
            .enumerate()
            .map(|(number, state)| ExplicitState {
                name: format!("{}/{number}", state.location),
                labels: labels(state),
                location: None,
                blocking: false,
            })
            .collect(),
        inhabited: vec![StateId::from(0)],
        initial: vec![StateId::from(0)],
        prefix: prefix(cfg),
        transitions,
        events: Events::default(),
    })
}

fn successors(cfg: &Cfg, interpreter: &Interpreter<'_>, state: &State, resolve: u64) -> Vec<State> {
    let (exist, perhaps) = match interpreter.enabled(state) {
        Enabled::Edges(exist, perhaps) => (exist, perhaps),
        _ => return vec![state.clone()],
    };
    let numbers = state.values.iter().map(|value| match value {
        Value::Bool(truth) => u64::from(*truth),
        value => value.as_int().map_or(0, |number| number as u64),
    });
    let place = mix(resolve ^ numbers.fold(state.location.index() as u64, |a, b| mix(a ^ b)));
    let chance = |edge: CfgEdgeId| mix(place ^ edge.index() as u64);
    let certain = place % perhaps.len().max(1) as u64;
    let taken = perhaps
        .iter()
        .enumerate()
        .filter(|(at, edge)| *at as u64 == certain || chance(**edge).is_multiple_of(3))
        .map(|(_, edge)| *edge);
    let mut all = Vec::new();
    for edge in exist.into_iter().chain(taken) {
        let choices = match &cfg.edges[edge].operation {
            Operation::Nondet(vars) => vars.iter().map(|var| values(cfg.type_of(*var))).product(),
            _ => 1,
        };
        for choice in 0..choices {
            let mut left = choice;
            let mut supply = |asked: &Asked<'_>| {
                let ty = asked.variable.ty;
                let number = match asked.origin {
                    Origin::Unknown => chance(edge) as i128,
                    _ => {
                        let digit = left % values(ty);
                        left /= values(ty);
                        digit as i128
                    }
                };
                Value::number(number, ty)
            };
            let mut after = state.clone();
            interpreter.step(&mut after, edge, &mut supply).expect("nothing goes wrong");
            all.push(after);
        }
    }
    all
}

/// How many values a type has.
fn values(ty: Type) -> u64 {
    match ty {
        Type::Bool => 2,
        Type::Int(int) if int.bits <= 8 => 1 << int.bits,
        _ => panic!("too many values to choose from: {ty:?}"),
    }
}
