//! Assertions as a person knows them: the condition, the place, the function.

use belnap_certifier::trigger::first_literal;
use belnap_frontend::checks::promise_text;
use belnap_ir::cfg::{AskedKind, AskedProperty, Cfg};
use belnap_ir::ids::ScopeId;
use belnap_ir::span::SourceLine;

use super::scopes::Scopes;
use super::source::Sources;

/// Something that the program asks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Asked {
    /// Where.
    pub place: Option<SourceLine>,
    /// How it asks.
    pub kind: Way,
    /// The condition that must be true, the call that must not be reached, or what is checked.
    pub text: String,
    /// The C function it stands in.
    pub function: String,
    /// Of a check, what is so if it holds.
    promise: Option<String>,
}

/// How a program asks, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// A condition is asserted.
    Assertion,
    /// An error function must not be called.
    Call,
    /// A check that was asked for.
    Check,
}

impl Way {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Way::Assertion => "assertion",
            Way::Call => "call",
            Way::Check => "check",
        }
    }
}

impl Asked {
    /// What is asked at a location of kind `Failed`.
    pub fn new(cfg: &Cfg, scopes: &Scopes<'_>, asked: &AskedProperty, sources: &Sources) -> Self {
        let scope = scopes.visible(asked.location);
        let function = &cfg.scopes[scope].function;
        let (kind, text) = match asked.kind {
            AskedKind::Assert => (Way::Assertion, condition(asked, sources)),
            AskedKind::ReachError => match wrapper(cfg, scope) {
                Some((call, caller)) => {
                    let text = sources.argument(call, "assert");
                    return Asked {
                        place: Some(call.clone()),
                        kind: Way::Assertion,
                        text: text.unwrap_or_else(|| format!("{function}(…)")),
                        function: cfg.scopes[caller].function.clone(),
                        promise: None,
                    };
                }
                None => (Way::Call, call(&asked.text)),
            },
            _ => (Way::Check, asked.text.clone()),
        };
        let promise = (kind == Way::Check).then(|| promise_text(asked.kind, &text));
        Asked { place: asked.source.clone(), kind, text, function: function.clone(), promise }
    }

    /// What it means that it fails.
    pub fn sentence(&self) -> String {
        let place = self.place.as_ref().map(|place| format!("{place}, ")).unwrap_or_default();
        let place = format!("({place}in {})", self.function);
        match self.kind {
            Way::Assertion => format!("assertion `{}` fails {place}", self.text),
            Way::Call => format!("{} is called {place}", self.text),
            Way::Check => format!("{} {place}", self.text),
        }
    }

    /// What is asked.
    pub fn question(&self) -> String {
        let place = self.place.as_ref().map(|place| format!("{place}, ")).unwrap_or_default();
        let place = format!("({place}in {})", self.function);
        match self.kind {
            Way::Assertion => format!("whether assertion `{}` can fail {place}", self.text),
            Way::Call => format!("whether {} can be called {place}", self.text),
            Way::Check => format!("whether this can be: {} {place}", self.text),
        }
    }

    /// How a list names it.
    pub fn name(&self) -> String {
        match self.kind {
            Way::Assertion => format!("`{}`", self.text),
            Way::Call => self.text.clone(),
            Way::Check => self.promise.clone().unwrap_or_else(|| self.text.clone()),
        }
    }
}

/// Where a function that only asserts what it is given is called, and from where.
fn wrapper(cfg: &Cfg, scope: ScopeId) -> Option<(&SourceLine, ScopeId)> {
    let own = &cfg.scopes[scope];
    own.function.to_ascii_lowercase().ends_with("assert").then_some(())?;
    Some((own.call.as_ref()?, own.caller?))
}

/// The condition of an assertion, as the program has it.
fn condition(asked: &AskedProperty, sources: &Sources) -> String {
    // What the system's headers make of `assert` has the condition as a string.
    if let Some(text) = asked.text.strip_prefix("__assert_fail").and_then(first_literal) {
        return text;
    }
    let written = asked.source.as_ref().and_then(|place| sources.argument(place, "assert"));
    let inner = asked.text.split_once('(').map(|(_, rest)| rest.strip_suffix(')').unwrap_or(rest));
    written.unwrap_or_else(|| inner.unwrap_or(&asked.text).trim().to_owned())
}

/// A call without what it is given.
fn call(text: &str) -> String {
    text.split('(').next().map_or_else(|| text.to_owned(), |name| format!("{}()", name.trim()))
}

#[cfg(test)]
mod tests {
    use super::{call, first_literal};

    #[test]
    fn texts_of_assertions() {
        assert_eq!(
            first_literal(r#" ("s[0] == \"a\"[0]", "f.c")"#).as_deref(),
            Some("s[0] == \"a\"[0]")
        );
        assert_eq!(first_literal(r#" ("cut … "#), None);
        assert_eq!(call("reach_error ( )"), "reach_error()");
    }
}
