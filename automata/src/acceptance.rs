//! What the acceptance of a parity automaton comes down to, as a formula about the product of a
//! structure with it. Most formulas of LTL need no nested fixpoints.

use belnap_ir::automaton::{Move, ParityAutomaton, State};
use belnap_ir::property::{Along, Atom, Fixpoint, Formula, Quantifier, Step};
use belnap_ir::span::Span;
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

/// How executions are told apart. An automaton gets the first that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// Whatever is refused is refused after finitely many steps.
    Safety,
    /// Whatever is accepted is accepted after finitely many steps.
    Guarantee,
    /// Even priorities are met again and again.
    Recurrence,
    /// Odd priorities are met finitely often.
    Persistence,
    /// The greatest priority that is met again and again, up to this one, is even.
    Parity(usize),
}

/// What the product says of a step, as a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// Every continuation is accepted.
    Accepted,
    /// No continuation is accepted.
    Refuted,
    /// The priority is even.
    Even,
    /// The priority is odd.
    Odd,
    /// The priority.
    Priority(usize),
}

impl Acceptance {
    /// How an automaton tells executions apart.
    pub fn of(automaton: &ParityAutomaton) -> Self {
        let undecided = |state: State| decided(automaton, state).is_none();
        let cycle = |parity| cycles(automaton, parity, |_, from| undecided(from));
        if !cycle(1) {
            return Acceptance::Safety;
        }
        if !cycle(0) {
            return Acceptance::Guarantee;
        }
        if !cycles(automaton, 1, |step, _| step.priority.is_multiple_of(2)) {
            return Acceptance::Recurrence;
        }
        if !cycles(automaton, 0, |step, _| step.priority % 2 == 1) {
            return Acceptance::Persistence;
        }
        Acceptance::Parity(greatest(automaton))
    }

    /// The marks that its formula is about.
    pub fn marks(self) -> Vec<Mark> {
        match self {
            Acceptance::Safety => vec![Mark::Refuted],
            Acceptance::Guarantee => vec![Mark::Accepted],
            Acceptance::Recurrence => vec![Mark::Even],
            Acceptance::Persistence => vec![Mark::Odd],
            Acceptance::Parity(most) => (1..=most).map(Mark::Priority).collect(),
        }
    }

    /// The marks of a step with this priority; `decided` if what follows no longer matters.
    pub fn marks_of(self, priority: usize, decided: bool) -> Vec<Mark> {
        let even = priority.is_multiple_of(2);
        let mut marks = self.marks();
        marks.retain(|mark| match mark {
            Mark::Accepted => decided && even,
            Mark::Refuted => decided && !even,
            Mark::Even => even,
            Mark::Odd => !even,
            Mark::Priority(own) => *own == priority,
        });
        marks
    }

    /// That every path of the product is accepted, in one alternation of fixpoints. Where one of
    /// several steps exists and it is not known which, `AG AF` says less: its negation wants one of
    /// them to keep away from a mark, or all to lead to where that can be done, and here some do
    /// the one and some the other.
    pub fn formula_of_choices(self, name: &dyn Fn(Mark) -> String) -> Formula {
        match self {
            Acceptance::Recurrence => {
                let label = name(Mark::Even);
                let even = Formula::Atom(Atom::At { procedure: None, label }, Span::default());
                let odd = Formula::Not(Box::new(even.clone()));
                nested_from(1, &[odd, even])
            }
            _ => self.formula(name),
        }
    }

    /// That every path of the product is accepted.
    pub fn formula(self, name: &dyn Fn(Mark) -> String) -> Formula {
        let at =
            |mark| Formula::Atom(Atom::At { procedure: None, label: name(mark) }, Span::default());
        let not = |formula| Formula::Not(Box::new(formula));
        let always = |along, body| Formula::Along(Quantifier::Forall, along, Box::new(body));
        match self {
            Acceptance::Safety => always(Along::Globally, not(at(Mark::Refuted))),
            Acceptance::Guarantee => always(Along::Finally, at(Mark::Accepted)),
            Acceptance::Recurrence => {
                always(Along::Globally, always(Along::Finally, at(Mark::Even)))
            }
            Acceptance::Persistence => nested(&[not(at(Mark::Odd)), at(Mark::Odd)]),
            Acceptance::Parity(most) => {
                let marked = |priority| at(Mark::Priority(priority));
                let none = (1..=most).map(|priority| not(marked(priority))).collect();
                let least = vec![Formula::And(none)];
                nested(&least.into_iter().chain((1..=most).map(marked)).collect::<Vec<_>>())
            }
        }
    }
}

/// `… mu X1. nu X0. s0 & AX X0 | s1 & AX X1 | …` for the states that have each priority.
fn nested(states: &[Formula]) -> Formula {
    nested_from(0, states)
}

/// The same, from a least priority on.
fn nested_from(least: usize, states: &[Formula]) -> Formula {
    let variable = |priority: usize| format!("X{priority}");
    let next = |(priority, here): (usize, &Formula)| {
        let again = Box::new(Formula::Var(variable(priority), Span::default()));
        let next = Formula::Step(Quantifier::Forall, Step::Next, again);
        match here.clone() {
            Formula::And(mut all) => {
                all.push(next);
                Formula::And(all)
            }
            here => Formula::And(vec![here, next]),
        }
    };
    let priorities = least..least + states.len();
    let body = Formula::Or(priorities.clone().zip(states).map(next).collect());
    priorities.fold(body, |body, priority| {
        let kind = if priority.is_multiple_of(2) { Fixpoint::Greatest } else { Fixpoint::Least };
        Formula::Fixpoint(kind, variable(priority), Box::new(body))
    })
}

/// Whether the words from a state are all accepted, or all refused, as its own loop shows.
pub fn decided(automaton: &ParityAutomaton, state: State) -> Option<bool> {
    let row = &automaton.moves[state];
    let even = row.first().is_some_and(|step| step.priority.is_multiple_of(2));
    let alike = |step: &Move| step.to == state && step.priority.is_multiple_of(2) == even;
    row.iter().all(alike).then_some(even)
}

fn greatest(automaton: &ParityAutomaton) -> usize {
    automaton.moves.iter().flatten().map(|step| step.priority).max().unwrap_or(0)
}

/// Whether some cycle whose greatest priority has this parity has a step, given with the state it
/// starts from, that is `asked` for.
fn cycles(
    automaton: &ParityAutomaton,
    parity: usize,
    asked: impl Fn(&Move, State) -> bool,
) -> bool {
    let all = || {
        let rows = automaton.moves.iter().enumerate();
        rows.flat_map(|(from, row)| row.iter().map(move |step| (from, step)))
    };
    (0..=greatest(automaton)).filter(|priority| priority % 2 == parity).any(|priority| {
        let within: Vec<_> = all().filter(|(_, step)| step.priority <= priority).collect();
        let edges = within.iter().map(|(from, step)| (*from as u32, step.to as u32));
        let graph = DiGraph::<(), ()>::from_edges(edges);
        tarjan_scc(&graph).iter().any(|members| {
            let inside = |state: State| members.iter().any(|member| member.index() == state);
            let own = || within.iter().filter(|(from, step)| inside(*from) && inside(step.to));
            own().any(|(_, step)| step.priority == priority)
                && own().any(|(from, step)| asked(step, *from))
        })
    })
}
