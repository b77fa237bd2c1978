//! The program of a replay, made by the system's C compiler.
//!
//! The compiler is given time, memory and room like the preprocessor, and can write in the scratch
//! folder only.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use belnap_cli::process::{self, Bounds, Ended};
use belnap_ir::cfg::AskedKind;

use super::confine::{self, Confined, run_confined};
use super::ending::{Crash, Nonce};
use super::{harmless, harness, patch, source};
use crate::c_text::words;
use belnap_formats::replay::{Array, Local, Replay, Watch, root};
use belnap_ir::c_tokens::is_identifier;

/// Compilers, the first that exists.
const COMPILERS: [&str; 3] = ["cc", "gcc", "clang"];

/// Time for all that is called.
const TIME: Duration = Duration::from_secs(20);

/// Memory limit of a compiler, and limit on the bytes it writes.
const MEMORY: u64 = 3 << 29;
const FILE: u64 = 256 << 20;

/// Options with which a program reports where it uses an element that an array does not have, or a
/// null pointer. It is linked with functions of ours for that.
const CHECKED: [&str; 2] = ["-fsanitize=bounds,null", "-fno-sanitize-recover=all"];

/// Options with which a program leaves room between the objects that it declares, and asks about
/// each access whether it is there. `shadow.c` has the answers.
const SHADED: [&str; 5] = [
    "-fsanitize=kernel-address",
    "--param=asan-instrumentation-with-call-threshold=0",
    "--param=asan-stack=1",
    "--param=asan-globals=1",
    "-fsanitize-recover=kernel-address",
];

/// Where `shadow.c` expects the marks.
const fn shadow_option(bits: u32) -> &'static str {
    match bits {
        32 => "-fasan-shadow-offset=0x20000000",
        _ => "-fasan-shadow-offset=0x7fff8000",
    }
}

/// Options with which a program reports where a check fails; none if it cannot.
const fn choose_sanitizers(kind: Option<AskedKind>) -> &'static [&'static str] {
    const RECOVER: &str = "-fno-sanitize-recover=all";
    match kind {
        Some(AskedKind::Overflow | AskedKind::Division) => {
            &["-fno-wrapv", "-fsanitize=signed-integer-overflow,integer-divide-by-zero", RECOVER]
        }
        Some(AskedKind::Shift) => &["-fno-wrapv", "-fsanitize=shift", RECOVER],
        Some(AskedKind::Bounds | AskedKind::Null | AskedKind::Access) => &CHECKED,
        _ => &[],
    }
}

/// Where and how to compile.
pub struct Workshop<'a> {
    /// The compiler; by default the system's.
    compiler: Option<&'a str>,
    /// The folder for everything that is made.
    folder: &'a Path,
    /// When it must be done.
    end: Instant,
    /// What makes the program's reports ours.
    nonce: Nonce,
    /// More options for the program's files.
    more: &'static [&'static str],
}

impl<'a> Workshop<'a> {
    /// One in a folder that exists; its name must be absolute.
    pub fn new(
        compiler: Option<&'a str>,
        folder: &'a Path,
        end: Option<Instant>,
        nonce: Nonce,
    ) -> Self {
        let longest = Instant::now() + TIME;
        let end = end.map_or(longest, |end| end.min(longest));
        Workshop { compiler, folder, end, nonce, more: &[] }
    }

    /// The same for programs that look at their accesses, as far as they can.
    pub fn with_checks(self) -> Self {
        Workshop { more: &CHECKED, ..self }
    }

    /// The program that replays.
    ///
    /// # Errors
    /// Why there is none, or why it must not be run.
    pub fn program(&self, replay: &Replay) -> Result<PathBuf, String> {
        self.link(replay, &harness::text(replay))
    }

    /// The same program with inputs that are drawn.
    ///
    /// # Errors
    /// Why there is none, or why it must not be run.
    pub fn link_drawing(&self, replay: &Replay) -> Result<PathBuf, String> {
        self.link(replay, &harness::drawing_text(replay))
    }

