//! Abstractions of small graphs against their definition (docs/semantics.md §4), by trying all
//! states.
//!
//! Every failure names the seed of its graph. `BELNAP_CASES=n` runs n times as many, from
//! `BELNAP_SEED` on.

use std::collections::BTreeSet;

use belnap_abstractor::options::{AbstractionOptions, Method};
use belnap_abstractor::program::abstract_program;
use belnap_abstractor::theory::Theory;
use belnap_abstractor::tracked::Predicates;
use belnap_formats::boolprog;
use belnap_ir::cfg::{Edge, Operation};
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::concrete::{Concrete, Row};
use belnap_tests::abstraction::generate::{Shape, subject};
use belnap_tests::abstraction::reading::{Alternative, Reading, Table, Update};
use belnap_tests::abstraction::{Set, Subject, agreeing, contains, fresh_theory};

const EXACT: AbstractionOptions =
    AbstractionOptions { method: Method::Exact { combinations: 4096 }, joint: 0, threads: 1 };

const SHAPE: Shape =
    Shape { locations: 8, predicates: 6, local: true, addresses: false, bits: 9, settled: false };

fn cubes(size: usize) -> AbstractionOptions {
    AbstractionOptions { method: Method::Cubes(size), ..EXACT }
}

/// What failures say.
fn about(subject: &Subject, options: &AbstractionOptions, edge: CfgEdgeId) -> String {
    let program = boolprog::print(&subject.program(options));
    let operation = &subject.cfg.edges[edge];
    format!("seed {} {options:?} {edge}: {operation:?}\n{program}", subject.seed)
}

/// An edge with what it does and what is said about it.
struct Judged<'a> {
    subject: &'a Subject,
    options: &'a AbstractionOptions,
    reading: &'a Reading,
    id: CfgEdgeId,
    edge: &'a Edge,
    rows: BTreeSet<Row>,
}

