//! Planted faults: what passes, the abstractor, the checker and the refiner give is changed at
//! random, and where that changes a verdict the evidence must not pass.
//!
//! `BELNAP_CASES` multiplies the number of faults; with `BELNAP_SHOW=1` the figures are shown.

use std::path::Path;
use std::time::{Duration, Instant};

use belnap::commands::verify::options::VerifyOptions;
use belnap::commands::verify::task::Task;
use belnap_certifier::certificate::certify;
use belnap_certifier::formula::Always;
use belnap_certifier::questions::Time;
use belnap_checker::certificate::make_certificate;
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::run::{RunOptions, check_all};
use belnap_cli::io::write_output;
use belnap_engine::cegar::Watch;
use belnap_engine::conclusion::{Abstraction, Answer, Conclusion, ExecutedPath, StopReason};
use belnap_evidence::{Check, Evidence, proof, refutation};
use belnap_execution::guided::{Choices, Values, guided_execution};
use belnap_formats::boolprog;
use belnap_ir::bdd::Ref;
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::certificate::{Certificate, Claim, Invariants};
use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, EdgeId, LocId, VarId};
use belnap_ir::kripke::{Kripke, Partial, SymbolicKripke};
use belnap_ir::property::Property;
use belnap_ir::result::{PropertyResult, Verdict};
use belnap_ir::types::Type;
use belnap_ir::validate;
use belnap_test_support::files::case_files;
use belnap_test_support::random::Random;
use belnap_test_support::seeds;
use belnap_tests::verify_case;
use clap::Parser;

#[derive(Debug, clap::Parser)]
struct Command {
    #[command(flatten)]
    options: VerifyOptions,
}

/// A question with its answer.
struct Subject {
    file: String,
    options: VerifyOptions,
    program: Cfg,
    cfg: Cfg,
    property: Property,
    holds: bool,
    abstraction: Abstraction,
}

/// Stops after a while.
struct Clock(Instant);

impl Watch for Clock {
    fn stop(&self) -> Option<StopReason> {
        (Instant::now() > self.0).then_some(StopReason::Interrupted)
    }

    fn end(&self) -> Option<Instant> {
        Some(self.0)
    }
}

/// The cases that are decided soon.
fn subjects() -> Vec<Subject> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/verify");
    let mut all = Vec::new();
    for file in case_files(&root, &[".c"]) {
        let path = root.join(&file).display().to_string();
        for check in verify_case::questions(Path::new(&path)).expect("a right head") {
            let arguments = verify_case::arguments(&path, &check);
            let options = Command::try_parse_from(arguments).expect("right options").options;
            let task = Task::read(&options).unwrap_or_else(|_| panic!("{path}"));
            let property = task.properties.properties()[0].clone();
            let cfg = task.question.graph(&property);
            let mut clock = Clock(Instant::now() + Duration::from_secs(2));
            let answer = task.answer(&cfg, &property, &mut clock);
            let answer = answer.unwrap_or_else(|_| panic!("{path}"));
            if let Some(abstraction) = answer.conclusion.abstraction().cloned()
                && check.verdict != "UNKNOWN"
            {
                let holds = check.verdict == "TRUE";
                let (file, program) = (file.display().to_string(), task.question.program);
                all.push(Subject { file, options, program, cfg, property, holds, abstraction });
            }
        }
    }
    all
}

/// How often something happened.
#[derive(Debug, Default)]
struct Tally {
    faults: usize,
    changed: usize,
    contradicted: usize,
    missing: Vec<String>,
    passed: Vec<String>,
}

impl Tally {
    fn add(&mut self, evidence: &Evidence, what: impl FnOnce() -> String) {
        self.changed += 1;
        match evidence {
            Evidence::Contradicts(..) | Evidence::Crashed(_) => self.contradicted += 1,
            Evidence::None => self.missing.push(what()),
            Evidence::Missing(_, reason) => self.missing.push(format!("{reason}: {}", what())),
            Evidence::Checked(_) => self.passed.push(what()),
        }
    }

