//! What the entry function can need: functions called or pointed to, objects mentioned, and which
//! objects have their address taken.

use crate::hir::{ExprKind, FunctionId, ObjectId, Origin, Place, PlaceKind, Program, Storage};
use belnap_ir::ids::{TiVec, ti_vec};

use super::walk::{Item, walk_all, walk_initializer};

/// What is reachable from the entry function, by calls and mentions.
#[derive(Debug)]
pub(super) struct Reach {
    /// Where each function is first mentioned; `None` if not reachable.
    pub functions: TiVec<FunctionId, Option<Origin>>,
    /// Objects mentioned.
    pub objects: TiVec<ObjectId, bool>,
    /// Objects whose address a value may be.
    pub address_taken: TiVec<ObjectId, bool>,
    /// Functions whose address a value may be.
    pub pointed_to: TiVec<FunctionId, bool>,
    /// Functions called by name.
    pub called: TiVec<FunctionId, bool>,
}

enum Work {
    Function(FunctionId),
    Object(ObjectId),
}

impl Reach {
    /// What `entry` can need, and static objects with names to `keep`.
    pub fn from(program: &Program, entry: FunctionId, keep: &[String]) -> Self {
        let mut reach = Reach {
            functions: ti_vec![None; program.functions.len()],
            objects: ti_vec![false; program.objects.len()],
            address_taken: ti_vec![false; program.objects.len()],
            pointed_to: ti_vec![false; program.functions.len()],
            called: ti_vec![false; program.functions.len()],
        };
        let mut work = Vec::new();
        reach.function(entry, program.functions[entry].at, &mut work);
        for (index, object) in (0..).zip(&program.objects) {
            if object.storage == Storage::Static && keep.contains(&object.name) {
                reach.object(ObjectId(index), &mut work);
            }
        }
        while let Some(next) = work.pop() {
            match next {
                Work::Function(id) => {
                    let function = &program.functions[id];
                    for &parameter in &function.parameters {
                        reach.object(parameter, &mut work);
                    }
                    if let Some(body) = &function.body {
                        walk_all(body, &mut |item| reach.visit(item, &mut work));
                    }
                }
                Work::Object(id) => {
                    if let Some(initializer) = &program.objects[id].initializer {
                        walk_initializer(initializer, &mut |item| reach.visit(item, &mut work));
                    }
                }
            }
        }
        reach
    }

    fn function(&mut self, id: FunctionId, at: Origin, work: &mut Vec<Work>) {
        let first = &mut self.functions[id];
        if first.is_none() {
            *first = Some(at);
            work.push(Work::Function(id));
        }
    }

    fn object(&mut self, id: ObjectId, work: &mut Vec<Work>) {
        let known = &mut self.objects[id];
        if !*known {
            *known = true;
            work.push(Work::Object(id));
        }
    }

    fn visit(&mut self, item: Item<'_>, work: &mut Vec<Work>) {
        match item {
            Item::Expr(expr) => match &expr.kind {
                ExprKind::Function(id) => {
                    self.pointed_to[*id] = true;
                    self.function(*id, expr.at, work);
                }
                ExprKind::Call(id, _) => {
                    self.called[*id] = true;
                    self.function(*id, expr.at, work);
                }
                ExprKind::AddressOf(place) => {
                    if let Some(root) = root_object(place) {
                        self.address_taken[root] = true;
                    }
                }
                _ => {}
            },
            Item::Place(place) => match &place.kind {
                PlaceKind::Object(id) | PlaceKind::Literal(id, _) => self.object(*id, work),
                _ => {}
            },
            Item::Statement(statement) => {
                if let crate::hir::StatementKind::Declare { object, .. } = &statement.kind {
                    self.object(*object, work);
                }
            }
        }
    }
}

/// The object a place is part of, if that is plain.
pub(super) fn root_object(place: &Place) -> Option<ObjectId> {
    match &place.kind {
        PlaceKind::Object(id) | PlaceKind::Literal(id, _) => Some(*id),
        PlaceKind::Field(base, ..) | PlaceKind::Index(base, _) => root_object(base),
        PlaceKind::Deref(_) | PlaceKind::Temporary(_) => None,
    }
}
