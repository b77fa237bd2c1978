//! Bad input, given to the executable `belnap` as a person or a script would: every refusal has
//! its exit code and a message, nothing panics, and nothing is left behind.
//!
//! Single mistakes inside a file are the cases of `formats/tests`; these are about files as a
//! whole, sizes, limits, options, and what happens to output.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use belnap_test_support::folder;
use belnap_test_support::process::{self, Run};

use crate::support::BELNAP;

/// A folder to run in; files of a case are written there and named without a path.
struct Folder(folder::Folder);

impl Folder {
    fn new() -> Self {
        Folder(folder::Folder::new())
    }

    fn with(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        self.0.write(name, content);
        self
    }

    fn names(&self) -> Vec<String> {
        self.0.names(".")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = process::command(BELNAP, arguments);
        command.current_dir(self.0.root());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command that must be refused with this exit code, and says how.
    fn refused(&self, code: i32, arguments: &[&str]) -> String {
        refusal(&mut self.command(arguments), code, arguments)
    }

    /// Several refusals with exit code 2, as one text.
    fn all_refused(&self, commands: &[&[&str]]) -> String {
        commands.iter().map(|arguments| self.refused(2, arguments) + "\n").collect()
    }
}

/// The command as shown, what it reports, and its exit code.
fn refusal(command: &mut Command, code: i32, arguments: &[&str]) -> String {
    let Run { code: found, stderr, .. } = process::run(command);
    let shown: Vec<String> = arguments.iter().map(|argument| shortened(argument)).collect();
    assert!(stderr.len() < 20_000, "{shown:?}: {} bytes of message", stderr.len());
    assert!(!stderr.contains("panicked") && !stderr.contains("internal error:"), "{stderr}");
    assert_eq!(found, code, "{shown:?}: {stderr}");
    format!("$ belnap {}\n{stderr}exit code {code}\n", shown.join(" "))
}

fn shortened(argument: &str) -> String {
    if argument.len() > 80 { format!("{}…", &argument[..20]) } else { argument.to_owned() }
}

const ONE_ASSERT: &str = "decl x;\nvoid main() begin\n  x := *;\n  assert(x);\nend\n";

const HOLDS: &str = "decl x;\nvoid main() begin\n  x := T;\n  L: assert(x);\nend\n";

const LIGHT: &str = r#"{"format": "belnap.kripke", "version": 1,
  "states": {"red": {"stop": "t"}, "green": {}}, "initial": ["red"],
  "transitions": [["red", "green"], ["green", "red"]]}
"#;

/// What commands read, each given the same file.
const READERS: [&str; 5] = ["check", "show", "fmt", "dot", "validate"];

#[test]
fn files_that_are_not_there() {
    let folder = Folder::new();
    fs::create_dir(folder.0.path("folder")).expect("a folder");
    let mut seen = String::new();
    for reader in READERS {
        seen += &folder.all_refused(&[&[reader, "none.bp"], &[reader, "folder"]]);
    }
    let folder = folder.with("one.bp", ONE_ASSERT);
    seen += &folder.all_refused(&[
        &["bp2kripke", "none.bp"],
        &["check", "one.bp", "--property-file", "none.ctl"],
        &["check", "one.bp", "--reuse", "none.json"],
        &["check", "one.bp/inside"],
    ]);
    insta::assert_snapshot!(seen);
}

#[cfg(unix)]
#[test]
fn files_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new().with("secret.bp", ONE_ASSERT);
    let secret = folder.0.path("secret.bp");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).expect("changed");
    if fs::File::open(&secret).is_ok() {
        return; // Nothing is secret from root.
    }
    let seen = folder.refused(2, &["check", "secret.bp"]);
    assert!(seen.contains("secret.bp: error: cannot read: permission denied"), "{seen}");
}

