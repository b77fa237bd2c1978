//! The head of a case: what to do with the file, and what to expect.
//!
//! All suites share one grammar, which `tests/cases/README.md` describes. The head is the comment
//! lines that a file begins with. A line of it that begins with one lower-case word and a colon
//! (`// check: AG !at(ERROR) => TRUE`) is a [`Line`]; every other line is for the reader. Each
//! suite names the keys that it knows, and any other word is an error: nothing that looks like a
//! line of the head is ever ignored.

use std::fmt;
use std::path::Path;

/// What the keys of all suites are, to find lines that stand where they do nothing.
const KEYS: [&str; 12] = [
    "because",
    "check",
    "end",
    "found",
    "graph",
    "if",
    "lacks",
    "options",
    "predicates",
    "program",
    "says",
    "snapshot",
];

/// Keys that have no value.
const FLAGS: [&str; 1] = ["snapshot"];

/// What may come of a question, in the words of all suites; input may be refused, too.
const VERDICTS: [&str; 4] = ["TRUE", "FALSE", "UNKNOWN", "REFUSED"];

/// Something wrong with a head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadError {
    /// The file, as it was given.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for HeadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for HeadError {}

impl From<HeadError> for String {
    fn from(error: HeadError) -> Self {
        error.to_string()
    }
}

/// One line of a head that says something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it is in its file, from 1.
    pub number: usize,
    /// The word before the colon.
    pub key: &'static str,
    /// What follows the colon, without spaces around it.
    pub value: String,
}

/// What a head says, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    file: String,
    /// The lines that say something.
    pub lines: Vec<Line>,
}

/// A question and the answer to it: a line `check:`, with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The property, or none for what is asked by default.
    pub property: Option<String>,
    /// What is expected: `TRUE`, `FALSE`, `UNKNOWN` or `REFUSED`.
    pub verdict: String,
    /// The options in force: those of the last line `options:` before it.
    pub options: Vec<String>,
    /// The lines that follow up to the next `check:` or `options:`.
    pub notes: Vec<Line>,
}

impl Check {
    /// The property as options of a command line; one that begins with `ltl` is of LTL.
    pub fn asked(&self) -> Vec<&str> {
        match self.property.as_deref().map(|own| (own, own.strip_prefix("ltl "))) {
            None => Vec::new(),
            Some((_, Some(linear))) => vec!["--ltl", linear],
            Some((own, None)) => vec!["--property", own],
        }
    }

    /// The values of the notes with a key.
    pub fn values(&self, key: &str) -> Vec<&str> {
        self.notes.iter().filter(|note| note.key == key).map(|note| note.value.as_str()).collect()
    }

    /// Whether a note has this key.
    pub fn has(&self, key: &str) -> bool {
        self.notes.iter().any(|note| note.key == key)
    }
}

