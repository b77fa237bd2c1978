//! Conditions of the graph as C expressions that have the same value in every state, and never an
//! undefined one.
//!
//! Graphs compute modulo two to the width at every type. C does so at unsigned types from `int` on,
//! so signed and narrow arithmetic goes through these.

use belnap_ir::cfg::{Cfg, DataModel, IntegerMode, Variable};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::{IntType, Type};

const INT: IntType = IntType::signed(32);

/// Writes conditions of a graph as C.
pub struct Writer<'a> {
    /// The graph.
    pub cfg: &'a Cfg,
    /// Whether a variable's C name means that variable where the condition stands.
    pub is_visible: &'a dyn Fn(CfgVarId) -> bool,
}

impl Writer<'_> {
    /// A truth value; `None` if C has no words for it there.
    pub fn condition(&self, expr: &Expr) -> Option<String> {
        let joined = |operands: &[Expr], sign: &str| {
            let parts: Option<Vec<String>> = operands
                .iter()
                .map(|operand| {
                    let text = self.condition(operand)?;
                    let plain = matches!(operand, Expr::Compare(..) | Expr::Bool(_) | Expr::Not(_));
                    Some(if plain { text } else { format!("({text})") })
                })
                .collect();
            Some(parts?.join(sign))
        };
        match expr {
            Expr::Bool(value) => Some(u8::from(*value).to_string()),
            Expr::Not(operand) => Some(format!("!({})", self.condition(operand)?)),
            Expr::And(operands) => joined(operands, " && "),
            Expr::Or(operands) => joined(operands, " || "),
            Expr::Compare(op, operands) => self.comparison(*op, operands),
            Expr::If(operands) => {
                let [condition, then, otherwise] = &**operands;
                let all = [condition, then, otherwise].map(|operand| self.condition(operand));
                let [Some(condition), Some(then), Some(otherwise)] = all else { return None };
                Some(format!("(({condition}) ? ({then}) : ({otherwise}))"))
            }
            _ => None,
        }
    }

    fn comparison(&self, op: CompareOp, operands: &[Expr; 2]) -> Option<String> {
        let sign = op.symbol();
        let [left, right] = operands;
        if self.cfg.type_of_expr(left)? == Type::Bool {
            return Some(format!(
                "({}) {sign} ({})",
                self.condition(left)?,
                self.condition(right)?
            ));
        }
        Some(format!("{} {sign} {}", self.number(left)?, self.number(right)?))
    }

    /// A number that binds more tightly than any binary operator. Its type is that of the graph
    /// from `int` on; of a narrower number only the value is the same.
    fn number(&self, expr: &Expr) -> Option<String> {
        let Type::Int(ty) = self.cfg.type_of_expr(expr)? else { return None };
        match expr {
            Expr::Int(value, ty) => literal(*value, *ty),
            Expr::Var(var) => self.variable(*var),
            Expr::Cast(to, operand) => {
                let operand = match self.cfg.type_of_expr(operand)? {
                    Type::Bool => format!("({})", self.condition(operand)?),
                    _ => self.number(operand)?,
                };
                Some(format!("({}){operand}", type_name(*to)?))
            }
            Expr::Unary(op, operand) => {
                let sign = if *op == UnaryOp::Neg { "-" } else { "~" };
                let operand = self.modular(operand, ty)?;
                self.convert(format!("{sign}{operand}"), ty)
            }
            Expr::Binary(op, operands) => self.arithmetic(*op, operands, ty),
            Expr::If(operands) => {
                let [condition, then, otherwise] = &**operands;
                let condition = self.condition(condition)?;
                Some(format!(
                    "(({condition}) ? {} : {})",
                    self.number(then)?,
                    self.number(otherwise)?
                ))
            }
            _ => None,
        }
    }

    fn arithmetic(&self, op: BinaryOp, operands: &[Expr; 2], ty: IntType) -> Option<String> {
        let [left, right] = operands;
        let constant = match right {
            Expr::Int(value, _) => Some(*value),
            _ => None,
        };
        let plain =
            |sign: &str| Some(format!("({} {sign} {})", self.number(left)?, self.number(right)?));
        let modular = |sign: &str| {
            let (left, right) = (self.modular(left, ty)?, self.modular(right, ty)?);
            self.convert(format!("({left} {sign} {right})"), ty)
        };
        match op {
            BinaryOp::Add => modular("+"),
            BinaryOp::Sub => modular("-"),
            BinaryOp::Mul => modular("*"),
            BinaryOp::BitAnd => plain("&"),
            BinaryOp::BitOr => plain("|"),
            BinaryOp::BitXor => plain("^"),
            BinaryOp::Div if !matches!(constant?, 0 | -1) => plain("/"),
            BinaryOp::Rem if !matches!(constant?, 0 | -1) => plain("%"),
            BinaryOp::Shl if (0..i128::from(ty.bits)).contains(&constant?) => {
                let left = self.modular(left, ty)?;
                self.convert(format!("({left} << {})", constant?), ty)
            }
            BinaryOp::Shr if (0..i128::from(ty.bits)).contains(&constant?) => {
                Some(format!("({} >> {})", self.number(left)?, constant?))
            }
            _ => None,
        }
    }

    /// An operand of arithmetic at a type, as a number that C computes with modulo two to its
    /// width.
    fn modular(&self, operand: &Expr, ty: IntType) -> Option<String> {
        let wide = IntType::unsigned(ty.bits.max(INT.bits));
        match operand {
            _ if self.is_modular(ty) => self.number(operand),
            Expr::Int(value, _) => literal(wide.wrap(*value), wide),
            _ => Some(format!("({}){}", type_name(wide)?, self.number(operand)?)),
        }
    }

    /// The result of such arithmetic.
    fn convert(&self, text: String, ty: IntType) -> Option<String> {
        if self.is_modular(ty) { Some(text) } else { Some(format!("({}){text}", type_name(ty)?)) }
    }

    fn is_modular(&self, ty: IntType) -> bool {
        let unbounded = self.cfg.machine.integers == IntegerMode::Mathematical;
        unbounded || (!ty.signed && ty.bits >= INT.bits)
    }

    fn variable(&self, var: CfgVarId) -> Option<String> {
        let variable = &self.cfg.variables[var];
        let name = variable.c_name.as_deref().filter(|name| is_place(name))?;
        if !(self.is_visible)(var) {
            return None;
        }
        if variable.c_type.contains('*') {
            return Some(format!("({}){name}", address_type(self.cfg.machine.data_model)));
        }
        is_integer(variable).then(|| name.to_owned())
    }
}

