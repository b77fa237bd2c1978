//! Expressions of control-flow graphs: typed, total and without side effects.
//!
//! # Meaning
//! Every expression has a value in every state; what C leaves undefined is kept out by guards that
//! the frontend puts before it, or made `unknown`.
//! * Arithmetic is modulo two to the width (in integer mode `mathematical`: on unbounded numbers,
//!   where casts between integer types change nothing).
//! * Division truncates towards zero. `x / 0` is -1 (all bits set) if x is not negative, else 1;
//!   `x % 0` is x; the smallest number divided by -1 is itself, with remainder 0.
//! * The count of a shift is read as an unsigned number of its own width; counts not below the
//!   width of the left operand shift everything out (zeros, or copies of the sign for `>>` on a
//!   signed type). The two operands may have different types; the result has that of the left.
//! * A cast keeps the value modulo two to the target's width: it extends by the *source's*
//!   signedness. A truth value becomes 1 or 0.
//! * A region is a total function; reading never fails. `write` replaces one cell, `fill` is the
//!   same value everywhere, `splice(a, b, from, length)` is b on the indices i for which
//!   `i - from < length` (unsigned, modulo the index width) and a elsewhere, and
//!   `shift(a, by)` is the function that maps i to `a[i + by]` (modulo the index width).
//!   A read of any of these is an expression of reads of variables:
//!   `write(a,j,v)[i] = i == j ? v : a[i]`, `fill(v)[i] = v`,
//!   `splice(a,b,f,n)[i] = i - f < n ? b[i] : a[i]`, `shift(a,d)[i] = a[i + d]`.
//! * `addr(o)` is the address of the first byte of object o: an unknown constant. Addresses of
//!   distinct objects are such that the objects do not overlap and lie in what the machine has for
//!   them ([`crate::cfg::Cfg::object_space`]): they do not contain address 0 and do not wrap
//!   around, and the address behind an object is larger than its own.

use crate::ids::{CfgVarId, ObjectId};
use crate::types::{ArrayType, IntType, Type};

/// Operators on numbers of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
}

impl BinaryOp {
    /// All of them.
    pub const ALL: [BinaryOp; 10] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::Shl,
        BinaryOp::Shr,
        BinaryOp::BitAnd,
        BinaryOp::BitOr,
        BinaryOp::BitXor,
    ];

    /// As C, and our formats, write it.
    pub const fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
        }
    }
}

/// Comparisons of numbers of one type; `==` and `!=` of truth values too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl CompareOp {
    /// All of them.
    pub const ALL: [CompareOp; 6] =
        [CompareOp::Eq, CompareOp::Ne, CompareOp::Lt, CompareOp::Le, CompareOp::Gt, CompareOp::Ge];

    /// The comparison that is true exactly where this is false.
    #[must_use]
    pub const fn negate(self) -> Self {
        match self {
            CompareOp::Eq => CompareOp::Ne,
            CompareOp::Ne => CompareOp::Eq,
            CompareOp::Lt => CompareOp::Ge,
            CompareOp::Le => CompareOp::Gt,
            CompareOp::Gt => CompareOp::Le,
            CompareOp::Ge => CompareOp::Lt,
        }
    }

    /// The comparison with its operands exchanged: `b op a` for `a op b`.
    #[must_use]
    pub const fn mirror(self) -> Self {
        match self {
            CompareOp::Eq | CompareOp::Ne => self,
            CompareOp::Lt => CompareOp::Gt,
            CompareOp::Le => CompareOp::Ge,
            CompareOp::Gt => CompareOp::Lt,
            CompareOp::Ge => CompareOp::Le,
        }
    }

    /// Whether it is true of two numbers, or of anything ordered.
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            CompareOp::Eq => left == right,
            CompareOp::Ne => left != right,
            CompareOp::Lt => left < right,
            CompareOp::Le => left <= right,
            CompareOp::Gt => left > right,
            CompareOp::Ge => left >= right,
        }
    }

    /// As C, and our formats, write it.
    pub const fn symbol(self) -> &'static str {
        match self {
            CompareOp::Eq => "==",
            CompareOp::Ne => "!=",
            CompareOp::Lt => "<",
            CompareOp::Le => "<=",
            CompareOp::Gt => ">",
            CompareOp::Ge => ">=",
        }
    }
}

