//! Runs that are killed: whatever they leave is whole, and the next run goes on from it.

use belnap_test_support::random::Random;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::time::Duration;

use libtest_mimic::Trial;
use rustix::process::Signal;
use tempfile::TempDir;

use super::figures::count;
use super::limits::PROVER;
use super::run::{Ended, belnap, family, finish, is_running, run, signal, start, tree};
use super::trial;

/// Long enough for every run here, however slow the machine is.
const LONG: Duration = Duration::from_secs(120);

/// A protocol of four steps: five rounds of refinement.
pub const STEPS: &str = include_str!("../inputs/steps.c");

/// An error after some rounds.
const FAILS: &str = include_str!("../inputs/fails-after-rounds.c");

/// Many questions to the prover, and no end.
const CUBES: &str = include_str!("../inputs/hard.c");

/// Programs, and how they are run.
const RUNS: [(&str, &[&str]); 4] = [
    (STEPS, &["--refine", "wp"]),
    (FAILS, &[]),
    (STEPS, &["--refine", "wp", "-p", "AG !failed", "-p", "AG (at(L) -> {n >= 0})"]),
    (STEPS, &[]),
];

/// How a run is ended.
#[derive(Clone, Copy, PartialEq)]
enum Blow {
    /// All at once, as by a power cut.
    Kill,
    /// Only the process that verifies, as if the prover had crashed.
    Crash,
    /// Ctrl-C, or a polite request.
    Ask(Signal),
}

pub fn trials(kills: usize) -> Vec<Trial> {
    let mut all: Vec<Trial> = (0..RUNS.len())
        .map(|index| {
            let times = kills / RUNS.len() + usize::from(index < kills % RUNS.len());
            trial(&format!("kill/{index}"), move || killed(index, times))
        })
        .collect();
    all.push(trial("kill/crash-keeps-what-was-proved", crash_keeps_what_was_proved));
    all.push(trial("kill/orphans", nothing_is_left_running));
    all.push(trial("kill/asked", ends_when_asked));
    all
}

fn verify(folder: &Path, index: usize, more: &[&str]) -> std::process::Command {
    let arguments = [&["verify", "prog.c", "-q"], RUNS[index].1, more].concat();
    belnap(folder, &arguments)
}

fn killed(index: usize, times: usize) {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), RUNS[index].0).expect("written");
    let calm = run(&mut verify(place.path(), index, &["--save", "calm"]), LONG);
    let expected = (calm.code(), calm.verdict().to_owned());
    assert!([0, 10].contains(&expected.0), "{}{}", calm.stdout, calm.stderr);
    let mut chance = Random::new(index as u64);
    for number in 0..times {
        let name = format!("run{number}");
        let mut how = "--save";
        // Once in four times the run that goes on is killed too.
        loop {
            let blow = match chance.below(8) {
                0 => Blow::Crash,
                1 => Blow::Ask(Signal::INT),
                2 => Blow::Ask(Signal::TERM),
                _ => Blow::Kill,
            };
            let most = (calm.seconds * 1e6) as u64;
            let after = Duration::from_micros(chance.below(most));
            let ended = strike(&mut verify(place.path(), index, &[how, &name]), after, blow);
            // One that is asked before it listens ends by the signal.
            let early = matches!(blow, Blow::Ask(_)) && ended.status.signal().is_some();
            if blow != Blow::Kill && !early {
                let codes = [0, 5, 10];
                assert!(codes.contains(&ended.code()), "{}{}", ended.stdout, ended.stderr);
            }
            whole(place.path(), &name);
            if place.path().join(&name).join("prog.cfg.json").exists() {
                how = "--from";
            }
            if chance.below(4) != 0 {
                break;
            }
        }
        let last = goes_on(place.path(), index, &name);
        assert_eq!((last.code(), last.verdict()), (expected.0, expected.1.as_str()));
        count("kills: runs that then gave the verdict of an undisturbed run");
        whole(place.path(), &name);
        let (ours, calm) = (tree(&place.path().join(&name)), tree(&place.path().join("calm")));
        assert!(ours.keys().all(|file| !file.to_string_lossy().contains(".belnap-")));
        if ours.keys().eq(calm.keys()) {
            count("kills: of these, runs with the same set of files in the end");
        }
        fs::remove_dir_all(place.path().join(&name)).expect("removed");
    }
}

/// Starts a run and ends it after some time; all of its processes are gone afterwards.
fn strike(command: &mut std::process::Command, after: Duration, blow: Blow) -> Ended {
    let child = start(command);
    std::thread::sleep(after);
    let all = family(child.id());
    match (blow, all.get(1)) {
        (Blow::Kill, _) => signal(child.id(), Signal::KILL),
        (Blow::Crash, Some(&worker)) => signal(worker, Signal::ABORT),
        (Blow::Crash, None) => {}
        (Blow::Ask(kind), _) => signal(child.id(), kind),
    }
    let ended = finish(child, LONG);
    for process in all {
        let mut waited = 0;
        while is_running(process) {
            std::thread::sleep(Duration::from_millis(1));
            waited += 1;
            assert!(waited < 5000, "a process of a killed run goes on");
        }
    }
    count(match blow {
        Blow::Kill => "kills: by SIGKILL",
        Blow::Crash => "kills: of the process that verifies, by SIGABRT",
        Blow::Ask(_) => "kills: by SIGINT or SIGTERM",
    });
    ended
}

