//! Invariants of loop heads: what may be reached there, over the predicates.

use belnap_checker::run::reachable_cubes;
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgLocId;
use belnap_ir::kripke::Kripke;

/// More cases are not shown.
const MAX_CASES: usize = 12;

/// What is always true at a place.
pub struct Invariant {
    /// The place.
    pub place: String,
    /// The condition, in C.
    pub text: String,
}

/// The invariants of the loop heads of a graph, from the states that its abstraction may reach.
pub fn invariants(cfg: &Cfg, kripke: &Kripke) -> Vec<Invariant> {
    let Kripke::Symbolic(kripke) = kripke else { return Vec::new() };
    let places: Vec<(CfgLocId, usize)> = loop_heads(cfg)
        .into_iter()
        .filter_map(|head| {
            let label = head.to_string();
            let at = kripke.locations.iter().position(|location| location.labels.contains(&label));
            at.map(|at| (head, at))
        })
        .collect();
    let at: Vec<usize> = places.iter().map(|(_, at)| *at).collect();
    let Ok(reached) = reachable_cubes(kripke, &at, MAX_CASES) else { return Vec::new() };
    let mut found = Vec::new();
    for ((head, _), cubes) in places.into_iter().zip(reached) {
        let Some(cubes) = cubes else { continue };
        let text = match cubes.len() {
            0 => "false".to_owned(),
            _ if cubes.iter().any(Vec::is_empty) => continue,
            _ => cubes.iter().map(|cube| conjunction(cube)).collect::<Vec<_>>().join(" || "),
        };
        let source = cfg.locations[head.index()].source.as_ref();
        let place = source.map_or_else(|| head.to_string(), ToString::to_string);
        found.push(Invariant { place, text });
    }
    found
}

fn conjunction(cube: &[(String, bool)]) -> String {
    let literal = |(name, value): &(String, bool)| {
        let text = name.trim_start_matches('{').trim_end_matches('}');
        if *value { format!("({text})") } else { format!("!({text})") }
    };
    cube.iter().map(literal).collect::<Vec<_>>().join(" && ")
}

/// Targets of edges that go back, in order of the graph.
fn loop_heads(cfg: &Cfg) -> Vec<CfgLocId> {
    let mut heads = Vec::new();
    for function in 0..cfg.functions.len() {
        let order = belnap_formats::cfg::order::order(cfg, function.into());
        let place = |at: CfgLocId| order.iter().position(|own| *own == at);
        for edge in &cfg.edges {
            if let (Some(from), Some(to)) = (place(edge.from), place(edge.to))
                && to <= from
                && edge.from != edge.to
                && !heads.contains(&edge.to)
            {
                heads.push(edge.to);
            }
        }
    }
    heads.sort_unstable();
    heads
}
