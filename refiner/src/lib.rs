//! Inconclusive results back to predicates. Nothing is here yet.
