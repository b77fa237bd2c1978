//! JSON files that are refused, with their messages; every rule has a case that breaks it.

mod json_cases;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use belnap_cli::render::{render, render_all};
use belnap_formats::{certificate, cfg, detect, kripke, relation, result, traces};
use belnap_ir::belnap::Belnap;
use belnap_ir::cfg::Operation;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, EdgeId, FunctionId, LocId, ObjectId, StateId};
use belnap_ir::kripke::Kripke;
use belnap_ir::validate;
use json_cases::{cases, stem};

/// Reads a case with the reader that its name starts with.
fn diagnostics(file: &str, text: &str) -> Vec<Diagnostic> {
    if file.starts_with("kripke-") {
        kripke::read(text).expect_err(file)
    } else if file.starts_with("cfg-") {
        cfg::read(text).expect_err(file)
    } else if file.starts_with("cert-") {
        certificate::read(text).expect_err(file)
    } else if file.starts_with("traces-") {
        traces::read(text).expect_err(file)
    } else if file.starts_with("relation-") {
        relation::read(text).expect_err(file)
    } else {
        assert!(file.starts_with("result-"), "{file} names no reader");
        result::read(text).expect_err(file)
    }
}

#[test]
fn messages() {
    for (file, text) in cases("reject-json") {
        let rendered = render_all(&file, &text, &diagnostics(&file, &text));
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("reject-{}", stem(&file)), rendered);
        });
    }
}

/// Structures that no file can describe, because files use names.
fn invalid_structures() -> Vec<Diagnostic> {
    let read = |name: &str| {
        let (_, text) = cases("kripke").into_iter().find(|(file, _)| file == name).expect(name);
        kripke::read(&text).expect("valid").content
    };
    let Kripke::Explicit(mut explicit) = read("program.json") else { panic!("explicit") };
    explicit.states[StateId(0)].labels.push(Belnap::True);
    explicit.states[StateId(1)].location = Some(LocId(9));
    explicit.initial.push(StateId(9));
    explicit.transitions[0].to = StateId(9);
    let Kripke::Symbolic(mut symbolic) = read("symbolic.json") else { panic!("symbolic") };
    symbolic.entry = LocId(9);
    symbolic.edges[EdgeId(0)].to = LocId(9);
    symbolic.propositions[0].values.pop();
    let mut empty = symbolic.clone();
    empty.locations.clear();
    empty.edges.clear();
    empty.propositions.clear();
    [Kripke::Explicit(explicit), Kripke::Symbolic(symbolic), Kripke::Symbolic(empty)]
        .iter()
        .flat_map(validate::kripke::validate)
        .chain(invalid_graphs())
        .collect()
}

/// Graphs that no file can describe.
fn invalid_graphs() -> Vec<Diagnostic> {
    let (_, text) = cases("cfg").into_iter().find(|(file, _)| file == "memory.json").expect("case");
    let valid = cfg::read(&text).expect("valid").content;
    let mut far = valid.clone();
    far.entry = CfgLocId(9);
    far.functions[FunctionId(1)].result = Some(CfgVarId(99));
    far.variables[CfgVarId(0)].function = Some(FunctionId(9));
    far.variables[CfgVarId(0)].cells[0].object = ObjectId(9);
    far.locations[CfgLocId(3)].function = FunctionId(9);
    far.edges[CfgEdgeId(1)].operation = Operation::Nondet(vec![CfgVarId(99)]);
    far.edges[CfgEdgeId(2)].operation = Operation::Assume(Expr::Address(ObjectId(99)));
    let function = FunctionId(9);
    far.edges[CfgEdgeId(4)].operation =
        Operation::Call { function, arguments: Vec::new(), result: None };
    // Deeper than any walk could go that does not look where it goes.
    let mut deep = valid;
    let mut guard = Expr::Bool(true);
    for _ in 0..10_000 {
        guard = Expr::Not(Box::new(guard));
    }
    deep.edges[CfgEdgeId(5)].operation = Operation::Assume(guard);
    [far, deep].iter().flat_map(validate::cfg::validate).collect()
}

