//! What every executable shares: arguments, artefact files, exit codes, other programs that are
//! run, and the frame around `run` that turns errors into messages and codes.
//!
//! Errors are data ([`ToolError`], [`Refusal`]) until [`run_tool`] renders them, once.

pub mod args;
mod error;
pub mod exit;
pub mod io;
pub mod log;
pub mod outputs;
pub mod process;
pub mod render;

use std::io::Write;
use std::process::ExitCode;

use belnap_ir::diagnostic::Diagnostic;

pub use error::{Problem, Refusal, Source, ToolError};
use render::Look;

/// Deep formulas and programs are walked recursively; a file must not be able to end the process.
const STACK_BYTES: usize = 256 << 20;

/// Runs the body of an executable and reports how it went.
///
/// `Ok` carries the exit code. Errors go to standard error: refused input is rendered (it starts
/// with the file's name), others as `name: …`. A panic becomes an internal error.
pub fn run_tool(name: &str, body: impl FnOnce() -> Result<u8, ToolError> + Send) -> ExitCode {
    let earlier_hook = std::panic::take_hook();
    let prefix = name.to_owned();
    std::panic::set_hook(Box::new(move |panic| write_stderr(&internal_error(&prefix, panic))));
    let outcome = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name(name.to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || log::start().and_then(|()| body()))
            .map(|thread| thread.join())
    });
    std::panic::set_hook(earlier_hook);
    match outcome {
        Ok(Ok(Ok(code))) => ExitCode::from(code),
        Ok(Ok(Err(error))) => {
            print_error(name, &error);
            ExitCode::from(error.code())
        }
        // The hook has reported the panic.
        Ok(Err(_)) => ExitCode::from(exit::INTERNAL),
        Err(error) => {
            write_stderr(&format!("{name}: cannot start a thread: {error}\n"));
            ExitCode::from(exit::INTERNAL)
        }
    }
}

fn internal_error(name: &str, panic: &std::panic::PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let what = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    let place = panic.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
    let error = ToolError::Internal(format!("{what}{}", place.unwrap_or_default()));
    error.message(name)
}

/// Prints what was found about a file, whose content is `text`, to standard error.
pub fn print_diagnostics(file: &str, text: &str, found: &[Diagnostic]) {
    let sources = [Source::new(file, text)];
    write_stderr(&render::render_as(Look::of_stderr(), &sources, found));
}

/// Prints an error of the tool called `name` to standard error.
pub fn print_error(name: &str, error: &ToolError) {
    write_stderr(&error.message_as(Look::of_stderr(), name));
}

/// Writes to standard error; there is nobody left to tell if that fails.
pub fn write_stderr(message: &str) {
    let _ = std::io::stderr().write_all(message.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::{ToolError, exit, run_tool};
    use std::process::ExitCode;

    #[test]
    fn outcomes_become_exit_codes() {
        let code = |outcome: Result<u8, ToolError>| format!("{:?}", run_tool("t", || outcome));
        let expected = |code: u8| format!("{:?}", ExitCode::from(code));
        assert_eq!(code(Ok(exit::FAILS)), expected(10));
        assert_eq!(code(Err(ToolError::Usage("no".into()))), expected(1));
        assert_eq!(code(Err(ToolError::unusable("f", "no"))), expected(2));
        assert_eq!(format!("{:?}", run_tool("t", || panic!("bug"))), expected(6));
    }

    #[test]
    fn deep_recursion_has_room() {
        fn depth(n: u32) -> u32 {
            if n == 0 { 0 } else { std::hint::black_box(depth(n - 1)) + 1 }
        }
        run_tool("t", || Ok(u8::from(depth(200_000) == 0)));
    }
}
