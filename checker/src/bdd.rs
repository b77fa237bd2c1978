//! Decision diagrams: a thin layer over OxiDD's BDDs with complement edges.
//!
//! One manager, one thread. Out of nodes is an error value, after a garbage collection and one
//! more try. Everything else in this crate speaks of [`Bdd`]s and decision variables `u32`.

use std::cell::RefCell;

use belnap_ir::bdd::{BddTable, Node, Ref};
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::{AllocResult, OptBool};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, Function, FunctionSubst, HasLevel, Manager, ManagerRef,
    Subst,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A Boolean function.
pub type Bdd = BCDDFunction;

/// The node limit was reached: the only error of the operations that make nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the decision diagrams need more than {limit} nodes")]
pub struct NodeLimit {
    /// How many nodes there may be at a time.
    pub limit: usize,
}

/// Limits on nodes, and on results of operations that are remembered.
type Size = (usize, usize);

/// Limit on managers that are kept for later.
const MOST_IDLE: usize = 4;

thread_local! {
    /// Unused managers, for whoever needs one of the same size: setting one up means threads
    /// and fresh memory.
    static IDLE: RefCell<Vec<(Size, BCDDManagerRef)>> = const { RefCell::new(Vec::new()) };
}

/// A manager with its variables; the order of variables is their numbering.
pub struct Bdds {
    manager: BCDDManagerRef,
    size: Size,
    vars: Vec<Bdd>,
    truth: Bdd,
    falsity: Bdd,
}

impl Drop for Bdds {
    fn drop(&mut self) {
        // Not there any more at the end of a thread.
        let _ = IDLE.try_with(|idle| {
            let mut idle = idle.borrow_mut();
            if idle.len() == MOST_IDLE {
                idle.remove(0);
            }
            idle.push((self.size, self.manager.clone()));
        });
    }
}

/// A prepared simultaneous substitution.
pub struct Substitution {
    vars: Vec<u32>,
    replacements: Vec<Bdd>,
    prepared: Option<Subst<Bdd, Vec<u32>, Vec<Bdd>>>,
}

impl Substitution {
    /// What a variable is replaced by, if it is.
    pub fn get(&self, var: u32) -> Option<&Bdd> {
        self.vars.iter().position(|own| *own == var).map(|at| &self.replacements[at])
    }
}

impl Bdds {
    /// A manager with `vars` variables that holds at most `limit` nodes and remembers about
    /// `cache` results of operations.
    pub fn new(vars: u32, limit: usize, cache: usize) -> Result<Self, NodeLimit> {
        let cache = cache.min(limit / 8).max(1 << 10).next_power_of_two();
        let size = (limit, cache);
        let idle = IDLE.with_borrow_mut(|idle| {
            let at = idle.iter().position(|(other, _)| *other == size);
            at.map(|at| idle.swap_remove(at).1)
        });
        let manager = match idle {
            Some(manager) => {
                manager.with_manager_shared(|manager| manager.gc());
                manager
            }
            None => oxidd::bcdd::new_manager(limit, cache, 1),
        };
        let (functions, truth, falsity) = manager.with_manager_exclusive(|manager| {
            manager.add_vars(vars.saturating_sub(manager.num_vars()));
            let functions: AllocResult<Vec<Bdd>> =
                (0..vars).map(|var| Bdd::var(manager, var)).collect();
            (functions, Bdd::t(manager), Bdd::f(manager))
        });
        let vars = functions.map_err(|_| NodeLimit { limit })?;
        Ok(Bdds { manager, size, vars, truth, falsity })
    }

    /// Tries an operation again after a garbage collection.
    fn collect_and_retry(
        &self,
        operation: impl Fn() -> AllocResult<Bdd>,
    ) -> Result<Bdd, NodeLimit> {
        operation().or_else(|_| {
            self.manager.with_manager_shared(|manager| manager.gc());
            operation().map_err(|_| NodeLimit { limit: self.size.0 })
        })
    }

    /// The constant true.
    pub fn truth(&self) -> Bdd {
        self.truth.clone()
    }

    /// The constant false.
    pub fn falsity(&self) -> Bdd {
        self.falsity.clone()
    }

    /// The function that has this value everywhere.
    pub fn constant(&self, value: bool) -> Bdd {
        if value { self.truth() } else { self.falsity() }
    }

    /// A decision variable.
    pub fn var(&self, var: u32) -> &Bdd {
        &self.vars[var as usize]
    }

    /// Whether `f` is constantly false.
    pub fn is_false(&self, f: &Bdd) -> bool {
        *f == self.falsity
    }

    /// Whether `f` is constantly true.
    pub fn is_true(&self, f: &Bdd) -> bool {
        *f == self.truth
    }

    /// Negation.
    pub fn not(&self, f: &Bdd) -> Result<Bdd, NodeLimit> {
        self.collect_and_retry(|| f.not())
    }

