//! Operators in property files: what is read, how it is printed, and what is refused.

use belnap_formats::property::{
    library, print_operators, print_stated, read_file, read_property, read_stated, read_stated_with,
};
use belnap_ir::linear::Stated;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;

const FILE: &str = r#"// belnap ctl 2
operator until4(p, a, b, q) = {p, a}* {p, b} {q} {}^w;      // 004 §4
operator fair(p) = hoa "fair.hoa";
let full = queue.{count==2};
property blocks: A always_or(<!block>, full);
property sends: A until4(full, <get>, <put, "two words">, !writer.at(IDLE));
property nested: AG (p -> A F(<ack> & true)) | E GF(A G(<!writer.*, deadlock>));
property counted: A every[3](lamp.on) & A fair(<tick>);
ltl plain: A U (B);
"#;

const FAIR: &str = "HOA: v1 States: 1 Start: 0 AP: 1 \"p\" acc-name: Buchi Acceptance: 1 Inf(0) \
    --BODY-- State: 0 [0] 0 {0} [t] 0 --END--";

fn fair(name: &str) -> Result<String, String> {
    if name == "fair.hoa" { Ok(FAIR.to_owned()) } else { Err("there is no such file".to_owned()) }
}

#[test]
fn files_are_printed_in_full() {
    let text = FILE.replace("A F(<ack> & true)", "A F(<ack>)");
    let read = read_stated_with(&text, &fair).expect("a property file");
    let printed = print_stated(&read);
    insta::assert_snapshot!(printed);
    assert_eq!(read_stated_with(&printed, &fair).as_ref(), Ok(&read));
}

fn rule(text: &str) -> &'static str {
    match read_stated(text) {
        Ok(read) => panic!("{text} is read: {}", print_stated(&read)),
        Err(found) => found[0].rule,
    }
}

#[test]
fn every_rule_refuses_something() {
    for (text, wanted) in [
        ("operator o(p) = {p}*; A o(q)", "omega-finite"),
        ("operator o(p) = {p}^w {p}; A o(q)", "omega-after"),
        ("operator o(p) = {p}^w | {p}; A o(q)", "omega-union"),
        ("operator o(p) = ({p}^0)^w; A o(q)", "omega-empty"),
        ("operator o(p) = (({p}^1000)^1000)^w; A o(q)", "omega-size"),
        ("operator o(p, p) = {p}^w; A o(q, q)", "operator-markers"),
        ("operator o(p) = {q}^w; A o(q)", "operator-markers"),
        ("operator o(p) = {p}^w; operator o(p) = {p}^w; A o(q)", "ctl-duplicate"),
        ("operator G(p) = {p}^w; A G(q)", "operator-library"),
        ("operator at(p) = {p}^w; q", "ctl-syntax"),
        ("operator o(p) = hoa \"none.hoa\"; A o(q)", "operator-file"),
        ("A o(q)", "operator-unknown"),
        ("A G(p, q)", "operator-arity"),
        ("A G()", "operator-arity"),
        ("A G[2](p)", "operator-count"),
        ("A every(p)", "operator-count"),
        ("A every[0](p)", "operator-count"),
        ("A every[x](p)", "ctl-syntax"),
        ("mu Z. A G(Z)", "operator-variable"),
        ("nu Z. p & A G(mu Y. A F(Z | Y))", "operator-variable"),
        ("A G(p) & \"A G(p)\"", "operator-atom"),
        ("// belnap ctl 1\nA G(p)", "ctl-version"),
        ("// belnap ctl 1\noperator o(p) = {p}^w; p", "ctl-version"),
        ("// belnap ctl 3\np", "ctl-version"),
        ("<writer.*> p", "ctl-syntax"),
        ("<!a> p", "ctl-syntax"),
        ("A G(<!a> p)", "ctl-syntax"),
        ("let d = A G(p); ltl x: d", "ctl-linear"),
        ("operator o(p) = {p}^w", "ctl-empty"),
        ("A G(mu Z. !Z)", "ctl-polarity"),
    ] {
        assert_eq!(rule(text), wanted, "{text}");
    }
    assert_eq!(read_file("A G(p)").expect_err("operators")[0].rule, "ctl-operator");
}

#[test]
fn names_keep_their_old_meaning() {
    for text in ["E[A U (q)]", "E[A W(q)]", "E & A", "A[p U A]", "<G> p", "AG ltl", "operator & p"]
    {
        let read =
            read_property("p".into(), text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
        assert!(matches!(read, Stated::Branching(_)), "{text}");
    }
    let inside = read_property("p".into(), "E[(A U(p, q)) U r]").expect("an operator in brackets");
    let Stated::Operators(inside) = inside else { panic!("operators") };
    assert_eq!(print_operators(&inside), "E[(A U(p, q)) U r]");
}

fn pick<'a>(random: &mut Random, texts: &[&'a str]) -> &'a str {
    random.choose::<&str>(texts)
}

fn formula(random: &mut Random, depth: usize) -> String {
    let atoms = ["p", "q", "lamp.on", "writer.at(L)", "queue.{x == 1}", "\"two words\"", "true"];
    if depth == 0 {
        return pick(random, &atoms).to_owned();
    }
    let first = formula(random, depth - 1);
    let second = formula(random, depth - 1);
    match random.index(10) {
        0 => format!("!({first})"),
        1 => format!("({first}) & ({second})"),
        2 => format!("E[({first}) U ({second})]"),
        3 => format!("AX ({first})"),
        4 => format!("<a, b> ({first})"),
        5 => format!("({first}) -> ({second})"),
        6 => format!("mu Z. ({first}) | EX Z"),
        _ => {
            let argument = |random: &mut Random, own: &str| match random.index(4) {
                0 => "<a, \"b c\">".to_owned(),
                1 => "<!a, w.*>".to_owned(),
                _ => own.to_owned(),
            };
            let (first, second) = (argument(random, &first), argument(random, &second));
            let quantifier = pick(random, &["A", "E"]);
            match random.index(3) {
                0 => format!("{quantifier} {}({first})", pick(random, &["X", "G", "GF", "even"])),
                1 => format!("{quantifier} within[{}]({first})", random.index(5)),
                _ => format!(
                    "{quantifier} {}({first}, {second})",
                    pick(random, &["U", "W", "R", "always_or", "response"])
                ),
            }
        }
    }
}

#[test]
fn printed_operators_read_back() {
    for seed in seeds(2_000) {
        let mut random = Random::new(seed);
        let text = format!("x: {}", formula(&mut random, 4));
        let text = format!("property {text};");
        let read = read_stated(&text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
        let printed = print_stated(&read);
        assert_eq!(read_stated(&printed).as_ref(), Ok(&read), "{text}\n{printed}");
    }
}

#[test]
fn the_library_is_what_the_page_says() {
    let page = include_str!("../spec/property.md");
    for row in &library::LIBRARY {
        assert!(page.contains(&format!("`{}", row.name)), "{}", row.name);
        assert!(page.contains(&row.expression.replace('|', "\\|")), "{}", row.expression);
    }
}
