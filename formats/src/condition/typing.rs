//! C's typing of operators, as far as graphs have types: what is computed at which type.
//!
//! An operation on numbers narrower than `int` is one of `int`. It stays open at which type it is
//! written until something is done with its value: a cast back to the operands' type makes it an
//! operation of that type, which is the same number modulo two to the width and is how graphs
//! that compute at narrow types are written.

use belnap_ir::cfg::{DataModel, IntegerMode, Machine};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::fold::Arithmetic;
use belnap_ir::span::Span;
use belnap_ir::types::{IntType, Type};

/// An expression with its type and depth.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub expr: Expr,
    pub ty: Type,
    pub depth: usize,
}

/// What an operand is.
#[derive(Debug)]
pub(super) enum Value {
    /// An expression.
    Plain(Typed),
    /// An operation of `int` on operands that are narrower, or constants.
    Wide(Box<Wide>),
}

/// See [`Value::Wide`].
#[derive(Debug)]
pub(super) struct Wide {
    form: Form,
    operands: Vec<Typed>,
}

#[derive(Debug)]
enum Form {
    Unary(UnaryOp),
    Binary(BinaryOp),
    /// With its condition.
    If(Typed),
}

/// A part of a condition.
#[derive(Debug)]
pub(super) struct Operand {
    pub value: Value,
    /// Of a pointer: the C type it points to, as far as known.
    pub pointee: Option<String>,
    pub span: Span,
}

impl Operand {
    pub(super) fn plain(typed: Typed, span: Span) -> Self {
        Operand { value: Value::Plain(typed), pointee: None, span }
    }
}

impl Typed {
    /// An expression without operands.
    pub(super) fn leaf(expr: Expr, ty: Type) -> Self {
        Typed { expr, ty, depth: 1 }
    }

    /// A constant, which must be a value of its type.
    pub(super) fn constant(value: i128, ty: IntType) -> Self {
        Typed::leaf(Expr::Int(value, ty), Type::Int(ty))
    }

    /// What `make` makes of operands.
    pub(super) fn node<const N: usize>(
        ty: Type,
        operands: [Typed; N],
        make: impl FnOnce([Expr; N]) -> Expr,
    ) -> Self {
        let depth = 1 + operands.iter().map(|operand| operand.depth).max().unwrap_or(0);
        Typed { expr: make(operands.map(|operand| operand.expr)), ty, depth }
    }

    /// The type of a number.
    fn int(&self) -> IntType {
        self.ty.as_int().unwrap_or(IntType::signed(32))
    }

    fn is_constant(&self) -> bool {
        matches!(self.expr, Expr::Int(..))
    }
}

/// C's rules on a machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Typing {
    machine: Machine,
}

impl Typing {
    pub(super) const fn new(machine: Machine) -> Self {
        Typing { machine }
    }

    /// The type `char`.
    pub(super) const fn char(self) -> IntType {
        self.machine.char()
    }

    /// The type of addresses.
    pub(super) const fn address(self) -> IntType {
        self.machine.address()
    }

    /// The sizes of types.
    pub(super) const fn model(self) -> DataModel {
        self.machine.data_model
    }

    /// The type `int`.
    pub(super) const fn int(self) -> IntType {
        IntType::signed(self.machine.data_model.int)
    }

    /// The type an operand narrower than `int` is converted to.
    const fn promote(self, ty: IntType) -> IntType {
        if ty.bits < self.int().bits { self.int() } else { ty }
    }

    /// The type at which C computes with two operands.
    pub(super) fn usual(self, left: IntType, right: IntType) -> IntType {
        let (left, right) = (self.promote(left), self.promote(right));
        let (wide, other) = if left.bits >= right.bits { (left, right) } else { (right, left) };
        let unsigned = wide.bits == other.bits && !other.signed;
        if unsigned { other } else { wide }
    }

    /// Whether a number is of type `ty`, or a constant of type `int` that `ty` has too.
    fn fits(self, number: &Typed, ty: IntType) -> bool {
        match number.expr {
            Expr::Int(value, own) if own == self.int() => ty.contains(value),
            _ => number.ty == Type::Int(ty),
        }
    }

