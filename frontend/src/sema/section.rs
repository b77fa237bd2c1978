//! Sections of the linker that mean something: functions in them run before or after `main`.

use belnap_syntax::ast::{Expr, ExprKind};

/// The attribute of what is in such a section.
pub const STARTUP_SECTION: &str = "startup section";

/// Whether the argument of `section` names such a section.
pub(crate) fn runs_outside_main(section: &Expr) -> bool {
    let ExprKind::String(name) = &section.kind else { return false };
    let name: String = name.units.iter().filter_map(|unit| char::from_u32(*unit)).collect();
    let arrays = [".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors"];
    let within = |array: &str| {
        name.strip_prefix(array).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    matches!(name.as_str(), ".init" | ".fini") || arrays.into_iter().any(within)
}
