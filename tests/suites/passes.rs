//! Every pass over random graphs: the result is valid, and behaves as the original does as far as
//! the property can see.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::cfg::{Cfg, IntegerMode, LocationKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId};
use belnap_ir::simplify::Simplifier;
use belnap_ir::types::Type;
use belnap_ir::validate;
use belnap_passes::{Keeps, PASSES, PassContext, PassResult, run_default};
use belnap_test_support::random::Random;
use belnap_tests::interpret::alike::stutter_alike;
use belnap_tests::interpret::{
    Asked, Context, End, Fault, Indices, Inputs, Interpreter, Layout, Origin, Outcome, Seeded,
    State, Value,
};
use belnap_tests::random_cfg::{Shape, random_cfg, random_exprs};

const GRAPHS: u64 = 1000;
const FUEL: u64 = 2500;

/// What is seen of a state: the labels that count, the kind, and values of mentioned variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    labels: Vec<String>,
    failed: bool,
    halted: bool,
    /// A number, or some cells.
    values: Vec<Vec<i128>>,
}

/// An observer who can name variables and labels in the original and in the result.
struct Observer<'a> {
    cfg: &'a Cfg,
    /// Mentioned variables, in the order of their names.
    variables: BTreeMap<String, CfgVarId>,
    labels: Option<BTreeSet<String>>,
    indices: Indices,
}

impl<'a> Observer<'a> {
    fn new(cfg: &'a Cfg, context: &PassContext) -> Self {
        let name = |var: &CfgVarId| (cfg.variables[*var].name.clone(), *var);
        let labels = (!context.labels).then(|| {
            let labels = context.locations.iter().flat_map(|at| cfg.locations[*at].labels.clone());
            labels.collect()
        });
        Observer {
            cfg,
            variables: context.mentioned.iter().map(name).collect(),
            labels,
            indices: Indices { wrap: cfg.machine.integers != IntegerMode::Mathematical },
        }
    }

    fn see(&self, state: &State) -> Seen {
        let location = &self.cfg.locations[state.location];
        let counts = |label: &&String| match &self.labels {
            Some(labels) => labels.contains(*label) || location.kind == LocationKind::Failed,
            None => true,
        };
        Seen {
            labels: location.labels.iter().filter(counts).cloned().collect(),
            failed: location.kind == LocationKind::Failed,
            halted: location.kind == LocationKind::Halted,
            values: self
                .variables
                .values()
                .map(|var| self.show(&state.values[var.index()]))
                .collect(),
        }
    }

    fn show(&self, value: &Value) -> Vec<i128> {
        match value {
            Value::Bool(truth) => vec![i128::from(*truth)],
            Value::Int(number, _) => vec![*number],
            Value::Region(region) => {
                let cells = (0..8).chain([4096, 4100, 4116, 4132]);
                cells.map(|i| region.read(region.ty().index.wrap(i), self.indices)).collect()
            }
        }
    }
}

/// What is seen of an execution; without repetitions if `stutter`.
fn watch(
    cfg: &Cfg,
    context: &PassContext,
    layout: Layout,
    seed: u64,
    fuel: u64,
) -> (Outcome, Vec<Seen>) {
    let observer = Observer::new(cfg, context);
    let interpreter = Interpreter::new(cfg, layout).past_unknown();
    let mut seen: Vec<Seen> = Vec::new();
    // Variables of an activation do not exist before it.
    let outcome = interpreter.run_observed(&mut Seeded { seed }, fuel, &mut |state| {
        let now = observer.see(state);
        if !context.next_free || seen.last() != Some(&now) {
            seen.push(now);
        }
    });
    (outcome, seen)
}

/// A random context for a graph: mentioned variables are shared or of `main`.
fn random_context(cfg: &Cfg, random: &mut Random) -> PassContext {
    let mut mentioned: Vec<CfgVarId> = (0..cfg.variables.len())
        .map(CfgVarId::from)
        .filter(|var| cfg.variables[*var].function.is_none_or(|of| of.0 == 0))
        .collect();
    match random.below(3) {
        0 => mentioned.clear(),
        1 => mentioned.retain(|_| random.one_in(5)),
        _ => mentioned.retain(|_| random.one_in(2)),
    }
    let labels = random.one_in(2);
    let locations = (0..cfg.locations.len())
        .map(CfgLocId::from)
        .filter(|at| !cfg.locations[*at].labels.is_empty() && random.one_in(3))
        .collect();
    PassContext { mentioned, locations, labels, next_free: !random.one_in(4) }
}