    /// Whether an operation can be computed at type `ty`.
    fn fits_all(self, wide: &Wide, ty: IntType) -> bool {
        wide.operands_to_convert().iter().all(|operand| self.fits(operand, ty))
    }

    /// A number as one of type `ty`.
    pub(super) fn convert(self, operand: Typed, ty: IntType) -> Typed {
        match operand.expr {
            _ if operand.ty == Type::Int(ty) => operand,
            Expr::Int(value, _) if self.folds(value, ty) => Typed::constant(ty.wrap(value), ty),
            _ => Typed::node(Type::Int(ty), [operand], |[operand]| Expr::cast(ty, operand)),
        }
    }

    /// Whether a number that becomes one of type `ty` is a constant of that type: where numbers are
    /// unbounded, casts change nothing, but constants are values of their type.
    pub(super) fn folds(self, value: i128, ty: IntType) -> bool {
        self.machine.integers != IntegerMode::Mathematical || self.writes(value, ty)
    }

    /// Whether the number can be written as a constant of type `ty`.
    pub(super) fn writes(self, value: i128, ty: IntType) -> bool {
        Arithmetic::of(self.machine.integers).writes(value, ty)
    }

    /// A cast; of a truth value or a number.
    pub(super) fn cast(self, operand: Operand, ty: IntType) -> Result<Typed, Diagnostic> {
        match operand.value {
            Value::Wide(wide) if self.promote(ty) != ty && self.fits_all(&wide, ty) => {
                Ok(self.compute(*wide, ty))
            }
            Value::Plain(typed) if typed.ty == Type::Bool => {
                Ok(Typed::node(Type::Int(ty), [typed], |[truth]| Expr::cast(ty, truth)))
            }
            _ => Ok(self.convert(self.number(operand)?, ty)),
        }
    }

    /// A number; a truth value is 1 or 0.
    pub(super) fn number(self, operand: Operand) -> Result<Typed, Diagnostic> {
        match operand.value {
            Value::Plain(typed) => match typed.ty {
                Type::Int(_) => Ok(typed),
                Type::Bool => {
                    let int = self.int();
                    Ok(Typed::node(Type::Int(int), [typed], |[truth]| Expr::cast(int, truth)))
                }
                Type::Array(_) => Err(region_as_number(operand.span)),
            },
            Value::Wide(wide) => Ok(self.compute(*wide, self.int())),
        }
    }

    /// A truth value; a number is true where it is not zero.
    pub(super) fn truth(self, operand: Operand) -> Result<Typed, Diagnostic> {
        if let Value::Plain(typed) = &operand.value
            && typed.ty == Type::Bool
            && let Value::Plain(typed) = operand.value
        {
            return Ok(typed);
        }
        let number = self.number(operand)?;
        if let Expr::Int(value, _) = number.expr {
            return Ok(Typed::leaf(Expr::Bool(value != 0), Type::Bool));
        }
        let zero = Typed::constant(0, number.int());
        Ok(compare(CompareOp::Ne, number, zero))
    }

    pub(super) fn unary(self, op: UnaryOp, operand: Operand) -> Result<Value, Diagnostic> {
        let operand = self.number(operand)?;
        Ok(self.arithmetic(Form::Unary(op), vec![operand]))
    }

