//! What regions hold: cells that are known, above something else.
//!
//! Cells whose indices are plainly different from one another are kept in one table, so that most
//! reads and writes are plain. Where indices may be equal, a table is put on another, and a read
//! compares its index with those above.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::numbers::Operator;
use super::terms::{BaseOffset, Term, Terms};

/// A total function from indices to cells.
#[derive(Clone, Debug)]
pub struct Region {
    content: Content,
    /// Width of indices in bits.
    index_bits: u8,
    /// Width of cells in bits.
    cell_bits: u8,
    /// How deeply regions are nested.
    depth: usize,
}

#[derive(Clone, Debug)]
enum Content {
    /// Anything, by number.
    Any(u32),
    /// The same everywhere.
    Fill(Term),
    /// Some cells are known.
    Cells(Table, Rc<Region>),
    /// The first if the condition is true, else the second.
    Choice(Term, Rc<Region>, Rc<Region>),
    /// The first, and the second on as many indices as the second term says, from the first term
    /// on.
    Splice(Rc<Region>, Rc<Region>, Term, Term),
    /// Moved by a number of indices.
    Shift(Rc<Region>, Term),
}

/// Cells whose indices are plainly different from one another: all have the same base, or all are
/// in objects.
#[derive(Clone, Debug, Default)]
struct Table {
    cells: BTreeMap<BaseOffset, Term>,
    /// Not all have the same base.
    mixed: bool,
    /// Some is not in an object.
    outside: bool,
}

impl Table {
    fn base(&self) -> Option<Option<Term>> {
        let first = self.cells.keys().next().filter(|_| !self.mixed);
        first.map(|place| place.base)
    }

    /// Whether a place is one of the table's, or plainly different from all of them.
    fn has_room(&self, terms: &Terms, place: BaseOffset) -> bool {
        self.cells.is_empty()
            || self.base() == Some(place.base)
            || !self.outside && terms.in_object(place, false).is_some()
    }

    fn insert(&mut self, terms: &Terms, place: BaseOffset, value: Term) {
        self.outside |= terms.in_object(place, false).is_none();
        self.mixed |= self.base().is_some_and(|base| base != place.base);
        self.cells.insert(place, value);
    }
}

/// A splice of at most so many cells is so many writes.
const SPLICED: u128 = 256;

/// Deepest nesting; what is nested deeper is too large.
const DEEPEST: usize = 2000;

impl Region {
    /// A region that can hold anything.
    pub fn any(terms: &mut Terms, index_bits: u8, cell_bits: u8) -> Rc<Region> {
        let content = Content::Any(terms.any_region());
        Rc::new(Region { content, index_bits, cell_bits, depth: 0 })
    }

    /// The same value everywhere.
    pub fn fill(value: Term, index_bits: u8, cell_bits: u8) -> Rc<Region> {
        Rc::new(Region { content: Content::Fill(value), index_bits, cell_bits, depth: 0 })
    }

    /// A region of the same type, made of regions of this depth.
    fn with(&self, content: Content, depth: usize) -> Rc<Region> {
        let Region { index_bits, cell_bits, .. } = *self;
        Rc::new(Region { content, index_bits, cell_bits, depth: depth + 1 })
    }

    /// Whether it is nested too deeply to go on.
    pub const fn is_too_deep(&self) -> bool {
        self.depth > DEEPEST
    }

    /// A cell.
    pub fn read(&self, terms: &mut Terms, index: Term) -> Term {
        if terms.is_choice_of_constants(index) {
            return terms.of_each(index, &mut |terms, index| self.read(terms, index));
        }
        let (mut region, mut index) = (self, index);
        // Values of cells that may be the one, the newest first.
        let mut candidates = Vec::new();
        let last = loop {
            match &region.content {
                Content::Any(number) => break terms.cell(*number, index, region.cell_bits),
                Content::Fill(value) => break *value,
                Content::Cells(table, below) => {
                    let place = terms.place(index);
                    if let Some(value) = table.cells.get(&place) {
                        break *value;
                    }
                    if !table.has_room(terms, place) {
                        region.compare(table, terms, index, &mut candidates);
                    }
                    region = below;
                }
                Content::Choice(condition, a, b) => {
                    let (a, b) = (a.read(terms, index), b.read(terms, index));
                    break terms.choice(*condition, a, b);
                }
                Content::Splice(base, other, from, length) => {
                    match region.is_within(terms, index, *from, *length) {
                        Term::TRUE => region = other,
                        Term::FALSE => region = base,
                        inside => {
                            let (a, b) = (other.read(terms, index), base.read(terms, index));
                            break terms.choice(inside, a, b);
                        }
                    }
                }
                Content::Shift(inner, by) => {
                    index = terms.binary(Operator::Add, index, *by);
                    region = inner;
                    if terms.is_choice_of_constants(index) {
                        break region.read(terms, index);
                    }
                }
            }
        };
        let choose = |rest, (condition, value)| terms.choice(condition, value, rest);
        candidates.into_iter().rev().fold(last, choose)
    }

