//! Programs that depend on no input: their only execution decides.

use belnap_execution::guided::{Choices, Values, guided_execution};
use belnap_execution::only::{Only, only_execution};
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};
use belnap_ir::property::Formula;

use crate::memory::Memory;
use crate::refine::Refined;
use belnap_formats::decided::refuting_everywhere;

/// Longest execution that is followed.
const STEPS: usize = 1_000_000;

/// With so many predicates, a short execution decides. Fewer, where they are enough, say more about
/// the program.
const SEVERAL: usize = 3;

/// The verdict of the only execution, once it was looked for.
#[derive(Default)]
struct Remembered(Option<Option<Refined>>);

/// The verdict on a property, if the program has one execution only: it decides if it has `steps`
/// steps, a shorter one only if several predicates are `known`.
pub fn find(
    cfg: &Cfg,
    property: &Formula,
    known: usize,
    steps: usize,
    memory: &mut Memory,
) -> Option<Refined> {
    let Remembered(verdict) = memory.of();
    let verdict = verdict.get_or_insert_with(|| decide(cfg, property, STEPS)).as_ref()?;
    let own = match verdict {
        Refined::Predicates { .. } | Refined::Replace(_) => 0,
        Refined::Execution(edges, _) => edges.len(),
        Refined::Holds { steps } => *steps,
    };
    (own >= steps || known >= SEVERAL).then(|| verdict.clone())
}

/// The verdict on a property that says what always holds, if the program has one execution only and
/// that has not more than `longest` steps.
pub fn decide(cfg: &Cfg, property: &Formula, longest: usize) -> Option<Refined> {
    let errors = refuting_everywhere(cfg, property);
    errors[cfg.start.index()].as_ref()?;
    let judged = |begun: &mut bool, at: CfgLocId, value: &mut Values<'_>| {
        *begun |= at == cfg.start;
        match (&errors[at.index()], *begun) {
            (_, false) => Some(false),
            (Some(error), true) => value(error).map(|truth| truth != 0),
            (None, true) => None,
        }
    };
    let mut begun = false;
    let mut judge = |at: CfgLocId, value: &mut Values<'_>| judged(&mut begun, at, value);
    match only_execution(cfg, &mut judge, longest) {
        Only::Ends(steps) => Some(Refined::Holds { steps }),
        Only::Open => None,
        Only::Arrives(_) => {
            let mut begun = false;
            let mut arrived =
                |at: CfgLocId, value: &mut Values<'_>| judged(&mut begun, at, value) == Some(true);
            let (edges, execution) =
                guided_execution(cfg, &mut Zero, &mut arrived, longest).ok()?;
            Some(Refined::Execution(edges, execution))
        }
    }
}

/// What does not matter is zero.
struct Zero;

impl Choices for Zero {
    fn scalar(&mut self, _edge: Option<CfgEdgeId>, _var: CfgVarId) -> Option<i128> {
        Some(0)
    }

    fn cell(&mut self, _region: CfgVarId, _index: i128) -> Option<i128> {
        Some(0)
    }
}
