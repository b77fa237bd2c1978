//! Copies of the user's source in which uninitialised variables get values, or a label ends the run.

use super::document::is_identifier;

/// Adds an initialiser to the declaration of a variable on a line; `None` if it is not seen there.
pub fn initialised(text: &str, line: u32, name: &str, value: &str) -> Option<String> {
    edited(text, line, name, |rest| {
        let after = rest.trim_start();
        (after.starts_with(',') || after.starts_with(';')).then(|| format!(" = {value}{rest}"))
    })
}

/// Makes a label end the run; `None` if it is not seen on the line.
pub fn trapped(text: &str, line: u32, name: &str) -> Option<String> {
    edited(text, line, name, |rest| {
        let after = rest.trim_start().strip_prefix(':')?;
        Some(format!(": __builtin_trap();{after}"))
    })
}

/// Replaces what follows a name on a line, at the first place where that can be done.
fn edited(
    text: &str,
    line: u32,
    name: &str,
    replaced: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let own = lines.get_mut(line.checked_sub(1)? as usize)?;
    let is_part = |c: Option<char>| c.is_some_and(|c| is_identifier(&format!("_{c}")));
    let new = own.match_indices(name).find_map(|(at, _)| {
        let (before, rest) = (&own[..at], &own[at + name.len()..]);
        let whole = !is_part(before.chars().next_back()) && !is_part(rest.chars().next());
        whole.then(|| replaced(rest)).flatten().map(|rest| format!("{before}{name}{rest}"))
    })?;
    *own = new;
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{initialised, trapped};

    #[test]
    fn declarations_get_values() {
        let text = "int f(void) {\n  int ab, a, b;\n  return a;\n}";
        let found = initialised(text, 2, "a", "5").expect("it is there");
        assert_eq!(found, "int f(void) {\n  int ab, a = 5, b;\n  return a;\n}");
        assert_eq!(initialised(text, 2, "c", "5"), None);
        assert_eq!(initialised(text, 9, "a", "5"), None);
        assert_eq!(initialised("int a[3];", 1, "a", "5"), None);
    }

    #[test]
    fn labels_end_the_run() {
        let found = trapped("  goto L;\n  L : x = 1;", 2, "L");
        assert_eq!(found.as_deref(), Some("  goto L;\n  L: __builtin_trap(); x = 1;"));
        assert_eq!(trapped("  goto L;", 1, "L"), None);
    }
}