#[test]
fn messages_about_structures_built_by_programs() {
    let rendered = render_all("(built)", "", &invalid_structures());
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("reject-built", rendered);
    });
}

#[test]
fn every_rule_has_a_case() {
    let mut broken: BTreeSet<&str> = cases("reject-json")
        .iter()
        .flat_map(|(file, text)| diagnostics(file, text))
        .map(|diagnostic| diagnostic.rule)
        .collect();
    broken.extend(invalid_structures().iter().map(|diagnostic| diagnostic.rule));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("workspace");
    for module in [
        "ir/src/validate/cfg.rs",
        "ir/src/validate/kripke.rs",
        "ir/src/validate/result.rs",
        "ir/src/validate/certificate.rs",
        "ir/src/validate/traces.rs",
        "formats/src/cfg/mod.rs",
        "formats/src/kripke/mod.rs",
        "formats/src/result.rs",
        "formats/src/certificate.rs",
        "formats/src/traces/mod.rs",
    ] {
        let source = fs::read_to_string(root.join(module)).expect(module);
        let listed: BTreeSet<&str> = source
            .lines()
            .filter(|line| line.starts_with("//!"))
            .flat_map(|line| line.split('`').skip(1).step_by(2))
            .filter(|word| {
                ["cfg-", "kripke-", "result-", "cert-", "traces-", "json-"]
                    .iter()
                    .any(|p| word.starts_with(p))
            })
            .collect();
        assert!(!listed.is_empty(), "{module} lists no rules");
        for rule in listed {
            assert!(broken.contains(rule), "no case breaks {rule} of {module}");
        }
    }
    for page in ["cfg.md", "kripke.md", "result.md", "cert.md", "traces.md", "relation.md"] {
        let text = fs::read_to_string(root.join("formats/spec").join(page)).expect(page);
        let ours = |rule: &&&str| rule.starts_with(stem(page));
        for rule in broken.iter().filter(ours) {
            assert!(text.contains(&format!("`{rule}`")), "{page} does not list {rule}");
        }
    }
}

#[test]
fn hostile_texts_are_refused_without_harm() {
    let header = r#"{"format":"belnap.kripke","version":1,"#;
    let graph = r#"{"format":"belnap.cfg","version":1,"#;
    let texts = [
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        format!("{header}\"states\":{}", "[".repeat(100_000)),
        format!("{header}\"x\":{}", "{\"a\":".repeat(100_000)),
        format!("{graph}\"edges\":[{{\"assume\":{}", "[\"!\",".repeat(100_000)),
        format!("{header}\"states\":{{\"s\":{{\"p\":{}", "[".repeat(100_000)),
        "\0".repeat(1_000_000),
        "x".repeat(1_000_000),
        "é\n".repeat(1_000_000),
        "\u{feff}{}".to_owned(),
    ];
    for text in &texts {
        for errors in [cfg::read(text).err(), kripke::read(text).err(), result::read(text).err()] {
            let errors = errors.expect("bad");
            assert!(render_all("f", text, &errors).len() < 2000);
        }
        if let Err(diagnostic) = detect::detect(text) {
            render("f", text, &diagnostic);
        }
    }
}

#[test]
fn cut_and_damaged_files_are_refused_without_panic() {
    for (_, text) in cases("kripke").into_iter().chain(cases("result")).chain(cases("cfg")) {
        for (at, character) in text.char_indices().step_by(3) {
            let end = at + character.len_utf8();
            let texts = [text[..at].to_owned(), [&text[..at], &text[end..]].concat(), {
                [&text[..at], "\"", &text[end..]].concat()
            }];
            for text in &texts {
                let _ = detect::detect(text);
                for errors in
                    [cfg::read(text).err(), kripke::read(text).err(), result::read(text).err()]
                {
                    render_all("f", text, &errors.unwrap_or_default());
                }
            }
        }
    }
}
