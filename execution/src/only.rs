//! The only execution of a program that leaves nothing open.

use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::graph::outgoing;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, ObjectId};

use crate::guided::Values;
use crate::run::{Run, Source};
use crate::walk::enter;

/// Whether a state is one that is looked for; `None` if that depends on something open.
pub type Judge<'a> = dyn FnMut(CfgLocId, &mut Values<'_>) -> Option<bool> + 'a;

/// What the program does, whatever it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// It ends after so many steps, and none of its states was looked for.
    Ends(usize),
    /// After so many steps it is in a state that is looked for.
    Arrives(usize),
    /// It depends on something that the environment or the machine chooses or that we do not know,
    /// or it takes more steps than are allowed.
    Open,
}

/// Follows the only execution of a graph from its entry, for at most `length` steps.
///
/// Inputs, variables and memory that nothing has written and addresses have no value. As long as no
/// condition depends on them, every execution takes the same edges.
pub fn only_execution(cfg: &Cfg, judge: &mut Judge<'_>, length: usize) -> Only {
    let out = outgoing(cfg);
    let Some(mut run) = Run::new(cfg, Nothing, []) else { return Only::Open };
    let mut at = cfg.entry;
    for steps in 0..=length {
        match judge(at, &mut |condition| run.value(condition)) {
            Some(true) => return Only::Arrives(steps),
            Some(false) => {}
            None => return Only::Open,
        }
        match cfg.locations[at].kind {
            LocationKind::Normal => {}
            LocationKind::Return => match run.leave() {
                Some(after) => {
                    run.forget_steps();
                    at = after;
                    continue;
                }
                None => return Only::Ends(steps),
            },
            LocationKind::Halted | LocationKind::Failed => return Only::Ends(steps),
        }
        let mut next: Option<CfgEdgeId> = None;
        for id in &out[at] {
            let possible = match &cfg.edges[*id].operation {
                Operation::Assume(condition) => run.value(condition).map(|value| value != 0),
                Operation::Assign(_)
                | Operation::Nondet(_)
                | Operation::Unknown(_)
                | Operation::Call { .. } => Some(true),
                Operation::AssumeUnknown => None,
            };
            match possible {
                Some(false) => {}
                Some(true) if next.is_none() => next = Some(*id),
                _ => return Only::Open,
            }
        }
        let Some(next) = next else { return Only::Ends(steps) };
        if run.take(next).is_none() {
            return Only::Open;
        }
        run.forget_steps();
        at = enter(cfg, next);
    }
    Only::Open
}

/// Has no values.
struct Nothing;

impl Source for Nothing {
    fn leaves_open(&self) -> bool {
        true
    }

    fn scalar(&mut self, _var: CfgVarId, _version: u32) -> Option<i128> {
        None
    }

    fn cell(&mut self, _region: CfgVarId, _version: u32, _index: i128) -> Option<i128> {
        None
    }

    fn address(&mut self, _object: ObjectId) -> Option<i128> {
        None
    }
}
