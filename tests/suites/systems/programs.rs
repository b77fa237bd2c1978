//! Random components in C: what the loop over their abstractions says of a property is what all
//! their states say, listed one by one.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use belnap_abstractor::theory::Theory;
use belnap_engine::component::{Component, Program, ProgramOptions, Source};
use belnap_evidence::component::certify;
use belnap_formats::property::read_stated;
use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::belnap::Belnap;
use belnap_ir::cfg::{Cfg, LocationKind as CfgLocationKind};
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{Events, ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};
use belnap_ir::linear::Stated;
use belnap_ir::operator::OperatorProperty;
use belnap_ir::result::Verdict;
use belnap_ir::system::{ActionFunction, Outcome};
use belnap_solver::prover::{Prover, ProverOptions};
use belnap_systems::compose::Part;
use belnap_systems::refinement::confirm::{Confirmation, confirm};
use belnap_systems::refinement::member::{Member, Partitioned};
use belnap_systems::refinement::{LoopOptions, Policy, propositions, run, verify};
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::interpret::Layout;
use belnap_tests::interpret::{Enabled, Interpreter, State, Value};

const CONDITIONS: [&str; 3] = ["v == 0", "v <= 1", "w == v"];
const ACTIONS: [&str; 3] = ["a", "b", "c"];

/// The action functions that programs may call.
fn functions(random: &mut Random) -> Vec<ActionFunction> {
    let outcome = |action: &str, when: Option<&str>, returns: Option<i64>| Outcome {
        action: action.to_owned(),
        when: when.map(str::to_owned),
        returns,
    };
    let plain = |name: &str| ActionFunction {
        function: name.to_owned(),
        outcomes: vec![outcome(name, None, None)],
    };
    let mut all: Vec<ActionFunction> = ACTIONS.iter().map(|name| plain(name)).collect();
    let (one, other) = (random.pick(&ACTIONS), random.pick(&ACTIONS));
    if one != other {
        all.push(ActionFunction {
            function: "ask".to_owned(),
            outcomes: vec![outcome(one, None, Some(1)), outcome(other, None, Some(0))],
        });
    }
    let (one, other) = (random.pick(&ACTIONS), random.pick(&ACTIONS));
    let when = random.pick(&["arg0 != 0", "arg0 == 2", "arg0 >= 0"]);
    all.push(ActionFunction {
        function: "give".to_owned(),
        outcomes: match one == other {
            true => vec![outcome(one, Some(when), None)],
            false => vec![outcome(one, Some("arg0 == 0"), None), outcome(other, Some(when), None)],
        },
    });
    all
}

struct Writer<'r> {
    random: &'r mut Random,
    asks: bool,
    text: String,
}

impl Writer<'_> {
    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.random.index(3) {
            self.statement(depth);
        }
    }

    fn branch(&mut self, condition: &str, depth: usize) {
        self.text += &format!("if ({condition}) {{\n");
        self.block(depth);
        self.text += "} else {\n";
        self.block(depth);
        self.text += "}\n";
    }

    fn statement(&mut self, depth: usize) {
        let deep = depth > 0;
        match self.random.index(12) {
            0..=3 => {
                let action = self.random.pick(&ACTIONS);
                self.text += &format!("{action}();\n");
            }
            4 => self.text += "give(v);\n",
            5 if self.asks && deep => self.branch("ask()", depth - 1),
            6 if deep => self.branch("__VERIFIER_nondet_bool()", depth - 1),
            7 if deep => {
                let condition = self.random.pick(&["v == 0", "w", "v < w", "v != 2"]);
                self.branch(condition, depth - 1);
            }
            8 => self.text += "if (v < 2) v = v + 1; else v = 0;\n",
            9 => self.text += "w = v;\n",
            10 if self.random.one_in(4) => self.text += "return 0;\n",
            _ => {
                let (variable, value) = (self.random.pick(&["v", "w"]), self.random.index(3));
                self.text += &format!("{variable} = {value};\n");
            }
        }
    }
}

fn program(random: &mut Random) -> (String, Vec<ActionFunction>) {
    let actions = functions(random);
    let asks = actions.iter().any(|action| action.function == "ask");
    let mut writer = Writer { random, asks, text: String::new() };
    writer.block(2);
    let body = writer.text;
    let text = format!(
        "void a(void); void b(void); void c(void); int ask(void); void give(int);\n\
         _Bool __VERIFIER_nondet_bool(void);\nint v = 0, w = 0;\n\
         int main(void) {{\nwhile (1) {{\n{body}}}\n}}\n"
    );
    let called = |action: &ActionFunction| body.contains(&format!("{}(", action.function));
    (text, actions.into_iter().filter(called).collect())
}

