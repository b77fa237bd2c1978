//! Recursive calls beyond the first levels: which of them are replaced by copies, and which stay.
//!
//! Levels are a poor measure where functions call themselves several times: ten levels of a
//! function with two such calls are a thousand copies, of which few may ever run. So calls are also
//! replaced one by one, as a [`CallTree`] says. Which those are is found out where it is seen that
//! control gets to calls that stay ([`Deeper`]).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use belnap_ir::ids::ScopeId;
use belnap_ir::span::SourceLine;

/// The copy a scope belongs to that is part of no copy of the entry function's.
pub const ELSEWHERE: u32 = u32::MAX;

/// Most levels that are added at once.
const MOST_AT_ONCE: u32 = 200;

/// Calls, each by the number of its edge in the function that makes it.
///
/// As text: `3(0+2,5)` is the call at edge 3 of the entry function, and in that function the calls
/// at edges 0 and 5, the former with two levels of recursive calls below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallTree {
    /// The entry function's own node is the first.
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Node {
    calls: BTreeMap<u32, usize>,
    /// Levels of recursive calls below it, whichever they are.
    below: u32,
}

impl Default for CallTree {
    fn default() -> Self {
        CallTree { nodes: vec![Node::default()] }
    }
}

/// Where something is in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    node: Option<usize>,
    below: u32,
}

impl CallTree {
    /// Whether it names no call.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The entry function.
    pub(super) const fn root() -> Spot {
        Spot { node: Some(0), below: 0 }
    }

    /// What a call that is made at a spot leads to, and whether a recursive one is replaced.
    pub(super) fn enter(&self, spot: Spot, edge: u32, is_recursive: bool) -> (Spot, bool) {
        let node = spot.node.and_then(|node| self.nodes[node].calls.get(&edge)).copied();
        let inherited = spot.below.saturating_sub(u32::from(is_recursive));
        let below = node.map_or(0, |node| self.nodes[node].below).max(inherited);
        (Spot { node, below }, node.is_some() || spot.below > 0)
    }

    fn child(&mut self, node: usize, edge: u32) -> usize {
        let next = self.nodes.len();
        let child = *self.nodes[node].calls.entry(edge).or_insert(next);
        if child == next {
            self.nodes.push(Node::default());
        }
        child
    }

    /// Adds a call, given by the edges that lead to it, with levels below it.
    fn add(&mut self, path: &[u32], below: u32) {
        let node = path.iter().fold(0, |node, edge| self.child(node, *edge));
        let own = &mut self.nodes[node].below;
        *own = below.max(*own);
    }
}

impl fmt::Display for CallTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open = vec![self.nodes[0].calls.iter()];
        let mut is_first = true;
        while let Some(calls) = open.last_mut() {
            let Some((edge, node)) = calls.next() else {
                open.pop();
                if !open.is_empty() {
                    f.write_str(")")?;
                }
                is_first = false;
                continue;
            };
            if !is_first {
                f.write_str(",")?;
            }
            write!(f, "{edge}")?;
            let Node { calls, below } = &self.nodes[*node];
            if *below > 0 {
                write!(f, "+{below}")?;
            }
            is_first = !calls.is_empty();
            if is_first {
                f.write_str("(")?;
                open.push(calls.iter());
            }
        }
        Ok(())
    }
}

impl FromStr for CallTree {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut tree = CallTree::default();
        let (mut around, mut last) = (vec![0], None);
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let at = text.len() - rest.len();
            let refuse = || format!("unexpected text at character {}", at + 1);
            let here = *around.last().ok_or_else(refuse)?;
            rest = &rest[first.len_utf8()..];
            match (first, last) {
                (',', Some(_)) => last = None,
                ('(', Some(node)) => (around, last) = ([&around[..], &[node]].concat(), None),
                (')', Some(_)) if around.len() > 1 => last = around.pop(),
                ('+', Some(node)) => {
                    let (levels, tail) = number(rest).ok_or_else(refuse)?;
                    (tree.nodes[node].below, rest) = (levels, tail);
                }
                (_, None) => {
                    let (edge, tail) = number(&text[at..]).ok_or_else(refuse)?;
                    (last, rest) = (Some(tree.child(here, edge)), tail);
                }
                _ => return Err(refuse()),
            }
        }
        match (around.len(), last.is_some() || text.is_empty()) {
            (1, true) => Ok(tree),
            _ => Err("unexpected end".to_owned()),
        }
    }
}

/// The number a text begins with, and what follows.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A recursive call that stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCall {
    /// The copy that makes it.
    pub(super) copy: u32,
    /// The edge.
    pub(super) edge: u32,
    /// The function it calls.
    pub callee: String,
    /// Where it is.
    pub(crate) at: crate::mir::Origin,
    /// The same, in the user's files.
    pub line: Option<SourceLine>,
    /// The circle of calls that the function is in.
    pub(super) circle: usize,
}

