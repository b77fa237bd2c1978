//! Witnesses, written and read by the executable: their structure is that of SV-COMP's formats,
//! their places exist, and the same run makes the same bytes.

use std::fs;
use std::path::{Path, PathBuf};

use belnap_formats::header::sha256;
use belnap_test_support::process::{self, Run};
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;

use crate::support::{BELNAP, Folder};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs in the source tree, at a time that is always the same.
fn belnap(arguments: &[&str]) -> Run {
    let mut command = process::command(BELNAP, &[&["verify"], arguments].concat());
    process::run(command.current_dir(root()).env("SOURCE_DATE_EPOCH", "1000000000"))
}

/// A program's witnesses.
struct Witness {
    folder: Folder,
    program: String,
    yaml: String,
    graphml: String,
}

impl Witness {
    fn of(program: &str, options: &[&str], code: i32) -> Self {
        let folder = Folder::new();
        let file = |name: &str| folder.path(name).display().to_string();
        let (yaml, graphml) = (file("w.yml"), file("w.graphml"));
        let mut arguments = vec![program, "--witness-yaml", &yaml, "--witness-graphml", &graphml];
        arguments.extend(options);
        let output = belnap(&arguments);
        assert_eq!(output.code, code, "{}", output.stderr);
        let read = |file: &str| fs::read_to_string(file).expect("written");
        let (yaml, graphml) = (read(&yaml), read(&graphml));
        Witness { folder, program: program.to_owned(), yaml, graphml }
    }

    fn file(&self) -> String {
        self.folder.path("w.yml").display().to_string()
    }

    /// The only entry, whose head is as the format wants it.
    fn entry(&self, kind: &str) -> Value {
        let mut entries: Vec<Value> = serde_saphyr::from_str(&self.yaml).expect("YAML");
        assert_eq!(entries.len(), 1);
        let entry = entries.remove(0);
        assert_eq!(keys(&entry), ["content", "entry_type", "metadata"]);
        assert_eq!(entry["entry_type"], kind);
        let metadata = &entry["metadata"];
        assert_eq!(keys(metadata), ["creation_time", "format_version", "producer", "task", "uuid"]);
        assert_eq!(metadata["format_version"], "2.0");
        assert_eq!(metadata["creation_time"], "2001-09-09T01:46:40Z");
        assert_eq!(metadata["producer"]["name"], "Belnap");
        let uuid = metadata["uuid"].as_str().expect("a text");
        assert_eq!(uuid.split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12]);
        let task = &metadata["task"];
        let text = fs::read_to_string(root().join(&self.program)).expect("read");
        assert_eq!(task["input_files"][0], self.program);
        assert_eq!(task["input_file_hashes"][&self.program], sha256(&text));
        assert_eq!([&task["data_model"], &task["language"]], ["LP64", "C"]);
        assert!(self.graphml.contains(&sha256(&text)));
        entry
    }

    /// The text from a place on.
    fn text_at(&self, location: &Value) -> String {
        assert_eq!(location["file_name"], self.program);
        let text = fs::read_to_string(root().join(&self.program)).expect("read");
        let number = |key: &str| location[key].as_u64().unwrap_or(1) as usize;
        let line = text.lines().nth(number("line") - 1).expect("the line exists");
        line.chars().skip(number("column") - 1).collect()
    }

    /// The elements of the GraphML file, and the keys of what is said.
    fn graph(&self) -> Vec<String> {
        let mut reader = Reader::from_str(&self.graphml);
        let mut found = Vec::new();
        loop {
            match reader.read_event().expect("XML") {
                Event::Start(start) | Event::Empty(start) => {
                    let key = start.try_get_attribute("key").expect("attributes");
                    let key = key.map(|key| key.value.into_owned());
                    let name = start.name().as_ref().to_owned();
                    found.push(key.unwrap_or(name));
                }
                Event::Eof => return found,
                _ => {}
            }
        }
    }
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> =
        value.as_object().expect("a mapping").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn count(all: &[String], one: &str) -> usize {
    all.iter().filter(|other| *other == one).count()
}

