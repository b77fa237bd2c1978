//! Verdicts judged by their evidence: what is left of them.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use belnap_certifier::vacuity;
use belnap_engine::conclusion::{Answer, Conclusion, ExecutedPath};
use belnap_engine::question::{Question, Reducible};
use belnap_frontend::unsupported::MEMORY_ACCESS;
use belnap_ir::certificate::Certificate;
use belnap_ir::cfg::{AskedKind, Cfg};
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_ir::span::SourceLine;
use belnap_passes::carry::carry;
use belnap_passes::{LocationFate, default_passes, run_default};

use crate::assumptions::{Claims, collect_assumptions};
use crate::doubt::{Doubt, Needed, Records};
use crate::idle::find_idle;
use crate::invariants::{
    Invariant, invariants, list_given_invariants, list_live_invariants, list_reached_invariants,
};
use crate::program::SourceProgram;
use crate::replay::given::{MOST_ARGUMENTS, arguments};
use crate::replay::run::ReplayOutcome;
use crate::trial::{Trial, try_program};
use crate::{Check, Evidence, Findings, disagreement, lasso, layout, proof, refutation};

/// Which evidence is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Check proofs.
    pub certify: bool,
    /// Compile and run the program.
    pub replay: bool,
    /// Run it with drawn inputs, too, to see whether what is proved is so.
    pub trial: bool,
    /// Only some of the program's assertions are asked about: a run may fail another.
    pub some: bool,
    /// Doubt verdicts that rest on assumptions, or whose evidence could not be checked.
    pub strict: bool,
    /// The folder in which the files of the run are kept, if they are.
    pub saved: Option<&'a str>,
}

/// What a verdict is about, and how it is judged.
pub struct Judge<'a> {
    /// The question.
    pub question: &'a Question,
    /// Lines of the program that assert something or call an error function.
    pub asserted: &'a [SourceLine],
    /// The C program.
    pub source: &'a SourceProgram,
    /// Which evidence is wanted.
    pub wanted: Wanted<'a>,
    /// The graph that was checked.
    pub cfg: &'a Cfg,
    /// The property.
    pub property: &'a Property,
    /// When everything must be done.
    pub end: Option<Instant>,
}

/// An answer and its evidence.
#[derive(Debug)]
pub struct Judgement {
    /// The engine's answer.
    pub answer: Answer,
    /// What became of the evidence.
    pub findings: Findings,
    /// Why the answer should not be believed, if so.
    pub doubt: Option<Doubt>,
    /// How long it took to find and check the evidence.
    pub time: Duration,
}

impl Judgement {
    /// An answer without evidence.
    pub fn from_answer(answer: Answer) -> Self {
        Judgement { answer, findings: Findings::default(), doubt: None, time: Duration::ZERO }
    }

    /// The verdict; one that is doubted is none.
    pub const fn verdict(&self) -> Verdict {
        match self.doubt {
            Some(_) => Verdict::Inconclusive,
            None => self.answer.conclusion.verdict(),
        }
    }

    /// Whether unrolling found an execution that no run of the compiled program shows.
    pub const fn is_unseen_unrolling(&self) -> bool {
        matches!(self.answer.conclusion, Conclusion::FailsInUnrolling { .. })
            && matches!(self.doubt, Some(Doubt::Unseen { .. }))
    }

    /// The execution that refutes the property, if one is known.
    pub fn execution(&self) -> Option<&ExecutedPath> {
        self.answer.conclusion.execution().or(self.findings.execution.as_ref())
    }

    /// What is always true at the heads of loops of the graph that was checked.
    pub fn invariants(&self, cfg: &Cfg) -> Vec<Invariant> {
        if matches!(self.answer.conclusion, Conclusion::HoldsInUnrolling { .. }) {
            return Vec::new();
        }
        if let Conclusion::HoldsByGiven(found) = &self.answer.conclusion {
            return list_given_invariants(cfg, &found.at);
        }
        if let Conclusion::HoldsInStates { reached, .. } = &self.answer.conclusion {
            return list_reached_invariants(cfg, reached);
        }
        let last = self.answer.conclusion.abstraction();
        let mut found = last.map_or_else(Vec::new, |last| invariants(cfg, &last.structure));
        // Where many states may be reached, what keeps them from a violation may be shorter.
        let certificate = self.findings.certificate.as_ref();
        let is_checked = matches!(self.findings.evidence, Evidence::Checked(_));
        if let Some(proved) = certificate.filter(|_| is_checked).and_then(Certificate::invariants) {
            let mut more = list_live_invariants(cfg, proved);
            more.retain(|one| found.iter().all(|known| known.at != one.at));
            found.extend(more);
            found.sort_by_key(|one| one.at);
        }
        found
    }
}

