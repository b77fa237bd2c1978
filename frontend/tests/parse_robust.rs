//! Damaged programs are refused with a place that exists, and never make the parser panic.

use belnap_cli::Source;
use belnap_cli::render::render_in;
use belnap_ir::diagnostic::Place;
use belnap_syntax::parse::parse;
use belnap_syntax::symbol::Interner;
use proptest::prelude::*;

use crate::support::cases;

/// All our cases, which have every construct between them.
fn programs() -> Vec<String> {
    let parts = ["parse", "reject"].into_iter().flat_map(|folder| cases(folder, &[]));
    let mut texts: Vec<String> = parts.map(|(_, text, _)| text).collect();
    texts.sort();
    texts
}

fn check(text: &str) {
    let Err(diagnostic) = parse(text, &mut Interner::default()) else { return };
    let Place::Text(span) = diagnostic.place else { panic!("no place: {text}") };
    assert!(text.get(span.start..span.end).is_some(), "{span:?} of {text}");
    render_in(&[Source::from_preprocessed("x.c", text)], &[diagnostic]);
}

/// The nearest place at or before a fraction of the text.
fn place(text: &str, at: usize) -> usize {
    let mut at = at % (text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

const WORDS: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    ":",
    "=",
    "T",
    "int ",
    "typedef ",
    "\"",
    "'",
    "\\",
    "\n",
    "#",
    "/*",
    "0x",
    "é",
    "__attribute__((",
    "...",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn cut_programs(which: usize, from: usize, length in 0_usize..40) {
        let programs = programs();
        let text = &programs[which % programs.len()];
        let from = place(text, from);
        let to = place(text, (from + length).min(text.len()));
        check(&format!("{}{}", &text[..from], &text[to.max(from)..]));
        check(&text[..from]);
    }

    #[test]
    fn programs_with_a_word_too_many(which: usize, at: usize, word in 0..WORDS.len()) {
        let programs = programs();
        let text = &programs[which % programs.len()];
        let at = place(text, at);
        check(&format!("{}{}{}", &text[..at], WORDS[word], &text[at..]));
    }

    #[test]
    fn any_text(text in "\\PC{0,60}") {
        check(&text);
    }
}
