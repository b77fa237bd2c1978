//! Memory: objects, pointers, and the regions that hold what they point to.

use std::collections::BTreeSet;

use belnap_ir::c_tokens::Kind;
use belnap_ir::cfg::Cell;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::span::Span;
use belnap_ir::types::{ArrayType, IntType, Type};

use super::c_type;
use super::certain::Read;
use super::names::{Access, LISTED, Meaning};
use super::parser::Parser;
use super::primary::{alternatives, ambiguous};
use super::typing::{Operand, Typed, Value};
use crate::cfg::is_address;

impl Parser<'_, '_, '_> {
    /// The value of an object in memory, or an element of it. If a region has its name, that is
    /// meant before an index that is an address, and if the graph indexes it by elements.
    pub(super) fn object(
        &mut self,
        objects: &[ObjectId],
        region: Option<CfgVarId>,
        span: Span,
    ) -> Result<Operand, Diagnostic> {
        let cfg = self.names.cfg;
        let names = objects.iter().map(|object| cfg.objects[*object].name.as_str());
        let &[object] = objects else { return Err(ambiguous(span, names)) };
        if self.peek().text != "[" {
            return self.in_memory(object, None, span);
        }
        self.skip(1);
        let index = self.inside()?;
        self.expect("]")?;
        let span = Span::new(span.start, self.previous_end());
        let address = match &index.value {
            Value::Plain(typed) => is_address(cfg, &typed.expr),
            Value::Wide(_) => false,
        };
        let own = |region: &CfgVarId| address || self.names.is_by_address(*region) == Some(false);
        match region.filter(own) {
            Some(region) => self.read(self.variable(region, span), index, span),
            None => self.in_memory(object, Some(index), span),
        }
    }

    /// The value of an object in a region: a number, or an element of an array.
    fn in_memory(
        &self,
        object: ObjectId,
        index: Option<Operand>,
        span: Span,
    ) -> Result<Operand, Diagnostic> {
        let cfg = self.names.cfg;
        let declared = &cfg.objects[object];
        let element = c_type::element(&declared.c_type);
        let size = c_type::size(element.unwrap_or(&declared.c_type), self.typing);
        let start = Cell { object, offset: 0 };
        let mut regions = cfg.variables.iter().enumerate().filter(|(region, variable)| {
            let cell = variable.ty.as_array().map(|array| array.cell);
            variable.cells.contains(&start)
                && size.is_some_and(|(_, ty)| cell == Some(ty))
                && self.names.is_by_address(CfgVarId::from(*region)) == Some(true)
        });
        let region = regions.next().filter(|_| regions.next().is_none());
        let (Some((region, _)), true) = (region, element.is_some() == index.is_some()) else {
            let message = format!("`{}` is in memory, as `{}`", declared.name, declared.c_type);
            return Err(Diagnostic::at("preds-type", span, message).note(format!(
                "its cells are written REGION[&{} + offset]; `belnap show` lists the regions",
                declared.name
            )));
        };
        let ty = Type::Int(self.typing.address());
        let mut address = Operand::plain(Typed::leaf(Expr::Address(object), ty), span);
        if let (Some(element), Some(index)) = (element, index) {
            address.pointee = Some(element.to_owned());
            address = self.moved_pointer(BinaryOp::Add, address, index, span)?;
        }
        let region = self.variable(CfgVarId::from(region), span);
        self.read(region, address, span)
    }

    /// `&x`, whose `&` starts at `start` and is read.
    pub(super) fn address_of(&mut self, start: usize) -> Result<Operand, Diagnostic> {
        let is_object = matches!(self.names.object(self.rest(), self.scope), Meaning::Some(..));
        let parentheses = !is_object && self.peek().text == "(";
        if parentheses {
            self.skip(1);
        }
        let (used, found) = match self.names.object(self.rest(), self.scope) {
            Meaning::Some(used, found) => (used, found),
            _ => {
                let message = format!("`{}` has no address in the graph", self.peek().text);
                return Err(Diagnostic::at("preds-name", self.peek().span, message).note(
                    "only objects whose address the program takes have one; `belnap show` lists \
                     them",
                ));
            }
        };
        if let Some(object) = found.first() {
            self.meant(used, Read::Object(*object))?;
        }
        let span = Span::new(start, self.skip(used).end);
        let objects = &self.names.cfg.objects;
        let names = found.iter().map(|object| objects[*object].name.as_str());
        let &[object] = found.as_slice() else { return Err(ambiguous(span, names)) };
        if parentheses {
            self.expect(")")?;
        }
        if matches!(self.peek().text, "[" | "." | "->") {
            let message = "addresses of parts are written as numbers";
            return Err(Diagnostic::at("preds-type", self.peek().span, message)
                .note(format!("write &{} + offset", objects[object].name)));
        }
        let typed = Typed::leaf(Expr::Address(object), Type::Int(self.typing.address()));
        Ok(Operand::plain(typed, span))
    }

    /// `base[index]`
    pub(super) fn element(
        &mut self,
        base: Operand,
        index: Operand,
        span: Span,
    ) -> Result<Operand, Diagnostic> {
        let region = match &base.value {
            Value::Plain(typed) => typed.ty.as_array(),
            Value::Wide(_) => None,
        };
        if region.is_some() {
            return self.read(base, index, span);
        }
        let Some(pointee) = base.pointee.clone() else {
            let message = "a number is used as an array or a pointer";
            return Err(Diagnostic::at("preds-type", base.span, message)
                .note("only regions and pointers have elements"));
        };
        let region = self.region_through(&base, &pointee, span)?;
        let region = self.variable(region, base.span);
        let address = self.moved_pointer(BinaryOp::Add, base, index, span)?;
        self.read(region, address, span)
    }

    /// The one region of the right type that the graph accesses through a pointer variable.
    fn region_through(
        &self,
        base: &Operand,
        pointee: &str,
        span: Span,
    ) -> Result<CfgVarId, Diagnostic> {
        let size = c_type::size(pointee, self.typing);
        let of_type = |region: CfgVarId| {
            let cell = self.names.cfg.type_of(region).as_array().map(|array| array.cell);
            size.is_some_and(|(_, ty)| cell == Some(ty))
        };
        let accesses = self.accesses_through(base);
        let regions: BTreeSet<CfgVarId> =
            accesses.map(|access| access.region).filter(|region| of_type(*region)).collect();
        let mut regions_left = regions.iter();
        match (regions_left.next(), regions_left.next()) {
            (Some(region), None) => Ok(*region),
            _ => Err(self.unknown_region(regions.into_iter(), span)),
        }
    }

    /// What the graph accesses through a pointer, if that is a variable or one moved.
    fn accesses_through(&self, base: &Operand) -> impl Iterator<Item = Access> {
        let mut pointer = match &base.value {
            Value::Plain(typed) => Some(&typed.expr),
            Value::Wide(_) => None,
        };
        while let Some(Expr::Binary(BinaryOp::Add | BinaryOp::Sub, operands)) = pointer {
            pointer = Some(&operands[0]);
        }
        let variable = match pointer {
            Some(Expr::Var(var)) => Some(*var),
            _ => None,
        };
        variable.into_iter().flat_map(|variable| self.names.accesses(variable))
    }

    fn unknown_region(&self, known: impl Iterator<Item = CfgVarId>, span: Span) -> Diagnostic {
        let message = "the graph does not say in which region this is";
        let diagnostic = Diagnostic::at("preds-type", span, message)
            .note("name the region: REGION[address]; `belnap show` lists the regions");
        let variables = &self.names.cfg.variables;
        let names: Vec<&str> =
            known.map(|region| variables[region].name.as_str()).take(LISTED).collect();
        if names.is_empty() {
            return diagnostic;
        }
        diagnostic.note(format!("it may be {}", alternatives(&names)))
    }

    /// `p->f`: the cell of a region named after `f` that the graph accesses through `p`, if there
    /// is only one. Graphs have no layouts, so nothing else says where a member is.
    pub(super) fn member(&mut self, base: Operand) -> Result<Operand, Diagnostic> {
        let arrow = self.peek();
        let name = self.peek_at(1);
        let span = Span::new(base.span.start, name.span.end);
        if name.kind != Kind::Word {
            self.skip(1);
            return Err(self.wrong("expected the name of a member"));
        }
        if arrow.text == "." || base.pointee.is_none() {
            return Err(Diagnostic::at("preds-type", span, "the graph has no such member"));
        }
        let variables = &self.names.cfg.variables;
        let named = |region: CfgVarId| {
            let region = variables[region].name.split('#').next().unwrap_or_default();
            region.rsplit_once('.').is_some_and(|(_, member)| member == name.text)
        };
        let accesses = self.accesses_through(&base);
        let found: BTreeSet<Access> = accesses.filter(|access| named(access.region)).collect();
        let mut left = found.iter();
        let (Some(Access { region, offset: Some(offset) }), None) = (left.next(), left.next())
        else {
            return Err(self.unknown_region(found.iter().map(|access| access.region), span));
        };
        let offset = self.typing.address().wrap(*offset);
        self.skip(2);
        let address = Type::Int(self.typing.address());
        let pointer = self.typing.number(base)?;
        let at = match offset {
            0 => pointer,
            _ => {
                let offset = Typed::constant(offset, self.typing.address());
                Typed::node(address, [pointer, offset], |[pointer, offset]| {
                    Expr::binary(BinaryOp::Add, pointer, offset)
                })
            }
        };
        self.read(self.variable(*region, span), Operand::plain(at, span), span)
    }

    /// A cell of a region.
    fn read(&self, region: Operand, index: Operand, span: Span) -> Result<Operand, Diagnostic> {
        let (region, ty, pointee) = self.region(region)?;
        let index = self.typing.cast(index, ty.index)?;
        let typed = Typed::node(Type::Int(ty.cell), [region, index], |[region, index]| {
            Expr::read(region, index)
        });
        self.finish(Value::Plain(typed), pointee, span)
    }

    /// A region with its type and, if its cells are pointers, what they point to.
    pub(super) fn region(
        &self,
        operand: Operand,
    ) -> Result<(Typed, ArrayType, Option<String>), Diagnostic> {
        if let Value::Plain(typed) = operand.value
            && let Type::Array(ty) = typed.ty
        {
            let c_type = match &typed.expr {
                Expr::Var(var) if ty.cell == self.typing.address() => {
                    self.names.cfg.variables[*var].c_type.as_str()
                }
                _ => "",
            };
            return Ok((typed, ty, c_type::pointee(c_type)));
        }
        Err(Diagnostic::at("preds-type", operand.span, "this is not a region of memory"))
    }

    /// `p + n` and `p - n`: n elements further.
    pub(super) fn moved_pointer(
        &self,
        op: BinaryOp,
        pointer: Operand,
        by: Operand,
        span: Span,
    ) -> Result<Operand, Diagnostic> {
        let pointee = pointer.pointee.clone().unwrap_or_default();
        let address = self.typing.address();
        let pointer = self.typing.number(pointer)?;
        let by = self.typing.cast(by, address)?;
        if by.expr == Expr::Int(0, address) {
            return self.finish(Value::Plain(pointer), Some(pointee), span);
        }
        let size = self.size(&pointee, span)?;
        let ty = Type::Int(address);
        let bytes = match by.expr {
            Expr::Int(count, _) if self.typing.folds(count * size, address) => {
                Typed::constant(address.wrap(count * size), address)
            }
            _ if size == 1 => by,
            _ => Typed::node(ty, [by, Typed::constant(size, address)], |[by, size]| {
                Expr::binary(BinaryOp::Mul, by, size)
            }),
        };
        let typed =
            Typed::node(ty, [pointer, bytes], |[pointer, bytes]| Expr::binary(op, pointer, bytes));
        self.finish(Value::Plain(typed), Some(pointee), span)
    }

    /// `p - q`: how many elements lie between.
    pub(super) fn pointer_difference(
        &self,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Result<Operand, Diagnostic> {
        let size = self.size(left.pointee.as_deref().unwrap_or_default(), span)?;
        let (left, right) = (self.typing.number(left)?, self.typing.number(right)?);
        let difference = Typed::node(left.ty, [left, right], |[left, right]| {
            Expr::binary(BinaryOp::Sub, left, right)
        });
        let ty = IntType::signed(self.typing.model().pointer);
        let difference = self.typing.convert(difference, ty);
        let typed =
            Typed::node(Type::Int(ty), [difference, Typed::constant(size, ty)], |[a, b]| {
                Expr::binary(BinaryOp::Div, a, b)
            });
        self.finish(Value::Plain(typed), None, span)
    }

    fn size(&self, pointee: &str, span: Span) -> Result<i128, Diagnostic> {
        let size = c_type::size(pointee, self.typing);
        size.map(|(bytes, _)| i128::from(bytes)).ok_or_else(|| {
            let address = self.typing.address();
            let message = "the size of what this pointer points to is not known";
            Diagnostic::at("preds-type", span, message)
                .note(format!("count bytes, with the pointer as a number: ({address})p + bytes"))
        })
    }
}
