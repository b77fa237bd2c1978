//! Functions of the program that code without a body may have pointers to, and could call.

use belnap_ir::cfg::Treatment;
use belnap_ir::ids::TiVec;
use rustc_hash::FxHashMap;

use crate::mir::{FunctionId, Note, NoteId, Op, Program};
use crate::points_to::PointsTo;
use crate::unsupported::{self, EXTERNAL_FUNCTION};

/// Notes on calls of functions without a body that what they reach through their arguments is
/// assumed not to be called. (Functions that are arguments themselves are noted by the lowering.)
pub fn note_callbacks(program: &mut Program, points_to: &PointsTo) {
    let Program { functions, ledger, .. } = program;
    let own: TiVec<FunctionId, Option<String>> = functions
        .iter()
        .map(|function| {
            let own = function.body.is_some() && !function.is_model;
            own.then(|| function.name.clone())
        })
        .collect();
    let mut known: FxHashMap<_, NoteId> = FxHashMap::default();
    for body in functions.iter_mut().filter_map(|function| function.body.as_mut()) {
        for step in body.edges.iter_mut().map(|edge| &mut edge.step) {
            let Op::HavocReachable(_, pointers) = &step.op else { continue };
            if !step.is_about(EXTERNAL_FUNCTION, ledger) {
                continue;
            }
            for function in points_to.reachable(pointers).functions {
                let Some(name) = &own[function] else { continue };
                let note = *known.entry((function, step.at)).or_insert_with(|| {
                    ledger.push(Note {
                        construct: EXTERNAL_FUNCTION,
                        detail: format!("code outside the program does not call `{name}`"),
                        treatment: Treatment::Assumed,
                        weakens: unsupported::construct(EXTERNAL_FUNCTION).assumed,
                        at: step.at,
                        global: false,
                    });
                    NoteId(u32::try_from(ledger.len() - 1).expect("more than 2^32 entries"))
                });
                step.notes.push(note);
            }
        }
    }
}
