//! Whether all executions are good, because loops are repeated so seldom that all can be looked at.
//!
//! The program is followed step by step (`explore`), a copy of each location for each combination
//! of rounds of the loops around it (`order`). What variables are is kept as terms (`terms`) over
//! what can be anything; ways that meet at a copy are joined (`state`, `guards`, `regions`). Two
//! things must be impossible: that control comes back to a head more often than the certificate
//! says, and that the property is false. That is one question to the prover (`text`). If it does
//! not answer, it is asked about one thing after another, in the order in which they are met: what
//! was found impossible is given when the next is asked about.
//!
//! Every step either leads to a copy that is looked at later or counts as one too many, and every
//! edge of a location is followed that is not plainly dead. So nothing depends on the order or on
//! the numbers being right.

mod explore;
mod guards;
mod numbers;
mod order;
mod pieces;
mod regions;
mod state;
mod terms;
mod text;

use std::time::Instant;

use belnap_ir::certificate::Unrolling;
use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, TiVec};
use belnap_solver::smt_lib::SmtAnswer;

use crate::certificate::{Asking, Goal, Refusal};
use explore::{Danger, Search, TooMuch};
use order::Order;
use terms::{Term, Terms};

/// Into how many parts a question is divided that is not answered as a whole.
const PARTS: usize = 100;

/// Limit on questions, if some part is not answered either.
const QUESTIONS: usize = 200;

/// Of the time that is left, the part for the question about the whole.
const WHOLE: u32 = 4;

/// Asks whether an unrolling proves a property.
pub(crate) fn prove<E>(
    goal: &Goal<'_>,
    unrolling: &Unrolling,
    asking: &mut Asking<'_, '_, E>,
) -> Result<(), Refusal<E>> {
    let cfg = goal.cfg;
    let order = Order::new(cfg, unrolling).map_err(Refusal::Foreign)?;
    let wanted: TiVec<CfgLocId, Expr> =
        cfg.locations.keys().map(|at| goal.at(at)).collect::<Result<_, _>>()?;
    if cfg.machine.integers == IntegerMode::Mathematical {
        let reason = "unrollings with unbounded numbers are not certified";
        asking.outcome.undecided.push(reason.to_owned());
        return Ok(());
    }
    let search = Search::new(cfg, &order, &wanted);
    let harmless = search.harmless();
    let is_harmless_call = |danger: Danger| match danger {
        Danger::Call(edge) => match cfg.edges[edge].operation {
            Operation::Call { function, .. } => harmless[function],
            _ => false,
        },
        Danger::TooOften(_) | Danger::Violation(_) => false,
    };
    let before = (asking.outcome.wrong.len(), asking.outcome.undecided.len());
    let Some(dangers) = settle(search, &order, asking)? else { return Ok(()) };
    let is_open = !asking.outcome.is_proved();
    if is_open && dangers.iter().any(|danger| is_harmless_call(*danger)) {
        // Nothing can go wrong in what may be called. What it leaves behind may not matter.
        asking.outcome.wrong.truncate(before.0);
        asking.outcome.undecided.truncate(before.1);
        let mut search = Search::new(cfg, &order, &wanted);
        search.followed = harmless;
        settle(search, &order, asking)?;
    }
    Ok(())
}

/// Looks for what could go wrong, and asks whether it can; what was asked about, if that was found.
fn settle<E>(
    mut search: Search<'_>,
    order: &Order,
    asking: &mut Asking<'_, '_, E>,
) -> Result<Option<Vec<Danger>>, Refusal<E>> {
    if let Err(reason) = search.run(asking.time.end) {
        asking.outcome.undecided.push(match reason {
            TooMuch::Size(what) => format!("the unrolling is too large: {what}"),
            TooMuch::Time => "the time limit was reached".to_owned(),
        });
        return Ok(None);
    }
    let (cfg, terms, mut dangers) = (search.cfg, search.terms, search.dangers);
    dangers.sort_by_key(|(danger, condition)| (*condition, *danger));
    Questions { cfg, order, terms, asking, excluded: Vec::new() }.settle_all(&dangers)?;
    Ok(Some(dangers.into_iter().map(|(danger, _)| danger).collect()))
}

/// Questions whether something dangerous is possible.
struct Questions<'a, 'e, 'f, E> {
    cfg: &'a Cfg,
    order: &'a Order,
    terms: Terms,
    asking: &'a mut Asking<'e, 'f, E>,
    /// What was found impossible.
    excluded: Vec<Term>,
}

impl<E> Questions<'_, '_, '_, E> {
    /// Asks whether one of some things is possible; if so, or if that is not decided, which one.
    fn settle_all(&mut self, dangers: &[(Danger, Term)]) -> Result<(), Refusal<E>> {
        if let [] | [_] = dangers {
            return self.settle(dangers);
        }
        let own = self.asking.time;
        let left = own.end.map(|end| end.saturating_duration_since(Instant::now()));
        let some = left.map_or(own.question, |left| (left / WHOLE).min(own.question));
        self.asking.time.question = some;
        let answer = self.ask(dangers);
        self.asking.time = own;
        if answer? != SmtAnswer::Unsatisfiable {
            for part in dangers.chunks(dangers.len().div_ceil(PARTS)) {
                self.settle(part)?;
            }
        }
        Ok(())
    }

    /// The same of a part.
    fn settle(&mut self, dangers: &[(Danger, Term)]) -> Result<(), Refusal<E>> {
        if dangers.is_empty() || !self.asking.outcome.wrong.is_empty() {
            return Ok(());
        }
        match (self.ask(dangers)?, dangers) {
            (SmtAnswer::Unsatisfiable, _) => {
                self.excluded.extend(dangers.iter().map(|(_, condition)| *condition));
            }
            (SmtAnswer::Satisfiable, [(danger, _)]) => {
                self.asking.outcome.wrong.push(self.words(*danger));
            }
            (SmtAnswer::Unknown, [(danger, _)]) => self.leave_open(*danger),
            (SmtAnswer::Unknown, [(danger, _), ..])
                if self.asking.outcome.questions > QUESTIONS =>
            {
                self.leave_open(*danger);
            }
            _ => {
                let (first, second) = dangers.split_at(dangers.len() / 2);
                self.settle(first)?;
                self.settle(second)?;
            }
        }
        Ok(())
    }

    fn ask(&mut self, dangers: &[(Danger, Term)]) -> Result<SmtAnswer, Refusal<E>> {
        let conditions: Vec<Term> = dangers.iter().map(|(_, condition)| *condition).collect();
        let text = text::question(self.cfg, &mut self.terms, &conditions, &self.excluded);
        let name = match self.asking.outcome.questions {
            0 => "unrolling".to_owned(),
            earlier => format!("unrolling-{earlier}"),
        };
        self.asking.outcome.questions += 1;
        (self.asking.emit)(&name, &text).map_err(Refusal::Emit)?;
        Ok(self.asking.time.ask(&text))
    }

    fn leave_open(&mut self, danger: Danger) {
        let open = format!("not decided whether {}", self.words(danger));
        if !self.asking.outcome.undecided.contains(&open) {
            self.asking.outcome.undecided.push(open);
        }
    }

    fn words(&self, danger: Danger) -> String {
        match danger {
            Danger::TooOften(at) => match self.order.rounds(at) {
                0 => format!("control can come back to {at}"),
                1 => format!("control can come back to {at} more than once"),
                most => format!("control can come back to {at} more than {most} times"),
            },
            Danger::Call(edge) => format!("control can get to the call {edge}"),
            Danger::Violation(at) => format!("the property can be false at {at}"),
        }
    }
}

#[cfg(test)]
mod tests;
