//! Files that a command writes: none of them is one that it reads, and no two are the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use belnap_ir::source_map::line_marker;

use crate::ToolError;

/// A file, whatever it is called.
#[derive(PartialEq, Eq)]
enum Identity {
    /// One that exists, by device and number.
    #[cfg(unix)]
    Existing(u64, u64),
    /// Another, by its folder and name.
    Path(PathBuf),
}

/// Refuses a command line that would overwrite what it reads, or write two things to one file.
///
/// Outputs come with the option that names them. Links and `./` do not hide what a file is; `-`,
/// devices and pipes can be given for anything.
///
/// # Errors
/// If an output is an input or another output.
pub fn keep_apart<'a>(
    outputs: &[(&str, Option<&str>)],
    inputs: impl IntoIterator<Item = &'a str>,
) -> Result<(), ToolError> {
    let mut written: Vec<(&str, Identity)> = Vec::new();
    let asked = outputs.iter().filter_map(|(option, file)| Some((*option, (*file)?)));
    let asked: Vec<_> = asked.filter(|(_, file)| *file != "-").collect();
    for (option, file) in &asked {
        let Some(identity) = identity(file) else { continue };
        if let Some((other, _)) = written.iter().find(|(_, one)| *one == identity) {
            let message = format!("{other} and {option} name the same file, {file}");
            return Err(ToolError::Usage(message));
        }
        written.push((option, identity));
    }
    if written.is_empty() {
        return Ok(());
    }
    for input in inputs {
        let place = if input == "-" { "/dev/stdin" } else { input };
        let Some(read) = identity(place) else { continue };
        if let Some((option, _)) = written.iter().find(|(_, one)| *one == read) {
            let name = crate::io::display_name(input);
            let message = format!("{option} would overwrite {name}, which is an input");
            return Err(ToolError::Usage(message));
        }
    }
    Ok(())
}

/// Refuses a command that would overwrite a file that a preprocessed text comes from: the
/// command line does not name the headers of a program.
///
/// # Errors
/// If the output is such a file.
pub fn keep_included(outputs: &[(&str, Option<&str>)], text: &str) -> Result<(), ToolError> {
    let asked = outputs.iter().filter_map(|(option, file)| Some((*option, identity((*file)?)?)));
    let written: Vec<_> = asked.collect();
    if written.is_empty() {
        return Ok(());
    }
    let included: BTreeSet<String> = text.lines().filter_map(|line| line_marker(line)?.1).collect();
    for file in included {
        let Some(read) = identity(&file) else { continue };
        if let Some((option, _)) = written.iter().find(|(_, one)| *one == read) {
            let message = format!("{option} would overwrite it, and the program includes it");
            return Err(ToolError::unusable(&file, message));
        }
    }
    Ok(())
}

/// Which file a path is about; none if it is not a file that could be replaced.
fn identity(path: &str) -> Option<Identity> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => None,
        #[cfg(unix)]
        Ok(metadata) => {
            use std::os::unix::fs::MetadataExt;
            Some(Identity::Existing(metadata.dev(), metadata.ino()))
        }
        #[cfg(not(unix))]
        Ok(_) => fs::canonicalize(path).ok().map(Identity::Path),
        Err(_) => {
            let path = Path::new(path);
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            let folder = fs::canonicalize(folder).ok()?;
            Some(Identity::Path(folder.join(path.file_name()?)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{keep_apart, keep_included};
    use crate::exit;
    use std::fs;

    #[test]
    fn an_output_is_no_input_whatever_it_is_called() {
        let folder = tempfile::tempdir().expect("folder");
        let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
        let (input, other) = (path("prog.c"), path("other.c"));
        fs::write(&input, "int x;").expect("written");
        fs::write(&other, "int y;").expect("written");
        let refused = |outputs: &[(&str, Option<&str>)]| {
            let outcome = keep_apart(outputs, [other.as_str(), input.as_str()]);
            outcome.err().map(|error| {
                assert_eq!(error.code(), exit::USAGE);
                error.message("tool")
            })
        };
        let message = refused(&[("-o", Some(&input))]).expect("refused");
        assert_eq!(message, format!("tool: -o would overwrite {input}, which is an input\n"));
        assert!(refused(&[("-o", Some(&path("./prog.c")))]).is_some());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&input, path("link")).expect("link");
            fs::hard_link(&input, path("hard")).expect("link");
            assert!(refused(&[("-o", Some(&path("link")))]).is_some());
            assert!(refused(&[("-o", Some(&path("hard")))]).is_some());
            assert!(refused(&[("-o", Some("/dev/null")), ("-x", Some("/dev/null"))]).is_none());
        }
        let (new, same) = (path("new"), path("./new"));
        assert!(refused(&[("-o", Some(&new)), ("-x", None)]).is_none());
        assert!(refused(&[("-o", Some("-")), ("-x", Some("-"))]).is_none());
        let message = refused(&[("-o", Some(&new)), ("-x", Some(&same))]).expect("refused");
        assert_eq!(message, format!("tool: -o and -x name the same file, {same}\n"));
    }

    #[test]
    fn an_output_is_no_header() {
        let folder = tempfile::tempdir().expect("folder");
        let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
        let header = path("a \"header\".h");
        fs::write(&header, "int x;").expect("written");
        let escaped = header.replace('"', "\\\"");
        let text =
            format!("# 1 \"prog.c\"\n# 1 \"{escaped}\" 1 3\nint x;\n#pragma \"{}\"\n", path("b"));
        let refused = |output: &str| keep_included(&[("-o", Some(output)), ("-x", None)], &text);
        let error = refused(&header).expect_err("refused");
        assert_eq!(error.code(), exit::REFUSED);
        assert!(error.message("tool").contains("-o would overwrite it"));
        assert!(refused(&path("./a \"header\".h")).is_err());
        assert!(refused(&path("b")).is_ok() && refused("-").is_ok());
    }
}
