//! Holding up: runs that are killed, that meet each other, a full disk or a limit, and input made
//! to hurt.
//!
//! `BELNAP_ROBUST=n` says how often a run is killed, and with it the slow parts run too; without,
//! this is a small version for every day. `make test-robust` asks for 200 and prints figures at the
//! end.
//!
//! It looks at processes through `/proc`, and so is for Linux.

#[cfg(target_os = "linux")]
#[path = "suite.rs"]
mod suite;

fn main() {
    #[cfg(target_os = "linux")]
    suite::run_all();
}
