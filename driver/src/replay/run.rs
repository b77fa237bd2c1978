//! Compiles a replay and runs it.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::document::Replay;
use super::harness::{self, code};
use super::patch;

/// Compilers, the first that exists.
const COMPILERS: [&str; 3] = ["cc", "gcc", "clang"];

/// Functions of the C library that only change the program's own memory, or write to the standard
/// streams, which nobody reads.
const HARMLESS: &str = "abort exit _exit malloc calloc realloc free alloca memcpy memset memmove \
    memcmp memchr strlen strnlen strcmp strncmp strcpy strncpy strcat strncat strchr strrchr strstr \
    strdup strspn strcspn strtol strtoul strtoll strtoull atoi atol atoll abs labs llabs div ldiv \
    rand srand qsort bsearch printf puts putchar fprintf fputs fputc putc fflush sprintf snprintf \
    vprintf vfprintf vsnprintf perror stdout stderr stdin \
    isalpha isdigit isspace isalnum isupper islower toupper tolower __ctype_b_loc \
    __ctype_tolower_loc __ctype_toupper_loc __errno_location __stack_chk_fail \
    _GLOBAL_OFFSET_TABLE_ __x86.get_pc_thunk.ax __x86.get_pc_thunk.bx __isoc99_sscanf __udivdi3 \
    __divdi3 __umoddi3 __moddi3";

/// Functions of numbers, which have variants for `float` (…f) and `long double` (…l).
const MATHS: &str = "fabs sqrt pow floor ceil fmod sin cos tan asin acos atan atan2 sinh cosh tanh exp \
    exp2 log log2 log10 ldexp frexp modf round trunc rint fmin fmax fdim cbrt hypot nextafter \
    copysign remainder";

/// How a replay went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The program ran into the error.
    Reached,
    /// It could not be compiled or run; why.
    NotRun(String),
    /// It did something else; what.
    Differs(String),
}

/// How to run.
pub struct RunOptions<'a> {
    /// The compiler; by default the system's.
    pub compiler: Option<&'a str>,
    /// Time for the program.
    pub time: Duration,
    /// The folder for everything that is made; it exists.
    pub folder: &'a Path,
}

/// Compiles and runs a replay.
pub fn run(replay: &Replay, options: &RunOptions<'_>) -> Outcome {
    match compiled(replay, options) {
        Ok(program) => executed(&program, replay, options),
        Err(reason) => Outcome::NotRun(reason),
    }
}

fn compiled(replay: &Replay, options: &RunOptions<'_>) -> Result<PathBuf, String> {
    let folder = options.folder;
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok::<PathBuf, String>(path)
    };
    let header = write("belnap.h", harness::HEADER)?;
    let mut objects = Vec::new();
    for (number, file) in replay.program.files.iter().enumerate() {
        let source = match patched(replay, file)? {
            Some(text) => write(&format!("patched-{number}.c"), &text)?,
            None => plain_path(file),
        };
        let object = folder.join(format!("{number}.o"));
        let mut arguments = settings(replay, file);
        arguments.extend(["-include".to_owned(), header.display().to_string()]);
        compile(options, &arguments, &source, &object)?;
        objects.push(object);
    }
    harmless(&objects)?;
    let source = write("replay.c", &harness::text(replay))?;
    let object = folder.join("replay.o");
    let machine = format!("-m{}", replay.program.bits);
    compile(options, &[machine.clone(), "-w".to_owned()], &source, &object)?;
    objects.push(object);
    let program = folder.join("replay");
    let mut command = vec![machine, "-Wl,--wrap=malloc".to_owned(), "-o".to_owned()];
    command.push(program.display().to_string());
    command.extend(objects.iter().map(|object| object.display().to_string()));
    command.push("-lm".to_owned());
    compiler(options, &command).map_err(|message| format!("it cannot be linked: {message}"))?;
    Ok(program)
}

