//! Unrollings: what must be proved is, and what must not be is not.

mod folding;
mod random;

use std::time::Duration;

use belnap_formats::cfg;
use belnap_ir::certificate::{Certificate, Claim, Unrolling};
use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::fold::Arithmetic;
use belnap_ir::ids::{CfgLocId, CfgVarId};
use belnap_ir::types::IntType;

use super::numbers::{Operator, less, ones, resize};
use crate::certificate::{CertificateFindings, Refusal, certify};
use crate::questions::Time;

/// What the check of an unrolling says.
fn checked(
    cfg: &Cfg,
    formula: &str,
    rounds: &[(&str, u32)],
) -> Result<CertificateFindings, String> {
    let rounds = rounds.iter().map(|(head, most)| ((*head).to_owned(), *most)).collect();
    let certificate = Certificate {
        property: "p".to_owned(),
        formula: formula.to_owned(),
        claim: Claim::Unrolling(Unrolling { rounds, fewer: Default::default() }),
    };
    let time = Time { question: Duration::from_secs(30), end: None };
    let mut emit = |_: &str, _: &str| Ok::<(), ()>(());
    certify(cfg, &certificate, time, &mut emit).map_err(|refusal| match refusal {
        Refusal::Foreign(reason) | Refusal::Unfit(reason) => reason,
        Refusal::Emit(()) => unreachable!("nothing is written"),
    })
}

/// A graph with these variables, objects, kinds of locations, and edges: `from to operation`.
fn graph(variables: &str, objects: &str, locations: &str, edges: &[&str]) -> Cfg {
    let edge = |(id, edge): (usize, &&str)| {
        let mut words = edge.splitn(3, ' ');
        let mut word = || words.next().expect("from, to, operation");
        format!("{{\"id\": {id}, \"from\": {}, \"to\": {}, {}}}", word(), word(), word())
    };
    let edges: Vec<String> = edges.iter().enumerate().map(edge).collect();
    let locations: Vec<String> = locations
        .split(' ')
        .enumerate()
        .map(|(id, kind)| format!("{{\"id\": {id}, \"kind\": \"{kind}\"}}"))
        .collect();
    let exit = locations.iter().position(|one| one.contains("halted")).expect("an end");
    let text = format!(
        "{{\"format\": \"belnap.cfg\", \"version\": 1, \
          \"machine\": {{\"data_model\": \"LP64\", \"integers\": \"wrap\"}}, \
          \"functions\": [{{\"name\": \"main\", \"entry\": 0, \"exit\": {exit}}}], \
          \"objects\": [{objects}], \"variables\": [{variables}], \
          \"locations\": [{}], \"edges\": [{}]}}",
        locations.join(", "),
        edges.join(", ")
    );
    match cfg::read(&text) {
        Ok(artefact) => artefact.content,
        Err(found) => panic!("{found:?}\n{text}"),
    }
}

/// What must be said: proved, or wrong with these words.
fn says(cfg: &Cfg, formula: &str, rounds: &[(&str, u32)], wanted: &str) {
    let found = checked(cfg, formula, rounds).expect("a certificate for this graph");
    if wanted == "proved" {
        assert!(found.is_proved(), "{rounds:?}: {found:?}");
    } else {
        let said = found.wrong.iter().any(|text| text.contains(wanted));
        assert!(said, "{wanted} with {rounds:?}: {found:?}");
    }
}

/// `if (n > 3) return; for (i = 0; i < n; i++) for (j = 0; j < i; j++) ; assert(i <= 3);`
fn triangle() -> Cfg {
    graph(
        r#"{"name": "i", "type": "i32"}, {"name": "j", "type": "i32"}, {"name": "n", "type": "i32"}"#,
        "",
        "normal normal normal normal normal normal halted failed normal",
        &[
            r#"0 1 "assign": [["i", ["i32", 0]]]"#,
            r#"1 2 "assume": ["<=", "n", ["i32", 3]]"#,
            r#"1 6 "assume": [">", "n", ["i32", 3]]"#,
            r#"2 3 "assume": ["<", "i", "n"]"#,
            r#"2 5 "assume": [">=", "i", "n"]"#,
            r#"3 4 "assign": [["j", ["i32", 0]]]"#,
            r#"4 8 "assume": ["<", "j", "i"]"#,
            r#"4 2 "assume": [">=", "j", "i"]"#,
            r#"5 6 "assume": ["<=", "i", ["i32", 3]]"#,
            r#"5 7 "assume": [">", "i", ["i32", 3]]"#,
            r#"6 6 "skip": true"#,
            r#"7 7 "skip": true"#,
            r#"8 4 "assign": [["j", ["+", "j", ["i32", 1]]]]"#,
        ],
    )
}