/// Unary operators on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `~`
    BitNot,
}

impl UnaryOp {
    /// As C, and our formats, write it.
    pub const fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::BitNot => "~",
        }
    }
}

/// An expression; at most [`Expr::MAX_DEPTH`] deep in a valid graph, so that walks may recurse.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expr {
    /// A number; a value of its type.
    Int(i128, IntType),
    /// A truth value.
    Bool(bool),
    /// A variable.
    Var(CfgVarId),
    /// The address of an object, of the machine's address type.
    Address(ObjectId),
    /// An operator on a number.
    Unary(UnaryOp, Box<Expr>),
    /// An operator on two numbers of one type (shifts: of any two types).
    Binary(BinaryOp, Box<[Expr; 2]>),
    /// A comparison.
    Compare(CompareOp, Box<[Expr; 2]>),
    /// `!` of a truth value.
    Not(Box<Expr>),
    /// Conjunction of two or more truth values.
    And(Vec<Expr>),
    /// Disjunction of two or more truth values.
    Or(Vec<Expr>),
    /// A number or truth value as a number of the given type.
    Cast(IntType, Box<Expr>),
    /// `condition ? then : otherwise`, of numbers, truth values or regions of one type.
    If(Box<[Expr; 3]>),
    /// Cell of a region: region, index.
    Read(Box<[Expr; 2]>),
    /// A region with one cell replaced: region, index, value.
    Write(Box<[Expr; 3]>),
    /// A region with the same value in each cell.
    Fill(ArrayType, Box<Expr>),
    /// The first region with cells replaced by the second's: base, other, from, length; `from`
    /// and `length` are of the index type.
    Splice(Box<[Expr; 4]>),
    /// A region moved: region, by (of the index type).
    Shift(Box<[Expr; 2]>),
}

impl Expr {
    /// Deepest nesting of a valid graph's expressions; a variable has depth 1.
    pub const MAX_DEPTH: usize = 100;

    /// The variable `var`.
    pub const fn var(var: CfgVarId) -> Self {
        Expr::Var(var)
    }

    /// The number of type `ty` congruent to `value`.
    pub const fn int(value: i128, ty: IntType) -> Self {
        Expr::Int(ty.wrap(value), ty)
    }

    /// `left op right`
    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Self {
        Expr::Binary(op, Box::new([left, right]))
    }

    /// `left op right`
    pub fn compare(op: CompareOp, left: Expr, right: Expr) -> Self {
        Expr::Compare(op, Box::new([left, right]))
    }

    /// `region[index]`
    pub fn read(region: Expr, index: Expr) -> Self {
        Expr::Read(Box::new([region, index]))
    }

    /// `region` with `value` at `index`.
    pub fn write(region: Expr, index: Expr, value: Expr) -> Self {
        Expr::Write(Box::new([region, index, value]))
    }

    /// `condition ? then : otherwise`
    pub fn ite(condition: Expr, then: Expr, otherwise: Expr) -> Self {
        Expr::If(Box::new([condition, then, otherwise]))
    }

    /// `(ty) operand`
    pub fn cast(ty: IntType, operand: Expr) -> Self {
        Expr::Cast(ty, Box::new(operand))
    }

    /// The negation of a truth value, pushed into constants, comparisons and negations.
    #[must_use]
    pub fn negate(self) -> Self {
        match self {
            Expr::Bool(value) => Expr::Bool(!value),
            Expr::Not(operand) => *operand,
            Expr::Compare(op, operands) => Expr::Compare(op.negate(), operands),
            other => Expr::Not(Box::new(other)),
        }
    }

