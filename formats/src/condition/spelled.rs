//! How the unique name of a variable or an object is written so that it is read as that one,
//! whichever activation's C names are visible where it stands.
//!
//! The unique name of what has file scope is its C name, which a local variable may hide: `x` is
//! written `x#1` where some function has an `x` of its own.

use std::borrow::Cow;

use belnap_ir::c_tokens::{Token, tokens};
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgVarId, ObjectId, ScopeId};

use super::names::{Meaning, Names, c_name, local_name};

/// Whether some C name starts as a unique name does, which may hide that. Cheap, and says yes too
/// often.
pub(super) fn may_be_hidden(cfg: &Cfg, unique: &str) -> bool {
    let first = tokens(unique);
    // C names have no `::`.
    if first.get(1).is_some_and(|token| token.text == "::") {
        return false;
    }
    let first = first[0].text;
    let variables = cfg.variables.iter().any(|variable| {
        let name = c_name(cfg, variable).filter(|name| name.starts_with(first));
        name.is_some_and(|name| variable.scope.is_some() || name != variable.name)
    });
    let mut objects = cfg.objects.iter().filter_map(|object| local_name(&object.name));
    matches!(first, "true" | "false")
        || variables
        || objects.any(|(_, name)| name.starts_with(first))
}

impl Names<'_> {
    /// A variable.
    pub(super) fn spelled_variable(&self, var: CfgVarId) -> Cow<'_, str> {
        let variable = &self.cfg.variables[var];
        let is_region = variable.ty.as_array().is_some();
        self.written_safely(&variable.name, &|written, scope| {
            self.is_variable(written, var, scope) && !(is_region && self.has_elements(written))
        })
    }

    /// An object whose address is taken.
    pub(super) fn spelled_object(&self, object: ObjectId) -> Cow<'_, str> {
        let name = &self.cfg.objects[object].name;
        self.written_safely(name, &|written, scope| self.found_object(written, scope) == [object])
    }

    fn written_safely<'s>(
        &'s self,
        unique: &'s str,
        is_meant: &dyn Fn(&[Token<'_>], Option<ScopeId>) -> bool,
    ) -> Cow<'s, str> {
        let is_meant_everywhere = |text: &str| {
            let written = tokens(text);
            let mut scopes = (0..self.cfg.scopes.len()).map(|index| Some(ScopeId::from(index)));
            is_meant(&written, None) && scopes.all(|scope| is_meant(&written, scope))
        };
        let numbered = format!("{unique}#1");
        let plain = !matches!(unique, "true" | "false") && is_meant_everywhere(unique);
        if plain || !is_meant_everywhere(&numbered) {
            Cow::Borrowed(unique)
        } else {
            Cow::Owned(numbered)
        }
    }

    /// Whether a name, which an end follows, is read as a variable.
    fn is_variable(&self, written: &[Token<'_>], var: CfgVarId, scope: Option<ScopeId>) -> bool {
        let whole = written.len() - 1;
        let found = self.variable(written, scope);
        // Where an object has the name too, that decides what a region's is read as.
        let objects = || self.found_object(written, scope) == self.found_object(written, None);
        matches!(found, Meaning::Some(used, found) if used == whole && found == [var])
            && !self.object_hides(written, whole, scope)
            && objects()
    }

    /// The objects that a name, which an end follows, is read as.
    fn found_object(&self, written: &[Token<'_>], scope: Option<ScopeId>) -> Vec<ObjectId> {
        match self.object(written, scope) {
            Meaning::Some(used, found) if used + 1 == written.len() => found,
            _ => Vec::new(),
        }
    }
}
