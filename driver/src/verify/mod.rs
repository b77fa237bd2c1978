//! Around the engine's loop: its limits, and what a person sees of it.
//!
//! [`stop`] ends the loop, [`progress`] shows it going, [`report`] says how it ended, [`save`]
//! keeps it as files, with a [`makefile`] to make them again; [`words`] has what engine and
//! evidence give as data, [`trace`] tells an execution in C, and [`each`] is what is
//! known about each assertion. [`supervise`] watches over the process that does
//! all this.

mod document;
pub mod each;
mod in_c;
mod live_line;
pub mod makefile;
pub mod missing;
pub mod progress;
pub mod report;
pub mod save;
pub mod so_far;
pub mod stop;
pub mod supervise;
pub mod trace;
pub mod unknown;
pub mod words;
