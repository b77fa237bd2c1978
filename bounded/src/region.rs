//! Regions of memory: cells that were written or read, over something that was there before.
//!
//! A cell is found by its index, a part that is not constant and an offset. Two indices with the
//! same part are the same or not, plainly; for others that is a condition. What the cells say is
//! consistent: if two indices are equal, so are the values of their cells. Therefore a write
//! changes every cell whose index may be the same, and a read looks at all of them in any order.

use std::collections::BTreeMap;
use std::rc::Rc;

use belnap_ir::types::ArrayType;
use belnap_solver::bits::{Node, TermId};
use rustc_hash::FxHashMap;

use crate::terms::{FALSE, TRUE, Terms};

/// Where a cell is: the part of its index that is not constant, and the rest.
type Key = (Option<TermId>, u128);

/// Cells copied one by one at most; longer copies are looked through by every read.
const COPIED: u128 = 512;

/// What was there before any cell was known.
pub enum Base {
    /// Anything; by number.
    Any(u32),
    /// The same value everywhere.
    Fill(TermId),
    /// The first where the condition is true, else the second.
    Choice(TermId, Rc<Base>, Rc<Base>),
    /// The second from an index on for a length, else the first.
    Splice(Rc<Region>, Rc<Region>, TermId, TermId),
    /// The cell that far away.
    Shift(Rc<Region>, TermId),
}

/// The contents of a region: cells that were written, over what was there before.
#[derive(Clone)]
pub struct Region {
    /// What it maps to what.
    pub ty: ArrayType,
    base: Rc<Base>,
    cells: BTreeMap<Key, TermId>,
    /// How deep what was there before is nested: reads go through all of it.
    pub depth: u32,
}

/// A cell that nothing has written, and was read.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// The index that it was read at.
    pub index: TermId,
    /// The symbol that stands for it.
    pub value: TermId,
}

/// What regions have before anything is written.
#[derive(Default)]
pub struct Contents {
    /// The cells that were read, by number of the region.
    given: Vec<Vec<Given>>,
    known: FxHashMap<(u32, TermId), TermId>,
    /// Equal indices have equal values.
    pub facts: Vec<TermId>,
    /// Cells looked at: a measure of work.
    pub work: usize,
}

impl Contents {
    /// A region with any contents.
    pub fn any(&mut self, ty: ArrayType) -> (u32, Region) {
        let number = u32::try_from(self.given.len()).expect("fewer regions than numbers");
        self.given.push(Vec::new());
        (number, Region::over(ty, Base::Any(number), 0))
    }

    /// The cells that were read of a region with any contents.
    pub fn given(&self, number: u32) -> &[Given] {
        &self.given[number as usize]
    }

    fn cell(&mut self, terms: &mut Terms, number: u32, index: TermId, bits: u8) -> TermId {
        if let Some(known) = self.known.get(&(number, index)) {
            return *known;
        }
        let value = terms.symbol(bits);
        for other in self.given[number as usize].clone() {
            let apart = terms.equal(index, other.index);
            let apart = terms.not(apart);
            if apart != TRUE {
                let same = terms.equal(value, other.value);
                let fact = terms.or(apart, same);
                self.facts.push(fact);
            }
        }
        self.given[number as usize].push(Given { index, value });
        self.known.insert((number, index), value);
        value
    }
}

impl Region {
    /// The same value everywhere.
    pub fn fill(ty: ArrayType, value: TermId) -> Self {
        Region::over(ty, Base::Fill(value), 0)
    }

    fn over(ty: ArrayType, base: Base, depth: u32) -> Self {
        Region { ty, base: Rc::new(base), cells: BTreeMap::new(), depth }
    }

    /// The cell at an index.
    pub fn read(&self, terms: &mut Terms, contents: &mut Contents, index: TermId) -> TermId {
        if let Node::Ite(condition, a, b) = *terms.node(index)
            && terms.plain(index) > 1
        {
            let (a, b) = (self.read(terms, contents, a), self.read(terms, contents, b));
            return terms.ite(condition, a, b);
        }
        let key = terms.split(index);
        if let Some(value) = self.cells.get(&key) {
            return *value;
        }
        let mut cases = Vec::new();
        for (condition, value) in self.same(terms, contents, index, key) {
            if condition == TRUE {
                return value;
            }
            cases.push((condition, value));
        }
        let base = self.base.clone();
        let before = read_base(&base, self.ty, terms, contents, index);
        cases.into_iter().rev().fold(before, |rest, (same, value)| terms.ite(same, value, rest))
    }

    /// The cells whose indices have another part and may be equal, each with the condition for
    /// that.
    fn same(
        &self,
        terms: &mut Terms,
        contents: &mut Contents,
        index: TermId,
        key: Key,
    ) -> Vec<(TermId, TermId)> {
        self.others(terms, contents, index, key)
            .into_iter()
            .map(|(other, same)| (same, self.cells[&other]))
            .collect()
    }

    fn others(
        &self,
        terms: &mut Terms,
        contents: &mut Contents,
        index: TermId,
        key: Key,
    ) -> Vec<(Key, TermId)> {
        let has_part = |one: Option<(&Key, &TermId)>| one.is_none_or(|(one, _)| one.0 == key.0);
        if has_part(self.cells.first_key_value()) && has_part(self.cells.last_key_value()) {
            return Vec::new();
        }
        contents.work += self.cells.len();
        let mut others = Vec::new();
        for other in self.cells.keys().filter(|other| other.0 != key.0) {
            let at = self.index(terms, *other);
            let same = terms.equal(index, at);
            if same != FALSE {
                others.push((*other, same));
            }
        }
        others
    }

