//! What the loop finds out, as data; commands put it into words.

use std::time::Duration;

use belnap_bounded::Unrolled;
use belnap_checker::run::RunError;
use belnap_execution::Execution;
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::certificate::Invariants;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::kripke::Kripke;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::result::{PropertyResult, StateValues, Verdict};
use belnap_ir::traces::Traces;
use belnap_refiner::given::LoopInvariants;

use crate::minimal::Account;

/// The answer to a question, and what it took to find it.
#[derive(Debug)]
pub struct Answer {
    /// How the loop ended.
    pub conclusion: Conclusion,
    /// The predicates at the end.
    pub predicates: PredicateSet,
    /// Rounds.
    pub iterations: usize,
    /// Where the time went.
    pub times: Times,
    /// How small the predicates are, if smaller sets were looked for.
    pub account: Option<Account>,
    /// What the predicates were chosen for, if they were chosen again in each round.
    pub traces: Option<Traces>,
}

impl Answer {
    /// Why predicates were not chosen any more from some round on, if they were to be chosen: what
    /// is done by default has decided.
    pub fn handed_over(&self) -> Option<&str> {
        self.traces.as_ref()?.growing.as_deref()
    }
}

/// How the loop ended, each with the abstraction of the last round.
#[derive(Debug)]
pub enum Conclusion {
    /// The property holds in the abstraction.
    Holds(Box<Abstraction>),
    /// The property holds in the only execution of the program.
    HoldsInOnlyExecution {
        /// The steps after which that ends.
        steps: usize,
        /// The last abstraction, if there was a round; it does not decide.
        last: Option<Box<Abstraction>>,
    },
    /// The property holds because given predicates, tried before the first round, are an invariant.
    HoldsByGiven(LoopInvariants),
    /// The property holds in the program with its loops unrolled completely.
    HoldsInUnrolling {
        /// The rounds that loops take.
        unrolled: Unrolled,
        /// How much was spent on it.
        level: u32,
        /// The last abstraction, if there was a round; it does not decide.
        last: Option<Box<Abstraction>>,
    },
    /// The property holds in all states that the program may reach, as far as the values of some
    /// variables say.
    HoldsInStates {
        /// These states.
        reached: Invariants,
        /// How much was spent on it.
        level: u32,
        /// The last abstraction, if there was a round; it does not decide.
        last: Option<Box<Abstraction>>,
    },
    /// The property fails in the abstraction.
    Fails(Box<Abstraction>),
    /// An execution refutes the property.
    FailsInExecution {
        /// The execution.
        path: ExecutedPath,
        /// The last abstraction, if there was a round; it does not decide.
        last: Option<Box<Abstraction>>,
    },
    /// An execution of the unrolled program refutes the property.
    FailsInUnrolling {
        /// The execution.
        path: ExecutedPath,
        /// How much was spent on it.
        level: u32,
        /// The last abstraction, if there was a round; it does not decide.
        last: Option<Box<Abstraction>>,
    },
    /// An execution refutes the property, which was found among the states that the program may
    /// reach, as far as the values of some variables say.
    FailsInStates {
        /// The execution.
        path: ExecutedPath,
        /// How much was spent on it.
        level: u32,
        /// The last abstraction, if there was a round; it does not decide.
        last: Option<Box<Abstraction>>,
    },
    /// The property fails from some of the states in which the program can start.
    FailsFromSome {
        /// These states.
        start: RefutedStart,
        /// The abstraction, which does not know that they exist.
        last: Box<Abstraction>,
    },
    /// All completions of the abstraction agree on the property, which three values do not see.
    InAllCompletions {
        /// Whether it holds in them.
        verdict: Verdict,
        /// The abstraction.
        last: Box<Abstraction>,
    },
    /// Undecided, and why.
    Unknown {
        /// Why.
        reason: Reason,
        /// The last abstraction, if there was a round.
        last: Option<Box<Abstraction>>,
    },
}

