//! The innermost parts of conditions: names, constants, built-in functions.

use belnap_ir::c_tokens::Kind;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::{CompareOp, Expr, UnaryOp};
use belnap_ir::ids::CfgVarId;
use belnap_ir::span::Span;
use belnap_ir::types::{ArrayType, Type};

use super::c_type;
use super::certain::Read;
use super::literal;
use super::names::{LISTED, Meaning};
use super::parser::Parser;
use super::typing::{Operand, Typed, Value};
use crate::cfg::parse_array_type;

/// Deepest nesting of `abs`, which writes its argument three times.
const MAX_COPYING: usize = 3;

impl Parser<'_, '_, '_> {
    /// Whether the token this far ahead is a variable.
    pub(super) fn is_visible(&self, ahead: usize) -> bool {
        let rest = &self.rest()[ahead..];
        matches!(self.names.variable(rest, self.scope), Meaning::Some(..))
    }

    /// An operand and what follows it.
    pub(super) fn postfix(&mut self) -> Result<Operand, Diagnostic> {
        let parenthesis = self.peek().text == "(" && !self.is_visible(0);
        let mut operand = if parenthesis { self.in_parentheses() } else { self.simple() }?;
        while self.peek().kind == Kind::Sign {
            operand = match self.peek().text {
                "[" => self.index(operand)?,
                "." | "->" => self.member(operand)?,
                "(" => return Err(self.call(operand.span)),
                _ => return Ok(operand),
            }
        }
        Ok(operand)
    }

    fn index(&mut self, base: Operand) -> Result<Operand, Diagnostic> {
        self.skip(1);
        let index = self.inside()?;
        self.expect("]")?;
        let span = Span::new(base.span.start, self.previous_end());
        self.element(base, index, span)
    }

    fn call(&self, span: Span) -> Diagnostic {
        Diagnostic::at("preds-side-effect", span, "a condition cannot call a function")
            .note("what a function returned last is a variable, written f(); abs is built in")
    }

    fn in_parentheses(&mut self) -> Result<Operand, Diagnostic> {
        let start = self.skip(1).start;
        let mut operand = match self.region_alone()? {
            Some(region) => region,
            None => self.inside()?,
        };
        self.expect(")")?;
        operand.span = Span::new(start, self.previous_end());
        Ok(operand)
    }

    /// A region just before a closing parenthesis: also where its name is that of an object, it
    /// means the region.
    fn region_alone(&mut self) -> Result<Option<Operand>, Diagnostic> {
        let Meaning::Some(used, found) = self.names.variable(self.rest(), self.scope) else {
            return Ok(None);
        };
        let &[var] = found.as_slice() else { return Ok(None) };
        let is_region = self.names.cfg.type_of(var).as_array().is_some();
        if !is_region || self.peek_at(used).text != ")" {
            return Ok(None);
        }
        self.meant(used, Read::Variable(var))?;
        let span = self.skip(used);
        Ok(Some(self.variable(var, span)))
    }

    /// Refuses a name, which comes next, where it must be certain and is not.
    pub(super) fn meant(&self, used: usize, read: Read) -> Result<(), Diagnostic> {
        let written = &self.rest()[..used];
        let (Some(first), Some(last), true) = (written.first(), written.last(), self.certain)
        else {
            return Ok(());
        };
        let span = Span::new(first.span.start, last.span.end);
        self.names.certain(written, read, self.scope, span)
    }

    fn simple(&mut self) -> Result<Operand, Diagnostic> {
        let token = self.peek();
        let named = matches!(token.kind, Kind::Word | Kind::Text) || self.is_visible(0);
        let builtin = token.kind == Kind::Word && self.peek_at(1).text == "(";
        // With a number or a member it is a variable of that name.
        if matches!(token.text, "true" | "false") && !self.goes_on() {
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
                Ok(Operand::plain(literal::character(token, self.typing)?, token.span))
            }
            Kind::Text => Err(self.wrong("a condition has no string literals")),
            Kind::Word if token.text == "sizeof" => {
                Err(self.wrong("a condition has no `sizeof`").note("write the number of bytes"))
            }
            Kind::Word if builtin => self.builtin(),
            Kind::Word => self.named_number(),
            Kind::Sign => Err(self.wrong(format!("expected an operand, found `{}`", token.text))),
            Kind::End => Err(self.wrong("the condition ends where an operand should be")),
        }
    }

    /// Whether the name that comes next is that of something, and more than one token.
    fn goes_on(&self) -> bool {
        let rest = self.rest();
        let variable = self.names.variable(rest, self.scope);
        let object = self.names.object(rest, self.scope);
        matches!(variable, Meaning::Some(2.., _)) || matches!(object, Meaning::Some(2.., _))
    }

    /// The variable, or the object in memory, whose name comes next.
    fn name(&mut self) -> Result<Option<Operand>, Diagnostic> {
        let cfg = self.names.cfg;
        let variable = self.names.variable(self.rest(), self.scope);
        let object = self.names.object(self.rest(), self.scope);
        match (variable, object) {
            // The number tells it from a variable that hides it.
            (Meaning::Some(name, _), Meaning::Some(used, objects))
                if used > name && self.peek_at(name).text == "#" =>
            {
                let span = self.skip(used);
                self.object(&objects, None, span).map(Some)
            }
            (Meaning::Some(name, _), Meaning::Some(used, objects))
                if self.names.object_hides(self.rest(), name, self.scope) =>
            {
                if let Some(object) = objects.first() {
                    self.meant(used, Read::Object(*object))?;
                }
                let span = self.skip(used);
                self.object(&objects, None, span).map(Some)
            }
            (Meaning::Some(used, found), object) => {
                if let Some(var) = found.first() {
                    self.meant(used, Read::Variable(*var))?;
                }
                let span = self.skip(used);
                let names = found.iter().map(|var| cfg.variables[*var].name.as_str());
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
                if let Some(object) = objects.first() {
                    self.meant(used, Read::Object(*object))?;
                }
                let span = self.skip(used);
                self.object(&objects, None, span).map(Some)
            }
            (Meaning::Part(_), _) if self.peek_at(1).text == "::" => Err(self.unknown_name()),
            (Meaning::Part(whole), _)
                if self.peek().kind == Kind::Word && self.peek_at(1).text != "(" =>
            {
                let message = format!("`{}` as a whole is not a variable", self.peek().text);
                Err(Diagnostic::at("preds-name", self.peek().span, message)
                    .note(format!("there is, for example, `{whole}`")))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn variable(&self, var: CfgVarId, span: Span) -> Operand {
        let variable = &self.names.cfg.variables[var];
        let is_address = variable.ty == Type::Int(self.typing.address());
        let pointee = c_type::pointee(&variable.c_type).filter(|_| is_address);
        let typed = Typed::leaf(Expr::Var(var), variable.ty);
        Operand { value: Value::Plain(typed), pointee, span }
    }

    /// The words that come next, as far as `::`, `#` and `.` connect them.
    fn written_name(&self) -> (String, Span) {
        let mut used = 1;
        while matches!(self.peek_at(used).text, "::" | "#" | ".")
            && matches!(self.peek_at(used + 1).kind, Kind::Word | Kind::Number)
        {
            used += 2;
        }
        let words = &self.rest()[..used];
        let span = Span::new(words[0].span.start, words[used - 1].span.end);
        (words.iter().map(|word| word.text).collect(), span)
    }

    /// The enumeration constant that comes next.
    fn named_number(&mut self) -> Result<Operand, Diagnostic> {
        let token = self.peek();
        let Some(number) = self.names.cfg.constants.get(token.text) else {
            return Err(self.unknown_name());
        };
        self.skip(1);
        Ok(Operand::plain(Typed::constant(number.value, number.ty), token.span))
    }

    fn unknown_name(&self) -> Diagnostic {
        let (name, span) = self.written_name();
        let diagnostic =
            Diagnostic::at("preds-name", span, format!("there is no variable `{name}`"));
        let elsewhere = self.names.elsewhere(&name);
        if !elsewhere.is_empty() {
            let is = if elsewhere.len() == 1 { "is" } else { "are" };
            return diagnostic.note(format!(
                "there {is} {}, which {is} not visible here",
                list_names(&elsewhere)
            ));
        }
        let like = self.names.like(&name, self.scope);
        if like.is_empty() {
            return diagnostic.note(
                "`belnap show` lists the variables; macros, and enumeration constants of headers of \
                 the system and of functions, are written as numbers",
            );
        }
        diagnostic.note(format!("there is {}", list_names(&like)))
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
            arguments.push(self.inside()?);
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
        self.finish(Value::Plain(typed), None, span)
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
        let int = self.typing.int();
        let number = self.typing.cast(operand, int)?;
        let ty = Type::Int(int);
        let zero = Typed::constant(0, int);
        let negative = Typed::node(Type::Bool, [number.clone(), zero], |[number, zero]| {
            Expr::compare(CompareOp::Lt, number, zero)
        });
        let negated = Typed::node(ty, [number.clone()], |[number]| {
            Expr::Unary(UnaryOp::Neg, Box::new(number))
        });
        let typed = Typed::node(ty, [negative, negated, number], |[condition, then, otherwise]| {
            Expr::ite(condition, then, otherwise)
        });
        self.finish(Value::Plain(typed), None, span)
    }
}

pub(super) fn ambiguous<'a>(span: Span, names: impl Iterator<Item = &'a str>) -> Diagnostic {
    let names: Vec<&str> = names.take(LISTED).collect();
    Diagnostic::at("preds-ambiguous", span, "the name is that of several variables")
        .note(format!("write {}", alternatives(&names)))
}

pub(super) fn list_names(names: &[&str]) -> String {
    join(names, "and")
}

pub(super) fn alternatives(names: &[&str]) -> String {
    join(names, "or")
}

fn join(names: &[&str], word: &str) -> String {
    match names.split_last() {
        Some((last, [])) => format!("`{last}`"),
        Some((last, others)) => format!("`{}` {word} `{last}`", others.join("`, `")),
        None => String::new(),
    }
}
