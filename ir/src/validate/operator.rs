//! What an operator must satisfy before an engine sees it.
//!
//! | rule | invariant |
//! |---|---|
//! | `operator-markers` | at most [`MAX_MARKERS`] markers, names distinct |
//! | `omega-finite` | words are infinite |
//! | `omega-after` | nothing stands after a word that never ends |
//! | `omega-union` | a union is of words that end, or of words that do not |
//! | `omega-empty` | `^w` is taken of something that is not just the empty word |
//! | `omega-size` | an expression has at most [`MAX_LETTERS`] letters once powers are written out |

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Place};
use crate::operator::{MAX_LETTERS, MAX_MARKERS, Omega, Operator, OperatorBody};

/// The first thing that is wrong with an operator.
pub fn operator(operator: &Operator) -> Option<Diagnostic> {
    let name = &operator.name;
    let refuse = |(rule, message): (&'static str, String)| {
        Diagnostic::error(rule, Place::Whole, format!("operator '{name}': {message}"))
    };
    let markers = &operator.markers;
    if markers.len() > MAX_MARKERS {
        let message = format!("there are more than {MAX_MARKERS} markers");
        return Some(refuse(("operator-markers", message)));
    }
    let mut seen = HashSet::new();
    if let Some(twice) = markers.iter().find(|marker| !seen.insert(*marker)) {
        return Some(refuse(("operator-markers", format!("there are two markers '{twice}'"))));
    }
    match &operator.body {
        OperatorBody::Expression(omega) => expression(omega, markers).err().map(refuse),
        OperatorBody::Automaton(..) => None,
    }
}

fn expression(omega: &Omega, markers: &[String]) -> Result<(), (&'static str, String)> {
    if omega.letters() > MAX_LETTERS {
        let message = format!("the expression has more than {MAX_LETTERS} letters");
        return Err(("omega-size", message));
    }
    match ends(omega, markers)? {
        false => Ok(()),
        true => {
            let message = "its words end; a path goes on: end with '{}^w' if it may do so anyhow";
            Err(("omega-finite", message.to_owned()))
        }
    }
}

/// Whether the words of an expression end.
fn ends(omega: &Omega, markers: &[String]) -> Result<bool, (&'static str, String)> {
    let text = |part: &Omega| part.display(markers).to_string();
    let finite = |part: &Omega| match ends(part, markers)? {
        true => Ok(()),
        false => {
            let message = format!("something follows '{}', which never ends", text(part));
            Err(("omega-after", message))
        }
    };
    match omega {
        Omega::Letter(_) => Ok(true),
        Omega::Star(body) | Omega::Plus(body) | Omega::Power(body, _) => {
            finite(body).map(|()| true)
        }
        Omega::Then(parts) => match parts.split_last() {
            None => Ok(true),
            Some((last, before)) => {
                before.iter().try_for_each(finite)?;
                ends(last, markers)
            }
        },
        Omega::Optional(body) => match ends(body, markers)? {
            true => Ok(true),
            false => {
                let message = format!("'{}' is a word that never ends, or none", text(omega));
                Err(("omega-union", message))
            }
        },
        Omega::Either(parts) => {
            let all = parts.iter().map(|part| ends(part, markers));
            let all = all.collect::<Result<Vec<bool>, _>>()?;
            match all.windows(2).all(|pair| pair[0] == pair[1]) {
                true => Ok(all.first().copied().unwrap_or(true)),
                false => {
                    let message = format!("'{}' mixes words that end and others", text(omega));
                    Err(("omega-union", message))
                }
            }
        }
        Omega::Forever(body) => {
            finite(body)?;
            match has_letter(body) {
                true => Ok(false),
                false => {
                    let message = format!("'{}' repeats only the empty word", text(omega));
                    Err(("omega-empty", message))
                }
            }
        }
    }
}

/// Whether some word of an expression is not empty.
fn has_letter(omega: &Omega) -> bool {
    match omega {
        Omega::Letter(_) => true,
        Omega::Then(parts) | Omega::Either(parts) => parts.iter().any(has_letter),
        Omega::Star(body) | Omega::Plus(body) | Omega::Optional(body) | Omega::Forever(body) => {
            has_letter(body)
        }
        Omega::Power(body, times) => *times > 0 && has_letter(body),
    }
}

#[cfg(test)]
mod tests {
    use super::operator;
    use crate::operator::{Omega, Operator, OperatorBody};

    fn letter() -> Omega {
        Omega::Letter(1)
    }

    fn forever(body: Omega) -> Omega {
        Omega::Forever(Box::new(body))
    }

    fn rule(body: Omega) -> Option<&'static str> {
        let body = OperatorBody::Expression(body);
        let markers = vec!["p".to_owned()];
        operator(&Operator { name: "O".into(), count: None, markers, body }).map(|found| found.rule)
    }

    #[test]
    fn words_are_infinite() {
        assert_eq!(rule(forever(letter())), None);
        assert_eq!(rule(Omega::Star(Box::new(letter()))), Some("omega-finite"));
        assert_eq!(rule(Omega::Then(vec![forever(letter()), letter()])), Some("omega-after"));
        assert_eq!(rule(Omega::Star(Box::new(forever(letter())))), Some("omega-after"));
        assert_eq!(rule(Omega::Either(vec![forever(letter()), letter()])), Some("omega-union"));
        assert_eq!(rule(Omega::Optional(Box::new(forever(letter())))), Some("omega-union"));
        assert_eq!(rule(forever(Omega::Then(Vec::new()))), Some("omega-empty"));
        assert_eq!(rule(forever(Omega::Power(Box::new(letter()), 0))), Some("omega-empty"));
        let many = Omega::Power(Box::new(Omega::Power(Box::new(letter()), 1_000)), 1_000);
        assert_eq!(rule(forever(many)), Some("omega-size"));
    }
}