impl Conclusion {
    /// What the conclusion says about the property, without how it is known.
    pub const fn verdict(&self) -> Verdict {
        match self {
            Conclusion::Holds(_)
            | Conclusion::HoldsInOnlyExecution { .. }
            | Conclusion::HoldsByGiven(_)
            | Conclusion::HoldsInStates { .. }
            | Conclusion::HoldsInUnrolling { .. } => Verdict::Holds,
            Conclusion::Fails(_)
            | Conclusion::FailsInExecution { .. }
            | Conclusion::FailsInUnrolling { .. }
            | Conclusion::FailsInStates { .. }
            | Conclusion::FailsFromSome { .. } => Verdict::Fails,
            Conclusion::InAllCompletions { verdict, .. } => *verdict,
            Conclusion::Unknown { .. } => Verdict::Inconclusive,
        }
    }

    /// The abstraction of the last round.
    pub fn abstraction(&self) -> Option<&Abstraction> {
        match self {
            Conclusion::Holds(last)
            | Conclusion::Fails(last)
            | Conclusion::FailsFromSome { last, .. }
            | Conclusion::InAllCompletions { last, .. } => Some(last),
            Conclusion::HoldsInOnlyExecution { last, .. }
            | Conclusion::FailsInExecution { last, .. }
            | Conclusion::HoldsInUnrolling { last, .. }
            | Conclusion::FailsInUnrolling { last, .. }
            | Conclusion::HoldsInStates { last, .. }
            | Conclusion::FailsInStates { last, .. }
            | Conclusion::Unknown { last, .. } => last.as_deref(),
            Conclusion::HoldsByGiven(_) => None,
        }
    }

    /// The execution that refutes the property, if the loop found one.
    pub const fn execution(&self) -> Option<&ExecutedPath> {
        match self {
            Conclusion::FailsInExecution { path, .. }
            | Conclusion::FailsInUnrolling { path, .. }
            | Conclusion::FailsInStates { path, .. } => Some(path),
            _ => None,
        }
    }
}

/// A round's abstraction of the program, and what the checker says of it.
#[derive(Clone, Debug)]
pub struct Abstraction {
    /// The Boolean program.
    pub program: BoolProgram,
    /// Its structure.
    pub structure: Kripke,
    /// The result about the property.
    pub result: PropertyResult,
}

/// An execution of the graph.
#[derive(Clone, Debug)]
pub struct ExecutedPath {
    /// The edges it takes.
    pub edges: Vec<CfgEdgeId>,
    /// The values on the way.
    pub execution: Execution,
}

/// States at the entry from which a property fails.
#[derive(Clone, Debug)]
pub struct RefutedStart {
    /// What is true where the program starts in one of them, if something is known.
    pub condition: Option<Expr>,
    /// The predicates at the entry.
    pub state: StateValues,
}

/// Why a property is undecided.
#[derive(Debug)]
pub enum Reason {
    /// The loop was told to stop.
    Stopped(StopReason),
    /// The limit of iterations was reached.
    Iterations,
    /// The limit of predicates was reached.
    Predicates,
    /// Only unrolling was allowed, and does not decide.
    Unrolling(belnap_bounded::Reason),
    /// Refinement found no new predicate; its reason.
    NothingNew(String),
    /// The structure is too large for the checker, or does not fit what it was told to reuse.
    Checker(Box<RunError>),
}

/// Why the loop is told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The time is up.
    Time(Duration),
    /// Its share of the time is used up; others want the rest.
    Share,
    /// The memory is used up; the limit in mebibytes.
    Memory(u64),
    /// Somebody asked for it.
    Interrupted,
    /// Files of the run could not be kept.
    NotKept,
}

/// Where the time of a round, or of all, went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Abstraction.
    pub abstracting: Duration,
    /// Encoding and checking.
    pub checking: Duration,
    /// Refinement.
    pub refining: Duration,
}
