//! The operators that every property file knows, in the language in which files define their own.

use std::sync::Arc;

use belnap_ir::operator::{MAX_LETTERS, Operator};

use super::file::parse_operator;

/// An operator, or a family of them with a number.
pub struct Row {
    /// The name.
    pub name: &'static str,
    /// The least number that stands in brackets after the name, if one does.
    pub least: Option<u32>,
    /// Names of the markers.
    pub markers: &'static str,
    /// What it accepts; the number is `k`.
    pub expression: &'static str,
    /// In words.
    pub meaning: &'static str,
}

const fn row(
    name: &'static str,
    markers: &'static str,
    expression: &'static str,
    meaning: &'static str,
) -> Row {
    Row { name, least: None, markers, expression, meaning }
}

/// The library.
pub const LIBRARY: [Row; 15] = [
    row("X", "p", "{} {p} {}^w", "p in the next step"),
    row("F", "p", "{}* {p} {}^w", "p in some step"),
    row("G", "p", "{p}^w", "p in every step"),
    row("U", "p, q", "{p}* {q} {}^w", "q in some step, and p in every one before"),
    row("W", "p, q", "{p}* {q} {}^w | {p}^w", "p in every step, or until q"),
    row("R", "p, q", "{q}* {p, q} {}^w | {q}^w", "q in every step, or until p and q are together"),
    row("GF", "p", "({}* {p})^w", "p again and again"),
    row("FG", "p", "{}* {p}^w", "from some step on, p in every one"),
    row("always_or", "p, q", "({p} | {q})^w", "p or q in every step"),
    row("even", "p", "({p} {})^w", "p in steps 0, 2, 4, …"),
    row("odd", "p", "({} {p})^w", "p in steps 1, 3, 5, …"),
    Row {
        name: "every",
        least: Some(1),
        markers: "p",
        expression: "({p} {}^(k-1))^w",
        meaning: "p in steps 0, k, 2k, …",
    },
    Row {
        name: "within",
        least: Some(0),
        markers: "p",
        expression: "({}?)^k {p} {}^w",
        meaning: "p in this step or one of the next k",
    },
    row(
        "response",
        "n, q",
        "({}* {q})^w | ({}* {q})? {n}^w",
        "after each step without n, q in it or later: response(<!req>, <ack>)",
    ),
    row(
        "alternating",
        "i, a, b",
        "({i} | {a} {i}* {b})^w | ({i} | {a} {i}* {b})* {a} {i}^w",
        "besides i only a and b, in turns, a first",
    ),
];

/// The row with a name.
pub fn find(name: &str) -> Option<&'static Row> {
    LIBRARY.iter().find(|row| row.name == name)
}

impl Row {
    /// The definition, for a number if it needs one.
    pub fn text(&self, count: Option<u32>) -> String {
        let expression = match count {
            None => self.expression.to_owned(),
            Some(count) => self
                .expression
                .replace("(k-1)", &count.saturating_sub(1).to_string())
                .replace("^k", &format!("^{count}")),
        };
        let name = self.name;
        let brackets = if self.least.is_some() { "[k]" } else { "" };
        format!("operator {name}{brackets}({}) = {expression}", self.markers)
    }

    /// The operator, or what is wrong with the number.
    pub fn operator(&self, count: Option<u32>) -> Result<Arc<Operator>, String> {
        let name = self.name;
        match (self.least, count) {
            (None, Some(_)) => return Err(format!("'{name}' takes no number in brackets")),
            (Some(_), None) => return Err(format!("'{name}' needs a number: {name}[2](…)")),
            (Some(least), Some(count)) if count < least || count as usize > MAX_LETTERS => {
                return Err(format!("'{name}[k]' needs a number from {least} to {MAX_LETTERS}"));
            }
            _ => {}
        }
        let text = self.text(count).replace("[k]", "");
        let operator = parse_operator(&text).map_err(|found| found.message)?;
        Ok(Arc::new(Operator { count, ..operator }))
    }
}

#[cfg(test)]
mod tests {
    use super::LIBRARY;

    #[test]
    fn the_library_can_be_read() {
        for row in &LIBRARY {
            let count = row.least.map(|least| least + 2);
            let operator = row.operator(count).expect("an operator of the library");
            assert_eq!(operator.markers.join(", "), row.markers);
        }
    }
}