#[test]
fn loops_in_loops() {
    // In this graph nothing increases `i`: the outer loop does not end once it is entered.
    let endless = triangle();
    says(&endless, "AG !failed", &[("n2", 3), ("n4", 2)], "come back to n2 more than 3 times");
    let mut cfg = triangle();
    let (back, _) = cfg.edges.iter_enumerated().find(|(_, edge)| edge.from == CfgLocId(3)).unzip();
    let enter = &mut cfg.edges[back.expect("an edge")].operation;
    // `i++` before the inner loop, which then takes one more round each time.
    let i = CfgVarId(0);
    let one = Expr::int(1, IntType::signed(32));
    let more = (i, Expr::binary(BinaryOp::Add, Expr::var(i), one));
    let Operation::Assign(pairs) = enter else { panic!("an assignment") };
    pairs.push(more);
    says(&cfg, "AG !failed", &[("n2", 3), ("n4", 3)], "proved");
    says(&cfg, "AG !failed", &[("n4", 5), ("n2", 4)], "proved");
    says(&cfg, "AG !failed", &[("n2", 2), ("n4", 3)], "come back to n2 more than 2 times");
    says(&cfg, "AG !failed", &[("n2", 3), ("n4", 2)], "come back to n4 more than 2 times");
    says(&cfg, "AG !failed", &[("n2", 3)], "come back to n4");
    says(&cfg, "!EF (at(n5) && {i > 2})", &[("n2", 3), ("n4", 3)], "false at n5");
    says(&cfg, "!EF (at(n5) && {i > 3})", &[("n2", 3), ("n4", 3)], "proved");
}

#[test]
fn names_must_be_heads_of_loops() {
    let cfg = triangle();
    for (rounds, wanted) in [
        (("n3", 1), "n3 is not the head of a loop"),
        (("n99", 1), "there is no location n99"),
        (("main", 1), "there is no location main"),
    ] {
        let said = checked(&cfg, "AG !failed", &[rounds]).expect_err("not for this graph");
        assert!(said.contains(wanted), "{said}");
    }
    // The end of the program is one, with a loop that changes nothing.
    says(&cfg, "AG !failed", &[("n6", 7), ("n2", 1)], "come back to n2 more than once");
}

/// Control gets into the loop of n1 and n2 at both; `x` steps of it are taken.
#[test]
fn loops_with_two_entries() {
    let cfg = graph(
        r#"{"name": "x", "type": "u2"}, {"name": "y", "type": "bool"}"#,
        "",
        "normal normal normal halted",
        &[
            r#"0 1 "assume": "y""#,
            r#"0 2 "assume": ["!", "y"]"#,
            r#"1 2 "assume": ["!=", "x", ["u2", 0]]"#,
            r#"1 3 "assume": ["==", "x", ["u2", 0]]"#,
            r#"2 1 "assign": [["x", ["-", "x", ["u2", 1]]]]"#,
            r#"3 3 "skip": true"#,
        ],
    );
    let head =
        ["n1", "n2"].into_iter().find(|head| checked(&cfg, "AG !failed", &[(head, 9)]).is_ok());
    let head = head.expect("one of the two is the head");
    says(&cfg, "AG {x < 4}", &[(head, 9)], "proved");
    // From n2, `x` is 3 again after the first step.
    let least = (0..9).find(|most| {
        checked(&cfg, "AG !failed", &[(head, *most)]).is_ok_and(|found| found.is_proved())
    });
    assert_eq!(least, Some(4));
    says(&cfg, "AG !failed", &[(head, 3)], "more than 3 times");
}

