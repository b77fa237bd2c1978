//! Replays as files: what to compile, and the inputs in order.

use std::collections::BTreeMap;

use belnap_cli::ToolError;
use belnap_formats::property;
use belnap_ir::property::Formula;
use serde::{Deserialize, Serialize};

use super::claim::Claim;
use super::harness::ALLOCATING;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum FormatTag {
    #[serde(rename = "belnap.replay")]
    Replay,
}

/// An execution of a C program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    format: FormatTag,
    version: u32,
    /// The property that the execution is about; not known in files of version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
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
    /// A label that is reached; none if a failing assertion or an error function is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// A condition that is true somewhere, where it should never be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch: Option<Watch>,
    /// The head of a loop that is run for some rounds, where the execution is endless.
    #[serde(default, rename = "loop", skip_serializing_if = "Option::is_none")]
    pub head: Option<Head>,
}

/// What to compile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
}

/// A value that the program asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The value.
    #[serde(with = "number")]
    pub value: i128,
    /// Where it is asked for, for people.
    pub place: String,
}

/// A local variable that is not initialised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    pub values: Vec<i128>,
}

/// A local array that is not initialised, or other memory of a local variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    pub cells: BTreeMap<u64, i128>,
}

/// Memory that a call of an allocating function gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    pub bytes: BTreeMap<u64, i128>,
}

/// A label in the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// The newest version of the format.
const VERSION: u32 = 2;

impl Replay {
    /// A replay that needs nothing.
    pub fn new(program: Program, property: &Formula) -> Self {
        Replay {
            format: FormatTag::Replay,
            version: VERSION,
            property: Some(property::print(property)),
            program,
            arguments: 0,
            inputs: Vec::new(),
            locals: Vec::new(),
            arrays: Vec::new(),
            allocations: Vec::new(),
            fill: 0,
            ends: false,
            label: None,
            watch: None,
            head: None,
        }
    }

    /// Reads a replay.
    pub fn read(file: &str, text: &str) -> Result<Replay, ToolError> {
        let refused = |message: String| ToolError::unusable(file, message);
        let replay: Replay =
            serde_json::from_str(text).map_err(|error| refused(error.to_string()))?;
        let (named, hashes) = (replay.property.is_some(), replay.program.sha256.len());
        match replay.version {
            1 if !named && hashes == 0 => {}
            1 => return Err(refused("version 1 has no property and no sha256".to_owned())),
            VERSION if named && hashes == replay.program.files.len() => {}
            VERSION => {
                return Err(refused("a property or the sha256 of a file is missing".to_owned()));
            }
            other => {
                let known = format!("this program reads versions 1 to {VERSION}, not {other}");
                return Err(refused(known));
            }
        }
        if !matches!(replay.program.bits, 32 | 64) {
            return Err(refused("program.bits is neither 32 nor 64".to_owned()));
        }
        let locals = replay.locals.iter().map(|local| &local.name);
        let arrays = replay.arrays.iter().map(|array| &array.name);
        let mut places = locals.chain(arrays);
        if let Some(name) = places.find(|name| !is_place(name)) {
            return Err(refused(format!("{name:?} is not a variable in C or a part of one")));
        }
        if replay.arrays.iter().any(|array| !matches!(array.width, None | Some(1 | 2 | 4 | 8))) {
            return Err(refused("the width of a cell is not 1, 2, 4 or 8".to_owned()));
        }
        if !replay.allocations.is_sorted_by(|one, next| one.number < next.number) {
            return Err(refused("the allocations are not in order".to_owned()));
        }
        for allocation in &replay.allocations {
            if !ALLOCATING.contains(&&allocation.function[..]) || allocation.number == 0 {
                let (number, function) = (allocation.number, &allocation.function);
                return Err(refused(format!(
                    "{function:?} allocates nothing, or not call {number}"
                )));
            }
            if allocation.bytes.values().any(|byte| !(0..256).contains(byte)) {
                return Err(refused("what memory holds is not a byte".to_owned()));
            }
        }
        let labels = replay.label.iter().map(|label| &label.name);
        let heads = replay.head.iter().filter_map(|head| head.label.as_ref());
        let watches = replay.watch.iter().filter_map(|watch| watch.label.as_ref());
        let entered = replay.watch.iter().filter_map(|watch| watch.function.as_ref());
        let mut names = labels.chain(heads).chain(watches).chain(entered);
        if let Some(name) = names.find(|name| !is_identifier(name)) {
            return Err(refused(format!("{name:?} is not a name in C")));
        }
        if let Some(watch) = replay.watch.iter().find(|watch| !is_condition(&watch.condition)) {
            return Err(refused(format!("{:?} is not a condition in C", watch.condition)));
        }
        Claim::of(&replay).map_err(refused)?;
        Ok(replay)
    }

