//! Programs as files: read as they are if they are preprocessed, else through the system's
//! preprocessor.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use belnap_cli::process::{self, Bounds, Ended};
use belnap_cli::{ToolError, io};
use belnap_ir::cfg::DataModel;
use tempfile::TempDir;

use crate::predefined;

/// What is run if no command is given, the first that exists.
const COMMANDS: [&str; 4] = ["cpp", "gcc -E", "cc -E", "clang -E"];

/// Lets glibc's `<ctype.h>` declare functions, of which there are models, instead of macros that
/// look into tables of the library.
const PLAIN_CTYPE: &str = "-D__NO_CTYPE";

/// What it may use.
const BOUNDS: Bounds = Bounds {
    time: Duration::from_secs(20),
    memory: 1 << 30,
    file: 256 << 20,
    text: Some(256 << 20),
};

/// Limit on the lines of the preprocessor's messages that are passed on.
const LONGEST: usize = 20;

/// When the preprocessor runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Force {
    /// For files called `*.c`.
    #[default]
    BySuffix,
    /// For every file.
    Always,
    /// For no file.
    Never,
}

/// How a program becomes a preprocessed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreprocessOptions {
    /// The command, with its options, separated by blanks; `cpp`, or `gcc -E` if there is none.
    pub cpp: Option<String>,
    /// `-I`
    pub include_dirs: Vec<String>,
    /// `-D`
    pub defines: Vec<String>,
    /// `-U`
    pub undefines: Vec<String>,
    /// More flags, each with its value in one word.
    pub flags: Vec<String>,
    /// When the preprocessor runs.
    pub force: Force,
    /// The machine.
    pub model: DataModel,
    /// Whether `char` is signed, if the machine is not the preprocessor's.
    pub char_signed: bool,
}

impl PreprocessOptions {
    /// What the command is called with.
    fn arguments(&self, path: &str, headers: Option<&Path>) -> Vec<String> {
        let mut arguments: Vec<String> = match self.model.native() {
            Some(bits) => vec![format!("-m{bits}")],
            None => Vec::new(),
        };
        arguments.extend(["-xc".to_owned(), PLAIN_CTYPE.to_owned()]);
        if let Some(headers) = headers {
            arguments.extend(predefined::flags(self.model, self.char_signed, headers));
        }
        let options = [("-I", &self.include_dirs), ("-D", &self.defines), ("-U", &self.undefines)];
        for (option, values) in options {
            arguments.extend(values.iter().map(|value| format!("{option}{value}")));
        }
        arguments.extend(self.flags.iter().cloned());
        // A compiler takes `@FILE` for options that are in a file.
        let is_option = path.starts_with(['-', '@']) && path != "-";
        arguments.push(if is_option { format!("./{path}") } else { path.to_owned() });
        arguments
    }

    /// Whether the file goes through the preprocessor.
    fn applies_to(&self, path: &str) -> bool {
        match self.force {
            Force::Always => true,
            Force::Never => false,
            Force::BySuffix => Path::new(path).extension() == Some(OsStr::new("c")),
        }
    }
}

