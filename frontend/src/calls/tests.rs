//! Small programs before and after.
