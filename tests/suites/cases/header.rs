//! The head of a case: what to ask, and what to expect.
//!
//! The head is the comment lines at the beginning of a `.bp` file. A structure in JSON has no
//! comments; its head is the file of the same name that ends in `.case` instead of `.kripke.json`.
//!
//! ```text
//! // Free text, for the reader.
//! // options: --no-hyper        options of `belnap check` for the questions that follow
//! // check: AG !at(ERROR)       a question: a property
//! // error-label: ERROR         a question: a label
//! // expect: fails              the answer; to the default property if no question precedes it
//! // because: {x > 0}           part of the report on it; any number of times
//! // snapshot                   keep the report on the last answer as a snapshot
//! ```

/// A question and the answer to it.
#[derive(Debug, Default)]
pub struct Question {
    /// Command-line arguments: options and what to check.
    pub arguments: Vec<String>,
    /// The expected verdict: `holds`, `fails` or `inconclusive`.
    pub expect: String,
    /// What the report must contain.
    pub because: Vec<String>,
    /// Whether the report is kept as a snapshot.
    pub snapshot: bool,
}

/// Reads the questions of a head.
pub fn questions(text: &str) -> Result<Vec<Question>, String> {
    let mut questions: Vec<Question> = Vec::new();
    let mut options: Vec<String> = Vec::new();
    // What the next answer is about; the assertions if nothing.
    let mut subject: Vec<String> = Vec::new();
    for line in text.lines().take_while(|line| line.starts_with("//")) {
        let line = line.trim_start_matches('/').trim();
        let (word, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.trim();
        match word {
            "options" => options = value.split_whitespace().map(str::to_owned).collect(),
            "check" | "error-label" => {
                answered(&subject)?;
                let option = if word == "check" { "--property" } else { "--error-label" };
                subject = vec![option.to_owned(), value.to_owned()];
            }
            "expect" => {
                if !["holds", "fails", "inconclusive"].contains(&value) {
                    return Err(format!("`{value}` is not a verdict"));
                }
                let arguments = options.iter().cloned().chain(subject.drain(..)).collect();
                questions.push(Question {
                    arguments,
                    expect: value.to_owned(),
                    ..Question::default()
                });
            }
            "because" => {
                let question = questions.last_mut().ok_or("`because:` before any `expect:`")?;
                question.because.push(value.to_owned());
            }
            "snapshot" => {
                let question = questions.last_mut().ok_or("`snapshot` before any `expect:`")?;
                question.snapshot = true;
            }
            _ => {}
        }
    }
    answered(&subject)?;
    if questions.is_empty() {
        return Err("the head has no `// expect:`".to_owned());
    }
    Ok(questions)
}

fn answered(subject: &[String]) -> Result<(), String> {
    if subject.is_empty() {
        Ok(())
    } else {
        Err(format!("`{}` has no `expect:`", subject.join(" ")))
    }
}
