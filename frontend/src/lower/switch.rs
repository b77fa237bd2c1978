//! `switch`: a chain of tests before the body. Cases may stand anywhere in it, also inside loops.

use std::collections::VecDeque;

use belnap_ir::expr::CompareOp;

use crate::hir::{Expr, Statement, StatementKind};
use crate::mir::{NodeId, Origin, Value};

use super::Lower;

/// Values deeper than this are saved before they are tested.
const SIMPLE: usize = 4;

/// A `switch` whose body is being lowered.
#[derive(Debug, Default)]
pub(super) struct SwitchFrame {
    /// Nodes of its cases and default that are still to come, in order.
    cases: VecDeque<NodeId>,
}

/// A case, or the default.
struct Found {
    range: Option<(i128, i128)>,
    at: Origin,
}

impl Lower<'_> {
    /// `switch (value) body`
    pub(super) fn switch(&mut self, value: &Expr, body: &Statement, at: Origin) {
        let mut tested = self.value(value);
        if tested.depth() > SIMPLE {
            tested = self.save(tested, value.ty, value.at);
        }
        let mut found = Vec::new();
        find_cases(body, &mut found);
        let after = self.graph.node(at);
        let nodes: Vec<NodeId> = found.iter().map(|case| self.graph.node(case.at)).collect();
        let mut default = after;
        for (case, &node) in found.iter().zip(&nodes) {
            match case.range {
                Some((first, last)) => self.test(&tested, first, last, node, case.at),
                None => default = node,
            }
        }
        self.graph.jump(default, at);
        self.frame.breaks.push(after);
        self.frame.switches.push(SwitchFrame { cases: nodes.into() });
        self.statement(body);
        self.frame.switches.pop();
        self.frame.breaks.pop();
        self.graph.jump(after, at);
        self.graph.current = after;
    }

    /// Goes to `case` if the value is in the range, else on.
    fn test(&mut self, value: &Value, first: i128, last: i128, case: NodeId, at: Origin) {
        let ty = self.fold.int_type(value);
        let compare =
            |op, constant: i128| self.fold.compare(op, value.clone(), Value::int(constant, ty));
        let next = self.graph.node(at);
        if first == last {
            self.graph.branch(compare(CompareOp::Eq, first), case, next, at);
        } else {
            let (low, high) = (compare(CompareOp::Ge, first), compare(CompareOp::Le, last));
            let between = self.graph.node(at);
            self.graph.branch(low, between, next, at);
            self.graph.current = between;
            self.graph.branch(high, case, next, at);
        }
        self.graph.current = next;
    }

    /// `case` and `default`: their nodes were made by the switch.
    pub(super) fn case(&mut self, at: Origin) {
        let node = self.frame.switches.last_mut().and_then(|switch| switch.cases.pop_front());
        if let Some(node) = node {
            self.graph.jump(node, at);
            self.graph.current = node;
        }
    }
}

/// The cases of a switch in the order in which the body is lowered; not those of inner switches.
fn find_cases(statement: &Statement, found: &mut Vec<Found>) {
    let at = statement.at;
    match &statement.kind {
        StatementKind::Case(first, last) => found.push(Found { range: Some((*first, *last)), at }),
        StatementKind::Default => found.push(Found { range: None, at }),
        StatementKind::Block(statements) => {
            statements.iter().for_each(|statement| find_cases(statement, found));
        }
        StatementKind::If(_, then, otherwise) => {
            find_cases(then, found);
            if let Some(otherwise) = otherwise {
                find_cases(otherwise, found);
            }
        }
        StatementKind::While(_, body)
        | StatementKind::DoWhile(body, _)
        | StatementKind::For { body, .. } => find_cases(body, found),
        _ => {}
    }
}
