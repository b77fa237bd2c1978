//! A whole program over predicates: edges in parallel, always the same result.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use belnap_ir::boolprog::BoolProgram;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::{CfgEdgeId, FunctionId, TiVec};

use crate::approximate::Worker;
use crate::calls::Signatures;
use crate::emit::{AbstractEdge, Emission};
use crate::implicants::Cube;
use crate::nondet::with_twins;
use crate::options::AbstractionOptions;
use crate::previous::Previous;
use crate::theory::Theory;
use crate::tracked::Predicates;

/// Expressions are walked recursively.
const STACK_BYTES: usize = 64 << 20;

/// The Boolean program of a graph over predicates.
pub fn abstract_program(
    cfg: &Cfg,
    predicates: &Predicates,
    theory: &Theory,
    options: &AbstractionOptions,
) -> BoolProgram {
    abstract_program_after(cfg, predicates, theory, options, None).0
}

/// As [`abstract_program`], taking over from an earlier abstraction what still holds; with the
/// number of expressions taken over.
pub fn abstract_program_after(
    cfg: &Cfg,
    predicates: &Predicates,
    theory: &Theory,
    options: &AbstractionOptions,
    previous: Option<&Previous>,
) -> (BoolProgram, u64) {
    let extended = with_twins(cfg);
    let mut predicates = predicates.clone();
    let signatures = Signatures::new(&extended, &mut predicates);
    let reused = AtomicU64::new(0);
    let run =
        Run { cfg: &extended, predicates: &predicates, theory, options, previous, reused: &reused };
    let facts = run.facts(cfg);
    let edges = run.edges(&signatures);
    let (cfg, predicates) = (&extended, &predicates);
    let emission =
        Emission { cfg, predicates, signatures: &signatures, edges: &edges, facts: &facts };
    (emission.program(), reused.into_inner())
}

struct Run<'a> {
    cfg: &'a Cfg,
    predicates: &'a Predicates,
    theory: &'a Theory,
    options: &'a AbstractionOptions,
    previous: Option<&'a Previous>,
    reused: &'a AtomicU64,
}

impl Run<'_> {
    fn worker(&self) -> Worker<'_> {
        Worker::new(self.cfg, self.predicates, self.theory, self.options.method)
            .after(self.previous)
    }

    fn facts(&self, cfg: &Cfg) -> Vec<Vec<Cube>> {
        let mut worker = self.worker();
        (0..cfg.functions.len()).map(|index| worker.facts(FunctionId::from(index))).collect()
    }

    fn edges(&self, signatures: &Signatures) -> TiVec<CfgEdgeId, AbstractEdge> {
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(CfgEdgeId, AbstractEdge)>> = Mutex::default();
        let work = || {
            let mut worker = self.worker();
            loop {
                let id = CfgEdgeId::from(next.fetch_add(1, Ordering::Relaxed));
                let Some(edge) = self.cfg.edges.get(id) else {
                    self.reused.fetch_add(worker.reused, Ordering::Relaxed);
                    return;
                };
                let result = match edge.operation {
                    Operation::Call { .. } => AbstractEdge::Call(worker.call(edge, id, signatures)),
                    _ => AbstractEdge::Step(worker.edge(id, edge, self.options.joint)),
                };
                done.lock().unwrap_or_else(PoisonError::into_inner).push((id, result));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads.max(1) {
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                if thread.spawn_scoped(scope, work).is_err() {
                    // The others do its share.
                    break;
                }
            }
            work();
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(id, _)| *id);
        done.into_iter().map(|(_, edge)| edge).collect()
    }
}
