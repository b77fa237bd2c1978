//! How to abstract.

/// How the weakest expression over the predicates is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// By listing all combinations of truth values that the predicates can have, as long as they
    /// are at most this many or four times the number of predicates; beyond, over fewer
    /// predicates.
    Exact {
        /// Limit on combinations.
        combinations: usize,
    },
    /// By trying conjunctions of at most this many literals (SLAM).
    Cubes(usize),
}

impl Default for Method {
    fn default() -> Self {
        Method::Exact { combinations: 64 }
    }
}

/// How to abstract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbstractionOptions {
    /// How expressions are looked for.
    pub method: Method,
    /// Correlated updates of groups of at most this many predicates; 0 or 1: none.
    pub joint: usize,
    /// Number of threads; the result does not depend on it.
    pub threads: usize,
}

impl Default for AbstractionOptions {
    fn default() -> Self {
        AbstractionOptions { method: Method::default(), joint: 0, threads: 1 }
    }
}
