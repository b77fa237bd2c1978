//! What `belnap verify-system` does besides the loop: [`load`] reads a system and its components,
//! [`names`] finds out which component an atom is about, [`save`] keeps the files of a run,
//! [`report`] puts the outcome into words.

pub mod load;
pub mod names;
pub mod report;
pub mod save;