/// The first name of a place: `s` of `s.f[3]`.
pub fn root(c_name: &str) -> &str {
    c_name.split(['.', '[']).next().unwrap_or(c_name)
}

/// Whether a name is what C calls a variable, a member or an element.
fn is_place(name: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    name.split('.').all(|part| {
        let (word, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        let mut indices = indices.split_terminator(']');
        is_word(word)
            && indices.all(|index| {
                index.strip_prefix('[').is_some_and(|digits| digits.parse::<u64>().is_ok())
            })
    })
}

/// Whether C would compute with this number as the graph does.
fn is_integer(variable: &Variable) -> bool {
    let (signed, bits) = match variable.ty {
        Type::Int(ty) => (ty.signed, ty.bits),
        _ => return false,
    };
    match variable.c_type.as_str() {
        "_Bool" | "unsigned char" => !signed && bits == 8,
        "char" | "signed char" => signed && bits == 8,
        "short" => signed && bits == 16,
        "unsigned short" => !signed && bits == 16,
        "int" => signed && bits == 32,
        "unsigned int" => !signed && bits == 32,
        "long" | "long long" => signed && bits >= 32,
        "unsigned long" | "unsigned long long" => !signed && bits >= 32,
        other => other.starts_with("enum") && bits == 32,
    }
}

fn address_type(model: DataModel) -> &'static str {
    if model == DataModel::ILP32 { "unsigned int" } else { "unsigned long long" }
}

fn type_name(ty: IntType) -> Option<&'static str> {
    Some(match (ty.bits, ty.signed) {
        (8, true) => "signed char",
        (8, false) => "unsigned char",
        (16, true) => "short",
        (16, false) => "unsigned short",
        (32, true) => "int",
        (32, false) => "unsigned int",
        (64, true) => "long long",
        (64, false) => "unsigned long long",
        _ => return None,
    })
}

fn literal(value: i128, ty: IntType) -> Option<String> {
    let suffix = match (ty.bits, ty.signed) {
        (64, true) => "LL",
        (64, false) => "ULL",
        (32, false) => "U",
        (..=32, _) => "",
        _ => return None,
    };
    // The smallest number is not a literal of its type.
    Some(match value {
        _ if ty.bits >= 32 && value < 0 && value == ty.wrap(1 << (ty.bits - 1)) => {
            format!("(-{}{suffix} - 1)", -(value + 1))
        }
        ..0 => format!("(-{}{suffix})", -value),
        _ => format!("{value}{suffix}"),
    })
}
