//! Names of files, folders and labels that mean something to a shell or to make, in Makefiles that
//! are really run.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use libtest_mimic::Trial;
use tempfile::TempDir;

use super::figures::count;
use super::hostile::nothing_happened;
use super::run::{belnap, run};
use super::trial;

const LONG: Duration = Duration::from_secs(60);

const PROGRAM: &str = "int main(void) { int x = 0; L: x = 1; return x; }\n";

/// Each would leave a file called `pwned` if a part of it were run.
const NAMES: [&str; 13] = [
    "$(touch pwned)",
    "$(shell touch pwned)",
    "`touch pwned`",
    "a;touch pwned;",
    "a;touch${IFS}pwned",
    "a&touch pwned&",
    "a|touch pwned",
    "'; touch pwned; '",
    "\"; touch pwned; \"",
    "a\n\ttouch pwned\n",
    "a\nall:\n\ttouch pwned\nb",
    "-o pwned",
    "a b % # : = ~ * ? \\",
];

pub fn trials(all: bool) -> Vec<Trial> {
    let some = move || NAMES.into_iter().step_by(if all { 1 } else { 6 });
    vec![
        trial("names/programs", move || some().for_each(program)),
        trial("names/folders", move || some().for_each(folder)),
        trial("names/belnap.mk", move || some().for_each(rule)),
        trial("names/options", move || some().for_each(option)),
        trial("names/traversal", traversal),
    ]
}

/// Stands for every executable: makes its output and notes its arguments, one a line.
const STAND_IN: &str = "\
#!/bin/sh
for argument; do
  printf '%s\\n' \"$argument\" >> \"$NOTES\"
  case $before in --) ;; -o|--execution) : > \"$argument\"; before= ;; *) before=$argument ;; esac
done
";

/// Runs `make`, with executables that only note how they are called; whether it succeeded, and what
/// was noted. However it ends, nothing that a name says has been done.
fn make(place: &Path, folder: &Path, arguments: &[&str]) -> (bool, String) {
    let (bin, notes) = (place.join("bin"), place.join("notes"));
    let _ = fs::remove_file(&notes);
    fs::create_dir_all(&bin).expect("a folder");
    for stage in ["", "-c2cfg", "-passes", "-cfg2bp", "-bp2kripke", "-check", "-refine"] {
        let file = bin.join(format!("belnap{stage}"));
        fs::write(&file, STAND_IN).expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("changed");
    }
    let bin = bin.display();
    let mut command = Command::new("make");
    command.args([format!("BIN={bin}/"), format!("BELNAP_BIN={bin}/")]).args(arguments);
    let ended = run(command.current_dir(folder).env("NOTES", &notes), LONG);
    nothing_happened(place);
    count("names: Makefiles run with hostile names");
    (ended.status.success(), fs::read_to_string(notes).unwrap_or_default())
}

fn program(name: &str) {
    let place = TempDir::new().expect("a folder");
    let file = format!("{name}.c");
    fs::write(place.path().join(&file), PROGRAM).expect("written");
    let arguments = ["verify", "-q", "--save", "run", "--", &file];
    let seen = run(&mut belnap(place.path(), &arguments), LONG);
    nothing_happened(place.path());
    // Only a line end cannot be written in a recipe.
    assert_eq!(seen.code(), i32::from(name.contains('\n')), "{name:?}: {}", seen.stderr);
    if seen.code() == 0 {
        let made = make(place.path(), place.path(), &["-f", "run/Makefile", "OUT=again"]);
        assert!(made.0 && made.1.contains(&format!("\n{file}\n")), "{name}: {}", made.1);
    }
}

fn folder(name: &str) {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), PROGRAM).expect("written");
    let arguments = ["verify", "prog.c", "-q", &format!("--save={name}")];
    let seen = run(&mut belnap(place.path(), &arguments), LONG);
    assert_eq!(seen.code(), 0, "{name:?}: {}", seen.stderr);
    nothing_happened(place.path());
    make(place.path(), place.path(), &[&format!("--file={name}/Makefile")]);
    make(place.path(), &place.path().join(name), &["OUT=again"]);
}

/// The rules for Makefiles of one's own, asked for files with such names.
fn rule(name: &str) {
    let place = TempDir::new().expect("a folder");
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/share/belnap.mk");
    fs::write(place.path().join("Makefile"), format!("include {rules}\n")).expect("written");
    fs::write(place.path().join(format!("{name}.c")), PROGRAM).expect("written");
    for kind in ["verdict", "cfg.json"] {
        make(place.path(), place.path(), &["--", &format!("{name}.{kind}")]);
    }
}

/// Properties and options that end up in a Makefile.
fn option(name: &str) {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), PROGRAM).expect("written");
    let define = format!("-DX={name}");
    let include = format!("-I{name}");
    let formula = "AG (at(L) ->\n {main::x\n == 0}\n)";
    let arguments = ["verify", "prog.c", "-q", "--save", "run", &define, &include, "-p", formula];
    let seen = run(&mut belnap(place.path(), &arguments), LONG);
    nothing_happened(place.path());
    assert!([0, 1, 2].contains(&seen.code()), "{name:?}: {}", seen.stderr);
    if seen.code() == 0 {
        let made = make(place.path(), place.path(), &["-f", "run/Makefile", "OUT=again"]);
        assert!(made.0 && made.1.contains(&format!("\nX={name}\n")), "{name}: {}", made.1);
    }
}

/// Names of properties that lead out of the folder.
fn traversal() {
    let place = TempDir::new().expect("a folder");
    let work = place.path().join("a/b");
    fs::create_dir_all(&work).expect("folders");
    fs::write(work.join("prog.c"), PROGRAM).expect("written");
    for label in ["../../../x", "/tmp/x", "Makefile", "..", "L"] {
        let arguments = ["verify", "prog.c", "-q", "--save", "run", "--error-label", label];
        run(&mut belnap(&work, &arguments), LONG);
        let _ = fs::remove_dir_all(work.join("run"));
        let left = super::run::tree(place.path()).into_keys().collect::<Vec<_>>();
        assert_eq!(left, [Path::new("a/b/prog.c")], "{label}");
        count("names: properties that did not lead out of a folder");
    }
}