fn graph(text: &str, actions: &[ActionFunction]) -> Cfg {
    let mut options = CompileOptions::default();
    options.lower.actions = actions.to_vec();
    options.lower.keep = vec!["v".to_owned(), "w".to_owned()];
    match compile(vec![UnitText::new("random.c", text)], &options) {
        Ok(compiled) => compiled.cfg,
        Err(refused) => panic!("{}\n{text}", refused.render()),
    }
}

/// All states of a program, as a structure.
fn listed(cfg: &Cfg, alphabet: &[String]) -> ExplicitKripke {
    let interpreter = Interpreter::new(cfg, Layout::new(cfg, 1).expect("a layout"));
    let source = source(cfg);
    let mut states: Vec<State> =
        vec![interpreter.initial(&mut |asked| Value::zero(asked.variable.ty))];
    let zero = |interpreter: &Interpreter<'_>, state: &mut State| {
        let Enabled::Edges(edges, _) = interpreter.enabled(state) else { panic!("a line") };
        let step = interpreter.step(state, edges[0], &mut |asked| Value::zero(asked.variable.ty));
        assert!(step.is_ok(), "a step");
    };
    while states[0].location != cfg.start {
        zero(&interpreter, &mut states[0]);
    }
    let mut numbers: HashMap<State, usize> = HashMap::from([(states[0].clone(), 0)]);
    let mut transitions: Vec<ExplicitTransition> = Vec::new();
    let mut labels = Vec::new();
    let mut next = 0;
    while let Some(state) = states.get(next).cloned() {
        let value = |condition: &str| {
            let condition = source.condition(condition).expect("a condition");
            match interpreter.evaluate(&state, &condition) {
                Ok(Value::Bool(value)) => Belnap::from(value),
                other => panic!("{other:?}"),
            }
        };
        labels.push(CONDITIONS.iter().map(|condition| value(condition)).collect());
        if cfg.locations[state.location].kind == CfgLocationKind::Normal {
            let Enabled::Edges(edges, unknown) = interpreter.enabled(&state) else {
                panic!("edges")
            };
            assert!(unknown.is_empty());
            for id in edges {
                // What is chosen is a truth value.
                for choice in 0..2 {
                    let mut after = state.clone();
                    let step = interpreter.step(&mut after, id, &mut |asked| {
                        Value::number(choice, asked.variable.ty)
                    });
                    assert!(step.is_ok(), "a step");
                    let count = numbers.len();
                    let to = *numbers.entry(after.clone()).or_insert(count);
                    if to == states.len() {
                        states.push(after);
                    }
                    let step = ExplicitTransition {
                        from: StateId::from(next),
                        to: StateId::from(to),
                        value: Belnap::True,
                        action: cfg.edges[id].action.clone(),
                        statement: None,
                    };
                    if !transitions.contains(&step) {
                        transitions.push(step);
                    }
                }
            }
        }
        next += 1;
        assert!(next < 5_000, "a small program");
    }
    let states: TiVec<StateId, ExplicitState> = labels
        .into_iter()
        .enumerate()
        .map(|(number, labels)| ExplicitState {
            name: format!("s{number}"),
            labels,
            location: None,
            blocking: true,
        })
        .collect();
    ExplicitKripke {
        semantics: Semantics::Exact,
        total: false,
        propositions: CONDITIONS.iter().map(|condition| format!("{{{condition}}}")).collect(),
        locations: TiVec::new(),
        scopes: TiVec::from(vec![]),
        states,
        initial: vec![StateId(0)],
        inhabited: vec![StateId(0)],
        prefix: 0,
        transitions,
        events: Events { alphabet: alphabet.to_vec(), ..Events::default() },
    }
}

fn source(cfg: &Cfg) -> Source {
    let prover = Prover::new(ProverOptions::default()).expect("a prover");
    Source::new("x".to_owned(), cfg.clone(), Theory::new(prover), &[])
}

fn argument(random: &mut Random, depth: usize) -> String {
    let (component, action) = (random.pick(&["x", "y"]), random.pick(&ACTIONS));
    let condition = random.pick(&CONDITIONS);
    match random.index(8) {
        0 => format!("<{action}>"),
        1 | 2 => format!("<!{action}>"),
        3 => "<!deadlock>".to_owned(),
        4 => format!("!{component}.{{{condition}}}"),
        5 if depth > 0 => applied(random, depth - 1),
        _ => format!("{component}.{{{condition}}}"),
    }
}

