//! What is known about predicates whatever the program does, shared by all threads and kept
//! between abstractions.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use belnap_ir::expr::Expr;
use belnap_solver::prover::Prover;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use crate::implicants::Cube;
use crate::options::Method;

/// A condition in normal form, by number.
pub(crate) type AtomId = u32;

/// The combinations of truth values that some conditions can have; `None` if they are too many,
/// or the prover cannot tell.
pub(crate) type Combinations = Option<Vec<FixedBitSet>>;

/// A question for the weakest expression: condition, over which conditions, how.
pub(crate) type WeakestKey = (AtomId, Vec<AtomId>, Method);

type Once<K, V> = Mutex<FxHashMap<K, Arc<OnceLock<V>>>>;

/// See the module.
pub struct Theory {
    /// The prover.
    pub prover: Prover,
    atoms: Mutex<FxHashMap<Expr, AtomId>>,
    combinations: Once<(Vec<AtomId>, usize), Combinations>,
    weakest: Once<WeakestKey, Vec<Cube>>,
}

impl Theory {
    /// Nothing known yet.
    pub fn new(prover: Prover) -> Self {
        Theory {
            prover,
            atoms: Mutex::default(),
            combinations: Mutex::default(),
            weakest: Mutex::default(),
        }
    }

    /// The number of a condition.
    pub(crate) fn atom(&self, condition: &Expr) -> AtomId {
        let mut atoms = lock(&self.atoms);
        if let Some(known) = atoms.get(condition) {
            return *known;
        }
        let next = u32::try_from(atoms.len()).expect("fewer conditions than memory");
        atoms.insert(condition.clone(), next);
        next
    }

    /// The combinations of some conditions, computed by `compute` if that has not been done.
    pub(crate) fn combinations(
        &self,
        atoms: &[AtomId],
        limit: usize,
        compute: impl FnOnce() -> Combinations,
    ) -> Arc<OnceLock<Combinations>> {
        self.counted_once(&self.combinations, (atoms.to_vec(), limit), compute)
    }

    /// The weakest expression of a question, computed by `compute` if that has not been done.
    pub(crate) fn weakest(
        &self,
        key: WeakestKey,
        compute: impl FnOnce() -> Vec<Cube>,
    ) -> Vec<Cube> {
        let cell = self.counted_once(&self.weakest, key, compute);
        cell.get().expect("just computed").clone()
    }

    /// The value of a key; several threads that want it compute it once.
    fn counted_once<K: std::hash::Hash + Eq, V>(
        &self,
        all: &Once<K, V>,
        key: K,
        compute: impl FnOnce() -> V,
    ) -> Arc<OnceLock<V>> {
        let cell = Arc::clone(lock(all).entry(key).or_default());
        let mut repeated = true;
        cell.get_or_init(|| {
            repeated = false;
            compute()
        });
        if repeated {
            self.prover.counters().note_repeated(1);
        }
        cell
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic of another thread leaves the maps whole: entries are inserted at once.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