#[test]
fn a_proof_becomes_invariants_at_loops() {
    for (program, invariant) in [
        ("examples/retry.c", "tries <= 3"),
        ("tests/cases/verify/loops/two-counters.c", "up == left"),
        ("tests/cases/verify/loops/transfer.c", "total == (left + moved)"),
    ] {
        let witness = Witness::of(program, &[], 0);
        let entry = witness.entry("invariant_set");
        let content = entry["content"].as_array().expect("a list");
        for item in content {
            let one = &item["invariant"];
            assert_eq!(keys(one), ["format", "location", "type", "value"]);
            assert_eq!([&one["type"], &one["format"]], ["loop_invariant", "c_expression"]);
            let text = witness.text_at(&one["location"]);
            assert!(text.starts_with("while") || text.starts_with("for"), "{text}");
            assert_eq!(one["location"]["function"], "main");
        }
        let said = content[0]["invariant"]["value"].as_str().expect("a text");
        assert!(said.contains(invariant), "{said}");
        let graph = witness.graph();
        assert_eq!(count(&graph, "invariant"), content.len());
        assert_eq!([count(&graph, "entry"), count(&graph, "violation")], [1, 0]);
        assert_eq!(count(&graph, "node"), content.len() + 1);
    }
}

#[test]
fn a_refutation_becomes_inputs_and_a_target() {
    for (program, call, text) in [
        ("examples/turnstile.c", "reach_error", "reach_error();"),
        // The call is in a macro.
        ("tests/cases/verify/loops/two-counters-wrong.c", "__VERIFIER_error", "CHECK"),
    ] {
        let witness = Witness::of(program, &[], 10);
        let entry = witness.entry("violation_sequence");
        let specification = entry["metadata"]["task"]["specification"].as_str();
        let expected = format!("CHECK( init(main()), LTL(G ! call({call}())) )");
        assert_eq!(specification, Some(expected.as_str()));
        let content = entry["content"].as_array().expect("a list");
        let waypoints: Vec<&Value> =
            content.iter().map(|item| &item["segment"][0]["waypoint"]).collect();
        let (target, inputs) = waypoints.split_last().expect("a target");
        assert_eq!(keys(target), ["action", "location", "type"]);
        assert_eq!([&target["type"], &target["action"]], ["target", "follow"]);
        assert!(witness.text_at(&target["location"]).trim_start().starts_with(text));
        for input in inputs {
            assert_eq!(keys(input), ["action", "constraint", "location", "type"]);
            assert_eq!([&input["type"], &input["action"]], ["function_return", "follow"]);
            assert!(witness.text_at(&input["location"]).starts_with(')'));
            let value = input["constraint"]["value"].as_str().expect("a text");
            let value = value.strip_prefix("\\result == ").expect("a result");
            assert!(value.parse::<i128>().is_ok());
        }
        let graph = witness.graph();
        assert_eq!([count(&graph, "entry"), count(&graph, "violation")], [1, 1]);
        assert_eq!(count(&graph, "node"), count(&graph, "edge") + 1);
        assert_eq!(count(&graph, "assumption"), inputs.len());
    }
}

#[test]
fn a_variable_that_nobody_set_is_an_assumption_about_the_next_statement() {
    let folder = Folder::new();
    let program = folder.path("a.c").display().to_string();
    let text = include_str!("inputs/witness-values.c");
    fs::write(&program, text).expect("written");
    let witness = Witness::of(&program, &["-m32"], 10);
    assert!(witness.yaml.contains("'ILP32'") && witness.graphml.contains("32bit"));
    let entries: Vec<Value> = serde_saphyr::from_str(&witness.yaml).expect("YAML");
    let waypoint = &entries[0]["content"][0]["segment"][0]["waypoint"];
    assert_eq!(waypoint["type"], "assumption");
    assert_eq!([&waypoint["location"]["line"], &waypoint["location"]["column"]], [4, 3]);
    assert_eq!(waypoint["location"]["function"], "f");
    let value = waypoint["constraint"]["value"].as_str().expect("a text");
    assert!(value.starts_with("y == 214748364") && value.contains(" && z == "), "{value}");
    assert_eq!(entries[0]["content"][1]["segment"][0]["waypoint"]["type"], "target");
}

#[test]
fn a_refutation_without_values_has_the_place() {
    let folder = Folder::new();
    let program = folder.path("a.c").display().to_string();
    let text = include_str!("inputs/witness-place.c");
    fs::write(&program, text).expect("written");
    for options in [&[][..], &["--property", "AG !enter(reach_error)"]] {
        let witness = Witness::of(&program, options, 10);
        let entry = witness.entry("violation_sequence");
        let target = &entry["content"][0]["segment"][0]["waypoint"];
        assert_eq!(target["type"], "target");
        assert_eq!(target["location"]["line"], 7);
        assert_eq!(target["location"]["function"], "main");
    }
}

