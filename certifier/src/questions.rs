//! Claims that must not be possible, put to the prover: all of a step at once, and one by one only
//! if that fails.

use std::time::{Duration, Instant};

use belnap_ir::diagnostic::Diagnostic;
use belnap_solver::smt_lib::{SmtAnswer, check};

use crate::smt::{Script, any};

/// What the prover said.
#[derive(Debug, Default)]
pub struct Answers {
    /// What is wrong, and what could not be decided.
    pub diagnostics: Vec<Diagnostic>,
    /// How many claims there were.
    pub questions: usize,
    /// How many of them were not decided.
    pub undecided: usize,
}

/// How long to ask.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// Time limit for one question.
    pub question: Duration,
    /// When to stop asking.
    pub end: Option<Instant>,
}

impl Time {
    /// The answer to a question, if it comes in time.
    pub fn ask(&self, text: &str) -> SmtAnswer {
        let left = self.end.map(|end| end.saturating_duration_since(Instant::now()));
        match left.map_or(self.question, |left| left.min(self.question)) {
            Duration::ZERO => SmtAnswer::Unknown,
            time => check(text, time),
        }
    }
}

/// How to ask.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long.
    pub time: Time,
    /// What is not decided is an error.
    pub strict: bool,
}

/// Claims about one step that must not be possible, each with what is wrong if it is.
#[derive(Debug, Default)]
pub struct Claims {
    plain: Vec<(Diagnostic, String)>,
    /// Possible, and for no new values the second.
    for_all: Vec<(Diagnostic, String, String)>,
}

impl Claims {
    /// A claim.
    pub fn add(&mut self, wrong: Diagnostic, claim: String) {
        if claim != "false" {
            self.plain.push((wrong, claim));
        }
    }

    /// A claim that also says that no new values make `avoided` true.
    pub fn add_for_all(&mut self, wrong: Diagnostic, claim: String, avoided: String) {
        if claim != "false" && avoided != "true" {
            self.for_all.push((wrong, claim, avoided));
        }
    }
}

impl Answers {
    /// Asks about all claims.
    pub fn ask(&mut self, script: &Script<'_>, claims: Claims, limits: Limits) {
        self.questions += claims.plain.len() + claims.for_all.len();
        if claims.plain.len() > 1 {
            let together = any(claims.plain.iter().map(|(_, claim)| claim.clone()));
            let text = script.question(&together);
            if limits.time.ask(&text) != SmtAnswer::Unsatisfiable {
                self.one_by_one(script, claims.plain, limits);
            }
        } else {
            self.one_by_one(script, claims.plain, limits);
        }
        for (wrong, claim, avoided) in claims.for_all {
            let text = script.question_for_all(&claim, &avoided);
            let loose = script.is_loose(&claim) || script.is_loose(&avoided);
            self.conclude(&text, wrong, loose, limits);
        }
    }

    fn one_by_one(
        &mut self,
        script: &Script<'_>,
        claims: Vec<(Diagnostic, String)>,
        limits: Limits,
    ) {
        for (wrong, claim) in claims {
            self.conclude(&script.question(&claim), wrong, script.is_loose(&claim), limits);
        }
    }

    fn conclude(&mut self, text: &str, wrong: Diagnostic, loose: bool, limits: Limits) {
        match limits.time.ask(text) {
            SmtAnswer::Unsatisfiable => {}
            SmtAnswer::Satisfiable if !loose => self.diagnostics.push(wrong),
            _ => {
                self.undecided += 1;
                let message = format!("not decided: {}", wrong.message);
                let open = Diagnostic::error("against-undecided", wrong.place, message);
                let open = open.note(format!("if so, this breaks `{}`", wrong.rule));
                self.diagnostics.push(if limits.strict { open } else { open.warning() });
            }
        }
    }
}
