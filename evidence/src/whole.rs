//! The execution of the whole program that makes the choices of one of a smaller graph.
//!
//! Passes merge steps and leave out what does not matter to the property. A person reads an
//! execution of the program as it was written.

use belnap_engine::conclusion::ExecutedPath;
use belnap_execution::guided::{Arrived, Values, guided_execution};
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgLocId;
use belnap_ir::property::Formula;

use crate::replay::given::Given;
use crate::replay::target::Target;

/// Longest execution that is followed.
const STEPS: usize = 100_000;

/// The execution of the whole program up to a state that violates a property; `None` if it cannot
/// be followed.
pub fn whole_execution(
    program: &Cfg,
    checked: &Cfg,
    property: &Formula,
    path: &ExecutedPath,
) -> Option<ExecutedPath> {
    let target = Target::of(program, property).ok()?;
    follow(program, checked, path, &mut || Box::new(target.has_arrived(&[])))
}

/// The execution of the whole program until it is at a location for the given time.
pub fn whole_rounds(
    program: &Cfg,
    checked: &Cfg,
    path: &ExecutedPath,
    head: CfgLocId,
    times: usize,
) -> Option<ExecutedPath> {
    follow(program, checked, path, &mut || {
        let mut left = times;
        Box::new(move |at: CfgLocId, _: &mut Values<'_>| {
            left = left.saturating_sub(usize::from(at == head));
            left == 0
        })
    })
}

/// Tries the choices with zero in memory first, which is the easiest to read.
fn follow<'a>(
    program: &Cfg,
    checked: &Cfg,
    ExecutedPath { edges, execution }: &ExecutedPath,
    arrived: &mut dyn FnMut() -> Box<Arrived<'a>>,
) -> Option<ExecutedPath> {
    let given = Given::new(program, checked, edges, execution);
    let own = Given::in_its_layout(program, checked, edges, execution);
    let tries = [given.with_zeroed_memory(), Some(given), own];
    tries.into_iter().flatten().find_map(|mut given| {
        let found = guided_execution(program, &mut given, &mut *arrived(), STEPS);
        found.ok().map(|(edges, execution)| ExecutedPath { edges, execution })
    })
}
