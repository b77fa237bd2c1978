//! LTL on structures: the product with a deterministic automaton of the formula, and the formula of
//! the mu-calculus that it then satisfies.
//!
//! A state of the product is a state of the structure and what the automaton remembers of the way
//! there. Steps are those of the structure; where the letter of a state is not known, a step that
//! reads it comes before, which exists as far as the answer is known. So a path of the product may
//! (must) exist if the path of the structure may (must) exist with these letters, and the engines
//! for the mu-calculus give the value of the formula, the `wp` trick included.
//!
//! A path that ends goes on to a node that says whether it is refuted. Whatever is refuted when a
//! path ends is refuted by all that it could go on with, so such a step can be certain, and can be
//! there although the path does not end.

mod explicit;
mod symbolic;

use belnap_automata::acceptance::{Acceptance, Mark};
use belnap_automata::parity::automaton;
use belnap_automata::product::{Node, Product, TooManyNodes, Way};
use belnap_ir::automaton::ParityAutomaton;
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::kripke::Kripke;
use belnap_ir::linear::Path;
use belnap_ir::property::{Atom, Formula};

/// A structure that has been read by the automaton of a formula.
pub struct Read {
    /// The product.
    pub kripke: Kripke,
    /// What is true of it if the formula is true of the structure.
    pub formula: Formula,
    /// Atoms that are not tracked.
    pub notes: Vec<String>,
}

/// Limit on the nodes of a product.
const MAX_NODES: usize = 1 << 20;

/// The product of a structure with the automaton of a formula.
///
/// # Errors
/// If the structure knows nothing of an atom, or something is too large.
pub fn read(kripke: &Kripke, path: &Path) -> Result<Read, Diagnostic> {
    match kripke {
        Kripke::Explicit(structure) => explicit::read(structure, path),
        Kripke::Symbolic(structure) => symbolic::read(structure, path),
    }
}

/// A formula, ready to read structures.
struct Reader {
    automaton: ParityAutomaton,
    acceptance: Acceptance,
    /// What the labels of the product begin with; no name of the structure does.
    prefix: String,
}

impl Reader {
    /// The automaton of a formula for a structure with these names.
    fn new<'n>(
        path: &Path,
        ends: bool,
        names: impl Iterator<Item = &'n str>,
    ) -> Result<Self, Diagnostic> {
        let automaton = automaton(path, ends).map_err(|error| too_large(&error.to_string()))?;
        let names: Vec<&str> = names.collect();
        let mut prefix = "ltl$".to_owned();
        while names.iter().any(|name| name.contains(&prefix)) {
            prefix.push('$');
        }
        let acceptance = Acceptance::of(&automaton);
        Ok(Reader { automaton, acceptance, prefix })
    }

    fn label(&self, mark: Mark) -> String {
        let word = match mark {
            Mark::Accepted => "accepted".to_owned(),
            Mark::Refuted => "refuted".to_owned(),
            Mark::Even => "often".to_owned(),
            Mark::Odd => "seldom".to_owned(),
            Mark::Priority(priority) => priority.to_string(),
        };
        format!("{}{word}", self.prefix)
    }

    fn formula(&self) -> Formula {
        self.acceptance.formula(&|mark| self.label(mark))
    }

    /// The same; it says as much as can be said where it is not known which step exists.
    fn formula_of_choices(&self) -> Formula {
        self.acceptance.formula_of_choices(&|mark| self.label(mark))
    }

    /// The propositions of the product about what the automaton does, each with its value at the
    /// nodes.
    fn propositions(&self, product: &Product) -> Vec<(String, Vec<Belnap>)> {
        let marks = self.acceptance.marks().into_iter().map(|mark| {
            let atom = Atom::At { procedure: None, label: self.label(mark) };
            let values = product.nodes.iter().map(|node| {
                let marks = match *node {
                    Node::Before { .. } | Node::Asking { .. } => Vec::new(),
                    Node::Read { priority, .. } => self.acceptance.marks_of(priority, false),
                    Node::Decided(accepted) => {
                        self.acceptance.marks_of(usize::from(!accepted), true)
                    }
                };
                Belnap::from(marks.contains(&mark))
            });
            (atom.to_string(), values.collect())
        });
        marks.collect()
    }

    /// What happens on the way, in words, where it is no step of the structure.
    fn statement(&self, node: Node, way: Way) -> String {
        match (node, way) {
            (Node::Asking { atom, .. }, Way::Answer(true)) => {
                format!("{}", self.automaton.atoms[atom])
            }
            (Node::Asking { atom, .. }, Way::Answer(false)) => {
                format!("!{}", self.automaton.atoms[atom])
            }
            (_, Way::End) => "the execution ends".to_owned(),
            _ => String::new(),
        }
    }
}

/// The name of a node that is not the first at its place.
fn name(node: Node, number: usize, place: impl Fn(usize) -> String) -> String {
    match node {
        Node::Before { place: at, .. } => place(at),
        Node::Asking { place: at, .. } | Node::Read { place: at, .. } => {
            format!("{} #{number}", place(at))
        }
        Node::Decided(true) => format!("accepted #{number}"),
        Node::Decided(false) => format!("refuted #{number}"),
    }
}

/// The refusal of a formula whose automaton is too large.
pub fn too_large(message: &str) -> Diagnostic {
    Diagnostic::error("ltl-size", Place::Whole, message)
}

fn too_many(error: TooManyNodes) -> Diagnostic {
    too_large(&error.to_string())
}