/// Both edges exist everywhere: what is judged must not depend on the order of edges.
#[test]
fn choices_of_the_graph() {
    for (first, second) in [(1, 2), (2, 1)] {
        let edges = [
            format!("0 {first} \"assume\": true"),
            format!("0 {second} \"skip\": true"),
            "1 3 \"assign\": [[\"x\", [\"i8\", 1]]]".to_owned(),
            "2 3 \"assign\": [[\"x\", [\"i8\", 2]]]".to_owned(),
            "3 3 \"skip\": true".to_owned(),
        ];
        let edges: Vec<&str> = edges.iter().map(String::as_str).collect();
        let x = r#"{"name": "x", "type": "i8"}"#;
        let cfg = graph(x, "", "normal normal normal halted", &edges);
        says(&cfg, "AG {x != 1 || x == 2}", &[], "the property can be false");
        says(&cfg, "AG {x != 2}", &[], "the property can be false");
        says(&cfg, "AG !{x == 3 && false}", &[], "proved");
    }
}

/// A list of two nodes in memory is followed to its end; the first node's object comes first.
#[test]
fn pointers_to_objects() {
    let cfg = graph(
        r#"{"name": "mem", "type": "[u64]u64"}, {"name": "p", "type": "u64"}"#,
        r#"{"name": "a", "kind": "local", "size": 16, "align": 8}, {"name": "b", "kind": "local", "size": 16, "align": 8}"#,
        "normal normal normal normal halted",
        &[
            r#"0 1 "assign": [["mem", ["write", "mem", ["+", ["addr", "a"], ["u64", 8]], ["addr", "b"]]]]"#,
            r#"1 2 "assign": [["mem", ["write", "mem", ["+", ["u64", 8], ["addr", "b"]], ["u64", 0]]], ["p", ["addr", "a"]]]"#,
            r#"2 3 "assume": ["!=", "p", ["u64", 0]]"#,
            r#"2 4 "assume": ["==", "p", ["u64", 0]]"#,
            r#"3 2 "assign": [["p", ["read", "mem", ["+", "p", ["u64", 8]]]]]"#,
            r#"4 4 "skip": true"#,
        ],
    );
    says(&cfg, "AG !failed", &[("n2", 2)], "proved");
    says(&cfg, "AG !failed", &[("n2", 1)], "come back to n2 more than once");
}

#[test]
fn constants_are_computed_as_elsewhere() {
    let arithmetic = Arithmetic::of(IntegerMode::Wrap);
    let operators = |signed: bool| {
        [
            (BinaryOp::Add, Operator::Add),
            (BinaryOp::Sub, Operator::Sub),
            (BinaryOp::Mul, Operator::Mul),
            (BinaryOp::Div, if signed { Operator::DivSigned } else { Operator::DivUnsigned }),
            (BinaryOp::Rem, if signed { Operator::RemSigned } else { Operator::RemUnsigned }),
            (BinaryOp::BitAnd, Operator::And),
            (BinaryOp::BitOr, Operator::Or),
            (BinaryOp::BitXor, Operator::Xor),
            (BinaryOp::Shl, Operator::ShiftLeft),
            (
                BinaryOp::Shr,
                if signed { Operator::ShiftRightSigned } else { Operator::ShiftRightUnsigned },
            ),
        ]
    };
    for bits in [1, 3, 4, 8, 64, 128] {
        for ty in [IntType::signed(bits), IntType::unsigned(bits)] {
            let near = [-8, -3, -2, -1, 0, 1, 2, 3, 7, 9, 1 << 62, i128::MIN, i128::MAX];
            for (a, b) in near.into_iter().flat_map(|a| near.map(|b| (ty.wrap(a), ty.wrap(b)))) {
                let (x, y) = (a as u128 & ones(bits), b as u128 & ones(bits));
                for (op, own) in operators(ty.signed) {
                    let wanted = arithmetic.binary(op, a, b, ty, ty).expect("numbers wrap");
                    let found = own.apply(x, y, bits);
                    assert_eq!(found, wanted as u128 & ones(bits), "{a} {} {b}: {ty}", op.symbol());
                }
                let wanted = arithmetic.compare(CompareOp::Lt, a, b, ty);
                assert_eq!(less(x, y, bits, ty.signed), wanted, "{a} < {b}: {ty}");
                let wide = IntType::signed(77);
                let wanted = arithmetic.cast(a, wide).expect("numbers wrap") as u128 & ones(77);
                assert_eq!(resize(x, bits, 77, ty.signed), wanted, "{a}: {ty}");
            }
        }
    }
}
