//! The copies of locations, one for each combination of rounds, and the order they are looked at
//! in.

use std::collections::HashMap;

use belnap_ir::certificate::Unrolling;
use belnap_ir::cfg::Cfg;
use belnap_ir::graph::{Element, successors, weak_topological_order};
use belnap_ir::ids::{CfgLocId, TiVec, ti_vec};

/// A copy of a location. Its place in the order: where the outermost loop around it, or itself,
/// stands; the round of that loop; where the next loop, or the location, stands in it; and so on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Copy(Vec<u32>);

/// Where a location stands.
#[derive(Clone, Debug, Default)]
struct Station {
    /// The heads of the loops around it, the outermost first; of a head, also its own.
    heads: Vec<CfgLocId>,
    /// Where the outermost loop stands in the whole order, the next one in that, and so on.
    positions: Vec<u32>,
}

/// Loops of a graph, and how often each is repeated.
pub struct Order {
    stations: TiVec<CfgLocId, Station>,
    rounds: TiVec<CfgLocId, u32>,
    /// The same in certain rounds of the loops around.
    fewer: HashMap<(CfgLocId, Vec<u32>), u32>,
}

/// Where an edge leads.
pub enum Next {
    /// To a copy that is looked at later.
    Later(Copy),
    /// Back to the head of a loop, once too often.
    TooOften(CfgLocId),
}

impl Order {
    /// The loops of a graph; `Err` says why the numbers are not about them.
    pub fn new(cfg: &Cfg, unrolling: &Unrolling) -> Result<Order, String> {
        let successors = successors(cfg);
        let next = |at: CfgLocId| successors[at].iter().copied();
        let elements = weak_topological_order(cfg.locations.len(), cfg.entry, next)
            .ok_or("loops are nested too deeply")?;
        let mut order = Order {
            stations: ti_vec![Station::default(); cfg.locations.len()],
            rounds: ti_vec![0; cfg.locations.len()],
            fewer: HashMap::new(),
        };
        order.place(&elements, &Station::default());
        let places: HashMap<String, CfgLocId> =
            cfg.locations.keys().map(|at| (at.to_string(), at)).collect();
        for (name, rounds) in &unrolling.rounds {
            let at = order.head(&places, name)?;
            order.rounds[at] = *rounds;
        }
        for (name, in_rounds) in &unrolling.fewer {
            let at = order.head(&places, name)?;
            let fewer = in_rounds.iter().map(|(around, rounds)| ((at, around.clone()), *rounds));
            order.fewer.extend(fewer);
        }
        Ok(order)
    }

    /// The head of a loop that is called so.
    fn head(&self, places: &HashMap<String, CfgLocId>, name: &str) -> Result<CfgLocId, String> {
        let at = *places.get(name).ok_or_else(|| format!("there is no location {name}"))?;
        match self.stations[at].heads.last() == Some(&at) {
            true => Ok(at),
            false => Err(format!("{name} is not the head of a loop")),
        }
    }

    fn place(&mut self, elements: &[Element<CfgLocId>], around: &Station) {
        // The head of a loop stands before the rest.
        let first = u32::from(!around.heads.is_empty());
        for (position, element) in (first..).zip(elements) {
            let mut station = around.clone();
            station.positions.push(position);
            match element {
                Element::Location(at) => self.stations[*at] = station,
                Element::Component { head, body } => {
                    station.heads.push(*head);
                    let own = [&station.positions[..], &[0]].concat();
                    self.stations[*head] = Station { positions: own, ..station.clone() };
                    self.place(body, &station);
                }
            }
        }
    }

    /// The copy of a location in the given rounds of the loops around it.
    fn copy(&self, at: CfgLocId, rounds: &[u32]) -> Copy {
        let positions = &self.stations[at].positions;
        let mut place = Vec::with_capacity(positions.len() + rounds.len());
        for (level, position) in positions.iter().enumerate() {
            place.push(*position);
            place.extend(rounds.get(level));
        }
        Copy(place)
    }

    /// The only copy of the entry that control starts at.
    pub fn entry(&self, entry: CfgLocId) -> Copy {
        self.copy(entry, &vec![0; self.stations[entry].heads.len()])
    }

    /// Where an edge from a copy of a location to another location leads.
    pub fn next(&self, from: CfgLocId, copy: &Copy, to: CfgLocId) -> Next {
        let (own, others) = (&self.stations[from].heads, &self.stations[to].heads);
        let shared = own.iter().zip(others).take_while(|(own, other)| own == other).count();
        let round = |level: usize| copy.0[2 * level + 1];
        let mut rounds: Vec<u32> =
            (0..others.len()).map(|level| if level < shared { round(level) } else { 0 }).collect();
        if others.last() == Some(&to) && shared == others.len() {
            rounds[shared - 1] += 1;
            if rounds[shared - 1] > self.rounds_within(to, &rounds[..shared - 1]) {
                return Next::TooOften(to);
            }
        }
        match self.copy(to, &rounds) {
            later if later > *copy => Next::Later(later),
            // Never, if the order is right.
            _ => Next::TooOften(to),
        }
    }

    /// The same in given rounds of the loops around.
    fn rounds_within(&self, at: CfgLocId, around: &[u32]) -> u32 {
        match self.fewer.is_empty() {
            true => self.rounds[at],
            false => self.fewer.get(&(at, around.to_vec())).copied().unwrap_or(self.rounds[at]),
        }
    }

    /// How many times control comes back to a location at most.
    pub fn rounds(&self, at: CfgLocId) -> u32 {
        self.rounds[at]
    }
}
