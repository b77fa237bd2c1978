//! Names of files, folders and labels that mean something to a shell or to make, in Makefiles that
//! are really run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use libtest_mimic::Trial;
use tempfile::TempDir;

use crate::figures::count;
use crate::hostile::nothing_happened;
use crate::run::{belnap, run};
use crate::trial;

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

pub fn trials() -> Vec<Trial> {
    vec![
        trial("names/programs", programs),
        trial("names/folders", folders),
        trial("names/belnap.mk", rules),
        trial("names/options", options),
        trial("names/traversal", traversal),
    ]
}

/// `make` with a Makefile; how it ends does not matter, what it does does.
fn make(place: &Path, arguments: &[&str]) -> Option<bool> {
    let mut command = Command::new("make");
    let bin = PathBuf::from(env!("CARGO_BIN_EXE_belnap"));
    let bin = bin.parent()?.display().to_string();
    command.args(arguments).arg(format!("BIN={bin}/")).arg(format!("BELNAP_BIN={bin}/"));
    let ended = run(command.current_dir(place), LONG);
    nothing_happened(place);
    count("names: Makefiles run with hostile names");
    Some(ended.status.success())
}

fn programs() {
    for name in NAMES {
        let place = TempDir::new().expect("a folder");
        let file = format!("{name}.c");
        fs::write(place.path().join(&file), PROGRAM).expect("written");
        let arguments = ["verify", "-q", "--save", "run", "--", &file];
        let seen = run(&mut belnap(place.path(), &arguments), LONG);
        nothing_happened(place.path());
        // Only a line end cannot be written in a recipe.
        assert_eq!(seen.code(), i32::from(name.contains('\n')), "{name:?}: {}", seen.stderr);
        if seen.code() == 0 {
            make(place.path(), &["-f", "run/Makefile", "OUT=again"]);
        }
    }
}

fn folders() {
    for name in NAMES {
        let place = TempDir::new().expect("a folder");
        fs::write(place.path().join("prog.c"), PROGRAM).expect("written");
        let arguments = ["verify", "prog.c", "-q", &format!("--save={name}")];
        let seen = run(&mut belnap(place.path(), &arguments), LONG);
        assert_eq!(seen.code(), 0, "{name:?}: {}", seen.stderr);
        nothing_happened(place.path());
        make(place.path(), &[&format!("--file={name}/Makefile")]);
        make(&place.path().join(name), &["OUT=again"]);
        make(
            place.path(),
            &["-f", "Makefile", "-C", &format!("./{name}"), "OUT=$(shell touch pwned)"],
        );
    }
}

/// The rules for Makefiles of one's own, asked for files with such names.
fn rules() {
    for name in NAMES {
        let place = TempDir::new().expect("a folder");
        let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/share/belnap.mk");
        fs::write(place.path().join("Makefile"), format!("include {rules}\n")).expect("written");
        fs::write(place.path().join(format!("{name}.c")), PROGRAM).expect("written");
        for kind in ["verdict", "cfg.json"] {
            make(place.path(), &["--", &format!("{name}.{kind}")]);
        }
    }
}

/// Properties and options that end up in a Makefile.
fn options() {
    for name in NAMES {
        let place = TempDir::new().expect("a folder");
        fs::write(place.path().join("prog.c"), PROGRAM).expect("written");
        let define = format!("-DX={name}");
        let include = format!("-I{name}");
        let formula = "AG (at(L) ->\n {main::x\n == 0}\n)";
        let arguments =
            ["verify", "prog.c", "-q", "--save", "run", &define, &include, "-p", formula];
        let seen = run(&mut belnap(place.path(), &arguments), LONG);
        nothing_happened(place.path());
        assert!([0, 1, 2].contains(&seen.code()), "{name:?}: {}", seen.stderr);
        if seen.code() == 0 {
            let made = make(place.path(), &["-f", "run/Makefile", "OUT=again"]);
            assert_eq!(made, Some(true), "{name:?}");
        }
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
        let left = crate::run::tree(place.path()).into_keys().collect::<Vec<_>>();
        assert_eq!(left, [Path::new("a/b/prog.c")], "{label}");
        count("names: properties that did not lead out of a folder");
    }
}