    fn link(&self, replay: &Replay, code: &str) -> Result<PathBuf, String> {
        for (file, sha256) in replay.program.files.iter().zip(&replay.program.sha256) {
            if source::fingerprint(file)? != *sha256 {
                return Err(format!("{file} is not what it was when the execution was found"));
            }
        }
        let header = self.write("belnap.h", harness::HEADER)?;
        let source = self.write("replay.c", code)?;
        let machine = format!("-m{}", replay.program.bits);
        // Ours comes first, and so its code runs first.
        let own = self.folder.join("replay.o");
        self.compile(&[machine.clone(), "-w".to_owned(), self.nonce.option()], &source, &own)?;
        let mut objects = Vec::new();
        for (number, file) in replay.program.files.iter().enumerate() {
            let source = match change_source(replay, number, file)? {
                Some(text) => self.write(&format!("patched-{number}.c"), &text)?,
                None => plain_path(file),
            };
            let mut arguments = settings(replay, number, file);
            let more = self.more.iter().chain(choose_sanitizers(replay.check));
            arguments.extend(more.map(|option| (*option).to_owned()));
            arguments.extend(["-include".to_owned(), header.display().to_string()]);
            if !confine::is_enforced() || !harness::LIMITS_ITSELF {
                harmless::says(&self.preprocess(&arguments, &source)?)?;
            }
            let object = self.folder.join(format!("{number}.o"));
            let mut shaded = arguments.clone();
            if harness::is_shaded(replay) {
                shaded.extend(SHADED.map(str::to_owned));
                shaded.push(shadow_option(replay.program.bits).to_owned());
            }
            // Not every compiler has these options.
            let done = self.compile(&shaded, &source, &object);
            if done.is_err() && shaded != arguments {
                self.compile(&arguments, &source, &object)?;
            } else {
                done?;
            }
            objects.push(object);
        }
        let symbols = |object: &PathBuf| self.list_symbols("nm", &["-P", "-g"], object);
        harmless::calls(&objects.iter().map(symbols).collect::<Result<Vec<_>, _>>()?)?;
        let program = self.folder.join("replay");
        let mut command = vec![machine];
        command.extend(harness::LINKING.map(str::to_owned));
        if harness::is_shaded(replay) {
            command.extend(harness::LINKING_LOOKS.map(str::to_owned));
        }
        command.extend(["-o".to_owned(), program.display().to_string()]);
        command.extend([&own].into_iter().chain(&objects).map(|one| one.display().to_string()));
        command.push("-lm".to_owned());
        self.compiler(&command).map_err(|message| format!("it cannot be linked: {message}"))?;
        harmless::loads(&self.list_symbols("readelf", &["-r", "-s", "-W"], &program)?)?;
        Ok(program)
    }