    /// The direct operands.
    pub fn operands(&self) -> &[Expr] {
        match self {
            Expr::Int(..) | Expr::Bool(_) | Expr::Var(_) | Expr::Address(_) => &[],
            Expr::Unary(_, operand)
            | Expr::Not(operand)
            | Expr::Cast(_, operand)
            | Expr::Fill(_, operand) => std::slice::from_ref(&**operand),
            Expr::Binary(_, operands)
            | Expr::Compare(_, operands)
            | Expr::Read(operands)
            | Expr::Shift(operands) => &operands[..],
            Expr::If(operands) | Expr::Write(operands) => &operands[..],
            Expr::Splice(operands) => &operands[..],
            Expr::And(operands) | Expr::Or(operands) => operands,
        }
    }

    /// Adds the objects whose addresses occur in the expression, each once.
    pub fn collect_objects(&self, objects: &mut Vec<ObjectId>) {
        if let Expr::Address(object) = self
            && !objects.contains(object)
        {
            objects.push(*object);
        }
        self.operands().iter().for_each(|operand| operand.collect_objects(objects));
    }

    /// The direct operands, to change.
    pub fn operands_mut(&mut self) -> &mut [Expr] {
        match self {
            Expr::Int(..) | Expr::Bool(_) | Expr::Var(_) | Expr::Address(_) => &mut [],
            Expr::Unary(_, operand)
            | Expr::Not(operand)
            | Expr::Cast(_, operand)
            | Expr::Fill(_, operand) => std::slice::from_mut(&mut **operand),
            Expr::Binary(_, operands)
            | Expr::Compare(_, operands)
            | Expr::Read(operands)
            | Expr::Shift(operands) => &mut operands[..],
            Expr::If(operands) | Expr::Write(operands) => &mut operands[..],
            Expr::Splice(operands) => &mut operands[..],
            Expr::And(operands) | Expr::Or(operands) => operands,
        }
    }

    /// Calls `visit` for each variable, once per occurrence.
    pub fn for_each_var(&self, visit: &mut impl FnMut(CfgVarId)) {
        if let Expr::Var(var) = self {
            visit(*var);
        }
        for operand in self.operands() {
            operand.for_each_var(visit);
        }
    }

    /// Whether it mentions one of certain variables.
    pub fn mentions(&self, which: &dyn Fn(CfgVarId) -> bool) -> bool {
        match self {
            Expr::Var(var) => which(*var),
            _ => self.operands().iter().any(|operand| operand.mentions(which)),
        }
    }

    /// Nesting depth.
    pub fn depth(&self) -> usize {
        1 + self.operands().iter().map(Expr::depth).max().unwrap_or(0)
    }

    /// The type of a well-typed expression.
    ///
    /// `var_type` gives the types of variables, `address` that of addresses. On an ill-typed
    /// expression the answer is some type or `None`; the validator checks typing.
    pub fn type_of(&self, var_type: &impl Fn(CfgVarId) -> Type, address: IntType) -> Option<Type> {
        match self {
            Expr::Int(_, ty) | Expr::Cast(ty, _) => Some(Type::Int(*ty)),
            Expr::Bool(_) | Expr::Compare(..) | Expr::Not(_) | Expr::And(_) | Expr::Or(_) => {
                Some(Type::Bool)
            }
            Expr::Var(var) => Some(var_type(*var)),
            Expr::Address(_) => Some(Type::Int(address)),
            Expr::Unary(_, operand) => operand.type_of(var_type, address),
            Expr::Binary(_, operands) | Expr::Shift(operands) => {
                operands[0].type_of(var_type, address)
            }
            Expr::If(operands) => operands[1].type_of(var_type, address),
            Expr::Read(operands) => operands[0]
                .type_of(var_type, address)
                .and_then(Type::as_array)
                .map(|array| Type::Int(array.cell)),
            Expr::Write(operands) => operands[0].type_of(var_type, address),
            Expr::Splice(operands) => operands[0].type_of(var_type, address),
            Expr::Fill(ty, _) => Some(Type::Array(*ty)),
        }
    }
}
