//! The completeness preorder (May/Must Def. 3): the greatest relation between the states of a graph
//! in which a pair (a, c) has labels that agree, every must-transition of a is matched by one of c,
//! and every may-transition of c by one of a, with the same action.
//!
//! Pairs are taken out of the relation of all pairs whose labels agree. What is taken out is put on
//! a list, and only pairs from which it can be reached by one step of both are looked at again. The
//! time is at most that of all pairs of transitions, times the number of transitions of one state;
//! the memory is one bit for each pair of states, and what is on the list.

use belnap_ir::belnap::Belnap;

use super::graph::{Arcs, Graph};

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
    rows: Vec<u32>,
    columns: Vec<u32>,
    /// By state: its row, its column.
    row_of: Vec<Option<u32>>,
    column_of: Vec<Option<u32>>,
    /// Words of a row.
    words: usize,
    bits: Vec<u64>,
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
        let words = columns.len().div_ceil(64);
        Relation {
            rows: rows.to_vec(),
            columns: columns.to_vec(),
            row_of: numbered(rows),
            column_of: numbered(columns),
            words,
            bits: vec![0; words * rows.len()],
        }
    }

    /// Whether the state of a row is related to that of a column. States that have none are not.
    pub fn has(&self, a: u32, c: u32) -> bool {
        match (self.row_of[a as usize], self.column_of[c as usize]) {
            (Some(row), Some(column)) => self.has_at(row, column),
            _ => false,
        }
    }

    fn has_at(&self, row: u32, column: u32) -> bool {
        let word = self.bits[row as usize * self.words + column as usize / 64];
        word >> (column % 64) & 1 == 1
    }

    fn put(&mut self, row: u32, column: u32, value: bool) {
        let word = &mut self.bits[row as usize * self.words + column as usize / 64];
        let bit = 1 << (column % 64);
        if value { *word |= bit } else { *word &= !bit }
    }

    /// The columns of a row, ascending.
    fn columns_at(&self, row: u32) -> Vec<u32> {
        let words = &self.bits[row as usize * self.words..][..self.words];
        let mut columns = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                columns.push(index as u32 * 64 + left.trailing_zeros());
                left &= left - 1;
            }
        }
        columns
    }

    /// The states that a row's state is related to, ascending by column.
    pub fn related_to(&self, a: u32) -> Vec<u32> {
        match self.row_of[a as usize] {
            Some(row) => {
                let columns = self.columns_at(row).into_iter();
                columns.map(|column| self.columns[column as usize]).collect()
            }
            None => Vec::new(),
        }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }
}

/// The completeness preorder between two sets of states, each closed under transitions, of which
/// only states of the same colour are related.
pub fn less_complete(graph: &Graph, colours: &[u32], rows: &[u32], columns: &[u32]) -> Relation {
    let mut relation = agreeing(graph, colours, rows, columns);
    // Most pairs go at once, and need not be listed for that.
    for _ in 0..2 {
        sweep(graph, &mut relation);
    }
    let mut gone = failing(graph, &relation);
    for (row, column) in &gone {
        relation.put(*row, *column, false);
    }
    let (must_before, may_before) = (graph.must.reversed(), graph.may.reversed());
    while let Some((row, column)) = gone.pop() {
        let (a, c) = (relation.rows[row as usize], relation.columns[column as usize]);
        for (before, is_must) in [(&must_before, true), (&may_before, false)] {
            for (action, from) in before.of(a) {
                let Some(row) = relation.row_of[*from as usize] else { continue };
                for other in before.by(c, *action) {
                    let Some(column) = relation.column_of[other as usize] else { continue };
                    if !relation.has_at(row, column) {
                        continue;
                    }
                    let matched = if is_must {
                        answered(&graph.must, other, *action, |to| relation.has(a, to))
                    } else {
                        answered(&graph.may, *from, *action, |to| relation.has(to, c))
                    };
                    if !matched {
                        relation.put(row, column, false);
                        gone.push((row, column));
                    }
                }
            }
        }
    }
    relation
}

fn answered(arcs: &Arcs, state: u32, action: u32, good: impl Fn(u32) -> bool) -> bool {
    arcs.by(state, action).any(good)
}

/// The pairs whose labels and colours agree.
fn agreeing(graph: &Graph, colours: &[u32], rows: &[u32], columns: &[u32]) -> Relation {
    let mut relation = Relation::empty(graph.size(), rows, columns);
    let agree =
        |a: &[Belnap], c: &[Belnap]| a.iter().zip(c).all(|(a, c)| a.less_informative_or_equal(*c));
    // The columns of a label are those of all rows with a label.
    let mut of_label: Vec<Option<Vec<u64>>> = vec![None; graph.labels.len()];
    for (row, a) in rows.iter().enumerate() {
        let number = graph.label[*a as usize] as usize;
        if of_label[number].is_none() {
            let good: Vec<bool> =
                graph.labels.iter().map(|c| agree(&graph.labels[number], c)).collect();
            let mut words = vec![0; relation.words];
            for (column, c) in columns.iter().enumerate() {
                if good[graph.label[*c as usize] as usize] {
                    words[column / 64] |= 1 << (column % 64);
                }
            }
            of_label[number] = Some(words);
        }
        if let Some(words) = &of_label[number] {
            relation.bits[row * relation.words..][..words.len()].copy_from_slice(words);
        }
        for column in relation.columns_at(row as u32) {
            if colours[*a as usize] != colours[columns[column as usize] as usize] {
                relation.put(row as u32, column, false);
            }
        }
    }
    relation
}

/// Whether the transitions of a pair match each other.
fn matches(graph: &Graph, relation: &Relation, a: u32, c: u32) -> bool {
    graph
        .must
        .of(a)
        .iter()
        .all(|(action, to)| answered(&graph.must, c, *action, |other| relation.has(*to, other)))
        && graph
            .may
            .of(c)
            .iter()
            .all(|(action, to)| answered(&graph.may, a, *action, |other| relation.has(other, *to)))
}

/// Takes out pairs that do not match, each seeing what went before it.
fn sweep(graph: &Graph, relation: &mut Relation) {
    for row in 0..relation.rows.len() as u32 {
        for column in relation.columns_at(row) {
            let (a, c) = (relation.rows[row as usize], relation.columns[column as usize]);
            if !matches(graph, relation, a, c) {
                relation.put(row, column, false);
            }
        }
    }
}

/// The pairs that do not match.
fn failing(graph: &Graph, relation: &Relation) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    for row in 0..relation.rows.len() as u32 {
        for column in relation.columns_at(row) {
            let (a, c) = (relation.rows[row as usize], relation.columns[column as usize]);
            if !matches(graph, relation, a, c) {
                found.push((row, column));
            }
        }
    }
    found
}
