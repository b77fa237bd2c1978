//! When a set of predicates excludes an explanation (docs/papers.md, Minimum Predicates), by the
//! definition: on random small graphs with random properties, all sets of candidates are tried, and
//! each is judged by listing all states, without the prover.
//!
//! A failure names the seed. `BELNAP_CASES=n` runs n times as many, from `BELNAP_SEED` on.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use belnap_cli::ToolError;
use belnap_engine::cegar::{self, Settings, Start, Watch};
use belnap_engine::conclusion::StopReason;
use belnap_engine::unrolling::Unroll;
use belnap_formats::property;
use belnap_formats::traces::fit::fit;
use belnap_frontend::commands::c2cfg;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_ir::property::Property;
use belnap_ir::traces::{Claim, Cycle, Join, Origin, Part, Trace, Traces};
use belnap_refiner::memory::Memory;
use belnap_refiner::methods::Choice;
use belnap_refiner::minimum::branches;
use belnap_refiner::minimum::eliminate::Impossible;
use belnap_refiner::minimum::eliminate::claims::ClaimAt;
use belnap_refiner::minimum::search::{Search, SetLimits};
use belnap_refiner::minimum::start;
use belnap_refiner::refine::RefineOptions;
use belnap_solver::prover::{Prover, ProverOptions};
use belnap_test_support::folder::Folder;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::concrete::Concrete;
use belnap_tests::abstraction::explored::property as graph_property;
use belnap_tests::abstraction::generate::{Shape, subject};
use belnap_tests::abstraction::{Subject, fresh_theory};
use clap::Parser;

/// Candidates of which all sets are tried.
const MOST: usize = 8;

/// Conditions of one location of which all combinations are tried.
const MOST_TRACKED: usize = 7;

/// Keeps the traces of the last choice.
struct Keep {
    begin: Instant,
    traces: Option<Traces>,
}

impl Watch for Keep {
    fn on_chosen(&mut self, _number: usize, traces: &Traces) -> Result<(), ToolError> {
        self.traces = Some(traces.clone());
        Ok(())
    }

    fn stop(&self) -> Option<StopReason> {
        let limit = Duration::from_secs(2);
        (self.begin.elapsed() > limit).then_some(StopReason::Time(limit))
    }
}

/// A random graph.
fn graph(seed: u64) -> Subject {
    let shape = Shape {
        locations: 3 + seed % 4,
        predicates: 3,
        local: false,
        addresses: false,
        bits: 6,
        settled: seed.is_multiple_of(2),
    };
    subject(seed, shape)
}

/// The traces after a run that chooses predicates again in each round, some of them explanations.
fn traces_of(subject: &Subject, method: &'static str) -> Option<Traces> {
    let mut random = Random::new(!subject.seed);
    let depth = 1 + u32::from(random.one_in(2));
    let text = graph_property(&mut random, subject, depth);
    let formula = property::read_formula(&text).ok()?;
    let property = Property { name: "p".to_owned(), formula };
    let settings = Settings {
        unroll: Unroll::Off,
        refine: RefineOptions {
            method: Choice::Again(method),
            executed: usize::MAX,
            ..RefineOptions::default()
        },
        max_iterations: 12,
        ..Settings::default()
    };
    let mut watch = Keep { begin: Instant::now(), traces: None };
    let theory = fresh_theory();
    cegar::run(&subject.cfg, &property, &Start::default(), &theory, &settings, &mut watch)
        .unwrap_or_else(|error| panic!("graph {}: {error:?}", subject.seed));
    let traces = watch.traces?;
    let explained = traces.traces.iter().any(|trace| !trace.claims.is_empty());
    (explained && traces.candidates.len() <= MOST).then_some(traces)
}

/// The truth of the conditions that are tracked at a location.
type Combination = Vec<bool>;

/// How much is known: definitely false, unknown, or definitely true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Truth {
    False,
    Unknown,
    True,
}

/// The abstraction over what is tracked, by all states of the graph.
struct Listed<'a> {
    concrete: &'a Concrete<'a>,
    tracked: BTreeMap<CfgLocId, Vec<Expr>>,
}

