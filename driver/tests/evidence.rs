//! Evidence for verdicts that is kept and checked again: certificates and replays. What verdicts
//! say about their evidence is in the cases of `programs/`.

use std::fs;
use std::path::Path;

use belnap_test_support::process;

use crate::support::{BELNAP, Folder, RunsBelnap};

/// A folder with a program.
fn with(program: &str) -> Folder {
    Folder::with(&[("prog.c", program)])
}

/// Verifies the program and keeps the run; the last file with this suffix.
fn saved(folder: &Folder, code: i32, arguments: &[&str], suffix: &str) -> String {
    let run = folder.belnap(&[&["verify", "-q", "prog.c", "--save", "run"], arguments].concat());
    assert_eq!(run.code, code, "{}", run.text());
    let names = folder.names("run");
    let property = names.iter().find(|name| folder.path(&format!("run/{name}")).is_dir());
    let property = format!("run/{}", property.expect("a folder"));
    let file = folder.names(&property).into_iter().rfind(|name| name.ends_with(suffix));
    format!("{property}/{}", file.expect("a file"))
}

const LOOP: &str = include_str!("programs/evidence/loop.c");

#[test]
fn a_proof_is_certified_and_a_wrong_one_is_not() {
    let folder = with(LOOP);
    let (code, text) = folder.says(&["verify", "-q", "prog.c"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains(", certified\n"), "{text}");
    // Of the program, and of what passes made of it.
    let whole = saved(&folder, 0, &[], ".program.cert.json");
    let (code, text) = folder.says(&["certify", "run/prog.cfg.json", &whole]);
    assert_eq!((code, text.contains("AG !failed: proved (")), (0, true), "{text}");
    let proof = whole.replace(".program.cert.json", ".cert.json");
    let graph = Path::new(&proof).with_file_name("graph.cfg.json").display().to_string();
    fs::create_dir(folder.path("smt")).expect("made");
    let (code, text) = folder.says(&["certify", &graph, &proof, "--questions", "smt"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("AG !failed: proved ("), "{text}");
    let questions = folder.names("smt");
    assert!(!questions.is_empty());
    for question in questions {
        let text = folder.read(&format!("smt/{question}"));
        assert!(text.starts_with("(set-logic ALL)") && text.ends_with("(check-sat)\n"), "{text}");
    }
    // The invariant of every place is true: nothing excludes the error then.
    let text = folder.read(&proof);
    let (head, _) = text.split_once("\"invariants\"").expect("it has some");
    let places: Vec<String> = (0..8).map(|place| format!("\"n{place}\": 1")).collect();
    let weak = format!("{head}\"invariants\": {{{}}}}}", places.join(", "));
    folder.write(&proof, weak);
    let (code, text) = folder.says(&["certify", &graph, &proof]);
    assert!(code == 10 || code == 2, "{code}: {text}");
}

#[test]
fn a_lasso_is_replayed() {
    let folder = with(include_str!("inputs/endless-loop.c"));
    let replay = saved(&folder, 10, &["--property", "AF at(END)"], ".replay.json");
    let (code, text) = folder.says(&["replay", &replay]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("came to the loop at prog.c:6 "), "{text}");
    let (code, text) = folder.says(&["verify", "-q", "prog.c", "--property", "EG !at(END)"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains(", replayed 3 rounds"), "{text}");
}

const UNINITIALISED: &str = include_str!("inputs/uninitialised.c");

#[test]
fn a_refutation_is_replayed() {
    let folder = with(UNINITIALISED);
    let file = saved(&folder, 10, &[], ".replay.json");
    let (code, text) = folder.says(&["replay", &file]);
    assert_eq!(code, 0, "{text}");
    // The program does something else with another input.
    let replay = folder.read(&file);
    let other = replay.replacen("\"255\"", "\"254\"", 1).replace("\"7\"", "\"8\"");
    assert_ne!(other, replay);
    folder.write(&file, other);
    let (code, text) = folder.says(&["replay", &file]);
    assert_eq!(code, 10, "{text}");
}

/// A compiler that makes programs that do nothing: the evidence then contradicts the verdict.
#[test]
fn a_verdict_that_the_replay_contradicts_is_none() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = with(UNINITIALISED);
    let tools = folder.path("tools");
    let compiler = "#!/bin/sh\nout=; link=1; last=\n\
        for a in \"$@\"; do\n  [ \"$last\" = -o ] && out=$a\n  [ \"$a\" = -c ] && link=\n  last=$a\n\
        done\ncase \"$out$link\" in */0.o) ;; *) exec gcc \"$@\";; esac\n\
        echo 'int main(void) { return 0; }' | exec gcc -c -x c - -o \"$out\"\n";
    folder.write("tools/cc", compiler);
    fs::set_permissions(tools.join("cc"), fs::Permissions::from_mode(0o755)).expect("allowed");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = process::command(BELNAP, &["verify", "-q", "prog.c"]);
    command.env("PATH", format!("{}:{path}", tools.display()));
    let run = process::run(command.env("TMPDIR", folder.root()).current_dir(folder.root()));
    let text = run.stdout;
    assert_eq!(run.code, 5, "{text}");
    assert!(text.contains("FALSE was found, but not replayed: the program ends with"), "{text}");
    assert!(text.contains("this is a bug in Belnap"), "{text}");
    // What is kept shows it to whoever looks for the bug.
    let kept = folder.path("belnap-disagreement-1");
    assert!(text.contains(&format!("the files that show it are in {}", kept.display())), "{text}");
    for name in ["0-prog.c", "prog.cfg.json", "property.ctl", "execution.json", "replay.c"] {
        assert!(kept.join(name).is_file(), "{name}");
    }
    folder.write("prog.c", "another program");
    let again =
        process::run(process::command(BELNAP, &["replay", "replay.json"]).current_dir(&kept));
    assert_eq!(again.code, 0, "{}", again.stdout);
}

/// A program with a system call that no library function makes, where the model does not look.
#[test]
fn programs_that_hide_effects_are_ended() {
    for (bits, call, number, first, second, word) in
        [("-m64", "syscall", 2, "D", "S", ".quad"), ("-m32", "int $0x80", 5, "b", "c", ".long")]
    {
        let folder = Folder::new();
        let mut text = include_str!("inputs/system-call.c").to_owned();
        let file = folder.path("pwned").display().to_string();
        for (name, value) in [
            ("CALL", call),
            ("NUMBER", &number.to_string()),
            ("FIRST", first),
            ("SECOND", second),
            ("WORD", word),
            ("FILE", &file),
        ] {
            text = text.replace(name, value);
        }
        folder.write("prog.c", text);
        let (code, text) = folder.says(&["verify", "-q", bits, "prog.c"]);
        assert_eq!(code, 10, "{text}");
        let why = ", not replayed: the program makes a system call that is not allowed in replays";
        assert!(text.contains(why), "{text}");
        assert!(!folder.has("pwned"));
    }
}

#[test]
fn a_condition_is_replayed() {
    let folder = with(include_str!("programs/replays/condition.c"));
    let file = saved(&folder, 10, &["--property", "AG {g < 12}"], ".replay.json");
    let (code, text) = folder.says(&["replay", &file]);
    assert_eq!(code, 0, "{text}");
    let replay = folder.read(&file);
    // Conditions that are not the property's, and more than a condition.
    for other in ["g < 12", "1", "g) + system(0", "({g;})"] {
        let changed = replay.replace("!((g < 12))", other);
        assert_ne!(changed, replay);
        folder.write(&file, changed);
        let (code, text) = folder.says(&["replay", &file]);
        assert_eq!(code, 2, "{other}: {text}");
    }
}

#[test]
fn the_only_execution_is_replayed() {
    let folder = with(include_str!("programs/replays/only-execution.c"));
    let file = saved(&folder, 0, &["-DVALUE=0"], ".replay.json");
    let (code, text) = folder.says(&["replay", &file]);
    assert_eq!(code, 0, "{text}");
    let said = ", ended without the error: AG !failed holds if it has no other";
    assert!(text.starts_with("replayed: ") && text.contains(said), "{text}");
}

#[test]
fn programs_with_effects_are_not_run() {
    let folder = with(include_str!("inputs/effects.c"));
    let (code, text) = folder.says(&["verify", "-q", "prog.c"]);
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("not replayed: it calls system"), "{text}");
    assert!(!folder.has("x"));
}

#[test]
fn hostile_replays_are_refused_or_do_no_harm() {
    let folder = with(UNINITIALISED);
    let file = saved(&folder, 10, &[], ".replay.json");
    let replay = folder.read(&file);
    let try_one = |changed: String| {
        assert_ne!(changed, replay);
        folder.write(&file, changed);
        folder.says(&["replay", &file])
    };
    let name = "\"name\": \"u\"";
    let (code, text) = try_one(replay.replace(name, "\"name\": \"u = system(0), v\""));
    assert_eq!(code, 2, "{text}");
    let (code, text) = try_one(replay.replace("\"7\"", "\"7; system(0)\""));
    assert_eq!(code, 2, "{text}");
    let (code, text) = try_one(replay.replace("\"prog.c\"", "\"-fplugin=evil.so\""));
    assert_eq!(code, 5, "{text}");
    let place = "__VERIFIER_nondet_uchar()";
    let (code, text) = try_one(replay.replace(place, "*/ int evil(void) { return 1; } /*"));
    assert_eq!(code, 0, "{text}");
    let (code, text) = try_one(replay.replace("\"bits\": 64", "\"bits\": 16"));
    assert_eq!(code, 2, "{text}");
}
