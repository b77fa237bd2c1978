//! The files of the last round of `belnap verify-system`, and a Makefile that makes them again with
//! the executables of the stages.

use std::fmt::Write as _;
use std::path::Path;

use belnap_checker::commands::{bp2kripke, check};
use belnap_checker::run::{RunOptions, add_operators, check_all};
use belnap_cli::ToolError;
use belnap_cli::io::write_output;
use belnap_engine::component::{Component, Program};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::property::print_stated;
use belnap_formats::{boolprog, predicates, relation};
use belnap_ir::kripke::Kripke;
use belnap_ir::linear::Stated;
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_ir::property::Property;

use belnap_systems::commands::quotient::relation_of;
use belnap_systems::commands::{compose, quotient, restrict, structure_text};
use belnap_systems::refinement::Outcome;
use belnap_systems::refinement::member::Member;

use super::load::{Kind, Loaded};
use crate::verify::makefile::quote;

/// Writes the files.
///
/// # Errors
/// If a file cannot be written, or the result cannot be made again.
pub fn save(
    folder: &str,
    loaded: &Loaded,
    property: &OperatorProperty,
    outcome: &Outcome<Component>,
) -> Result<(), ToolError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| ToolError::io(folder, "cannot make the folder", &error))?;
    let write = |name: &str, text: &str| {
        let path = Path::new(folder).join(name).to_string_lossy().into_owned();
        write_output(Some(&path), text)
    };
    let mut alone = Vec::new();
    for (component, member) in loaded.components.iter().zip(&outcome.members) {
        let name = &component.stated.name;
        let own = member.lumped().component().clone();
        let text = match (&component.kind, member) {
            (Kind::Model { model, .. }, Component::Listed(_)) => {
                write(&format!("{name}.input"), &model.text)?;
                structure_text(compose::NAME, &[&model.text], own)
            }
            (Kind::Program { graph, .. }, Component::Program(program)) => {
                write(&format!("{name}.cfg.json"), graph)?;
                write(&format!("{name}.preds"), &predicates::print(program.predicates()))?;
                let text = boolprog::print(program.boolean_program());
                write(&format!("{name}.bp"), &text)?;
                let listing = Kripke::Explicit(program.listing().clone());
                let listed = bp2kripke::artefact_text(&text, listing);
                write(&format!("{name}.listed.kripke.json"), &listed)?;
                structure_text(compose::NAME, &[&listed], own)
            }
            _ => continue,
        };
        write(&format!("{name}.kripke.json"), &text)?;
        alone.push(text);
    }
    let mut abstractions = Vec::new();
    for ((component, member), text) in loaded.components.iter().zip(&outcome.members).zip(&alone) {
        let name = &component.stated.name;
        let own = member.lumped();
        let possible = match own.restricted() {
            None => text.clone(),
            Some(restricted) => {
                let texts: Vec<&str> =
                    std::iter::once(text).chain(&alone).map(String::as_str).collect();
                let possible = structure_text(restrict::NAME, &texts, restricted.structure.clone());
                write(&format!("{name}.possible.kripke.json"), &possible)?;
                possible
            }
        };
        let content = relation_of(own.partition(), own.possible(), own.abstraction());
        let header = Header::of_tool(quotient::NAME, &[&possible]);
        let map = relation::print(&Artefact { header, content });
        write(&format!("{name}.relation.json"), &map)?;
        let coarse = structure_text(quotient::NAME, &[&possible, &map], own.abstraction().clone());
        write(&format!("{name}.abstract.kripke.json"), &coarse)?;
        abstractions.push(coarse);
    }
    if let Some(only) = &outcome.only {
        write("system.states", &(only.join("\n") + "\n"))?;
    }
    let texts: Vec<&str> = abstractions.iter().map(String::as_str).collect();
    let system = structure_text(compose::NAME, &texts, outcome.product.clone());
    write("system.kripke.json", &system)?;
    let stated = match property.applications.is_empty() {
        true => Stated::Branching(Property {
            name: property.name.clone(),
            formula: property.formula.clone(),
        }),
        false => Stated::Operators(property.clone()),
    };
    let asked = print_stated(std::slice::from_ref(&stated));
    write("property.ctl", &asked)?;
    write("system.result.json", &result(&system, &asked, stated, loaded.paths, outcome)?)?;
    write("Makefile", &makefile(loaded, outcome))
}