impl Listed<'_> {
    fn conditions(&self, at: CfgLocId) -> &[Expr] {
        self.tracked.get(&at).map_or(&[], Vec::as_slice)
    }

    /// The states with a combination, by number.
    fn states(&self, at: CfgLocId) -> BTreeMap<Combination, Vec<usize>> {
        let mut found: BTreeMap<Combination, Vec<usize>> = BTreeMap::new();
        for (number, values) in self.concrete.states.iter().enumerate() {
            let truth = |condition| self.concrete.is_true(values, condition);
            let combination = self.conditions(at).iter().map(truth).collect();
            found.entry(combination).or_default().push(number);
        }
        found
    }

    /// The combinations that an edge may lead to, and sets of them of which it leads to one for
    /// certain.
    fn after(
        &self,
        edge: CfgEdgeId,
        from: &[usize],
    ) -> (Vec<Combination>, Vec<BTreeSet<Combination>>) {
        let cfg = self.concrete.cfg();
        let known = &cfg.edges[edge];
        let values = |number: &usize| &self.concrete.states[*number];
        let is_left_open = |condition: &Expr| match &known.operation {
            Operation::Nondet(vars) | Operation::Unknown(vars) => {
                condition.mentions(&|var| vars.contains(&var))
            }
            _ => false,
        };
        let existing: Vec<usize> = from
            .iter()
            .copied()
            .filter(|number| match &known.operation {
                Operation::Assume(guard) => self.concrete.is_true(values(number), guard),
                _ => true,
            })
            .collect();
        if existing.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let conditions = self.conditions(known.to);
        let possible: Vec<[bool; 2]> = conditions
            .iter()
            .map(|condition| {
                if is_left_open(condition) {
                    return [true, true];
                }
                let mut found = [false, false];
                for number in &existing {
                    let next = &self.concrete.after(values(number), edge)[0];
                    found[usize::from(self.concrete.is_true(next, condition))] = true;
                }
                found
            })
            .collect();
        let fits = |combination: &Combination| {
            combination.iter().zip(&possible).all(|(truth, possible)| possible[usize::from(*truth)])
        };
        let may: Vec<Combination> = self.states(known.to).into_keys().filter(fits).collect();
        let mut must: Vec<BTreeSet<Combination>> = Vec::new();
        let exists = !matches!(known.operation, Operation::AssumeUnknown);
        if exists && existing.len() == from.len() && !may.is_empty() {
            must.push(may.iter().cloned().collect());
            must.extend(self.choices(&known.operation, conditions, &may));
        }
        (may, must)
    }

    /// What the environment can choose between: where all conditions on what is chosen are about
    /// nothing else, each combination of them that some choice has.
    fn choices(
        &self,
        operation: &Operation,
        conditions: &[Expr],
        may: &[Combination],
    ) -> Vec<BTreeSet<Combination>> {
        let Operation::Nondet(vars) = operation else { return Vec::new() };
        let mentions =
            |condition: &Expr, inside| condition.mentions(&|var| vars.contains(&var) == inside);
        let chosen: Vec<usize> =
            (0..conditions.len()).filter(|one| mentions(&conditions[*one], true)).collect();
        if chosen.iter().any(|one| mentions(&conditions[*one], false)) {
            return Vec::new();
        }
        let mut sets: BTreeMap<Combination, BTreeSet<Combination>> = BTreeMap::new();
        for combination in may {
            let choice = chosen.iter().map(|one| combination[*one]).collect();
            sets.entry(choice).or_default().insert(combination.clone());
        }
        sets.into_values().collect()
    }
}

/// Whether claims are decided in each state of the entry: values from the definition, with the
/// fixpoint of the whole.
fn decides(listed: &Listed<'_>, claims: &[ClaimAt], cycle: Option<Cycle>) -> bool {
    let begin = if cycle == Some(Cycle::Greatest) { Truth::True } else { Truth::False };
    let places: Vec<BTreeMap<Combination, Vec<usize>>> =
        claims.iter().map(|claim| listed.states(claim.at)).collect();
    let mut values: Vec<BTreeMap<Combination, Truth>> = places
        .iter()
        .map(|states| states.keys().map(|state| (state.clone(), begin)).collect())
        .collect();
    let mut steps = Vec::new();
    for (claim, states) in claims.iter().zip(&places) {
        for (state, members) in states {
            let of: Vec<_> = claim
                .parts
                .iter()
                .map(|part| match part.edge {
                    None => (vec![state.clone()], vec![BTreeSet::from([state.clone()])]),
                    Some(edge) => listed.after(edge, members),
                })
                .collect();
            steps.push(of);
        }
    }
    loop {
        let mut next = values.clone();
        let mut at = 0;
        for (number, (claim, states)) in claims.iter().zip(&places).enumerate() {
            for (state, members) in states {
                let value = judge(listed, claim, members, &steps[at], &values);
                next[number].insert(state.clone(), value);
                at += 1;
            }
        }
        if next == values {
            return values[0].values().all(|value| *value != Truth::Unknown);
        }
        values = next;
    }
}