    /// Conjunction.
    pub fn and(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, NodeLimit> {
        self.collect_and_retry(|| f.and(g))
    }

    /// Disjunction.
    pub fn or(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, NodeLimit> {
        self.collect_and_retry(|| f.or(g))
    }

    /// `f & !g`.
    pub fn minus(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, NodeLimit> {
        self.collect_and_retry(|| g.imp_strict(f))
    }

    /// Equivalence.
    pub fn iff(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, NodeLimit> {
        self.collect_and_retry(|| f.equiv(g))
    }

    /// If-then-else.
    pub fn ite(&self, f: &Bdd, g: &Bdd, h: &Bdd) -> Result<Bdd, NodeLimit> {
        self.collect_and_retry(|| f.ite(g, h))
    }

    /// Whether `f` implies `g`.
    pub fn implies(&self, f: &Bdd, g: &Bdd) -> Result<bool, NodeLimit> {
        Ok(self.is_false(&self.minus(f, g)?))
    }

    /// The conjunction of some variables, for quantification.
    pub fn cube(&self, vars: impl IntoIterator<Item = u32>) -> Result<Bdd, NodeLimit> {
        let mut vars: Vec<u32> = vars.into_iter().collect();
        vars.sort_unstable();
        let mut cube = self.truth();
        for var in vars.into_iter().rev() {
            cube = self.and(self.var(var), &cube)?;
        }
        Ok(cube)
    }

    /// Existential quantification over a cube.
    pub fn exists(&self, f: &Bdd, cube: &Bdd) -> Result<Bdd, NodeLimit> {
        if self.is_true(cube) {
            return Ok(f.clone());
        }
        self.collect_and_retry(|| f.exists(cube))
    }

    /// Universal quantification over a cube.
    pub fn forall(&self, f: &Bdd, cube: &Bdd) -> Result<Bdd, NodeLimit> {
        if self.is_true(cube) {
            return Ok(f.clone());
        }
        self.collect_and_retry(|| f.forall(cube))
    }

    /// Relational product: `exists cube. f & g`.
    pub fn and_exists(&self, f: &Bdd, g: &Bdd, cube: &Bdd) -> Result<Bdd, NodeLimit> {
        if self.is_true(cube) {
            return self.and(f, g);
        }
        self.collect_and_retry(|| f.apply_exists(oxidd::BooleanOperator::And, g, cube))
    }

    /// `f` with the literals of a cube assumed.
    pub fn cofactor(&self, f: &Bdd, literals: &Bdd) -> Result<Bdd, NodeLimit> {
        self.collect_and_retry(|| f.restrict(literals))
    }

    /// Prepares a simultaneous substitution; pairs that change nothing are dropped.
    pub fn substitution(&self, pairs: impl IntoIterator<Item = (u32, Bdd)>) -> Substitution {
        let (vars, replacements): (Vec<u32>, Vec<Bdd>) =
            pairs.into_iter().filter(|(var, by)| by != self.var(*var)).unzip();
        let prepared = (vars.len() > 1).then(|| Subst::new(vars.clone(), replacements.clone()));
        Substitution { vars, replacements, prepared }
    }

    /// The function with functions for variables, all at once.
    pub fn substitute(&self, f: &Bdd, by: &Substitution) -> Result<Bdd, NodeLimit> {
        if self.is_true(f) || self.is_false(f) {
            return Ok(f.clone());
        }
        match (&by.prepared, by.vars.as_slice()) {
            (Some(prepared), _) => self.collect_and_retry(|| f.substitute(prepared)),
            // One variable: two cofactors are cheaper than rebuilding everything above it.
            (None, [var]) => {
                let var = self.var(*var);
                let replacement = &by.replacements[0];
                let hi = self.cofactor(f, var)?;
                let lo = self.cofactor(f, &self.not(var)?)?;
                if hi == lo { Ok(hi) } else { self.ite(replacement, &hi, &lo) }
            }
            (None, _) => Ok(f.clone()),
        }
    }

    /// The topmost variable and the two cofactors, or `None` for a constant.
    pub fn branch(&self, f: &Bdd) -> Option<(u32, Bdd, Bdd)> {
        let (hi, lo) = f.cofactors()?;
        let var = f.with_manager_shared(|manager, edge| {
            let level = manager.get_node(edge).unwrap_inner().level();
            manager.level_to_var(level)
        });
        Some((var, hi, lo))
    }

    /// Variables have a second rail, as `second` says: the first says that a value is known to be
    /// true, the second that it is known to be false. The sets of what is known all of whose
    /// completions satisfy `f`.
    pub fn dual(&self, f: &Bdd, second: &dyn Fn(u32) -> Option<u32>) -> Result<Bdd, NodeLimit> {
        self.dual_with(f, second, &mut FxHashMap::default())
    }

    #[allow(clippy::mutable_key_type, reason = "a diagram's identity never changes")]
    fn dual_with(
        &self,
        f: &Bdd,
        second: &dyn Fn(u32) -> Option<u32>,
        known: &mut FxHashMap<Bdd, Bdd>,
    ) -> Result<Bdd, NodeLimit> {
        let Some((var, hi, lo)) = self.branch(f) else { return Ok(f.clone()) };
        if let Some(dual) = known.get(f) {
            return Ok(dual.clone());
        }
        let dual_hi = self.dual_with(&hi, second, known)?;
        let dual_lo = self.dual_with(&lo, second, known)?;
        let dual = if let Some(second) = second(var) {
            let either = self.and(&dual_hi, &dual_lo)?;
            let hi = self.and(self.var(var), &dual_hi)?;
            let lo = self.and(self.var(second), &dual_lo)?;
            self.or(&self.or(&hi, &lo)?, &either)?
        } else if dual_hi == hi && dual_lo == lo {
            f.clone()
        } else {
            self.ite(self.var(var), &dual_hi, &dual_lo)?
        };
        known.insert(f.clone(), dual.clone());
        Ok(dual)
    }

    /// The value at a valuation.
    pub fn evaluate(&self, f: &Bdd, valuation: impl Fn(u32) -> bool) -> bool {
        if self.is_true(f) || self.is_false(f) {
            return self.is_true(f);
        }
        f.eval((0..self.vars.len() as u32).map(|var| (var, valuation(var))))
    }

    /// One satisfying cube, preferring false; `None` if there is none.
    pub fn pick(&self, f: &Bdd) -> Option<Vec<Option<bool>>> {
        let cube = f.pick_cube(|_, _, _| false)?;
        Some(
            // The manager may have more variables, of an earlier use.
            cube.into_iter()
                .take(self.vars.len())
                .map(|value| match value {
                    OptBool::True => Some(true),
                    OptBool::False => Some(false),
                    OptBool::None => None,
                })
                .collect(),
        )
    }

    /// The variables `f` depends on, ascending.
    #[allow(clippy::mutable_key_type, reason = "a diagram's identity never changes")]
    pub fn support(&self, f: &Bdd) -> Vec<u32> {
        let mut seen = FxHashSet::default();
        let mut vars = std::collections::BTreeSet::new();
        let mut stack = vec![f.clone()];
        while let Some(f) = stack.pop() {
            if let Some((var, hi, lo)) = self.branch(&f)
                && seen.insert(f)
            {
                vars.insert(var);
                stack.push(hi);
                stack.push(lo);
            }
        }
        vars.into_iter().collect()
    }

    /// Number of nodes alive now, about.
    pub fn nodes(&self) -> u64 {
        self.manager.with_manager_shared(|manager| manager.approx_num_inner_nodes() as u64)
    }

    /// Reads the functions of a table; `var` gives the decision variable for a table's number.
    pub fn import(
        &self,
        table: &BddTable,
        var: impl Fn(u32) -> u32,
    ) -> Result<ImportedTable, NodeLimit> {
        let mut functions: Vec<Bdd> = Vec::with_capacity(table.nodes.len());
        for node in &table.nodes {
            let imported = ImportedTable { functions: &functions[..] };
            let hi = imported.get(self, node.hi)?;
            let lo = imported.get(self, node.lo)?;
            let function = self.ite(self.var(var(node.var)), &hi, &lo)?;
            functions.push(function);
        }
        Ok(ImportedTable { functions })
    }
}

/// The functions of a table, as decision diagrams.
pub struct ImportedTable<F = Vec<Bdd>> {
    functions: F,
}

impl<F: AsRef<[Bdd]>> ImportedTable<F> {
    /// The function a reference stands for.
    pub fn get(&self, bdds: &Bdds, reference: Ref) -> Result<Bdd, NodeLimit> {
        let regular = match reference.node_index() {
            None => bdds.truth(),
            Some(index) => self.functions.as_ref()[index].clone(),
        };
        if reference.is_complemented() { bdds.not(&regular) } else { Ok(regular) }
    }
}

/// Writes functions into a table, children first, each node once.
pub struct Exporter<'a, V> {
    bdds: &'a Bdds,
    var: V,
    table: BddTable,
    known: FxHashMap<Bdd, Ref>,
}

impl<'a, V: Fn(u32) -> u32> Exporter<'a, V> {
    /// An empty table; `var` gives the table's number for a decision variable.
    pub fn new(bdds: &'a Bdds, var: V) -> Self {
        Exporter { bdds, var, table: BddTable::default(), known: FxHashMap::default() }
    }

    /// Adds a function.
    pub fn add(&mut self, f: &Bdd) -> Result<Ref, NodeLimit> {
        if let Some(known) = self.known.get(f) {
            return Ok(*known);
        }
        let Some((var, hi, lo)) = self.bdds.branch(f) else {
            return Ok(if self.bdds.is_true(f) { Ref::TRUE } else { Ref::FALSE });
        };
        // Depth is bounded by the number of variables.
        let hi = self.add(&hi)?;
        let lo = self.add(&lo)?;
        self.table.nodes.push(Node { var: (self.var)(var), hi, lo });
        let number = i32::try_from(self.table.nodes.len() + 1)
            .map_err(|_| NodeLimit { limit: i32::MAX as usize })?;
        let reference = Ref(number);
        self.known.insert(self.bdds.not(f)?, reference.complement());
        self.known.insert(f.clone(), reference);
        Ok(reference)
    }

    /// The table.
    pub fn finish(self) -> BddTable {
        self.table
    }
}
