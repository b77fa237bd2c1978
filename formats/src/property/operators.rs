//! Operators by name, and what applications of them become: propositions with a meaning.

use std::collections::HashMap;
use std::sync::Arc;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::operator::{Markers, Operator, OperatorBody};
use belnap_ir::span::Span;
use belnap_ir::validate;

use super::lexer::is_operator_name;
use super::library;
use super::tree::{Body, Needs, Used};
use crate::hoa;
use crate::near::nearest;

/// Reads a file that a property file names, or says why it cannot be read.
pub type Load<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// The operators of a file.
#[derive(Default)]
pub struct Operators {
    own: HashMap<String, Arc<Operator>>,
}

impl Operators {
    /// Adds one.
    pub fn define(&mut self, operator: Operator, span: Span) -> Result<(), Diagnostic> {
        let name = operator.name.clone();
        if library::find(&name).is_some() {
            let message = format!("'{name}' is an operator of the library");
            return Err(Diagnostic::at("operator-library", span, message)
                .note("belnap operators lists them; give yours another name"));
        }
        match self.own.insert(name.clone(), Arc::new(operator)) {
            None => Ok(()),
            Some(_) => {
                let message = format!("there are two operators called '{name}'");
                Err(Diagnostic::at("ctl-duplicate", span, message))
            }
        }
    }

    /// The operator that an application means.
    pub fn find(&self, used: &Used) -> Result<Arc<Operator>, Diagnostic> {
        let name = used.name.as_str();
        let operator = match (self.own.get(name), library::find(name)) {
            (Some(own), _) if used.count.is_none() => own.clone(),
            (Some(_), _) => {
                let message = format!("'{name}' takes no number in brackets");
                return Err(Diagnostic::at("operator-count", used.span, message));
            }
            (None, Some(row)) => row
                .operator(used.count)
                .map_err(|message| Diagnostic::at("operator-count", used.span, message))?,
            (None, None) => return Err(self.unknown(used)),
        };
        if operator.markers.len() != used.arguments.len() {
            let (wanted, given) = (operator.markers.len(), used.arguments.len());
            let message = format!("'{name}' takes {wanted} arguments, not {given}");
            return Err(Diagnostic::at("operator-arity", used.span, message));
        }
        Ok(operator)
    }

    fn unknown(&self, used: &Used) -> Diagnostic {
        let name = used.name.as_str();
        let message = format!("there is no operator '{name}'");
        let found = Diagnostic::at("operator-unknown", used.span, message);
        let library = library::LIBRARY.iter().map(|row| row.name);
        let own = self.own.keys().map(String::as_str);
        match nearest(name, own.chain(library)).as_slice() {
            [] => found.note("belnap operators lists those of the library"),
            near => found.note(format!("did you mean '{}'?", near.join("', '"))),
        }
    }
}

/// An operator as a file defines it.
pub fn defined(
    (name, span): (String, Span),
    markers: Vec<(String, Span)>,
    body: Body,
    load: Load<'_>,
) -> Result<Operator, Diagnostic> {
    if !is_operator_name(&name) {
        let message = format!("an operator cannot be called '{name}'");
        return Err(Diagnostic::at("ctl-syntax", span, message));
    }
    let names: Vec<String> = markers.into_iter().map(|(name, _)| name).collect();
    let bit = |(marker, span): (String, Span)| match names.iter().position(|own| *own == marker) {
        Some(bit) if bit < Markers::BITS as usize => Ok((1 as Markers) << bit),
        Some(_) => Ok(0),
        None => {
            let message = format!("'{marker}' is no marker of '{name}'");
            Err(Diagnostic::at("operator-markers", span, message))
        }
    };
    let body = match body {
        Body::Expression(omega) => {
            let mut letter = |needs: Needs| {
                let mut bits = needs.into_iter().map(bit);
                bits.try_fold(0, |all, bit| Ok(all | bit?))
            };
            OperatorBody::Expression(omega.try_map(&mut letter)?)
        }
        Body::File(file, at) => {
            let refuse = |message: String| {
                Diagnostic::at("operator-file", at, format!("'{file}': {message}"))
            };
            let text = load(&file).map_err(refuse)?;
            let automaton = hoa::read_operator(&text, &names)
                .map_err(|found| refuse(found.first().map_or(String::new(), |d| d.to_string())))?;
            OperatorBody::Automaton(file, automaton)
        }
    };
    let operator = Operator { name, count: None, markers: names, body };
    match validate::operator::operator(&operator) {
        None => Ok(operator),
        Some(found) => Err(Diagnostic { place: Place::Text(span), ..found }),
    }
}
