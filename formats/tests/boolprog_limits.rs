//! Long and deep texts: what is long is read in linear time, what is deep is refused before a
//! deep tree exists.

use belnap_formats::boolprog::{print, read};
use belnap_ir::boolprog::{Expr, StmtKind};

fn assume(condition: &str) -> String {
    format!("decl a, b; void main() begin assume {condition}; end")
}

fn rule(text: &str) -> &'static str {
    read(text).expect_err("too deep")[0].rule
}

#[test]
fn deep_expressions_are_refused() {
    let n = 100_000;
    for (open, close) in [("(", ")"), ("!", ""), ("!(", ")"), ("schoose[a,", "]"), ("a => ", "")] {
        let text = assume(&format!("{}a{}", open.repeat(n), close.repeat(n)));
        assert_eq!(rule(&text), "bp-nesting", "{open}");
    }
    for operator in ["=", "!=", "^"] {
        let text = assume(&format!("a{}", format!(" {operator} b").repeat(n)));
        assert_eq!(rule(&text), "bp-nesting", "{operator}");
    }
}

#[test]
fn deep_statements_are_refused() {
    let n = 100_000;
    for (open, close) in [("if a then ", " fi"), ("while a do ", " od"), ("if a then else ", " fi")]
    {
        let text =
            format!("decl a; void main() begin {}skip{} end", open.repeat(n), close.repeat(n));
        assert_eq!(rule(&text), "bp-nesting", "{open}");
        let open = format!("decl a; void main() begin {}", open.repeat(n));
        assert_eq!(rule(&open), "bp-nesting");
    }
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let n = belnap_ir::boolprog::MAX_NESTING;
    for condition in [
        format!("{}a{}", "(".repeat(n), ")".repeat(n)),
        format!("{}a", "!".repeat(n - 1)),
        format!("{}a", "a => ".repeat(n - 1)),
    ] {
        let program = read(&assume(&condition)).expect("within the limit");
        assert_eq!(read(&print(&program)).as_ref(), Ok(&program));
    }
    let blocks =
        format!("decl a; void main() begin {}skip{} end", "while a do ".repeat(n), " od".repeat(n));
    let program = read(&blocks).expect("within the limit");
    assert_eq!(read(&print(&program)).as_ref(), Ok(&program));
    assert_eq!(rule(&assume(&format!("{}a", "!".repeat(n)))), "bp-nesting");
}

#[test]
fn long_chains_are_flat() {
    let text = assume(&format!("a{}", " & b".repeat(1_000_000)));
    let program = read(&text).expect("a long chain");
    let StmtKind::Assume(Expr::And(operands)) = &program.procedures[0].body[0].kind else {
        panic!("not a conjunction");
    };
    assert_eq!(operands.len(), 1_000_001);
}

#[test]
fn many_statements_are_read_in_linear_time() {
    let mut text = String::from("// belnap bp 1\ndecl a, {x > 0};\nvoid main() begin\n");
    for index in 0..100_000 {
        text.push_str(&format!(
            "  L{index}: a, {{x > 0}} := choose(a, !a & {{x>0}}), *;  //@ e{index} a.c:1  x = x + 1\n"
        ));
    }
    text.push_str("end\n");
    let program = read(&text).expect("a long program");
    assert_eq!(program.procedures[0].body.len(), 100_000);
    assert!(program.procedures[0].body.iter().all(|stmt| stmt.origin.is_some()));
}
