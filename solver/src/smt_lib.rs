//! Questions as SMT-LIB 2 text, for whoever wants the prover and none of this crate's
//! translations, rules and caches.

use std::time::{Duration, Instant};

use z3::{SatResult, Solver};

use crate::products::{has_products, is_refuted};
use crate::prover::time_limit;

/// Of the time for a question with products, the part in which they are treated as such.
const PRODUCTS: f64 = 0.9;

/// Whether some interpretation satisfies all assertions of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmtAnswer {
    /// Some does.
    Satisfiable,
    /// None does.
    Unsatisfiable,
    /// The prover ran out of time, gave up, or could not read the text.
    Unknown,
}

/// Asks about declarations and assertions, written as SMT-LIB 2.
pub fn check(text: &str, time: Duration) -> SmtAnswer {
    if text.contains('\0') {
        return SmtAnswer::Unknown;
    }
    let solver = Solver::new();
    solver.from_string(text);
    let assertions = solver.get_assertions();
    if assertions.is_empty() {
        // A text that cannot be read asserts nothing.
        return SmtAnswer::Unknown;
    }
    let begin = Instant::now();
    if has_products(&assertions) && is_refuted(&assertions, time.mul_f64(PRODUCTS)) {
        return SmtAnswer::Unsatisfiable;
    }
    let left = time.saturating_sub(begin.elapsed());
    solver.set_params(&time_limit(left.max(Duration::from_millis(1))));
    match solver.check() {
        SatResult::Sat => SmtAnswer::Satisfiable,
        SatResult::Unsat => SmtAnswer::Unsatisfiable,
        SatResult::Unknown => SmtAnswer::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{SmtAnswer, check};

    fn ask(text: &str) -> SmtAnswer {
        check(text, Duration::from_secs(5))
    }

    #[test]
    fn texts_are_answered() {
        let declared = "(declare-const x (_ BitVec 8))";
        let question = |assertion: &str| ask(&format!("{declared}(assert {assertion})"));
        assert_eq!(question("(bvult x #x01)"), SmtAnswer::Satisfiable);
        assert_eq!(question("(bvult x #x00)"), SmtAnswer::Unsatisfiable);
        assert_eq!(question("(forall ((y (_ BitVec 8))) (not (= x y)))"), SmtAnswer::Unsatisfiable);
    }

    #[test]
    fn what_cannot_be_read_is_unknown() {
        assert_eq!(ask("(assert (bvult x"), SmtAnswer::Unknown);
        assert_eq!(ask("(assert z)"), SmtAnswer::Unknown);
        assert_eq!(ask(""), SmtAnswer::Unknown);
        assert_eq!(ask("\0"), SmtAnswer::Unknown);
    }
}
