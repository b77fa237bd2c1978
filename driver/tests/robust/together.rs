//! Runs at the same time, in the same folder and to the same file.

use std::fs;
use std::path::Path;
use std::time::Duration;

use libtest_mimic::Trial;
use tempfile::TempDir;

use super::figures::count;
use super::kill::STEPS;
use super::run::{Ended, belnap, finish, run, start};
use super::trial;

const LONG: Duration = Duration::from_secs(120);

pub fn trials() -> Vec<Trial> {
    vec![
        trial("together/one-folder", one_folder),
        trial("together/one-run-goes-on", one_run_goes_on),
        trial("together/one-file", one_file),
    ]
}

fn both(place: &Path, first: &[&str], second: &[&str]) -> [Ended; 2] {
    let (first, second) = (start(&mut belnap(place, first)), start(&mut belnap(place, second)));
    [finish(first, LONG), finish(second, LONG)]
}

/// One works, the other is refused; what is kept is of the first.
fn one_works(place: &Path, arguments: &[&str], folder: &str) {
    let ended = both(place, arguments, arguments);
    let mut codes = ended.each_ref().map(Ended::code);
    codes.sort_unstable();
    let said: String = ended.iter().map(|one| one.stderr.as_str()).collect();
    if codes == [0, 2] {
        let busy = said.contains("another run is using this folder");
        assert!(busy || said.contains("the folder is not empty"), "{said}");
        count("together: runs that were refused because of another");
    } else {
        // The second began when the first had ended.
        assert_eq!(codes, [0, 0], "{said}");
    }
    let again = run(&mut belnap(place, &["verify", "prog.c", "-q", "--from", folder]), LONG);
    assert_eq!((again.code(), again.verdict()), (0, "TRUE"), "{}", again.stderr);
}

fn one_folder() {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), STEPS).expect("written");
    for number in 0..3 {
        let folder = format!("run{number}");
        one_works(place.path(), &["verify", "prog.c", "-q", "--save", &folder], &folder);
    }
}

fn one_run_goes_on() {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), STEPS).expect("written");
    let first = ["verify", "prog.c", "-q", "--max-iterations", "1", "--save", "run"];
    assert_eq!(run(&mut belnap(place.path(), &first), LONG).code(), 5);
    one_works(place.path(), &["verify", "prog.c", "-q", "--from", "run"], "run");
}

fn one_file() {
    let place = TempDir::new().expect("a folder");
    let at = |name: &str| place.path().join(name);
    let long = format!("int x;\nint main(void) {{\n{}return x;\n}}\n", "x = x * 3;\n".repeat(2000));
    fs::write(at("one.c"), STEPS).expect("written");
    fs::write(at("two.c"), long).expect("written");
    let read = |name: &str| fs::read(at(name)).expect("read");
    for name in ["one", "two"] {
        let (input, output) = (format!("{name}.c"), format!("{name}.json"));
        run(&mut belnap(place.path(), &["c2cfg", &input, "-o", &output]), LONG);
    }
    let whole = [read("one.json"), read("two.json")];
    for _ in 0..10 {
        let command = |input| ["c2cfg", input, "-o", "same.json"];
        for ended in both(place.path(), &command("one.c"), &command("two.c")) {
            assert_eq!(ended.code(), 0, "{}", ended.stderr);
        }
        assert!(whole.contains(&read("same.json")), "the file is a mixture");
        count("together: pairs of runs that wrote one file, and it was whole");
    }
}