/// Every file of a saved run can be read; what is unfinished is called so.
fn whole(place: &Path, name: &str) {
    let folder = place.join(name);
    let mut files = Vec::new();
    for (file, content) in tree(&folder) {
        let shown = format!("{name}/{}", file.display());
        let last = file.file_name().expect("a name").to_string_lossy().into_owned();
        if last.starts_with(".belnap-") {
            count("kills: unfinished files, named so");
        } else if last == "Makefile" || last.contains(".execution.") || last.contains(".replay.") {
            assert_eq!(content.last(), Some(&b'\n'), "{shown} is cut");
            let json = last.ends_with(".json");
            assert!(!json || serde_json::from_slice::<serde_json::Value>(&content).is_ok());
            count("kills: files found whole");
        } else {
            count("kills: files found whole");
            files.push(shown);
        }
    }
    if files.is_empty() {
        return;
    }
    let arguments: Vec<&str> =
        std::iter::once("validate").chain(files.iter().map(String::as_str)).collect();
    let seen = run(&mut belnap(place, &arguments), LONG);
    assert_eq!(seen.code(), 0, "{}{}", seen.stdout, seen.stderr);
}

/// The run that goes on where a killed one ended, or begins again if there is nothing to go on
/// from.
fn goes_on(place: &Path, index: usize, name: &str) -> Ended {
    let resumed = run(&mut verify(place, index, &["--from", name]), LONG);
    if resumed.code() != 2 {
        count("kills: runs that went on");
        return resumed;
    }
    assert!(!place.join(name).join("prog.cfg.json").exists(), "{}", resumed.stderr);
    assert!(resumed.stderr.contains("error: cannot"), "{}", resumed.stderr);
    count("kills: before there was anything to go on from");
    run(&mut verify(place, index, &["--save", name]), LONG)
}

fn crash_keeps_what_was_proved() {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), PROVER).expect("written");
    let properties = ["-p", "AG (at(E) -> {n == 0})", "-p", "AG !failed", "-p", "AG !at(E)"];
    for (format, first, rest) in [
        (
            &[][..],
            "  holds (",
            "p2: AG !failed\n  unknown: the process that verified died of signal",
        ),
        (&["--json"], "\"verdict\": \"TRUE\"", "died of signal"),
    ] {
        let arguments = [&["verify", "prog.c"], &properties[..], format].concat();
        let child = start(&mut belnap(place.path(), &arguments));
        std::thread::sleep(Duration::from_secs(2));
        let all = family(child.id());
        let worker = *all.get(1).expect("a process that verifies");
        // The first one is taken for an overflow of the stack, to be met again at once.
        signal(worker, Signal::SEGV);
        std::thread::sleep(Duration::from_millis(100));
        signal(worker, Signal::SEGV);
        let ended = finish(child, LONG);
        assert_eq!(ended.code(), 5, "{}{}", ended.stdout, ended.stderr);
        assert!(ended.stdout.contains(first), "{}", ended.stdout);
        assert!(ended.stdout.contains(rest), "{}", ended.stdout);
        assert_eq!(ended.stdout.matches("died of signal 11 (SIGSEGV)").count(), 2);
    }
    count("crashes after which what was proved was reported");
}

/// A preprocessor that does not end is ended with the run.
fn nothing_is_left_running() {
    let place = TempDir::new().expect("a folder");
    let text = format!("{}\n#if A40\n#endif\nint main(void) {{ return 0; }}\n", doubling());
    fs::write(place.path().join("prog.c"), text).expect("written");
    for kind in [Signal::TERM, Signal::INT] {
        let child = start(&mut belnap(place.path(), &["verify", "prog.c"]));
        std::thread::sleep(Duration::from_secs(1));
        let all = family(child.id());
        assert!(all.len() >= 3, "no preprocessor is running");
        signal(child.id(), kind);
        let ended = finish(child, LONG);
        assert_eq!(ended.code(), 5, "{}{}", ended.stdout, ended.stderr);
        std::thread::sleep(Duration::from_millis(200));
        assert!(!all.iter().any(|process| is_running(*process)), "something is left running");
    }
}

/// However many processes there are and whatever the prover does, a request to end is heard.
fn ends_when_asked() {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), CUBES).expect("written");
    for processes in [None, Some("none")] {
        for kind in [Signal::TERM, Signal::INT] {
            for after in [20, 700, 1500] {
                let arguments = ["verify", "prog.c", "-q", "--timeout", "60"];
                let mut command = belnap(place.path(), &arguments);
                processes.map(|value| command.env("BELNAP_SUPERVISOR", value));
                let child = start(&mut command);
                std::thread::sleep(Duration::from_millis(after));
                signal(child.id(), kind);
                let ended = finish(child, LONG);
                assert!(ended.seconds < 2.0, "{kind:?} after {after} ms: {} s", ended.seconds);
                count("requests to end that were heard within 2 s");
                // One that is asked before it listens ends by the signal.
                if after < 700 && ended.status.signal().is_some() {
                    continue;
                }
                assert_eq!(ended.code(), 5, "{}{}", ended.stdout, ended.stderr);
                assert!(ended.stdout.contains("unknown: interrupted ("), "{}", ended.stdout);
                assert_eq!(ended.verdict(), "UNKNOWN");
            }
        }
    }
}

/// Macros of which each expands to two of the one before.
pub fn doubling() -> String {
    let line = |n: usize| format!("#define A{n} A{before} + A{before}\n", before = n - 1);
    std::iter::once("#define A0 1\n".to_owned()).chain((1..=40).map(line)).collect()
}
