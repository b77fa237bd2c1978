//! Terms as SMT-LIB 2 text: a definition for each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use belnap_ir::cfg::Cfg;
use belnap_ir::ids::ObjectId;

use super::terms::{Node, Sort, Term, Terms};
use crate::smt::Script;

/// Cells of a region that can hold anything are values of their own, and equal where their indices
/// are. If so many pairs of indices may be equal, the region is an array of the prover's instead.
const PAIRS: usize = 2000;

/// The text of a question: can one of some conditions be true, if none is that is excluded?
pub fn question(cfg: &Cfg, terms: &mut Terms, conditions: &[Term], excluded: &[Term]) -> String {
    let mut used = Used::default();
    used.mark(terms, conditions);
    used.mark(terms, excluded);
    let same = used.equal_cells(terms);
    let about_cells: Vec<Term> = same.iter().map(|(equal, ..)| *equal).collect();
    used.mark(terms, &about_cells);
    let mut text = Script::addresses(cfg, used.objects(terms));
    for (number, region) in &used.regions {
        if region.is_array
            && let Some((index, cell)) = region.cells.first()
        {
            let (index, cell) = (terms.bits(*index), terms.bits(*cell));
            let sort = format!("(Array (_ BitVec {index}) (_ BitVec {cell}))");
            let _ = writeln!(text, "(declare-fun r{number} () {sort})");
        }
    }
    for number in used.numbers() {
        used.define(terms, terms.nth(number), &mut text);
    }
    let name = |term: Term| name(terms, term);
    for (equal, one, other) in same {
        let _ = writeln!(text, "(assert (=> {} (= {} {})))", name(equal), name(one), name(other));
    }
    for condition in excluded {
        let _ = writeln!(text, "(assert (not {}))", name(*condition));
    }
    let conditions: Vec<String> = conditions.iter().map(|term| name(*term)).collect();
    let _ = writeln!(text, "(assert (or false {}))", conditions.join(" "));
    text
}

/// Terms that a question is made of.
#[derive(Default)]
struct Used {
    terms: Vec<bool>,
    regions: BTreeMap<u32, Contents>,
}

/// The cells of a region that can hold anything.
#[derive(Default)]
struct Contents {
    /// Indices and cells.
    cells: Vec<(Term, Term)>,
    is_array: bool,
}

impl Used {
    /// Adds terms and what they are made of.
    fn mark(&mut self, terms: &Terms, roots: &[Term]) {
        self.terms.resize(terms.len(), false);
        let mut open = roots.to_vec();
        while let Some(term) = open.pop() {
            if std::mem::replace(&mut self.terms[term.index()], true) {
                continue;
            }
            let node = terms.node(term);
            if let Node::Cell(region, index) = node {
                self.regions.entry(region).or_default().cells.push((index, term));
            }
            open.extend(node.operands().into_iter().flatten());
        }
    }

    fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.terms.len()).filter(|number| self.terms[*number])
    }

    fn objects(&self, terms: &Terms) -> BTreeSet<ObjectId> {
        let object = |number: usize| match terms.node(terms.nth(number)) {
            Node::Address(object) => Some(object),
            _ => None,
        };
        self.numbers().filter_map(object).collect()
    }

    /// The pairs of cells that are equal if something is true; a region of which there are too many
    /// becomes an array.
    fn equal_cells(&mut self, terms: &mut Terms) -> Vec<(Term, Term, Term)> {
        let mut all = Vec::new();
        for region in self.regions.values_mut() {
            region.cells.sort_unstable();
            let mut pairs = Vec::new();
            'pairs: for (at, (index, cell)) in region.cells.iter().enumerate() {
                for (other_index, other) in &region.cells[..at] {
                    match terms.equal(*index, *other_index) {
                        Term::FALSE => {}
                        equal => pairs.push((equal, *cell, *other)),
                    }
                    if pairs.len() > PAIRS {
                        region.is_array = true;
                        break 'pairs;
                    }
                }
            }
            if !region.is_array {
                all.append(&mut pairs);
            }
        }
        all
    }

    /// Declares or defines a term.
    fn define(&self, terms: &Terms, term: Term, text: &mut String) {
        let name = |term: Term| name(terms, term);
        let sort = match terms.sort(term) {
            Sort::Truth => "Bool".to_owned(),
            Sort::Bits(bits) => format!("(_ BitVec {bits})"),
        };
        let meaning = match terms.node(term) {
            Node::Truth(_) | Node::Number(_) | Node::Address(_) => return,
            Node::Any(_) => None,
            Node::Cell(region, index) => {
                let is_array = self.regions.get(&region).is_some_and(|region| region.is_array);
                is_array.then(|| format!("(select r{region} {})", name(index)))
            }
            Node::Binary(op, a, b) => Some(format!("({} {} {})", op.name(), name(a), name(b))),
            Node::Equal(a, b) => Some(format!("(= {} {})", name(a), name(b))),
            Node::Less(true, a, b) => Some(format!("(bvslt {} {})", name(a), name(b))),
            Node::Less(false, a, b) => Some(format!("(bvult {} {})", name(a), name(b))),
            Node::Not(a) => Some(format!("(not {})", name(a))),
            Node::And(a, b) => Some(format!("(and {} {})", name(a), name(b))),
            Node::Or(a, b) => Some(format!("(or {} {})", name(a), name(b))),
            Node::Low(a) => Some(format!("((_ extract {} 0) {})", terms.bits(term) - 1, name(a))),
            Node::Extended(is_signed, a) => {
                let how = if is_signed { "sign_extend" } else { "zero_extend" };
                Some(format!("((_ {how} {}) {})", terms.bits(term) - terms.bits(a), name(a)))
            }
            Node::Choice(c, a, b) => Some(format!("(ite {} {} {})", name(c), name(a), name(b))),
        };
        let _ = match meaning {
            None => writeln!(text, "(declare-fun {} () {sort})", name(term)),
            Some(meaning) => writeln!(text, "(define-fun {} () {sort} {meaning})", name(term)),
        };
    }
}

/// What a term is called.
fn name(terms: &Terms, term: Term) -> String {
    match terms.node(term) {
        Node::Truth(value) => value.to_string(),
        Node::Number(value) => format!("(_ bv{value} {})", terms.bits(term)),
        Node::Address(object) => format!("a{}", object.index()),
        _ => format!("t{}", term.index()),
    }
}
