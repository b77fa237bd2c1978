//! Facts about variables at a location, in chunks that locations share: most steps change few
//! facts, and graphs have thousands of locations and variables.

use std::sync::Arc;

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, TiVec};

/// Variables per chunk.
const CHUNK: usize = 32;

type Chunk = Arc<[Option<Expr>; CHUNK]>;

/// What variables are equal to at each location; `None` where control does not get to.
pub(super) type FactsByLocation = TiVec<CfgLocId, Option<Facts>>;

/// Adds a way on which `new` holds to a location; whether that changed what is known there.
pub(super) fn join(old: &mut Option<Facts>, new: Facts) -> bool {
    match old {
        Some(old) => old.keep_common(&new),
        None => {
            *old = Some(new);
            true
        }
    }
}

/// An expression for some variables.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// `None`: nothing about these variables.
    chunks: Vec<Option<Chunk>>,
}

impl Facts {
    /// Nothing about any variable.
    pub(super) fn none(cfg: &Cfg) -> Self {
        Facts { chunks: vec![None; cfg.variables.len().div_ceil(CHUNK)] }
    }

    pub(super) fn get(&self, var: CfgVarId) -> Option<&Expr> {
        self.chunks[var.index() / CHUNK].as_ref()?[var.index() % CHUNK].as_ref()
    }

    pub(super) fn insert(&mut self, var: CfgVarId, expr: Expr) {
        if self.get(var) == Some(&expr) {
            return;
        }
        let chunk = self.chunks[var.index() / CHUNK]
            .get_or_insert_with(|| Arc::new([const { None }; CHUNK]));
        Arc::make_mut(chunk)[var.index() % CHUNK] = Some(expr);
    }

    pub(super) fn remove(&mut self, var: CfgVarId) {
        if self.get(var).is_some()
            && let Some(chunk) = &mut self.chunks[var.index() / CHUNK]
        {
            Arc::make_mut(chunk)[var.index() % CHUNK] = None;
        }
    }

    /// Removes facts whose expression is of the kind described.
    pub(super) fn remove_where(&mut self, of_kind: impl Fn(&Expr) -> bool) {
        for chunk in self.chunks.iter_mut().flatten() {
            if chunk.iter().flatten().any(&of_kind) {
                for fact in Arc::make_mut(chunk) {
                    if fact.as_ref().is_some_and(&of_kind) {
                        *fact = None;
                    }
                }
            }
        }
    }

    /// Keeps only what `other` says, too; whether something went.
    pub(super) fn keep_common(&mut self, other: &Facts) -> bool {
        let mut changed = false;
        for (mine, theirs) in self.chunks.iter_mut().zip(&other.chunks) {
            let Some(chunk) = mine else { continue };
            let Some(theirs) = theirs else {
                changed |= chunk.iter().any(Option::is_some);
                *mine = None;
                continue;
            };
            if Arc::ptr_eq(chunk, theirs) {
                continue;
            }
            let common = |(a, b): (&Option<Expr>, &Option<Expr>)| a.is_none() || a == b;
            if !chunk.iter().zip(theirs.iter()).all(common) {
                changed = true;
                for (a, b) in Arc::make_mut(chunk).iter_mut().zip(theirs.iter()) {
                    if a != b {
                        *a = None;
                    }
                }
            }
        }
        changed
    }
}
