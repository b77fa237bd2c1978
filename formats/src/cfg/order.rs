//! The order in which the locations of a function are shown.

use belnap_ir::cfg::{Cfg, LocationKind};
use belnap_ir::ids::{CfgLocId, FunctionId, TiVec, ti_vec};

/// The locations of a function, each once: first those that can be reached from its entry, such
/// that control goes down the page but for loops, and branches stand in the order of their edges;
/// then those where execution ends; then what cannot be reached.
pub fn order(cfg: &Cfg, function: FunctionId) -> Vec<CfgLocId> {
    let entry = cfg.functions[function].entry;
    let mut seen: TiVec<CfgLocId, bool> = ti_vec![false; cfg.locations.len()];
    let mut finished = Vec::new();
    // Edges are visited from the last to the first, so that what the first leads to finishes last.
    let mut stack = vec![(entry, cfg.edges_from(entry))];
    seen[entry] = true;
    while let Some((at, edges)) = stack.last_mut() {
        let Some(edge) = edges.next_back() else {
            finished.push(*at);
            stack.pop();
            continue;
        };
        let to = cfg.edges[edge].to;
        if !std::mem::replace(&mut seen[to], true) {
            stack.push((to, cfg.edges_from(to)));
        }
    }
    let normal = |id: &CfgLocId| cfg.locations[*id].kind == LocationKind::Normal;
    let (mut order, mut ends): (Vec<CfgLocId>, Vec<CfgLocId>) =
        finished.into_iter().rev().partition(normal);
    ends.sort_unstable();
    order.append(&mut ends);
    let unreached = cfg
        .locations
        .iter_enumerated()
        .filter(|(at, location)| location.function == function && !seen[*at]);
    order.extend(unreached.map(|(at, _)| at));
    order
}
