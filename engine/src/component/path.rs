//! Whether a program can follow what a path through the system asks of it: one question to the
//! prover about a tree of its own steps, written as one line of steps.
//!
//! Where paths part, the values of all variables are put aside, and taken back when the next path
//! begins. An endless path is followed for some rounds, until it comes back to where it was with
//! the same values: then it can be followed for ever.

use belnap_execution::Execution;
use belnap_ir::cfg::{Cfg, Edge, Location, LocationKind, Operation, Variable};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, StateId};
use belnap_ir::types::Type;
use belnap_refiner::known::{Known, conditions};
use belnap_refiner::select::Selection;
use belnap_solver::horn::{HornAnswer, HornLimits, path_interpolants};
use belnap_solver::path::{Feasibility, PathLimits, feasibility};
use belnap_systems::refinement::asked::{Asked, OwnPath};
use belnap_systems::refinement::member::Examined;

use super::Program;

/// Rounds before the one that is repeated, and rounds that are repeated together, in the order in
/// which they are tried.
const ROUNDS: [(usize, usize); 5] = [(0, 1), (1, 1), (0, 2), (1, 2), (2, 3)];

/// Asks whether a program can follow what is asked, and makes its abstraction finer if not, if it
/// is to be refined.
pub(super) fn examine(
    program: &mut Program,
    asked: &Asked,
    is_refined: bool,
) -> Result<Examined, Diagnostic> {
    program.followed = None;
    let endless = is_endless(&asked.paths);
    let tries = if endless { &ROUNDS[..] } else { &ROUNDS[..1] };
    let question = program.options.refine.question;
    let limits = PathLimits { question, ..PathLimits::default() };
    for (before, together) in tries {
        for closed in [false, true] {
            if closed && !endless {
                continue;
            }
            let Some(line) = Line::of(program, asked, *before, *together, closed) else {
                return Ok(Examined::Open);
            };
            match feasibility(&line.cfg, &line.edges, &limits) {
                Ok(Feasibility::Feasible(execution)) if execution.relies_on_unknown => {
                    return Ok(Examined::Open);
                }
                Ok(Feasibility::Feasible(execution)) => {
                    if closed || !endless {
                        // Where paths part, no single execution follows all of them.
                        let single = !line.parts;
                        program.followed = single.then(|| line.followed(execution));
                        return Ok(Examined::Possible);
                    }
                }
                // Another number of rounds may do.
                Ok(Feasibility::Infeasible(_)) if closed => {}
                Ok(Feasibility::Infeasible(_)) if !is_refined => {
                    return Ok(Examined::Impossible(None));
                }
                Ok(Feasibility::Infeasible(_)) => {
                    let (cfg, edges) = (line.cfg, line.edges);
                    return refine(program, &cfg, &edges);
                }
                Ok(Feasibility::Unknown(_)) | Err(_) => return Ok(Examined::Open),
            }
        }
    }
    Ok(Examined::Open)
}

fn is_endless(paths: &[OwnPath]) -> bool {
    let below = |path: &OwnPath| path.steps.iter().any(|step| is_endless(&step.because));
    paths.iter().any(|path| path.again.is_some() || below(path))
}

/// Takes the conditions between the steps of an impossible line as predicates.
fn refine(program: &mut Program, cfg: &Cfg, edges: &[CfgEdgeId]) -> Result<Examined, Diagnostic> {
    let source = program.source.clone();
    let time = program.options.refine.question;
    let HornAnswer::Unreachable(cuts) = path_interpolants(cfg, edges, &HornLimits { time }) else {
        return Ok(Examined::Impossible(None));
    };
    let known = conditions(&source.cfg, &program.predicates);
    let set = program.predicates.clone();
    let mut selection = Selection::new(&source.cfg, &Known { conditions: &known, set: &set });
    let own = source.cfg.variables.len();
    for cut in &cuts {
        // What was put aside has no name in the program.
        if !cut.mentions(&|var| var.index() >= own) {
            selection.propose(cut);
        }
    }
    let found = selection.finish(program.options.refine.most);
    Ok(Examined::Impossible(program.learn(found)?))
}

/// A tree of paths as one line of steps, in a graph of its own.
struct Line<'p> {
    program: &'p Program,
    cfg: Cfg,
    edges: Vec<CfgEdgeId>,
    /// The edges of the program, where a step is one.
    real: Vec<Option<CfgEdgeId>>,
    at: CfgLocId,
    before: usize,
    together: usize,
    closed: bool,
    /// Values are taken back somewhere.
    parts: bool,
}

