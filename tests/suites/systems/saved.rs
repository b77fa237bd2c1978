//! The files of `belnap verify-system --save` are those of the stages: the commands of its Makefile
//! make them again, byte for byte.

use std::fs;
use std::path::Path;

use belnap::commands::verify_system::{VerifySystemOptions, run};
use belnap_abstractor::commands::cfg2bp;
use belnap_checker::commands::bp2kripke;
use belnap_checker::commands::check;
use belnap_frontend::commands::c2cfg;
use belnap_systems::commands::{compose, quotient, restrict};
use clap::Parser;

#[derive(Parser)]
struct Verify {
    #[command(flatten)]
    options: VerifySystemOptions,
}

#[derive(Parser)]
struct Quotient {
    #[command(flatten)]
    options: quotient::QuotientOptions,
}

#[derive(Parser)]
struct Restrict {
    #[command(flatten)]
    options: restrict::RestrictOptions,
}

/// How names of files in a saved run end.
const FILES: [&str; 5] = [".json", ".ctl", ".bp", ".preds", ".states"];

/// What a saved run is made from.
const GIVEN: [&str; 5] = [".input", ".relation.json", ".ctl", ".preds", ".states"];

/// The words of a command with files in a folder; quotes stand around whole words.
fn words(command: &str, (target, first): (&str, &str), folder: &Path) -> Vec<String> {
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let word = |word: &str| match word.split_once('=') {
        _ if word == "$@" => file(target),
        Some((name, "$<")) => format!("{name}={}", file(first)),
        None if word == "$<" => file(first),
        None if FILES.iter().any(|ending| word.ends_with(ending)) => file(word),
        _ => word.to_owned(),
    };
    // Every other piece between quotes is one word.
    let mut words = Vec::new();
    for (number, piece) in command.split('\'').enumerate() {
        match number % 2 {
            0 => words.extend(piece.split_whitespace().map(word)),
            _ => words.push(word(piece)),
        }
    }
    words
}

fn make(command: &str, target: (&str, &str), folder: &Path) {
    let command = command.replace("belnap quotient", "belnap-quotient");
    let command = command.replace("belnap restrict", "belnap-restrict");
    // Programs are named as they were: from here.
    let command = command.replace("cd $(ROOT) && ", "").replace("$(CURDIR)/$@", "$@");
    let words = words(&command, target, folder);
    let code = match words[0].as_str() {
        "belnap-compose" => compose::run(&compose::Command::parse_from(&words).options),
        "belnap-quotient" => quotient::run(&Quotient::parse_from(&words).options),
        "belnap-restrict" => restrict::run(&Restrict::parse_from(&words).options),
        "belnap-c2cfg" => c2cfg::run(&c2cfg::Command::parse_from(&words).options),
        "belnap-cfg2bp" => cfg2bp::run(&cfg2bp::Command::parse_from(&words).options),
        "belnap-bp2kripke" => bp2kripke::run(&bp2kripke::Command::parse_from(&words).options),
        "belnap-check" => check::run(&check::Command::parse_from(&words).options),
        other => panic!("{other}"),
    };
    assert_eq!(code, Ok(0), "{command}");
}

#[test]
fn a_makefile_makes_the_same_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/systems");
    let cases = [
        ("ipc", "A always_or(<!wait>, queue.full)"),
        ("figure-1", "A always_or(<!a>, A within[2](m.p))"),
        ("crossing", "AG (train.away -> EF gate.open)"),
        ("stops", "A GF(<work>)"),
        ("handshake-c", "A G(client.{tries <= 1})"),
        ("handshake-c", "A G(<!no>)"),
        // What no component can do next to the others is left out.
        ("pipeline-c", "A G(<!p5_0>)"),
        // Only the states on a path are composed.
        ("pipeline-c-faulty", "A G(<!p5_0>)"),
    ];
    for (name, property) in cases {
        let folder = tempfile::tempdir().expect("a folder");
        let [saved, again] = ["saved", "again"].map(|name| folder.path().join(name));
        let system = root.join(name).join("system.toml").to_string_lossy().into_owned();
        let (saved_path, report) =
            (saved.to_string_lossy(), folder.path().join("report").to_string_lossy().into_owned());
        let line = ["verify-system", &system, "-p", property, "--save", &saved_path, "-o", &report];
        run(&Verify::parse_from(line).options).expect("a verdict");
        fs::create_dir(&again).expect("a folder");
        for entry in fs::read_dir(&saved).expect("a folder") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if GIVEN.iter().any(|ending| name.ends_with(ending)) {
                fs::copy(&path, again.join(name)).expect("a copy");
            }
        }
        let makefile = fs::read_to_string(saved.join("Makefile")).expect("a Makefile");
        let mut made = 0;
        let mut target = ("", "");
        for line in makefile.lines() {
            if let Some(command) = line.strip_prefix('\t') {
                make(command, target, &again);
                let text =
                    |folder: &Path| fs::read_to_string(folder.join(target.0)).expect("a file");
                assert_eq!(text(&again), text(&saved), "{name}: {}", target.0);
                made += 1;
            } else if let Some((name, from)) = line.split_once(':') {
                target = (name, from.split_whitespace().next().unwrap_or_default());
            }
        }
        assert!(made >= 4, "{name}");
        let has = |ending: &str| {
            let mut files = fs::read_dir(&saved).expect("a folder");
            files.any(|own| own.expect("a file").file_name().to_string_lossy().ends_with(ending))
        };
        assert!(!name.starts_with("pipeline") || has(".possible.kripke.json"), "{name}");
        assert_eq!(has(".states"), name == "pipeline-c-faulty", "{name}");
    }
}