/// The value of a claim in an abstract state, from those of its parts.
fn judge(
    listed: &Listed<'_>,
    claim: &ClaimAt,
    members: &[usize],
    steps: &[(Vec<Combination>, Vec<BTreeSet<Combination>>)],
    values: &[BTreeMap<Combination, Truth>],
) -> Truth {
    // A universal claim is judged as the negation of an existential one.
    let turned = |truth: Truth| match (claim.join, truth) {
        (Join::Every, Truth::False) => Truth::True,
        (Join::Every, Truth::True) => Truth::False,
        _ => truth,
    };
    let mut best = Truth::False;
    let mut all = Vec::new();
    for (part, (may, must)) in claim.parts.iter().zip(steps) {
        let of = |state: &Combination| turned(values[part.claim][state]);
        if must.iter().any(|some| some.iter().all(|state| of(state) == Truth::True)) {
            best = Truth::True;
        } else if may.iter().any(|state| of(state) != Truth::False) {
            best = best.max(Truth::Unknown);
        }
        all.extend(may.iter().map(of));
    }
    if claim.total && !all.is_empty() && all.iter().all(|truth| *truth == Truth::True) {
        best = Truth::True;
    }
    if let Some(condition) = &claim.condition {
        let of =
            |number: &usize| listed.concrete.is_true(&listed.concrete.states[*number], condition);
        let truths: BTreeSet<bool> = members.iter().map(of).collect();
        best = best.max(match truths.into_iter().collect::<Vec<_>>().as_slice() {
            [truth] => turned(if *truth { Truth::True } else { Truth::False }),
            _ => Truth::Unknown,
        });
    }
    turned(best)
}

fn sets(count: usize) -> Vec<Vec<usize>> {
    let all = 0..1_usize << count;
    all.map(|bits| (0..count).filter(|one| bits >> one & 1 == 1).collect()).collect()
}

/// What a set of candidates has tracked, with what is kept; `None` if it is too much to list.
fn tracked(search: &mut Search<'_>, set: &[usize]) -> Option<BTreeMap<CfgLocId, Vec<Expr>>> {
    let mut spreads = vec![search.tracking.kept().clone()];
    for one in set {
        spreads.push(search.tracking.of_one(*one, &mut search.eliminator).clone());
    }
    let mut tracked: BTreeMap<CfgLocId, Vec<Expr>> = BTreeMap::new();
    for spread in &spreads {
        for (at, here) in spread.at.iter_enumerated() {
            for number in here.ones() {
                let all = tracked.entry(at).or_default();
                if !all.contains(&spread.conditions[number]) {
                    all.push(spread.conditions[number].clone());
                }
            }
        }
    }
    tracked.values().all(|here| here.len() <= MOST_TRACKED).then_some(tracked)
}

/// What was compared.
#[derive(Debug, Default)]
struct Count {
    graphs: usize,
    explanations: usize,
    proposed: usize,
    returned: usize,
    growing: usize,
    sets: usize,
    excluding: usize,
    larger_fails: usize,
    chosen: usize,
}

/// Compares what a run says of sets with the definition; and says which sets exclude all.
fn compare(seed: u64, method: &'static str, count: &mut Count) -> Option<()> {
    let prover = Prover::new(ProverOptions::default()).expect("a prover");
    let subject = graph(seed);
    let traces = traces_of(&subject, method)?;
    let fitted = fit(&subject.cfg, &traces).expect("they fit");
    let mut memory = Memory::default();
    let mut search =
        start(&subject.cfg, &prover, SetLimits::default(), &traces, &fitted, &mut memory)
            .expect("they fit");
    let concrete = Concrete::new(&subject, 0);
    let all = sets(traces.candidates.len());
    tracked(&mut search, all.last()?)?;
    let mut excluding_all: BTreeSet<Vec<usize>> = all.iter().cloned().collect();
    for (number, trace) in traces.traces.iter().enumerate() {
        let Impossible::Claims(claims, cycle) = search.traces[number].clone() else {
            excluding_all.retain(|set| {
                let what = search.traces[number].clone();
                let tracked = search.tracking.of(set, &mut search.eliminator);
                search.eliminator.eliminates(&what, &tracked)
            });
            continue;
        };
        let mut excluding: Vec<&Vec<usize>> = Vec::new();
        for set in &all {
            let listed = Listed { concrete: &concrete, tracked: tracked(&mut search, set)? };
            let expected = decides(&listed, &claims, cycle);
            let what = Impossible::Claims(claims.clone(), cycle);
            let tracked = search.tracking.of(set, &mut search.eliminator);
            let found = search.eliminator.eliminates(&what, &tracked);
            assert_eq!(found, expected, "graph {seed}, trace {number}, set {set:?}: {traces:#?}");
            let smaller = excluding.iter().any(|one| one.iter().all(|it| set.contains(it)));
            count.larger_fails += usize::from(smaller && !expected);
            // The first was seen when no candidate was tracked.
            let is_first = number == 0 && set.is_empty();
            assert!(!(is_first && expected), "graph {seed}: seen, and excluded: {traces:#?}");
            // Others are asked only if no candidate helps.
            let is_branch = |one: &usize| traces.candidates[*one].origin == Origin::Branch;
            let is_missed = trace.proposed && set.len() <= 5 && set.iter().all(is_branch);
            assert!(!(is_missed && expected), "graph {seed}: {set:?} was missed: {traces:#?}");
            if expected {
                excluding.push(set);
            } else if trace.returned.is_empty() && !trace.proposed {
                excluding_all.remove(set);
            }
        }
        count.sets += all.len();
        count.excluding += excluding.len();
        count.explanations += 1;
        count.proposed += usize::from(trace.proposed);
        count.returned += usize::from(!trace.returned.is_empty());
    }
    count.graphs += 1;
    let is_tried = |trace: &Trace| !trace.proposed && trace.returned.is_empty();
    if traces.growing.is_some() || !traces.traces.iter().all(is_tried) {
        count.growing += usize::from(traces.growing.is_some());
        return Some(());
    }
    count.chosen += usize::from(!traces.chosen.is_empty());
    assert!(excluding_all.contains(&traces.chosen), "graph {seed}: not excluded: {traces:#?}");
    for set in &excluding_all {
        let is_smaller = match method {
            "minimize" => set.len() < traces.chosen.len(),
            _ => {
                set.len() + 1 == traces.chosen.len()
                    && set.iter().all(|one| traces.chosen.contains(one))
            }
        };
        assert!(!is_smaller, "graph {seed}: {set:?} is enough: {traces:#?}");
    }
    Some(())
}

