//! The order of locations.

use belnap_ir::ids::CfgLocId;

/// The locations that can be got to, each after those that lead to it but for steps back.
pub(crate) fn reverse_postorder(
    from: CfgLocId,
    count: usize,
    targets: impl Fn(CfgLocId) -> Vec<CfgLocId>,
) -> Vec<CfgLocId> {
    let mut seen = vec![false; count];
    let mut order = Vec::new();
    seen[from.index()] = true;
    let mut stack = vec![(from, targets(from).into_iter())];
    while let Some((at, rest)) = stack.last_mut() {
        match rest.next() {
            Some(next) if !seen[next.index()] => {
                seen[next.index()] = true;
                stack.push((next, targets(next).into_iter()));
            }
            Some(_) => {}
            None => {
                order.push(*at);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
