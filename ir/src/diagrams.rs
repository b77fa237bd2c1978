//! Decision diagrams to compute with, for those who need few of them and no package.
//!
//! References are to a table as it stands in files ([`crate::bdd`]). None is complemented, except
//! the constant *false*, and decisions follow the order of their numbers, so that equal functions
//! are equal references.

use rustc_hash::FxHashMap;

use crate::bdd::{BddTable, Node, Ref};

/// Limit on decisions on a way through a diagram: they are followed by recursion.
const DEPTH: usize = 1000;

/// Diagrams with the same order of decisions.
#[derive(Debug)]
pub struct Diagrams {
    table: BddTable,
    /// Limit on nodes that are made.
    most: usize,
    unique: FxHashMap<(u32, Ref, Ref), Ref>,
    chosen: FxHashMap<(Ref, Ref, Ref), Ref>,
    projected: FxHashMap<(Ref, Ref), Ref>,
}

/// There is too much to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl Diagrams {
    /// No diagrams yet, and at most so many nodes.
    pub fn new(most: usize) -> Self {
        Diagrams {
            table: BddTable::default(),
            most,
            unique: FxHashMap::default(),
            chosen: FxHashMap::default(),
            projected: FxHashMap::default(),
        }
    }

    /// The nodes.
    pub const fn table(&self) -> &BddTable {
        &self.table
    }

    /// A function of another table, whose decisions may be in any order. A decision becomes that of
    /// another number; one that has none is on something that is true.
    pub fn copied(
        &mut self,
        table: &BddTable,
        function: Ref,
        number: &dyn Fn(u32) -> Option<u32>,
    ) -> Result<Ref, TooLarge> {
        let nodes = table.nodes_of(function);
        let mut decided: Vec<u32> = nodes.iter().map(|index| table.nodes[*index].var).collect();
        decided.sort_unstable();
        decided.dedup();
        if decided.len() > DEPTH || nodes.len() > self.most {
            return Err(TooLarge);
        }
        let mut copies: FxHashMap<usize, Ref> = FxHashMap::default();
        for index in nodes {
            let Node { var, hi, lo } = table.nodes[index];
            let (hi, lo) = (self.copy(hi, &copies)?, self.copy(lo, &copies)?);
            let copy = match number(var) {
                Some(var) => self.decide(var, hi, lo)?,
                None => hi,
            };
            copies.insert(index, copy);
        }
        self.copy(function, &copies)
    }

    fn copy(&mut self, function: Ref, copies: &FxHashMap<usize, Ref>) -> Result<Ref, TooLarge> {
        let Some(index) = function.node_index() else { return Ok(function) };
        let copy = copies[&index];
        match function.is_complemented() {
            true => self.choose(copy, Ref::FALSE, Ref::TRUE),
            false => Ok(copy),
        }
    }

    /// `if var then hi else lo`, wherever the variable stands in the order.
    ///
    /// # Errors
    /// If the table would be too large.
    pub fn decide(&mut self, var: u32, hi: Ref, lo: Ref) -> Result<Ref, TooLarge> {
        let decision = self.node(var, Ref::TRUE, Ref::FALSE)?;
        self.choose(decision, hi, lo)
    }

    fn node(&mut self, var: u32, hi: Ref, lo: Ref) -> Result<Ref, TooLarge> {
        if hi == lo {
            return Ok(hi);
        }
        if let Some(known) = self.unique.get(&(var, hi, lo)) {
            return Ok(*known);
        }
        if self.table.nodes.len() >= self.most {
            return Err(TooLarge);
        }
        self.table.nodes.push(Node { var, hi, lo });
        let node = Ref(self.table.nodes.len() as i32 + 1);
        self.unique.insert((var, hi, lo), node);
        Ok(node)
    }

    fn top(&self, function: Ref) -> Option<u32> {
        function.node_index().map(|index| self.table.nodes[index].var)
    }

    /// A function where a variable, which is not behind its first decision, is true, and false.
    fn parts(&self, function: Ref, var: u32) -> [Ref; 2] {
        match function.node_index().map(|index| self.table.nodes[index]) {
            Some(node) if node.var == var => [node.hi, node.lo],
            _ => [function, function],
        }
    }

    /// `if condition then hi else lo`
    ///
    /// # Errors
    /// If the table would be too large.
    pub fn choose(&mut self, condition: Ref, hi: Ref, lo: Ref) -> Result<Ref, TooLarge> {
        if condition == Ref::TRUE || hi == lo {
            return Ok(hi);
        }
        if condition == Ref::FALSE {
            return Ok(lo);
        }
        if let Some(known) = self.chosen.get(&(condition, hi, lo)) {
            return Ok(*known);
        }
        let tops = [condition, hi, lo].into_iter().filter_map(|one| self.top(one));
        let var = tops.min().unwrap_or_default();
        let [then, otherwise] = self.parts(condition, var);
        let ([hi_hi, hi_lo], [lo_hi, lo_lo]) = (self.parts(hi, var), self.parts(lo, var));
        let of_true = self.choose(then, hi_hi, lo_hi)?;
        let of_false = self.choose(otherwise, hi_lo, lo_lo)?;
        let result = self.node(var, of_true, of_false)?;
        self.chosen.insert((condition, hi, lo), result);
        Ok(result)
    }

    /// Where both are true for some values of the variables that are not kept.
    pub fn both(&mut self, a: Ref, b: Ref, kept: &dyn Fn(u32) -> bool) -> Result<Ref, TooLarge> {
        self.projected.clear();
        self.both_within(a, b, kept)
    }

    fn both_within(&mut self, a: Ref, b: Ref, kept: &dyn Fn(u32) -> bool) -> Result<Ref, TooLarge> {
        if a == Ref::FALSE || b == Ref::FALSE {
            return Ok(Ref::FALSE);
        }
        let tops = [a, b].into_iter().filter_map(|one| self.top(one));
        let Some(var) = tops.min() else { return Ok(Ref::TRUE) };
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.projected.get(&key) {
            return Ok(*known);
        }
        let ([a_hi, a_lo], [b_hi, b_lo]) = (self.parts(a, var), self.parts(b, var));
        let hi = self.both_within(a_hi, b_hi, kept)?;
        let result = match kept(var) {
            true => {
                let lo = self.both_within(a_lo, b_lo, kept)?;
                self.node(var, hi, lo)?
            }
            false if hi == Ref::TRUE => hi,
            false => {
                let lo = self.both_within(a_lo, b_lo, kept)?;
                self.choose(hi, Ref::TRUE, lo)?
            }
        };
        self.projected.insert(key, result);
        Ok(result)
    }
}
