//! Assertions that hold because what triggers them is impossible: `!a || b` where `a` never is.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use belnap_certifier::certificate::shows;
use belnap_certifier::questions::Time;
use belnap_certifier::trigger::{Trigger, Triggers};
use belnap_formats::condition::print_in_c;
use belnap_ir::certificate::Certificate;
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgLocId;

/// Time limit for all questions.
const TIME: Duration = Duration::from_millis(1000);

/// Time limit for one question.
const QUESTION: Duration = Duration::from_millis(200);

/// What a certificate shows about triggers of assertions.
#[derive(Debug, Default)]
pub struct Idle {
    /// What is never true, by the locations where the assertions fail.
    pub triggers: BTreeMap<CfgLocId, BTreeSet<String>>,
    /// Where assertions begin to which control never gets.
    pub unreached: BTreeSet<CfgLocId>,
}

/// Asks about the triggers of all assertions. To some locations control is known to get `never`;
/// of the others the certificate of the program is asked, which is made only if it is. What it
/// does not show at once is not mentioned.
pub fn find_idle(
    program: &Cfg,
    never: &dyn Fn(CfgLocId) -> bool,
    certificate: impl FnOnce() -> Option<Certificate>,
    end: Option<Instant>,
) -> Idle {
    let until = Instant::now() + TIME;
    let until = end.map_or(until, |end| end.min(until));
    let time = Time { question: QUESTION, end: Some(until) };
    let certificate = LazyCell::new(certificate);
    let is_shown = |at: CfgLocId, condition: &Expr| {
        let shows = |certificate: &Certificate| shows(program, certificate, at, condition, time);
        Instant::now() < until && certificate.as_ref().is_some_and(shows)
    };
    let triggers = Triggers::new(program);
    let mut idle = Idle::default();
    for asked in &program.properties {
        for Trigger { at, condition, behind } in triggers.of(asked) {
            let is_dead = never(at) || idle.unreached.contains(&at);
            let is_never =
                || behind.is_some_and(never) || is_shown(at, &condition.clone().negate());
            if is_dead || !is_never() {
                continue;
            }
            if is_shown(at, &Expr::Bool(false)) {
                idle.unreached.insert(at);
            } else {
                let text = print_in_c(program, &condition);
                idle.triggers.entry(asked.location).or_default().insert(text);
            }
        }
    }
    idle
}
