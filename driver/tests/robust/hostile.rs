//! Input made to hurt. Each ends in bounded time and memory with a documented exit code, a short
//! message, no crash, and nothing written that nobody asked for.

use std::fs;
use std::path::Path;
use std::time::Duration;

use libtest_mimic::Trial;
use tempfile::TempDir;

use super::figures::{count, measured};
use super::hostile_c;
use super::run::{Ended, belnap, run, tree};
use super::trial;

/// Time limit in seconds. A preprocessor that does not end is given 20; a test machine is not idle.
const SECONDS: f64 = 30.0;

/// Memory limit of all processes together, in mebibytes.
const MEBIBYTES: f64 = 2048.0;

/// Limit on the messages, in bytes.
const SAID: usize = 200_000;

/// A file, what to do with it, and the exit codes that are right.
pub struct Input {
    pub name: String,
    pub content: Vec<u8>,
    pub arguments: Vec<String>,
    pub codes: &'static [i32],
    /// Takes more than a moment.
    pub slow: bool,
}

impl Input {
    /// A file for a command; `FILE` in its arguments is the file.
    pub fn new(
        name: &str,
        content: impl Into<Vec<u8>>,
        command: &str,
        codes: &'static [i32],
    ) -> Self {
        let arguments = command.split(' ').map(|word| word.replace("FILE", name)).collect();
        Input { name: name.to_owned(), content: content.into(), arguments, codes, slow: false }
    }

    pub fn slow(self) -> Self {
        Input { slow: true, ..self }
    }
}

pub fn trials(all: bool) -> Vec<Trial> {
    let inputs = hostile_c::inputs(all).into_iter().chain(properties()).chain(artefacts());
    let inputs = inputs.filter(|input| all || !input.slow).step_by(if all { 1 } else { 12 });
    let numbered = inputs.enumerate();
    numbered
        .map(|(n, input)| trial(&format!("hostile/{n}-{}", input.name), move || one(&input)))
        .collect()
}

