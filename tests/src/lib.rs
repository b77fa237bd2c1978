//! Whole-pipeline tests of the Belnap model checker.
//!
//! The suites are in `suites/`, their cases in `cases/`: a case is one file dropped in a folder.
//! Benchmarks are programs in `src/bin/`; the programs they measure are made by [`families`].
//! [`random_cfg`] makes graphs for property tests.

pub mod families;
pub mod random_cfg;
