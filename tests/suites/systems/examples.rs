//! The systems in `examples/systems`: each property has the verdict that its file expects, with
//! abstraction and without, and refining one component at a time or all. A case is a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use belnap::commands::verify_system::{VerifySystemOptions, run};
use belnap_formats::system_report::SystemReport;
use clap::Parser;

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    options: VerifySystemOptions,
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/systems");
    let entries = fs::read_dir(root).expect("the examples").map(|entry| entry.expect("a folder"));
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    folders
}

/// The verdicts that a property file expects: lines `// expect NAME: VERDICT`.
fn expected(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("// expect "));
    let pair = |line: &str| {
        let (name, rest) = line.split_once(": ").expect("expect NAME: VERDICT");
        let verdict = rest.split_whitespace().next().expect("a verdict");
        (name.to_owned(), verdict.to_owned())
    };
    lines.map(pair).collect()
}

fn report(folder: &Path, more: &[&str]) -> SystemReport {
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let place = std::env::temp_dir().join(format!(
        "belnap-{}-{}.json",
        std::process::id(),
        folder.file_name().expect("a name").to_string_lossy()
    ));
    let output = place.to_string_lossy().into_owned();
    let (system, properties) = (file("system.toml"), file("system.ctl"));
    let mut words =
        vec!["verify-system", &system, "--property-file", &properties, "--json", "-o", &output];
    words.extend(more);
    let options = Options::try_parse_from(words).expect("options").options;
    if let Err(error) = run(&options) {
        panic!("{}: {}", folder.display(), error.message("belnap"));
    }
    let text = fs::read_to_string(&place).expect("a report");
    fs::remove_file(&place).expect("a report");
    serde_json::from_str(&text).expect("a report")
}

#[test]
fn every_property_has_its_verdict() {
    let folders = folders();
    assert!(folders.len() >= 10);
    for folder in folders {
        let text = fs::read_to_string(folder.join("system.ctl")).expect("a property file");
        let expected = expected(&text);
        for how in [&[][..], &["--refine", "all"], &["--monolithic"]] {
            let report = report(&folder, how);
            let found: BTreeMap<String, String> = report
                .properties
                .iter()
                .map(|property| (property.name.clone(), property.verdict.clone()))
                .collect();
            assert_eq!(found, expected, "{} {how:?}", folder.display());
            for property in &report.properties {
                let evidence = &property.evidence;
                assert!(!evidence.is_empty(), "{}: {evidence}", folder.display());
            }
        }
    }
}

/// Clients of a round-robin arbiter: what is looked at grows with their number, and not with that
/// of the states of the whole.
#[test]
fn abstractions_of_many_clients_stay_small() {
    let sizes = [5, 10, 20].map(|count| {
        let folder = tempfile::tempdir().expect("a folder");
        write_clients(folder.path(), count);
        let report = report(folder.path(), &[]);
        assert_eq!(report.verdict, "TRUE");
        (report.properties[0].largest, report.properties[0].rounds.len())
    });
    let [(first, rounds), (_, _), (last, more)] = sizes;
    assert!(last <= 6 * first && more <= 6 * rounds, "{sizes:?}");
}

/// An arbiter that grants in turn, and clients that ask, are in their critical section, and leave.
fn write_clients(folder: &Path, count: usize) {
    let mut steps = Vec::new();
    for client in 0..count {
        let next = 2 * ((client + 1) % count);
        let (idle, busy) = (2 * client, 2 * client + 1);
        steps.push(format!("({idle}, \"grant{client}\", {busy})"));
        steps.push(format!("({busy}, \"release{client}\", {next})"));
        steps.push(format!("({idle}, \"skip{client}\", {next})"));
    }
    let head = format!("des (0, {}, {})\n", steps.len(), 2 * count);
    fs::write(folder.join("arbiter.aut"), head + &steps.join("\n")).expect("a file");
    let mut system = String::from("format = \"belnap.system\"\nversion = 1\n");
    system += "[[component]]\nname = \"arbiter\"\nmodel = \"arbiter.aut\"\n";
    for client in 0..count {
        let text = format!(
            r#"{{"format": "belnap.kripke", "version": 1, "initial": ["idle"],
            "states": {{"idle": {{}}, "waits": {{}}, "critical": {{"critical": "t"}}}},
            "transitions": [
              {{"from": "idle", "to": "waits"}},
              {{"from": "waits", "to": "critical", "action": "grant{client}"}},
              {{"from": "critical", "to": "idle", "action": "release{client}"}},
              {{"from": "idle", "to": "idle", "action": "skip{client}"}}]}}"#
        );
        fs::write(folder.join(format!("c{client}.kripke.json")), text).expect("a file");
        system +=
            &format!("[[component]]\nname = \"c{client}\"\nmodel = \"c{client}.kripke.json\"\n");
    }
    fs::write(folder.join("system.toml"), system).expect("a file");
    let property = "A G(!(c0.critical & c1.critical))";
    fs::write(folder.join("system.ctl"), property).expect("a file");
}

/// A number that goes through a row of programs: neither a proof nor a refutation looks at many
/// more states if there are more programs.
#[test]
fn abstractions_of_many_programs_stay_small() {
    for (last, verdict) in [("x", "TRUE"), ("!x", "FALSE")] {
        let sizes = [6, 12].map(|count| {
            let folder = tempfile::tempdir().expect("a folder");
            write_pipeline(folder.path(), count, last);
            let report = report(folder.path(), &[]);
            assert_eq!(report.verdict, verdict);
            (report.properties[0].largest, report.properties[0].rounds.len())
        });
        let [(first, rounds), (largest, more)] = sizes;
        assert!(largest <= 3 * first && more <= 3 * rounds, "{verdict}: {sizes:?}");
    }
}

/// A source and stages that hand on what they get; the last one hands something else on.
fn write_pipeline(folder: &Path, count: usize, last: &str) {
    let give = "extern int get(void);\nextern void give(int x);\n";
    let stage = |text: &str| {
        format!("{give}int x = 1;\nint main(void) {{ while (1) {{ x = get(); give({text}); }} }}\n")
    };
    let source = format!("{give}int main(void) {{ while (1) give(1); }}\n");
    for (name, text) in [("source", source), ("stage", stage("x")), ("last", stage(last))] {
        fs::write(folder.join(format!("{name}.c")), text).expect("a file");
    }
    let mut system = String::from("format = \"belnap.system\"\nversion = 1\n");
    for number in 0..count {
        let file = match number {
            0 => "source",
            _ if number + 1 == count => "last",
            _ => "stage",
        };
        system += &format!("[[component]]\nname = \"s{number}\"\nsource = [\"{file}.c\"]\n");
        let outcome = |number: usize, value: usize, more: &str| {
            format!("{{ action = \"p{number}_{value}\", {more} }}")
        };
        if number > 0 {
            let [zero, one] =
                [0, 1].map(|value| outcome(number, value, &format!("returns = {value}")));
            system += "[[component.action]]\nfunction = \"get\"\n";
            system += &format!("outcomes = [{zero}, {one}]\n");
        }
        let zero = outcome(number + 1, 0, "when = \"arg0 == 0\"");
        let one = outcome(number + 1, 1, "when = \"arg0 != 0\"");
        system += "[[component.action]]\nfunction = \"give\"\n";
        system += &format!("outcomes = [{zero}, {one}]\n");
    }
    fs::write(folder.join("system.toml"), system).expect("a file");
    fs::write(folder.join("system.ctl"), format!("A G(<!p{count}_0>)")).expect("a file");
}