fn applied(random: &mut Random, depth: usize) -> String {
    let (one, other) = (argument(random, depth), argument(random, depth));
    let quantifier = random.pick(&["A", "A", "A", "E"]);
    match random.index(3) {
        0 => format!("{quantifier} {}({one})", random.pick(&["F", "G", "G", "GF", "FG"])),
        1 => format!("{quantifier} {}({one}, {other})", random.pick(&["U", "W", "R"])),
        _ => format!("{quantifier} {}({one}, {other})", random.pick(&["response", "always_or"])),
    }
}

fn property(text: &str) -> OperatorProperty {
    match read_stated(text).unwrap_or_else(|found| panic!("{text}: {found:?}")).pop() {
        Some(Stated::Operators(property)) => property,
        other => panic!("{text}: {other:?}"),
    }
}

/// The conditions that a property asks a component about.
fn asked(property: &str, component: &str) -> Vec<String> {
    let is_asked = |condition: &&&str| property.contains(&format!("{component}.{{{condition}}}"));
    CONDITIONS.iter().filter(is_asked).map(|condition| (*condition).to_owned()).collect()
}

#[test]
fn programs_are_judged_like_their_states() {
    let mut counts = [0; 3];
    let (mut planned, mut left_out) = (0, 0);
    for seed in seeds(40) {
        let mut random = Random::new(seed);
        let programs = [program(&mut random), program(&mut random)];
        let stated = applied(&mut random, 1);
        let property = property(&stated);
        let alphabet: Vec<String> = ACTIONS.iter().map(|action| (*action).to_owned()).collect();
        let graphs = programs.each_ref().map(|(text, actions)| graph(text, actions));
        let names = ["x", "y"];
        let parts: Vec<Part> = names
            .iter()
            .zip(&graphs)
            .map(|(name, cfg)| Part { name: (*name).to_owned(), structure: listed(cfg, &alphabet) })
            .collect();
        let plain = LoopOptions { monolithic: true, ..LoopOptions::default() };
        let whole = verify(&parts, &property, &plain, &mut |_| {}).expect("a small system");
        let options =
            ProgramOptions { max_states: 20_000, max_predicates: 40, ..ProgramOptions::default() };
        // One of them may be given by its states, and ways through states looked for at once.
        let given = random.one_in(4).then(|| random.index(2));
        let small = random.pick(&[0, 0, 64]);
        let member = |(number, (name, cfg)): (usize, (&&str, &Cfg))| {
            if given == Some(number) {
                let told = propositions(&property);
                let own = Partitioned::new(&parts[number], Some(&told), options.max_states);
                return Component::Listed(Box::new(own.expect("a small component")));
            }
            let prover = Prover::new(ProverOptions::default()).expect("a prover");
            let theory = Theory::new(prover);
            let source = Source::new((**name).to_owned(), cfg.clone(), theory, &alphabet);
            let (asked, told) = (asked(&stated, name), propositions(&property));
            let program = Program::new(&source, &asked, Some(&told), &options).expect("small");
            Component::Program(Box::new(program))
        };
        let how = LoopOptions {
            policy: if random.one_in(2) { Policy::One } else { Policy::All },
            max_rounds: 40,
            max_states: 20_000,
            small,
            deadline: Some(Instant::now() + Duration::from_secs(10)),
            ..LoopOptions::default()
        };
        let members = names.iter().zip(&graphs).enumerate().map(member).collect();
        let show = || format!("seed {seed}: {stated}\n{}\n{}", programs[0].0, programs[1].0);
        let outcome = match run(members, &property, &how, &mut |_| {}) {
            Ok(outcome) => outcome,
            Err(found) if found.rule == "compose-limit" || found.rule == "system-program" => {
                continue;
            }
            Err(found) => panic!("{}: {found:?}", show()),
        };
        counts[outcome.verdict as usize] += 1;
        planned += usize::from(outcome.only.is_some());
        left_out +=
            usize::from(outcome.members.iter().any(|own| own.lumped().restricted().is_some()));
        if outcome.verdict != Verdict::Inconclusive {
            assert_eq!(outcome.verdict, whole.verdict, "{}", show());
        }
        let confirmed = confirm(&outcome, &property, how.paths);
        assert!(!matches!(confirmed, Confirmation::Refused(_)), "{}: {confirmed:?}", show());
        for program in outcome.members.iter().filter_map(Component::program) {
            assert!(certify(program, None).is_ok(), "{}", show());
        }
    }
    // Holds, fails, inconclusive.
    let decided = counts[0] + counts[1];
    eprintln!("{counts:?}, {planned} by a planned way, {left_out} with something left out");
    assert!(planned > 0 && left_out > 0, "{planned} {left_out}");
    assert!(counts[0] > 0 && counts[1] > 0 && decided * 10 >= counts[2] * 30, "{counts:?}");
}
