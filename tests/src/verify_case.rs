//! The headers of cases for `belnap verify`; what they say is described in `suites/verify.rs`.

/// What a case's header says.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// Options for `belnap verify`.
    pub options: Vec<String>,
    /// A formula, or none for the question asked by default, and the verdict.
    pub questions: Vec<(Option<String>, String)>,
    /// The predicates to be found one a round.
    pub found: Option<Vec<String>>,
}

impl Header {
    /// Reads the header of a case.
    pub fn read(text: &str) -> Result<Header, String> {
        let mut header = Header::default();
        for line in text.lines() {
            if let Some(options) = line.strip_prefix("// verify:") {
                header.options.extend(options.split_whitespace().map(str::to_owned));
            } else if let Some(question) = line.strip_prefix("// property:") {
                let (formula, verdict) =
                    question.rsplit_once("=>").ok_or("a property has no =>")?;
                let asked = Some(formula.trim().to_owned());
                header.questions.push((asked, verdict.trim().to_owned()));
            } else if let Some(verdict) = line.strip_prefix("// default =>") {
                header.questions.push((None, verdict.trim().to_owned()));
            } else if let Some(found) = line.strip_prefix("// found:") {
                header.found = Some(found.split(',').map(|one| one.trim().to_owned()).collect());
            }
        }
        match header.questions.is_empty() {
            true => Err("the header asks nothing".to_owned()),
            false => Ok(header),
        }
    }
}
