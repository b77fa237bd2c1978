//! Proofs that a run of the compiled program contradicts.

use belnap_test_support::process;

use crate::support::{Folder, RunsBelnap};
use belnap_evidence::replay::draw::{Draw, fill};

/// The proof assumes that accesses stay in their objects, and this one does not.
const OUTSIDE: &str = include_str!("inputs/outside-array.c");

#[test]
fn a_proof_that_a_run_contradicts_is_none() {
    let folder = Folder::with(&[("it.c", OUTSIDE)]);
    let (code, text) = folder.says(&["verify", "-q", "it.c", "--save", "run"]);
    assert_eq!((code, text.contains("the program calls reach_error")), (5, true), "{text}");
    // The inputs are kept, and lead there again.
    let (code, text) = folder.says(&["replay", "run/assertions/0.replay.json"]);
    assert_eq!(code, 0, "{text}");
    let (code, text) = folder.says(&["verify", "-q", "it.c", "--no-replay"]);
    assert_eq!((code, text.contains("stays in its object")), (0, true), "{text}");
}

#[test]
fn the_program_draws_what_we_draw() {
    let folder = Folder::new();
    let main = "#include <stdio.h>\nint main(void) {\n printf(\"%d\\n\", filling());\n\
                for (int i = 0; i < 100; i++) printf(\"%llu\\n\", next());\n}\n";
    let text = format!(
        "typedef unsigned long long number;\nstatic unsigned used;\n{}{main}",
        belnap_evidence::replay::draw::DRAWN
    );
    folder.write("draw.c", text);
    let compiled = folder.run("cc", &["draw.c", "-o", "draw"]);
    assert_eq!(compiled.code, 0, "{}", compiled.text());
    for seed in [0_u64, 1, 2, 40, 77, u64::MAX] {
        let mut draw = process::command(&folder.path("draw").display().to_string(), &[]);
        let run = process::run(draw.env("BELNAP_SEED", seed.to_string()));
        let numbers = Draw::new(seed).take(100).map(|value| value.to_string());
        let drawn: Vec<String> = std::iter::once(fill(seed).to_string()).chain(numbers).collect();
        assert_eq!(run.stdout.lines().collect::<Vec<_>>(), drawn, "{seed}");
    }
}
