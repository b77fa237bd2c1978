//! Replays as JSON: what to compile, and the inputs in order; the normative page is
//! `spec/replay.md`.

use std::collections::BTreeMap;

use belnap_ir::c_tokens::is_identifier;
use belnap_ir::cfg::AskedKind;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::linear::Path;
use belnap_ir::property::Formula;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::json::{Format, schema_text};
use crate::numbers_as_text::{number, numbered, numbers};
use crate::property;

const FORMAT: Format = Format {
    name: "belnap.replay",
    noun: "a replay",
    version: 3,
    format_rule: "replay-format",
    version_rule: "replay-version",
    field_rule: "replay-field",
};

/// Functions whose memory a replay can fill.
pub const ALLOCATING: [&str; 4] = ["malloc", "calloc", "realloc", "alloca"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum FormatTag {
    #[serde(rename = "belnap.replay")]
    Replay,
}

/// An execution of a C program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Belnap replay")]
pub struct Replay {
    format: FormatTag,
    #[schemars(range(min = 1, max = 3))]
    version: u32,
    /// The property that the execution is about; not known in files of version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// Whether it is one of LTL.
    #[serde(default, skip_serializing_if = "is_false")]
    pub linear: bool,
    /// The program.
    pub program: Program,
    /// Arguments of the program, besides its name.
    pub arguments: u32,
    /// What the functions that ask for input return, in order.
    pub inputs: Vec<Input>,
    /// Local variables that are not initialised, and what they must be.
    pub locals: Vec<Local>,
    /// Arrays and other local memory that is not initialised, and what it must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrays: Vec<Array>,
    /// What the program allocates and does not initialise, and what it must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allocations: Vec<Allocation>,
    /// What every other byte is that it allocates and does not initialise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fill: u8,
    /// Whether the program is to end without the error.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ends: bool,
    /// The check that fails; new in version 3, and versions before it are written where there is
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<AskedKind>,
    /// A label that is reached; none if a failing assertion or an error function is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// A condition that is true somewhere, where it should never be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch: Option<Watch>,
    /// States in the order in which they come, where these violate a property of LTL: the last is
    /// one after which nothing can make it true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<Watch>,
    /// The head of a loop that is run for some rounds, where the execution is endless.
    #[serde(default, rename = "loop", skip_serializing_if = "Option::is_none")]
    pub head: Option<Head>,
}

/// What to compile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// The C files.
    pub files: Vec<String>,
    /// What tells each of them from others; not known in files of version 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sha256: Vec<String>,
    /// Width of pointers: 32 or 64.
    pub bits: u32,
    /// Folders with headers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<String>,
    /// Macros.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub define: Vec<String>,
    /// Macros that are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undefine: Vec<String>,
    /// More flags of the compiler for each file, each flag with its value in one word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Vec<String>>,
    /// What calls a function instead of `main`, if something does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harness: Option<HarnessText>,
}

/// A function that is called with arbitrary arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HarnessText {
    /// The function.
    pub function: String,
    /// The options that say how it is called, which make the text again.
    pub options: Vec<String>,
    /// The file, by its number, behind which the text belongs.
    pub file: usize,
    /// What the text is called where places are named.
    pub name: String,
    /// The function in the text that calls it.
    pub entry: String,
    /// The text, in C.
    pub text: String,
}

/// A value that the program asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The value.
    #[serde(with = "number")]
    #[schemars(with = "String")]
    pub value: i128,
    /// Where it is asked for, for people.
    pub place: String,
}

/// A local variable that is not initialised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Local {
    /// The file of its declaration.
    pub file: String,
    /// The line of its declaration.
    pub line: u32,
    /// Its name, or that of a part of it: `x`, `s.f`, `a[3]`.
    pub name: String,
    /// What it is each time.
    #[serde(with = "numbers")]
    #[schemars(with = "Vec<String>")]
    pub values: Vec<i128>,
}

/// A local array that is not initialised, or other memory of a local variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Array {
    /// The file of its declaration.
    pub file: String,
    /// The line of its declaration.
    pub line: u32,
    /// Its name, or that of a part of it: `a`, `s.f`, `b[3].x`.
    pub name: String,
    /// Bytes of a cell: 1, 2, 4 or 8; if it is missing, cells are the elements of an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u8>,
    /// What it holds each time, by index; zero elsewhere.
    #[serde(with = "numbered")]
    #[schemars(with = "BTreeMap<u64, String>")]
    pub cells: BTreeMap<u64, i128>,
}

/// Memory that a call of an allocating function gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allocation {
    /// Which of all such calls it is; the first is 1.
    pub number: u64,
    /// The function.
    pub function: String,
    /// Where it is called, for people.
    pub place: String,
    /// What the memory holds, by offset in bytes; elsewhere what all has.
    #[serde(with = "numbered")]
    #[schemars(with = "BTreeMap<u64, String>")]
    pub bytes: BTreeMap<u64, i128>,
}