    fn index(&self, terms: &mut Terms, (part, offset): Key) -> TermId {
        let offset = terms.number(offset, self.ty.index.bits);
        match part {
            Some(part) => terms.plus(part, 1, offset),
            None => offset,
        }
    }

    /// Replaces the cell at an index.
    pub fn write(
        &mut self,
        terms: &mut Terms,
        contents: &mut Contents,
        index: TermId,
        value: TermId,
    ) {
        if terms.plain(index) > 1 {
            return self.write_choice(terms, contents, index, value);
        }
        let key = terms.split(index);
        for (other, same) in self.others(terms, contents, index, key) {
            let old = self.cells[&other];
            let new = terms.ite(same, value, old);
            self.cells.insert(other, new);
        }
        self.cells.insert(key, value);
    }

    /// Replaces the cell at one of few indices, each of which gets a cell.
    fn write_choice(
        &mut self,
        terms: &mut Terms,
        contents: &mut Contents,
        index: TermId,
        value: TermId,
    ) {
        let mut leaves = terms.leaves(index);
        leaves.sort_unstable();
        leaves.dedup();
        for leaf in leaves {
            let old = self.read(terms, contents, leaf);
            self.cells.insert(terms.split(leaf), old);
        }
        contents.work += self.cells.len();
        let keys: Vec<Key> = self.cells.keys().copied().collect();
        for key in keys {
            let at = self.index(terms, key);
            let same = terms.equal(index, at);
            if same != FALSE {
                let new = terms.ite(same, value, self.cells[&key]);
                self.cells.insert(key, new);
            }
        }
    }

    /// This where a condition is true, else the other.
    pub fn choice(
        terms: &mut Terms,
        contents: &mut Contents,
        condition: TermId,
        a: &Rc<Region>,
        b: &Rc<Region>,
    ) -> Rc<Region> {
        if Rc::ptr_eq(a, b) || condition == TRUE {
            return a.clone();
        }
        if condition == FALSE {
            return b.clone();
        }
        let (base, depth) = match Rc::ptr_eq(&a.base, &b.base) {
            true => (a.base.clone(), a.depth),
            false => {
                let base = Base::Choice(condition, a.base.clone(), b.base.clone());
                (Rc::new(base), a.depth.max(b.depth) + 1)
            }
        };
        contents.work += a.cells.len() + b.cells.len();
        let mut cells = BTreeMap::new();
        for key in a.cells.keys().chain(b.cells.keys()) {
            if cells.contains_key(key) {
                continue;
            }
            let value = match (a.cells.get(key), b.cells.get(key)) {
                (Some(x), Some(y)) if x == y => *x,
                (x, y) => {
                    let index = a.index(terms, *key);
                    let x = x.copied().unwrap_or_else(|| a.read(terms, contents, index));
                    let y = y.copied().unwrap_or_else(|| b.read(terms, contents, index));
                    terms.ite(condition, x, y)
                }
            };
            cells.insert(*key, value);
        }
        Rc::new(Region { ty: a.ty, base, cells, depth })
    }

    /// The first, with cells of the second from an index on for a length.
    pub fn splice(
        terms: &mut Terms,
        contents: &mut Contents,
        (a, b): (Rc<Region>, Rc<Region>),
        from: TermId,
        length: TermId,
    ) -> Rc<Region> {
        let ty = a.ty;
        match terms.constant(length) {
            Some(length) if length <= COPIED => {
                let mut new = (*a).clone();
                for step in 0..length {
                    let step = terms.number(step, ty.index.bits);
                    let index = terms.plus(from, 1, step);
                    let value = b.read(terms, contents, index);
                    new.write(terms, contents, index, value);
                }
                Rc::new(new)
            }
            _ => {
                let depth = a.depth.max(b.depth) + 1;
                Rc::new(Region::over(ty, Base::Splice(a, b, from, length), depth))
            }
        }
    }

    /// The region moved.
    pub fn shift(region: Rc<Region>, by: TermId) -> Rc<Region> {
        let (ty, depth) = (region.ty, region.depth + 1);
        Rc::new(Region::over(ty, Base::Shift(region, by), depth))
    }
}

fn read_base(
    base: &Base,
    ty: ArrayType,
    terms: &mut Terms,
    contents: &mut Contents,
    index: TermId,
) -> TermId {
    contents.work += 1;
    match base {
        Base::Any(number) => contents.cell(terms, *number, index, ty.cell.bits),
        Base::Fill(value) => *value,
        Base::Choice(condition, a, b) => {
            let a = read_base(a, ty, terms, contents, index);
            let b = read_base(b, ty, terms, contents, index);
            terms.ite(*condition, a, b)
        }
        Base::Splice(a, b, from, length) => {
            let minus = crate::terms::largest(ty.index.bits);
            let distance = terms.plus(index, minus, *from);
            let inside = terms.less(false, distance, *length);
            let other = if inside == FALSE { None } else { Some(b.read(terms, contents, index)) };
            let own = if inside == TRUE { None } else { Some(a.read(terms, contents, index)) };
            match (other, own) {
                (Some(other), Some(own)) => terms.ite(inside, other, own),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => unreachable!("a condition is not true and false"),
            }
        }
        Base::Shift(region, by) => {
            let moved = terms.plus(index, 1, *by);
            region.read(terms, contents, moved)
        }
    }
}