    /// The line of a program where it crashed, if that is known.
    pub fn line(&self, replay: &Replay, program: &Path, crash: Crash) -> Option<String> {
        let at = crash.at.map(|at| format!("{at:x}"));
        let said = self.list_symbols("addr2line", &["-s", &at[0], &at[1], "-e"], program).ok()?;
        let (name, line) = said.lines().find_map(|place| {
            let (name, line) = place.split_once(':')?;
            let line: u32 = line.split_whitespace().next()?.parse().ok()?;
            (line > 0 && !name.starts_with('?')).then_some((name, line))
        })?;
        let files = || replay.program.files.iter();
        let patched = files().enumerate().find(|(number, _)| name == format!("patched-{number}.c"));
        let is_own = |file: &&String| Path::new(file).file_name().is_some_and(|own| own == name);
        let file = patched.map(|(_, file)| file).or_else(|| files().find(is_own));
        // Ours stands for a function of the library.
        (name != "replay.c").then(|| format!("{}:{line}", file.map_or(name, String::as_str)))
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.folder.join(name);
        fs::write(&path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(path)
    }

    fn compile(&self, arguments: &[String], source: &Path, object: &Path) -> Result<(), String> {
        let mut all = arguments.to_vec();
        all.extend(["-c".to_owned(), source.display().to_string()]);
        all.extend(["-o".to_owned(), object.display().to_string()]);
        self.compiler(&all).map_err(|message| format!("it cannot be compiled: {message}"))?;
        Ok(())
    }

    fn preprocess(&self, arguments: &[String], source: &Path) -> Result<String, String> {
        let mut all = arguments.to_vec();
        all.extend(["-E".to_owned(), source.display().to_string()]);
        self.compiler(&all).map_err(|message| format!("it cannot be preprocessed: {message}"))
    }

    /// Calls the compiler; what it writes to standard output.
    fn compiler(&self, arguments: &[String]) -> Result<String, String> {
        let candidates = self.compiler.map_or_else(|| COMPILERS.to_vec(), |one| vec![one]);
        for candidate in &candidates {
            let mut words = candidate.split_whitespace();
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words).args(arguments);
            let ended = match self.call(command)? {
                Ok(ended) => ended,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(format!("{candidate} cannot be run: {error}")),
            };
            if let Some(excess) = &ended.excess {
                return Err(format!("{candidate} {excess}"));
            }
            if ended.status.success() {
                return Ok(String::from_utf8_lossy(&ended.text).into_owned());
            }
            let mut lines = ended.lines();
            lines.retain(|line| !line.trim().is_empty());
            let telling = |line: &&String| {
                let line = line.to_lowercase();
                ["error", "undefined", "out of memory"].iter().any(|word| line.contains(word))
            };
            let line = lines.iter().find(telling).or(lines.first());
            return Err(line.map_or_else(|| format!("{candidate}: {}", ended.status), Clone::clone));
        }
        Err(format!("there is no C compiler (tried {})", candidates.join(", ")))
    }

    /// What a program that lists symbols says about a file.
    fn list_symbols(
        &self,
        lister: &str,
        arguments: &[&str],
        file: &Path,
    ) -> Result<String, String> {
        let mut command = Command::new(lister);
        command.args(arguments).arg(file);
        let cannot = |why: String| format!("{lister}, which lists what it calls, {why}");
        let ended =
            self.call(command)?.map_err(|error| cannot(format!("cannot be run: {error}")))?;
        match &ended.excess {
            Some(excess) => Err(cannot(excess.clone())),
            None if !ended.status.success() => Err(cannot(format!("fails: {}", ended.status))),
            None => Ok(String::from_utf8_lossy(&ended.text).into_owned()),
        }
    }

    fn call(&self, mut command: Command) -> Result<std::io::Result<Ended>, String> {
        // A compiler behind a cache would write there.
        command.env("LC_ALL", "C").env("TMPDIR", self.folder).env("CCACHE_DISABLE", "1");
        let time = self.end.saturating_duration_since(Instant::now());
        let bounds = Bounds { time, memory: MEMORY, file: FILE, text: Some(FILE) };
        run_confined(Confined::Compiler(self.folder), || process::run(command, None, &bounds))
    }
}

/// Options for the program's files.
fn settings(replay: &Replay, number: usize, file: &str) -> Vec<String> {
    let program = &replay.program;
    let mut out: Vec<String> =
        ["-w", "-O0", "-g", "-std=gnu11", "-fwrapv", "-fno-strict-aliasing", "-fno-builtin"]
            .map(str::to_owned)
            .to_vec();
    out.push(format!("-m{}", program.bits));
    out.push("-ftrivial-auto-var-init=zero".to_owned());
    out.extend(program.include.iter().map(|value| format!("-I{value}")));
    out.extend(program.define.iter().map(|value| format!("-D{value}")));
    out.extend(program.undefine.iter().map(|value| format!("-U{value}")));
    out.extend(program.flags.get(number).into_iter().flatten().cloned());
    if program.harness.is_some() {
        out.push("-Dmain=belnap_main_of_the_program".to_owned());
    }
    let home = Path::new(file).parent().filter(|home| !home.as_os_str().is_empty());
    out.extend(["-iquote".to_owned(), home.unwrap_or(Path::new(".")).display().to_string()]);
    out
}

