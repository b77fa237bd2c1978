//! `belnap minimize`: predicates in, fewer predicates out, and what it refuses.

use std::fs;

use crate::support::{Folder, Run, RunsBelnap, transcript};

const LOCK: &str = include_str!("inputs/lock.c");

/// What decides, with what does not matter.
const PREDS: &str = "\
belnap preds 1
global { main::lock == 0 }
global { main::lock == 1 }
global { main::lock > 7 }
live { main::n == main::old }
live { main::n > main::old }
";

/// A folder with a graph, predicates and a property.
fn place() -> Folder {
    let property = "property p: AG !failed\n";
    let files = [("prog.c", LOCK), ("prog.preds", PREDS), ("prog.ctl", property)];
    let place = Folder::with(&files);
    assert_eq!(place.belnap(&["c2cfg", "prog.c", "-o", "prog.cfg.json"]).code, 0);
    place
}

const FILES: [&str; 3] = ["prog.cfg.json", "prog.preds", "prog.ctl"];

fn minimize(place: &Folder, options: &[&str]) -> Run {
    place.belnap(&[&["minimize"], options, &FILES[..]].concat())
}

#[test]
fn what_is_not_needed_is_left_out() {
    let place = place();
    let Run { code, stdout, stderr } = minimize(&place, &[]);
    assert_eq!((code, &*stderr), (0, ""), "{stdout}");
    let kept = |line: &&str| !line.contains('>');
    let left: Vec<&str> = PREDS.lines().filter(kept).collect();
    assert_eq!(stdout.lines().collect::<Vec<_>>(), left);
    fs::write(place.path("small.preds"), &stdout).expect("written");
    let again = place.belnap(&["minimize", FILES[0], "small.preds", FILES[2]]);
    assert_eq!(again.stdout, stdout, "nothing more can be left out");
}

#[test]
fn without_attempts_nothing_is_left_out() {
    let Run { code, stdout, .. } = minimize(&place(), &["--attempts", "0"]);
    assert_eq!((code, &*stdout), (0, PREDS));
}

#[test]
fn predicates_that_do_not_decide_stay_as_they_are() {
    let place = place();
    fs::write(place.path("prog.preds"), "belnap preds 1\nglobal { main::lock == 0 }\n")
        .expect("written");
    let run = minimize(&place, &["-o", "small.preds"]);
    let said = "belnap: the predicates do not decide the property\nexit code 5\n";
    assert_eq!(transcript(&run), said);
    assert!(!place.path("small.preds").exists());
}

#[test]
fn files_that_do_not_fit_are_refused_with_the_place() {
    let place = place();
    for (file, text, place_and_reason) in [
        ("prog.preds", "belnap preds 1\nglobal { other == 0 }\n", "prog.preds:2:10"),
        ("prog.preds", "belnap preds 9\n", "prog.preds:1:"),
        ("prog.ctl", "property p: AG nothing\n", "prog.ctl:1:16"),
        ("prog.ctl", "// nothing\n", "states no property"),
        ("prog.cfg.json", "{}", "prog.cfg.json"),
    ] {
        let before = fs::read_to_string(place.path(file)).expect("there");
        fs::write(place.path(file), text).expect("written");
        let run = minimize(&place, &["-o", "small.preds"]);
        assert_eq!(run.code, 2, "{text}: {}", run.stderr);
        assert!(run.stderr.contains(place_and_reason), "{text}: {}", run.stderr);
        assert!(!place.path("small.preds").exists());
        fs::write(place.path(file), before).expect("written");
    }
    let onto = minimize(&place, &["-o", "prog.preds"]);
    assert_ne!(onto.code, 0, "{}", onto.stderr);
    assert_eq!(fs::read_to_string(place.path("prog.preds")).expect("there"), PREDS);
}