fn valid(cfg: &Cfg, what: &str) {
    let found = validate::cfg::validate(cfg);
    assert!(found.is_empty(), "{what}: {found:?}");
}

/// Checks that both behave the same for some inputs.
fn same_behaviour(cfg: &Cfg, context: &PassContext, passed: &PassResult, what: &str) -> bool {
    let mut conclusive = false;
    for seed in 0..3 {
        let layout = Layout::new(cfg, seed).expect("fits");
        let renumbered = layout.renumbered(cfg, &passed.cfg).expect("objects keep their names");
        let (before, mut seen) = watch(cfg, context, layout, seed, FUEL);
        let (after, mut now) = watch(&passed.cfg, &passed.context, renumbered, seed, FUEL);
        let what = format!("{what}, inputs {seed}: {:?} and {:?}", before.end, after.end);
        let too_large = |end: End| matches!(end, End::Fault(_, Fault::TooLarge));
        let cut = too_large(before.end) || too_large(after.end);
        let same = match (before.end, after.end) {
            _ if cut => true,
            (End::Halted(_), End::Halted(_)) | (End::OutOfFuel, End::OutOfFuel) => true,
            (End::Failed(a), End::Failed(b)) => {
                cfg.locations[a].labels == passed.cfg.locations[b].labels
            }
            _ => false,
        };
        assert!(same, "{what}");
        if cut || before.end == End::OutOfFuel {
            let length = seen.len().min(now.len());
            seen.truncate(length);
            now.truncate(length);
        } else {
            conclusive = true;
        }
        if seen != now {
            let at = seen.iter().zip(&now).take_while(|(a, b)| a == b).count();
            panic!("{what}: differ at {at}:\n {:?}\n {:?}", seen.get(at), now.get(at));
        }
    }
    conclusive
}

fn each_graph(pass: &str, keeps: Keeps, run: impl Fn(&Cfg, &PassContext) -> PassResult) {
    let (mut conclusive, mut edges) = (0, (0, 0));
    for seed in 0..GRAPHS {
        let shape = Shape { statements: 2 + seed % 5, nesting: 1 + (seed % 3) as u32, tiny: false };
        let cfg = random_cfg(seed, shape);
        valid(&cfg, "the generator");
        let mut random = Random::new(seed ^ 77);
        let mut context = random_context(&cfg, &mut random);
        if keeps == Keeps::Everything && random.one_in(2) {
            context.mentioned = (0..cfg.variables.len()).map(CfgVarId::from).collect();
            context.next_free = false;
        }
        let what = format!("{pass}, graph {seed}, {:?}", cfg.machine);
        let passed = run(&cfg, &context);
        valid(&passed.cfg, &what);
        conclusive += u64::from(same_behaviour(&cfg, &context, &passed, &what));
        edges = (edges.0 + cfg.edges.len(), edges.1 + passed.cfg.edges.len());
    }
    assert!(conclusive > GRAPHS / 2, "too few executions end to mean anything: {conclusive}");
}

macro_rules! pass_tests {
    ($($name:ident),*) => {
        $(
            #[test]
            fn $name() {
                let name = stringify!($name);
                let pass = PASSES.iter().find(|pass| pass.name == name).expect("is a pass");
                each_graph(name, pass.keeps, pass.run);
            }
        )*
    };
}

pass_tests!(unreachable, constants, copies, live, slice, chains, blocks);

#[test]
fn default_pipeline() {
    each_graph("default", Keeps::NextFree, run_default);
}

#[test]
fn all_passes_twice() {
    let all = |cfg: &Cfg, context: &PassContext| {
        let first = PassResult::unchanged(cfg.clone(), context.clone());
        PASSES.iter().chain(PASSES.iter().rev()).fold(first, |passed, pass| passed.then(pass))
    };
    each_graph("all", Keeps::NextFree, all);
}