/// A name that no compiler takes for an option or for a file with options.
fn plain_path(file: &str) -> PathBuf {
    if file.starts_with(['-', '@']) { Path::new(".").join(file) } else { PathBuf::from(file) }
}

/// The file's text as it must be compiled, if that is not as it is: with what [`patch_text`] adds,
/// and with the harness behind it.
fn change_source(replay: &Replay, number: usize, file: &str) -> Result<Option<String>, String> {
    let own = patch_text(replay, file, || source::text(file))?;
    let Some(harness) = replay.program.harness.as_ref().filter(|one| one.file == number) else {
        return Ok(own);
    };
    let own = own.map_or_else(|| source::text(file), Ok)?;
    let text = || Ok(harness.text.clone());
    let call = patch_text(replay, &harness.name, text)?.unwrap_or_else(|| harness.text.clone());
    let entry = &harness.entry;
    Ok(Some(format!("{own}\n{call}#undef main\nint main(void) {{ {entry}(); return 0; }}\n")))
}

/// The file's text with values for uninitialised variables, and an end at the label, a count at the
/// loop or a look at the condition, if it needs any.
fn patch_text(
    replay: &Replay,
    file: &str,
    text: impl FnOnce() -> Result<String, String>,
) -> Result<Option<String>, String> {
    refuse_other_files(replay)?;
    let locals: Vec<_> =
        replay.locals.iter().enumerate().filter(|(_, local)| local.file == file).collect();
    let arrays: Vec<_> = replay.arrays.iter().filter(|array| array.file == file).collect();
    let label = replay.label.as_ref().filter(|label| label.file == file);
    let head = replay.head.as_ref().filter(|head| head.file == file);
    let watch = replay.watch.as_ref().filter(|watch| watch.file == file);
    let states = states_by_place(replay, file);
    let has_values = !locals.is_empty() || !arrays.is_empty();
    let has_places = label.is_some() || head.is_some() || watch.is_some() || !states.is_empty();
    if !has_values && !has_places {
        return Ok(None);
    }
    let mut text = with_values(text()?, file, locals, arrays)?;
    if let Some(label) = label {
        text = patch::end_at_label(&text, label.line, &label.name)
            .ok_or_else(|| format!("there is no label {} at {file}:{}", label.name, label.line))?;
    }
    if let Some(head) = head {
        let (line, label) = (head.line, head.label.as_deref());
        text = patch::insert_in_rounds(&text, line, label, "belnap_round()")
            .ok_or_else(|| format!("the rounds of the loop at {file}:{line} cannot be counted"))?;
    }
    let watch = watch.map(|watch| (watch, write_watch(&watch.condition)));
    let states = states.into_iter().map(|(place, states)| (place, write_states(&states)));
    for (place, call) in watch.into_iter().chain(states) {
        text = patch::insert_watch(&text, place, &call)
            .ok_or_else(|| format!("the condition cannot be looked at on {file}:{}", place.line))?;
    }
    Ok(Some(text))
}

/// The states that are looked at in a file, by place, and their numbers: later lines first, and
/// beginnings of functions last, because what is inserted has lines of its own.
fn states_by_place<'r>(replay: &'r Replay, file: &str) -> Vec<(&'r Watch, Vec<(usize, &'r str)>)> {
    let place = |watch: &'r Watch| (watch.line, &watch.label, &watch.function);
    let mut all: Vec<(&Watch, Vec<(usize, &str)>)> = Vec::new();
    let own = replay.states.iter().enumerate().filter(|(_, watch)| watch.file == file);
    for (number, watch) in own {
        let state = (number, watch.condition.as_str());
        match all.iter_mut().find(|(other, _)| place(other) == place(watch)) {
            Some((_, states)) => states.push(state),
            None => all.push((watch, vec![state])),
        }
    }
    let is_entry = |watch: &Watch| watch.label.is_none() && watch.function.is_some();
    all.sort_by_key(|(watch, _)| (is_entry(watch), std::cmp::Reverse(watch.line)));
    all
}