    /// Prints it.
    pub fn print(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("replays have no keys but strings");
        format!("{text}\n")
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_false(truth: &bool) -> bool {
    !*truth
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
const fn is_zero(byte: &u8) -> bool {
    *byte == 0
}

/// Whether a text is a name in C.
pub fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
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

/// Whether parentheses in a text with balanced brackets may be those of a call: they follow a name, or
/// others that have more than the words of a type.
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

/// Numbers as text: JSON's are too small for some.
mod number {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| de::Error::custom(format!("{text:?} is not a number")))
    }
}

mod numbers {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(values: &[i128], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(ToString::to_string))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i128>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let parse = |text: &String| {
            text.parse().map_err(|_| de::Error::custom(format!("{text:?} is not a number")))
        };
        texts.iter().map(parse).collect()
    }
}

mod numbered {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(
        cells: &BTreeMap<u64, i128>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(cells.iter().map(|(index, value)| (index, value.to_string())))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<u64, i128>, D::Error> {
        let texts = BTreeMap::<u64, String>::deserialize(deserializer)?;
        let parse = |(index, text): (u64, String)| match text.parse() {
            Ok(value) => Ok((index, value)),
            Err(_) => Err(de::Error::custom(format!("{text:?} is not a number"))),
        };
        texts.into_iter().map(parse).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Replay, is_condition};

    fn refused(text: &str) -> String {
        match Replay::read("file", text) {
            Err(error) => error.message("belnap"),
            Ok(_) => panic!("it is read"),
        }
    }

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

    #[test]
    fn every_version_is_read_and_later_ones_are_refused() {
        let first = "{\"format\": \"belnap.replay\", \"version\": 1, \"program\": {\"files\": \
                     [\"prog.c\"], \"bits\": 64}, \"arguments\": 0, \"inputs\": [], \"locals\": [], \
                     \"watch\": {\"file\": \"prog.c\", \"line\": 3, \"condition\": \"x < 5\"}}";
        assert!(Replay::read("file", first).is_ok_and(|replay| replay.property.is_none()));
        let later = |version: &str| first.replace("\"version\": 1", version);
        let message = refused(&later("\"version\": 3"));
        assert!(message.contains("reads versions 1 to 2, not 3"), "{message}");
        assert!(refused(&later("\"version\": 2")).contains("is missing"));
        let named = "\"version\": 1, \"property\": \"AG !failed\"";
        assert!(refused(&later(named)).contains("version 1 has no property"));
    }

    #[test]
    fn the_page_has_an_example_that_can_be_read() {
        let page = include_str!("../../../formats/spec/replay.md");
        let (_, rest) = page.split_once("```json\n").expect("an example");
        let (example, _) = rest.split_once("```").expect("its end");
        let replay = Replay::read("replay.md", example).unwrap_or_else(|_| panic!("readable"));
        let again = Replay::read("again", &replay.print()).unwrap_or_else(|_| panic!("readable"));
        assert_eq!(again, replay);
        assert_eq!((replay.inputs[0].value, replay.locals[0].values[0]), (2, 7));
    }
}