/// What a level of a circle of calls takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Level {
    /// Edges of a copy.
    pub edges: u128,
    /// Calls in it of functions of the circle.
    pub calls: u128,
}

/// The recursive calls that stay, and where they are in the tree of all calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deeper {
    /// The calls.
    pub open: Vec<OpenCall>,
    /// Of each copy but the first, which is the entry function: where it is called from, and its
    /// depth in recursive calls.
    pub(super) copies: Vec<(u32, u32, u32)>,
    /// The copy that each scope of the graph is part of.
    pub(crate) scopes: Vec<u32>,
    pub(super) levels: BTreeMap<usize, Level>,
    /// The tree as it was.
    pub(super) tree: CallTree,
}

impl Deeper {
    /// The number of recursive calls inside of each other, at most, that were replaced.
    pub fn depth(&self) -> u32 {
        self.copies.iter().map(|(.., depth)| *depth).max().unwrap_or(0)
    }

    /// Notes a copy; its number.
    pub(super) fn note(&mut self, caller: u32, edge: u32, is_recursive: bool) -> u32 {
        if caller == ELSEWHERE {
            return ELSEWHERE;
        }
        let around = (caller as usize).checked_sub(1).map_or(0, |at| self.copies[at].2);
        self.copies.push((caller, edge, around + u32::from(is_recursive)));
        self.copies.len() as u32
    }

    /// The calls that a call in the graph may be, by number.
    pub fn find(&self, scope: ScopeId, callee: &str, line: Option<&SourceLine>) -> Vec<usize> {
        let copy = self.scopes.get(usize::from(scope)).copied().unwrap_or(ELSEWHERE);
        let all = self.open.iter().enumerate();
        let in_copy: Vec<(usize, &OpenCall)> =
            all.filter(|(_, call)| call.copy == copy && call.callee == callee).collect();
        let is_here = |(_, call): &&(usize, &OpenCall)| call.line.as_ref() == line;
        let some = in_copy.iter().any(|call| is_here(&call));
        let here = in_copy.iter().filter(|call| !some || is_here(call));
        here.map(|(number, _)| *number).collect()
    }

    /// A tree in which these calls are replaced, too, and as many levels below them as `room` edges
    /// allow.
    pub fn replace(&self, calls: &[usize], room: usize) -> CallTree {
        let mut levels = 1;
        while levels < MOST_AT_ONCE && self.cost(calls, levels + 1) <= room as u128 {
            levels += 1;
        }
        let mut tree = self.tree.clone();
        for call in calls.iter().map(|call| &self.open[*call]) {
            tree.add(&self.path(call), levels - 1);
        }
        tree
    }

    /// Edges that so many levels of calls take.
    fn cost(&self, calls: &[usize], levels: u32) -> u128 {
        let of_one = |circle: usize| {
            let Level { edges, calls } = self.levels.get(&circle).copied().unwrap_or_default();
            (0..levels).fold(0_u128, |below, _| below.saturating_mul(calls).saturating_add(edges))
        };
        let each = calls.iter().map(|call| of_one(self.open[*call].circle));
        each.fold(0, u128::saturating_add)
    }

    /// The edges that lead to a call.
    fn path(&self, call: &OpenCall) -> Vec<u32> {
        let (mut path, mut copy) = (vec![call.edge], call.copy);
        while let Some((caller, edge, _)) =
            (copy as usize).checked_sub(1).and_then(|at| self.copies.get(at))
        {
            path.push(*edge);
            copy = *caller;
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::CallTree;

    #[test]
    fn trees_are_read_as_written() {
        for text in ["", "3", "3,4", "3+2", "3(0+2,5)", "0(0(0(0,1)),1),7+1(2)"] {
            let tree: CallTree = text.parse().expect(text);
            assert_eq!(tree.to_string(), text);
            assert_eq!(tree.is_empty(), text.is_empty());
        }
        for text in ["(", ")", "3)", "3(", "3,", "+1", "3+", "x", "3 4", "3(,1)", "3()", ",", "é"]
        {
            assert!(text.parse::<CallTree>().is_err(), "{text}");
        }
    }

    #[test]
    fn trees_grow() {
        let mut tree = CallTree::default();
        tree.add(&[3, 0], 1);
        tree.add(&[3], 0);
        tree.add(&[3, 5, 1], 2);
        assert_eq!(tree.to_string(), "3(0+1,5(1+2))");
        let (three, is_replaced) = tree.enter(CallTree::root(), 3, true);
        assert!(is_replaced);
        let (zero, is_replaced) = tree.enter(three, 0, true);
        assert!(is_replaced);
        let (below, is_replaced) = tree.enter(zero, 9, true);
        assert!(is_replaced);
        assert!(!tree.enter(below, 9, true).1);
        assert!(!tree.enter(three, 1, true).1);
    }
}
