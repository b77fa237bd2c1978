//! What is freed and is no block, or no more.

use belnap_ir::cfg::AskedKind;

use super::Check;

/// See the module's description.
pub const CHECK: Check = Check {
    name: "free",
    kind: AskedKind::Free,
    asks: "what is freed was allocated, and is freed once",
    discharges: &[],
    failure: "invalid free in",
    promise: "no invalid free in",
};
