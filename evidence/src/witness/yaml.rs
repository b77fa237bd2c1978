//! Witnesses in YAML, version 2.0 of the format.

use belnap_cli::ToolError;
use serde::Serialize;
use serde_saphyr::ser_options;

use super::invariants::LoopInvariant;
use super::sources::SourcePlace;
use super::task::{Stamp, Task};
use super::violation::{Choice, Violation};
use super::{Content, PRODUCER, VERSION};

#[derive(Serialize)]
struct Entry<'a> {
    entry_type: &'static str,
    metadata: Metadata<'a>,
    content: Vec<Item>,
}

#[derive(Serialize)]
struct Metadata<'a> {
    format_version: &'static str,
    uuid: String,
    creation_time: &'a str,
    producer: Producer,
    task: &'a Task,
}

#[derive(Serialize)]
struct Producer {
    name: &'static str,
    version: &'static str,
}

/// A part of the content: an invariant or a segment.
#[derive(Serialize)]
struct Item {
    #[serde(skip_serializing_if = "Option::is_none")]
    invariant: Option<Invariant>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment: Option<[Waypoints; 1]>,
}

#[derive(Serialize)]
struct Invariant {
    r#type: &'static str,
    location: Location,
    value: String,
    format: &'static str,
}

#[derive(Serialize)]
struct Waypoints {
    waypoint: Waypoint,
}

#[derive(Serialize)]
struct Waypoint {
    r#type: &'static str,
    action: &'static str,
    location: Location,
    #[serde(skip_serializing_if = "Option::is_none")]
    constraint: Option<Constraint>,
}

#[derive(Serialize)]
struct Constraint {
    value: String,
    format: &'static str,
}

#[derive(Serialize)]
struct Location {
    file_name: String,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<String>,
}

/// The witness as a file.
///
/// # Errors
/// If the witness cannot be written as YAML.
pub fn text(task: &Task, stamp: &Stamp, content: &Content) -> Result<String, ToolError> {
    let writer = Writer { task };
    let (entry_type, content): (_, Vec<Item>) = match content {
        Content::Invariants(all) => {
            ("invariant_set", all.iter().map(|one| writer.invariant(one)).collect())
        }
        Content::Violation(violation) => ("violation_sequence", writer.segments(violation)),
    };
    let metadata = Metadata {
        format_version: "2.0",
        uuid: stamp.uuid(task, entry_type, &write_value(&content)?),
        creation_time: &stamp.time,
        producer: Producer { name: PRODUCER, version: VERSION },
        task,
    };
    write_value(&[Entry { entry_type, metadata, content }])
}

fn write_value(value: &impl Serialize) -> Result<String, ToolError> {
    serde_saphyr::to_string_with_options(value, ser_options! { quote_all: true })
        .map_err(|error| ToolError::Internal(format!("a witness cannot be written: {error}")))
}

struct Writer<'a> {
    task: &'a Task,
}

impl Writer<'_> {
    fn location(&self, place: SourcePlace, function: Option<&String>) -> Location {
        Location {
            file_name: self.task.input_files[place.file].clone(),
            line: place.line,
            column: place.column,
            function: function.cloned(),
        }
    }

    fn invariant(&self, one: &LoopInvariant) -> Item {
        let invariant = Invariant {
            r#type: "loop_invariant",
            location: self.location(one.place, Some(&one.function)),
            value: one.value.clone(),
            format: "c_expression",
        };
        Item { invariant: Some(invariant), segment: None }
    }

    fn segments(&self, violation: &Violation) -> Vec<Item> {
        let follow = |r#type, place, function, constraint| {
            let location = self.location(place, function);
            let waypoint = Waypoint { r#type, action: "follow", location, constraint };
            Item { invariant: None, segment: Some([Waypoints { waypoint }]) }
        };
        let chosen = violation.waypoints.iter().map(|waypoint| {
            let (r#type, value, format) = match &waypoint.choice {
                Choice::Returned { value, .. } => {
                    ("function_return", format!("\\result == {value}"), "acsl_expression")
                }
                Choice::Variable { condition, .. } => {
                    ("assumption", condition.clone(), "c_expression")
                }
            };
            let constraint = Constraint { value, format };
            follow(r#type, waypoint.place, waypoint.function.as_ref(), Some(constraint))
        });
        let target = follow("target", violation.target, Some(&violation.function), None);
        chosen.chain([target]).collect()
    }
}