/// Runs a command in the middle of a tree of folders, which must not change.
fn one(input: &Input) {
    let place = TempDir::new().expect("a folder");
    let work = place.path().join("a/b/c/work");
    fs::create_dir_all(&work).expect("folders");
    fs::write(place.path().join("a/precious"), "kept").expect("written");
    fs::write(work.join("ok.c"), "int main(void) { int x = 0; return x; }\n").expect("written");
    fs::write(work.join("ok.bp"), "decl x;\nvoid main() begin\n  L: x := T;\nend\n")
        .expect("written");
    fs::write(work.join(&input.name), &input.content).expect("written");
    let before = tree(place.path());
    let arguments: Vec<&str> = input.arguments.iter().map(String::as_str).collect();
    let seen = run(&mut belnap(&work, &arguments), Duration::from_secs_f64(2.0 * SECONDS));
    harmless(&input.name, &seen, input.codes);
    assert_eq!(tree(place.path()).keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
    assert!(tree(place.path()) == before, "a file was changed");
}

/// What holds of every run on hostile input.
pub fn harmless(name: &str, seen: &Ended, codes: &[i32]) {
    let said = &seen.stderr;
    let shown: String = said.chars().take(2000).collect();
    assert!(codes.contains(&seen.code()), "exit code {}: {shown}", seen.code());
    assert!(!said.contains("panicked") && !said.contains("internal error"), "{shown}");
    assert!(said.len() + seen.stdout.len() < SAID, "{} bytes are said", said.len());
    let control = |c: char| c.is_control() && !"\n\t".contains(c);
    assert!(!said.contains(control) && !seen.stdout.contains(control), "controls a terminal");
    assert!(seen.seconds < SECONDS, "{} s", seen.seconds);
    assert!(seen.mebibytes < MEBIBYTES, "{} MiB", seen.mebibytes);
    count("hostile: inputs that did no harm");
    measured("hostile: seconds", seen.seconds, name);
    measured("hostile: mebibytes, all processes", seen.mebibytes, name);
}

const MANY: usize = 100_000;

fn properties() -> Vec<Input> {
    let check =
        |name: &str, text: String| Input::new(name, text, "check ok.bp --property-file FILE", &[2]);
    let given = |name: &str, text: String| {
        let text = format!("belnap preds 1\nglobal {{ {text} }}\n");
        Input::new(name, text, "verify ok.c --predicates FILE", &[2])
    };
    let at = |label: &str| format!("AG !at({label})");
    vec![
        check("nots.ctl", format!("{}failed", "!".repeat(MANY))),
        check("always.ctl", format!("{}failed", "AG ".repeat(MANY))),
        check("fixpoints.ctl", format!("{}failed", "mu Z. ".repeat(MANY))),
        check("parentheses.ctl", format!("{}failed{}", "(".repeat(MANY), ")".repeat(MANY))),
        check("until.ctl", format!("{}failed{}", "E [failed U ".repeat(MANY), "]".repeat(MANY))),
        check("implies.ctl", format!("failed{}", " -> failed".repeat(MANY))),
        check("name.ctl", at(&"L".repeat(1_000_000))),
        check("escape.ctl", "AG !at(\u{1b}[31m)".to_owned()),
        check("let.ctl", lets()),
        given("parentheses.preds", format!("{}x > 0{}", "(".repeat(MANY), ")".repeat(MANY))),
        given("digits.preds", format!("x > {}", "9".repeat(1_000_000))),
        given("name.preds", format!("{} > 0", "x".repeat(1_000_000))),
        given("sum.preds", format!("{}x > 0", "x + ".repeat(MANY))),
        given("place.preds", "../../x::y > $(touch pwned)".to_owned()),
    ]
}

/// Definitions of which each uses the one before twice.
fn lets() -> String {
    let line = |n: usize| format!("let d{n} = d{before} & d{before};\n", before = n - 1);
    let lines: String = (1..=60).map(line).collect();
    format!("let d0 = failed;\n{lines}property p: AG d60;\n")
}

fn artefacts() -> Vec<Input> {
    let mut all = Vec::new();
    for (number, evil) in EVIL_NAMES.iter().enumerate() {
        let text = graph(evil);
        let codes = &[0, 2];
        for command in ["show FILE", "validate FILE", "dot FILE", "fmt FILE"] {
            all.push(Input::new(&format!("evil{number}.cfg.json"), text.clone(), command, codes));
        }
    }
    let header = "{\"format\": \"belnap.kripke\", \"version\": 1, ";
    for (name, rest) in [
        ("number", format!("\"variables\": {}", "9".repeat(1_000_000))),
        ("states", format!("\"states\": {{\"{}\": {{}}}}", "s".repeat(1_000_000))),
        ("arrays", "[".repeat(1_000_000)),
        ("keys", "\"a\": 1, ".repeat(MANY)),
    ] {
        let name = format!("{name}.kripke.json");
        all.push(Input::new(&name, format!("{header}{rest}"), "validate FILE", &[2]));
    }
    all
}

/// Names that are more than names to a shell, to make, to a file system or to a terminal.
pub const EVIL_NAMES: [&str; 8] = [
    "../../etc/x",
    "/etc/passwd",
    "$(touch pwned)",
    "`touch pwned`",
    "x; touch pwned",
    "x\\\"; system(\\\"touch pwned\\\"); //",
    "a\\nb\\u001b[31m",
    "'\\\"$x",
];

/// A graph whose function, variable and file have this name.
fn graph(name: &str) -> String {
    let example = include_str!("../../../examples/never-ends.cfg.json");
    example.replace("\"main\"", &format!("\"{name}\"")).replace("never-ends.c", name)
}

/// Nothing that a hostile name asks for has been done anywhere here.
pub fn nothing_happened(folder: &Path) {
    let is_called =
        |part: std::path::Component<'_>| part.as_os_str().to_string_lossy().starts_with("pwned");
    let done = tree(folder).into_keys().find(|file| file.components().any(is_called));
    assert_eq!(done, None, "a command was run");
}
