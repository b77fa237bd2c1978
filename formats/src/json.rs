//! What the JSON formats share: the header check and decoding with pointed messages.

use belnap_ir::diagnostic::{Diagnostic, Place};
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::error::Category;

use crate::detect::{self, ArtefactKind};
use crate::header::{Artefact, Header};
use crate::layout::{WIDTH, layout};

/// A JSON format: its name, its newest version, and the rules of its header.
pub(crate) struct Format {
    /// The value of the `format` field.
    pub name: &'static str,
    /// What an artefact of this format is called.
    pub noun: &'static str,
    /// The newest version this program reads and the one it writes.
    pub version: u32,
    /// The rule that a file is of this format.
    pub format_rule: &'static str,
    /// The rule that a file has a version this program knows.
    pub version_rule: &'static str,
    /// The rule that fields are known, present and of the right type.
    pub field_rule: &'static str,
}

/// The fields that say how to read the others.
#[derive(Deserialize)]
pub(crate) struct Preamble {
    /// The name of the format.
    pub format: Option<Value>,
    /// Its version.
    pub version: Option<Value>,
    /// The kind of structure, where a format has several.
    pub kind: Option<Value>,
}

/// Reads the fields that say how to read the others, from any JSON object.
pub(crate) fn preamble(text: &str) -> Result<Preamble, Diagnostic> {
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|error| syntax_error(text, &error));
    }
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => Ok(Preamble { format: None, version: None, kind: None }),
        Err(error) => Err(syntax_error(text, &error)),
    }
}

/// An artefact as it is written: its fields as JSON, in lines of this width.
pub(crate) fn text_of<T: Serialize>(wire: &T, width: usize) -> String {
    layout(&serde_json::to_string(wire).expect("artefacts have no keys but strings"), width)
}

/// The JSON Schema of a format, whose files are read into `T`.
pub(crate) fn schema_text<T: JsonSchema>() -> String {
    text_of(&schemars::schema_for!(T), WIDTH)
}

impl Format {
    /// Checks that `text` is JSON, of this format, and of a version this program reads.
    ///
    /// # Errors
    /// If it is not, with the place.
    pub fn check(&self, text: &str) -> Result<Preamble, Diagnostic> {
        let preamble = preamble(text).map_err(|diagnostic| match detect::detect(text) {
            Ok(kind @ (ArtefactKind::BoolProgram | ArtefactKind::Predicates)) => {
                diagnostic.note(format!("this looks like {kind}"))
            }
            _ => diagnostic,
        })?;
        self.check_format(preamble.format.as_ref())?;
        self.check_version(preamble.version.as_ref())?;
        Ok(preamble)
    }

    fn check_format(&self, found: Option<&Value>) -> Result<(), Diagnostic> {
        let refuse = |message: String| {
            Err(Diagnostic::error(self.format_rule, Place::Json("format".into()), message))
        };
        match found {
            Some(Value::String(name)) if name == self.name => Ok(()),
            Some(Value::String(name)) => match detect::kind_of_format(name) {
                Some(kind) => refuse(format!("this is {kind}, not {}", self.noun)),
                None => refuse(format!("'{name}' is not a format this program knows")),
            },
            Some(_) => refuse("the format must be a string".to_owned()),
            None => Err(Diagnostic::error(
                self.format_rule,
                Place::Whole,
                format!("this is JSON, but not {}", self.noun),
            )
            .note(format!(
                "such a file is an object that starts with \"format\": \"{}\"",
                self.name
            ))),
        }
    }

    fn check_version(&self, found: Option<&Value>) -> Result<(), Diagnostic> {
        let (place, message) = match found {
            None => (Place::Whole, "there is no version".to_owned()),
            Some(value) => {
                let place = Place::Json("version".into());
                match value.as_u64() {
                    Some(version) if version > u64::from(self.version) => (
                        place,
                        format!(
                            "this is version {version}; this program reads up to {}",
                            self.version
                        ),
                    ),
                    Some(version) if version > 0 => return Ok(()),
                    _ => (place, format!("{value} is not a version")),
                }
            }
        };
        Err(Diagnostic::error(self.version_rule, place, message)
            .note(format!("the current version is \"version\": {}", self.version)))
    }

    /// Checks the header and decodes the whole file.
    ///
    /// # Errors
    /// If the header or a field is wrong, with the place.
    pub fn read<'de, T: Deserialize<'de>>(&self, text: &'de str) -> Result<T, Vec<Diagnostic>> {
        let decoded = self.check(text).and_then(|_| self.decode(text));
        decoded.map_err(|diagnostic| vec![diagnostic])
    }

    /// Reads an artefact: `parts` takes header and content from the fields of the file, `validate`
    /// knows the rules of the content.
    ///
    /// # Errors
    /// Every rule that the text breaks, with its place.
    pub fn read_artefact<'de, W: Deserialize<'de>, T>(
        &self,
        text: &'de str,
        parts: impl FnOnce(W) -> (Header, T),
        validate: impl FnOnce(&T) -> Vec<Diagnostic>,
    ) -> Result<Artefact<T>, Vec<Diagnostic>> {
        let (header, content) = parts(self.read(text)?);
        Artefact { header, content }.validate_content(validate)
    }

    /// Decodes the whole file.
    ///
    /// # Errors
    /// If a field is wrong, with the place.
    pub fn decode<'de, T: Deserialize<'de>>(&self, text: &'de str) -> Result<T, Diagnostic> {
        serde_json::from_str(text).map_err(|error| self.field_error::<T>(text, error))
    }

    /// Keeping track of the path is slow and needed only to say where something is wrong, so the
    /// text is decoded again for that.
    fn field_error<'de, T: Deserialize<'de>>(
        &self,
        text: &'de str,
        error: serde_json::Error,
    ) -> Diagnostic {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let Err(traced) = serde_path_to_error::deserialize::<_, T>(&mut deserializer) else {
            return syntax_error(text, &error);
        };
        if traced.inner().classify() != Category::Data {
            return syntax_error(text, &error);
        }
        let path = traced.path().to_string();
        let place = if path == "." { Place::Whole } else { Place::Json(path) };
        let (line, column) = position(text, &error);
        Diagnostic::error(self.field_rule, place, message(&error))
            .note(format!("line {line}, column {column}"))
    }
}

fn syntax_error(text: &str, error: &serde_json::Error) -> Diagnostic {
    if text.trim().is_empty() {
        return Diagnostic::error("json-syntax", Place::Whole, "the file is empty");
    }
    let (line, column) = position(text, error);
    let what = match error.classify() {
        Category::Eof => {
            "the file ends in the middle of a JSON value; was it cut short?".to_owned()
        }
        _ if message(error) == "recursion limit exceeded" => {
            "arrays or objects are nested too deeply: no artefact is nested more than 127 deep"
                .to_owned()
        }
        _ => format!("this is not JSON: {}", message(error)),
    };
    Diagnostic::error("json-syntax", Place::LineColumn(line, column), what)
}

/// The message without the place that serde_json appends.
fn message(error: &serde_json::Error) -> String {
    let full = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    full.strip_suffix(&place).unwrap_or(&full).to_owned()
}

/// Line and column from 1, the column in characters; serde_json counts bytes.
fn position(text: &str, error: &serde_json::Error) -> (usize, usize) {
    let number = error.line().max(1);
    let line = text.split('\n').nth(number - 1).unwrap_or("");
    let before = error.column().saturating_sub(1).min(line.len());
    let before = line.floor_char_boundary(before);
    (number, 1 + line[..before].chars().count())
}
