//! Command lines, parsed by clap with our exit codes.

use std::ffi::OsString;

use clap::Parser;
use clap::error::ErrorKind;

use crate::ToolError;
use crate::io::write_output;

/// Parses a command line, program name first.
///
/// `Ok(None)` means that help or the version was asked for and has been printed: the tool is
/// done, with exit code 0.
///
/// # Errors
/// If the command line is wrong.
pub fn parse<T: Parser>(
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Option<T>, ToolError> {
    match T::try_parse_from(arguments) {
        Ok(parsed) => Ok(Some(parsed)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                write_output(None, &error.to_string())?;
                Ok(None)
            }
            _ => {
                let text = error.to_string();
                Err(ToolError::Usage(text.strip_prefix("error: ").unwrap_or(&text).to_owned()))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::{ToolError, exit};

    #[derive(clap::Parser, Debug)]
    #[command(version)]
    struct TestOptions {
        file: String,
    }

    fn run(arguments: &[&str]) -> Result<Option<TestOptions>, ToolError> {
        parse(arguments.iter().map(Into::into))
    }

    #[test]
    fn usage_errors_have_their_own_code() {
        let error = run(&["tool", "--nonsense"]).expect_err("unknown option");
        assert_eq!(error.code(), exit::USAGE);
        assert!(error.message("tool").starts_with("tool: unexpected argument '--nonsense'"));
        assert_eq!(run(&["tool"]).expect_err("missing file").code(), exit::USAGE);
    }

    #[test]
    fn help_is_not_an_error() {
        assert!(run(&["tool", "--help"]).expect("help").is_none());
        assert!(run(&["tool", "--version"]).expect("version").is_none());
        assert_eq!(run(&["tool", "f"]).expect("parses").expect("runs").file, "f");
    }
}
