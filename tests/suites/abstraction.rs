//! Abstractions of small graphs against their definition (semantics.md §4), by trying all states.
//!
//! Every failure names the seed of its graph. `BELNAP_CASES=n` runs n times as many.

use std::collections::BTreeSet;

use belnap_abstractor::options::{Method, Options};
use belnap_abstractor::program::abstracted;
use belnap_formats::boolprog;
use belnap_ir::cfg::{Edge, Operation};
use belnap_ir::ids::CfgEdgeId;
use belnap_tests::abstraction::concrete::{Concrete, Row};
use belnap_tests::abstraction::generate::{Shape, subject};
use belnap_tests::abstraction::reading::{Alternative, Reading, Table, Update};
use belnap_tests::abstraction::{Set, Subject, agreeing, cases, contains, fresh_theory};
use belnap_tests::random_cfg::Random;

const EXACT: Options =
    Options { method: Method::Exact { combinations: 4096 }, joint: 0, threads: 1 };

const SHAPE: Shape = Shape { locations: 8, predicates: 6, local: true, addresses: false, bits: 9 };

fn cubes(size: usize) -> Options {
    Options { method: Method::Cubes(size), ..EXACT }
}

/// What failures say.
fn about(subject: &Subject, options: &Options, edge: CfgEdgeId) -> String {
    let program = boolprog::print(&subject.program(options));
    let operation = &subject.cfg.edges[edge.index()];
    format!("seed {} {options:?} {edge}: {operation:?}\n{program}", subject.seed)
}

/// An edge with what it does and what is said about it.
struct Judged<'a> {
    subject: &'a Subject,
    options: &'a Options,
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
}

fn each_edge(
    subject: &Subject,
    options: &Options,
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
    for seed in 0..cases(250) {
        let subject = subject(seed, SHAPE);
        let concrete = Concrete::new(&subject, 0);
        let mut random = Random::new(!seed);
        edges += each_edge(&subject, &EXACT, &concrete, |judged| {
            judged.sound(&mut random);
            judged.exact();
        });
    }
    println!("{edges} edges");
}
