//! Texts of statements: what they assign to, and which variables they name.

/// Whether a statement gets what it chooses from a call or an assignment.
pub fn is_input(text: &str) -> bool {
    text.contains(['(', '='])
}

/// A value that a statement asks for, as it gets it: every number but zero is the same truth value.
pub fn asked_value(text: &str, value: i128) -> i128 {
    if text.contains("__VERIFIER_nondet_bool") { i128::from(value != 0) } else { value }
}

/// The place that a statement assigns to.
pub fn assigned(text: &str) -> Option<&str> {
    let at = text.match_indices('=').map(|(at, _)| at).find(|at| {
        let bytes = text.as_bytes();
        bytes.get(at + 1) != Some(&b'=')
            && !matches!(bytes.get(at.wrapping_sub(1)), Some(b'=' | b'!' | b'<' | b'>'))
    });
    let place = match at {
        Some(at) => text[..at].trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', ' ']),
        None => text.strip_suffix("++").or_else(|| text.strip_suffix("--"))?,
    };
    Some(place.trim()).filter(|place| !place.is_empty() && !place.contains(';'))
}

/// A text without brackets around all of it.
pub fn without_brackets(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let is_whole = |inner: &str| {
        let mut depth = 0_i32;
        inner.chars().all(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth >= 0
        })
    };
    inner.filter(|inner| is_whole(inner)).map_or(text, without_brackets)
}

/// Where a text names a variable.
pub fn place_of(name: &str, text: &str) -> Option<usize> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = text[..*at].trim_end();
        let after = &text[at + name.len()..];
        let starts =
            !text[..*at].ends_with(is_word) && !before.ends_with('.') && !before.ends_with("->");
        starts && !after.starts_with(is_word) && !after.trim_start().starts_with('(')
    })
}

#[cfg(test)]
mod tests {
    use super::{assigned, is_input, place_of, without_brackets};

    #[test]
    fn statements_assign_to_places() {
        assert_eq!(assigned("x = y"), Some("x"));
        assert_eq!(assigned("p->v += 2"), Some("p->v"));
        assert_eq!(assigned("a[i == 2] = 3"), Some("a[i == 2]"));
        assert_eq!(assigned("i++"), Some("i"));
        assert_eq!(assigned("f(x)"), None);
        assert_eq!(assigned("x <= y"), None);
        assert!(is_input("x = f()") && !is_input("x"));
    }

    #[test]
    fn brackets_are_taken_off() {
        assert_eq!(without_brackets("((x))"), "x");
        assert_eq!(without_brackets("(a)->b(c)"), "(a)->b(c)");
    }

    #[test]
    fn names_are_whole_words() {
        assert_eq!(place_of("i", "in < i"), Some(5));
        assert_eq!(place_of("v", "p->v == v"), Some(8));
        assert_eq!(place_of("f", "f(x) > 2"), None);
        assert_eq!(place_of("s.f", "s.f > 2"), Some(0));
    }
}