/// A label in the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// Its name.
    pub name: String,
}

/// The head of a loop in the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The file.
    pub file: String,
    /// The line of its condition or, where the loop is made with `goto`, of its label.
    pub line: u32,
    /// The label, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// How often the execution comes here.
    pub times: u32,
}

/// A condition that is true at a line of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// The file.
    pub file: String,
    /// The line of the statement before which it is looked at.
    pub line: u32,
    /// The label of the statement, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The function that has the label or, without one, at whose beginning it is looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The condition, in C.
    pub condition: String,
}

impl Replay {
    /// A replay that needs nothing.
    pub fn new(program: Program, property: &Formula) -> Self {
        // Versions before the newest are written where they suffice.
        let version = match program.flags.is_empty() && program.harness.is_none() {
            true => 2,
            false => FORMAT.version,
        };
        Replay {
            format: FormatTag::Replay,
            version,
            property: Some(property::print(property)),
            linear: false,
            program,
            arguments: 0,
            inputs: Vec::new(),
            locals: Vec::new(),
            arrays: Vec::new(),
            allocations: Vec::new(),
            fill: 0,
            ends: false,
            check: None,
            label: None,
            watch: None,
            states: Vec::new(),
            head: None,
        }
    }

    /// Says that it is about a property of LTL.
    #[must_use]
    pub fn of_linear(self, path: &Path) -> Self {
        Replay { property: Some(property::print_path(path)), linear: true, ..self }
    }

    /// The places where conditions are looked at.
    pub fn watches(&self) -> impl Iterator<Item = &Watch> {
        self.watch.iter().chain(&self.states)
    }

    /// Says that it shows that a check fails.
    pub fn show_check(&mut self, kind: AskedKind) {
        (self.version, self.check) = (FORMAT.version, Some(kind));
    }

    /// Prints it.
    pub fn print(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("replays have no keys but strings");
        format!("{text}\n")
    }
}

/// Reads a replay and checks every rule that does not depend on the program or the property.
///
/// # Errors
/// What is wrong with the text, with its place.
pub fn read(text: &str) -> Result<Replay, Vec<Diagnostic>> {
    let read = FORMAT.check(text).and_then(|_| FORMAT.decode(text));
    let replay: Replay = read.map_err(|diagnostic| vec![diagnostic])?;
    let findings = [
        check_version(&replay),
        check_program(&replay),
        check_memory(&replay),
        check_allocations(&replay),
        check_names(&replay),
    ];
    let offences: Vec<Diagnostic> = findings.into_iter().filter_map(Result::err).collect();
    if offences.is_empty() { Ok(replay) } else { Err(offences) }
}

fn refuse(path: &str, message: impl Into<String>) -> Result<(), Diagnostic> {
    let place = if path.is_empty() { Place::Whole } else { Place::Json(path.to_owned()) };
    Err(Diagnostic::error("replay-content", place, message.into()))
}

/// Version 1 does not know the property, and not what tells files from others; flags and a
/// harness are new in version 3.
fn check_version(replay: &Replay) -> Result<(), Diagnostic> {
    let (named, hashes) = (replay.property.is_some(), replay.program.sha256.len());
    match replay.version {
        1 if named || hashes > 0 => refuse("", "version 1 has no property and no sha256"),
        1 | 2 if replay.check.is_some() => refuse("check", "this is new in version 3"),
        2.. if !named || hashes != replay.program.files.len() => {
            refuse("", "a property or the sha256 of a file is missing")
        }
        1 | 2 if !replay.program.flags.is_empty() || replay.program.harness.is_some() => {
            refuse("", "only version 3 has flags and a harness")
        }
        _ => Ok(()),
    }
}

fn check_program(replay: &Replay) -> Result<(), Diagnostic> {
    let Program { files, flags, bits, harness, .. } = &replay.program;
    if let Some(own) = harness
        && !(own.file < files.len()
            && [&own.function, &own.entry].iter().all(|name| is_identifier(name)))
    {
        return refuse("program.harness", "its file or the name of a function is not one");
    }
    if !flags.is_empty() && flags.len() != files.len() {
        return refuse("program.flags", "there are not as many lists of flags as files");
    }
    match bits {
        32 | 64 => Ok(()),
        _ => refuse("program.bits", "neither 32 nor 64"),
    }
}

