//! The product of a structure with an automaton that reads what is true at its places.
//!
//! It is about any structure with places and edges. An atom whose value a place does not fix is
//! *asked* there: one node with two answers comes before the node that has read the letter. Only
//! what matters to the automaton is asked, so that most places are read at once. Where nothing
//! that follows matters any more, the product has one node that stays where it is.

use belnap_ir::automaton::{Letter, Move, ParityAutomaton, State};
use indexmap::IndexSet;

use crate::acceptance::decided;
use crate::parity::accepts_from;

/// A structure to be read.
pub trait Structure {
    /// The edges from a place, each with where it leads.
    fn edges(&self, place: usize) -> Vec<(usize, usize)>;
    /// The value of an atom at a place, if that fixes it.
    fn known(&self, place: usize, atom: usize) -> Option<bool>;
    /// Whether an execution may end at a place. Matters only to automata with ends.
    fn may_end(&self, place: usize) -> bool;
    /// Whether nothing changes any more at a place, atoms included. It is read for ever at once.
    fn stays(&self, place: usize) -> bool;
}

/// A node of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// At a place before the automaton begins, so many steps ahead.
    Before {
        /// The place.
        place: usize,
        /// Steps until what follows is read.
        steps: u32,
    },
    /// At a place whose letter is not known: an atom is asked.
    Asking {
        /// The place.
        place: usize,
        /// The state before it is read.
        state: State,
        /// What was answered so far.
        letter: Letter,
        /// The atoms that need not be asked any more, as bits.
        known: Letter,
        /// The atom.
        atom: usize,
    },
    /// At a place that has been read.
    Read {
        /// The place.
        place: usize,
        /// The state after it.
        state: State,
        /// The priority of the step of the automaton.
        priority: usize,
    },
    /// Whatever follows, the execution is accepted, or not.
    Decided(bool),
}

impl Node {
    /// Where it is, if that matters.
    pub const fn place(&self) -> Option<usize> {
        match self {
            Node::Before { place, .. } | Node::Asking { place, .. } | Node::Read { place, .. } => {
                Some(*place)
            }
            Node::Decided(_) => None,
        }
    }

    /// Whether the next step is one of the structure.
    pub const fn goes_on(&self) -> bool {
        matches!(self, Node::Read { .. } | Node::Before { steps: 1.., .. })
    }
}

/// What leads from one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The automaton begins.
    Begin,
    /// The atom that is asked has this value.
    Answer(bool),
    /// An edge of the structure.
    Edge(usize),
    /// The execution ends.
    End,
    /// Nothing happens any more.
    Stay,
}

/// From a node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// From.
    pub from: usize,
    /// How.
    pub way: Way,
    /// To.
    pub to: usize,
}

/// The part of a product that can be reached.
pub struct Product {
    /// Nodes; those that begin come first, in the order of the places given.
    pub nodes: IndexSet<Node>,
    /// Links, ascending by the node they start from.
    pub links: Vec<Link>,
}

/// There are more nodes than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the product with the automaton of the formula has more than {0} nodes")]
pub struct TooManyNodes(pub usize);

impl Product {
    /// The product from places where the automaton begins after `steps` steps.
    ///
    /// # Errors
    /// If there are more than `limit` nodes.
    pub fn new(
        structure: &impl Structure,
        automaton: &ParityAutomaton,
        starts: &[usize],
        steps: u32,
        limit: usize,
    ) -> Result<Product, TooManyNodes> {
        let first = starts.iter().map(|&place| Node::Before { place, steps });
        let mut product = Product { nodes: first.collect(), links: Vec::new() };
        let reader = Reader { structure, automaton };
        let mut from = 0;
        while let Some(&node) = product.nodes.get_index(from) {
            for (way, next) in reader.follow(node) {
                let (to, _) = product.nodes.insert_full(next);
                product.links.push(Link { from, way, to });
            }
            from += 1;
            if product.nodes.len() > limit {
                return Err(TooManyNodes(limit));
            }
        }
        Ok(product)
    }

