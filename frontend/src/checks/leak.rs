//! Blocks that are not freed when the program ends.

use belnap_ir::cfg::AskedKind;

use super::Check;

/// See the module's description.
pub const CHECK: Check = Check {
    name: "leak",
    kind: AskedKind::Leak,
    asks: "what was allocated is freed before the program ends",
    discharges: &[],
    failure: "memory is not freed when the program ends",
    promise: "all memory is freed when the program ends",
};
