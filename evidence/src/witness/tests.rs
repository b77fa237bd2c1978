//! Witnesses in small: places in texts, conditions in C, and what is read of other tools'.

use std::fs;
use std::time::{Duration, SystemTime};

use belnap_cli::ToolError;
use belnap_formats::condition::{Names, parse};
use belnap_frontend::commands::c2cfg::{self, ProgramArgs};
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgVarId, ScopeId};
use belnap_ir::span::SourceLine;
use belnap_ir::types::IntType;
use clap::Parser;

use super::expression::Writer;
use super::read;
use super::sources::{SourcePlace, Sources};
use super::task::Stamp;

#[derive(clap::Parser)]
struct Command {
    #[command(flatten)]
    program: ProgramArgs,
}

/// A program in a folder of its own, and its graph.
fn compile(text: &str, options: &[&str]) -> (tempfile::TempDir, Sources, Cfg) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.c").display().to_string();
    fs::write(&file, text).expect("written");
    let arguments = ["c2cfg", &file].into_iter().chain(options.iter().copied());
    let program = Command::parse_from(arguments).program;
    let (compiled, _) = c2cfg::build(&program).unwrap_or_else(|error| panic!("{error:?}"));
    let sources = Sources::read(&program.files).unwrap_or_else(|error| panic!("{error:?}"));
    (folder, sources, compiled.cfg)
}

fn texts(text: &str) -> Sources {
    Sources::new(vec![("a.c".to_owned(), text.to_owned())])
}

fn at(file: &str, line: u32) -> SourceLine {
    SourceLine { file: file.to_owned(), line }
}

fn place(line: u32, column: u32) -> Option<SourcePlace> {
    Some(SourcePlace { file: 0, line, column: Some(column) })
}

/// A local hides a global also where the graph does not have it, because nothing uses it.
#[test]
fn blocks_around_a_place_may_declare() {
    let sources = texts(
        "int x, y; int f(int y) { return x + y; }\nvoid g(int x);\n\
         int main(void) { g(x); while (x) { int a, *x; g(x); }\n\
         g(1, x); x = 1; return x;\n}\n",
    );
    let declares = |name, line, column| {
        sources.may_declare(name, SourcePlace { file: 0, line, column: Some(column) })
    };
    assert!(declares("y", 1, 40) && !declares("x", 1, 40));
    assert!(!declares("x", 3, 35) && declares("x", 3, 49) && !declares("y", 3, 49));
    assert!(!declares("x", 4, 20) && !declares("y", 4, 20));
}

#[test]
fn the_keyword_of_a_loop_is_found_where_it_stands() {
    let sources = texts(
        "/* for */ while (x) {\nfor (;;) while (y) {\ndo {\n} while (z);\n  // é\n\
         \"while\"; for(;;);\n#define L while (1)\n}\n",
    );
    let keyword = |line| sources.loop_keyword(&at("a.c", line));
    assert_eq!(keyword(1), place(1, 11));
    assert_eq!([keyword(2), keyword(3), keyword(4), keyword(5)], [None; 4]);
    assert_eq!(keyword(6), place(6, 10));
    assert_eq!([keyword(7), keyword(8), keyword(9)], [None; 3]);
}

#[test]
fn line_markers_count_lines_of_the_original() {
    let sources = texts("# 1 \"b.c\" 2\nint x;\n#line 7\nwhile (x) {\n# 1 \"c.c\"\nwhile (y) {}\n");
    assert_eq!(sources.loop_keyword(&at("b.c", 7)), place(4, 1));
    assert_eq!(sources.loop_keyword(&at("c.c", 1)), place(6, 1));
    assert_eq!(sources.line(&at("a.c", 1)), None);
    assert_eq!(sources.source("elsewhere/a.c", 4), Some(&at("b.c", 7)));
    // A line that was spread over several is the one that has what is looked for.
    let spread = texts("#line 3\nint x;\n#line 3\nx = __VERIFIER_nondet_int\n#line 3\n();\n");
    let found = spread.input_call(&at("a.c", 3));
    assert_eq!(found, place(6, 2).map(|at| (at, "__VERIFIER_nondet_int".to_owned())));
    assert_eq!(spread.line(&at("a.c", 3)), None);
}

#[test]
fn statements_begin_after_statements() {
    let sources =
        texts("{ x = 1;\n  y =\n  2;\n  if (x)\n  y = 3;\n  else\n  y = 4; }\n  L: y++;\n");
    let statement = |line| sources.statement(&at("a.c", line));
    assert_eq!(statement(2), place(2, 3));
    assert_eq!(statement(4), place(4, 3));
    assert_eq!([statement(1), statement(3), statement(5)], [None; 3]);
    assert_eq!([statement(6), statement(7), statement(8)], [None; 3]);
}

#[test]
fn a_name_is_in_scope_up_to_the_end_of_its_block() {
    let sources =
        texts("int f(int p) {\n int a;\n {\n  int b;\n }\n while (p) {\n int c;\n }\n}\n");
    let loop_at = sources.loop_keyword(&at("a.c", 6)).expect("a loop");
    let visible = |line, name| sources.is_in_scope(&at("a.c", line), name, loop_at);
    assert!(visible(1, "p") && visible(2, "a"));
    assert!(!visible(4, "b") && !visible(7, "c") && !visible(6, "q"));
}