    /// The number of a node that is in the product.
    pub fn number(&self, node: &Node) -> Option<usize> {
        self.nodes.get_index_of(node)
    }
}

struct Reader<'a, S> {
    structure: &'a S,
    automaton: &'a ParityAutomaton,
}

impl<S: Structure> Reader<'_, S> {
    fn follow(&self, node: Node) -> Vec<(Way, Node)> {
        match node {
            Node::Before { place, steps: 0 } => {
                vec![(Way::Begin, self.enter(place, self.automaton.initial))]
            }
            Node::Before { place, steps } => {
                let edges = self.structure.edges(place).into_iter();
                let next = |place| Node::Before { place, steps: steps - 1 };
                edges.map(|(edge, to)| (Way::Edge(edge), next(to))).collect()
            }
            Node::Asking { place, state, letter, known, atom } => [true, false]
                .map(|value| {
                    let letter = letter | usize::from(value) << atom;
                    (Way::Answer(value), self.read(place, state, letter, known | 1 << atom))
                })
                .to_vec(),
            Node::Read { place, state, .. } => {
                let edges = self.structure.edges(place).into_iter();
                let mut next: Vec<(Way, Node)> =
                    edges.map(|(edge, to)| (Way::Edge(edge), self.enter(to, state))).collect();
                if let Some(end) = self.automaton.end()
                    && self.structure.may_end(place)
                {
                    let to = self.automaton.moves[state][end].to;
                    // After the end there is one word only.
                    let accepted = decided(self.automaton, to).unwrap_or(true);
                    next.push((Way::End, Node::Decided(accepted)));
                }
                next
            }
            Node::Decided(_) => vec![(Way::Stay, node)],
        }
    }

    /// Control comes to a place.
    fn enter(&self, place: usize, state: State) -> Node {
        if let Some(accepted) = decided(self.automaton, state) {
            return Node::Decided(accepted);
        }
        let atoms = 0..self.automaton.atoms.len();
        let (mut letter, mut known) = (0, 0);
        for atom in atoms {
            if let Some(value) = self.structure.known(place, atom) {
                known |= 1 << atom;
                letter |= usize::from(value) << atom;
            }
        }
        self.read(place, state, letter, known)
    }

    /// What is known of the letter is this.
    fn read(&self, place: usize, state: State, letter: Letter, known: Letter) -> Node {
        match self.asked(place, state, letter, known) {
            Some(atom) => {
                // Atoms that do not matter are the same for all nodes.
                Node::Asking { place, state, letter, known, atom }
            }
            None if self.structure.stays(place) => Node::Decided(self.stay(state, letter)),
            None => {
                let Move { to, priority } = self.automaton.moves[state][letter];
                match decided(self.automaton, to) {
                    Some(accepted) => Node::Decided(accepted),
                    None => Node::Read { place, state: to, priority },
                }
            }
        }
    }

    /// Whether a letter that is read for ever from here on is accepted.
    fn stay(&self, state: State, letter: Letter) -> bool {
        accepts_from(self.automaton, state, &[letter])
    }

    /// The first atom that matters and is not known.
    fn asked(&self, place: usize, state: State, letter: Letter, known: Letter) -> Option<usize> {
        let row = &self.automaton.moves[state];
        let stays = self.structure.stays(place);
        let open: Vec<usize> =
            (0..self.automaton.atoms.len()).filter(|atom| known >> atom & 1 == 0).collect();
        let letters = |open: &[usize]| {
            open.iter().fold(vec![letter], |letters, atom| {
                letters.iter().flat_map(|letter| [*letter, letter | 1 << atom]).collect()
            })
        };
        let matters = |atom: &usize| {
            let others: Vec<usize> = open.iter().copied().filter(|other| other != atom).collect();
            letters(&others).into_iter().any(|letter| {
                let other = letter | 1 << atom;
                match stays {
                    true => self.stay(state, letter) != self.stay(state, other),
                    false => row[letter] != row[other],
                }
            })
        };
        open.iter().copied().find(matters)
    }
}