fn result(
    system: &str,
    asked: &str,
    stated: Stated,
    paths: Paths,
    outcome: &Outcome<Component>,
) -> Result<String, ToolError> {
    let kripke = Kripke::Explicit(outcome.product.clone());
    let options = RunOptions { paths, ..RunOptions::default() };
    let wrong = |error: belnap_checker::run::RunError| ToolError::Internal(error.to_string());
    let mut content = match &stated {
        Stated::Branching(property) => {
            check_all(&kripke, std::slice::from_ref(property), &options, None).map_err(wrong)?
        }
        _ => check_all(&kripke, &[], &options, None).map_err(wrong)?,
    };
    if let Stated::Operators(property) = &stated {
        let properties = std::slice::from_ref(property);
        add_operators(&mut content, &kripke, properties, &options).map_err(wrong)?;
    }
    content.timing = None;
    Ok(check::artefact_text(&[system, asked], content))
}

/// How to make the files again from the components and the classes of their states.
fn makefile(loaded: &Loaded, outcome: &Outcome<Component>) -> String {
    let members = &outcome.members;
    let names: Vec<&str> =
        loaded.components.iter().map(|component| component.stated.name.as_str()).collect();
    let abstractions: Vec<String> =
        names.iter().map(|name| format!("{name}.abstract.kripke.json")).collect();
    let abstractions = abstractions.join(" ");
    let paths = match loaded.paths {
        Paths::Maximal => "maximal",
        Paths::Infinite => "infinite",
    };
    let mut out = String::from("# Makes the result again, stage by stage.\n");
    if loaded.components.iter().any(|component| component.source().is_some()) {
        out.push_str("# Programs are named as they were from ROOT.\nROOT ?= .\n");
    }
    let _ = writeln!(out, "all: system.result.json\n");
    for (component, member) in loaded.components.iter().zip(members) {
        let name = &component.stated.name;
        let alphabet = |actions: &[String]| match actions {
            [] => String::new(),
            some => format!(" --alphabet {}", quote(&format!("{name}={}", some.join(",")))),
        };
        match &component.kind {
            Kind::Model { .. } => {
                let alphabet = alphabet(&component.stated.alphabet);
                let _ = writeln!(out, "{name}.kripke.json: {name}.input");
                let _ = writeln!(out, "\tbelnap-compose {name}=$<{alphabet} -o $@\n");
            }
            Kind::Program { source, arguments, .. } => {
                let actions = quote(&format!("{}:{name}", loaded.file));
                let arguments: Vec<String> = arguments.iter().map(|word| quote(word)).collect();
                let _ = writeln!(out, "{name}.cfg.json:");
                let _ = writeln!(
                    out,
                    "\tcd $(ROOT) && belnap-c2cfg --actions {actions} {} -o $(CURDIR)/$@\n",
                    arguments.join(" ")
                );
                let _ = writeln!(out, "{name}.bp: {name}.cfg.json {name}.preds");
                let _ = writeln!(out, "\tbelnap-cfg2bp {name}.cfg.json {name}.preds -o $@\n");
                let _ = writeln!(out, "{name}.listed.kripke.json: {name}.bp");
                let kept = member.program().into_iter().flat_map(Program::kept);
                let kept: String = kept.map(|own| format!(" --live-but {}", quote(own))).collect();
                let kept = if kept.is_empty() { " --live-but ''".to_owned() } else { kept };
                let _ = writeln!(out, "\tbelnap-bp2kripke --explicit{kept} $< -o $@\n");
                let alphabet = alphabet(&source.alphabet);
                let _ = writeln!(out, "{name}.kripke.json: {name}.listed.kripke.json");
                let _ = writeln!(out, "\tbelnap-compose {name}=$<{alphabet} -o $@\n");
            }
        }
    }
    for (name, member) in names.iter().zip(members) {
        let whole = match member.lumped().restricted() {
            None => format!("{name}.kripke.json"),
            Some(_) => {
                let all: Vec<String> =
                    names.iter().map(|name| format!("{name}.kripke.json")).collect();
                let _ = writeln!(out, "{name}.possible.kripke.json: {}", all.join(" "));
                let command =
                    format!("belnap restrict {name}.kripke.json --among {}", all.join(" "));
                let _ = writeln!(out, "\t{command} -o $@\n");
                format!("{name}.possible.kripke.json")
            }
        };
        let _ = writeln!(out, "{name}.abstract.kripke.json: {whole} {name}.relation.json");
        let command = format!("belnap quotient {whole} --map {name}.relation.json");
        let _ = writeln!(out, "\t{command} -o $@\n");
    }
    let (file, only) = match &outcome.only {
        None => ("", ""),
        Some(_) => (" system.states", " --only system.states"),
    };
    let _ = writeln!(out, "system.kripke.json: {abstractions}{file}");
    let _ = writeln!(out, "\tbelnap-compose {abstractions}{only} -o $@\n");
    let _ = writeln!(out, "system.result.json: system.kripke.json property.ctl");
    let _ = writeln!(
        out,
        "\tbelnap-check system.kripke.json property.ctl --paths {paths} --no-timing -o $@"
    );
    out
}
