//! Operators over infinite words of sets of markers (SE-AΩ): omega-regular expressions, their
//! Büchi automata, and operators applied to arguments.
//!
//! A marker is true or false at each step of a path. An operator is a set of infinite words of sets
//! of markers, *closed upwards*: with a word it has every word with more markers at some steps. So
//! an expression and an automaton name only the markers that are *needed*.

use std::fmt;
use std::sync::Arc;

use crate::property::{Formula, Quantifier};
use crate::span::Span;

/// A set of markers as bits: bit i is marker i of the operator.
pub type Markers = u32;

/// Limit on the markers of an operator.
pub const MAX_MARKERS: usize = 16;

/// Limit on the letters of an expression once powers are written out.
pub const MAX_LETTERS: usize = 10_000;

/// An omega-regular expression over sets of markers. What the parts of an operator may be is in
/// `formats/spec/property.md`: words of the whole are infinite.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Omega<Letter = Markers> {
    /// `{p, a}`: a step where these markers are true.
    Letter(Letter),
    /// One after the other; nothing is the empty word.
    Then(Vec<Omega<Letter>>),
    /// One of these, at least one.
    Either(Vec<Omega<Letter>>),
    /// `e*`.
    Star(Box<Omega<Letter>>),
    /// `e+`.
    Plus(Box<Omega<Letter>>),
    /// `e?`.
    Optional(Box<Omega<Letter>>),
    /// `e^k`.
    Power(Box<Omega<Letter>>, u32),
    /// `e^w`: non-empty words of `e`, for ever.
    Forever(Box<Omega<Letter>>),
}

/// A step of a [`NeededAutomaton`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NeededEdge {
    /// The markers that have to be true. Others may be.
    pub needs: Markers,
    /// The next state.
    pub to: usize,
    /// Whether runs that take such steps again and again are accepted.
    pub accepting: bool,
}

/// A nondeterministic Büchi automaton whose language is closed upwards: a step is taken on every
/// letter that has the markers it needs. It accepts a word if some run takes accepting steps again
/// and again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NeededAutomaton {
    /// Where runs start.
    pub initial: Vec<usize>,
    /// By state.
    pub edges: Vec<Vec<NeededEdge>>,
}

/// How the words of an operator are given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OperatorBody {
    /// By an expression.
    Expression(Omega),
    /// By an automaton, read from the file of this name.
    Automaton(String, NeededAutomaton),
}

/// An operator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operator {
    /// Its name.
    pub name: String,
    /// `[k]`, for operators of the library that count.
    pub count: Option<u32>,
    /// Names of its markers, distinct, at most [`MAX_MARKERS`].
    pub markers: Vec<String>,
    /// Its words.
    pub body: OperatorBody,
}

/// What a marker stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// True where the formula is true of the state that a step starts from.
    Formula(Formula),
    /// `<a, b>`: steps with one of these actions.
    Actions(ActionSet),
}

/// `<a, b>`, or `<!a, b>`: every other step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionSet {
    /// Whether it is every other step.
    pub negated: bool,
    /// Actions; `deadlock`; `component.*`. At least one.
    pub actions: Vec<String>,
    /// Where it stands in the text.
    pub span: Span,
}

/// An operator applied to arguments, as many as it has markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The operator.
    pub operator: Arc<Operator>,
    /// What its markers stand for.
    pub arguments: Vec<Argument>,
    /// Where its name stands in the text.
    pub span: Span,
}

impl Applied {
    /// The formulas among its arguments.
    pub fn formulas(&self) -> impl Iterator<Item = &Formula> {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Formula(formula) => Some(formula),
            Argument::Actions(_) => None,
        })
    }

    /// The action sets among its arguments.
    pub fn action_sets(&self) -> impl Iterator<Item = &ActionSet> {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Formula(_) => None,
            Argument::Actions(set) => Some(set),
        })
    }
}

/// Which paths operators are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paths {
    /// Those that cannot be continued; where nothing can follow, the last state repeats itself.
    #[default]
    Maximal,
    /// Those that go on for ever.
    Infinite,
}

/// An operator applied in a formula, which is about a proposition in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// The proposition: the application as text.
    pub atom: String,
    /// About all paths, or some.
    pub quantifier: Quantifier,
    /// What those paths do.
    pub applied: Applied,
}

