//! Exit codes, defined once; they follow CBMC's.

use belnap_ir::result::Verdict;

/// The stage did its job, whatever the verdict it wrote; or the property holds.
pub const OK: u8 = 0;
/// Wrong command line.
pub const USAGE: u8 = 1;
/// Input refused, or a file that cannot be read or written.
pub const REFUSED: u8 = 2;
/// The property is neither proved nor refuted.
pub const INCONCLUSIVE: u8 = 5;
/// A bug in this program.
pub const INTERNAL: u8 = 6;
/// The property fails.
pub const FAILS: u8 = 10;
/// The property holds, reported by a stage whose success means something else.
pub const HOLDS: u8 = 11;

/// The exit code that tells a verdict.
pub const fn of_verdict(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Holds => OK,
        Verdict::Fails => FAILS,
        Verdict::Inconclusive => INCONCLUSIVE,
    }
}