impl<'p> Line<'p> {
    /// `None` if it cannot be asked about.
    fn of(
        program: &'p Program,
        asked: &Asked,
        before: usize,
        together: usize,
        closed: bool,
    ) -> Option<Line<'p>> {
        let graph = &program.source.cfg;
        let mut cfg = Cfg::clone(graph);
        cfg.edges.clear();
        cfg.locations.clear();
        let mut line = Line {
            program,
            at: CfgLocId(0),
            cfg,
            edges: Vec::new(),
            real: Vec::new(),
            before,
            together,
            closed,
            parts: false,
        };
        line.cfg.locations.push(Location::bare(LocationKind::Normal));
        let mut at = graph.entry;
        while at != graph.start {
            let id = graph.edges_from(at).next()?;
            line.step(graph.edges[id].operation.clone(), Some(id));
            at = graph.edges[id].to;
        }
        line.tree(&asked.paths, asked.start)?;
        Some(line)
    }

    /// The steps of an execution that are the program's.
    fn followed(&self, mut execution: Execution) -> (Vec<CfgEdgeId>, Execution) {
        let mut real = self.real.iter().map(Option::is_some);
        execution.steps.retain(|_| real.next().unwrap_or(false));
        (self.real.iter().copied().flatten().collect(), execution)
    }

    fn step(&mut self, operation: Operation, real: Option<CfgEdgeId>) {
        let to = self.cfg.locations.push_and_get_key(Location::bare(LocationKind::Normal));
        let edge = Edge { operation, ..Edge::skip(self.at, to) };
        self.edges.push(self.cfg.edges.push_and_get_key(edge));
        self.real.push(real);
        self.at = to;
    }

    fn assume(&mut self, condition: Expr) {
        self.step(Operation::Assume(condition), None);
    }

    /// What the abstraction says of a state, as far as the property asks.
    fn label(&mut self, state: StateId) {
        let structure = self.program.lumped.component();
        for wanted in &self.program.wanted {
            let name = format!("{}.{}", self.program.source.name, wanted.name);
            let index = structure.propositions.iter().position(|own| *own == name);
            let value = index.map(|index| structure.states[state].labels[index]);
            match value {
                Some(belnap_ir::belnap::Belnap::True) => self.assume(wanted.condition.clone()),
                Some(belnap_ir::belnap::Belnap::False) => {
                    self.assume(wanted.condition.clone().negate());
                }
                _ => {}
            }
        }
    }

    /// Paths that begin in the same state; afterwards everything is as it was there.
    fn tree(&mut self, paths: &[OwnPath], start: StateId) -> Option<()> {
        self.label(start);
        for (number, path) in paths.iter().enumerate() {
            let last = number + 1 == paths.len();
            let aside = (!last).then(|| self.put_aside());
            self.path(path, start)?;
            if let Some(aside) = aside {
                self.take_back(&aside);
            }
        }
        Some(())
    }

    fn path(&mut self, path: &OwnPath, start: StateId) -> Option<()> {
        let count = path.steps.len();
        let again = path.again.unwrap_or(count);
        let mut at = self.part(path, 0..again, start)?;
        if again == count {
            return Some(());
        }
        for _ in 0..self.before {
            at = self.part(path, again..count, at)?;
        }
        let aside = self.closed.then(|| self.put_aside());
        for _ in 0..self.together {
            at = self.part(path, again..count, at)?;
        }
        match aside {
            Some(aside) => self.require_same(&aside),
            None => Some(()),
        }
    }

    fn part(
        &mut self,
        path: &OwnPath,
        part: std::ops::Range<usize>,
        mut at: StateId,
    ) -> Option<StateId> {
        for step in &path.steps[part] {
            if !step.because.is_empty() {
                let aside = self.put_aside();
                self.tree(&step.because, at)?;
                self.take_back(&aside);
            }
            let Some(action) = &step.action else { continue };
            let edges = self.program.edges(at, action, Some(step.to));
            let id = edges.iter().find_map(|edge| edge.origin.as_ref()?.edge)?;
            self.step(self.program.source.cfg.edges[id].operation.clone(), Some(id));
            at = step.to;
            self.label(at);
        }
        Some(at)
    }

    /// New variables that have the values of all there are.
    fn put_aside(&mut self) -> Vec<(CfgVarId, CfgVarId)> {
        let own = self.program.source.cfg.variables.len();
        let mut pairs = Vec::with_capacity(own);
        for var in (0..own).map(CfgVarId::from) {
            let ty = self.cfg.type_of(var);
            let name = format!("aside {}", self.cfg.variables.len());
            let new = self.cfg.variables.push_and_get_key(Variable::temporary(name, ty));
            pairs.push((var, new));
        }
        let values = pairs.iter().map(|(var, new)| (*new, Expr::var(*var))).collect();
        self.step(Operation::Assign(values), None);
        pairs
    }

    fn take_back(&mut self, aside: &[(CfgVarId, CfgVarId)]) {
        self.parts = true;
        let values = aside.iter().map(|(var, old)| (*var, Expr::var(*old))).collect();
        self.step(Operation::Assign(values), None);
    }

    /// Everything is as it was put aside; `None` if that cannot be said of memory that changes.
    fn require_same(&mut self, aside: &[(CfgVarId, CfgVarId)]) -> Option<()> {
        let mut changed = Vec::new();
        for (edge, _) in self.cfg.edges.iter().zip(&self.real).filter(|(_, real)| real.is_some()) {
            edge.operation.for_each_changed(|var| changed.push(var));
        }
        for (var, old) in aside.iter().filter(|(var, _)| changed.contains(var)) {
            match self.cfg.type_of(*var) {
                Type::Int(_) => {
                    let (now, then) = (Expr::var(*var), Expr::var(*old));
                    self.assume(Expr::compare(CompareOp::Eq, now, then));
                }
                Type::Bool | Type::Array(_) => return None,
            }
        }
        Some(())
    }
}
