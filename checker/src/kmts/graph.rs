//! One or two KMTSs in the form that algorithms want: labels and actions as numbers, transitions by
//! their ends.
//!
//! The states of two structures stand in one graph, those of the first one first. Propositions are
//! those of both; one that a structure does not have is false in it.

use std::collections::HashMap;

use belnap_ir::belnap::Belnap;
use belnap_ir::kripke::{ExplicitKripke, Semantics};

/// A transition: its action, and the state at the other end.
pub type Arc = (u32, u32);

/// Where arcs lead, by state.
#[derive(Clone, Debug, Default)]
pub struct Arcs {
    /// Where those of each state begin in `all`; one more than states.
    starts: Vec<usize>,
    all: Vec<Arc>,
}

impl Arcs {
    /// Arcs from triples of state, action and other end, in any order.
    pub fn new(states: usize, mut triples: Vec<(u32, u32, u32)>) -> Self {
        triples.sort_unstable();
        triples.dedup();
        let mut starts = vec![0; states + 1];
        for (from, _, _) in &triples {
            starts[*from as usize + 1] += 1;
        }
        for state in 0..states {
            starts[state + 1] += starts[state];
        }
        Arcs { starts, all: triples.into_iter().map(|(_, action, to)| (action, to)).collect() }
    }

    /// Those of a state, ascending.
    pub fn of(&self, state: u32) -> &[Arc] {
        &self.all[self.starts[state as usize]..self.starts[state as usize + 1]]
    }

    /// Those of a state with an action: other ends, ascending.
    pub fn by(&self, state: u32, action: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let own = self.of(state);
        let from = own.partition_point(|arc| arc.0 < action);
        own[from..].iter().take_while(move |arc| arc.0 == action).map(|arc| arc.1)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All, as triples.
    pub fn triples(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let states = 0..self.states() as u32;
        states.flat_map(|from| self.of(from).iter().map(move |(action, to)| (from, *action, *to)))
    }

    /// The same arcs by the end where they arrive.
    pub fn reversed(&self) -> Arcs {
        Arcs::new(
            self.states(),
            self.triples().map(|(from, action, to)| (to, action, from)).collect(),
        )
    }
}

/// The graph.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Names of propositions.
    pub propositions: Vec<String>,
    /// Actions; none is that of transitions without one.
    pub actions: Vec<Option<String>>,
    /// By state: the number of its label.
    pub label: Vec<u32>,
    /// Labels: a value for each proposition.
    pub labels: Vec<Vec<Belnap>>,
    /// What must exist.
    pub must: Arcs,
    /// What may exist.
    pub may: Arcs,
}

impl Graph {
    /// The graph of some structures.
    pub fn new(structures: &[&ExplicitKripke]) -> Self {
        let mut graph = Graph {
            propositions: Vec::new(),
            actions: Vec::new(),
            label: Vec::new(),
            labels: Vec::new(),
            must: Arcs::default(),
            may: Arcs::default(),
        };
        let mut known: HashMap<&str, usize> = HashMap::new();
        for name in structures.iter().flat_map(|structure| &structure.propositions) {
            known.entry(name).or_insert_with(|| {
                graph.propositions.push(name.clone());
                graph.propositions.len() - 1
            });
        }
        let mut labels: HashMap<Vec<Belnap>, u32> = HashMap::new();
        let mut actions: HashMap<Option<&str>, u32> = HashMap::new();
        let (mut must, mut may) = (Vec::new(), Vec::new());
        for structure in structures {
            let offset = graph.label.len() as u32;
            let places: Vec<usize> =
                structure.propositions.iter().map(|name| known[name.as_str()]).collect();
            for state in &structure.states {
                let mut label = vec![Belnap::False; graph.propositions.len()];
                for (place, value) in places.iter().zip(&state.labels) {
                    label[*place] = *value;
                }
                let number = *labels.entry(label).or_insert_with_key(|label| {
                    graph.labels.push(label.clone());
                    graph.labels.len() as u32 - 1
                });
                graph.label.push(number);
            }
            for transition in structure.transitions.iter().filter(|t| t.value.may()) {
                let action = *actions.entry(transition.action.as_deref()).or_insert_with_key(|a| {
                    graph.actions.push(a.map(str::to_owned));
                    graph.actions.len() as u32 - 1
                });
                let triple = (offset + transition.from.0, action, offset + transition.to.0);
                may.push(triple);
                if transition.value.must() && structure.semantics == Semantics::Exact {
                    must.push(triple);
                }
            }
        }
        graph.must = Arcs::new(graph.label.len(), must);
        graph.may = Arcs::new(graph.label.len(), may);
        graph
    }

    /// How many states there are.
    pub fn size(&self) -> usize {
        self.label.len()
    }

    /// Whether transitions have no actions.
    pub fn is_plain(&self) -> bool {
        self.actions.iter().all(Option::is_none)
    }

    /// The label of a state.
    pub fn label_of(&self, state: u32) -> &[Belnap] {
        &self.labels[self.label[state as usize] as usize]
    }

    /// The graph of classes of states, all of which have the same label. An arc of a member is one
    /// of its class.
    pub fn quotient(&self, class: &[u32], classes: usize) -> Graph {
        let mut label = vec![0; classes];
        for (state, own) in class.iter().enumerate() {
            label[*own as usize] = self.label[state];
        }
        let lift = |arcs: &Arcs| {
            let of = |state: u32| class[state as usize];
            Arcs::new(
                classes,
                arcs.triples().map(|(s, action, t)| (of(s), action, of(t))).collect(),
            )
        };
        Graph {
            propositions: self.propositions.clone(),
            actions: self.actions.clone(),
            labels: self.labels.clone(),
            label,
            must: lift(&self.must),
            may: lift(&self.may),
        }
    }
}
