//! Expressions as conditions: casts and suffixes where C's rules would give another type.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

use belnap_ir::c_tokens::{normalise_condition, tokens};
use belnap_ir::cfg::{Cfg, Variable, VariableKind};
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{IntType, Type};
use rustc_hash::FxHashMap;

use super::c_type;
use super::literal;
use super::names::Names;
use super::spelled::may_be_hidden;
use super::typing::Typing;
use crate::cfg::{Reading, exact_text};

/// A condition of a valid graph as text that [`super::parse`] reads back, in whichever activation,
/// as an equivalent expression.
pub fn print(cfg: &Cfg, condition: &Expr) -> String {
    Writer::new(cfg).print(condition)
}

/// A condition as C has it where its variables are visible: with their names there, which
/// [`super::parse`] may read otherwise.
pub fn print_in_c(cfg: &Cfg, condition: &Expr) -> String {
    Writer::in_c(cfg).print(condition)
}

/// Writes conditions of a graph. It knows how [`super::parse`] reads names; their tables are only
/// made where they are needed: where a region has the name of an object, and where one name may
/// hide another.
pub struct Writer<'a> {
    cfg: &'a Cfg,
    names: OnceCell<Names<'a>>,
    /// How variables are written, as far as that is known.
    variables: RefCell<FxHashMap<CfgVarId, String>>,
    /// Whether variables have the names that C has for them where they are visible.
    in_c: bool,
}

impl<'a> Writer<'a> {
    /// One for a valid graph.
    pub fn new(cfg: &'a Cfg) -> Self {
        Writer { cfg, names: OnceCell::new(), variables: RefCell::default(), in_c: false }
    }

    /// One that gives variables the names that C has for them where they are visible.
    pub(super) fn in_c(cfg: &'a Cfg) -> Self {
        Writer { in_c: true, ..Writer::new(cfg) }
    }

    /// A condition as `print` writes it.
    pub fn print(&self, condition: &Expr) -> String {
        let printer = Printer { cfg: self.cfg, typing: Typing::new(self.cfg.machine) };
        exact_text(self.cfg, &printer.explicit(condition), self)
    }

    /// A condition as the name of a predicate.
    pub fn name(&self, condition: &Expr) -> String {
        normalise_condition(&self.print(condition))
    }

    fn names(&self) -> &Names<'a> {
        self.names.get_or_init(|| Names::new(self.cfg))
    }
}

impl Reading for Writer<'_> {
    fn by_element(&self, region: CfgVarId) -> bool {
        self.names().is_by_address(region) == Some(false)
    }

    fn variable(&self, var: CfgVarId) -> Cow<'_, str> {
        if self.in_c {
            return Cow::Borrowed(name_in_c(&self.cfg.variables[var]));
        }
        let spelled = || {
            let name = &self.cfg.variables[var].name;
            match may_be_hidden(self.cfg, name) {
                true => self.names().spelled_variable(var).into_owned(),
                false => name.clone(),
            }
        };
        Cow::Owned(self.variables.borrow_mut().entry(var).or_insert_with(spelled).clone())
    }

    fn object(&self, object: ObjectId) -> Cow<'_, str> {
        let name = &self.cfg.objects[object].name;
        match may_be_hidden(self.cfg, name) {
            true => self.names().spelled_object(object),
            false => Cow::Borrowed(name),
        }
    }
}

/// The name that C has for a variable where it is visible; a region is named like its object.
pub(super) fn name_in_c(variable: &Variable) -> &str {
    let own = || {
        let name = variable.name.rsplit("::").next().unwrap_or(&variable.name);
        name.split('#').next().unwrap_or(name)
    };
    match &variable.c_name {
        Some(name) => name,
        None if variable.kind == VariableKind::Region => own(),
        None => &variable.name,
    }
}

struct Printer<'a> {
    cfg: &'a Cfg,
    typing: Typing,
}

