//! A whole program over predicates: edges in parallel, always the same result.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use belnap_ir::boolprog::BoolProgram;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::FunctionId;

use crate::approximate::Worker;
use crate::calls::Signatures;
use crate::emit::{AbstractEdge, Emission};
use crate::implicants::Cube;
use crate::nondet::with_twins;
use crate::options::Options;
use crate::theory::Theory;
use crate::tracked::Predicates;

/// Expressions are walked recursively.
const STACK_BYTES: usize = 64 << 20;

/// The Boolean program of a graph over predicates.
pub fn abstracted(
    cfg: &Cfg,
    predicates: &Predicates,
    theory: &Theory,
    options: &Options,
) -> BoolProgram {
    let extended = with_twins(cfg);
    let mut predicates = predicates.clone();
    let signatures = Signatures::new(&extended, &mut predicates);
    let run = Run { cfg: &extended, predicates: &predicates, theory, options };
    let facts = run.facts(&signatures);
    let edges = run.edges(&signatures);
    let (cfg, predicates) = (&extended, &predicates);
    Emission { cfg, predicates, signatures: &signatures, edges: &edges, facts: &facts }.program()
}

struct Run<'a> {
    cfg: &'a Cfg,
    predicates: &'a Predicates,
    theory: &'a Theory,
    options: &'a Options,
}

impl Run<'_> {
    fn worker(&self) -> Worker<'_> {
        Worker::new(self.cfg, self.predicates, self.theory, self.options.method)
    }

    fn facts(&self, signatures: &Signatures) -> Vec<Vec<Cube>> {
        let mut worker = self.worker();
        let functions = (0..self.cfg.functions.len()).map(FunctionId::from);
        functions
            .map(|function| {
                let old = signatures.changed_by_calls(self.cfg, self.predicates, function);
                worker.facts(function, &old)
            })
            .collect()
    }

    fn edges(&self, signatures: &Signatures) -> Vec<AbstractEdge> {
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, AbstractEdge)>> = Mutex::default();
        let work = || {
            let mut worker = self.worker();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(edge) = self.cfg.edges.get(index) else { return };
                let result = match edge.operation {
                    Operation::Call { .. } => {
                        AbstractEdge::Call(worker.call(edge, index, signatures))
                    }
                    _ => AbstractEdge::Step(worker.edge(edge, self.options.joint)),
                };
                done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
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
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, edge)| edge).collect()
    }
}
