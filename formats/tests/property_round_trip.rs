//! Reading what was printed gives the formula back, and no text makes the reader panic.

use belnap_formats::property;
use belnap_ir::boolprog::MAX_NESTING;
use belnap_ir::c_tokens::normalise_condition;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::linear::{LinearProperty, Path, Stated};
use belnap_ir::property::{Along, Atom, Between, Fixpoint, Formula, Property, Quantifier, Step};
use belnap_ir::span::{SourceLine, Span};
use belnap_ir::validate;
use proptest::prelude::*;

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z][a-z0-9_]{0,3}",
        "[$_][a-zA-Z]{1,2}",
        "[a-z]::[a-z]",
        "[EAURWXFG]|at|enter|pc|ltl|true|let|AG|halted",
        "[0-9]{1,3}",
        "[a-z./+-]{1,5}",
        "[ -~]{1,5}",
        "[\n\t\r\"\\\\é{}]{1,3}",
    ]
}

fn atom() -> impl Strategy<Value = Atom> {
    let condition = prop_oneof![
        Just("x>0".to_owned()),
        Just("a[i] == '}'".to_owned()),
        Just("p -> next && !q".to_owned()),
        Just("main::x#2 <= f()#2 + a::b[3].c".to_owned()),
        "[a-z]{1,2} (<|==|>=|&&) [0-9]{1,2}",
    ];
    prop_oneof![
        (proptest::option::of(word()), word())
            .prop_map(|(procedure, label)| Atom::At { procedure, label }),
        (word(), 1..u32::MAX).prop_map(|(file, line)| Atom::AtLine(SourceLine { file, line })),
        word().prop_map(Atom::Enter),
        Just(Atom::Halted),
        Just(Atom::Failed),
        word().prop_map(Atom::Named),
        condition.prop_map(|text| Atom::Condition(normalise_condition(&text))),
    ]
}

fn quantifier() -> impl Strategy<Value = Quantifier> {
    prop_oneof![Just(Quantifier::Exists), Just(Quantifier::Forall)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        Just(Step::Next),
        Just(Step::Modal),
        proptest::collection::vec(word(), 1..3).prop_map(Step::Actions),
    ]
}

fn flat(operands: Vec<Formula>, and: bool) -> Formula {
    let mut all = Vec::new();
    for operand in operands {
        match operand {
            Formula::And(inner) if and => all.extend(inner),
            Formula::Or(inner) if !and => all.extend(inner),
            other => all.push(other),
        }
    }
    if and { Formula::And(all) } else { Formula::Or(all) }
}

/// Formulas that may violate a rule: bound variables are filtered by the validator afterwards.
fn formula() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Formula::Const),
        3 => atom().prop_map(|atom| Formula::Atom(atom, Span::default())),
        3 => "[XYZ]".prop_map(|name| Formula::Var(name, Span::default())),
    ];
    let open = leaf.prop_recursive(6, 40, 3, |inner| {
        let one = inner.clone().prop_map(Box::new);
        let two = (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        let some = proptest::collection::vec(inner, 2..4);
        prop_oneof![
            one.clone().prop_map(Formula::Not),
            (some, any::<bool>()).prop_map(|(operands, and)| flat(operands, and)),
            two.clone().prop_map(|(l, r)| Formula::Implies(l, r)),
            two.clone().prop_map(|(l, r)| Formula::Iff(l, r)),
            (quantifier(), step(), one.clone()).prop_map(|(q, s, body)| Formula::Step(q, s, body)),
            (quantifier(), prop_oneof![Just(Along::Finally), Just(Along::Globally)], one.clone())
                .prop_map(|(q, a, body)| Formula::Along(q, a, body)),
            (
                quantifier(),
                prop_oneof![Just(Between::Until), Just(Between::Release), Just(Between::WeakUntil)],
                two
            )
                .prop_map(|(q, b, (l, r))| Formula::Between(q, b, l, r)),
            (prop_oneof![Just(Fixpoint::Least), Just(Fixpoint::Greatest)], "[XYZ]", one)
                .prop_map(|(kind, name, body)| Formula::Fixpoint(kind, name, body)),
        ]
    });
    open.prop_map(|body| {
        ["X", "Y", "Z"].into_iter().fold(body, |body, name| {
            Formula::Fixpoint(Fixpoint::Greatest, name.to_owned(), Box::new(body))
        })
    })
}

