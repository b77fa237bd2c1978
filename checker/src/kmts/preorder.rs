//! The completeness preorder (May/Must Def. 3): the greatest relation between the states of a graph
//! in which a pair (a, c) has labels that agree, every must-transition of a is matched by one of c,
//! and every may-transition of c by one of a, with the same action.
//!
//! Pairs are taken out of the relation of all pairs whose labels agree, until all that are left
//! match ([`refined`]).

use std::collections::HashMap;

use belnap_ir::belnap::Belnap;

use super::bits::Bits;
use super::graph::Graph;
use super::refinement::refined;

/// Most pairs of classes of bisimilar states that are compared, by default.
pub const MAX_PAIRS: usize = 400_000_000;

/// There are more pairs of states than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are {pairs} pairs of states that are not bisimilar to others, more than {limit}")]
pub struct TooLarge {
    /// So many.
    pub pairs: usize,
    /// More than these.
    pub limit: usize,
}

/// Refuses to compare more pairs than the limit.
///
/// # Errors
/// If there are more.
pub fn require_few(rows: usize, columns: usize, limit: usize) -> Result<(), TooLarge> {
    let pairs = rows.saturating_mul(columns);
    if pairs > limit { Err(TooLarge { pairs, limit }) } else { Ok(()) }
}

/// A relation between rows and columns, which are both states of a graph.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The states of rows.
    pub(super) rows: Vec<u32>,
    /// The states of columns.
    pub(super) columns: Vec<u32>,
    /// By state: its row.
    pub(super) row_of: Vec<Option<u32>>,
    /// By state: its column.
    pub(super) column_of: Vec<Option<u32>>,
    /// A line for each row.
    pub(super) bits: Bits,
}

impl Relation {
    fn empty(size: usize, rows: &[u32], columns: &[u32]) -> Self {
        let numbered = |states: &[u32]| {
            let mut number = vec![None; size];
            for (index, state) in states.iter().enumerate() {
                number[*state as usize] = Some(index as u32);
            }
            number
        };
        Relation {
            rows: rows.to_vec(),
            columns: columns.to_vec(),
            row_of: numbered(rows),
            column_of: numbered(columns),
            bits: Bits::new(rows.len(), columns.len()),
        }
    }

    /// Whether the state of a row is related to that of a column. States that have none are not.
    pub fn has(&self, a: u32, c: u32) -> bool {
        match (self.row_of[a as usize], self.column_of[c as usize]) {
            (Some(row), Some(column)) => self.bits.has(row, column),
            _ => false,
        }
    }

    /// The states that a row's state is related to, ascending by column.
    pub fn related_to(&self, a: u32) -> Vec<u32> {
        match self.row_of[a as usize] {
            Some(row) => self.bits.ones(row).map(|column| self.columns[column as usize]).collect(),
            None => Vec::new(),
        }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.bits.count()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The completeness preorder between two sets of states, each closed under transitions, of which
/// only states of the same colour are related.
pub fn less_complete(graph: &Graph, colours: &[u32], rows: &[u32], columns: &[u32]) -> Relation {
    let relation = agreeing(graph, colours, rows, columns);
    refined(graph, relation)
}

/// The pairs whose labels and colours agree.
fn agreeing(graph: &Graph, colours: &[u32], rows: &[u32], columns: &[u32]) -> Relation {
    let mut relation = Relation::empty(graph.size(), rows, columns);
    let agree =
        |a: &[Belnap], c: &[Belnap]| a.iter().zip(c).all(|(a, c)| a.less_informative_or_equal(*c));
    // The columns of a label and a colour are those of all rows that have both.
    let mut of_kind: HashMap<(u32, u32), Vec<u64>> = HashMap::new();
    for (row, a) in rows.iter().enumerate() {
        let (number, colour) = (graph.label[*a as usize], colours[*a as usize]);
        let words = of_kind.entry((number, colour)).or_insert_with(|| {
            let own = &graph.labels[number as usize];
            let good: Vec<bool> = graph.labels.iter().map(|c| agree(own, c)).collect();
            let mut words = vec![0; columns.len().div_ceil(64)];
            for (column, c) in columns.iter().enumerate() {
                let c = *c as usize;
                if good[graph.label[c] as usize] && colours[c] == colour {
                    words[column / 64] |= 1 << (column % 64);
                }
            }
            words
        });
        relation.bits.line_mut(row as u32).copy_from_slice(words);
    }
    relation
}
