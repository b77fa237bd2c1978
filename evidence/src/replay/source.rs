//! The C files of a program.

use std::fs::{self, File};
use std::io::Read as _;

use belnap_formats::header::sha256;

/// Largest C file, in bytes.
const SOURCE: u64 = 64 << 20;

/// The text of a C file, which must be one and not, say, a device that never ends.
///
/// # Errors
/// Why it cannot be read.
pub fn text(file: &str) -> Result<String, String> {
    String::from_utf8(bytes(file)?).map_err(|error| format!("cannot read {file}: {error}"))
}

/// What tells a file from others.
///
/// # Errors
/// Why it cannot be read.
pub fn fingerprint(file: &str) -> Result<String, String> {
    Ok(sha256(&String::from_utf8_lossy(&bytes(file)?)))
}

fn bytes(file: &str) -> Result<Vec<u8>, String> {
    let cannot = |why: &dyn std::fmt::Display| format!("cannot read {file}: {why}");
    let kind = fs::metadata(file).map_err(|error| cannot(&error))?;
    if !kind.is_file() || kind.len() > SOURCE {
        return Err(cannot(&format!("it is not a file, or larger than {} MiB", SOURCE >> 20)));
    }
    let mut bytes = Vec::new();
    let open = File::open(file).map_err(|error| cannot(&error))?;
    open.take(SOURCE).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    Ok(bytes)
}
