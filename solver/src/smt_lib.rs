//! Questions as SMT-LIB 2 text, for whoever wants the prover and none of this crate's
//! translations, rules and caches.

use std::time::Duration;

use z3::{SatResult, Solver};

use crate::prover::time_limit;

/// Whether some interpretation satisfies all assertions of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Some does.
    Satisfiable,
    /// None does.
    Unsatisfiable,
    /// The prover ran out of time, gave up, or could not read the text.
    Unknown,
}

/// Asks about declarations and assertions, written as SMT-LIB 2.
pub fn check(text: &str, time: Duration) -> Verdict {
    if text.contains('\0') {
        return Verdict::Unknown;
    }
    let solver = Solver::new();
    solver.set_params(&time_limit(time));
    solver.from_string(text);
    if solver.get_assertions().is_empty() {
        // A text that cannot be read asserts nothing.
        return Verdict::Unknown;
    }
    match solver.check() {
        SatResult::Sat => Verdict::Satisfiable,
        SatResult::Unsat => Verdict::Unsatisfiable,
        SatResult::Unknown => Verdict::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Verdict, check};

    fn asked(text: &str) -> Verdict {
        check(text, Duration::from_secs(5))
    }

    #[test]
    fn texts_are_answered() {
        let declared = "(declare-const x (_ BitVec 8))";
        let question = |assertion: &str| asked(&format!("{declared}(assert {assertion})"));
        assert_eq!(question("(bvult x #x01)"), Verdict::Satisfiable);
        assert_eq!(question("(bvult x #x00)"), Verdict::Unsatisfiable);
        assert_eq!(question("(forall ((y (_ BitVec 8))) (not (= x y)))"), Verdict::Unsatisfiable);
    }

    #[test]
    fn what_cannot_be_read_is_unknown() {
        assert_eq!(asked("(assert (bvult x"), Verdict::Unknown);
        assert_eq!(asked("(assert z)"), Verdict::Unknown);
        assert_eq!(asked(""), Verdict::Unknown);
        assert_eq!(asked("\0"), Verdict::Unknown);
    }
}
