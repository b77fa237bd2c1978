//! Initializers: braces, elided or not, and designators give a tree of values, which becomes a list
//! of assignments to parts of the object.

use std::collections::BTreeMap;

use belnap_ir::span::Span;
use belnap_ir::types::IntType;
use belnap_syntax::ast::{self, InitializerItem, StringLiteral};

use crate::ctype::{ArrayLength, CType, TypeId};
use crate::hir::Expr;

use super::{Res, Sema, unit_bytes};

/// The value of a part of an object.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// A scalar or a whole record.
    Value(Expr),
    /// Elements or members by index.
    Parts(BTreeMap<u64, Node>),
    /// What a range of designators gives to several places: computed once, by the first of them.
    Once(u32, Box<Node>),
}

impl Node {
    pub(crate) const fn empty() -> Self {
        Node::Parts(BTreeMap::new())
    }

    /// A part, made empty if there is none. Only the last one set of a union remains. As in gcc, a
    /// value of the whole is forgotten, and not even computed.
    pub(crate) fn part(&mut self, index: u64, is_union: bool) -> &mut Node {
        if let Node::Value(_) | Node::Once(..) = self {
            *self = Node::empty();
        }
        match self {
            Node::Parts(parts) => {
                if is_union {
                    parts.retain(|&other, _| other == index);
                }
                parts.entry(index).or_insert_with(Node::empty)
            }
            Node::Value(_) | Node::Once(..) => self,
        }
    }

    /// How many values and parts there are.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Node::Value(_) => 1,
            Node::Once(_, value) => value.size(),
            Node::Parts(parts) => 1 + parts.values().map(Node::size).sum::<u64>(),
        }
    }

    /// One more than the largest index.
    pub(crate) fn length(&self) -> u64 {
        match self {
            Node::Value(_) => 0,
            Node::Once(_, value) => value.length(),
            Node::Parts(parts) => parts.last_key_value().map_or(0, |(&last, _)| last + 1),
        }
    }
}

/// The items of a brace that are still to be used.
pub(crate) struct Cursor<'i> {
    pub(crate) items: &'i [InitializerItem],
    /// The value of the first item, if it was already analysed.
    pending: Option<Expr>,
    /// The designators of the first item have been followed: it is for what they name.
    entered: bool,
}

impl<'i> Cursor<'i> {
    /// All of these.
    pub(crate) const fn of(items: &'i [InitializerItem]) -> Self {
        Cursor { items, pending: None, entered: false }
    }

    pub(crate) fn advance(&mut self) {
        self.items = self.items.get(1..).unwrap_or_default();
        self.pending = None;
        self.entered = false;
    }

    /// The first item is for the part at hand.
    pub(crate) fn enter(&mut self) {
        self.entered = true;
    }

    fn next_positional(&self) -> Option<&'i InitializerItem> {
        self.items.first().filter(|item| self.entered || item.designators.is_empty())
    }
}