#[test]
fn the_same_run_makes_the_same_bytes() {
    for (program, code) in [("examples/retry.c", 0), ("examples/turnstile.c", 10)] {
        let once = Witness::of(program, &[], code);
        let again = Witness::of(program, &[], code);
        assert!(once.yaml == again.yaml && once.graphml == again.graphml);
        let later = Witness::of(program, &["--witness-time", "2026-01-31T12:00:00Z"], code);
        let time = |text: &str| text.replace("2026-01-31T12:00:00Z", "2001-09-09T01:46:40Z");
        assert!(once.yaml != later.yaml && once.yaml == time(&later.yaml));
        assert_eq!(once.graphml, time(&later.graphml));
    }
}

#[test]
fn what_is_no_verdict_about_reaching_has_no_witness() {
    let folder = Folder::new();
    let file = folder.path("w.yml").display().to_string();
    let run = |more: &[&str]| {
        let mut arguments = vec!["examples/retry.c", "--witness-yaml", &file];
        arguments.extend(more);
        let output = belnap(&arguments);
        assert!(!Path::new(&file).exists());
        (output.code, output.stderr)
    };
    let unknown = run(&["--max-iterations", "0"]);
    assert_eq!(unknown, (5, "belnap: no witness was written: the verdict is unknown\n".into()));
    let (code, why) = run(&["--property", "EF halted"]);
    assert!(code == 0 && why.contains("no words for this property"), "{code} {why}");
    let (code, why) = run(&["--property", "AG !failed", "--property", "AG !at(L)"]);
    assert!(code == 1 && why.contains("one property"), "{code} {why}");
    let (code, why) = run(&["--witness-time", "yesterday"]);
    assert!(code == 1 && why.contains("--witness-time"), "{code} {why}");
    let second = folder.path("b.c").display().to_string();
    fs::write(&second, "int nothing;\n").expect("written");
    let other = folder.path("w.graphml").display().to_string();
    let (code, why) = run(&[&second, "--witness-graphml", &other]);
    assert!(code == 1 && why.contains("one file"), "{code} {why}");
}

#[test]
fn our_own_witness_shortens_the_proof() {
    let witness = Witness::of("examples/retry.c", &[], 0);
    let rounds = |more: &[&str]| {
        let mut arguments = vec!["examples/retry.c", "--json"];
        arguments.extend(more);
        let output = belnap(&arguments);
        assert_eq!((output.code, output.stderr), (0, String::new()));
        let report: Value = serde_json::from_str(&output.stdout).expect("JSON");
        report["properties"][0]["iterations"].as_u64().expect("a number")
    };
    assert!(rounds(&["--witness", &witness.file()]) < rounds(&[]));
}

#[test]
fn the_example_of_the_page_is_read() {
    let page = include_str!("../../formats/spec/witness.md");
    let example = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next());
    let folder = Folder::new();
    let file = folder.path("w.yml").display().to_string();
    fs::write(&file, example.expect("an example")).expect("written");
    let output = belnap(&["examples/retry.c", "--witness", &file]);
    assert_eq!((output.code, output.stderr), (0, String::new()));
    assert!(output.stdout.contains("holds (by induction, with the given predicates), certified"));
}

#[test]
fn a_wrong_witness_costs_nothing_but_time() {
    let folder = Folder::new();
    let file = folder.path("w.yml").display().to_string();
    let witness = Witness::of("examples/retry.c", &[], 0);
    let lies = witness.yaml.replace("tries <= 3", "tries > 7 && nobody == 1");
    fs::write(&file, lies).expect("written");
    let output = belnap(&["examples/retry.c", "--witness", &file]);
    assert_eq!(output.code, 0);
    let warning = output.stderr;
    assert!(warning.contains("w.yml:25: warning: `nobody == 1` is skipped"), "{warning}");
    let other = belnap(&["examples/turnstile.c", "--witness", &file]);
    assert_eq!(other.code, 10);
    assert!(other.stderr.contains("of another program"));
    fs::write(&file, "- [").expect("written");
    let refused = belnap(&["examples/retry.c", "--witness", &file]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
}