/// The preprocessed text of the program in a file, or of standard input for `-`.
///
/// Refused with the preprocessor's own messages if it fails.
///
/// # Errors
/// If the file cannot be read, or the preprocessor fails.
pub fn load_unit(path: &str, options: &PreprocessOptions) -> Result<String, ToolError> {
    if let Some(extension) = path.rsplit_once('.').map(|(_, extension)| extension)
        && ["cpp", "cc", "cxx", "C", "hpp"].contains(&extension)
    {
        let message = "this is C++ by its name, and only C is read";
        return Err(ToolError::unusable(path, message).note("call it *.c if it is C"));
    }
    if !options.applies_to(path) {
        return io::read_text(path);
    }
    // A file that cannot be read is better explained by us. What the preprocessor drops, such as
    // comments, need not be UTF-8.
    let unreadable = path == "-" || std::fs::File::open(path).is_err();
    let input = if unreadable { Some(io::read_text(path)?) } else { None };
    let headers = headers(options).map_err(|error| {
        let message = format!("the headers of another machine cannot be written: {error}");
        ToolError::unusable(io::display_name(path), message)
    })?;
    let headers = headers.as_ref().map(TempDir::path);
    let arguments = options.arguments(path, headers);
    let candidates: Vec<&str> = match &options.cpp {
        Some(command) => vec![command],
        None => COMMANDS.to_vec(),
    };
    for candidate in &candidates {
        let mut words = candidate.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).args(&arguments);
        match process::run(command, input.as_deref(), &BOUNDS) {
            Ok(ended) => {
                let text = finish(path, candidate, &arguments, ended, options)?;
                return Ok(match headers {
                    Some(headers) => predefined::without_folder(&text, headers),
                    None => text,
                });
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                let message = format!("cannot run `{candidate}`: {error}");
                return Err(ToolError::unusable(io::display_name(path), message));
            }
        }
    }
    let tried = candidates.join("`, `");
    let message = format!("no C preprocessor was found (tried `{tried}`)");
    Err(ToolError::unusable(io::display_name(path), message)
        .note("install gcc, name another command, or give a preprocessed `.i` file"))
}

/// Lines with the macros of a file expanded; as they are if that cannot be done.
pub fn expand(lines: Vec<String>, path: &str, options: &PreprocessOptions) -> Vec<String> {
    expanded(&lines, path, options).unwrap_or(lines)
}

fn expanded(lines: &[String], path: &str, options: &PreprocessOptions) -> Option<Vec<String>> {
    if lines.is_empty() || path == "-" || !options.applies_to(path) {
        return None;
    }
    let headers = headers(options).ok()?;
    let mut arguments = options.arguments("-", headers.as_ref().map(TempDir::path));
    // Before the file name.
    let macros = ["-P".to_owned(), "-imacros".to_owned(), path.to_owned()];
    arguments.splice(arguments.len() - 1..arguments.len() - 1, macros);
    let text = lines.join("\n") + "\n";
    let commands = options.cpp.as_deref().map_or_else(|| COMMANDS.to_vec(), |one| vec![one]);
    let ended = commands.into_iter().find_map(|command| {
        let mut words = command.split_whitespace();
        let mut command = Command::new(words.next()?);
        command.args(words).args(&arguments);
        process::run(command, Some(&text), &BOUNDS).ok()
    })?;
    let is_whole = ended.excess.is_none() && ended.status.success();
    let text = String::from_utf8(ended.text).ok().filter(|_| is_whole)?;
    // There is a line for each directive of the file, too.
    let found: Vec<String> =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    (found.len() == lines.len()).then_some(found)
}

/// A folder with headers for a machine that the preprocessor does not know.
fn headers(options: &PreprocessOptions) -> std::io::Result<Option<TempDir>> {
    if options.model.native().is_some() {
        return Ok(None);
    }
    let folder = tempfile::tempdir()?;
    predefined::write_headers(folder.path())?;
    Ok(Some(folder))
}

fn finish(
    path: &str,
    command: &str,
    arguments: &[String],
    ended: Ended,
    options: &PreprocessOptions,
) -> Result<String, ToolError> {
    // What a machine consists of is not what anybody wants to read.
    let is_short = |word: &&String| options.model.native().is_some() || !word.starts_with("-D__");
    let words: Vec<&str> = arguments.iter().filter(is_short).map(String::as_str).collect();
    let called = format!("`{command} {}`", words.join(" "));
    let unusable = |message: String| ToolError::unusable(io::display_name(path), message);
    if let Some(excess) = ended.excess {
        let error = unusable(format!("{called} {excess}"));
        return Err(error.note("a preprocessed `.i` file may be larger"));
    }
    if ended.status.success() {
        return String::from_utf8(ended.text).map_err(|error| {
            let text = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + text.iter().filter(|byte| **byte == b'\n').count();
            unusable(format!("line {line} of the preprocessed text is not UTF-8"))
        });
    }
    let mut shown = ended.lines();
    let messages = shown.join("\n");
    if shown.len() > LONGEST {
        shown.truncate(LONGEST);
        shown.push("…".to_owned());
    }
    if shown.is_empty() {
        return Err(unusable(format!("{called} failed: {}", ended.status)));
    }
    let error = unusable(format!("{called} failed:\n{}", shown.join("\n").trim_end()));
    if options.model.native() == Some(32) && misses_headers(&messages) {
        return Err(error.note(
            "the headers of 32-bit programs seem to be missing (on Debian, install \
             gcc-multilib), or this is a 64-bit program",
        ));
    }
    if messages.contains("No such file") {
        return Err(error.note("folders with headers are given with -I"));
    }
    Err(error)
}

