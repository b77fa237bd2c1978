//! Artefact files: read whole, written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::ToolError;

/// Largest file that is read.
const LARGEST_BYTES: u64 = 1 << 30;

/// How the name of a file begins that is being written; it is moved to its place when it is whole.
pub const UNFINISHED: &str = ".belnap-";

/// Reads a text file; `-` is standard input. A byte order mark is dropped.
///
/// # Errors
/// If the file cannot be read, is larger than 1 GiB, or is not UTF-8.
pub fn read_text(path: &str) -> Result<String, ToolError> {
    let file = display_name(path);
    let mut bytes = Vec::new();
    let outcome = if path == "-" {
        io::stdin().lock().take(LARGEST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|input| input.take(LARGEST_BYTES + 1).read_to_end(&mut bytes))
    };
    outcome.map_err(|error| ToolError::io(file, "cannot read", &error))?;
    if bytes.len() as u64 > LARGEST_BYTES {
        return Err(ToolError::unusable(file, "larger than 1 GiB, the most this program reads"));
    }
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(file, &error))?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Writes a text file, or standard output for `None` and `-`.
///
/// A file appears complete or not at all: it is written next to its place and then moved there.
/// A reader that closes our standard output early is content with what it got.
///
/// # Errors
/// If the file cannot be written.
pub fn write_output(path: Option<&str>, text: &str) -> Result<(), ToolError> {
    match path {
        None | Some("-") => {
            let mut output = io::stdout().lock();
            match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    Err(ToolError::io("standard output", "cannot write", &error))
                }
                _ => Ok(()),
            }
        }
        Some(path) => replace_file(Path::new(path), text.as_bytes())
            .map_err(|error| ToolError::io(path, "cannot write", &error)),
    }
}

/// How a file is called in messages.
pub fn display_name(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let existing = match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        // A device or a pipe is written to, not replaced.
        Ok(metadata) if !metadata.is_file() => {
            return OpenOptions::new().write(true).open(path)?.write_all(bytes);
        }
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // A link stays a link: what it points to is replaced.
    let target: PathBuf =
        if existing.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(existing) = existing {
        file.as_file().set_permissions(existing.permissions())?;
    }
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

fn not_utf8(file: &str, error: &std::string::FromUtf8Error) -> ToolError {
    let offset = error.utf8_error().valid_up_to();
    let line = 1 + error.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count();
    ToolError::unusable(
        file,
        format!("byte {offset} (line {line}) is not UTF-8; artefacts are text files in UTF-8"),
    )
}

#[cfg(test)]
mod tests {
    use super::{read_text, write_output};
    use crate::{ToolError, exit};
    use std::fs;
    use std::path::Path;

    fn name(path: &Path) -> &str {
        path.to_str().expect("temporary names are UTF-8")
    }

    fn refusal<T: std::fmt::Debug>(outcome: Result<T, ToolError>) -> String {
        let error = outcome.expect_err("refused");
        assert_eq!(error.code(), exit::REFUSED);
        error.message("tool")
    }

    #[test]
    fn a_file_is_written_whole_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("a.json");
        for text in ["one\n", "two\n"] {
            write_output(Some(name(&file)), text).expect("written");
            assert_eq!(read_text(name(&file)).expect("read"), text);
        }
        assert!(refusal(write_output(Some(name(folder.path())), "x")).contains("is a folder"));
        let missing = folder.path().join("no/a.json");
        assert!(
            refusal(write_output(Some(name(&missing)), "x")).contains("no such file or folder")
        );
        assert_eq!(fs::read_dir(folder.path()).expect("list").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn modes_links_and_devices_are_respected() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("folder");
        let plain = folder.path().join("plain");
        fs::write(&plain, "").expect("written");
        let ours = folder.path().join("ours");
        write_output(Some(name(&ours)), "x").expect("written");
        let mode = |file: &Path| fs::metadata(file).expect("exists").permissions().mode();
        assert_eq!(mode(&ours), mode(&plain));

        let link = folder.path().join("link");
        symlink(&plain, &link).expect("link");
        write_output(Some(name(&link)), "through").expect("written");
        assert_eq!(fs::read_to_string(&plain).expect("read"), "through");
        write_output(Some("/dev/null"), "gone").expect("written");
    }

    #[test]
    fn unreadable_files_are_refused_by_name() {
        let folder = tempfile::tempdir().expect("folder");
        let missing = folder.path().join("none.bp");
        let message = refusal(read_text(name(&missing)));
        assert!(message.starts_with(name(&missing)) && message.contains("no such file"));
        assert!(refusal(read_text(name(folder.path()))).contains("is a folder"));
        let latin = folder.path().join("latin.bp");
        fs::write(&latin, b"ok\n\xe9").expect("written");
        assert!(refusal(read_text(name(&latin))).contains("byte 3 (line 2) is not UTF-8"));
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("bom");
        fs::write(&file, "\u{feff}decl x;").expect("written");
        assert_eq!(read_text(name(&file)).expect("read"), "decl x;");
    }
}
