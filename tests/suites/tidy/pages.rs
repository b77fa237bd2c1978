//! Rules about pages: links lead somewhere, and pages that are named exist.

/// Links of a page to files that do not exist.
pub fn link_offences(path: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut offences = vec![];
    let mut in_code = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        for target in link_targets(&without_code_spans(line)) {
            let file = target.split('#').next().unwrap_or_default();
            let elsewhere = file.contains("://") || file.starts_with("mailto:");
            if !file.is_empty() && !elsewhere && !exists(file) {
                offences.push(format!(
                    "{path}:{}: the link to `{target}` leads to no file: correct or remove it",
                    number + 1
                ));
            }
        }
    }
    offences
}

/// Pages (`*.md`) that a comment or a document names and that do not exist.
pub fn citation_offences(path: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut offences = vec![];
    for (number, line) in text.lines().enumerate() {
        let prose = if path.ends_with(".rs") { comment(line) } else { line };
        for page in pages_named(prose).into_iter().filter(|page| !exists(page)) {
            offences.push(format!("{path}:{}: there is no page `{page}`", number + 1));
        }
    }
    offences
}

/// The comment at the end of a line of Rust, or nothing.
fn comment(line: &str) -> &str {
    line.find("//").map_or("", |at| &line[at..])
}

/// The pages that a line names.
fn pages_named(line: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-./:".contains(c);
    let words = line.split(|c: char| !is_part(c));
    words
        .filter(|word| !word.contains("://"))
        .map(|word| word.trim_end_matches(['.', ':']))
        .filter(|word| word.ends_with(".md") && word.len() > ".md".len())
        .collect()
}

/// Targets of `[text](target "title")` and of `[name]: target` in a line.
fn link_targets(line: &str) -> Vec<String> {
    let inline = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let reference = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("]: "))
        .filter(|(name, _)| !name.contains(']'))
        .map(|(_, target)| target);
    inline
        .chain(reference)
        .filter_map(|target| target.split_whitespace().next())
        .map(|target| target.trim_matches(['<', '>']).to_owned())
        .collect()
}

/// The line without what stands between backticks.
fn without_code_spans(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

#[test]
fn a_dead_link_is_reported_and_code_is_not_a_link() {
    let text = "[a](here.md) and [b](gone.md#part \"title\")\n[c]: lost.md\n`[d](code.md)`\n\
                ```\n[e](block.md)\n```\n[f](https://example.org/x) [g](#part)\n";
    let offences = link_offences("A.md", text, |target| target == "here.md");
    assert_eq!(offences.len(), 2, "{offences:?}");
    assert!(offences[0].starts_with("A.md:1: ") && offences[0].contains("gone.md"));
    assert!(offences[1].starts_with("A.md:2: ") && offences[1].contains("lost.md"));
}

#[test]
fn a_page_that_does_not_exist_is_reported() {
    // Spelled in parts, so that this file passes its own test.
    let page = |name: &str| format!("{name}.md");
    let (here, gone, code) = (page("docs/here"), page("gone"), page("code"));
    let text = format!("//! See {here}.\n// {gone}: why\nlet x = \"{code}\";\n// https://{here}\n");
    let offences = citation_offences("a.rs", &text, |page| page == here);
    assert_eq!(offences, [format!("a.rs:2: there is no page `{gone}`")]);
    assert_eq!(citation_offences("a.md", &gone, |_| false).len(), 1);
}
