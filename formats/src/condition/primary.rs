//! The innermost parts of conditions: names, constants, elements, addresses, built-in functions.

use belnap_ir::cfg::Cell;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::span::Span;
use belnap_ir::types::{ArrayType, Type};

use super::c_type;
use super::lexer::Kind;
use super::literal;
use super::names::{LISTED, Meaning};
use super::parser::Parser;
use super::typing::{INT, Operand, Typed, Value};
use crate::cfg::{is_address, parse_array_type};

/// Deepest nesting of `abs`, which writes its argument three times.
const MAX_COPYING: usize = 3;

impl Parser<'_, '_, '_> {
    /// Whether the token this far ahead is a variable.
    pub(super) fn is_visible(&self, ahead: usize) -> bool {
        let rest = &self.rest()[ahead..];
        matches!(self.names.variable(rest, self.scope), Meaning::Some(..))
    }

    /// An operand and what follows it: `a[i]`; `s.f` and `p->f` are refused, if no name.
    pub(super) fn postfix(&mut self) -> Result<Operand, Diagnostic> {
        let mut operand = self.primary()?;
        while self.peek().kind == Kind::Sign {
            operand = match self.peek().text {
                "[" => self.indexed(operand)?,
                "." | "->" => return Err(self.member(operand.span)),
                "(" => return Err(self.call(operand.span)),
                _ => return Ok(operand),
            }
        }
        Ok(operand)
    }

    fn indexed(&mut self, base: Operand) -> Result<Operand, Diagnostic> {
        self.skip(1);
        let index = self.expression()?;
        self.expect("]")?;
        let span = Span::new(base.span.start, self.previous_end());
        self.element(base, index, span)
    }

    fn member(&self, of: Span) -> Diagnostic {
        let span = Span::new(of.start, self.peek_at(1).span.end);
        Diagnostic::at("preds-type", span, "the graph has no such member").note(
            "graphs have no layouts: name the region and the address, as in \
             node.next[(u64)p + 8]; `belnap show` lists the regions",
        )
    }

    fn call(&self, span: Span) -> Diagnostic {
        Diagnostic::at("preds-side-effect", span, "a condition cannot call a function")
            .note("what a function returned last is a variable, written f(); abs is built in")
    }

    fn primary(&mut self) -> Result<Operand, Diagnostic> {
        if self.peek().text == "(" { self.in_parentheses() } else { self.simple() }
    }

    fn in_parentheses(&mut self) -> Result<Operand, Diagnostic> {
        let start = self.skip(1).start;
        let mut operand = match self.region_alone() {
            Some(region) => region,
            None => self.expression()?,
        };
        self.expect(")")?;
        operand.span = Span::new(start, self.previous_end());
        Ok(operand)
    }

    /// A region just before a closing parenthesis: also where its name is that of an object, it
    /// means the region.
    fn region_alone(&mut self) -> Option<Operand> {
        let Meaning::Some(used, found) = self.names.variable(self.rest(), self.scope) else {
            return None;
        };
        let &[var] = found.as_slice() else { return None };
        let is_region = self.names.cfg.type_of(var).as_array().is_some();
        if !is_region || self.peek_at(used).text != ")" {
            return None;
        }
        let span = self.skip(used);
        Some(self.variable(var, span))
    }

    fn simple(&mut self) -> Result<Operand, Diagnostic> {
        let token = self.peek();
        let named = matches!(token.kind, Kind::Word) || token.text == "&";
        let builtin = token.kind == Kind::Word && self.peek_at(1).text == "(";
        if matches!(token.text, "true" | "false") {
            let span = self.skip(1);
            let typed = Typed::leaf(Expr::Bool(token.text == "true"), Type::Bool);
            return Ok(Operand::plain(typed, span));
        }
        if named && let Some(operand) = self.name()? {
            return Ok(operand);
        }
        match token.kind {
            Kind::Number => {
                self.skip(1);
                Ok(Operand::plain(literal::number(token, self.typing)?, token.span))
            }
            Kind::Character => {
                self.skip(1);
                Ok(Operand::plain(literal::character(token)?, token.span))
            }
            Kind::Text => Err(self.wrong("a condition has no string literals")),
            Kind::Word if token.text == "sizeof" => {
                Err(self.wrong("a condition has no `sizeof`").note("write the number of bytes"))
            }
            Kind::Word if builtin => self.builtin(),
            Kind::Word => Err(self.unknown_name()),
            Kind::Sign => Err(self.wrong(format!("expected an operand, found `{}`", token.text))),
            Kind::End => Err(self.wrong("the condition ends where an operand should be")),
        }
    }

    /// The variable, or the object in memory, whose name comes next.
    fn name(&mut self) -> Result<Option<Operand>, Diagnostic> {
        let cfg = self.names.cfg;
        let variable = self.names.variable(self.rest(), self.scope);
        let object = self.names.object(self.rest(), self.scope);
        match (variable, object) {
            (Meaning::Some(used, found), object) => {
                let span = self.skip(used);
                let names = found.iter().map(|var| cfg.variables[var.index()].name.as_str());
                let &[var] = found.as_slice() else { return Err(ambiguous(span, names)) };
                match object {
                    Meaning::Some(same, objects)
                        if same == used && cfg.type_of(var).as_array().is_some() =>
                    {
                        self.object(&objects, Some(var), span).map(Some)
                    }
                    _ => Ok(Some(self.variable(var, span))),
                }
            }
            (_, Meaning::Some(used, objects)) if self.peek_at(used).text != "(" => {
                let span = self.skip(used);
                self.object(&objects, None, span).map(Some)
            }
            (Meaning::Part(whole), _) if self.peek_at(1).text != "(" => {
                let message = format!("`{}` as a whole is no variable", self.peek().text);
                Err(Diagnostic::at("preds-name", self.peek().span, message)
                    .note(format!("there is, for example, `{whole}`")))
            }
            _ => Ok(None),
        }
    }

    /// The value of an object in memory, or an element of it; if a region has its name, that is
    /// meant before an index that is an address.
    fn object(
        &mut self,
        objects: &[ObjectId],
        region: Option<CfgVarId>,
        span: Span,
    ) -> Result<Operand, Diagnostic> {
        let cfg = self.names.cfg;
        let names = objects.iter().map(|object| cfg.objects[object.index()].name.as_str());
        let &[object] = objects else { return Err(ambiguous(span, names)) };
        if self.peek().text != "[" {
            return self.in_memory(object, None, span);
        }
        self.skip(1);
        let index = self.expression()?;
        self.expect("]")?;
        let span = Span::new(span.start, self.previous_end());
        let address = match &index.value {
            Value::Plain(typed) => is_address(cfg, &typed.expr),
            Value::Wide(_) => false,
        };
        match region.filter(|_| address) {
            Some(region) => self.read(self.variable(region, span), index, span),
            None => self.in_memory(object, Some(index), span),
        }
    }

    fn variable(&self, var: CfgVarId, span: Span) -> Operand {
        let variable = &self.names.cfg.variables[var.index()];
        let is_address = variable.ty == Type::Int(self.typing.address());
        let pointee = c_type::pointee(&variable.c_type).filter(|_| is_address);
        let typed = Typed::leaf(Expr::Var(var), variable.ty);
        Operand { value: Value::Plain(typed), pointee, span }
    }

    /// The value of an object in a region: a number, or an element of an array.
    fn in_memory(
        &self,
        object: ObjectId,
        index: Option<Operand>,
        span: Span,
    ) -> Result<Operand, Diagnostic> {
        let cfg = self.names.cfg;
        let declared = &cfg.objects[object.index()];
        let element = c_type::element(&declared.c_type);
        let size = c_type::size(element.unwrap_or(&declared.c_type), self.typing);
        let start = Cell { object, offset: 0 };
        let mut regions = cfg.variables.iter().enumerate().filter(|(_, variable)| {
            let cell = variable.ty.as_array().map(|array| array.cell);
            variable.cells.contains(&start) && size.is_some_and(|(_, ty)| cell == Some(ty))
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

    fn unknown_name(&self) -> Diagnostic {
        let token = self.peek();
        let message = format!("there is no variable `{}`", token.text);
        let diagnostic = Diagnostic::at("preds-name", token.span, message);
        let elsewhere = self.names.elsewhere(token.text);
        if !elsewhere.is_empty() {
            return diagnostic
                .note(format!("there is {}, which is not visible here", listed(&elsewhere)));
        }
        let like = self.names.like(token.text, self.scope);
        if like.is_empty() {
            return diagnostic.note("`belnap show` lists the variables of a graph");
        }
        diagnostic.note(format!("there is {}", listed(&like)))
    }

    /// `&x`, whose `&` starts at `start` and is read.
    pub(super) fn address_of(&mut self, start: usize) -> Result<Operand, Diagnostic> {
        let parentheses = self.peek().text == "(";
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
        let span = Span::new(start, self.skip(used).end);
        let objects = &self.names.cfg.objects;
        let names = found.iter().map(|object| objects[object.index()].name.as_str());
        let &[object] = found.as_slice() else { return Err(ambiguous(span, names)) };
        if parentheses {
            self.expect(")")?;
        }
        if matches!(self.peek().text, "[" | "." | "->") {
            let message = "addresses of parts are written as numbers";
            return Err(Diagnostic::at("preds-type", self.peek().span, message)
                .note(format!("write &{} + offset", objects[object.index()].name)));
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
        let cfg = self.names.cfg;
        let size = c_type::size(pointee, self.typing);
        let pointer = match &base.value {
            Value::Plain(Typed { expr: Expr::Var(var), .. }) => Some(*var),
            _ => None,
        };
        let regions: Vec<CfgVarId> = pointer
            .into_iter()
            .flat_map(|pointer| self.names.regions_through(pointer))
            .filter(|region| {
                let cell = cfg.type_of(*region).as_array().map(|array| array.cell);
                size.is_some_and(|(_, ty)| cell == Some(ty))
            })
            .collect();
        if let &[region] = regions.as_slice() {
            return Ok(region);
        }
        let message = "the graph does not say in which region this pointer points";
        let diagnostic = Diagnostic::at("preds-type", span, message);
        let names: Vec<&str> =
            regions.iter().map(|region| cfg.variables[region.index()].name.as_str()).collect();
        let note = "name the region: REGION[pointer], where `belnap show` lists the regions";
        Err(if names.is_empty() {
            diagnostic.note(note)
        } else {
            diagnostic.note(note).note(format!("it may be {}", listed(&names)))
        })
    }

    /// A cell of a region.
    fn read(&self, region: Operand, index: Operand, span: Span) -> Result<Operand, Diagnostic> {
        let (region, ty, pointee) = self.region(region)?;
        let index = self.typing.cast(index, ty.index)?;
        let typed = Typed::node(Type::Int(ty.cell), [region, index], |[region, index]| {
            Expr::read(region, index)
        });
        self.finished(Value::Plain(typed), pointee, span)
    }

    /// A region with its type and, if its cells are pointers, what they point to.
    fn region(&self, operand: Operand) -> Result<(Typed, ArrayType, Option<String>), Diagnostic> {
        if let Value::Plain(typed) = operand.value
            && let Type::Array(ty) = typed.ty
        {
            let c_type = match &typed.expr {
                Expr::Var(var) if ty.cell == self.typing.address() => {
                    self.names.cfg.variables[var.index()].c_type.as_str()
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
            return self.finished(Value::Plain(pointer), Some(pointee), span);
        }
        let size = self.size(&pointee, span)?;
        let ty = Type::Int(address);
        let bytes = match by.expr {
            Expr::Int(count, _) if address.contains(count * size) => {
                Typed::constant(count * size, address)
            }
            _ if size == 1 => by,
            _ => Typed::node(ty, [by, Typed::constant(size, address)], |[by, size]| {
                Expr::binary(BinaryOp::Mul, by, size)
            }),
        };
        let typed =
            Typed::node(ty, [pointer, bytes], |[pointer, bytes]| Expr::binary(op, pointer, bytes));
        self.finished(Value::Plain(typed), Some(pointee), span)
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
        let long = self.typing.long();
        let difference = self.typing.convert(difference, long);
        let typed =
            Typed::node(Type::Int(long), [difference, Typed::constant(size, long)], |[a, b]| {
                Expr::binary(BinaryOp::Div, a, b)
            });
        self.finished(Value::Plain(typed), None, span)
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

    /// `abs(e)` and the functions that make regions.
    fn builtin(&mut self) -> Result<Operand, Diagnostic> {
        let token = self.peek();
        let expected = match token.text {
            "abs" => 1,
            "fill" | "shift" => 2,
            "write" => 3,
            "splice" => 4,
            _ => return Err(self.call(token.span)),
        };
        self.skip(2);
        let filled = if token.text == "fill" { Some(self.array_type()?) } else { None };
        let copies = usize::from(token.text == "abs");
        self.copying += copies;
        if self.copying > MAX_COPYING {
            return Err(Diagnostic::at("preds-nesting", token.span, "`abs` is nested too deeply"));
        }
        let mut arguments = Vec::new();
        while arguments.len() + usize::from(filled.is_some()) < expected {
            if !arguments.is_empty() {
                self.expect(",")?;
            }
            arguments.push(self.expression()?);
        }
        self.expect(")")?;
        self.copying -= copies;
        let span = Span::new(token.span.start, self.previous_end());
        let mut arguments = arguments.into_iter();
        let mut next = || arguments.next().ok_or_else(|| self.call(span));
        let typed = match (token.text, filled) {
            ("abs", _) => return self.absolute(next()?, span),
            (_, Some(ty)) => {
                let value = self.typing.cast(next()?, ty.cell)?;
                Typed::node(Type::Array(ty), [value], |[value]| Expr::Fill(ty, Box::new(value)))
            }
            ("shift", _) => {
                let (region, ty, _) = self.region(next()?)?;
                let by = self.typing.cast(next()?, ty.index)?;
                Typed::node(Type::Array(ty), [region, by], |both| Expr::Shift(Box::new(both)))
            }
            ("write", _) => {
                let (region, ty, _) = self.region(next()?)?;
                let index = self.typing.cast(next()?, ty.index)?;
                let value = self.typing.cast(next()?, ty.cell)?;
                let parts = [region, index, value];
                Typed::node(Type::Array(ty), parts, |parts| Expr::Write(Box::new(parts)))
            }
            _ => {
                let (base, ty, _) = self.region(next()?)?;
                let (other, other_ty, _) = self.region(next()?)?;
                if ty != other_ty {
                    let message = format!("regions of types {ty} and {other_ty} are spliced");
                    return Err(Diagnostic::at("preds-type", span, message));
                }
                let from = self.typing.cast(next()?, ty.index)?;
                let length = self.typing.cast(next()?, ty.index)?;
                let parts = [base, other, from, length];
                Typed::node(Type::Array(ty), parts, |parts| Expr::Splice(Box::new(parts)))
            }
        };
        self.finished(Value::Plain(typed), None, span)
    }

    /// The type and comma that `fill` starts with, as in `fill([u64]i32, 0)`.
    fn array_type(&mut self) -> Result<ArrayType, Diagnostic> {
        let comma = self.rest().iter().take(5).position(|token| token.text == ",");
        let parts = &self.rest()[..comma.unwrap_or(0)];
        let text: String = parts.iter().map(|token| token.text).collect();
        let widths = |ty: &ArrayType| ty.index.bits > 0 && ty.cell.bits > 0;
        let narrow = |ty: &ArrayType| ty.index.bits <= 128 && ty.cell.bits <= 128;
        let ty = parse_array_type(&text).filter(|ty| widths(ty) && narrow(ty));
        let ty = ty.ok_or_else(|| {
            self.wrong("expected the type of the region that is filled, and a comma")
                .note("as in fill([u64]i32, 0)")
        })?;
        self.skip(parts.len() + 1);
        Ok(ty)
    }

    /// `e < 0 ? -e : e`, for `int`.
    fn absolute(&self, operand: Operand, span: Span) -> Result<Operand, Diagnostic> {
        let number = self.typing.cast(operand, INT)?;
        let ty = Type::Int(INT);
        let zero = Typed::constant(0, INT);
        let negative = Typed::node(Type::Bool, [number.clone(), zero], |[number, zero]| {
            Expr::compare(CompareOp::Lt, number, zero)
        });
        let negated = Typed::node(ty, [number.clone()], |[number]| {
            Expr::Unary(UnaryOp::Neg, Box::new(number))
        });
        let typed = Typed::node(ty, [negative, negated, number], |[condition, then, otherwise]| {
            Expr::ite(condition, then, otherwise)
        });
        self.finished(Value::Plain(typed), None, span)
    }
}

fn ambiguous<'a>(span: Span, names: impl Iterator<Item = &'a str>) -> Diagnostic {
    let names: Vec<&str> = names.take(LISTED).collect();
    Diagnostic::at("preds-ambiguous", span, "the name is that of several variables")
        .note(format!("write {}", alternatives(&names)))
}

pub(super) fn listed(names: &[&str]) -> String {
    joined(names, "and")
}

fn alternatives(names: &[&str]) -> String {
    joined(names, "or")
}

fn joined(names: &[&str], word: &str) -> String {
    match names.split_last() {
        Some((last, [])) => format!("`{last}`"),
        Some((last, others)) => format!("`{}` {word} `{last}`", others.join("`, `")),
        None => String::new(),
    }
}
