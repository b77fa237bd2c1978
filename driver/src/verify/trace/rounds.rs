//! Rounds of loops that are left out of a long execution.

use std::ops::Range;

use belnap_ir::cfg::Cfg;
use belnap_ir::graph::loop_heads;
use belnap_ir::ids::CfgLocId;

/// Loops with more rounds than this are abbreviated.
const MOST: usize = 4;

/// How many rounds at the beginning are shown; of the others, the last.
const FIRST: usize = 2;

/// Steps that are left out, and how many rounds of a loop they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The steps.
    pub steps: Range<usize>,
    /// Rounds.
    pub rounds: usize,
}

/// What to leave out of an execution that is at these locations, one after the other; ascending.
pub fn left_out(cfg: &Cfg, path: &[CfgLocId]) -> Vec<LeftOut> {
    let heads = loop_heads(cfg);
    let mut found = Vec::new();
    // Ranges to look at, with the heads of the loops they are rounds of.
    let mut open: Vec<(Range<usize>, Vec<CfgLocId>)> = vec![(0..path.len(), Vec::new())];
    while let Some((range, outer)) = open.pop() {
        let is_head = |at: &usize| heads[path[*at]] && !outer.contains(&path[*at]);
        let Some(first) = range.clone().find(is_head) else { continue };
        let head = path[first];
        let starts: Vec<usize> = range.clone().filter(|at| path[*at] == head).collect();
        let mut inner = outer.clone();
        inner.push(head);
        let rounds = starts.len() - 1;
        let shown = |round: usize| rounds <= MOST || round < FIRST || round + 1 >= rounds;
        for (round, start) in starts.iter().enumerate() {
            let end = starts.get(round + 1).copied().unwrap_or(range.end);
            if shown(round) {
                open.push((*start..end, inner.clone()));
            }
        }
        if rounds > MOST {
            let steps = starts[FIRST]..starts[rounds - 1];
            found.push(LeftOut { steps, rounds: rounds - 1 - FIRST });
        }
    }
    found.sort_by_key(|one| one.steps.start);
    found
}

#[cfg(test)]
mod tests {
    use belnap_ir::cfg::{Cfg, Edge, Location, LocationKind, Machine};
    use belnap_ir::ids::CfgLocId;

    use super::{LeftOut, left_out};

    /// `while (0) while (1) 2;` and then 3.
    fn nested() -> Cfg {
        let mut cfg = Cfg::empty(Machine::default());
        for _ in 0..4 {
            cfg.locations.push(Location::bare(LocationKind::Normal));
        }
        for (from, to) in [(0, 1), (0, 3), (1, 2), (1, 0), (2, 1)] {
            cfg.edges.push(Edge::skip(CfgLocId(from), CfgLocId(to)));
        }
        cfg
    }

    fn left(path: &[u32]) -> Vec<LeftOut> {
        let path: Vec<CfgLocId> = path.iter().copied().map(CfgLocId).collect();
        left_out(&nested(), &path)
    }

    #[test]
    fn rounds_in_the_middle_are_left_out() {
        let path = |rounds: usize| [&[0][..], &[1, 2].repeat(rounds), &[1, 0, 3]].concat();
        assert_eq!(left(&path(4)), []);
        // The rounds start at 1, 3, 5, 7, 9 and the last look at the condition is at 11.
        assert_eq!(left(&path(5)), [LeftOut { steps: 5..9, rounds: 2 }]);
        let path = [&[0, 1, 2, 1].repeat(7)[..], &[0, 3]].concat();
        assert_eq!(left(&path), [LeftOut { steps: 8..24, rounds: 4 }]);
    }

    #[test]
    fn rounds_of_shown_rounds_are_left_out_too() {
        let round = [&[0][..], &[1, 2].repeat(9), &[1]].concat();
        let path = [round.repeat(2), vec![0, 3]].concat();
        let found = left(&path);
        assert_eq!(found.iter().map(|one| one.rounds).collect::<Vec<_>>(), [6, 6]);
    }
}