#[test]
fn explanations_are_excluded_by_the_smallest_sets_that_decide_them() {
    let mut count = Count::default();
    for seed in seeds(1200) {
        compare(seed, "minimize", &mut count);
    }
    println!("{count:?}");
    assert!(count.explanations >= 60, "{count:?}");
}

#[test]
fn what_greedy_chooses_for_explanations_has_nothing_to_leave_out() {
    let mut count = Count::default();
    for seed in seeds(400) {
        compare(seed, "greedy", &mut count);
    }
    println!("{count:?}");
    assert!(count.explanations >= 20, "{count:?}");
}

#[derive(Debug, clap::Parser)]
struct Compile {
    #[command(flatten)]
    program: c2cfg::ProgramArgs,
}

fn compile(text: &str) -> Cfg {
    let folder = Folder::with(&[("program.i", text)]);
    let file = folder.path("program.i").display().to_string();
    let arguments = Compile::try_parse_from(["verify", file.as_str()]).expect("a command line");
    let (compiled, _) = c2cfg::build(&arguments.program)
        .unwrap_or_else(|error| panic!("{}", error.message("verify")));
    compiled.cfg
}

/// The edges of a shortest path from the entry to a label.
fn path_to(cfg: &Cfg, label: &str) -> Vec<CfgEdgeId> {
    let mut paths = vec![(cfg.entry, Vec::new())];
    let mut seen = BTreeSet::from([cfg.entry]);
    let mut next = 0;
    loop {
        let (at, path) = paths[next].clone();
        if cfg.is_named(at, label) {
            return path;
        }
        for (id, edge) in cfg.edges.iter_enumerated().filter(|(_, edge)| edge.from == at) {
            if seen.insert(edge.to) {
                paths.push((edge.to, [path.as_slice(), &[id]].concat()));
            }
        }
        next += 1;
    }
}

/// That a label can be reached needs both conditions, which have nothing to do with each other.
#[test]
fn candidates_that_share_no_variable_are_tried_together() {
    let cfg = compile(
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  \
         int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n  \
         if (a > 0) { if (b > 0) { L: a = 7; } }\n  return 0;\n}\n",
    );
    let path = path_to(&cfg, "L");
    let step = |(number, edge): (usize, &CfgEdgeId)| Claim {
        join: Join::Some,
        condition: None,
        parts: vec![Part { claim: number + 1, edge: Some(*edge) }],
        total: false,
    };
    let end = Claim { join: Join::Every, condition: None, parts: Vec::new(), total: false };
    let claims = path.iter().enumerate().map(step).chain([end]).collect();
    let mut traces = Traces {
        candidates: branches::candidates(&cfg),
        traces: vec![Trace { claims, ..Trace::default() }],
        ..Traces::default()
    };
    let fitted = fit(&cfg, &traces).expect("they fit");
    let prover = Prover::new(ProverOptions::default()).expect("a prover");
    let limits = SetLimits::default();
    let mut memory = Memory::default();
    let mut search = start(&cfg, &prover, limits, &traces, &fitted, &mut memory).expect("they fit");
    search.extend(&mut traces, 0, 3);
    assert_eq!(traces.candidates.len(), 2, "{traces:?}");
    assert_eq!(traces.traces[0].eliminating, [[0, 1]], "{traces:?}");
    assert_eq!(traces.traces[0].failing, [vec![], vec![0], vec![1]], "{traces:?}");
}
