//! Snapshots of what is printed for each construct, in the program's own dialect and for other
//! tools. `INSTA_UPDATE=always cargo test` accepts new output.

use std::path::Path;

use belnap_formats::boolprog::{
    annotation, print, print_classic, print_expr, print_statement, read, read_with_warnings,
};
use belnap_ir::boolprog::StmtKind;

#[test]
fn every_construct() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/boolprog");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a case").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bp"))
        .collect();
    files.sort();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("cases/boolprog/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a case");
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (program, warnings) = read_with_warnings(&text).expect(&name);
        let printed = print(&program);
        assert_eq!(read(&printed).as_ref(), Ok(&program), "{name}");
        assert_eq!(print(&read(&printed).expect(&name)), printed, "{name}");
        let classic = print_classic(&program);
        let mut shown = printed.clone();
        if classic != printed {
            shown.push_str("\n======== classic ========\n");
            shown.push_str(&classic);
        }
        for warning in warnings {
            shown.push_str(&format!("\n{warning}"));
        }
        settings.bind(|| insta::assert_snapshot!(name, shown));
    }
}

#[test]
fn one_line_per_statement() {
    let program = read(
        "// belnap bp 1\ndecl a, b;\nvoid main() begin\n\
         L: a, _ := choose(a, !b), * constrain 'a;  //@ e4 fig1.c:4  y = y - 1\n\
         if a | b & a then skip; else goto L; fi\n while !a do a := nondet; od return;\nend",
    )
    .expect("a program");
    let body = &program.procedures[0].body;
    let lines: Vec<String> = body.iter().map(print_statement).collect();
    assert_eq!(
        lines,
        ["a, _ := choose(a, !b), * constrain ('a)", "if (a | b & a)", "while (!a)", "return"]
    );
    let origin = body[0].origin.as_ref().expect("an annotation");
    assert_eq!(annotation(origin), "//@ e4 fig1.c:4  y = y - 1");
    let StmtKind::If { branches, .. } = &body[1].kind else { panic!("not an if") };
    assert_eq!(print_expr(&branches[0].0), "a | b & a");
}

#[test]
fn tools_that_disagree_are_warned_about() {
    let warned = |condition: &str| {
        let text = format!("decl a, b, c; void main() begin assume {condition}; end");
        let (_, warnings) = read_with_warnings(&text).expect(condition);
        warnings.iter().any(|warning| warning.rule == "bp-precedence")
    };
    for condition in ["a = b & c", "a | b != c", "a ^ b | c", "a => b => c", "a = b => c"] {
        assert!(warned(condition), "{condition}");
    }
    for condition in [
        "(a = b) & c",
        "a & b | c",
        "a = b = c",
        "a => b = c",
        "a & b ^ c",
        "a | b => c",
        "a ^ b => c",
    ] {
        assert!(!warned(condition), "{condition}");
    }
}

#[test]
fn an_init_that_nobody_calls_is_warned_about() {
    let (program, warnings) = read_with_warnings(
        "decl a; void init() begin a := F; end void main() begin assert(!a); end",
    )
    .expect("a program");
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].rule, "bp-init-called");
    assert_eq!(belnap_formats::boolprog::warnings(&program), warnings);
}

#[test]
fn line_ends_of_other_systems_are_blanks() {
    let text =
        "// belnap bp 1\r\ndecl a;\r\nvoid main() begin\r\n  a := T;  //@ e1 a.c:1  a\r\nend\r\n";
    let program = read(text).expect("a program");
    assert_eq!(read(&text.replace('\r', "")), Ok(program));
}