/// A named property with operators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperatorProperty {
    /// Name, distinct within a file from those of all its properties.
    pub name: String,
    /// The formula. Where an operator is applied, it has a proposition.
    pub formula: Formula,
    /// What these propositions mean. Arguments are about propositions of earlier applications.
    pub applications: Vec<Application>,
}

impl<Letter> Omega<Letter> {
    /// The same expression with other letters.
    ///
    /// # Errors
    /// The first error of `change`.
    pub fn try_map<Other, E>(
        self,
        change: &mut impl FnMut(Letter) -> Result<Other, E>,
    ) -> Result<Omega<Other>, E> {
        let mut one = |body: Box<Omega<Letter>>| body.try_map(change).map(Box::new);
        Ok(match self {
            Omega::Letter(letter) => Omega::Letter(change(letter)?),
            Omega::Star(body) => Omega::Star(one(body)?),
            Omega::Plus(body) => Omega::Plus(one(body)?),
            Omega::Optional(body) => Omega::Optional(one(body)?),
            Omega::Power(body, times) => Omega::Power(one(body)?, times),
            Omega::Forever(body) => Omega::Forever(one(body)?),
            Omega::Then(parts) => Omega::Then(
                parts.into_iter().map(|part| part.try_map(change)).collect::<Result<_, E>>()?,
            ),
            Omega::Either(parts) => Omega::Either(
                parts.into_iter().map(|part| part.try_map(change)).collect::<Result<_, E>>()?,
            ),
        })
    }

    /// The number of letters once powers are written out; stops counting above [`MAX_LETTERS`].
    pub fn letters(&self) -> usize {
        match self {
            Omega::Letter(_) => 1,
            Omega::Then(parts) | Omega::Either(parts) => {
                parts.iter().fold(0, |sum, part| sum.saturating_add(part.letters()))
            }
            Omega::Star(body)
            | Omega::Plus(body)
            | Omega::Optional(body)
            | Omega::Forever(body) => body.letters(),
            Omega::Power(body, times) => body.letters().saturating_mul(*times as usize),
        }
    }
}

impl Omega {
    /// The expression as text, markers by name.
    pub fn display<'a>(&'a self, markers: &'a [String]) -> impl fmt::Display + 'a {
        Printed { omega: self, markers, level: Level::Either }
    }
}

/// Binding strength of the weakest operator that may stand bare in a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Either,
    Then,
    Postfix,
}

struct Printed<'a> {
    omega: &'a Omega,
    markers: &'a [String],
    level: Level,
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = match self.omega {
            Omega::Either(_) => Level::Either,
            Omega::Then(_) => Level::Then,
            _ => Level::Postfix,
        };
        if own < self.level {
            f.write_str("(")?;
        }
        let part = |omega, level| Printed { omega, markers: self.markers, level };
        match self.omega {
            Omega::Letter(needs) => {
                let needed =
                    self.markers.iter().enumerate().filter(|(bit, _)| needs >> bit & 1 == 1);
                let names: Vec<&str> = needed.map(|(_, name)| name.as_str()).collect();
                write!(f, "{{{}}}", names.join(", "))?;
            }
            Omega::Then(parts) => {
                for (index, one) in parts.iter().enumerate() {
                    let space = if index > 0 { " " } else { "" };
                    write!(f, "{space}{}", part(one, Level::Postfix))?;
                }
            }
            Omega::Either(parts) => {
                for (index, one) in parts.iter().enumerate() {
                    let bar = if index > 0 { " | " } else { "" };
                    write!(f, "{bar}{}", part(one, Level::Then))?;
                }
            }
            Omega::Star(body) => write!(f, "{}*", part(body, Level::Postfix))?,
            Omega::Plus(body) => write!(f, "{}+", part(body, Level::Postfix))?,
            Omega::Optional(body) => write!(f, "{}?", part(body, Level::Postfix))?,
            Omega::Power(body, times) => write!(f, "{}^{times}", part(body, Level::Postfix))?,
            Omega::Forever(body) => write!(f, "{}^w", part(body, Level::Postfix))?,
        }
        if own < self.level {
            f.write_str(")")?;
        }
        Ok(())
    }
}