    fn finish(self, name: &str) {
        if std::env::var_os("BELNAP_SHOW").is_some() {
            let Tally { faults, changed, contradicted, missing, passed } = &self;
            let line = format!(
                "{name}: {faults} faults, {changed} changed the verdict: {contradicted} refuted, \
                 {} without evidence, {} passed\n",
                missing.len(),
                passed.len()
            );
            write_output(None, &line).unwrap_or_else(|_| panic!("written"));
        }
        assert!(self.changed > 0, "no fault changes a verdict");
        assert!(self.passed.is_empty(), "{name}: passed\n{}", self.passed.join("\n"));
        assert!(self.missing.is_empty(), "{name}: not refuted\n{}", self.missing.join("\n"));
    }
}

fn below(random: &mut Random, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

/// Changes a word of a Boolean program, or drops an edge.
fn changed_program(text: &str, random: &mut Random) -> Option<String> {
    if random.one_in(5) {
        return without_an_edge(text, random);
    }
    const CHANGES: [(&str, &str); 9] = [
        ("true", "false"),
        ("false", "true"),
        ("!{", "{"),
        ("assume({", "assume(!{"),
        (" & ", " | "),
        (" | ", " & "),
        ("choose(", "choose(true | "),
        (":= *", ":= true"),
        ("*, ", "false, "),
    ];
    let (from, to) = CHANGES[below(random, CHANGES.len())];
    let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
    if places.is_empty() {
        return None;
    }
    let at = places[below(random, places.len())];
    Some(format!("{}{to}{}", &text[..at], &text[at + from.len()..]))
}

/// A Boolean program in which some `goto` has a target less, or leads nowhere.
fn without_an_edge(text: &str, random: &mut Random) -> Option<String> {
    let places: Vec<usize> = text.match_indices("goto ").map(|(at, _)| at).collect();
    if places.is_empty() {
        return None;
    }
    let at = places[below(random, places.len())];
    let end = at + text[at..].find(';')?;
    let mut targets: Vec<&str> = text[at + 5..end].split(", ").collect();
    targets.remove(below(random, targets.len()));
    let left = match targets.is_empty() {
        true => "skip".to_owned(),
        false => format!("goto {}", targets.join(", ")),
    };
    Some(format!("{}{left}{}", &text[..at], &text[end..]))
}

#[test]
fn faults_do_not_pass() {
    let subjects = subjects();
    faults_of_the_abstractor(&subjects);
    faults_of_the_encoder(&subjects);
    wrong_verdicts(&subjects);
    faults_of_the_checker(&subjects);
    faults_of_the_refiner(&subjects);
    faults_of_passes(&subjects);
}

/// The evidence for a wrong verdict on the structure of a program.
fn evidence(
    subject: &Subject,
    (program, kripke): (BoolProgram, SymbolicKripke),
    result: PropertyResult,
) -> Evidence {
    let structure = Kripke::Symbolic(kripke);
    let last = Box::new(Abstraction { program, structure, result });
    let conclusion = if subject.holds { Conclusion::Fails(last) } else { Conclusion::Holds(last) };
    let (cfg, property) = (&subject.cfg, &subject.property);
    if subject.holds
        && let Some(path) = refutation::find_execution(cfg, property, &conclusion)
    {
        let (program, source) = (&subject.program, &subject.options.source());
        let found = refutation::check(program, cfg, property, &path, source, None).evidence;
        if !matches!(found, Evidence::None | Evidence::Missing(..)) {
            return found;
        }
    }
    proof::check(cfg, None, property, &conclusion, None).evidence
}

/// Whether a verdict is the opposite of the right one.
fn is_wrong(verdict: Verdict, subject: &Subject) -> bool {
    matches!((verdict, subject.holds), (Verdict::Holds, false) | (Verdict::Fails, true))
}

fn faults_of_the_abstractor(subjects: &[Subject]) {
    let mut tally = Tally::default();
    let per_subject = seeds::cases(3);
    for (number, subject) in subjects.iter().enumerate() {
        let mut random = Random::new(number as u64 + 1);
        let text = boolprog::print(&subject.abstraction.program);
        for _ in 0..per_subject {
            let Some(changed) = changed_program(&text, &mut random) else { continue };
            let Ok(program) = boolprog::read(&changed) else { continue };
            let Ok(kripke) = encode(&program, &EncodeOptions::default()) else { continue };
            let Some(result) = checked(subject, &kripke) else { continue };
            tally.faults += 1;
            if !is_wrong(result.verdict, subject) {
                continue;
            }
            let evidence = evidence(subject, (program, kripke), result);
            tally.add(&evidence, || format!("{}: {changed}", subject.file));
        }
    }
    tally.finish("abstractor");
}

/// What the checker says of the property on a structure; `None` if it contradicts itself.
fn checked(subject: &Subject, kripke: &SymbolicKripke) -> Option<PropertyResult> {
    let kripke = Kripke::Symbolic(kripke.clone());
    let properties = std::slice::from_ref(&subject.property);
    let mut result = check_all(&kripke, properties, &RunOptions::default(), None).ok()?;
    Some(result.properties.remove(0))
}

/// Changes what an edge of a structure says, where it leads, or whether it is there.
fn changed_structure(kripke: &SymbolicKripke, random: &mut Random) -> SymbolicKripke {
    let mut changed = kripke.clone();
    let at = below(random, changed.edges.len());
    let (locations, variables) = (changed.locations.len(), changed.variables.len());
    let edge = &mut changed.edges[EdgeId::from(at)];
    match below(random, 9) {
        0 => std::mem::swap(&mut edge.guard.truth, &mut edge.guard.falsity),
        1 => edge.guard = Partial::TRUE,
        2 => edge.guard = Partial { truth: Ref::FALSE, falsity: Ref::TRUE },
        3 if !edge.updates.is_empty() => {
            let at = below(random, edge.updates.len());
            let value = &mut edge.updates[at].1;
            std::mem::swap(&mut value.truth, &mut value.falsity);
        }
        4 if !edge.updates.is_empty() => {
            let at = below(random, edge.updates.len());
            edge.updates[at].1 = Partial::TRUE;
        }
        5 if !edge.updates.is_empty() => {
            edge.updates.remove(below(random, edge.updates.len()));
        }
        6 => edge.to = LocId::from(below(random, locations)),
        7 if variables > 0 => {
            let var = VarId::from(below(random, variables));
            edge.updates = vec![(var, Partial::TRUE)];
        }
        _ => {
            changed.edges.remove(EdgeId::from(at));
        }
    }
    changed
}

fn faults_of_the_encoder(subjects: &[Subject]) {
    let mut tally = Tally::default();
    for (number, subject) in subjects.iter().enumerate() {
        let Abstraction { program, structure, .. } = &subject.abstraction;
        let Kripke::Symbolic(kripke) = structure else { continue };
        let mut random = Random::new(number as u64 + 1);
        for _ in 0..seeds::cases(4) {
            let changed = changed_structure(kripke, &mut random);
            let Some(result) = checked(subject, &changed) else { continue };
            tally.faults += 1;
            if is_wrong(result.verdict, subject) {
                let shown = format!("{:?}", changed.edges);
                let evidence = evidence(subject, (program.clone(), changed), result);
                tally.add(&evidence, || format!("{}: {shown}", subject.file));
            }
        }
    }
    tally.finish("encoder");
}

/// The opposite of what was found, with the same reasons.
fn wrong_verdicts(subjects: &[Subject]) {
    let mut tally = Tally::default();
    for subject in subjects {
        let Abstraction { program, structure, result } = &subject.abstraction;
        let Kripke::Symbolic(kripke) = structure else { continue };
        let verdict = match result.verdict {
            Verdict::Holds => Verdict::Fails,
            Verdict::Fails => Verdict::Holds,
            Verdict::Inconclusive => continue,
        };
        tally.faults += 1;
        let result = PropertyResult { verdict, ..result.clone() };
        let evidence = evidence(subject, (program.clone(), kripke.clone()), result);
        tally.add(&evidence, || subject.file.clone());
    }
    tally.finish("verdicts");
}

/// Changes a node or an invariant.
fn changed_invariants(invariants: &Invariants, random: &mut Random) -> Invariants {
    let mut changed = invariants.clone();
    let place = below(random, changed.at.len().max(1));
    let nodes = changed.table.nodes.len();
    match below(random, 6) {
        0 if nodes > 0 => {
            let node = &mut changed.table.nodes[below(random, nodes)];
            std::mem::swap(&mut node.hi, &mut node.lo);
        }
        1 if nodes > 0 => changed.table.nodes[below(random, nodes)].hi = Ref::FALSE,
        2 if nodes > 0 => changed.table.nodes[below(random, nodes)].lo = Ref::FALSE,
        3 => {
            changed.at.shift_remove_index(place);
        }
        4 => {
            if let Some((_, invariant)) = changed.at.get_index_mut(place) {
                *invariant = invariant.complement();
            }
        }
        _ => {
            // The error is not reached, they say.
            if let Some((_, invariant)) = changed.at.get_index_mut(place) {
                *invariant = Ref::FALSE;
            }
        }
    }
    changed
}

fn faults_of_the_checker(subjects: &[Subject]) {
    let mut tally = Tally::default();
    let time = Time { question: Duration::from_secs(5), end: None };
    for (number, subject) in subjects.iter().enumerate() {
        let Kripke::Symbolic(kripke) = &subject.abstraction.structure else { continue };
        if subject.holds || Always::of(&subject.property.formula).is_none() {
            continue;
        }
        let Ok(always) = make_certificate(kripke, &subject.property) else { continue };
        let certificate = always.certificate;
        let Claim::Invariants(invariants) = certificate.claim.clone() else { continue };
        let mut random = Random::new(number as u64 + 1);
        for _ in 0..seeds::cases(12) {
            // The property is false, so no certificate proves it, however it is changed.
            let mut changed = changed_invariants(&invariants, &mut random);
            for _ in 0..below(&mut random, 3) {
                changed = changed_invariants(&changed, &mut random);
            }
            for at in (0..subject.cfg.locations.len()).map(CfgLocId::from) {
                let failed = subject.cfg.locations[at].kind == LocationKind::Failed;
                if failed && below(&mut random, 2) == 0 {
                    changed.at.shift_remove(&at.to_string());
                }
            }
            tally.faults += 1;
            let mut emit = |_: &str, _: &str| Ok::<(), ()>(());
            let claim = Claim::Invariants(changed);
            let changed = Certificate { claim, ..certificate.clone() };
            let Ok(outcome) = certify(&subject.cfg, &changed, time, &mut emit) else { continue };
            tally.changed += 1;
            match (outcome.wrong.is_empty(), outcome.undecided.is_empty()) {
                (false, _) => tally.contradicted += 1,
                (true, false) => tally.missing.push(format!("{}: undecided", subject.file)),
                (true, true) => tally.passed.push(format!("{}: {changed:?}", subject.file)),
            }
        }
    }
    tally.finish("checker");
}

/// Values at random.
struct Any(Random);

impl Choices for Any {
    fn scalar(
        &mut self,
        _: Option<belnap_ir::ids::CfgEdgeId>,
        _: belnap_ir::ids::CfgVarId,
    ) -> Option<i128> {
        Some(self.0.below(4) as i128)
    }

    fn cell(&mut self, _: belnap_ir::ids::CfgVarId, _: i128) -> Option<i128> {
        Some(0)
    }
}

/// Executions that lead somewhere else, given out as ones that refute the property.
fn faults_of_the_refiner(subjects: &[Subject]) {
    let mut tally = Tally::default();
    for (number, subject) in subjects.iter().enumerate() {
        let cfg = &subject.cfg;
        let has_error = cfg.locations.iter().any(|at| at.kind == LocationKind::Failed);
        if !subject.holds || subject.property.name != "assertions" || !has_error {
            continue;
        }
        for fault in 0..seeds::cases(2) {
            tally.faults += 1;
            let mut any = Any(Random::new(number as u64 * 1000 + fault + 1));
            let mut end =
                |at: CfgLocId, _: &mut Values<'_>| cfg.locations[at].kind == LocationKind::Halted;
            let Ok((edges, execution)) = guided_execution(cfg, &mut any, &mut end, 10_000) else {
                continue;
            };
            let path = ExecutedPath { edges, execution };
            let (program, property) = (&subject.program, &subject.property);
            let source = &subject.options.source();
            let found = refutation::check(program, cfg, property, &path, source, None);
            tally.add(&found.evidence, || format!("{} {fault}", subject.file));
        }
    }
    tally.finish("refiner");
}

/// A graph in which a step does something else, or leads elsewhere.
fn changed_graph(cfg: &Cfg, random: &mut Random) -> Option<Cfg> {
    let mut changed = cfg.clone();
    let at = below(random, changed.edges.len());
    let (from, old) =
        (changed.edges[CfgEdgeId::from(at)].from, changed.edges[CfgEdgeId::from(at)].to);
    match (&mut changed.edges[CfgEdgeId::from(at)].operation, below(random, 3)) {
        (Operation::Assign(pairs), 0) if !pairs.is_empty() => {
            pairs.remove(below(random, pairs.len()));
        }
        (Operation::Assign(pairs), 1) if !pairs.is_empty() => {
            let which = below(random, pairs.len());
            let (var, value) = &mut pairs[which];
            let Type::Int(ty) = cfg.type_of(*var) else { return None };
            *value = Expr::Binary(BinaryOp::Add, Box::new([value.clone(), Expr::int(1, ty)]));
        }
        (Operation::Assume(_), 0 | 1) => {
            // The other branch, too, so that the graph stays total.
            let branches = changed.edges.iter_mut().filter(|edge| edge.from == from);
            for branch in branches {
                if let Operation::Assume(condition) = &mut branch.operation {
                    *condition = condition.clone().negate();
                }
            }
        }
        _ => {
            let to = CfgLocId::from(below(random, cfg.locations.len()));
            let plain = |at: CfgLocId| cfg.locations[at].kind == LocationKind::Normal;
            if from == old || !plain(from) {
                return None;
            }
            changed.edges[CfgEdgeId::from(at)].to = to;
        }
    }
    validate::cfg::validate(&changed).is_empty().then_some(changed)
}

/// Smaller graphs that are not those of the program: what is proved of them is not certified of it.
fn faults_of_passes(subjects: &[Subject]) {
    let mut tally = Tally::default();
    for (number, subject) in subjects.iter().enumerate() {
        let options = &subject.options;
        let task = Task::of(options, subject.program.clone(), Vec::new());
        let task = task.unwrap_or_else(|_| panic!("{}", subject.file));
        let whole = task.question.reducible(&subject.property);
        if subject.holds || whole.is_none() || Always::of(&subject.property.formula).is_none() {
            continue;
        }
        let mut random = Random::new(number as u64 + 1);
        for _ in 0..seeds::cases(5) {
            let Some(changed) = changed_graph(&subject.cfg, &mut random) else { continue };
            let mut clock = Clock(Instant::now() + Duration::from_secs(1));
            let answer = task.answer(&changed, &subject.property, &mut clock);
            let Ok(Answer { conclusion, .. }) = answer else { continue };
            tally.faults += 1;
            if !matches!(conclusion, Conclusion::Holds(_)) {
                continue;
            }
            let property = &subject.property;
            let proof = proof::check(&changed, whole.as_ref(), property, &conclusion, None);
            tally.changed += 1;
            // That only the smaller graph is certified is what tells.
            match proof.evidence {
                Evidence::Checked(Check::AfterPasses) => tally.contradicted += 1,
                Evidence::Checked(_) => tally.passed.push(subject.file.clone()),
                other => tally.missing.push(format!("{}: {other:?}", subject.file)),
            }
        }
    }
    tally.finish("passes");
}
