//! Indices, and pointers into objects.

use belnap_ir::cfg::AskedKind;

use super::Check;

/// See the module's description.
pub const CHECK: Check = Check {
    name: "bounds",
    kind: AskedKind::Bounds,
    asks: "indices stay inside their arrays, and pointers that are used inside their objects",
    discharges: &[],
    failure: "access outside of an array or object in",
    promise: "no access outside of an array or object in",
};