fn check_memory(replay: &Replay) -> Result<(), Diagnostic> {
    let locals = replay.locals.iter().map(|local| &local.name);
    let arrays = replay.arrays.iter().map(|array| &array.name);
    if let Some(name) = locals.chain(arrays).find(|name| !is_place(name)) {
        return refuse("", format!("{name:?} is not a variable in C or a part of one"));
    }
    if replay.arrays.iter().any(|array| !matches!(array.width, None | Some(1 | 2 | 4 | 8))) {
        return refuse("arrays", "the width of a cell is not 1, 2, 4 or 8");
    }
    Ok(())
}

fn check_allocations(replay: &Replay) -> Result<(), Diagnostic> {
    if !replay.allocations.is_sorted_by(|one, next| one.number < next.number) {
        return refuse("allocations", "the allocations are not in order");
    }
    for Allocation { number, function, bytes, .. } in &replay.allocations {
        if !ALLOCATING.contains(&&function[..]) || *number == 0 {
            let message = format!("{function:?} allocates nothing, or not call {number}");
            return refuse("allocations", message);
        }
        if bytes.values().any(|byte| !(0..256).contains(byte)) {
            return refuse("allocations", "what memory holds is not a byte");
        }
    }
    Ok(())
}

fn check_names(replay: &Replay) -> Result<(), Diagnostic> {
    let labels = replay.label.iter().map(|label| &label.name);
    let heads = replay.head.iter().filter_map(|head| head.label.as_ref());
    let watches = replay.watches().filter_map(|watch| watch.label.as_ref());
    let entered = replay.watches().filter_map(|watch| watch.function.as_ref());
    let mut names = labels.chain(heads).chain(watches).chain(entered);
    if let Some(name) = names.find(|name| !is_identifier(name)) {
        return refuse("", format!("{name:?} is not a name in C"));
    }
    match replay.watches().find(|watch| !is_condition(&watch.condition)) {
        Some(watch) => {
            let path = if replay.watch.is_some() { "watch.condition" } else { "states" };
            refuse(path, format!("{:?} is not a condition in C", watch.condition))
        }
        None => Ok(()),
    }
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<Replay>()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_false(truth: &bool) -> bool {
    !*truth
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_zero(byte: &u8) -> bool {
    *byte == 0
}

/// Whether a text names a variable in C or a part of one: `s.f`, `a[3]`.
pub fn is_place(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let is_index = |text: &str| text.strip_suffix(']').is_some_and(is_number);
    let mut members = text.split('.').map(|member| member.split('['));
    members.all(|mut parts| parts.next().is_some_and(is_identifier) && parts.all(is_index))
}

/// The variable of which a place is a part.
pub fn root(place: &str) -> &str {
    place.split(['.', '[']).next().unwrap_or_default()
}

/// Whether a text can be a condition in C, and cannot be more than one. It calls nothing: what a
/// function returned is a variable of the graph, and a call in C.
pub fn is_condition(text: &str) -> bool {
    let mut open = 0_usize;
    let balanced = text.chars().all(|c| match c {
        '(' | '[' => {
            open += 1;
            true
        }
        ')' | ']' => {
            open = open.wrapping_sub(1);
            open != usize::MAX
        }
        _ => c.is_ascii_alphanumeric() || " _$.+-*/%<>=!&|^~?:,".contains(c),
    });
    let comment = ["//", "/*"].iter().any(|comment| text.contains(comment));
    balanced && open == 0 && !comment && !has_call(text)
}

/// Whether parentheses in a text with balanced brackets may be those of a call: they follow a name,
/// or others that have more than the words of a type.
fn has_call(text: &str) -> bool {
    let is_type = |c: char| c.is_ascii_alphanumeric() || "_ *".contains(c);
    text.match_indices('(').any(|(at, _)| {
        let before = text[..at].trim_end();
        let Some(inside) = before.strip_suffix(')') else {
            return before.ends_with(|c: char| is_of_name(c) || c == ']');
        };
        let inside = inside.rsplit('(').next().unwrap_or_default();
        let cast = inside.split_whitespace().next().is_some_and(|word| TYPES.contains(&word));
        !(cast && inside.chars().all(is_type))
    })
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

/// Words that types of casts begin with.
const TYPES: [&str; 9] =
    ["int", "char", "short", "long", "unsigned", "signed", "_Bool", "void", "const"];

#[cfg(test)]
mod tests {
    use super::is_condition;

    #[test]
    fn conditions_call_nothing() {
        for text in
            ["f() == 2", "x + f (1)", "(f)(1)", "(*f)(1)", "a[1](2)", "abs(x)", "(x)(int)(1)"]
        {
            assert!(!is_condition(text), "{text}");
        }
        for text in
            ["!((x < 5))", "(int)(x + 1) > (y)", "(unsigned long)(p) == 0", "(!(a) == !(b))"]
        {
            assert!(is_condition(text), "{text}");
        }
    }
}
