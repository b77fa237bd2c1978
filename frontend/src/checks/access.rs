//! Accesses outside of everything that is alive: beyond an object, behind a null pointer, after
//! `free`, after the function of a local has returned.

use belnap_ir::cfg::AskedKind;

use super::Check;
use crate::unsupported;

/// See the module's description.
pub const CHECK: Check = Check {
    name: "access",
    kind: AskedKind::Access,
    asks: "every access is inside an object that is alive",
    discharges: &[unsupported::MEMORY_ACCESS],
    failure: "invalid access in",
    promise: "no invalid access in",
};
