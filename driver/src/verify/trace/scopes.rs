//! Which activations of functions a person wants to see: those of the user's own.

use std::path::Path;

use belnap_frontend::harness::is_harness;
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgLocId, ScopeId, TiVec, ti_vec};
use belnap_ir::span::SourceLine;

/// The activations of a program.
pub struct Scopes<'a> {
    cfg: &'a Cfg,
    /// Models of library functions, and functions of the system's headers.
    hidden: TiVec<ScopeId, bool>,
    /// How many of the user's functions are under way around each.
    depth: TiVec<ScopeId, usize>,
}

impl<'a> Scopes<'a> {
    /// Those of a program; with `all`, none is hidden.
    pub fn new(cfg: &'a Cfg, all: bool) -> Self {
        let mut hidden: TiVec<ScopeId, bool> = ti_vec![!all; cfg.scopes.len()];
        for location in &cfg.locations {
            // The steps of a model have the line from which it is called.
            let scope = &cfg.scopes[location.scope];
            let own = location.source.as_ref().filter(|line| !is_of_system(line));
            hidden[location.scope] &= own.is_none() || own == scope.call.as_ref();
        }
        // Nobody has declared the variables of a model.
        for variable in &cfg.variables {
            if let (Some(scope), Some(line)) = (variable.scope, &variable.source) {
                hidden[scope] &= is_of_system(line);
            }
        }
        let mut depth: TiVec<ScopeId, usize> = ti_vec![0; cfg.scopes.len()];
        for (id, scope) in cfg.scopes.iter_enumerated() {
            match scope.caller {
                Some(caller) => {
                    hidden[id] |= hidden[caller];
                    // The text that calls a function is not shown.
                    let is_first = scope.call.as_ref().is_some_and(|line| is_harness(&line.file));
                    depth[id] = depth[caller] + usize::from(all || !is_first);
                }
                None => hidden[id] = false,
            }
        }
        Scopes { cfg, hidden, depth }
    }

    /// Whether a location is in a function that is not shown.
    pub fn is_hidden(&self, at: CfgLocId) -> bool {
        self.hidden[self.cfg.locations[at].scope]
    }

    /// How deep calls are nested at a location.
    pub fn depth(&self, at: CfgLocId) -> usize {
        self.depth_of(self.cfg.locations[at].scope)
    }

    /// How deep an activation is nested.
    pub fn depth_of(&self, scope: ScopeId) -> usize {
        self.depth[scope]
    }

    /// The activation that a person sees at a location.
    pub fn visible(&self, at: CfgLocId) -> ScopeId {
        let mut scope = self.cfg.locations[at].scope;
        while let Some(caller) = self.cfg.scopes[scope].caller.filter(|_| self.hidden[scope]) {
            scope = caller;
        }
        scope
    }
}

/// Whether a line is in a header of the system.
pub fn is_of_system(line: &SourceLine) -> bool {
    Path::new(&line.file).starts_with("/usr")
}
