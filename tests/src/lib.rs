//! Whole-pipeline tests of the Belnap model checker.
//!
//! The suites are in `suites/`, their cases in `cases/`: a case is one file dropped in a folder.
//! Benchmarks are programs in `src/bin/`; the programs they measure are made by [`families`] and
//! [`c_families`].
//! Control-flow graphs are executed by [`interpret`], which tests compare other stages with;
//! [`graph`] builds them by hand and [`random_cfg`] at random; [`abstraction`] says what their
//! abstractions should be. [`random_c`] and [`small_c`] make C programs; [`replay`] runs executions
//! that the refiner found. [`verify_case`] reads the headers of cases. [`seeds`] says how many cases a random test runs, [`case_files`] finds those in folders.

pub mod abstraction;
pub mod c_families;
pub mod case_files;
pub mod families;
pub mod graph;
pub mod interpret;
pub mod random_c;
pub mod random_cfg;
pub mod replay;
pub mod seeds;
pub mod small_c;
pub mod verify_case;
