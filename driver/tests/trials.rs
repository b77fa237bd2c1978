//! Proofs that a run of the compiled program contradicts.

use std::fs;
use std::path::Path;
use std::process::Command;

use belnap_evidence::replay::draw::{Draw, fill};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

fn verified(folder: &Path, program: &str, options: &[&str]) -> (i32, String) {
    fs::write(folder.join("it.c"), format!("{HEAD}{program}\n")).expect("written");
    let run = Command::new(env!("CARGO_BIN_EXE_belnap"))
        .args(["verify", "-q", "it.c"])
        .args(options)
        .current_dir(folder)
        .output()
        .expect("it runs");
    (run.status.code().unwrap_or(-1), String::from_utf8_lossy(&run.stdout).into_owned())
}

/// The proof takes for granted that accesses stay in their objects, and this one does not.
const OUTSIDE: &str = "struct { int a[2]; int b; } s;\n\
                       int main(void) {\n  int i = __VERIFIER_nondet_int();\n  \
                       if (i == 1) s.a[i + 1] = 7;\n  if (s.b) reach_error();\n  return 0;\n}";

#[test]
fn a_proof_that_a_run_contradicts_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, text) = verified(folder.path(), OUTSIDE, &["--save", "run"]);
    assert_eq!((code, text.contains("the program calls reach_error")), (5, true), "{text}");
    // The inputs are kept, and lead there again.
    let replayed = Command::new(env!("CARGO_BIN_EXE_belnap"))
        .args(["replay", "run/assertions/0.replay.json"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    assert_eq!(replayed.status.code(), Some(0), "{replayed:?}");
    let (code, text) = verified(folder.path(), OUTSIDE, &["--no-replay"]);
    assert_eq!((code, text.contains("stays in its object")), (0, true), "{text}");
}

#[test]
fn numbers_without_bounds_are_not_tried() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "int main(void) { unsigned x = __VERIFIER_nondet_int();\n\
                   if (x - 1 > x) reach_error(); return 0; }";
    let options = ["--integers", "mathematical"];
    assert_eq!(verified(folder.path(), program, &options).0, 0);
    assert_eq!(verified(folder.path(), program, &[]).0, 10);
}

#[test]
fn the_program_draws_what_we_draw() {
    let folder = tempfile::tempdir().expect("a folder");
    let main = "#include <stdio.h>\nint main(void) {\n printf(\"%d\\n\", filling());\n\
                for (int i = 0; i < 100; i++) printf(\"%llu\\n\", next());\n}\n";
    let text = format!(
        "typedef unsigned long long number;\nstatic unsigned used;\n{}{main}",
        belnap_evidence::replay::draw::DRAWN
    );
    fs::write(folder.path().join("draw.c"), text).expect("written");
    let compiled =
        Command::new("cc").args(["draw.c", "-o", "draw"]).current_dir(folder.path()).status();
    assert!(compiled.expect("a compiler").success());
    for seed in [0_u64, 1, 2, 40, 77, u64::MAX] {
        let run = Command::new(folder.path().join("draw"))
            .env("BELNAP_SEED", seed.to_string())
            .output()
            .expect("it runs");
        let numbers = Draw::new(seed).take(100).map(|value| value.to_string());
        let drawn: Vec<String> = std::iter::once(fill(seed).to_string()).chain(numbers).collect();
        let text = String::from_utf8_lossy(&run.stdout);
        assert_eq!(text.lines().collect::<Vec<_>>(), drawn, "{seed}");
    }
}
