//! C as text: where its words stand, and what of it is not code.

/// The number and the file of a line marker: `# 12 "file.c" 1`, `#line 12 "file.c"`.
pub fn marker(line: &str) -> Option<(u32, Option<&str>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let (number, rest) =
        rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    let file = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
    Some((number.parse().ok()?, file))
}

/// The text with blanks for comments, literals and directives, byte for byte.
pub fn code(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    let mut fresh = true;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let length = match rest {
            [b'/', b'/', ..] => until(rest, b"\n", 0),
            [b'/', b'*', ..] => until(rest, b"*/", 2),
            [quote @ (b'"' | b'\''), ..] => literal(rest, *quote),
            [b'#', ..] if fresh => directive(rest),
            _ => 0,
        };
        fresh = bytes[at] == b'\n' || (fresh && bytes[at].is_ascii_whitespace());
        for byte in &mut out[at..at + length] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at += length.max(1);
    }
    String::from_utf8(out).unwrap_or_default()
}

/// How long a text is up to `end`, and this many bytes of that.
fn until(text: &[u8], end: &[u8], with: usize) -> usize {
    let from = end.len();
    let found = text[from..].windows(end.len()).position(|window| window == end);
    found.map_or(text.len(), |at| from + at + with)
}

fn literal(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != quote && text[at] != b'\n' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

fn directive(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += until(&text[at..], b"\n", 0);
        if at >= text.len() || text[at - 1] != b'\\' {
            return at.min(text.len());
        }
        at += 1;
    }
}

/// The words of a text, and where they start.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut at = 0;
    text.split(move |c: char| !is_part(c)).filter_map(move |word| {
        let start = text[at..].find(word).map_or(at, |found| at + found);
        at = start + word.len();
        (!word.is_empty()).then_some((start, word))
    })
}