impl Judged<'_> {
    fn about(&self) -> String {
        about(self.subject, self.options, self.id)
    }

    fn alternatives(&self) -> &[Alternative] {
        &self.reading.edges[self.id.index()]
    }

    fn width(&self) -> usize {
        self.subject.conditions.len()
    }

    /// Every step is one that may be.
    fn may(&self) {
        for (before, post) in &self.rows {
            for after in (0..1_u8 << self.width()).filter(|after| contains(*post, *after)) {
                let allowed =
                    self.alternatives().iter().any(|by| self.reading.may(by, *before, after));
                assert!(allowed, "{before:b} -> {after:b} is not allowed: {}", self.about());
            }
        }
    }

    /// Every step that must be is there, from each state of a set of combinations.
    fn must(&self, from: Set) {
        let inside: Vec<&Row> =
            self.rows.iter().filter(|(before, _)| contains(from, *before)).collect();
        if inside.is_empty() {
            return;
        }
        for by in self.alternatives() {
            let Some(to) = by.must(from, self.width()) else { continue };
            for (before, post) in &inside {
                for to in &to {
                    let real = match self.edge.operation {
                        Operation::AssumeUnknown => false,
                        Operation::Unknown(_) => post & !to == 0,
                        _ => post & to != 0,
                    };
                    assert!(
                        real,
                        "from {from:x}, {before:b} -> {post:x} misses {to:x}: {}",
                        self.about()
                    );
                }
            }
        }
    }

    /// Only what is tracked before the step has a say.
    fn scope(&self) {
        let tracked = self.subject.tracked(self.edge.from);
        let plain = |set: Set| {
            (0..1_u8 << self.width()).all(|at| contains(set, at) == contains(set, at & tracked))
        };
        for by in self.alternatives() {
            let updates = by.updates.iter().filter_map(|update| match update {
                Some(Update::Table(table)) => Some(table),
                _ => None,
            });
            for table in updates.chain([&by.guard]) {
                assert!(plain(table.truth) && plain(table.falsity), "{}", self.about());
            }
        }
    }

    fn sound(&self, random: &mut Random) {
        let width = self.width();
        assert!(!self.alternatives().is_empty(), "{}", self.about());
        self.scope();
        self.may();
        let tracked = self.subject.tracked(self.edge.from);
        for values in 0..1_u8 << width {
            if values & !tracked == 0 {
                self.must(agreeing(width, tracked, values));
            }
        }
        for _ in 0..12 {
            let known = random.below(64) as u8 & tracked;
            self.must(agreeing(width, known, random.below(64) as u8));
        }
    }

    /// The rows of states that agree with one on what is tracked before the step.
    fn classes(&self) -> Vec<(u8, Vec<Row>)> {
        let tracked = self.subject.tracked(self.edge.from);
        let mut keys: Vec<u8> = self.rows.iter().map(|(before, _)| before & tracked).collect();
        keys.sort_unstable();
        keys.dedup();
        let class = |key: u8| {
            let inside = self.rows.iter().filter(move |(before, _)| before & tracked == key);
            inside.copied().collect()
        };
        keys.into_iter().map(|key| (key, class(key))).collect()
    }

    /// As much is said as can be, of assignments and assumptions.
    fn exact(&self) {
        let assumes = match self.edge.operation {
            Operation::Assign(_) => false,
            Operation::Assume(_) => true,
            _ => return,
        };
        let [by] = self.alternatives() else { panic!("{}", self.about()) };
        let wanted = self.subject.tracked(self.edge.to);
        for (key, class) in self.classes() {
            let exists = class.iter().all(|(_, post)| *post != 0);
            let never = class.iter().all(|(_, post)| *post == 0);
            if assumes {
                let said = (contains(by.guard.truth, key), contains(by.guard.falsity, key));
                assert_eq!(said, (exists, never), "guard in {key:b}: {}", self.about());
            }
            if never {
                continue;
            }
            for at in (0..self.width()).filter(|at| wanted >> at & 1 == 1) {
                let yes = agreeing(self.width(), 1 << at, 1 << at);
                let always = class.iter().all(|(_, post)| post & !yes == 0);
                let nowhere = class.iter().all(|(_, post)| post & yes == 0);
                let said = match by.updates[at] {
                    None => (key >> at & 1 == 1, key >> at & 1 == 0),
                    Some(Update::Table(table)) => {
                        (contains(table.truth, key), contains(table.falsity, key))
                    }
                    Some(Update::Nondet) => panic!("{}", self.about()),
                };
                assert_eq!(said, (always, nowhere), "{at} in {key:b}: {}", self.about());
            }
        }
    }

    /// What is said about choices of the environment is true, and in simple cases all there is.
    fn choices(&self, counts: &mut Choices) {
        let Operation::Nondet(vars) = &self.edge.operation else { return };
        let (width, wanted) = (self.width(), self.subject.tracked(self.edge.to));
        let all = self.subject.everything();
        let of = |at: usize| &self.subject.predicates.all[at].vars;
        let affected: Vec<usize> = (0..width)
            .filter(|at| wanted >> at & 1 == 1 && of(*at).iter().any(|var| vars.contains(var)))
            .collect();
        let closed = affected.iter().all(|at| of(*at).iter().all(|var| vars.contains(var)));
        for by in self.alternatives() {
            let (mut known, mut values) = (0_u8, 0_u8);
            for at in &affected {
                match by.updates[*at] {
                    Some(Update::Table(Table { truth, .. })) if truth == all => {
                        known |= 1 << at;
                        values |= 1 << at;
                    }
                    Some(Update::Table(Table { falsity, .. })) if falsity == all => {
                        known |= 1 << at;
                    }
                    Some(Update::Nondet) => {}
                    _ => panic!("{at} is not chosen: {}", self.about()),
                }
            }
            let outcome = agreeing(width, known, values);
            if closed {
                assert_eq!(by.guard, Table { truth: all, falsity: 0 }, "{}", self.about());
            }
            for (key, class) in self.classes() {
                let always = class.iter().all(|(_, post)| post & outcome != 0);
                let never = class.iter().all(|(_, post)| post & outcome == 0);
                let said = (contains(by.guard.truth, key), contains(by.guard.falsity, key));
                let good = (always || !said.0) && (never || !said.1);
                assert!(good, "{said:?} in {key:b}: {}", self.about());
                if vars.len() == 1 {
                    assert_eq!(said.1, never, "{outcome:x} in {key:b}: {}", self.about());
                }
                counts.guards += 1;
                counts.less_truth += u64::from(always && !said.0);
                counts.less_falsity += u64::from(never && !said.1);
            }
        }
    }

    /// Steps that only the correlation of predicates excludes.
    fn gained(&self) -> u64 {
        let mut gained = 0;
        for by in self.alternatives().iter().filter(|by| by.constrain.is_some()) {
            let without = Alternative { constrain: None, ..by.clone() };
            let mut before: Vec<u8> = self.rows.iter().map(|(before, _)| *before).collect();
            before.dedup();
            for before in before {
                for after in 0..1_u8 << self.width() {
                    let allowed = |by| self.reading.may(by, before, after);
                    gained += u64::from(allowed(&without) && !allowed(by));
                }
            }
        }
        gained
    }
}