impl Sema<'_> {
    /// The value of a whole object of type `ty`.
    pub(crate) fn initial(&mut self, ty: TypeId, initializer: &ast::Initializer) -> Res<Node> {
        match initializer {
            ast::Initializer::List(items, span) => self.initialize_braced(ty, items, *span),
            ast::Initializer::Expr(expr) => {
                if let CType::Array(element, length) = *self.types.get(ty) {
                    if let ast::ExprKind::String(literal) = &expr.kind
                        && self.fits_text(element, literal)
                    {
                        return Ok(self.text(element, length, literal, expr.span));
                    }
                    if let ast::ExprKind::CompoundLiteral(_, items) = &expr.kind {
                        return self.initialize_braced(ty, items, expr.span);
                    }
                    let message = "an array is initialised by a value that is not a list";
                    return Err(self.error("c-initializer", expr.span, message));
                }
                self.leaf(ty, expr, None)
            }
        }
    }

    /// A value for a scalar or a whole record.
    fn leaf(&mut self, ty: TypeId, expr: &ast::Expr, pending: Option<Expr>) -> Res<Node> {
        if self.in_static()
            && let ast::ExprKind::CompoundLiteral(name, items) = &expr.kind
            && self.record_of(ty).is_some()
        {
            self.type_name(name)?;
            return self.initialize_braced(ty, items, expr.span);
        }
        let value = match pending {
            Some(value) => value,
            None => self.value(expr)?,
        };
        if self.is_float(value.ty) && self.is_integer(ty) {
            // Converted once it is known whether it is for a bit-field.
            return Ok(Node::Value(value));
        }
        Ok(Node::Value(self.assigned(value, ty)?))
    }

    /// A list in braces.
    pub(crate) fn initialize_braced(
        &mut self,
        ty: TypeId,
        items: &[InitializerItem],
        span: Span,
    ) -> Res<Node> {
        match *self.types.get(ty) {
            CType::Array(_, ArrayLength::Variable) if !items.is_empty() => {
                let message = "an array of variable length is initialised";
                return Err(self.error("c-initializer", span, message));
            }
            CType::Array(element, length) => {
                if let [InitializerItem { designators, value: ast::Initializer::Expr(expr) }] =
                    items
                    && designators.is_empty()
                    && let ast::ExprKind::String(literal) = &expr.kind
                    && self.fits_text(element, literal)
                {
                    return Ok(self.text(element, length, literal, expr.span));
                }
            }
            CType::Record(id) => {
                if self.types.record(id).layout.is_none() {
                    return Err(self.incomplete(ty, span));
                }
            }
            _ => return self.braced_scalar(ty, items, span),
        }
        let mut node = Node::empty();
        let mut cursor = Cursor::of(items);
        let mut position = 0;
        while let Some(item) = cursor.items.first() {
            if self.has_enough_errors() {
                return Err(super::Failed);
            }
            if item.designators.is_empty() {
                let before = cursor.items.len();
                position = self.fill(ty, &mut node, position, &mut cursor)?;
                if cursor.items.len() == before {
                    // More values than there is room for.
                    if let ast::Initializer::Expr(expr) = &item.value {
                        self.value(expr)?;
                    }
                    cursor.advance();
                }
            } else {
                let before = cursor.items.len();
                let steps = self.steps(ty, &item.designators)?;
                position = self.initialize_designated(ty, &mut node, &steps, &mut cursor)?;
                if cursor.items.len() == before {
                    // There is no room for it.
                    cursor.advance();
                }
            }
        }
        Ok(node)
    }

    fn braced_scalar(&mut self, ty: TypeId, items: &[InitializerItem], span: Span) -> Res<Node> {
        match items.first() {
            Some(item) => match &item.value {
                ast::Initializer::Expr(expr) => self.leaf(ty, expr, None),
                ast::Initializer::List(inner, span) => self.initialize_braced(ty, inner, *span),
            },
            None if !self.is_scalar(ty) => {
                let at = self.origin(span);
                let word = self.unmodelled(ty).unwrap_or("other");
                Ok(Node::Value(self.unsupported(word, "an initial value", Vec::new(), ty, at)))
            }
            None => {
                let at = self.origin(span);
                let zero = self.int_expr(0, self.common.int, at);
                Ok(Node::Value(self.convert_for_assignment(zero, ty)?))
            }
        }
    }

    /// Number of parts of an aggregate; `None` if unbounded.
    pub(crate) fn part_count(&self, ty: TypeId) -> Option<u64> {
        match self.types.get(ty) {
            CType::Array(_, ArrayLength::Known(length)) => Some(*length),
            CType::Array(..) => None,
            CType::Record(id) => {
                self.types.record(*id).layout.as_ref().map(|layout| layout.fields.len() as u64)
            }
            _ => Some(0),
        }
    }

    /// The type of a part; `None` for what cannot be initialised (unnamed bit-fields).
    pub(crate) fn part_type(&self, ty: TypeId, index: u64) -> Option<TypeId> {
        match self.types.get(ty) {
            CType::Array(element, _) => Some(*element),
            CType::Record(id) => {
                let layout = self.types.record(*id).layout.as_ref()?;
                let field = layout.fields.get(usize::try_from(index).ok()?)?;
                let usable = field.name.is_some() || self.record_of(field.ty).is_some();
                usable.then_some(field.ty)
            }
            _ => None,
        }
    }

    pub(crate) fn is_union(&self, ty: TypeId) -> bool {
        self.record_of(ty).is_some_and(|id| self.types.record(id).is_union)
    }

    /// Uses positional items for the parts of `node` from `position` on, as long as they last.
    pub(crate) fn fill(
        &mut self,
        ty: TypeId,
        node: &mut Node,
        mut position: u64,
        cursor: &mut Cursor<'_>,
    ) -> Res<u64> {
        let count = self.part_count(ty);
        let is_union = self.is_union(ty);
        while let Some(item) = cursor.next_positional() {
            if count.is_some_and(|count| position >= count) || is_union && node.length() > 0 {
                break;
            }
            let Some(part) = self.part_type(ty, position) else {
                position += 1;
                continue;
            };
            let left = cursor.items.len();
            self.one(part, node.part(position, is_union), item, cursor)?;
            position += 1;
            // Empty parts, such as an array of no elements, use nothing up.
            if left == cursor.items.len() && count.is_none() {
                break;
            }
        }
        Ok(position)
    }

    /// Initialises a part from the cursor's first item, and following ones if braces are elided.
    pub(crate) fn one(
        &mut self,
        ty: TypeId,
        node: &mut Node,
        item: &InitializerItem,
        cursor: &mut Cursor<'_>,
    ) -> Res<()> {
        let expr = match &item.value {
            ast::Initializer::List(items, span) => {
                *node = self.initialize_braced(ty, items, *span)?;
                cursor.advance();
                return Ok(());
            }
            ast::Initializer::Expr(expr) => expr,
        };
        match *self.types.get(ty) {
            CType::Array(element, length) => {
                if cursor.pending.is_none() {
                    if let ast::ExprKind::String(literal) = &expr.kind
                        && self.fits_text(element, literal)
                    {
                        *node = self.text(element, length, literal, expr.span);
                        cursor.advance();
                        return Ok(());
                    }
                    if let ast::ExprKind::CompoundLiteral(name, items) = &expr.kind
                        && self.is_array_name(name)
                    {
                        *node = self.initialize_braced(ty, items, expr.span)?;
                        cursor.advance();
                        return Ok(());
                    }
                }
                self.fill(ty, node, 0, cursor)?;
            }
            CType::Record(_) => {
                if self.in_static()
                    && cursor.pending.is_none()
                    && let ast::ExprKind::CompoundLiteral(name, items) = &expr.kind
                    && self.type_name(name)?.ty == ty
                {
                    *node = self.initialize_braced(ty, items, expr.span)?;
                    cursor.advance();
                    return Ok(());
                }
                let mut is_text = false;
                if cursor.pending.is_none() {
                    is_text = matches!(expr.kind, ast::ExprKind::String(_));
                    if !is_text {
                        cursor.pending = Some(self.value(expr)?);
                    }
                }
                match cursor.pending.take() {
                    Some(value) if value.ty == ty => {
                        *node = Node::Value(value);
                        cursor.advance();
                    }
                    pending => {
                        cursor.pending = pending;
                        let left = cursor.items.len();
                        self.fill(ty, node, 0, cursor)?;
                        if !is_text && left == cursor.items.len() && self.part_count(ty) != Some(0)
                        {
                            cursor.advance();
                        }
                    }
                }
            }
            _ => {
                let pending = cursor.pending.take();
                *node = self.leaf(ty, expr, pending)?;
                cursor.advance();
            }
        }
        Ok(())
    }

    pub(crate) fn is_array_name(&self, name: &ast::TypeName) -> bool {
        matches!(name.declarator.derived.first(), Some(ast::Derived::Array(_)))
    }

    /// Whether a string literal can initialise an array with such elements.
    pub(crate) fn fits_text(&self, element: TypeId, literal: &StringLiteral) -> bool {
        let bytes = u64::from(unit_bytes(literal.encoding));
        matches!(self.types.get(element), CType::Int(_) | CType::Enum(_) | CType::Bool)
            && self.types.size_of(element) == Some(bytes)
    }

    /// The characters of a string literal.
    fn text(
        &mut self,
        element: TypeId,
        length: ArrayLength,
        literal: &StringLiteral,
        span: Span,
    ) -> Node {
        let at = self.origin(span);
        let int = self.types.scalar(element).unwrap_or(IntType::signed(8));
        let room = match length {
            ArrayLength::Known(length) => usize::try_from(length).unwrap_or(usize::MAX),
            _ => usize::MAX,
        };
        let parts = literal
            .units
            .iter()
            .chain([&0])
            .take(room)
            .enumerate()
            .map(|(index, &unit)| {
                let value = self.int_expr(int.wrap(i128::from(unit)), element, at);
                (index as u64, Node::Value(value))
            })
            .collect();
        Node::Parts(parts)
    }
}
