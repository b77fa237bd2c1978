//! A disk without room: every command that writes says so, with exit code 2, and leaves nothing
//! that is cut.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use libtest_mimic::Trial;
use tempfile::TempDir;

use super::figures::count;
use super::kill::STEPS;
use super::run::{belnap, limited, run, tree};
use super::trial;

const LONG: Duration = Duration::from_secs(60);

/// Largest file, in bytes: one block. The signal for more is turned into an error, as a full disk
/// is.
const NO_ROOM: &str = "trap '' XFSZ; ulimit -f 1";

/// The commands that write a file, all larger than a block; `OUT` is where.
const WRITERS: [&[&str]; 11] = [
    &["c2cfg", "prog.c", "-o", "OUT"],
    &["cfg2bp", "prog.cfg.json", "prog.preds", "-o", "OUT"],
    &["bp2kripke", "prog.bp", "-o", "OUT"],
    &["check", "prog.bp", "--format", "json", "-o", "OUT"],
    &["check", "prog.bp", "--save-kripke", "OUT"],
    &["refine", "prog.cfg.json", "prog.preds", "prog.result.json", "-o", "OUT"],
    &["fmt", "prog.bp", "-o", "OUT"],
    &["show", "prog.cfg.json", "-o", "OUT"],
    &["dot", "prog.cfg.json", "-o", "OUT"],
    &["verify", "prog.c", "-q", "--save", "OUT"],
    &["verify", "prog.c", "-q", "--refine", "wp", "--from", "run"],
];

pub fn trials() -> Vec<Trial> {
    vec![
        trial("disk/no-room-for-files", no_room_for_files),
        trial("disk/full-device", full_device),
        trial("disk/full-file-system", full_file_system),
    ]
}

/// A folder with files of every kind.
fn place() -> TempDir {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), STEPS).expect("written");
    // Comments make predicates large too.
    let predicates: String = (0..200).map(|n| format!("global {{ n > {n} }}\n")).collect();
    let few = ["verify", "prog.c", "-q", "--refine", "wp", "--max-iterations", "2"];
    let saved = run(&mut belnap(place.path(), &[&few[..], &["--save", "run"]].concat()), LONG);
    assert_eq!(saved.code(), 5, "{}", saved.stderr);
    let kept = place.path().join("run/assertions");
    for (from, to) in [("1.bp", "prog.bp"), ("1.result.json", "prog.result.json")] {
        fs::copy(kept.join(from), place.path().join(to)).expect("copied");
    }
    fs::copy(kept.join("graph.cfg.json"), place.path().join("prog.cfg.json")).expect("copied");
    fs::write(place.path().join("prog.preds"), format!("belnap preds 1\n{predicates}"))
        .expect("written");
    place
}

fn refused(seen: &super::run::Ended, arguments: &[&str]) {
    assert_eq!(seen.code(), 2, "{arguments:?}: {}{}", seen.stdout, seen.stderr);
    assert!(seen.stderr.contains("cannot write"), "{arguments:?}: {}", seen.stderr);
    count("disk: commands that said that there is no room");
}

fn no_room_for_files() {
    let place = place();
    for arguments in WRITERS {
        let before = tree(place.path());
        let arguments = words(arguments, "out");
        refused(&run(&mut limited(place.path(), NO_ROOM, &arguments), LONG), &arguments);
        let _ = fs::remove_dir(place.path().join("out"));
        assert_eq!(tree(place.path()), before, "{arguments:?} left something");
    }
}

/// The words of a command, with the name of its output.
fn words<'a>(command: &[&'a str], output: &'a str) -> Vec<&'a str> {
    command.iter().map(|word| if *word == "OUT" { output } else { word }).collect()
}

fn full_device() {
    let place = place();
    for arguments in WRITERS.iter().take(WRITERS.len() - 2) {
        let arguments = words(arguments, "/dev/full");
        let seen = run(&mut belnap(place.path(), &arguments), LONG);
        refused(&seen, &arguments);
        assert!(seen.stderr.contains("the disk is full"), "{}", seen.stderr);
    }
    let mut verify = Command::new("sh");
    verify.args(["-c", "exec \"$0\" verify prog.c -q > /dev/full", env!("CARGO_BIN_EXE_belnap")]);
    refused(&run(verify.current_dir(place.path()), LONG), &["verify"]);
}

/// On a file system that really has no room, where one may be mounted.
fn full_file_system() {
    let place = place();
    fs::create_dir(place.path().join("small")).expect("a folder");
    for size in ["8k", "16k", "32k", "64k"] {
        let script = format!(
            "mount -t tmpfs -o size={size} none small || exit 77; \
             \"$0\" verify prog.c -q --refine wp --save small/run; code=$?; \
             find small -type f -size +0; test -z \"$(find small -name '.belnap-*')\" || exit 78; \
             find small -name '*.json' -o -name '*.preds' -o -name '*.bp' | \
             xargs -r \"$0\" validate || exit 79; exit $code"
        );
        let seen = run(&mut mounted(place.path(), &script), LONG);
        if seen.status.code() == Some(77) || seen.stderr.contains("unshare") {
            count("disk: no file system could be mounted");
            return;
        }
        refused(&seen, &["verify", size]);
        assert!(seen.stderr.contains("the disk is full"), "{}", seen.stderr);
    }
}

fn mounted(place: &Path, script: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", script]);
    command.arg(env!("CARGO_BIN_EXE_belnap")).current_dir(place);
    command
}