#[test]
fn conditions_are_written_so_that_c_defines_them() {
    let text = "int x, y; unsigned u; char c; unsigned char b; long long l; int *p; struct { int f; } s;\n\
                int main(void) { int z = x + y + u + c + b + l + s.f; if (p) return z; return *p; }\n";
    let (_folder, _, cfg) = compile(text, &["-m32"]);
    let names = Names::new(&cfg);
    let visible = |var: CfgVarId| cfg.variables[var].name != "y";
    let writer = Writer { cfg: &cfg, is_visible: &visible };
    for (condition, expected) in [
        ("x <= 3", Some("x <= 3")),
        ("x + 1 <= -3", Some("(int)((unsigned int)x + 1U) <= (-3)")),
        ("u - 1 != 5", Some("(u - 1U) != 5U")),
        ("l * 2 == 6", Some("(long long)((unsigned long long)l * 2ULL) == 6LL")),
        ("c < 'a' && !(x == 1 || b > 3)", Some("c < 97 && !(x == 1 || b > 3)")),
        ("x / 2 == 1", Some("(x / 2) == 1")),
        ("s.f % 4 == 0", Some("(s.f % 4) == 0")),
        ("x / x == 1", None),
        ("x << u == 1", None),
        ("x << 3 == 8", Some("(int)((unsigned int)x << 3) == 8")),
        ("x < y", None),
        ("p == 0", Some("(unsigned int)p == 0U")),
    ] {
        let parsed = parse(&names, condition, Some(ScopeId(0)));
        let parsed = parsed.unwrap_or_else(|why| panic!("{condition}: {}", why.message));
        assert_eq!(writer.condition(&parsed).as_deref(), expected, "{condition}");
    }
    let int = IntType::signed(32);
    let smallest = Expr::compare(CompareOp::Ge, Expr::int(0, int), Expr::int(i32::MIN.into(), int));
    assert_eq!(writer.condition(&smallest).as_deref(), Some("0 >= (-2147483647 - 1)"));
}

#[test]
fn times_are_in_seconds() {
    let second = SystemTime::UNIX_EPOCH + Duration::from_secs(1);
    assert_eq!(Stamp::new(second).time, "1970-01-01T00:00:01Z");
    assert_eq!(Stamp::new(SystemTime::now()).time.len(), "1970-01-01T00:00:00Z".len());
}

const PROGRAM: &str = "int g;\nvoid f(int a) { while (a > 0) { a--; g = a; } }\n\
                       int main(void) {\n  int x = 5, y = 0;\n  while (x > 0) {\n    x--; y++;\n  }\n\
                       \x20 f(x);\n  f(y);\n  return 0;\n}\n";

fn witness(version: &str, location: &str, value: &str) -> String {
    format!(
        "- entry_type: invariant_set\n  metadata:\n    format_version: {version}\n  content:\n\
         \x20 - invariant:\n      type: loop_invariant\n      location: {location}\n\
         \x20     value: '{value}'\n      format: c_expression\n"
    )
}

/// The predicates that are read, or the refusal.
fn read_back(witness: &[u8]) -> Result<Vec<String>, String> {
    let (folder, sources, cfg) = compile(PROGRAM, &[]);
    let file = folder.path().join("w.yml").display().to_string();
    fs::write(&file, witness).expect("written");
    match read::predicates(&file, &cfg, &sources) {
        Ok(set) => Ok(set.lines.into_iter().map(|one| one.condition).collect()),
        Err(error @ ToolError::Unusable { .. }) => Err(error.message("belnap")),
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn invariants_become_predicates_of_every_activation() {
    let read = |location: &str, value: &str| {
        let text = witness("'2.0'", location, value);
        read_back(text.as_bytes()).expect("read")
    };
    let main = "{file_name: a.c, line: 5, column: 3, function: main}";
    let both = read(main, "(x >= 0 && !(y > 5)) || nobody == 1 || f(x) > 2");
    assert_eq!(both[..2], ["main::x >= 0", "main::y > 5"]);
    // One step before `x--` and `y++`.
    assert!(both.contains(&"main::y + 1 > 5".to_owned()), "{both:?}");
    assert_eq!(read("{file_name: a.c, line: 2}", "a <= g")[..2], ["f::a <= g", "f::a#2 <= g"]);
    let wrapped = read(main, "(int)((unsigned int)x + 1U) <= y");
    assert_eq!(wrapped[0], "main::x + 1 <= main::y");
    assert!(read("{file_name: a.c, line: 5, function: nowhere}", "x == 1").is_empty());
    assert!(read("{file_name: b.c, line: 5}", "x == 1").is_empty());
    assert!(read(main, &"(".repeat(9000)).is_empty());
    assert!(read(main, &format!("{}x{}", "(".repeat(5000), ")".repeat(5000))).len() <= 2);
}

#[test]
fn what_is_no_correctness_witness_is_refused() {
    let place = "{file_name: a.c, line: 5}";
    let newer = read_back(witness("3.0", place, "x == 1").as_bytes()).expect_err("refused");
    assert!(newer.contains("version 3.0"), "{newer}");
    assert!(read_back(witness("2.1", place, "x == 1").as_bytes()).is_ok());
    let violation = witness("2.0", place, "").replace("invariant_set", "violation_sequence");
    assert!(read_back(violation.as_bytes()).is_err_and(|why| why.contains("violation witness")));
    let mut bomb = "- &l0 [x, x]\n".to_owned();
    for level in 1..30 {
        bomb.push_str(&format!("- &l{level} [*l{0}, *l{0}, *l{0}]\n", level - 1));
    }
    let huge = "#".repeat((16 << 20) + 1);
    for hostile in ["", "x: [", &"[".repeat(200_000), &"- ".repeat(100_000), &bomb, &huge, "\u{0}"]
    {
        assert!(read_back(hostile.as_bytes()).is_err(), "{:.20}", hostile);
    }
    assert!(read_back(b"\xff\xfe").is_err());
}