impl Printer<'_> {
    /// The expression with a cast wherever C would compute at another type. A constant in a cast
    /// to its own type is one whose type must show.
    fn explicit(&self, expr: &Expr) -> Expr {
        let mut result = expr.clone();
        for (place, operand) in result.operands_mut().iter_mut().enumerate() {
            *operand = self.explicit(&expr.operands()[place]);
        }
        match &mut result {
            Expr::Binary(BinaryOp::Shl | BinaryOp::Shr, operands) => {
                let [left, count] = &mut **operands;
                if self.literal_type(left) != self.int_type(left) {
                    give_type(left);
                }
                // The count is read as an unsigned number of its own width.
                if matches!(count, Expr::Int(value, ty) if *value < 0 && ty.signed) {
                    give_type(count);
                }
            }
            Expr::Binary(op, operands) => {
                if matches!(op, BinaryOp::Add | BinaryOp::Sub) {
                    operands.iter_mut().for_each(|operand| self.as_number(operand));
                }
                let [left, right] = &mut **operands;
                self.settle(left, right);
            }
            Expr::Compare(_, operands) => {
                let [left, right] = &mut **operands;
                self.settle(left, right);
            }
            Expr::If(operands) => {
                let [_, then, otherwise] = &mut **operands;
                self.settle(then, otherwise);
            }
            Expr::Unary(_, operand) => {
                let ty = self.int_type(operand);
                let narrow = ty.is_some_and(|ty| ty.bits < self.typing.int().bits);
                if !narrow && self.literal_type(operand) != ty {
                    give_type(operand);
                }
            }
            _ => return result,
        }
        match (&result, self.int_type(&result)) {
            (Expr::Compare(..), _) | (_, None) => result,
            (_, Some(ty)) if ty.bits < self.typing.int().bits => Expr::cast(ty, result),
            _ => result,
        }
    }

    /// Makes sure that C computes with two operands at the type they have.
    fn settle(&self, left: &mut Expr, right: &mut Expr) {
        let Some(ty) = self.int_type(left) else { return };
        if ty.bits < self.typing.int().bits {
            return;
        }
        if matches!((&*left, &*right), (Expr::Int(..), Expr::Int(..)))
            && self.literal_type(left) != Some(ty)
        {
            give_type(left);
        }
        for operand in [left, right] {
            let converted =
                self.literal_type(operand).map(|literal| self.typing.usual(ty, literal));
            if converted.is_some_and(|converted| converted != ty) {
                give_type(operand);
            }
        }
    }

    /// Casts a pointer to a number, so that what is added counts bytes.
    fn as_number(&self, operand: &mut Expr) {
        if self.is_pointer(operand) {
            *operand = Expr::cast(self.typing.address(), operand.clone());
        }
    }

    fn is_pointer(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Var(var) => {
                let variable = &self.cfg.variables[*var];
                c_type::pointee(&variable.c_type).is_some()
            }
            Expr::Read(operands) => self.is_pointer(&operands[0]),
            Expr::If(operands) => operands[1..].iter().any(|branch| self.is_pointer(branch)),
            _ => false,
        }
    }

    fn int_type(&self, expr: &Expr) -> Option<IntType> {
        self.cfg.type_of_expr(expr).and_then(Type::as_int)
    }

    /// The type C gives to a constant that is written without one; of another expression, none.
    fn literal_type(&self, expr: &Expr) -> Option<IntType> {
        let Expr::Int(value, ty) = expr else { return self.int_type(expr) };
        let magnitude = if ty.signed { value.unsigned_abs() } else { *value as u128 };
        let text = magnitude.to_string();
        let typed = literal::number(tokens(&text)[0], self.typing).ok()?;
        typed.ty.as_int()
    }
}

/// Makes the type of a constant show.
fn give_type(constant: &mut Expr) {
    if let Expr::Int(_, ty) = constant {
        *constant = Expr::cast(*ty, constant.clone());
    }
}
