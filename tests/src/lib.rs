//! Whole-pipeline tests of the Belnap model checker.
//!
//! The suites are in `suites/`, their cases in `cases/`: a case is one file dropped in a folder.
//! Benchmarks are programs in `src/bin/`; the programs they measure are made by [`families`] and
//! [`c_families`].
//! Control-flow graphs are executed by [`interpret`], which tests compare other stages with;
//! [`graph`] builds them by hand and [`random_cfg`] at random; [`abstraction`] says what their
//! abstractions should be. [`random_c`] and [`small_c`] make C programs; [`replay`] runs executions
//! that the refiner found. [`verify_case`] and [`cfg2bp_case`] read cases; what all crates' tests
//! share is in `belnap-test-support`.

pub mod abstraction;
pub mod c_families;
pub mod cfg2bp_case;
pub mod families;
pub mod graph;
pub mod interpret;
pub mod random_c;
pub mod random_cfg;
pub mod replay;
pub mod small_c;
pub mod verify_case;