/// Options for the program's files.
fn settings(replay: &Replay, file: &str) -> Vec<String> {
    let program = &replay.program;
    let mut out: Vec<String> =
        ["-w", "-O0", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-fno-builtin"]
            .map(str::to_owned)
            .to_vec();
    out.push(format!("-m{}", program.bits));
    out.push("-ftrivial-auto-var-init=zero".to_owned());
    out.extend(program.include.iter().map(|value| format!("-I{value}")));
    out.extend(program.define.iter().map(|value| format!("-D{value}")));
    out.extend(program.undefine.iter().map(|value| format!("-U{value}")));
    let home = Path::new(file).parent().filter(|home| !home.as_os_str().is_empty());
    out.extend(["-iquote".to_owned(), home.unwrap_or(Path::new(".")).display().to_string()]);
    out
}

/// A name that no compiler takes for an option.
fn plain_path(file: &str) -> PathBuf {
    if file.starts_with('-') { Path::new(".").join(file) } else { PathBuf::from(file) }
}

fn compile(
    options: &RunOptions<'_>,
    arguments: &[String],
    source: &Path,
    object: &Path,
) -> Result<(), String> {
    let mut all = arguments.to_vec();
    all.extend(["-c".to_owned(), source.display().to_string()]);
    all.extend(["-o".to_owned(), object.display().to_string()]);
    compiler(options, &all).map_err(|message| format!("it cannot be compiled: {message}"))
}

/// Runs the compiler; `Err` is the first line of what it says.
fn compiler(options: &RunOptions<'_>, arguments: &[String]) -> Result<(), String> {
    let candidates = options.compiler.map_or(COMPILERS.to_vec(), |one| vec![one]);
    for candidate in &candidates {
        let output = Command::new(candidate)
            .args(arguments)
            .env("LC_ALL", "C")
            .env("TMPDIR", options.folder)
            .stdin(Stdio::null())
            .output();
        match output {
            Ok(output) if output.status.success() => return Ok(()),
            Ok(output) => {
                let text = String::from_utf8_lossy(&output.stderr).into_owned();
                let telling = |line: &&str| line.contains("error") || line.contains("undefined");
                let line = text.lines().find(telling).or_else(|| text.lines().next());
                return Err(line.unwrap_or("the compiler does not say why").to_owned());
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(format!("{candidate} cannot be run: {error}")),
        }
    }
    Err(format!("there is no C compiler (tried {})", candidates.join(", ")))
}

/// The file's text with values for uninitialised variables and an end at the label, if it needs
/// any.
fn patched(replay: &Replay, file: &str) -> Result<Option<String>, String> {
    let locals: Vec<_> =
        replay.locals.iter().enumerate().filter(|(_, local)| local.file == file).collect();
    let label = replay.label.as_ref().filter(|label| label.file == file);
    let elsewhere = |other: &String| !replay.program.files.contains(other);
    if let Some(local) = replay.locals.iter().find(|local| elsewhere(&local.file)) {
        return Err(format!("{} is declared in {}, which is not given", local.name, local.file));
    }
    if let Some(label) = replay.label.as_ref().filter(|label| elsewhere(&label.file)) {
        return Err(format!("{} is in {}, which is not given", label.name, label.file));
    }
    if locals.is_empty() && label.is_none() {
        return Ok(None);
    }
    let mut text =
        fs::read_to_string(file).map_err(|error| format!("cannot read {file}: {error}"))?;
    for (which, local) in locals {
        let value = format!("belnap_local({which})");
        text = patch::initialised(&text, local.line, &local.name, &value).ok_or_else(|| {
            format!("{} at {file}:{} needs a value and has no initialiser", local.name, local.line)
        })?;
    }
    if let Some(label) = label {
        text = patch::trapped(&text, label.line, &label.name)
            .ok_or_else(|| format!("there is no label {} at {file}:{}", label.name, label.line))?;
    }
    Ok(Some(text))
}

/// Refuses objects that call what could have effects outside the program.
fn harmless(objects: &[PathBuf]) -> Result<(), String> {
    let mut known: BTreeSet<String> = HARMLESS.split_whitespace().map(str::to_owned).collect();
    known.extend(harness::defined());
    for name in MATHS.split_whitespace() {
        known.extend([name.to_owned(), format!("{name}f"), format!("{name}l")]);
    }
    let mut wanted: Vec<String> = Vec::new();
    for object in objects {
        let output = Command::new("nm")
            .args(["-P", "-g"])
            .arg(object)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("nm, which lists what it calls, cannot be run: {error}"))?;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some(name), Some("U" | "w")) => wanted.push(name.to_owned()),
                (Some(name), Some(_)) => {
                    known.insert(name.to_owned());
                }
                _ => {}
            }
        }
    }
    match wanted.into_iter().find(|name| !known.contains(name)) {
        Some(name) => Err(format!("it calls {name}, which has no body here or effects outside")),
        None => Ok(()),
    }
}

fn executed(program: &Path, replay: &Replay, options: &RunOptions<'_>) -> Outcome {
    let child = Command::new(program)
        .args((0..replay.arguments).map(|_| "x"))
        .current_dir(options.folder)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return Outcome::NotRun(format!("it cannot be run: {error}")),
    };
    let end = Instant::now() + options.time;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return ended(status, replay),
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(2)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Outcome::NotRun(format!(
                    "it had not ended after {} s",
                    options.time.as_secs_f64()
                ));
            }
            Err(error) => return Outcome::NotRun(error.to_string()),
        }
    }
}

fn ended(status: ExitStatus, replay: &Replay) -> Outcome {
    /// What `__builtin_trap` raises, by processor.
    const TRAPS: [i32; 2] = [4, 5];
    let trapped = status.signal().is_some_and(|signal| TRAPS.contains(&signal));
    match (&replay.label, status.code()) {
        (None, Some(code::REACHED)) => Outcome::Reached,
        (Some(_), _) if trapped => Outcome::Reached,
        (_, Some(code::NO_INPUT)) => {
            Outcome::Differs("the program asks for more inputs".to_owned())
        }
        (_, Some(code::ASSUMPTION)) => {
            Outcome::Differs("the program assumes something else".to_owned())
        }
        (_, Some(code)) => Outcome::Differs(format!("the program ends with exit code {code}")),
        (_, None) => {
            let signal = status.signal().unwrap_or_default();
            Outcome::Differs(format!("the program ends with signal {signal}"))
        }
    }
}
