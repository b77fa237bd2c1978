//! An outline of a proof that is not a path: where control goes, and what is claimed there.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::ProofId;
use belnap_ir::result::{ProofNode, Rule, StateValues, StepTaken};

use super::{changes, path, values};

/// Limit on the lines of an outline.
const LINES: usize = 25;
/// Longest formula that is written out, in characters.
const FORMULA: usize = 60;
/// Deepest indentation.
const DEPTH: usize = 12;

/// Writes an outline of a proof. Claims that only unfold another one are passed over, a chain of
/// steps keeps its indentation, and a formula is named where it changes.
pub fn write(out: &mut String, proof: &[ProofNode]) {
    let outline = Outline {
        proof,
        lines: Vec::new(),
        seen: vec![false; proof.len()],
        steps: rests_on_steps(proof),
    };
    let lines = outline.lines();
    for line in lines.iter().take(LINES) {
        out.push_str(&format!("    {line}\n"));
    }
    if lines.len() > LINES {
        let more = lines.len() - LINES;
        out.push_str(&format!("    … ({more} more claims; --format json has all)\n"));
    }
}

struct Outline<'p> {
    proof: &'p [ProofNode],
    lines: Vec<String>,
    seen: Vec<bool>,
    /// Whether a claim rests on any step; others are seen from the state alone.
    steps: Vec<bool>,
}

/// A claim to write, and what the lines above it have told already.
struct Visit<'p> {
    id: ProofId,
    depth: usize,
    /// The step that leads here.
    step: Option<&'p StepTaken>,
    /// The state that was shown last.
    before: Option<&'p StateValues>,
    /// The formula that was named last.
    formula: &'p str,
    /// Write a line even if the rule says nothing.
    always: bool,
    /// The next line is the first one of a branch.
    first: bool,
}

impl<'p> Outline<'p> {
    /// Depth first, without recursion: proofs can be long chains.
    fn lines(mut self) -> Vec<String> {
        let root = Visit {
            id: ProofId(0),
            depth: 0,
            step: None,
            before: None,
            formula: "",
            always: true,
            first: false,
        };
        let mut stack = if self.proof.is_empty() { Vec::new() } else { vec![root] };
        while let Some(mut visit) = stack.pop() {
            let node = &self.proof[visit.id.index()];
            if std::mem::replace(&mut self.seen[visit.id.index()], true) {
                if let Some(step) = visit.step {
                    self.line(&mut visit, arrow(step, &format!("{}, as above", node.location)));
                }
                continue;
            }
            stack.extend(self.claim(node, visit).into_iter().rev());
        }
        self.lines
    }

    fn line(&mut self, visit: &mut Visit<'p>, text: String) {
        let mut indent = "  ".repeat(visit.depth.min(DEPTH));
        if std::mem::take(&mut visit.first) {
            indent.truncate(indent.len() - 2);
            indent.push_str("- ");
        }
        self.lines.push(format!("{indent}{text}"));
    }

    /// Writes a claim; returns what it rests on.
    fn claim(&mut self, node: &'p ProofNode, mut visit: Visit<'p>) -> Vec<Visit<'p>> {
        let named = node.formula != visit.formula;
        match visit.step {
            Some(step) => {
                let mut target = place(node, visit.before);
                if named {
                    target = format!("{target}: {}", claim_text(node));
                }
                self.line(&mut visit, arrow(step, &target));
            }
            None if visit.always => {
                let line = format!("{} at {}", claim_text(node), place(node, visit.before));
                self.line(&mut visit, line);
            }
            None => {}
        }
        if visit.step.is_some() || visit.always {
            visit.formula = &node.formula;
            visit.before = Some(&node.state);
        }
        if let Some(reason) = reason(node) {
            self.line(&mut visit, reason);
        }
        let plain = |id: ProofId| !self.steps[id.index()];
        let others = node.children.iter().any(|child| !plain(child.node));
        let children: Vec<_> = node
            .children
            .iter()
            // What the state shows by itself needs no line next to what takes a proof.
            .filter(|child| !(node.rule == Rule::And && others && plain(child.node)))
            .collect();
        let branches = children.len() > 1 || node.rule == Rule::Hyper;
        let apart = children.len() > 1 && matches!(node.rule, Rule::And | Rule::Split);
        children
            .into_iter()
            .map(|child| Visit {
                id: child.node,
                depth: visit.depth + usize::from(branches),
                step: child.step.as_ref(),
                before: visit.before,
                formula: visit.formula,
                always: apart || (node.rule != Rule::And && self.is_atom(child.node)),
                first: branches || visit.first,
            })
            .collect()
    }

    fn is_atom(&self, id: ProofId) -> bool {
        self.proof[id.index()].rule == Rule::Atom
    }
}

/// Which claims rest on a step, directly or through others.
fn rests_on_steps(proof: &[ProofNode]) -> Vec<bool> {
    let mut parents: Vec<Vec<usize>> = vec![Vec::new(); proof.len()];
    let mut found = vec![false; proof.len()];
    let mut work = Vec::new();
    for (index, node) in proof.iter().enumerate() {
        let steps = matches!(
            node.rule,
            Rule::MustStep | Rule::Hyper | Rule::MayStep | Rule::UnknownStep | Rule::Cut
        );
        if steps {
            work.push(index);
        }
        for child in &node.children {
            parents[child.node.index()].push(index);
        }
    }
    while let Some(index) = work.pop() {
        if !std::mem::replace(&mut found[index], true) {
            work.extend(&parents[index]);
        }
    }
    found
}

fn arrow(step: &StepTaken, target: &str) -> String {
    let origin = path::origin(step);
    let origin = if origin.is_empty() { origin } else { format!("    // {origin}") };
    format!("{} -> {target}{origin}", path::statement(step))
}

/// The location and what changed; everything known if nothing was shown before.
fn place(node: &ProofNode, before: Option<&StateValues>) -> String {
    let state = match before {
        None => values(&node.state),
        Some(before) => changes(before, &node.state, &node.location).join(", "),
    };
    if state.is_empty() { node.location.clone() } else { format!("{}  {state}", node.location) }
}

fn claim_text(node: &ProofNode) -> String {
    let mut formula: String = node.formula.chars().take(FORMULA).collect();
    if formula.len() < node.formula.len() {
        formula.push('…');
    }
    let word = match node.value {
        Belnap::True => "true",
        Belnap::False => "false",
        Belnap::Unknown => "unknown",
        Belnap::Both => "inconsistent",
    };
    format!("{formula} is {word}")
}

/// A line of its own for rules that a reader would not guess from the steps below.
fn reason(node: &ProofNode) -> Option<String> {
    Some(match node.rule {
        Rule::Hyper if node.children.len() > 1 => {
            "one of these steps is taken, we cannot say which:".to_owned()
        }
        Rule::MayStep if node.children.is_empty() => "no step is possible here".to_owned(),
        Rule::Split => {
            format!("for each value of {}:", node.variable.as_deref().unwrap_or("a variable"))
        }
        Rule::Seed => format!("{}: known from the earlier result", claim_text(node)),
        Rule::UnknownStep => "a step from here may or may not exist".to_owned(),
        Rule::UnknownAtom => claim_text(node),
        Rule::Cut => "… (not explained further)".to_owned(),
        _ => return None,
    })
}