    /// An operator other than a shift.
    pub(super) fn binary(
        self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Result<Value, Diagnostic> {
        let (left, right) = (self.number(left)?, self.number(right)?);
        Ok(self.arithmetic(Form::Binary(op), vec![left, right]))
    }

    pub(super) fn shift(
        self,
        op: BinaryOp,
        left: Operand,
        count: Operand,
    ) -> Result<Value, Diagnostic> {
        let (left, count) = (self.number(left)?, self.number(count)?);
        Ok(self.arithmetic(Form::Binary(op), vec![left, count]))
    }

    pub(super) fn compare(
        self,
        op: CompareOp,
        left: Operand,
        right: Operand,
    ) -> Result<Typed, Diagnostic> {
        let left = match (left, right) {
            (
                Operand { value: Value::Plain(left), .. },
                Operand { value: Value::Plain(right), .. },
            ) if left.ty == Type::Bool
                && right.ty == Type::Bool
                && matches!(op, CompareOp::Eq | CompareOp::Ne) =>
            {
                return Ok(compare(op, left, right));
            }
            operands => operands,
        };
        let (left, right) = (self.number(left.0)?, self.number(left.1)?);
        // Comparing at the narrow type is the same and keeps the expression small.
        let ty = [left.int(), right.int()]
            .into_iter()
            .find(|ty| self.fits(&left, *ty) && self.fits(&right, *ty))
            .unwrap_or_else(|| self.usual(left.int(), right.int()));
        Ok(compare(op, self.convert(left, ty), self.convert(right, ty)))
    }

    /// `condition ? then : otherwise`
    pub(super) fn choice(
        self,
        condition: Typed,
        then: Operand,
        otherwise: Operand,
    ) -> Result<Value, Diagnostic> {
        let (then, otherwise) = match (then, otherwise) {
            (
                Operand { value: Value::Plain(then), .. },
                Operand { value: Value::Plain(otherwise), .. },
            ) if then.ty == otherwise.ty && then.ty.as_int().is_none() => {
                let ty = then.ty;
                return Ok(Value::Plain(choose(ty, condition, then, otherwise)));
            }
            operands => operands,
        };
        let (then, otherwise) = (self.number(then)?, self.number(otherwise)?);
        Ok(self.arithmetic(Form::If(condition), vec![then, otherwise]))
    }

    fn arithmetic(self, form: Form, operands: Vec<Typed>) -> Value {
        let wide = Wide { form, operands };
        let narrow = |operand: &Typed| {
            self.promote(operand.int()) != operand.int()
                || operand.is_constant() && operand.int() == self.int()
        };
        // A shift by the width or more is another number at a narrow type where numbers are
        // unbounded, so only the operand itself says that it is meant.
        let constant_shift = wide.is_shift() && wide.operands[0].int() == self.int();
        if wide.operands_to_convert().iter().all(narrow) && !constant_shift {
            return Value::Wide(Box::new(wide));
        }
        let types = wide.operands_to_convert().iter().map(Typed::int);
        let promoted = types.map(|ty| self.promote(ty));
        let ty = promoted.reduce(|a, b| self.usual(a, b)).unwrap_or(self.int());
        Value::Plain(self.compute(wide, ty))
    }

    /// The operation at type `ty`.
    fn compute(self, wide: Wide, ty: IntType) -> Typed {
        let shift = wide.is_shift();
        let mut operands = wide.operands.into_iter().enumerate().map(|(place, operand)| {
            if shift && place == 1 { operand } else { self.convert(operand, ty) }
        });
        let mut next = || operands.next().unwrap_or_else(|| Typed::constant(0, ty));
        let ty = Type::Int(ty);
        match wide.form {
            Form::Unary(op) => {
                Typed::node(ty, [next()], |[operand]| Expr::Unary(op, Box::new(operand)))
            }
            Form::Binary(op) => {
                let (left, right) = (next(), next());
                Typed::node(ty, [left, right], |[left, right]| Expr::binary(op, left, right))
            }
            Form::If(condition) => {
                let (then, otherwise) = (next(), next());
                choose(ty, condition, then, otherwise)
            }
        }
    }
}

impl Wide {
    fn is_shift(&self) -> bool {
        matches!(self.form, Form::Binary(BinaryOp::Shl | BinaryOp::Shr))
    }

    /// The operands that are brought to a common type: of a shift, only the left one.
    fn operands_to_convert(&self) -> &[Typed] {
        if self.is_shift() { &self.operands[..1] } else { &self.operands }
    }
}

fn compare(op: CompareOp, left: Typed, right: Typed) -> Typed {
    Typed::node(Type::Bool, [left, right], |[left, right]| Expr::compare(op, left, right))
}

fn choose(ty: Type, condition: Typed, then: Typed, otherwise: Typed) -> Typed {
    Typed::node(ty, [condition, then, otherwise], |[condition, then, otherwise]| {
        Expr::ite(condition, then, otherwise)
    })
}

fn region_as_number(span: Span) -> Diagnostic {
    Diagnostic::at("preds-type", span, "a region of memory is used as a number")
        .note("an element of it is written region[index]")
}
