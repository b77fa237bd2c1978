//! Against lang-c, another parser of GNU C: both accept our cases and the system's headers, and
//! both see the same names declared at file scope. What lang-c cannot read is listed here.

use std::collections::BTreeSet;

use belnap_frontend::preprocess::{PreprocessOptions, load_unit};
use belnap_syntax::ast::{Item, TranslationUnit};
use belnap_syntax::parse::parse;
use belnap_syntax::symbol::Interner;
use belnap_test_support::folder::Folder;
use lang_c::ast::{DeclaratorKind, ExternalDeclaration};
use lang_c::driver::{Config, parse_preprocessed};

use crate::support::cases;

/// Cases with something that lang-c does not read, such as `a ?: b`, `__label__`, binary numbers,
/// `__int128` or parameters `(...)`.
const BEYOND_LANG_C: [&str; 7] = [
    "attributes.c",
    "declarators.c",
    "expressions.c",
    "lexical.c",
    "literals.c",
    "specifiers.c",
    "statements.c",
];

/// Headers of the C library, alone and together.
const HEADERS: [&str; 16] = [
    "assert",
    "complex",
    "ctype",
    "errno",
    "fenv",
    "inttypes",
    "math",
    "pthread",
    "setjmp",
    "signal",
    "stdarg",
    "stdio",
    "stdlib",
    "string",
    "sys/socket",
    "unistd",
];

fn our_names(unit: &TranslationUnit, interner: &Interner) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut add = |name| names.extend(Option::map(name, |name| interner.name(name).to_owned()));
    for item in &unit.items {
        match item {
            Item::Function(function) => add(function.declarator.name),
            Item::Declaration(declaration) => {
                declaration.declarators.iter().for_each(|one| add(one.declarator.name));
            }
            Item::StaticAssert(_) | Item::Asm(_) => {}
        }
    }
    names
}

fn their_name(declarator: &lang_c::ast::Declarator) -> Option<String> {
    match &declarator.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(identifier) => Some(identifier.node.name.clone()),
        DeclaratorKind::Declarator(inner) => their_name(&inner.node),
    }
}

/// `None` if lang-c refuses the text.
fn their_names(text: &str) -> Option<BTreeSet<String>> {
    let parsed = parse_preprocessed(&Config::with_gcc(), text.to_owned()).ok()?;
    let mut names = BTreeSet::new();
    for item in &parsed.unit.0 {
        match &item.node {
            ExternalDeclaration::FunctionDefinition(function) => {
                names.extend(their_name(&function.node.declarator.node));
            }
            ExternalDeclaration::Declaration(declaration) => {
                for one in &declaration.node.declarators {
                    names.extend(their_name(&one.node.declarator.node));
                }
            }
            ExternalDeclaration::StaticAssert(_) => {}
        }
    }
    Some(names)
}

fn compare(name: &str, text: &str) {
    let mut interner = Interner::default();
    let ours = parse(text, &mut interner).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let theirs = their_names(text).unwrap_or_else(|| panic!("{name}: lang-c refuses it"));
    assert_eq!(our_names(&ours, &interner), theirs, "{name}");
}

#[test]
fn cases_are_read_alike() {
    for (name, text, _) in cases("parse", &[]) {
        // lang-c expects that the preprocessor took comments out.
        let lines = text.lines().filter(|line| !line.starts_with("//"));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        if BEYOND_LANG_C.contains(&name.as_str()) {
            assert!(their_names(&text).is_none(), "{name}: lang-c reads it now");
        } else {
            compare(&name, &text);
        }
    }
}

#[test]
fn refused_cases_are_refused_by_both() {
    let mut laxer = BTreeSet::new();
    for (name, text, _) in cases("reject", &[]) {
        if their_names(&text).is_some() {
            laxer.insert(name.trim_end_matches(".c").to_owned());
        }
    }
    // lang-c does not check specifiers and values of literals, and what we do not support.
    insta::assert_snapshot!(laxer.into_iter().collect::<Vec<_>>().join(" "));
}

#[test]
fn system_headers_are_read_alike() {
    if std::process::Command::new("cpp").arg("--version").output().is_err() {
        return;
    }
    let folder = Folder::new();
    let options = PreprocessOptions::default();
    let include = |header: &&str| format!("#include <{header}.h>\n");
    let alone = HEADERS.iter().map(include);
    for program in alone.chain([HEADERS.iter().map(include).collect()]) {
        let path = folder.path("headers.c");
        folder.write("headers.c", &program);
        let text = load_unit(path.to_str().expect("UTF-8"), &options).expect("headers exist");
        compare(&program, &text);
    }
}
