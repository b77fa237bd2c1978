//! Witnesses as automata in GraphML, version 1.0 of the format.
//!
//! A correctness witness has a node for each invariant, entered with the head of its loop and left
//! with the next step. A violation witness is a line of nodes.

use std::io;

use belnap_cli::ToolError;
use belnap_ir::cfg::DataModel;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::invariants::LoopInvariant;
use super::task::{Stamp, Task};
use super::violation::{Choice, Violation};
use super::{Content, PRODUCER, VERSION};

/// What is said of what, and its type.
const KEYS: &[(&str, &str, &str)] = &[
    ("witness-type", "graph", "string"),
    ("sourcecodelang", "graph", "string"),
    ("producer", "graph", "string"),
    ("specification", "graph", "string"),
    ("programfile", "graph", "string"),
    ("programhash", "graph", "string"),
    ("architecture", "graph", "string"),
    ("creationtime", "graph", "string"),
    ("entry", "node", "boolean"),
    ("violation", "node", "boolean"),
    ("invariant", "node", "string"),
    ("invariant.scope", "node", "string"),
    ("startline", "edge", "int"),
    ("enterLoopHead", "edge", "boolean"),
    ("assumption", "edge", "string"),
    ("assumption.scope", "edge", "string"),
    ("assumption.resultfunction", "edge", "string"),
];

type Data<'a> = Vec<(&'a str, String)>;

/// The witness as a file, about the first file of the task.
///
/// # Errors
/// If the witness cannot be written as XML.
pub fn text(task: &Task, stamp: &Stamp, content: &Content) -> Result<String, ToolError> {
    let failed = |error: &dyn std::fmt::Display| {
        ToolError::Internal(format!("a witness cannot be written: {error}"))
    };
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    document(&mut writer, task, stamp, content).map_err(|error| failed(&error))?;
    let text = String::from_utf8(writer.into_inner()).map_err(|error| failed(&error))?;
    Ok(text + "\n")
}

fn document(
    writer: &mut Writer<Vec<u8>>,
    task: &Task,
    stamp: &Stamp,
    content: &Content,
) -> io::Result<()> {
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let graphml = writer.create_element("graphml").with_attributes([
        ("xmlns", "http://graphml.graphdrawing.org/xmlns"),
        ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
    ]);
    graphml.write_inner_content(|writer| {
        for (id, of, ty) in KEYS {
            let attributes = [("id", *id), ("for", of), ("attr.name", id), ("attr.type", ty)];
            writer.create_element("key").with_attributes(attributes).write_empty()?;
        }
        let graph = writer.create_element("graph").with_attribute(("edgedefault", "directed"));
        graph.write_inner_content(|writer| {
            data(writer, &about(task, stamp, content))?;
            match content {
                Content::Invariants(all) => correctness(writer, all),
                Content::Violation(violation) => line(writer, violation),
            }
        })?;
        Ok(())
    })?;
    Ok(())
}

fn about<'a>(task: &Task, stamp: &Stamp, content: &Content) -> Data<'a> {
    let kind = match content {
        Content::Invariants(_) => "correctness_witness",
        Content::Violation(_) => "violation_witness",
    };
    let architecture = if task.data_model == DataModel::ILP32 { "32bit" } else { "64bit" };
    let (file, hash) = task.input_file_hashes.first().map_or(("", ""), |(file, hash)| (file, hash));
    vec![
        ("witness-type", kind.to_owned()),
        ("sourcecodelang", task.language.to_owned()),
        ("producer", format!("{PRODUCER} {VERSION}")),
        ("specification", task.specification.clone()),
        ("programfile", file.to_owned()),
        ("programhash", hash.to_owned()),
        ("architecture", architecture.to_owned()),
        ("creationtime", stamp.time.clone()),
    ]
}

fn correctness(writer: &mut Writer<Vec<u8>>, all: &[LoopInvariant]) -> io::Result<()> {
    node(writer, 0, vec![("entry", "true".to_owned())])?;
    for (number, one) in (1..).zip(all) {
        let said =
            vec![("invariant", one.value.clone()), ("invariant.scope", one.function.clone())];
        node(writer, number, said)?;
    }
    for from in 0..=all.len() {
        for (to, one) in (1..).zip(all).filter(|(to, _)| *to != from) {
            let enters = ("enterLoopHead", "true".to_owned());
            edge(writer, from, to, vec![("startline", one.place.line.to_string()), enters])?;
        }
        if from > 0 {
            edge(writer, from, 0, Vec::new())?;
        }
    }
    Ok(())
}

fn line(writer: &mut Writer<Vec<u8>>, violation: &Violation) -> io::Result<()> {
    let last = violation.steps.len() + 1;
    for number in 0..=last {
        let said = match number {
            0 => vec![("entry", "true".to_owned())],
            _ if number == last => vec![("violation", "true".to_owned())],
            _ => Vec::new(),
        };
        node(writer, number, said)?;
    }
    for (from, step) in violation.steps.iter().enumerate() {
        let mut said = vec![("startline", step.place.line.to_string())];
        match &step.choice {
            Some(Choice::Returned { function, value }) => {
                said.push(("assumption", format!("\\result == {value};")));
                said.push(("assumption.resultfunction", function.clone()));
            }
            Some(Choice::Variable { condition, function }) => {
                said.push(("assumption", format!("{condition};")));
                said.push(("assumption.scope", function.clone()));
            }
            None => {}
        }
        edge(writer, from, from + 1, said)?;
    }
    edge(writer, last - 1, last, vec![("startline", violation.target.line.to_string())])
}

fn node(writer: &mut Writer<Vec<u8>>, number: usize, said: Data<'_>) -> io::Result<()> {
    let name = format!("q{number}");
    let node = writer.create_element("node").with_attribute(("id", name.as_str()));
    with_data(node, &said)
}

fn edge(writer: &mut Writer<Vec<u8>>, from: usize, to: usize, said: Data<'_>) -> io::Result<()> {
    let (from, to) = (format!("q{from}"), format!("q{to}"));
    let ends = [("source", from.as_str()), ("target", to.as_str())];
    with_data(writer.create_element("edge").with_attributes(ends), &said)
}

fn with_data(
    element: quick_xml::writer::ElementWriter<'_, Vec<u8>>,
    said: &Data<'_>,
) -> io::Result<()> {
    if said.is_empty() {
        element.write_empty()?;
    } else {
        element.write_inner_content(|writer| data(writer, said))?;
    }
    Ok(())
}

fn data(writer: &mut Writer<Vec<u8>>, said: &Data<'_>) -> io::Result<()> {
    for (key, value) in said {
        let element = writer.create_element("data").with_attribute(("key", *key));
        element.write_text_content(BytesText::new(value))?;
    }
    Ok(())
}
