//! An outline of a proof that is not a path: which claims, under which rules.

use std::fmt::Write as _;

use belnap_ir::ids::ProofId;
use belnap_ir::result::{ProofNode, Rule};

use super::{path, values};

/// Most lines of an outline.
const LINES: usize = 25;
/// Longest formula that is written out.
const FORMULA: usize = 60;

/// Writes an outline of a proof; claims that only unfold another one are passed over, and a chain
/// of claims keeps its indentation.
pub fn write(out: &mut String, proof: &[ProofNode]) {
    let mut outline = Outline { proof, lines: Vec::new(), seen: vec![false; proof.len()] };
    if !proof.is_empty() {
        outline.claim(ProofId(0));
    }
    for line in outline.lines.iter().take(LINES) {
        let _ = writeln!(out, "    {line}");
    }
    if outline.lines.len() > LINES {
        let more = outline.lines.len() - LINES;
        let _ = writeln!(out, "    … ({more} more claims; --format json has all)");
    }
}

struct Outline<'p> {
    proof: &'p [ProofNode],
    lines: Vec<String>,
    seen: Vec<bool>,
}

impl Outline<'_> {
    /// The claim and what it rests on, depth first, without recursion: proofs can be long chains.
    fn claim(&mut self, root: ProofId) {
        let mut stack = vec![(root, 0usize, None::<String>)];
        while let Some((id, depth, step)) = stack.pop() {
            let node = &self.proof[id.index()];
            let again = std::mem::replace(&mut self.seen[id.index()], true);
            let bookkeeping = matches!(
                node.rule,
                Rule::Negation | Rule::And | Rule::Or | Rule::Unfold | Rule::UnknownChild
            );
            let indent = "  ".repeat(depth.min(12));
            if again {
                if let Some(step) = step {
                    self.lines.push(format!("{indent}{step}: as above, at {}", node.location));
                }
                continue;
            }
            if !bookkeeping || step.is_some() || id == root {
                let step = step.map(|step| format!("{step}: ")).unwrap_or_default();
                self.lines.push(format!("{indent}{step}{}", describe(node)));
            }
            let inner = if node.children.len() > 1 { depth + 1 } else { depth };
            for child in node.children.iter().rev() {
                let step = child.step.as_ref().map(path::statement);
                stack.push((child.node, inner, step));
            }
        }
    }
}

fn describe(node: &ProofNode) -> String {
    let mut formula: String = node.formula.chars().take(FORMULA).collect();
    if formula.len() < node.formula.len() {
        formula.push('…');
    }
    let mut text = format!("{formula} is {} at {}", word(node), node.location);
    let state = values(&node.state);
    if !state.is_empty() {
        let _ = write!(text, " with {state}");
    }
    let reason = match node.rule {
        Rule::MustStep => "a definite step exists",
        Rule::Hyper => "one of these steps exists",
        Rule::MayStep => "for every possible step",
        Rule::Split => "by cases",
        Rule::Seed => "known from the earlier result",
        Rule::UnknownStep => "because of a step that may not exist",
        Rule::UnknownAtom => "because nobody knows it",
        Rule::Cut => "not shown further",
        Rule::Atom | Rule::Negation | Rule::And | Rule::Or | Rule::Unfold | Rule::UnknownChild => {
            ""
        }
    };
    if !reason.is_empty() {
        let _ = write!(text, " ({reason})");
    }
    text
}

fn word(node: &ProofNode) -> &'static str {
    use belnap_ir::belnap::Belnap;
    match node.value {
        Belnap::True => "true",
        Belnap::False => "false",
        Belnap::Unknown => "unknown",
        Belnap::Both => "inconsistent",
    }
}
