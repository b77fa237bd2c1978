//! The outcome of the loop over a system, in words.

use std::fmt::Write as _;

use belnap_checker::operators::reachable_deadlock;
use belnap_cli::ToolError;
use belnap_engine::component::Component;
use belnap_evidence::component::{certify, replay};
use belnap_evidence::replay::run::ReplayOutcome;
use belnap_formats::property::print_operators;
use belnap_formats::system_report::{SystemProperty, SystemRound};
use belnap_ir::cfg::{Approximation, Treatment, Weakens};
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_ir::result::Verdict;
use belnap_systems::interleaving;
use belnap_systems::refinement::confirm::{Confirmation, confirm};
use belnap_systems::refinement::member::Member;
use belnap_systems::refinement::{Outcome, Round};

use super::load::{Kind, Loaded};

/// The report on a property, which is given as stated and as asked.
pub fn of(
    outcome: &Outcome<Component>,
    (property, asked): (&OperatorProperty, &OperatorProperty),
    loaded: &Loaded,
    names: &[String],
) -> Result<SystemProperty, ToolError> {
    let evidence = match confirm(outcome, asked, loaded.paths) {
        Confirmation::Confirmed(what) => format!("confirmed: {what}"),
        Confirmation::Unsure(what) => format!("not all confirmed: {what}"),
        Confirmation::Refused(reason) => {
            let message = format!("the verdict on '{}' was not confirmed: {reason}", property.name);
            return Err(ToolError::Internal(message));
        }
    };
    let mut notes = Vec::new();
    if loaded.paths == Paths::Infinite && reachable_deadlock(&outcome.product).is_some() {
        notes.push("only infinite paths count, and some path may end".to_owned());
    }
    let evidence = match check_programs(outcome, loaded) {
        Ok(more) => std::iter::once(evidence).chain(more).collect::<Vec<_>>().join("; "),
        Err(reason) => {
            let message = format!("the verdict on '{}' was not confirmed: {reason}", property.name);
            return Err(ToolError::Internal(message));
        }
    };
    notes.extend(assumptions(outcome));
    let round = |round: &Round| SystemRound {
        classes: round.classes.clone(),
        states: round.states,
        refined: round
            .splits
            .iter()
            .map(|(component, action)| (names[*component].clone(), action.clone()))
            .collect(),
    };
    let listed = outcome.members.iter().all(|member| member.partitioned().is_some());
    let follows = outcome.verdict != Verdict::Inconclusive && listed;
    let states = |member: &Component| member.lumped().component().states.len();
    Ok(SystemProperty {
        name: property.name.clone(),
        formula: print_operators(property),
        verdict: outcome.verdict.sv_comp_word().to_owned(),
        open: outcome.open.as_ref().map(ToString::to_string),
        evidence,
        notes,
        rounds: outcome.rounds.iter().map(round).collect(),
        states: outcome.members.iter().map(states).collect(),
        largest: outcome.largest,
        branches: if follows { outcome.followed.clone() } else { outcome.branches.clone() },
    })
}

/// Checks what is said of programs, each by itself; in which words, if there are programs.
fn check_programs(outcome: &Outcome<Component>, loaded: &Loaded) -> Result<Vec<String>, String> {
    let mut questions = 0;
    let mut undecided = 0;
    let mut said = Vec::new();
    let mut runs = Vec::new();
    for (member, component) in outcome.members.iter().zip(&loaded.components) {
        let (Component::Program(program), Kind::Program { files, .. }) = (member, &component.kind)
        else {
            continue;
        };
        let name = &program.source().name;
        let certified = certify(program, None)
            .map_err(|reason| format!("the abstraction of {name}: {reason}"))?;
        questions += certified.questions;
        undecided += certified.undecided;
        if outcome.verdict == Verdict::Fails {
            match replay(program, &component.stated.actions, files, None) {
                None => {}
                Some(ReplayOutcome::Reached) => {
                    runs.push(format!("{name}, compiled and run, follows it"))
                }
                Some(ReplayOutcome::NotRun(reason)) => {
                    runs.push(format!("{name} was not run: {reason}"));
                }
                Some(ReplayOutcome::Differs(what) | ReplayOutcome::Crashed(what)) => {
                    return Err(format!("{name}, compiled and run along its path, {what}"));
                }
            }
        }
    }
    if !outcome.members.iter().any(|member| member.program().is_some()) {
        return Ok(said);
    }
    said.push(match undecided {
        0 => {
            format!("abstractions of programs were certified edge by edge ({questions} questions)")
        }
        open => format!("of abstractions of programs {open} questions stayed open"),
    });
    said.extend(runs);
    Ok(said)
}

