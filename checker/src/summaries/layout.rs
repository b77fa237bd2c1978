//! The decision variables that summaries are computed with.
//!
//! Each variable of the structure has two rails before a step (a complete value uses the first
//! only), two after it, its value at the entry of a procedure, and two choices. Then come two
//! rails for each result, and the structure's own choices.

use belnap_ir::ids::{TiVec, VarId};

use crate::bdd::{Bdd, Bdds, NodeLimit};
use crate::encode::Copied;
use crate::symbolic::variable_order;

const STRIDE: u32 = 7;

/// Where the variables are.
pub struct Layout {
    pub bdds: Bdds,
    position: TiVec<VarId, u32>,
    by_position: Vec<VarId>,
    results: u32,
    own_choices: u32,
}

impl Layout {
    pub fn new(copied: &Copied, max_nodes: usize) -> Result<Self, NodeLimit> {
        let position = variable_order(&copied.kripke);
        let mut by_position = vec![VarId(0); position.len()];
        for (var, place) in position.iter_enumerated() {
            by_position[*place as usize] = var;
        }
        let results = copied.copies.iter().map(|copy| copy.results).max().unwrap_or(0);
        let results = u32::try_from(results).unwrap_or(u32::MAX);
        let own_choices = copied.kripke.choices;
        let n = u32::try_from(position.len()).expect("variables are numbered by u32");
        let bdds = Bdds::new(STRIDE * n + 2 * results + own_choices, max_nodes, 1 << 16)?;
        Ok(Layout { bdds, position, by_position, results, own_choices })
    }

    fn count(&self) -> u32 {
        u32::try_from(self.position.len()).expect("variables are numbered by u32")
    }

    /// The value before a step; the next one is the second rail.
    pub fn before(&self, var: VarId) -> u32 {
        STRIDE * self.position[var]
    }

    /// The value after a step; the next one is the second rail.
    pub fn after(&self, var: VarId) -> u32 {
        self.before(var) + 2
    }

    /// The value at the entry.
    pub fn entry(&self, var: VarId) -> u32 {
        self.before(var) + 4
    }

    /// The choice of a value.
    pub fn chosen(&self, var: VarId) -> u32 {
        self.before(var) + 5
    }

    /// The choice whether it is known.
    pub fn known(&self, var: VarId) -> u32 {
        self.before(var) + 6
    }

    /// The value of a result; the next one is the second rail.
    pub fn result(&self, number: usize) -> u32 {
        STRIDE * self.count() + 2 * u32::try_from(number).expect("results are numbered by u32")
    }

    fn first_choice(&self) -> u32 {
        STRIDE * self.count() + 2 * self.results
    }

    /// How many choices the structure has at the end.
    pub fn choices(&self) -> u32 {
        self.own_choices + 2 * self.count()
    }

    /// The decision variable for a number in a table.
    pub fn of_table(&self, number: u32) -> u32 {
        let n = self.count();
        match number {
            number if number < n => self.before(VarId(number)),
            number if number < 2 * n => self.after(VarId(number - n)),
            number => self.first_choice() + number - 2 * n,
        }
    }

    /// The number in a table for a decision variable.
    pub fn to_table(&self, var: u32) -> u32 {
        let n = self.count();
        if var >= self.first_choice() {
            return 2 * n + var - self.first_choice();
        }
        let own = self.by_position[(var / STRIDE) as usize].0;
        match var % STRIDE {
            0 => own,
            2 => n + own,
            // Choices of values follow the structure's own.
            5 => 2 * n + self.own_choices + 2 * own,
            _ => 2 * n + self.own_choices + 2 * own + 1,
        }
    }

    /// The structure's own choices that functions use.
    pub fn choices_in(&self, function: &Bdd) -> Vec<u32> {
        let mut vars = self.bdds.support(function);
        vars.retain(|var| *var >= self.first_choice());
        vars
    }

    /// Tri-vectors all of whose completions satisfy a function of values before a step.
    pub fn dual(&self, function: &Bdd) -> Result<Bdd, NodeLimit> {
        let limit = STRIDE * self.count();
        self.bdds.dual(function, &|var| (var < limit && var % STRIDE == 0).then_some(var + 1))
    }
}
