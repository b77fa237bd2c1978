//! What messages look like, also about hostile input.

use super::{Look, render, render_all, render_as, render_in};
use crate::error::Source;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::span::Span;

fn at(text: &str, start: usize, end: usize) -> String {
    render("a.bp", text, &Diagnostic::at("r", Span::new(start, end), "wrong"))
}

#[test]
fn a_span_shows_its_line_and_carets() {
    let shown = at("decl x;\n\tgoto L1;\r\nend", 14, 16);
    assert_eq!(shown, "a.bp:2:7: error: wrong [r]\n  |\n2 |     goto L1;\n  |          ^^\n");
}

#[test]
fn a_span_over_several_lines_is_underlined_to_the_end_of_the_first() {
    assert_eq!(at("ab cd\nef", 3, 8), "a.bp:1:4: error: wrong [r]\n  |\n1 | ab cd\n  |    ^^\n");
}

#[test]
fn columns_count_characters() {
    assert!(at("αβγ x", 7, 8).starts_with("a.bp:1:5: "));
    assert!(at("αβγ x", 1, 3).starts_with("a.bp:1:1: "), "inside a character");
}

#[test]
fn a_message_that_quotes_a_huge_name_is_cut() {
    let message = format!("no variable `{}`", "é".repeat(100_000));
    let shown = render("a.bp", "", &Diagnostic::error("r", Place::Whole, message));
    assert!(shown.ends_with("éé… [r]\n") && shown.len() < 3000, "{shown}");
}

#[test]
fn the_end_of_the_text_is_a_place() {
    assert_eq!(at("ab\n", 3, 3), "a.bp:2:1: error: wrong [r]\n  |\n2 |\n  | ^\n");
    assert_eq!(at("", 0, 0), "a.bp:1:1: error: wrong [r]\n  |\n1 |\n  | ^\n");
    assert!(at("ab\n", 99, 120).starts_with("a.bp:2:1: "));
    assert!(at("ab\n", 2, 0).starts_with("a.bp:1:3: "));
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let text = format!("{}X{}", "a".repeat(5000), "b".repeat(5000));
    for (start, end) in [(5000, 5001), (5000, 9000)] {
        let shown = at(&text, start, end);
        assert!(shown.starts_with("a.bp:1:5001: "), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let column = lines[3].chars().position(|c| c == '^').expect("caret");
        assert_eq!(lines[2].chars().nth(column), Some('X'));
        assert!(lines[2..4].iter().all(|line| line.chars().count() < 120));
    }
}

#[test]
fn huge_lines_take_little_room() {
    let text = "x y ".repeat(1 << 18);
    let far = Diagnostic::at("r", Span::new(text.len() - 2, text.len() - 1), "wrong")
        .also(Span::new(0, 1 << 19), "here")
        .also(Span::new(1 << 19, 1 << 20), "there");
    let shown = render_all("a.c", &text, &vec![far; 3]);
    assert!(shown.len() < 3 * 1000, "{}", shown.len());
    assert!(shown.contains("a.c:1:524289: there"), "{shown}");
    let far =
        Diagnostic::at("r", Span::new(0, 1), "wrong").also(Span::new(1 << 20, 1 << 20), "end");
    let lines = "x y\n".repeat(1 << 18);
    let shown = render("a.c", &lines, &far);
    assert!(shown.len() < 200 && shown.contains("::: a.c:262145:1\n"), "{shown}");
}

#[test]
fn wide_characters_and_tabs_keep_carets_in_place() {
    let shown = at("\t漢字 x", 8, 9);
    assert_eq!(shown, "a.bp:1:5: error: wrong [r]\n  |\n1 |     漢字 x\n  |          ^\n");
}

#[test]
fn colours_are_for_terminals() {
    let (source, found) =
        (Source::new("a.c", "int \x1b[5m;"), Diagnostic::at("r", Span::new(4, 5), "no"));
    let plain = render_in(std::slice::from_ref(&source), std::slice::from_ref(&found));
    let coloured = render_as(Look::Coloured, &[source], &[found]);
    assert!(!plain.contains('\x1b') && coloured.contains('\x1b'));
    assert!(!coloured.contains("\x1b[5m"), "a command of the file reaches the terminal");
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
}

#[test]
fn other_places() {
    let json = Diagnostic::error("r", Place::Json("states[3].name".into()), "wrong").note("try");
    assert_eq!(
        render("k.json", "", &json),
        "k.json: at states[3].name: error: wrong [r]\n = note: try\n"
    );
    let whole = Diagnostic::error("r", Place::Whole, "wrong").warning();
    assert_eq!(render("k.json", "", &whole), "k.json: warning: wrong [r]\n");
    let line = Diagnostic::error("r", Place::LineColumn(2, 3), "wrong");
    assert_eq!(
        render("k.json", "{\n  x", &line),
        "k.json:2:3: error: wrong [r]\n  |\n2 |   x\n  |   ^\n"
    );
    for (line, column) in [(0, 0), (9, 9), (1, usize::MAX)] {
        render("k.json", "{\n", &Diagnostic::error("r", Place::LineColumn(line, column), "w"));
    }
}

#[test]
fn second_places_are_shown_wherever_they_are() {
    let twice = Diagnostic::at("r", Span::new(11, 12), "wrong").note("try");
    let same = twice.clone().also(Span::new(4, 5), "first declared here");
    assert_eq!(
        render("a.c", "int x;\nint x;\n", &same),
        "a.c:2:5: error: wrong [r]\n  |\n1 | int x;\n  |     - first declared here\n\
         2 | int x;\n  |     ^\n  |\n  = note: try\n"
    );
    let units = [
        Source::from_preprocessed("a.i", "# 7 \"x.h\" 1\nint x;\n"),
        Source::from_preprocessed("b.i", "int x;\nint x;\n"),
    ];
    let other = twice.in_source(1).also_in(0, Span::new(16, 17), "first declared here");
    let shown = render_in(&units, std::slice::from_ref(&other));
    assert!(shown.starts_with("b.i:2:5: error: wrong [r]\n"), "{shown}");
    let second = "  |\n ::: x.h:7:5\n  |\n7 | int x;\n  |     - first declared here\n  |\n";
    assert!(shown.contains(second), "{shown}");
    assert!(render_in(&units, &[other.in_source(9)]).starts_with("input: error: wrong [r]"));
}

#[test]
fn a_hostile_second_place_is_harmless() {
    let twice = Diagnostic::at("r", Span::new(0, 1), "wrong");
    let shown = render("a.c", "\x1b[31m", &twice.also(Span::new(99, 7), "\x1b]0;"));
    assert!(!shown.contains('\x1b') && shown.contains("- \u{fffd}]0;\n"), "{shown}");
    let every: String = ('\0'..'\u{300}').collect();
    let shown = at(&every.replace('\n', ""), 0, 1);
    assert!(!shown.chars().any(|c| c != '\n' && c.is_control()), "{shown:?}");
}

#[test]
fn many_diagnostics_are_counted() {
    let many = vec![Diagnostic::error("r", Place::Whole, "wrong"); 25];
    assert!(render_all("f", "", &many).ends_with("f: 5 more problems not shown\n"));
}
