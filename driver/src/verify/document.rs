//! The report for programs; its page is `formats/spec/report.md`.
//!
//! Fields are in alphabetical order, here as there.

use std::time::Duration;

use belnap_engine::conclusion::{Conclusion, ExecutedPath, Times};
use belnap_evidence::Evidence;
use belnap_evidence::lasso::{Lasso, ROUNDS};
use belnap_evidence::replay::run::ReplayOutcome;
use belnap_formats::condition;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use belnap_refiner::execution::inputs;
use serde::{Deserialize, Serialize};

use super::report::{Judged, Unfinished};

/// The verdicts of a run.
#[derive(Serialize)]
pub struct Document<'a> {
    format: &'static str,
    milliseconds: Compiling,
    properties: &'a [PropertyDocument],
    verdict: &'a str,
    version: u32,
}

#[derive(Serialize)]
struct Compiling {
    compile: u64,
}

impl<'a> Document<'a> {
    /// The verdict over all properties, and each.
    pub fn new(verdict: &'a str, compile: u64, properties: &'a [PropertyDocument]) -> Self {
        let milliseconds = Compiling { compile };
        Document { format: "belnap.report", milliseconds, properties, verdict, version: 1 }
    }

    /// The file.
    pub fn print(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("reports have no keys but strings");
        format!("{text}\n")
    }
}

/// The verdict on a property.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PropertyDocument {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edges: Option<Vec<usize>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    evidence: Option<EvidenceDocument>,
    formula: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inputs: Option<Vec<InputDocument>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invariants: Option<Vec<InvariantDocument>>,
    iterations: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lasso: Option<String>,
    milliseconds: Milliseconds,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    never_reached: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    only_execution: Option<OnlyExecution>,
    predicates: Vec<String>,
    property: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rounds: Option<Rounds>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vacuous: Option<String>,
    verdict: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct EvidenceDocument {
    check: String,
    passed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// A value that the environment chose.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct InputDocument {
    value: String,
    variable: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct InvariantDocument {
    condition: String,
    place: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct OnlyExecution {
    steps: usize,
}

/// How often the compiled program ran through the loop of an endless execution.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Rounds {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    replayed: usize,
}

/// Where the time for a property went.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Milliseconds {
    r#abstract: u64,
    check: u64,
    evidence: u64,
    refine: u64,
}

impl Milliseconds {
    /// Of rounds, and of the check of the evidence.
    pub fn of(times: &Times, evidence: Duration) -> Self {
        let count = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Milliseconds {
            r#abstract: count(times.abstracting),
            check: count(times.checking),
            evidence: count(evidence),
            refine: count(times.refining),
        }
    }
}

impl PropertyDocument {
    /// Of a property that was judged.
    pub fn of(judged: &Judged<'_>) -> Self {
        let Judged { cfg, property, judgement } = judged;
        let (answer, findings) = (&judgement.answer, &judgement.findings);
        let execution = judgement.execution();
        let input = |(var, value): (_, i128)| InputDocument {
            value: value.to_string(),
            variable: cfg.variables[belnap_ir::ids::CfgVarId::index(var)].name.clone(),
        };
        let inputs = |path: &ExecutedPath| {
            inputs(cfg, &path.edges, &path.execution).into_iter().map(input).collect()
        };
        let edges =
            |path: &ExecutedPath| path.edges.iter().map(|edge| edge.index()).collect::<Vec<_>>();
        PropertyDocument {
            assumptions: findings.assumptions.iter().map(|one| one.text.clone()).collect(),
            edges: execution.map(edges),
            evidence: EvidenceDocument::of(&findings.evidence),
            inputs: execution.map(inputs),
            invariants: (judgement.verdict() == Verdict::Holds).then(|| {
                let all = judgement.invariants(cfg).into_iter();
                all.map(|one| InvariantDocument { condition: one.text, place: one.place }).collect()
            }),
            iterations: answer.iterations,
            lasso: findings.lasso.as_ref().and_then(|lasso| lasso.text.clone()),
            milliseconds: Milliseconds::of(&answer.times, judgement.time),
            never_reached: findings.undecided.clone(),
            only_execution: match answer.conclusion {
                Conclusion::HoldsInOnlyExecution { steps, .. } => Some(OnlyExecution { steps }),
                _ => None,
            },
            predicates: super::report::conditions(&answer.predicates),
            reason: judged.reason(),
            rounds: findings.lasso.as_ref().map(Rounds::of),
            start: match &answer.conclusion {
                Conclusion::FailsFromSome { start, .. } => {
                    start.condition.as_ref().map(|start| condition::print(cfg, start))
                }
                _ => None,
            },
            vacuous: findings.vacuous.clone(),
            ..PropertyDocument::new(property, judgement.verdict())
        }
    }

    /// Of a property that was being worked on when the run had to end.
    pub fn of_unfinished(one: &Unfinished, reason: &str) -> Self {
        PropertyDocument {
            formula: one.formula.clone(),
            iterations: one.iterations,
            milliseconds: one.milliseconds,
            predicates: one.predicates.clone(),
            property: one.property.clone(),
            reason: Some(reason.to_owned()),
            verdict: Verdict::Inconclusive.sv_comp_word().to_owned(),
            ..PropertyDocument::default()
        }
    }

    fn new(property: &Property, verdict: Verdict) -> Self {
        PropertyDocument {
            formula: belnap_formats::property::print(&property.formula),
            property: property.name.clone(),
            verdict: verdict.sv_comp_word().to_owned(),
            ..PropertyDocument::default()
        }
    }
}

impl EvidenceDocument {
    fn of(evidence: &Evidence) -> Option<Self> {
        let (check, reason) = match evidence {
            Evidence::None => return None,
            Evidence::Checked(check) => (check.word(), None),
            Evidence::Missing(check, reason) | Evidence::Contradicts(check, reason) => {
                (check.word(), Some(reason.clone()))
            }
            Evidence::Crashed(reason) => {
                (belnap_evidence::Check::Replayed.word(), Some(reason.clone()))
            }
        };
        let passed = matches!(evidence, Evidence::Checked(_));
        Some(EvidenceDocument { check: check.to_owned(), passed, reason })
    }
}

impl Rounds {
    fn of(lasso: &Lasso) -> Self {
        match &lasso.outcome {
            ReplayOutcome::Reached => Rounds { reason: None, replayed: ROUNDS },
            ReplayOutcome::NotRun(reason)
            | ReplayOutcome::Differs(reason)
            | ReplayOutcome::Crashed(reason) => {
                Rounds { reason: Some(reason.clone()), replayed: 0 }
            }
        }
    }
}
