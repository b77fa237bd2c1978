//! Explanations of the checker in the words of the C program: places and statements instead of
//! locations and statements of the Boolean program.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::CfgLocId;
use belnap_ir::result::{Explanation, PropertyResult, StateValues, StepTaken};

/// Limit on the conditions that are said of a state.
const SHOWN: usize = 4;

/// The result with places and statements of the C program.
pub fn in_c(cfg: &Cfg, result: &PropertyResult) -> PropertyResult {
    let mut result = result.clone();
    if let Some(explanation) = &mut result.explanation {
        rewrite(cfg, explanation);
    }
    result
}

fn rewrite(cfg: &Cfg, explanation: &mut Explanation) {
    let mut steps: Vec<&mut StepTaken> = Vec::new();
    if let Some(path) = &mut explanation.path {
        for one in &mut path.steps {
            one.location = place(cfg, &one.location, &one.state);
            one.state = StateValues::default();
            one.source = None;
            steps.extend(&mut one.step);
        }
    }
    for node in &mut explanation.proof {
        node.location = place(cfg, &node.location, &node.state);
        node.state = StateValues::default();
        steps.extend(node.children.iter_mut().filter_map(|child| child.step.as_mut()));
    }
    for step in steps {
        step.statement = statement(cfg, step);
        (step.cfg_edge, step.source_text) = (None, None);
    }
}

/// The line of a location, with what is known there.
fn place(cfg: &Cfg, location: &str, state: &StateValues) -> String {
    let number = location.rsplit_once(":n").and_then(|(_, number)| number.parse().ok());
    let found = number.map(CfgLocId).and_then(|at| cfg.locations.get(at)?.source.as_ref());
    let line = found.map_or_else(|| location.to_owned(), ToString::to_string);
    let known: Vec<String> = state
        .iter()
        .take(SHOWN)
        .map(|(name, value)| {
            let condition = name.trim_start_matches('{').trim_end_matches('}');
            if value.must() { condition.to_owned() } else { format!("!({condition})") }
        })
        .collect();
    match known.is_empty() {
        true => line,
        false => format!("{line} with {}", known.join(", ")),
    }
}

/// The C text of a step.
fn statement(cfg: &Cfg, step: &StepTaken) -> String {
    let Some((id, edge)) = step.cfg_edge.and_then(|id| Some((id, cfg.edges.get(id)?))) else {
        return step.source_text.clone().unwrap_or_default();
    };
    let text = edge.text.split("; __").next().unwrap_or_default();
    match &edge.operation {
        Operation::Assume(_) => {
            let mut ways = cfg.edges_from(edge.from);
            let truth = ways.len() != 2 || ways.next() == Some(id);
            format!("{text} is {truth}")
        }
        _ => text.to_owned(),
    }
}