#[test]
fn files_that_are_not_text() {
    let folder = Folder::new()
        .with("empty", "")
        .with("blank", " \n\t\n")
        .with("latin.bp", b"decl caf\xe9;")
        .with("nul", "\0\0\0\0")
        .with("nul.bp", "decl x;\nvoid main() begin x := \0; end")
        .with("late-nul.bp", format!("decl x; /*{}*/ \0", " ".repeat(100_000)))
        .with("nul.ctl", "// belnap ctl 1\nAG \0")
        .with("nul.json", "{\"format\": \"belnap.kripke\", \0}");
    let mut seen = String::new();
    for name in folder.names() {
        seen += &folder.all_refused(&[&["validate", &name]]);
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn damaged_json() {
    let folder = Folder::new().with("light.json", LIGHT);
    let mut seen = String::new();
    for cut in [1, 10, 30, 60, LIGHT.len() - 10] {
        fs::write(folder.0.path("cut.json"), &LIGHT[..cut]).expect("written");
        seen += &folder.all_refused(&[&["check", "cut.json", "-p", "AG EF red"]]);
    }
    let n = 100_000;
    for (name, text) in [
        ("arrays", "[".repeat(n)),
        ("closed", format!("{}{}", "[".repeat(n), "]".repeat(n))),
        ("objects", "{\"a\": ".repeat(n)),
        ("states", LIGHT.replace("[\"red\", \"green\"]", &"[".repeat(n))),
        ("format", format!("{{\"format\": {}{}}}", "[".repeat(n), "]".repeat(n))),
    ] {
        fs::write(folder.0.path(name), text).expect("written");
        seen += &folder.all_refused(&[&["validate", name]]);
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn nesting_without_end() {
    let n = 100_000;
    let program = |body: String| format!("decl a;\nvoid main() begin\n{body}\nend\n");
    let folder = Folder::new()
        .with("one.bp", ONE_ASSERT)
        .with("parentheses.bp", program(format!("a := {}a{};", "(".repeat(n), ")".repeat(n))))
        .with("ifs.bp", program(format!("{}skip;{}", "if a then ".repeat(n), " fi;".repeat(n))))
        .with("deep.ctl", format!("{}failed{}", "AG (".repeat(n), ")".repeat(n)))
        .with("braces.preds", format!("belnap preds 1\nglobal {}", "{".repeat(n)));
    let nots = format!("{}failed", "!".repeat(n));
    insta::assert_snapshot!(folder.all_refused(&[
        &["check", "parentheses.bp"],
        &["check", "ifs.bp"],
        &["check", "one.bp", "--property-file", "deep.ctl"],
        &["check", "one.bp", "--property", &nots],
        &["validate", "braces.preds"],
    ]));
}

/// A hundred megabytes, which must be refused in bounded memory; the first problem is shown.
fn hundred_megabytes(beginning: &str, again: &str) -> String {
    const SIZE: usize = 100_000_000;
    let folder = Folder::new();
    let mut content = Vec::with_capacity(SIZE + again.len());
    content.extend_from_slice(beginning.as_bytes());
    content.extend_from_slice(again.repeat(SIZE / again.len()).as_bytes());
    let folder = folder.with("huge", content);
    let script = "ulimit -v 2000000; exec \"$0\" check huge";
    let mut limited = process::command("sh", &["-c", script, BELNAP]);
    let seen = refusal(limited.current_dir(folder.0.root()), 2, &["check", "huge"]);
    seen.lines().take(5).map(|line| format!("{line}\n")).collect()
}

#[test]
fn huge_text() {
    insta::assert_snapshot!(
        [
            hundred_megabytes("void main() begin ", "x := y & z | (a; "),
            hundred_megabytes("// belnap bp 1\n", "}} garbage "),
            hundred_megabytes("belnap preds 1\n", "garbage { x\n"),
            hundred_megabytes("", "AG (p -> "),
            hundred_megabytes("CHECK( init(main()), ", "LTL(G garbage)\n"),
        ]
        .join("\n")
    );
}

#[test]
fn huge_json() {
    insta::assert_snapshot!(
        [
            hundred_megabytes("{\"format\": \"belnap.kripke\", \"states\": [", "garbage, "),
            hundred_megabytes("{\"format\": \"belnap.result\", \"properties\": [", "{\"a\": [}, "),
            hundred_megabytes("", "{\"a\"} "),
        ]
        .join("\n")
    );
}

#[test]
fn the_wrong_kind() {
    let folder = Folder::new()
        .with("one.bp", ONE_ASSERT)
        .with("light.json", LIGHT)
        .with("always.ctl", "AG p\n")
        .with("x.preds", "belnap preds 1\nglobal { x > 0 }\n")
        .with("graph.json", "{\"format\": \"belnap.cfg\", \"version\": 1}")
        .with("other.json", "{\"format\": \"other\", \"version\": 1}")
        .with("plain.json", "{\"name\": \"belnap\", \"version\": 1}")
        .with("list.json", "[1, 2, 3]");
    let result = folder.command(&["check", "one.bp", "--format", "json"]).output().expect("ran");
    let folder = folder.with("one.result.json", result.stdout);
    insta::assert_snapshot!(folder.all_refused(&[
        &["check", "one.result.json"],
        &["dot", "one.result.json"],
        &["check", "always.ctl"],
        &["bp2kripke", "always.ctl"],
        &["bp2kripke", "light.json"],
        &["check", "x.preds"],
        &["check", "graph.json"],
        &["validate", "graph.json", "other.json", "plain.json", "list.json"],
        &["check", "one.bp", "--property-file", "one.bp"],
        &["check", "one.bp", "--property-file", "light.json"],
        &["check", "one.bp", "--reuse", "light.json"],
        &["check", "one.bp", "--reuse", "always.ctl"],
    ]));
}

#[test]
fn versions_of_the_future() {
    let folder = Folder::new()
        .with("f.bp", "// belnap bp 99\nvoid main() begin skip; end")
        .with("f.preds", "belnap preds 99\n")
        .with("f.ctl", "// belnap ctl 99\nAG p")
        .with("f.kripke.json", LIGHT.replace("\"version\": 1", "\"version\": 99"))
        .with("f.result.json", "{\"format\": \"belnap.result\", \"version\": 99}");
    let mut seen = String::new();
    for name in folder.names() {
        seen += &folder.all_refused(&[&["validate", &name]]);
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn programs_that_cannot_be_checked() {
    let folder = Folder::new()
        .with("threads.bp", "void main() begin\n  start_thread goto L;\n  L: skip;\nend\n")
        .with("atomic.bp", "void main() begin\n  atomic_begin;\nend\n")
        .with("explodes.bp", explosive(20))
        .with("one.bp", ONE_ASSERT);
    insta::assert_snapshot!(folder.all_refused(&[
        &["check", "threads.bp"],
        &["check", "atomic.bp"],
        &["check", "explodes.bp", "--max-locations", "1000"],
        &["check", "one.bp", "--max-nodes", "1"],
        &["check", "one.bp", "--max-nodes", "0"],
        &["bp2kripke", "one.bp", "--explicit", "--max-states", "2"],
        &["check", "one.bp", "--engine", "explicit", "--max-states", "2"],
    ]));
}

/// A program whose expansion doubles with each procedure.
fn explosive(procedures: u32) -> String {
    let mut text = String::from("void main() begin f0(); end\n");
    for n in 0..procedures {
        text += &format!("void f{n}() begin f{next}(); f{next}(); end\n", next = n + 1);
    }
    text + &format!("void f{procedures}() begin skip; end\n")
}

#[test]
fn wrong_command_lines() {
    let folder = Folder::new().with("one.bp", ONE_ASSERT).with("light.json", LIGHT);
    let mut seen = String::new();
    for arguments in [
        &[][..],
        &["chekc", "one.bp"],
        &["check"],
        &["validate"],
        &["check", "one.bp", "--nonsense"],
        &["check", "one.bp", "two.bp"],
        &["check", "one.bp", "--property"],
        &["check", "one.bp", "--max-nodes", "many"],
        &["check", "one.bp", "--max-nodes=-1"],
        &["check", "one.bp", "--engine", "steam"],
        &["check", "light.json"],
        &["check", "light.json", "-p", "AG red", "--star", "choice"],
        &["check", "one.bp", "--engine", "explicit", "--reuse", "any.json"],
        &["fmt", "one.bp", "--drop-comments"],
        &["fmt", "one.bp", "--check", "-o", "out.bp"],
    ] {
        seen += &(folder.refused(1, arguments) + "\n");
    }
    assert_eq!(folder.names(), ["light.json", "one.bp"]);
    insta::assert_snapshot!(seen);
}

#[test]
fn properties_that_make_no_sense() {
    let folder = Folder::new()
        .with("one.bp", ONE_ASSERT)
        .with("light.json", LIGHT)
        .with("first.ctl", "property good: AG !failed;\n")
        .with("second.ctl", "// Another\nproperty good: EF halted;\n")
        .with("none.ctl", "// belnap ctl 1\n")
        .with("definitions.ctl", "let p = failed;\n")
        .with("unknown.ctl", "property fine: AG !failed;\n\nproperty odd: AG !at(NOWHERE);\n");
    let check = |formula: &str| folder.all_refused(&[&["check", "one.bp", "-p", formula]]);
    let mut seen = String::new();
    for formula in [
        "AG (x &",
        "AG !failed)",
        "",
        "E [x U",
        "AG !at(NOWHERE)",
        "AG !at(main:NOWHERE)",
        "AG !enter(nobody)",
        "AG y",
        "mu Z. !Z",
    ] {
        seen += &check(formula);
    }
    seen += &folder.all_refused(&[
        &["check", "light.json", "-p", "AG blue"],
        &["check", "one.bp", "--error-label", "NOWHERE"],
        &["check", "one.bp", "--property-file", "first.ctl", "--property-file", "second.ctl"],
        &["check", "one.bp", "--property-file", "none.ctl"],
        &["check", "one.bp", "--property-file", "definitions.ctl"],
        &["check", "one.bp", "--property-file", "unknown.ctl"],
    ]);
    insta::assert_snapshot!(seen);
}

#[test]
fn results_that_cannot_be_reused() {
    let folder = Folder::new()
        .with("one.bp", HOLDS)
        .with("other.bp", HOLDS.replace('x', "y"))
        .with("light.json", LIGHT);
    for (arguments, output) in [
        (&["check", "one.bp"][..], "seeds.json"),
        (&["check", "one.bp", "--no-seeds"], "none.json"),
        (&["check", "light.json", "-p", "EX true"], "explicit.json"),
    ] {
        let mut command = folder.command(arguments);
        command.args(["--format", "json", "-o", output]).output().expect("ran");
    }
    insta::assert_snapshot!(folder.all_refused(&[
        &["check", "other.bp", "--reuse", "seeds.json"],
        &["check", "one.bp", "--reuse", "none.json"],
        &["check", "one.bp", "--reuse", "explicit.json"],
    ]));
}

#[test]
fn output_that_cannot_be_written() {
    let folder = Folder::new().with("one.bp", ONE_ASSERT);
    fs::create_dir(folder.0.path("folder")).expect("a folder");
    let mut seen = String::new();
    for command in ["check", "bp2kripke", "fmt", "dot", "show"] {
        seen += &folder.all_refused(&[
            &[command, "one.bp", "-o", "missing/out"],
            &[command, "one.bp", "-o", "folder"],
        ]);
    }
    seen += &folder.all_refused(&[
        &["check", "one.bp", "--save-kripke", "missing/out"],
        &["check", "one.bp", "-o", "one.bp/out"],
    ]);
    assert_eq!(folder.names(), ["folder", "one.bp"]);
    assert_eq!(fs::read_dir(folder.0.path("folder")).expect("listed").count(), 0);
    insta::assert_snapshot!(seen);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let folder = Folder::new().with("one.bp", ONE_ASSERT);
    let mut seen = folder.all_refused(&[
        &["check", "one.bp", "-o", "/dev/full"],
        &["check", "one.bp", "--save-kripke", "/dev/full"],
    ]);
    for arguments in [&["check", "one.bp"][..], &["show", "one.bp"], &["--help"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("opened");
        seen += &(refusal(folder.command(arguments).stdout(full), 2, arguments) + "\n");
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn a_refused_input_leaves_output_alone() {
    let folder = Folder::new().with("bad.bp", "decl a b;").with("kept", "precious");
    for command in ["check", "bp2kripke", "fmt", "dot", "show"] {
        for output in ["kept", "new"] {
            folder.refused(2, &[command, "bad.bp", "-o", output]);
        }
    }
    folder.refused(2, &["fmt", "--in-place", "--drop-comments", "bad.bp"]);
    folder.refused(2, &["check", "bad.bp", "--save-kripke", "kept"]);
    assert_eq!(folder.names(), ["bad.bp", "kept"]);
    assert_eq!(fs::read_to_string(folder.0.path("kept")).expect("kept"), "precious");
    assert_eq!(fs::read_to_string(folder.0.path("bad.bp")).expect("kept"), "decl a b;");
}

#[test]
fn a_reader_that_stops_reading() {
    let body = "  a := !a;\n".repeat(20_000);
    let folder = Folder::new().with("long.bp", format!("decl a;\nvoid main() begin\n{body}end\n"));
    let mut child = folder.command(&["fmt", "long.bp"]).spawn().expect("started");
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    output.read_line(&mut line).expect("one line");
    drop(output);
    let finished = child.wait_with_output().expect("finished");
    assert_eq!(line, "decl a;\n");
    assert_eq!(String::from_utf8_lossy(&finished.stderr), "");
    assert_eq!(finished.status.code(), Some(0));
}

/// A counter of so many bits that nobody waits for its end.
fn endless() -> String {
    let names: Vec<String> = (0..40).map(|bit| format!("b{bit}")).collect();
    let mut text = format!("decl {};\nvoid main() begin\n", names.join(", "));
    text += &format!("  {} := {};\n", names.join(", "), vec!["F"; names.len()].join(", "));
    let next: Vec<String> = (0..names.len())
        .map(|bit| match bit {
            0 => "!b0".to_owned(),
            _ => format!("(b{bit} != ({}))", names[..bit].join(" & ")),
        })
        .collect();
    let (left, right) = (names.join(", "), next.join(", "));
    text += &format!("  while (!({})) do\n    {left} := {right};\n  od;\n", names.join(" & "));
    text + "  assert(F);\nend\n"
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing_behind() {
    use std::os::unix::process::ExitStatusExt;
    let folder = Folder::new().with("endless.bp", endless());
    let mut child = folder
        .command(&["check", "endless.bp", "--format", "json", "-o", "out.json"])
        .spawn()
        .expect("started");
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(child.try_wait().expect("asked"), None, "it should still run");
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().expect("sent");
    assert!(sent.success());
    let ended = (0..200).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        child.try_wait().expect("asked")
    });
    let Some(status) = ended else {
        child.kill().expect("killed");
        panic!("not interrupted; were these tests started with interrupts ignored (nohup, `&`)?");
    };
    assert_eq!(status.signal(), Some(2), "{status}");
    assert_eq!(folder.names(), ["endless.bp"]);
}
