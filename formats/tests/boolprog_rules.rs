//! Rules that no text can break, because the reader would not build such a tree: they protect the
//! printer from programs made by other code.

use belnap_formats::boolprog::{print, read};
use belnap_ir::boolprog::{BoolProgram, Expr, Ident, Name, Origin, Stmt, StmtKind};
use belnap_ir::span::{SourceLine, Span};
use belnap_ir::validate::boolprog::validate;

fn ident(name: Name) -> Ident {
    Ident { name, span: Span::default() }
}

fn program(kind: StmtKind) -> BoolProgram {
    let text = "// belnap bp 1\ndecl a;\nvoid main() begin end";
    let mut program = read(text).expect("a program");
    let span = Span::default();
    let stmt = Stmt { labels: Vec::new(), kind, action: None, origin: None, span };
    program.procedures[0].body.push(stmt);
    program
}

fn rules(program: &BoolProgram) -> Vec<&'static str> {
    validate(program).iter().map(|diagnostic| diagnostic.rule).collect()
}

#[test]
fn lists_are_long_enough() {
    for kind in [
        StmtKind::Goto(vec![]),
        StmtKind::Assign { targets: vec![], values: vec![], constrain: None, assume: None },
        StmtKind::If { branches: vec![], otherwise: None },
        StmtKind::Print(vec![]),
        StmtKind::Assume(Expr::And(vec![Expr::Const(true)])),
        StmtKind::Assume(Expr::Or(vec![])),
    ] {
        assert_eq!(rules(&program(kind)), ["bp-shape"]);
    }
}

#[test]
fn deep_trees_are_found_without_recursion() {
    let mut deep = Expr::Const(true);
    for _ in 0..1000 {
        deep = Expr::Not(Box::new(deep));
    }
    assert_eq!(rules(&program(StmtKind::Assume(deep))), ["bp-nesting"]);
    let mut nested = StmtKind::Skip;
    for _ in 0..1000 {
        let span = Span::default();
        let body = vec![Stmt { labels: vec![], kind: nested, action: None, origin: None, span }];
        nested = StmtKind::While { condition: Expr::Const(true), body };
    }
    assert_eq!(rules(&program(nested)), ["bp-nesting"]);
}

#[test]
fn names_can_be_written() {
    let plain = |name: &str| Name::Plain(name.to_owned());
    let quoted = |name: &str| Name::Quoted(name.to_owned());
    for (name, fine) in [
        (plain("x"), true),
        (plain("a-b#$"), true),
        (plain("a-"), false),
        (plain("-a"), false),
        (plain("1"), false),
        (plain(""), false),
        (plain("_"), false),
        (plain("nondet"), false),
        (plain("sync"), false),
        (plain("é"), false),
        (quoted("x > 0"), true),
        (quoted("x>0"), false),
        (quoted(""), false),
        (quoted("}"), false),
        (quoted("c == '}'"), true),
        (quoted("'"), false),
    ] {
        let mut program = program(StmtKind::Skip);
        program.globals.push(ident(name.clone()));
        assert_eq!(rules(&program).is_empty(), fine, "{name}");
        assert_eq!(read(&print(&program)).as_ref() == Ok(&program), fine, "{name}");
    }
    for (label, fine) in [("12", true), ("L1", true), ("ASYNC_1", false), ("1a", false)] {
        let mut program = program(StmtKind::Skip);
        program.procedures[0].body[0].labels.push(ident(plain(label)));
        assert_eq!(rules(&program).is_empty(), fine, "{label}");
        assert_eq!(read(&print(&program)).as_ref() == Ok(&program), fine, "{label}");
    }
}

#[test]
fn annotations_can_be_written() {
    let source = |file: &str, line| Origin {
        source: Some(SourceLine { file: file.to_owned(), line }),
        ..Origin::default()
    };
    let text = |text: &str| Origin { text: Some(text.to_owned()), ..Origin::default() };
    for (origin, fine) in [
        (source("a.c", 1), true),
        (source("my file.c", 1), true),
        (source("e4", 1), true),
        (source("a:1", 1), true),
        (source("e4 file.c", 1), false),
        (source("a.c:1 b.c", 1), false),
        (source("two  blanks.c", 1), false),
        (source("tab\t.c", 1), false),
        (source(" a.c", 1), false),
        (source("", 1), false),
        (source("a.c", 0), false),
        (text("x = 1"), true),
        (text("e4 a.c:1  x"), true),
        (text(" x"), false),
        (text("x\ny"), false),
        (text(""), false),
        (Origin::default(), false),
    ] {
        let mut program = program(StmtKind::Skip);
        program.procedures[0].body[0].origin = Some(origin.clone());
        assert_eq!(rules(&program).is_empty(), fine, "{origin:?}");
        assert_eq!(read(&print(&program)).as_ref() == Ok(&program), fine, "{origin:?}");
    }
}