impl Judge<'_> {
    /// Checks the evidence for an answer; one that it contradicts is doubted.
    pub fn judge(&self, answer: Answer) -> Judgement {
        let begin = Instant::now();
        let mut judgement = Judgement::from_answer(answer);
        if judgement.verdict() != Verdict::Inconclusive {
            self.collect(&mut judgement);
            judgement.doubt = self.doubt(&mut judgement);
            judgement.time = begin.elapsed();
        }
        judgement
    }

    /// Looks for evidence, and checks it.
    fn collect(&self, Judgement { answer, findings, .. }: &mut Judgement) {
        let conclusion = &answer.conclusion;
        let fails = conclusion.verdict() == Verdict::Fails;
        let is_only = matches!(conclusion, Conclusion::HoldsInOnlyExecution { .. });
        if self.wanted.replay {
            self.replay(conclusion, findings);
        }
        let steps = self.certify(conclusion, findings);
        let trial = match fails || is_only || !self.wanted.replay || !self.wanted.trial {
            true => None,
            false => try_program(&self.question.program, self.property, self.source, self.end),
        };
        if !fails && findings.vacuous.is_none() {
            findings.vacuous = vacuity::unreached(&self.question.program, &self.property.formula);
        }
        if !fails || findings.evidence != Evidence::Checked(Check::Replayed) {
            self.assume(conclusion, steps.as_ref(), findings);
        }
        match trial {
            Some(Trial::Refuted(replay, what)) => {
                findings.evidence = Evidence::Contradicts(Check::Replayed, what);
                findings.replay = Some(*replay);
            }
            Some(Trial::Crashed(what)) if findings.rest_on(MEMORY_ACCESS) => {
                findings.evidence = Evidence::Crashed(what);
            }
            _ => {}
        }
    }

    /// Runs the compiled program along the execution that decides, if there is one.
    fn replay(&self, conclusion: &Conclusion, findings: &mut Findings) {
        let (program, source) = (&self.question.program, self.source);
        if conclusion.verdict() == Verdict::Fails
            && let Some(path) = refutation::find_execution(self.cfg, self.property, conclusion)
        {
            let refuted =
                refutation::check(program, self.cfg, self.property, &path, source, self.end);
            (findings.evidence, findings.replay) = (refuted.evidence, refuted.replay);
            findings.execution = Some(path);
        }
        if matches!(conclusion, Conclusion::HoldsInOnlyExecution { .. }) {
            let ended = refutation::check_only_execution(program, self.property, source, self.end);
            (findings.evidence, findings.replay) = (ended.evidence, ended.replay);
            if self.wanted.some && matches!(findings.evidence, Evidence::Contradicts(..)) {
                let reason = "its only run may fail another assertion".to_owned();
                findings.evidence = Evidence::Missing(Check::Replayed, reason);
            }
        } else if findings.replay.is_none() {
            let formula = &self.property.formula;
            findings.lasso =
                lasso::replay_rounds(program, self.cfg, formula, conclusion, source, self.end);
        }
        if let Some(lasso) = &findings.lasso {
            findings.replay.clone_from(&lasso.replay);
            match &lasso.outcome {
                ReplayOutcome::Differs(what) => {
                    findings.evidence = Evidence::Contradicts(Check::Replayed, what.clone());
                }
                ReplayOutcome::Crashed(what) => {
                    findings.evidence = Evidence::Crashed(what.clone());
                }
                ReplayOutcome::Reached | ReplayOutcome::NotRun(_) => {}
            }
        }
    }

    /// Checks the proof, where there is no other evidence; the locations between which a step may
    /// be taken.
    fn certify(
        &self,
        conclusion: &Conclusion,
        findings: &mut Findings,
    ) -> Option<BTreeSet<(String, String)>> {
        let is_only = matches!(conclusion, Conclusion::HoldsInOnlyExecution { .. });
        let unchecked = matches!(findings.evidence, Evidence::None | Evidence::Missing(..));
        if !unchecked || is_only || !self.wanted.certify {
            return None;
        }
        let whole = self.question.reducible(self.property);
        let proof = proof::check(self.cfg, whole.as_ref(), self.property, conclusion, self.end);
        let keep = matches!(findings.evidence, Evidence::Missing(..))
            && !matches!(proof.evidence, Evidence::Checked(_) | Evidence::Contradicts(..));
        if !keep {
            findings.evidence = proof.evidence;
        }
        (findings.certificate, findings.vacuous) = (proof.certificate, proof.vacuous);
        findings.whole = proof.whole;
        if let Some(reached) = &proof.reached {
            self.note_undecided(reached, whole.as_ref(), proof.ahead, findings);
        }
        proof.steps
    }

    /// Notes the assertions that say nothing, as nothing decides on them. That is looked for in the
    /// program as it is: what is plainly true was decided.
    fn note_undecided(
        &self,
        reached: &BTreeSet<String>,
        whole: Option<&Reducible<'_>>,
        ahead: Option<Certificate>,
        findings: &mut Findings,
    ) {
        let program = &self.question.program;
        if !vacuity::is_about_failures(&self.property.formula) {
            return;
        }
        let is_reached = |at: CfgLocId| reached.contains(&at.to_string());
        let fates = whole.map(|whole| run_default(whole.program, &whole.context).fates);
        let never = |at: CfgLocId| match fates.as_ref().map(|fates| fates[at]) {
            None => !is_reached(at),
            Some(LocationFate::At(at)) => !is_reached(at),
            Some(LocationFate::Between) => false,
            Some(LocationFate::Gone) => true,
        };
        let known = || match (ahead.or_else(|| findings.certificate.clone()), whole) {
            (Some(found), Some(whole)) if found.invariants().is_some() => {
                carry(program, &whole.context, &default_passes(), &found)
            }
            (Some(_), Some(_)) => findings.whole.clone(),
            (found, _) => found,
        };
        let idle = find_idle(program, &never, known, self.end);
        let never = |at: CfgLocId| never(at) || idle.unreached.contains(&at);
        findings.unreached = vacuity::undecided_locations(program, &never);
        findings.contradiction = vacuity::contradiction(program, &never).cloned();
        findings.idle = idle.triggers;
        let undecided = vacuity::undecided(program, &never);
        let in_graph = program.properties.iter().filter_map(|asked| asked.source.as_ref());
        let mut all = in_graph.chain(self.asserted).peekable();
        if all.peek().is_none() {
            let reason = match self.source.assertions {
                true => "the program has no assertion and calls no error function",
                false => "it has no place where a check could fail",
            };
            findings.vacuous = Some(reason.to_owned());
        } else if all.all(|line| undecided.contains_key(line)) {
            let reason = match self.source.assertions {
                true => "no assertion and no condition of an error is ever reached",
                false => "no place where a check could fail is ever reached",
            };
            findings.vacuous = Some(reason.to_owned());
        } else {
            let text = |(line, kind): (&SourceLine, AskedKind)| match kind {
                AskedKind::Assert => format!("the assertion at {line} is never reached"),
                AskedKind::ReachError => {
                    format!("the condition of the error at {line} is never reached")
                }
                _ => format!("the check at {line} is never reached"),
            };
            findings.undecided = undecided.into_iter().map(text).collect();
        }
    }

    /// Notes the assumptions of the edges that the verdict is about.
    pub(crate) fn assume(
        &self,
        conclusion: &Conclusion,
        steps: Option<&BTreeSet<(String, String)>>,
        findings: &mut Findings,
    ) {
        let execution = conclusion.execution().or(findings.execution.as_ref());
        let used = |edge: CfgEdgeId| match (execution, steps) {
            (Some(path), _) => path.edges.contains(&edge),
            (None, Some(steps)) => {
                let edge = &self.cfg.edges[edge];
                steps.contains(&(edge.from.to_string(), edge.to.to_string()))
            }
            (None, None) => true,
        };
        let holds = conclusion.verdict() == Verdict::Holds;
        let claims = Claims::of(&self.property.formula, holds);
        findings.assumptions = collect_assumptions(self.cfg, claims, &used);
    }

    /// Why the verdict should not be believed, if so.
    fn doubt(&self, judgement: &mut Judgement) -> Option<Doubt> {
        if let Some(doubt) = self.doubt_unseen(judgement) {
            return Some(doubt);
        }
        if let Some(doubt) = self.doubt_assumptions(&mut judgement.findings) {
            return Some(doubt);
        }
        if let Evidence::Contradicts(check, reason) = &judgement.findings.evidence {
            let (check, reason) = (*check, reason.clone());
            return Some(Doubt::Contradicted { check, reason, records: self.record(judgement) });
        }
        self.doubt_strictly(&judgement.findings)
    }

    /// Doubts a refutation that must be seen in a run, and was not: it rests on what the machine is
    /// free to do and perhaps never does.
    fn doubt_unseen(&self, judgement: &mut Judgement) -> Option<Doubt> {
        let findings = &judgement.findings;
        let is_replayed = |lasso: &lasso::Lasso| lasso.outcome == ReplayOutcome::Reached;
        let is_seen = findings.evidence == Evidence::Checked(Check::Replayed)
            || findings.lasso.as_ref().is_some_and(is_replayed);
        let is_wrong = matches!(findings.evidence, Evidence::Contradicts(Check::Certified, _));
        if judgement.answer.conclusion.verdict() != Verdict::Fails || is_seen || is_wrong {
            return None;
        }
        let needed = match layout::find_assumed_layout(self.cfg, self.property, judgement) {
            Some(layout) => Needed::Layout(layout),
            None => Needed::Arguments(argument_count(self.cfg, judgement.execution()?)?),
        };
        let why = match std::mem::take(&mut judgement.findings.evidence) {
            Evidence::Missing(Check::Replayed, why)
            | Evidence::Contradicts(_, why)
            | Evidence::Crashed(why) => Some(why),
            _ => None,
        };
        Some(Doubt::Unseen { needed, why })
    }

    /// Doubts a verdict if a run shows that what it assumes is not so. Where nothing that was
    /// assumed explains a mistake of the program, the run contradicts the verdict.
    fn doubt_assumptions(&self, findings: &mut Findings) -> Option<Doubt> {
        let is_assumed = !findings.assumptions.is_empty();
        let mistake = match &findings.evidence {
            Evidence::Crashed(what) => what.clone(),
            Evidence::Contradicts(Check::Replayed, what) if is_assumed => {
                let replay = findings.replay.as_ref()?;
                let access = refutation::find_invalid_access(replay, self.end)?;
                format!("{what}, and {access}")
            }
            _ => return None,
        };
        if is_assumed {
            return Some(Doubt::NotAsAssumed(mistake));
        }
        findings.evidence = Evidence::Contradicts(Check::Replayed, mistake);
        None
    }

    /// Doubts a verdict without evidence, or with assumptions, if that is wanted.
    fn doubt_strictly(&self, findings: &Findings) -> Option<Doubt> {
        // Nobody asks for evidence who turns off both kinds.
        let asked = self.wanted.certify || self.wanted.replay;
        let none = findings.evidence == Evidence::None && asked;
        let missing = none || matches!(findings.evidence, Evidence::Missing(..));
        (self.wanted.strict && (missing || !findings.assumptions.is_empty()))
            .then_some(Doubt::NotStrict { without_evidence: none })
    }

    /// Keeps the files that show a contradiction, unless the run keeps them anyway.
    fn record(&self, judgement: &Judgement) -> Records {
        if let Some(folder) = self.wanted.saved {
            return Records::In(folder.to_owned());
        }
        let case = disagreement::Disagreement {
            source: self.source,
            program: &self.question.program,
            checked: self.cfg,
            property: self.property,
        };
        match disagreement::keep(&case, judgement) {
            Ok(folder) => Records::In(folder.display().to_string()),
            Err(error) => Records::NotKept(error.message("belnap").trim_end().to_owned()),
        }
    }
}

/// The number of arguments of an execution, if it is more than a replay has.
fn argument_count(cfg: &Cfg, path: &ExecutedPath) -> Option<i128> {
    let first = cfg.functions.first().filter(|function| function.name == "main")?;
    let parameter = first.parameters.first()?;
    let count = path.execution.start.iter().find(|one| one.var == *parameter)?.value;
    Some(arguments(count)).filter(|count| *count > MOST_ARGUMENTS)
}

impl Findings {
    /// Whether an assumption of the verdict is of this kind.
    fn rest_on(&self, construct: &str) -> bool {
        self.assumptions.iter().any(|one| one.construct.as_deref() == Some(construct))
    }
}