/// How often a guard of a choice says less than is true.
#[derive(Debug, Default)]
struct Choices {
    guards: u64,
    less_truth: u64,
    less_falsity: u64,
}

fn each_edge(
    subject: &Subject,
    options: &AbstractionOptions,
    concrete: &Concrete<'_>,
    mut judge: impl FnMut(&Judged<'_>),
) -> u64 {
    let program = subject.program(options);
    let reading = Reading::new(subject, &program);
    let mut count = 0;
    for (id, edge) in concrete.steps() {
        let rows = concrete.rows(id);
        judge(&Judged { subject, options, reading: &reading, id, edge, rows });
        count += 1;
    }
    count
}

#[test]
fn exact_abstractions_are_sound_and_exact() {
    let mut edges = 0;
    let mut counts = Choices::default();
    for seed in seeds(250) {
        let subject = subject(seed, SHAPE);
        let concrete = Concrete::new(&subject, 0);
        let mut random = Random::new(!seed);
        edges += each_edge(&subject, &EXACT, &concrete, |judged| {
            judged.sound(&mut random);
            judged.exact();
            judged.choices(&mut counts);
        });
    }
    println!("{edges} edges, {counts:?}");
    assert!(counts.less_truth * 5 < counts.guards, "{counts:?}");
    assert!(counts.less_falsity * 50 < counts.guards, "{counts:?}");
}

/// Where an edge says something, on the combinations that exist: guards, then predicates.
fn said(reading: &Reading, edge: CfgEdgeId, possible: Set) -> Vec<(Set, Set)> {
    let mut all = Vec::new();
    for by in &reading.edges[edge.index()] {
        all.push((by.guard.truth & possible, by.guard.falsity & possible));
        all.extend(by.updates.iter().map(|update| match update {
            Some(Update::Table(table)) => (table.truth & possible, table.falsity & possible),
            _ => (0, 0),
        }));
    }
    all
}

#[test]
fn longer_conjunctions_say_more_until_all_is_said() {
    for seed in seeds(60) {
        let subject = subject(seed, Shape { predicates: 4, ..SHAPE });
        let concrete = Concrete::new(&subject, 0);
        let possible = concrete.possible();
        let width = subject.conditions.len();
        let exact = Reading::new(&subject, &subject.program(&EXACT));
        let mut smaller: Option<Reading> = None;
        for size in 1..=width {
            let options = cubes(size);
            let mut random = Random::new(!seed);
            each_edge(&subject, &options, &concrete, |judged| judged.sound(&mut random));
            let reading = Reading::new(&subject, &subject.program(&options));
            for (id, edge) in concrete.steps() {
                if !matches!(edge.operation, Operation::Assign(_) | Operation::Assume(_)) {
                    continue;
                }
                let now = said(&reading, id, possible);
                let most = said(&exact, id, possible);
                let inside = |a: &[(Set, Set)], b: &[(Set, Set)]| {
                    a.len() == b.len()
                        && a.iter().zip(b).all(|(a, b)| a.0 & !b.0 == 0 && a.1 & !b.1 == 0)
                };
                assert!(inside(&now, &most), "{}", about(&subject, &options, id));
                if let Some(smaller) = &smaller {
                    let before = said(smaller, id, possible);
                    assert!(inside(&before, &now), "{}", about(&subject, &options, id));
                }
                if size == width {
                    assert_eq!(now, most, "{}", about(&subject, &options, id));
                }
            }
            smaller = Some(reading);
        }
    }
}

#[test]
fn correlations_exclude_steps_that_are_not() {
    let mut gained = [0, 0];
    for seed in seeds(60) {
        let subject = subject(seed, SHAPE);
        let concrete = Concrete::new(&subject, 0);
        for (at, joint) in [2, 3].into_iter().enumerate() {
            let mut random = Random::new(!seed);
            let options = AbstractionOptions { joint, ..EXACT };
            each_edge(&subject, &options, &concrete, |judged| {
                judged.sound(&mut random);
                gained[at] += judged.gained();
            });
        }
    }
    println!("{gained:?} steps excluded");
    assert!(0 < gained[0] && gained[0] < gained[1], "{gained:?}");
}

#[test]
fn little_effort_is_sound() {
    for seed in seeds(80) {
        let subject = subject(seed, SHAPE);
        let concrete = Concrete::new(&subject, 0);
        let method = Method::Exact { combinations: 1 + seed as usize % 8 };
        let options = AbstractionOptions { method, joint: seed as usize % 4, threads: 1 };
        let mut random = Random::new(!seed);
        each_edge(&subject, &options, &concrete, |judged| judged.sound(&mut random));
    }
}

#[test]
fn facts_are_true_and_small_ones_are_all_there() {
    for seed in seeds(300) {
        let local = seed % 2 == 0;
        let subject = subject(seed, Shape { locations: 2, local, ..SHAPE });
        let width = subject.conditions.len();
        let enforce = Reading::new(&subject, &subject.program(&EXACT)).enforce;
        let possible = Concrete::new(&subject, 0).possible();
        let about = || boolprog::print(&subject.program(&EXACT));
        assert_eq!(possible & !enforce, 0, "seed {seed} {}", about());
        let together: Vec<u8> =
            (0..subject.cfg.locations.len()).map(|at| subject.tracked(at.into())).collect();
        for known in 0..1_u8 << width {
            if known.count_ones() > 3 || !together.iter().any(|at| known & !at == 0) {
                continue;
            }
            for values in (0..1_u8 << width).filter(|values| values & !known == 0) {
                let cube = agreeing(width, known, values);
                if cube & possible == 0 {
                    assert_eq!(cube & enforce, 0, "seed {seed} {known:b} {values:b} {}", about());
                }
            }
        }
    }
}

/// The same conditions in another order, without the last ones.
fn reordered(subject: &Subject, numbers: &[usize]) -> Predicates {
    let mut predicates = Predicates::default();
    for number in numbers {
        let tracked = &subject.predicates.all[*number];
        let locations = (0..subject.cfg.locations.len())
            .map(CfgLocId::from)
            .filter(|at| subject.predicates.is_at(*number, *at));
        predicates
            .track(&subject.cfg, tracked.condition.clone(), &tracked.name, locations)
            .expect("all variables are shared");
    }
    predicates
}

#[test]
fn nothing_depends_on_threads_or_on_what_was_asked_before() {
    for seed in seeds(8) {
        let subject = subject(seed, SHAPE);
        let width = subject.conditions.len();
        for options in [EXACT, cubes(2), AbstractionOptions { joint: 2, ..EXACT }] {
            let print = |theory: &Theory, predicates: &Predicates, threads: usize| {
                let options = AbstractionOptions { threads, ..options };
                boolprog::print(&abstract_program(&subject.cfg, predicates, theory, &options))
            };
            let expected = print(&fresh_theory(), &subject.predicates, 1);
            let read = boolprog::read(&expected).unwrap_or_else(|found| panic!("{found:?}"));
            assert_eq!(boolprog::print(&read), expected, "seed {seed}, {options:?}");
            for threads in [1, 2, 4] {
                let theory = fresh_theory();
                for _ in 0..2 {
                    let again = print(&theory, &subject.predicates, threads);
                    assert_eq!(again, expected, "seed {seed}, {threads} threads, {options:?}");
                }
            }
            // With what is known of fewer predicates, and of the same in another order.
            let theory = fresh_theory();
            let backwards: Vec<usize> = (0..width).rev().collect();
            for numbers in [&backwards[width / 2..], &backwards[..]] {
                let other = reordered(&subject, numbers);
                let warm = print(&theory, &other, 1);
                let cold = print(&fresh_theory(), &other, 1);
                assert_eq!(warm, cold, "seed {seed}, {options:?}");
            }
            let warm = print(&theory, &subject.predicates, 2);
            assert_eq!(warm, expected, "seed {seed}, {options:?}");
        }
    }
}

#[test]
fn abstractions_with_addresses_are_sound() {
    let shape = Shape { addresses: true, locations: 6, predicates: 5, ..SHAPE };
    let mut edges = 0;
    for seed in seeds(24) {
        let subject = subject(seed, shape);
        for layout in 0..2 {
            let concrete = Concrete::new(&subject, layout);
            let mut random = Random::new(!seed);
            let options = [EXACT, AbstractionOptions { joint: 2, ..cubes(2) }][layout as usize];
            edges += each_edge(&subject, &options, &concrete, |judged| judged.sound(&mut random));
        }
    }
    println!("{edges} edges");
}
