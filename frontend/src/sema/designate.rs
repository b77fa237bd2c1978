//! Designators: which part of an object an item of an initializer is for, and where the items after
//! it go.

use belnap_syntax::ast::{self, Designator};

use crate::ctype::{CType, TypeId};

use super::init::{Cursor, Node};
use super::{Res, Sema};

/// Limit on the initial values in all that ranges of designators give: ranges may be nested.
const MOST_REPEATED: u64 = 1 << 20;

/// One step of a designator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    One(u64),
    Range(u64, u64),
}

impl Step {
    /// The first and the last index.
    const fn ends(self) -> (u64, u64) {
        match self {
            Step::One(index) => (index, index),
            Step::Range(first, last) => (first, last),
        }
    }
}

impl Sema<'_> {
    /// The steps of designators, anonymous members included.
    pub(crate) fn steps(&mut self, ty: TypeId, designators: &[Designator]) -> Res<Vec<Step>> {
        let mut ty = ty;
        let mut steps = Vec::with_capacity(designators.len());
        for designator in designators {
            match designator {
                Designator::Field(name, span) => {
                    let path = self.record_of(ty).and_then(|id| self.member_path(id, *name));
                    let Some(path) = path else {
                        let message = format!(
                            "'{}' has no member '{}'",
                            self.types.display(ty),
                            self.name(*name)
                        );
                        return Err(self.error("c-member", *span, message));
                    };
                    for &(_, index) in path.iter() {
                        steps.push(Step::One(index as u64));
                        ty = self.part_type(ty, index as u64).unwrap_or(ty);
                    }
                }
                Designator::Index(first) => {
                    let index = self.element_index(ty, first)?;
                    steps.push(Step::One(index));
                    ty = self.part_type(ty, index).unwrap_or(ty);
                }
                Designator::Range(first, last) => {
                    let range = (self.element_index(ty, first)?, self.element_index(ty, last)?);
                    if range.1 < range.0 {
                        let message = "the range of a designator is empty";
                        return Err(self.error("c-designator", last.span, message));
                    }
                    steps.push(Step::Range(range.0, range.1));
                    ty = self.part_type(ty, range.0).unwrap_or(ty);
                }
            }
        }
        Ok(steps)
    }

    fn element_index(&mut self, ty: TypeId, expr: &ast::Expr) -> Res<u64> {
        if !matches!(self.types.get(ty), CType::Array(..)) {
            let message = format!("an index designator for '{}'", self.types.display(ty));
            return Err(self.error("c-designator", expr.span, message));
        }
        let index = self.constant_expr(expr, "the index of a designator")?;
        let count = self.part_count(ty).unwrap_or(1 << 40);
        match u64::try_from(index) {
            Ok(index) if index < count => Ok(index),
            _ => {
                let message = "the index of a designator is outside of the array";
                Err(self.error("c-designator", expr.span, message))
            }
        }
    }

    /// Initialises what designators name, then goes on after it; the next position here.
    pub(crate) fn initialize_designated(
        &mut self,
        ty: TypeId,
        node: &mut Node,
        steps: &[Step],
        cursor: &mut Cursor<'_>,
    ) -> Res<u64> {
        if steps.iter().any(|step| step.ends().0 < step.ends().1) {
            return self.initialize_ranges(ty, node, steps, cursor);
        }
        let Some((&step, rest)) = steps.split_first() else { return Ok(0) };
        let index = step.ends().0;
        let Some(part) = self.part_type(ty, index) else { return Err(super::Failed) };
        let Some(item) = cursor.items.first() else { return Ok(0) };
        let child = node.part(index, self.is_union(ty));
        if rest.is_empty() {
            cursor.enter();
            self.one(part, child, item, cursor)?;
        } else {
            self.initialize_designated(part, child, rest, cursor)?;
        }
        self.fill(ty, node, index + 1, cursor)
    }

    /// Gives the value of one item to all that ranges name, then goes on after the last of them.
    fn initialize_ranges(
        &mut self,
        ty: TypeId,
        node: &mut Node,
        steps: &[Step],
        cursor: &mut Cursor<'_>,
    ) -> Res<u64> {
        let mut part = ty;
        for step in steps {
            part = self.part_type(part, step.ends().0).ok_or(super::Failed)?;
        }
        let Some(item) = cursor.items.first() else { return Ok(0) };
        let mut value = Node::empty();
        let mut alone = Cursor::of(std::slice::from_ref(item));
        alone.enter();
        self.one(part, &mut value, item, &mut alone)?;
        cursor.advance();
        let count = steps.iter().map(|step| step.ends().1 - step.ends().0 + 1);
        let count = count.fold(value.size(), u64::saturating_mul);
        self.repeated = self.repeated.saturating_add(count);
        if self.repeated > MOST_REPEATED {
            let message =
                format!("the ranges of designators give more than {MOST_REPEATED} initial values");
            let span = match &item.value {
                ast::Initializer::Expr(expr) => expr.span,
                ast::Initializer::List(_, span) => *span,
            };
            return Err(self.error("c-designator", span, message));
        }
        // Without braces, a value goes to the first scalar of its part.
        let mut path: Vec<Step> = steps.to_vec();
        while !self.is_for_all(&item.value, part)
            && let Node::Parts(parts) = &mut value
            && let Some((index, inner)) = parts.pop_first()
        {
            part = self.part_type(part, index).unwrap_or(part);
            path.push(Step::One(index));
            value = inner;
        }
        let value = self.compute_once(value);
        self.put(ty, node, &path, &value);
        self.resume(ty, node, &path, cursor)
    }

    /// Whether an item is for all of a part, and not for the first scalar of it.
    fn is_for_all(&self, item: &ast::Initializer, ty: TypeId) -> bool {
        let ast::Initializer::Expr(expr) = item else { return true };
        match (&expr.kind, self.types.get(ty)) {
            (ast::ExprKind::String(text), CType::Array(element, _)) => {
                self.fits_text(*element, text)
            }
            (ast::ExprKind::CompoundLiteral(name, _), CType::Array(..)) => self.is_array_name(name),
            (ast::ExprKind::CompoundLiteral(..), CType::Record(_)) => self.in_static(),
            _ => false,
        }
    }

    /// A value for several places; one that is constant needs no computation.
    fn compute_once(&mut self, value: Node) -> Node {
        if self.in_static() || self.is_constant(&value) {
            return value;
        }
        self.shared += 1;
        Node::Once(self.shared, Box::new(value))
    }

    fn is_constant(&self, value: &Node) -> bool {
        match value {
            Node::Value(value) => self.fold(value).is_some(),
            Node::Parts(parts) => parts.values().all(|part| self.is_constant(part)),
            Node::Once(..) => false,
        }
    }

    /// Puts a value at all places that steps lead to.
    fn put(&self, ty: TypeId, node: &mut Node, steps: &[Step], value: &Node) {
        let Some((step, rest)) = steps.split_first() else {
            *node = value.clone();
            return;
        };
        let (first, last) = step.ends();
        let part = self.part_type(ty, first).unwrap_or(ty);
        for index in first..=last {
            self.put(part, node.part(index, self.is_union(ty)), rest, value);
        }
    }

    /// Positional items go on after the last place that steps lead to.
    fn resume(
        &mut self,
        ty: TypeId,
        node: &mut Node,
        steps: &[Step],
        cursor: &mut Cursor<'_>,
    ) -> Res<u64> {
        let Some((step, rest)) = steps.split_first() else { return Ok(0) };
        let last = step.ends().1;
        let part = self.part_type(ty, last).unwrap_or(ty);
        if !rest.is_empty() {
            self.resume(part, node.part(last, self.is_union(ty)), rest, cursor)?;
        }
        self.fill(ty, node, last + 1, cursor)
    }
}
