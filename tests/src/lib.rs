//! Whole-pipeline tests; the suites are in `suites/`, their cases in `cases/`.
