//! Null pointers that are used.

use belnap_ir::cfg::AskedKind;

use super::Check;

/// See the module's description.
pub const CHECK: Check = Check {
    name: "null",
    kind: AskedKind::Null,
    asks: "no null pointer is used",
    discharges: &[],
    failure: "use of a null pointer in",
    promise: "no use of a null pointer in",
};