impl Head {
    /// Reads the head of a file whose suite knows these keys.
    ///
    /// # Errors
    /// If a line has an unknown key, lacks its value, or stands behind the head.
    pub fn read(file: &Path, text: &str, keys: &[&'static str]) -> Result<Head, HeadError> {
        let file = file.display().to_string();
        let mut head = Head { file, lines: Vec::new() };
        let mut inside = true;
        for (index, line) in text.lines().enumerate() {
            let comment = line.strip_prefix("//");
            // Texts of our formats may begin with their name.
            inside &= comment.is_some()
                || line.trim().is_empty()
                || (index == 0 && line.starts_with("belnap "));
            let Some(comment) = comment else { continue };
            let read = if inside { read_line(comment, keys) } else { refuse_outside(comment) };
            let read = read.map_err(|message| head.error(index + 1, message))?;
            head.lines.extend(read.map(|(key, value)| Line { number: index + 1, key, value }));
        }
        Ok(head)
    }

    /// An error at a line of the file.
    pub fn error(&self, line: usize, message: impl Into<String>) -> HeadError {
        HeadError { file: self.file.clone(), line, message: message.into() }
    }

    /// Whether a line has this key.
    pub fn has(&self, key: &str) -> bool {
        self.lines.iter().any(|line| line.key == key)
    }

    /// The values of a key.
    pub fn values(&self, key: &str) -> Vec<&str> {
        self.lines.iter().filter(|line| line.key == key).map(|line| line.value.as_str()).collect()
    }

    /// The value of a key that stands at most once.
    ///
    /// # Errors
    /// If it stands more than once.
    pub fn value(&self, key: &str) -> Result<Option<&str>, HeadError> {
        let mut own = self.lines.iter().filter(|line| line.key == key);
        let first = own.next();
        match own.next() {
            Some(second) => Err(self.error(second.number, format!("a second `{key}:`"))),
            None => Ok(first.map(|line| line.value.as_str())),
        }
    }

    /// The options of a case that is run once.
    ///
    /// # Errors
    /// If there are two lines of options.
    pub fn options(&self) -> Result<Vec<String>, HeadError> {
        Ok(words(self.value("options")?.unwrap_or_default()))
    }

    /// The questions, each with the options in force and the lines that belong to it, which have
    /// the keys `notes`. Other lines are about the whole file.
    ///
    /// # Errors
    /// If there is no question or one has no verdict, or if a note or options belong to none.
    pub fn checks(&self, notes: &[&str]) -> Result<Vec<Check>, HeadError> {
        let mut checks: Vec<Check> = Vec::new();
        let mut options: Vec<String> = Vec::new();
        // Where lines may be added to the last question, and options that nothing has used.
        let (mut open, mut unused) = (false, None);
        for line in &self.lines {
            match line.key {
                "options" => {
                    options = words(&line.value);
                    (open, unused) = (false, Some(line.number));
                }
                "check" => {
                    let (property, verdict) = question(&line.value)
                        .map_err(|message| self.error(line.number, message))?;
                    let options = options.clone();
                    checks.push(Check { property, verdict, options, notes: Vec::new() });
                    (open, unused) = (true, None);
                }
                key if !notes.contains(&key) => {}
                key => match checks.last_mut().filter(|_| open) {
                    Some(check) => check.notes.push(line.clone()),
                    None => {
                        let message = format!("`{key}:` belongs to no `check:`");
                        return Err(self.error(line.number, message));
                    }
                },
            }
        }
        match unused {
            Some(line) => Err(self.error(line, "options for no `check:`")),
            None if checks.is_empty() => Err(self.error(1, "the head has no `check:`")),
            None => Ok(checks),
        }
    }
}

/// The words of a line of options.
fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Takes `PROPERTY => VERDICT` or `default => VERDICT` apart.
fn question(text: &str) -> Result<(Option<String>, String), String> {
    let (asked, verdict) = text.rsplit_once("=>").ok_or("a `check:` without `=> VERDICT`")?;
    let (asked, verdict) = (asked.trim(), verdict.trim());
    if !VERDICTS.contains(&verdict) {
        return Err(format!("`{verdict}` is not a verdict: {}", VERDICTS.join(", ")));
    }
    match asked {
        "" => Err("a `check:` without a property; `default` is the one without".to_owned()),
        "default" => Ok((None, verdict.to_owned())),
        property => Ok((Some(property.to_owned()), verdict.to_owned())),
    }
}

/// What a comment of the head says, or nothing if it is for the reader.
fn read_line(
    comment: &str,
    keys: &[&'static str],
) -> Result<Option<(&'static str, String)>, String> {
    let Some((word, value)) = key_and_value(comment) else {
        let text = comment.trim();
        let first = text.split_whitespace().next().unwrap_or_default();
        let has_verdict = VERDICTS.iter().any(|verdict| text.ends_with(&format!("=> {verdict}")));
        return match has_verdict || (text == first && KEYS.contains(&first)) {
            true => Err(format!("`{text}` is not `KEY: VALUE`")),
            false => Ok(None),
        };
    };
    let Some(key) = keys.iter().find(|key| **key == word) else {
        let known = match keys {
            [] => "this suite has none".to_owned(),
            keys => format!("this suite has {}", keys.join(", ")),
        };
        return Err(format!("unknown key `{word}`: {known}"));
    };
    if !comment.starts_with(' ') {
        return Err(format!("write `// {word}:` with a space"));
    }
    match (FLAGS.contains(key), value.is_empty()) {
        (true, false) => Err(format!("`{key}:` has no value")),
        // Options may be empty: they end those of the lines before.
        (false, true) if *key != "options" => Err(format!("`{key}:` without a value")),
        _ => Ok(Some((key, value.to_owned()))),
    }
}

/// A comment behind the head that would be a line of it is out of place.
fn refuse_outside(comment: &str) -> Result<Option<(&'static str, String)>, String> {
    match key_and_value(comment) {
        Some((word, _)) if KEYS.contains(&word) => {
            Err(format!("`{word}:` stands behind the head, where it does nothing"))
        }
        _ => Ok(None),
    }
}

/// The word before the colon and what follows, if the text has this form. Known keys are known in
/// capitals too, so that they are not taken for the reader's.
fn key_and_value(comment: &str) -> Option<(&str, &str)> {
    let (word, value) = comment.trim_start().split_once(':')?;
    let word = word.trim_end();
    let is_lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    let is_key = !word.is_empty() && word.chars().all(is_lower);
    let is_known = KEYS.iter().any(|key| key.eq_ignore_ascii_case(word));
    (is_key || is_known).then(|| (word, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&str; 5] = ["options", "check", "because", "snapshot", "graph"];
    const NOTES: [&str; 2] = ["because", "snapshot"];

    fn read(text: &str) -> Result<Head, HeadError> {
        Head::read(Path::new("a.c"), text, &KEYS)
    }

    fn refused(text: &str) -> String {
        read(text).and_then(|head| head.checks(&NOTES)).expect_err(text).to_string()
    }

    #[test]
    fn questions_have_options_and_notes() {
        let head = read(
            "belnap preds 1\n// Free text: for the reader.\n\n// check: default => TRUE\n\
             // graph: b\n// options: -a  -b\n// check: AG (p => q) => FALSE\n\
             // because: x: y\n// snapshot:\n// options:\n// check: {x} => UNKNOWN\n\
             int x; // check: not a line\n",
        );
        let checks = head.and_then(|head| head.checks(&NOTES)).expect("a right head");
        let asked: Vec<_> = checks.iter().map(|check| check.property.as_deref()).collect();
        assert_eq!(asked, [None, Some("AG (p => q)"), Some("{x}")]);
        let options: Vec<_> = checks.iter().map(|check| check.options.join(" ")).collect();
        assert_eq!(options, ["", "-a -b", ""]);
        assert_eq!(checks[1].verdict, "FALSE");
        assert_eq!((checks[1].values("because"), checks[1].has("snapshot")), (vec!["x: y"], true));
        assert!(checks[0].notes.is_empty() && checks[2].notes.is_empty());
    }

    #[test]
    fn a_typo_is_refused_with_its_place() {
        let known = "this suite has options, check, because, snapshot, graph";
        let typo = "// Text.\n// chek: AG p => TRUE\nint x;\n";
        assert_eq!(refused(typo), format!("a.c:2: unknown key `chek`: {known}"));
        let other = "// found: x\n";
        assert_eq!(refused(other), format!("a.c:1: unknown key `found`: {known}"));
        assert_eq!(
            refused("// Check: p => TRUE\n"),
            format!("a.c:1: unknown key `Check`: {known}")
        );
        assert_eq!(refused("// check p => TRUE\n"), "a.c:1: `check p => TRUE` is not `KEY: VALUE`");
        assert_eq!(refused("// snapshot\n"), "a.c:1: `snapshot` is not `KEY: VALUE`");
        assert_eq!(refused("//check: p => TRUE\n"), "a.c:1: write `// check:` with a space");
    }

    #[test]
    fn values_are_checked() {
        assert_eq!(refused("// check: p\n"), "a.c:1: a `check:` without `=> VERDICT`");
        let verdict = "`holds` is not a verdict: TRUE, FALSE, UNKNOWN, REFUSED";
        assert_eq!(refused("// check: p => holds\n"), format!("a.c:1: {verdict}"));
        assert!(refused("// check: => TRUE\n").contains("without a property"));
        assert_eq!(refused("// check:\n"), "a.c:1: `check:` without a value");
        assert_eq!(refused("// snapshot: x\n"), "a.c:1: `snapshot:` has no value");
    }

    #[test]
    fn lines_stand_where_they_do_something() {
        let behind = "// check: p => TRUE\nint x;\n// check: q => TRUE\n";
        assert_eq!(
            refused(behind),
            "a.c:3: `check:` stands behind the head, where it does nothing"
        );
        assert_eq!(refused("// because: x\n"), "a.c:1: `because:` belongs to no `check:`");
        assert_eq!(
            refused("// check: p => TRUE\n// options: -a\n"),
            "a.c:2: options for no `check:`"
        );
        assert_eq!(refused("// Nothing is asked.\n"), "a.c:1: the head has no `check:`");
        let twice = Head::read(Path::new("a.c"), "// end: x\n// end: y\n", &["end"]);
        let twice = twice.expect("two lines");
        assert_eq!(twice.value("end").map_err(|error| error.line), Err(2));
    }
}
