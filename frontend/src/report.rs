//! Diagnostics as a person reads them: with the user's own file and line, and the line of the
//! preprocessed text.

use belnap_cli::render::render_all_mapped;
use belnap_ir::diagnostic::Diagnostic;
use belnap_syntax::source::SourceMap;

/// Renders diagnostics about `text`, whose lines `map` knows; ends with a line end.
pub fn render(map: &SourceMap, text: &str, diagnostics: &[Diagnostic]) -> String {
    render_all_mapped(&map.unit, text, diagnostics, |offset| map.line_at(offset))
}

#[cfg(test)]
mod tests {
    use super::render;
    use belnap_syntax::parse::parse;
    use belnap_syntax::source::SourceMap;
    use belnap_syntax::symbol::Interner;

    #[test]
    fn the_users_line_is_named() {
        let text = "# 1 \"a.c\"\nint x;\n# 41 \"b.h\" 1\n\nint y = ;\n";
        let diagnostics = parse(text, &mut Interner::default()).expect_err("refused");
        let shown = render(&SourceMap::new("a.i", text), text, &diagnostics);
        let message = "found `;`, but an expression was expected [c-syntax]";
        let expected = format!("b.h:42:9: error: {message}\n  42 | int y = ;\n     |         ^\n");
        assert_eq!(shown, expected);
    }
}
