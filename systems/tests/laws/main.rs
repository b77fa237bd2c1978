//! Systems next to definitions: laws on random systems, and faults that these notice.

mod mutations;
mod random;
mod systems;
