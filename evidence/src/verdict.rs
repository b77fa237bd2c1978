//! A verdict with its evidence: what is left of it.

use std::collections::BTreeSet;
use std::time::Instant;

use belnap_certifier::vacuity;
use belnap_frontend::unsupported::MEMORY_ACCESS;
use belnap_ir::cfg::{AskedKind, Cfg};
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_ir::property::Property;
use belnap_ir::result;
use belnap_ir::span::SourceLine;
use belnap_passes::{LocationFate, run_default};

use super::assumptions::{self, Claims, assumptions};
use super::trial::Trial;
use super::{Check, Evidence, Found, disagreement, lasso, layout, proof, refutation, trial};
use crate::invariants::{Invariant, invariants};
use crate::program::SourceProgram;
use crate::replay::given::{MOST_ARGUMENTS, arguments};
use crate::replay::run::Outcome;
use belnap_engine::cegar::{Conclusion, Finished};
use belnap_engine::question::{Question, Reducible};

/// What is known about one property at the end.
pub struct Verdict<'a> {
    /// The graph it was decided on.
    pub cfg: &'a Cfg,
    /// The property.
    pub property: &'a Property,
    /// How the loop ended.
    pub finished: &'a Finished,
    /// The evidence.
    pub found: &'a Found,
}

impl Verdict<'_> {
    /// What is always true at the heads of loops.
    pub fn invariants(&self) -> Vec<Invariant> {
        self.finished.kripke.as_ref().map_or_else(Vec::new, |kripke| invariants(self.cfg, kripke))
    }
}

/// Which evidence is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// Check proofs.
    pub certify: bool,
    /// Compile and run the program.
    pub replay: bool,
    /// A verdict with assumptions, or whose evidence could not be checked, is none.
    pub strict: bool,
    /// The folder in which the files of the run are kept, if they are.
    pub saved: Option<&'a str>,
}

/// What a verdict is about.
pub struct Case<'a> {
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
}