/// Refuses places in files that the replay does not compile.
fn refuse_other_files(replay: &Replay) -> Result<(), String> {
    let locals = replay.locals.iter().map(|local| (&local.name[..], &local.file));
    let arrays = replay.arrays.iter().map(|array| (&array.name[..], &array.file));
    let label = replay.label.iter().map(|label| (&label.name[..], &label.file));
    let head = replay.head.iter().map(|head| ("the loop", &head.file));
    let watch = replay.watches().map(|watch| ("the place", &watch.file));
    let mut places = locals.chain(arrays).chain(label).chain(head).chain(watch);
    let harness = replay.program.harness.as_ref().map(|harness| &harness.name);
    let is_given = |file: &String| replay.program.files.contains(file) || harness == Some(file);
    match places.find(|(_, file)| !is_given(file)) {
        Some((what, other)) => Err(format!("{what} is in {other}, which is not given")),
        None => Ok(()),
    }
}

/// The text of a file with values for variables that it does not initialise; `locals` come with
/// their numbers in the replay.
fn with_values(
    mut text: String,
    file: &str,
    locals: Vec<(usize, &Local)>,
    arrays: Vec<&Array>,
) -> Result<String, String> {
    for array in arrays {
        let values = harness::cells(array);
        text = patch::add_statements(&text, array.line, root(&array.name), &values).ok_or_else(
            || {
                let (name, line) = (&array.name, array.line);
                format!("{name} needs values, and its declaration is not seen at {file}:{line}")
            },
        )?;
    }
    let (parts, wholes): (Vec<_>, Vec<_>) =
        locals.into_iter().partition(|(_, local)| !is_identifier(&local.name));
    // Initialisers come last: statements are not added behind a declaration that has some.
    for (which, local) in parts.into_iter().chain(wholes) {
        let (line, name) = (local.line, &local.name);
        let value = format!("belnap_local({which})");
        let valued = match is_identifier(name) {
            true => patch::add_initialiser(&text, line, name, &value),
            false => patch::add_statements(&text, line, root(name), &format!("{name} = {value};")),
        };
        text = valued.ok_or_else(|| {
            format!("{name} needs a value, and its declaration is not seen at {file}:{line}")
        })?;
    }
    Ok(text)
}

/// A call that looks at a condition.
fn write_watch(condition: &str) -> String {
    format!("{}belnap_watch(({condition}) != 0)", write_guards(&[condition]))
}

/// A call that looks at the condition of the state that is next, if that is one of these.
fn write_states(states: &[(usize, &str)]) -> String {
    let conditions: Vec<&str> = states.iter().map(|(_, condition)| *condition).collect();
    let mut next = String::from("0");
    for (number, condition) in states.iter().rev() {
        next = format!("belnap_seen() == {number} ? ({condition}) != 0 : {next}");
    }
    format!("{}belnap_state({next})", write_guards(&conditions))
}

/// Lines that see to it that no name in conditions is a macro: a header may define one.
fn write_guards(conditions: &[&str]) -> String {
    let all = conditions.iter().flat_map(|condition| words(condition));
    let names: BTreeSet<&str> = all.map(|(_, word)| word).collect();
    let guards = names.into_iter().filter(|name| is_identifier(name)).map(|name| {
        format!("\n#ifdef {name}\n#error {name} is a macro where it is looked at\n#endif\n")
    });
    guards.collect()
}