#[test]
fn every_execution_of_tiny_graphs() {
    let domain = |asked: &Asked<'_>| match (asked.origin, asked.variable.ty) {
        (Origin::Nondet | Origin::Unknown, ty @ (Type::Bool | Type::Int(_))) => {
            vec![Value::number(0, ty), Value::number(1, ty)]
        }
        (_, ty) => vec![Value::number(1, ty)],
    };
    let (mut compared, mut diverging) = (0, 0);
    for seed in 0..300 {
        let cfg = random_cfg(seed, Shape { statements: 3, nesting: 2, tiny: true });
        let mut context = random_context(&cfg, &mut Random::new(seed));
        context.next_free = true;
        let layout = Layout::new(&cfg, 0).expect("fits");
        let before = Interpreter::new(&cfg, layout.clone());
        let Ok(before) = before.explore(&domain, 3000) else { continue };
        let before_observer = Observer::new(&cfg, &context);
        let traces = before.traces(|state| before_observer.see(state), 5);
        let diverges = before.diverges(|state| before_observer.see(state));
        diverging += usize::from(!diverges.is_empty());
        let whole = |cfg: &Cfg, context: &PassContext| run_default(cfg, context);
        let runs = PASSES.iter().map(|pass| (pass.name, pass.run)).chain([("default", whole as _)]);
        for (name, run) in runs {
            let passed = run(&cfg, &context);
            let layout = layout.renumbered(&cfg, &passed.cfg).expect("same names");
            let after = Interpreter::new(&passed.cfg, layout);
            let after = after.explore(&domain, 30_000).expect("not more states");
            let observer = Observer::new(&passed.cfg, &passed.context);
            assert!(traces == after.traces(|state| observer.see(state), 5), "{name}, {seed}");
            assert!(diverges == after.diverges(|state| observer.see(state)), "{name}, {seed}");
            let see_before = |state: &State| before_observer.see(state);
            let see_after = |state: &State| observer.see(state);
            let alike = stutter_alike((&before, &see_before), (&after, &see_after));
            assert!(alike, "{name}, {seed}: a formula without next-step operators changed");
        }
        compared += 1;
    }
    println!("compared {compared}, of which {diverging} diverge");
    assert!(compared > 150 && diverging > 10, "{compared} {diverging}");
}

#[test]
fn simplification_keeps_values() {
    let (mut compared, mut changed) = (0, 0);
    for seed in 0..600 {
        let (cfg, exprs) = random_exprs(seed, 30);
        let simplifier = Simplifier::new(&cfg);
        let layout = Layout::new(&cfg, seed).expect("fits");
        let addresses: Vec<i128> = (0..cfg.objects.len())
            .map(|index| layout.address(belnap_ir::ids::ObjectId::from(index)))
            .collect();
        for (expr, ty) in exprs {
            let simple = simplifier.simplify(&expr);
            assert_eq!(cfg.type_of_expr(&simple), Some(ty), "{expr:?}\n{simple:?}");
            assert!(simple.depth() <= Expr::MAX_DEPTH);
            changed += usize::from(simple != expr);
            for state in 0..4 {
                let values: Vec<Value> = cfg
                    .variables
                    .iter()
                    .map(|variable| {
                        let asked =
                            Asked { origin: Origin::Entry, variable, edge: None, occurrence: 0 };
                        Seeded { seed: seed * 8 + state }.value(&asked)
                    })
                    .collect();
                let context = Context {
                    mode: cfg.machine.integers,
                    values: &values,
                    addresses: &addresses,
                    address: cfg.machine.address(),
                };
                match (context.value(&expr), context.value(&simple)) {
                    (Ok(Value::Region(a)), Ok(Value::Region(b))) => {
                        let how =
                            Indices { wrap: cfg.machine.integers != IntegerMode::Mathematical };
                        for index in (0..20).chain(addresses.iter().copied()) {
                            let index = a.ty().index.wrap(index);
                            assert_eq!(a.read(index, how), b.read(index, how), "{expr:?}");
                        }
                    }
                    (Err(Fault::TooLarge), _) | (_, Err(Fault::TooLarge)) => continue,
                    (a, b) => assert_eq!(a, b, "{:?}\n{expr:?}\n{simple:?}", cfg.machine),
                }
                compared += 1;
            }
        }
    }
    println!("compared {compared} values of expressions, of which {changed} were simplified");
}