impl Case<'_> {
    /// Checks the evidence for a verdict; one that it contradicts is none.
    pub fn checked(&self, finished: &mut Finished, end: Option<Instant>) -> Found {
        let mut found = Found::default();
        let fails = match finished.conclusion {
            Conclusion::Unknown(_) => return found,
            Conclusion::Holds => false,
            Conclusion::Fails => true,
        };
        if self.wanted.replay {
            self.replay(fails, finished, &mut found, end);
        }
        let steps = self.certify(finished, &mut found, end);
        let tried = match fails || !self.wanted.replay || finished.only.is_some() {
            true => None,
            false => {
                let (program, source) = (&self.question.program, self.source);
                trial::tried(program, self.property, source, end)
            }
        };
        if !fails && found.vacuous.is_none() {
            found.vacuous = vacuity::unreached(&self.question.program, &self.property.formula);
        }
        if !fails || found.evidence != Evidence::Checked(Check::Replayed) {
            let edges = finished.execution.as_ref().map(|(edges, _)| edges);
            let used = |edge: CfgEdgeId| match (edges, &steps) {
                (Some(edges), _) => edges.contains(&edge),
                (None, Some(steps)) => {
                    let edge = &self.cfg.edges[edge];
                    steps.contains(&(edge.from.to_string(), edge.to.to_string()))
                }
                (None, None) => true,
            };
            let claims = Claims::of(&self.property.formula, !fails);
            found.assumptions = assumptions(self.cfg, claims, &used);
        }
        match tried {
            Some(Trial::Refuted(replay, what)) => {
                found.evidence = Evidence::Contradicts(Check::Replayed, what);
                found.replay = Some(*replay);
            }
            Some(Trial::Crashed(what)) if found.rests_on(MEMORY_ACCESS) => {
                found.evidence = Evidence::Crashed(what);
            }
            _ => {}
        }
        if let Some(reason) = self.doubt(fails, finished, &mut found, end) {
            finished.conclusion = Conclusion::Unknown(reason);
        }
        found
    }

    /// Runs the compiled program, if an execution was found.
    fn replay(
        &self,
        fails: bool,
        finished: &mut Finished,
        found: &mut Found,
        end: Option<Instant>,
    ) {
        let (program, source) = (&self.question.program, self.source);
        let execution =
            if fails { refutation::execution(self.cfg, self.property, finished) } else { None };
        if let Some((edges, execution)) = execution {
            let executed = (edges.as_slice(), &execution);
            let refuted =
                refutation::check(program, self.cfg, self.property, executed, source, end);
            (found.evidence, found.replay) = (refuted.evidence, refuted.replay);
            finished.execution.get_or_insert((edges, execution));
        }
        if finished.only.is_some() {
            let ended = refutation::ending(program, self.property, source, end);
            (found.evidence, found.replay) = (ended.evidence, ended.replay);
        } else if found.replay.is_none() {
            let formula = &self.property.formula;
            found.lasso = lasso::replayed(program, self.cfg, formula, finished, source, end);
        }
        if let Some(lasso) = &found.lasso {
            found.replay.clone_from(&lasso.replay);
            match &lasso.outcome {
                Outcome::Differs(what) => {
                    found.evidence = Evidence::Contradicts(Check::Replayed, what.clone());
                }
                Outcome::Crashed(what) => found.evidence = Evidence::Crashed(what.clone()),
                Outcome::Reached | Outcome::NotRun(_) => {}
            }
        }
    }

    /// Checks the proof, where there is no other evidence; the locations between which a step may be
    /// taken.
    fn certify(
        &self,
        finished: &Finished,
        found: &mut Found,
        end: Option<Instant>,
    ) -> Option<BTreeSet<(String, String)>> {
        let unchecked = matches!(found.evidence, Evidence::None | Evidence::Missing(..));
        if !unchecked || finished.only.is_some() || !self.wanted.certify {
            return None;
        }
        let whole = self.question.reducible(self.property);
        let proof = proof::check(self.cfg, whole.as_ref(), self.property, finished, end);
        let keep = matches!(found.evidence, Evidence::Missing(..))
            && !matches!(proof.evidence, Evidence::Checked(_) | Evidence::Contradicts(..));
        if !keep {
            found.evidence = proof.evidence;
        }
        (found.certificate, found.vacuous) = (proof.certificate, proof.vacuous);
        found.whole = proof.whole;
        if let Some(reached) = &proof.reached {
            self.note_undecided(reached, whole, found);
        }
        proof.steps
    }

    /// Notes the assertions that say nothing, as nothing decides on them. That is looked for in the
    /// program as it is: what is plainly true was decided.
    fn note_undecided(
        &self,
        reached: &BTreeSet<String>,
        whole: Option<Reducible<'_>>,
        found: &mut Found,
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
        let undecided = vacuity::undecided(program, &never);
        let in_graph = program.properties.iter().filter_map(|asked| asked.source.as_ref());
        let mut all = in_graph.chain(self.asserted).peekable();
        if all.peek().is_none() {
            let reason = "the program has no assertion and calls no error function";
            found.vacuous = Some(reason.to_owned());
        } else if all.all(|line| undecided.contains_key(line)) {
            let reason = "no assertion and no condition of an error is ever reached";
            found.vacuous = Some(reason.to_owned());
        } else {
            let text = |(line, kind): (&SourceLine, AskedKind)| match kind {
                AskedKind::Assert => format!("the assertion at {line} is never reached"),
                AskedKind::ReachError => {
                    format!("the condition of the error at {line} is never reached")
                }
            };
            found.undecided = undecided.into_iter().map(text).collect();
        }
    }

    /// Why nobody should believe the verdict, if so.
    fn doubt(
        &self,
        fails: bool,
        finished: &Finished,
        found: &mut Found,
        end: Option<Instant>,
    ) -> Option<String> {
        let word = if fails { result::Verdict::Fails } else { result::Verdict::Holds }.answer();
        let is_seen = found.evidence == Evidence::Checked(Check::Replayed)
            || found.lasso.as_ref().is_some_and(|lasso| lasso.outcome == Outcome::Reached);
        let is_wrong = matches!(found.evidence, Evidence::Contradicts(Check::Certified, _));
        if fails
            && !is_seen
            && !is_wrong
            && let Some(reason) = self.unseen(finished, found)
        {
            return Some(reason);
        }
        let assumed = assumptions::text(&found.assumptions);
        let mistake = match &found.evidence {
            Evidence::Crashed(what) => Some(what.clone()),
            Evidence::Contradicts(Check::Replayed, what) if !assumed.is_empty() => {
                let access = found.replay.as_ref().and_then(|one| refutation::access(one, end));
                access.map(|access| format!("{what}, and {access}"))
            }
            _ => None,
        };
        match mistake {
            Some(what) if !assumed.is_empty() => {
                return Some(format!("{word} was found{assumed}; but that is not so: {what}"));
            }
            // Nothing that was assumed explains it.
            Some(what) => found.evidence = Evidence::Contradicts(Check::Replayed, what),
            None => {}
        }
        if let Evidence::Contradicts(check, reason) = &found.evidence {
            let files = self.kept(finished, found);
            let this = match assumed.is_empty() {
                true => "this",
                false => "that is not so, or this",
            };
            return Some(format!(
                "{word} was found{assumed}, but not {}: {reason}; {this} is a bug of Belnap, and \
                 {files}",
                check.word()
            ));
        }
        // Nobody asks for evidence who turns off both kinds.
        let asked = self.wanted.certify || self.wanted.replay;
        let none = found.evidence == Evidence::None && asked;
        let missing = none || matches!(found.evidence, Evidence::Missing(..));
        (self.wanted.strict && (missing || !found.assumptions.is_empty())).then(|| {
            let without = match (none, missing) {
                (true, _) => ", without evidence".to_owned(),
                (false, true) => found.evidence.text(),
                (false, false) => String::new(),
            };
            format!("{word}{without}{assumed}")
        })
    }

    /// Why a refutation must be seen in a run, and was not, if so: it rests on what the machine is free to
    /// do and perhaps never does.
    fn unseen(&self, finished: &Finished, found: &mut Found) -> Option<String> {
        let what = match layout::assumed(self.cfg, self.property, finished) {
            Some(layout) => format!("if {layout}"),
            None => {
                let count = argument_count(self.cfg, finished)?;
                format!("if the program can have {count} arguments")
            }
        };
        let why = match &found.evidence {
            Evidence::Missing(Check::Replayed, why)
            | Evidence::Contradicts(_, why)
            | Evidence::Crashed(why) => format!(": {why}"),
            _ => String::new(),
        };
        found.evidence = Evidence::None;
        Some(format!("FALSE, {what}, which no run of the compiled program shows{why}"))
    }

    /// Where the files are that show a contradiction.
    fn kept(&self, finished: &Finished, found: &Found) -> String {
        let case = disagreement::Case {
            source: self.source,
            program: &self.question.program,
            checked: self.cfg,
            property: self.property,
        };
        match self.wanted.saved {
            Some(folder) => format!("the files that show it are in {folder}"),
            None => match disagreement::keep(&case, finished, found) {
                Ok(folder) => format!("the files that show it are in {}", folder.display()),
                Err(error) => {
                    let why = error.message("belnap");
                    format!("the files that show it could not be kept: {}", why.trim_end())
                }
            },
        }
    }
}

/// The number of arguments of an execution, if it is more than a replay has.
fn argument_count(cfg: &Cfg, finished: &Finished) -> Option<i128> {
    let (_, execution) = finished.execution.as_ref()?;
    let first = cfg.functions.first().filter(|function| function.name == "main")?;
    let parameter = first.parameters.first()?;
    let count = execution.start.iter().find(|one| one.var == *parameter)?.value;
    Some(arguments(count)).filter(|count| *count > MOST_ARGUMENTS)
}

impl Found {
    /// Whether an assumption of the verdict is of this kind.
    fn rests_on(&self, construct: &str) -> bool {
        self.assumptions.iter().any(|one| one.construct.as_deref() == Some(construct))
    }
}
