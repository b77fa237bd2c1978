//! New predicates: expressions that get a name.

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::predicate::{Predicate, PredicateScope};

use super::resolve::predicate;
use super::{PredicateLine, RefusedText};
use crate::condition::{Names, Writer};

/// Names conditions of a graph.
pub struct Births<'a> {
    names: Names<'a>,
    writer: Writer<'a>,
}

impl<'a> Births<'a> {
    /// For a valid graph.
    pub fn new(cfg: &'a Cfg) -> Self {
        Births { names: Names::new(cfg), writer: Writer::new(cfg) }
    }

    /// The name of a condition; conditions that differ only in what is not written have one.
    pub fn name(&self, condition: &Expr) -> String {
        self.writer.name(condition)
    }

    /// The predicate of a condition: what its name is read as, wherever it comes from.
    ///
    /// # Errors
    /// If the name cannot be read. That of a condition and a location of the graph can.
    pub fn predicate(
        &self,
        scope: PredicateScope,
        condition: &Expr,
    ) -> Result<Predicate, RefusedText> {
        let line = PredicateLine::new(scope, &self.writer.print(condition));
        predicate(&self.names, &line, "")
            .map_err(|found| RefusedText { text: line.condition, found: vec![*found] })
    }
}
