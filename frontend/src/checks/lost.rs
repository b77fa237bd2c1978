//! Blocks that are neither freed nor pointed to when the program ends.

use belnap_ir::cfg::AskedKind;

use super::Check;

/// See the module's description.
pub const CHECK: Check = Check {
    name: "lost",
    kind: AskedKind::Lost,
    asks: "what was allocated is freed, or still pointed to where the program ends",
    discharges: &[],
    failure: "memory is lost when the program ends",
    promise: "no memory is lost when the program ends",
};
