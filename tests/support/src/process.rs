//! Running executables.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The exit code; -1 if a signal ended it.
    pub code: i32,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
}

impl Run {
    /// Standard output, then standard error.
    pub fn text(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }

    /// The exit code and all that was written, to compare and to show at once.
    pub fn code_and_text(&self) -> (i32, String) {
        (self.code, self.text())
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Run {
            code: output.status.code().unwrap_or(-1),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }
}

/// A command with its arguments.
pub fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// Runs a command to its end. Panics if it cannot be started.
pub fn run(command: &mut Command) -> Run {
    match command.output() {
        Ok(output) => output.into(),
        Err(error) => panic!("{:?} cannot be run: {error}", command.get_program()),
    }
}

/// Runs a command to its end with a text as its standard input. Panics if it cannot be started.
pub fn run_with_input(command: &mut Command, input: &str) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => panic!("{:?} cannot be run: {error}", command.get_program()),
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that is refused early need not read.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the end of the run").into()
}