fn flat_path(operands: Vec<Path>, and: bool) -> Path {
    let inner = |operand| match operand {
        Path::And(inner) if and => inner,
        Path::Or(inner) if !and => inner,
        other => vec![other],
    };
    let all = operands.into_iter().flat_map(inner).collect();
    if and { Path::And(all) } else { Path::Or(all) }
}

fn path() -> impl Strategy<Value = Path> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Path::Const),
        atom().prop_map(|atom| Path::Atom(atom, Span::default())),
    ];
    leaf.prop_recursive(6, 40, 3, |inner| {
        let one = inner.clone().prop_map(Box::new);
        let two = (one.clone(), one.clone());
        let some = proptest::collection::vec(inner, 2..4);
        let between =
            prop_oneof![Just(Between::Until), Just(Between::Release), Just(Between::WeakUntil)];
        prop_oneof![
            one.clone().prop_map(Path::Not),
            one.clone().prop_map(Path::Next),
            (prop_oneof![Just(Along::Finally), Just(Along::Globally)], one)
                .prop_map(|(along, body)| Path::Along(along, body)),
            (some, any::<bool>()).prop_map(|(operands, and)| flat_path(operands, and)),
            two.clone().prop_map(|(l, r)| Path::Implies(l, r)),
            two.clone().prop_map(|(l, r)| Path::Iff(l, r)),
            (between, two).prop_map(|(between, (l, r))| Path::Between(between, l, r)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, max_global_rejects: 50_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_formulas_read_back(given in formula()) {
        let printed = property::print(&given);
        let rules: Vec<_> =
            validate::property::formula(&given).into_iter().map(|d| d.rule).collect();
        // A captured proposition prints like the variable that captures it.
        prop_assume!(!rules.contains(&"ctl-capture"));
        match property::read_formula(&printed) {
            Ok(read) => {
                prop_assert!(rules.is_empty());
                prop_assert_eq!(&read, &given, "{}", printed);
                prop_assert_eq!(property::print(&read), printed);
            }
            Err(found) => {
                let found: Vec<_> = found.into_iter().map(|d| d.rule).collect();
                prop_assert_eq!(found, rules, "{}", printed);
            }
        }
    }

    #[test]
    fn printed_files_read_back(name in word(), other in word(), body in formula()) {
        prop_assume!(name != other && validate::property::formula(&body).is_empty());
        let given = vec![
            Property { name, formula: body.clone() },
            Property { name: other, formula: Formula::Not(Box::new(body)) },
        ];
        let printed = property::print_file(&given);
        prop_assert_eq!(property::read_file(&printed), Ok(given), "{}", printed);
    }

    #[test]
    fn printed_paths_read_back(name in word(), given in path()) {
        let printed = property::print_path(&given);
        prop_assert!(property::read_path(&printed).as_ref() == Ok(&given), "{}", &printed);
        for (open, close) in pairs(&printed) {
            let mut fewer = printed.clone();
            fewer.replace_range(close..=close, " ");
            fewer.replace_range(open..=open, " ");
            prop_assert!(property::read_path(&fewer).as_ref() != Ok(&given), "{}", &printed);
        }
        let file = vec![Stated::Linear(LinearProperty { name, path: given })];
        let printed = property::print_stated(&file);
        prop_assert_eq!(property::read_stated(&printed), Ok(file), "{}", printed);
    }

    #[test]
    fn parentheses_are_minimal(given in formula()) {
        // Removing any one pair changes the formula or is an error.
        let printed = property::print(&given);
        prop_assume!(validate::property::formula(&given).is_empty());
        for (open, close) in pairs(&printed) {
            let mut fewer = printed.clone();
            fewer.replace_range(close..=close, " ");
            fewer.replace_range(open..=open, " ");
            let read = property::read_formula(&fewer);
            prop_assert!(read.as_ref() != Ok(&given), "{}", printed);
        }
    }

    #[test]
    fn tokens_in_any_order_never_panic(tokens in proptest::collection::vec(
        "let |property |ltl |[XFG] |[pZ] |mu Z\\. |[!&|(){}<>;:.,=\"'/*]|\\[|\\]|E|A|U |AG |at\\(|\\)|->|1|\\n|é", 0..40)
    ) {
        let text: String = tokens.concat();
        places_are_in(&text, property::read_stated(&text).err());
        places_are_in(&text, property::read_formula(&text).err());
        places_are_in(&text, property::read_path(&text).err());
    }

    #[test]
    fn arbitrary_text_never_panics(text in any::<String>()) {
        places_are_in(&text, property::read_file(&text).err());
        let check = format!("CHECK({text}");
        places_are_in(&check, property::read_file(&check).err());
    }
}

/// Every place is a range of whole characters of the text.
fn places_are_in(text: &str, found: Option<Vec<Diagnostic>>) {
    for diagnostic in found.into_iter().flatten() {
        if let Place::Text(span) = diagnostic.place {
            assert!(text.get(span.start..span.end).is_some(), "{diagnostic}: {span:?}");
        }
    }
}

/// Matching parentheses outside quotes, conditions and the parentheses of `at` and `enter`.
fn pairs(text: &str) -> Vec<(usize, usize)> {
    let mut stack = Vec::new();
    let mut pairs = Vec::new();
    let (mut quoted, mut escaped, mut braces) = (false, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' if !braces => quoted = !quoted,
            _ if quoted => {}
            // A '}' in a character literal is followed by a quote.
            '}' if !text[at + 1..].starts_with('\'') => braces = false,
            '{' => braces = true,
            _ if braces => {}
            '(' => stack.push((at, text[..at].ends_with("at") || text[..at].ends_with("enter"))),
            ')' => {
                if let Some((open, false)) = stack.pop() {
                    pairs.push((open, at));
                }
            }
            _ => {}
        }
    }
    pairs
}

#[test]
fn deep_texts_are_refused_without_overflow() {
    const DEEP: usize = 100_000;
    let texts = [
        "(".repeat(DEEP),
        format!("{}p{}", "(".repeat(DEEP), ")".repeat(DEEP)),
        "[".repeat(DEEP),
        "E[".repeat(DEEP),
        "{".repeat(DEEP),
        format!("{}p", "!".repeat(DEEP)),
        format!("{}p", "EX ".repeat(DEEP)),
        format!("{}p", "mu Z. ".repeat(DEEP)),
        format!("{}p", "p -> ".repeat(DEEP)),
        format!("{}p", "p <-> ".repeat(DEEP)),
        format!("{}p", "<a> ".repeat(DEEP)),
    ];
    for text in texts {
        let found = property::read_file(&text).expect_err("too deep");
        assert!(matches!(found[0].rule, "ctl-nesting" | "ctl-syntax"), "{}", found[0]);
        assert!(property::read_formula(&text).is_err());
    }
}

#[test]
fn long_chains_are_not_deep() {
    let text = format!("{}p", "p & ".repeat(100_000));
    let formula = property::read_formula(&text).expect("a long conjunction");
    assert_eq!(property::print(&formula), text);
    let chain = format!("{}é", "é -> ".repeat(1000));
    places_are_in(&chain, property::read_formula(&chain).err());
    let nested = format!("{}p", "!".repeat(MAX_NESTING - 1));
    assert!(property::read_formula(&nested).is_ok());
}