    /// Adds the cells of a table whose index may be a given one.
    fn compare(
        &self,
        table: &Table,
        terms: &mut Terms,
        index: Term,
        candidates: &mut Vec<(Term, Term)>,
    ) {
        for (place, value) in &table.cells {
            let own = terms.at(*place, self.index_bits);
            match terms.equal(own, index) {
                Term::FALSE => {}
                same => candidates.push((same, *value)),
            }
        }
    }

    /// `index - from < length`
    fn is_within(&self, terms: &mut Terms, index: Term, from: Term, length: Term) -> Term {
        let distance = terms.binary(Operator::Sub, index, from);
        terms.less(false, distance, length)
    }

    /// The region with a cell replaced.
    pub fn write(mut self: Rc<Region>, terms: &mut Terms, index: Term, value: Term) -> Rc<Region> {
        if terms.is_choice_of_constants(index) {
            return self.write_at_one_of(terms, index, value);
        }
        let place = terms.place(index);
        if let Content::Cells(table, _) = &self.content
            && (table.cells.contains_key(&place) || table.has_room(terms, place))
        {
            if let Content::Cells(table, _) = &mut Rc::make_mut(&mut self).content {
                table.insert(terms, place, value);
            }
            return self;
        }
        let mut table = Table::default();
        table.insert(terms, place, value);
        let depth = self.depth;
        self.with(Content::Cells(table, Rc::clone(&self)), depth)
    }

    /// The region with one of few cells replaced.
    fn write_at_one_of(
        self: Rc<Region>,
        terms: &mut Terms,
        index: Term,
        value: Term,
    ) -> Rc<Region> {
        let mut values = Vec::new();
        for place in terms.constants([index]) {
            let old = self.read(terms, place);
            let here = terms.equal(index, place);
            values.push((place, terms.choice(here, value, old)));
        }
        values.into_iter().fold(self, |region, (place, value)| region.write(terms, place, value))
    }

    /// The region with cells replaced by those of another.
    pub fn splice(
        self: Rc<Region>,
        terms: &mut Terms,
        other: Rc<Region>,
        (from, length): (Term, Term),
    ) -> Rc<Region> {
        let BaseOffset { base, offset: cells } = terms.place(length);
        if base.is_some() || cells > SPLICED || terms.is_choice_of_constants(from) {
            let depth = self.depth.max(other.depth);
            return self.with(Content::Splice(Rc::clone(&self), other, from, length), depth);
        }
        let mut region = self;
        for number in 0..cells {
            let number = terms.number(number, region.index_bits);
            let index = terms.binary(Operator::Add, from, number);
            let value = other.read(terms, index);
            region = region.write(terms, index, value);
        }
        region
    }

    /// The region moved.
    pub fn shift(self: Rc<Region>, by: Term) -> Rc<Region> {
        let depth = self.depth;
        self.with(Content::Shift(Rc::clone(&self), by), depth)
    }

    /// The first region if the condition is true, else the second.
    ///
    /// If both are made by writing to cells of a third, these cells are chosen, and written to the
    /// third. This is right also where some of their indices are equal: whichever is written last
    /// at an index, its value is that of the one or the other region at that index.
    pub fn choice(
        terms: &mut Terms,
        condition: Term,
        a: &Rc<Region>,
        b: &Rc<Region>,
    ) -> Rc<Region> {
        match condition {
            Term::TRUE => return Rc::clone(a),
            Term::FALSE => return Rc::clone(b),
            _ if Rc::ptr_eq(a, b) => return Rc::clone(a),
            _ => {}
        }
        let below_a: BTreeSet<*const Region> = layers(a).map(Rc::as_ptr).collect();
        let Some(common) = layers(b).find(|layer| below_a.contains(&Rc::as_ptr(layer))) else {
            let content = Content::Choice(condition, Rc::clone(a), Rc::clone(b));
            return a.with(content, a.depth.max(b.depth));
        };
        let mut places = BTreeSet::new();
        let mut order = Vec::new();
        for region in [a, b] {
            let above: Vec<&Rc<Region>> =
                layers(region).take_while(|layer| !Rc::ptr_eq(layer, common)).collect();
            for layer in above.into_iter().rev() {
                let Content::Cells(table, _) = &layer.content else { continue };
                order.extend(table.cells.keys().filter(|place| places.insert(**place)));
            }
        }
        let mut merged = Rc::clone(common);
        for place in order {
            let index = terms.at(place, a.index_bits);
            let (a, b) = (a.read(terms, index), b.read(terms, index));
            let value = terms.choice(condition, a, b);
            merged = merged.write(terms, index, value);
        }
        merged
    }
}

/// A region and those below it, as far as tables are put on others.
fn layers(region: &Rc<Region>) -> impl Iterator<Item = &Rc<Region>> {
    std::iter::successors(Some(region), |region| match &region.content {
        Content::Cells(_, below) => Some(below),
        _ => None,
    })
}