/// Whether the preprocessor's messages are about headers that belong to the system.
fn misses_headers(messages: &str) -> bool {
    messages.contains("No such file")
        && ["gnu/stubs-32.h", "bits/", "asm/"].iter().any(|header| messages.contains(header))
}

#[cfg(test)]
mod tests {
    use super::{Force, PreprocessOptions, load_unit};
    use std::fs;

    fn options() -> PreprocessOptions {
        PreprocessOptions::default()
    }

    fn has_cpp() -> bool {
        std::process::Command::new("cpp").arg("--version").output().is_ok()
    }

    /// Loads `text` from a file called `name`.
    fn load(name: &str, text: &str, options: &PreprocessOptions) -> Result<String, String> {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        let path = path.to_str().expect("UTF-8");
        let place = folder.path().to_str().expect("UTF-8");
        load_unit(path, options).map_err(|error| error.message("belnap").replace(place, "FOLDER"))
    }

    #[test]
    fn preprocessed_files_are_read_as_they_are() {
        let text = "#define X 1\nint x = X;\n";
        assert_eq!(load("a.i", text, &options()).as_deref(), Ok(text));
        let never = PreprocessOptions { force: Force::Never, ..options() };
        assert_eq!(load("a.c", text, &never).as_deref(), Ok(text));
    }

    #[test]
    fn programs_are_preprocessed() {
        if !has_cpp() {
            return;
        }
        let given = PreprocessOptions { defines: vec!["Y=2".into()], ..options() };
        let text = load("a.c", "#define X 1\nint x = X + Y;\n", &given).expect("loaded");
        assert!(text.contains("int x = 1 + 2;"), "{text}");
        let always = PreprocessOptions { force: Force::Always, ..options() };
        let text = load("a.i", "#define X 1\nint x = X;\n", &always).expect("loaded");
        assert!(text.contains("int x = 1;"), "{text}");
    }

    #[test]
    fn what_the_preprocessor_says_is_passed_on() {
        if !has_cpp() {
            return;
        }
        for (text, message) in [
            ("#include <no/such/header.h>\n", "no/such/header.h: No such file"),
            ("#error not today\n", "#error not today"),
            ("#if 1\n", "unterminated #if"),
            ("#define F(x) x\nint y = F(1;\n", "unterminated argument list invoking macro \"F\""),
        ] {
            let error = load("a.c", text, &options()).expect_err("refused");
            assert!(error.starts_with(
                "FOLDER/a.c: error: `cpp -m64 -xc -D__NO_CTYPE FOLDER/a.c` failed:\n"
            ));
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn a_name_is_not_an_option() {
        for name in ["@x.c", "-o.c"] {
            let arguments = options().arguments(name, None);
            assert_eq!(arguments.last(), Some(&format!("./{name}")));
        }
    }

    #[test]
    fn a_missing_preprocessor_is_named() {
        let missing = PreprocessOptions { cpp: Some("no-such-cpp -E".into()), ..options() };
        let error = load("a.c", "", &missing).expect_err("refused");
        assert!(error.contains("no C preprocessor was found (tried `no-such-cpp -E`)"), "{error}");
        let error = load_unit("no/such.c", &options()).expect_err("refused").message("belnap");
        assert!(error.contains("no/such.c: error: cannot read: no such file"), "{error}");
    }
}