/// What the verdict rests on.
fn assumptions(outcome: &Outcome<Component>) -> Vec<String> {
    let rests = |entry: &&Approximation| {
        let matters = match (outcome.verdict, entry.weakens) {
            (_, Weakens::Precision) | (Verdict::Inconclusive, _) => false,
            (_, Weakens::Both) => true,
            (verdict, Weakens::Proofs) => verdict == Verdict::Holds,
            (verdict, Weakens::Refutations) => verdict == Verdict::Fails,
        };
        matters && entry.treatment != Treatment::Unknown
    };
    let mut notes: Vec<String> = Vec::new();
    for program in outcome.members.iter().filter_map(Component::program) {
        for entry in program.source().cfg.ledger.iter().filter(rests) {
            let place = entry.source.as_ref().map(|source| format!(" ({source})"));
            let note = format!("if {}{}", entry.detail, place.unwrap_or_default());
            // Every call of a function says the same.
            if !notes.iter().any(|known| known.starts_with(&format!("if {}", entry.detail))) {
                notes.push(note);
            }
        }
    }
    notes
}

/// The reports as text for a person.
pub fn text(
    reports: &[SystemProperty],
    names: &[String],
    verdict: Verdict,
    verbose: bool,
) -> String {
    let mut out = String::new();
    for report in reports {
        let word = match report.verdict.as_str() {
            "TRUE" => "holds",
            "FALSE" => "fails",
            _ => "unknown",
        };
        let _ = writeln!(out, "{}: {}", report.name, report.formula);
        let open = report.open.as_ref().map_or(String::new(), |why| format!(": {why}"));
        let _ = writeln!(out, "  {word}{open}");
        if !report.branches.is_empty() {
            let shown = match word {
                "unknown" => "a path that may exist leaves it open:",
                _ => "as this path shows:",
            };
            let _ = writeln!(out, "  {shown}");
            out.push_str(&interleaving::text(&report.branches, names));
        }
        for note in &report.notes {
            let _ = writeln!(out, "  note: {note}");
        }
        let _ = writeln!(out, "  {}", report.evidence);
        write_rounds(&mut out, report, names, verbose);
        out.push('\n');
    }
    let _ = writeln!(out, "{}", verdict.sv_comp_word());
    out
}

fn write_rounds(out: &mut String, report: &SystemProperty, names: &[String], verbose: bool) {
    let rounds = report.rounds.len();
    let plural = if rounds == 1 { "" } else { "s" };
    let classes = report.rounds.last().map_or(&[][..], |round| &round.classes);
    let sizes = classes.iter().zip(&report.states).zip(names);
    let sizes: Vec<String> =
        sizes.map(|((classes, states), name)| format!("{name} {classes} of {states}")).collect();
    let _ = writeln!(
        out,
        "  {rounds} round{plural}; largest composition: {} states; classes: {}",
        report.largest,
        sizes.join(", ")
    );
    if verbose {
        for (number, round) in report.rounds.iter().enumerate() {
            let refined = round.refined.iter().map(|(name, action)| format!("{name} by {action}"));
            let refined: Vec<String> = refined.collect();
            let then = match refined.is_empty() {
                true => String::new(),
                false => format!("; refined: {}", refined.join(", ")),
            };
            let _ = writeln!(out, "    {}: {} states{then}", number + 1, round.states);
        }
    }
}
