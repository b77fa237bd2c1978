//! Expressions of graphs as SMT-LIB 2 text.
//!
//! Numbers are bit vectors, or integers in mathematical mode. A variable x of the state before a
//! step is `x` and its number, of the state after it `y` and its number, if the step changes it; of
//! several steps, with the number of the last one that changes it.
//! Regions are only ever read: a read of a region that was written is an expression of reads of
//! variables, by the equations of [`belnap_ir::expr`]. What has no exact translation (operators
//! on the bits of unbounded numbers) is an arbitrary function; a claim that depends on one is
//! *loose*: the answer "impossible" can be trusted, "possible" cannot.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{IntType, Type};

/// Which state of a step, or of several that follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// The one it starts in.
    Before,
    /// The one after so many steps.
    Steps(usize),
    /// The one it ends in.
    After,
}

/// What a step does to variables: each changed one with its new value, `None` if that can be
/// anything.
pub type Effect = BTreeMap<CfgVarId, Option<Expr>>;

/// Declarations and facts of questions about one step, or several.
pub struct Script<'a> {
    cfg: &'a Cfg,
    steps: Vec<Effect>,
    /// Declared symbols with their sorts; those of functions with their arguments.
    declared: BTreeMap<String, String>,
    /// The new values, which questions may quantify over.
    after: BTreeMap<String, String>,
    facts: Vec<String>,
    objects: BTreeSet<ObjectId>,
    /// Names of indices, so that texts do not double.
    indices: usize,
    /// Names of what has no exact translation, or is defined by such.
    loose: BTreeSet<String>,
}

/// Conjunction; constants disappear.
pub fn all(parts: impl IntoIterator<Item = String>) -> String {
    connect("and", "true", "false", parts)
}

/// Disjunction; constants disappear.
pub fn any(parts: impl IntoIterator<Item = String>) -> String {
    connect("or", "false", "true", parts)
}

/// Negation.
pub fn not(part: &str) -> String {
    match part {
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        other => format!("(not {other})"),
    }
}

fn connect(
    op: &str,
    neutral: &str,
    absorbing: &str,
    parts: impl IntoIterator<Item = String>,
) -> String {
    let mut kept: Vec<String> = Vec::new();
    for part in parts {
        if part == absorbing {
            return part;
        }
        if part != neutral {
            kept.push(part);
        }
    }
    match kept.len() {
        0 => neutral.to_owned(),
        1 => kept.remove(0),
        _ => format!("({op} {})", kept.join(" ")),
    }
}

impl<'a> Script<'a> {
    /// Questions about a step with this effect.
    pub fn new(cfg: &'a Cfg, effect: Effect) -> Self {
        Script::along(cfg, vec![effect])
    }

    /// Questions about steps that follow one another.
    pub fn along(cfg: &'a Cfg, steps: Vec<Effect>) -> Self {
        Script {
            cfg,
            steps,
            declared: BTreeMap::new(),
            after: BTreeMap::new(),
            facts: Vec::new(),
            objects: BTreeSet::new(),
            indices: 0,
            loose: BTreeSet::new(),
        }
    }

    /// Whether a step changes a variable that the expression mentions.
    pub fn affects(&self, expr: &Expr) -> bool {
        let mut affected = false;
        expr.for_each_var(&mut |var| affected |= self.changes(var));
        affected
    }

    /// Whether a step changes a variable.
    pub fn changes(&self, var: CfgVarId) -> bool {
        self.last_change(var, When::After).is_some()
    }

    /// Whether a single step makes an equation true by assigning one side to the other.
    pub fn makes_true(&self, expr: &Expr) -> bool {
        let Expr::Compare(CompareOp::Eq, sides) = expr else { return false };
        let [Expr::Var(var), value] = &**sides else { return false };
        let [step] = &self.steps[..] else { return false };
        step.get(var).is_some_and(|new| new.as_ref() == Some(value)) && !self.affects(value)
    }

    /// The last step up to a state that changes a variable, counted from 1, and its new value.
    fn last_change(&self, var: CfgVarId, when: When) -> Option<(usize, &Option<Expr>)> {
        let steps = match when {
            When::Before => 0,
            When::Steps(steps) => steps,
            When::After => self.steps.len(),
        };
        let mut steps = self.steps[..steps].iter().enumerate().rev();
        steps.find_map(|(before, effect)| Some((before + 1, effect.get(&var)?)))
    }

    /// A truth value that can be anything, the same for the same name.
    pub fn free(&mut self, name: String) -> String {
        self.declared.insert(name.clone(), "() Bool".to_owned());
        name
    }

    /// A name for a truth value of the state before or after the step.
    pub fn name(&mut self, name: String, meaning: &Expr, when: When) -> String {
        if self.declared.contains_key(&name) {
            return name;
        }
        let meaning = self.term(meaning, when);
        self.defined(name, &meaning)
    }

    /// A name for a truth value that is text already.
    pub fn defined(&mut self, name: String, meaning: &str) -> String {
        if !self.declared.contains_key(&name) {
            self.define(&name, meaning);
        }
        self.free(name)
    }

    fn define(&mut self, name: &str, meaning: &str) {
        if self.is_loose(meaning) {
            self.loose.insert(name.to_owned());
        }
        self.facts.push(format!("(= {name} {meaning})"));
    }

    /// Whether a claim depends on something without an exact translation.
    pub fn is_loose(&self, claim: &str) -> bool {
        !self.loose.is_empty() && claim.split([' ', '(', ')']).any(|word| self.loose.contains(word))
    }

    /// The new values, to quantify over, with their sorts: `((y1 Int) (y2 Bool))`.
    fn new_values(&self) -> String {
        let all: Vec<String> =
            self.after.iter().map(|(name, sort)| format!("({name} {sort})")).collect();
        format!("({})", all.join(" "))
    }

    /// A whole text: does `claim` hold somewhere?
    pub fn question(&self, claim: &str) -> String {
        let mut text = self.head();
        for (name, sort) in &self.after {
            let _ = writeln!(text, "(declare-fun {name} () {sort})");
        }
        self.assertions(&mut text, claim);
        text
    }

    /// A whole text: does `claim` hold somewhere, and for no new values `avoided`?
    pub fn question_for_all(&self, claim: &str, avoided: &str) -> String {
        let mut text = self.head();
        self.assertions(&mut text, claim);
        let _ = match self.after.is_empty() {
            true => writeln!(text, "(assert {})", not(avoided)),
            false => {
                writeln!(text, "(assert (forall {} {}))", self.new_values(), not(avoided))
            }
        };
        text
    }

    fn head(&self) -> String {
        let mut text = String::new();
        for (name, signature) in &self.declared {
            let _ = writeln!(text, "(declare-fun {name} {signature})");
        }
        let address = self.sort(Type::Int(self.cfg.machine.address()));
        for object in &self.objects {
            let _ = writeln!(text, "(declare-fun a{} () {address})", object.index());
        }
        text
    }

    fn assertions(&self, text: &mut String, claim: &str) {
        self.write_facts(text);
        let _ = writeln!(text, "(assert {claim})");
    }

    fn write_facts(&self, text: &mut String) {
        for fact in self.address_facts().iter().chain(&self.facts) {
            let _ = writeln!(text, "(assert {fact})");
        }
    }

    /// Declarations of the addresses of objects, and what is known of them.
    pub fn addresses(cfg: &'a Cfg, objects: BTreeSet<ObjectId>) -> String {
        let script = Script { objects, ..Script::new(cfg, Effect::new()) };
        let mut text = script.head();
        script.write_facts(&mut text);
        text
    }

    fn is_unbounded(&self) -> bool {
        self.cfg.machine.integers == IntegerMode::Mathematical
    }

    fn sort(&self, ty: Type) -> String {
        match ty {
            Type::Bool => "Bool".to_owned(),
            Type::Int(_) if self.is_unbounded() => "Int".to_owned(),
            Type::Int(int) => format!("(_ BitVec {})", int.bits),
            Type::Array(array) => format!(
                "(Array {} {})",
                self.sort(Type::Int(array.index)),
                self.sort(Type::Int(array.cell))
            ),
        }
    }

    fn number(&self, value: i128, ty: IntType) -> String {
        if self.is_unbounded() {
            return match value < 0 {
                true => format!("(- {})", value.unsigned_abs()),
                false => value.to_string(),
            };
        }
        let bits = u32::from(ty.bits);
        let pattern = value as u128 & (u128::MAX >> (128 - bits));
        format!("(_ bv{pattern} {bits})")
    }

    /// An expression as text.
    pub fn term(&mut self, expr: &Expr, when: When) -> String {
        match expr {
            Expr::Int(value, ty) => self.number(*value, *ty),
            Expr::Bool(value) => value.to_string(),
            Expr::Var(var) => self.variable(*var, when),
            Expr::Address(object) => {
                self.objects.insert(*object);
                format!("a{}", object.index())
            }
            Expr::Unary(op, operand) => {
                let operand = self.term(operand, when);
                match (op, self.is_unbounded()) {
                    (UnaryOp::Neg, true) => format!("(- {operand})"),
                    (UnaryOp::BitNot, true) => format!("(- (- 1) {operand})"),
                    (UnaryOp::Neg, false) => format!("(bvneg {operand})"),
                    (UnaryOp::BitNot, false) => format!("(bvnot {operand})"),
                }
            }
            Expr::Binary(op, operands) => self.binary(*op, operands, when),
            Expr::Compare(op, operands) => self.compare(*op, operands, when),
            Expr::Not(operand) => not(&self.term(operand, when)),
            Expr::And(operands) => {
                let parts: Vec<String> = operands.iter().map(|e| self.term(e, when)).collect();
                all(parts)
            }
            Expr::Or(operands) => {
                let parts: Vec<String> = operands.iter().map(|e| self.term(e, when)).collect();
                any(parts)
            }
            Expr::Cast(ty, operand) => self.cast(*ty, operand, when),
            Expr::If(operands) => {
                let [condition, then, otherwise] = &**operands;
                let condition = self.term(condition, when);
                let (then, otherwise) = (self.term(then, when), self.term(otherwise, when));
                format!("(ite {condition} {then} {otherwise})")
            }
            Expr::Read(operands) => {
                let index = self.term(&operands[1], when);
                self.read_at(&operands[0], &index, when)
            }
            // Regions have no text of their own: they are only read.
            Expr::Write(_) | Expr::Fill(..) | Expr::Splice(_) | Expr::Shift(_) => {
                self.anything(expr)
            }
        }
    }

    fn variable(&mut self, var: CfgVarId, when: When) -> String {
        let sort = self.sort(self.cfg.type_of(var));
        let Some((step, value)) = self.last_change(var, when) else {
            let name = format!("x{}", var.index());
            self.declared.insert(name.clone(), format!("() {sort}"));
            return name;
        };
        let value = value.clone();
        let name = match self.steps.len() {
            1 => format!("y{}", var.index()),
            _ => format!("y{}s{step}", var.index()),
        };
        if self.after.insert(name.clone(), sort).is_none()
            && let Some(value) = value
        {
            let value = self.term(&value, When::Steps(step - 1));
            self.define(&name, &value);
        }
        name
    }

    /// A cell of a region at an index that is text.
    fn read_at(&mut self, region: &Expr, index: &str, when: When) -> String {
        let name = format!("i{}", self.indices);
        self.indices += 1;
        let cell = self.read(region, &name, when);
        format!("(let (({name} {index})) {cell})")
    }

    /// A cell of a region at an index that is a name.
    fn read(&mut self, region: &Expr, index: &str, when: When) -> String {
        match region {
            Expr::Var(var) => match self.last_change(*var, when) {
                Some((step, Some(value))) => {
                    let value = value.clone();
                    self.read(&value, index, When::Steps(step - 1))
                }
                _ => format!("(select {} {index})", self.variable(*var, when)),
            },
            Expr::Write(operands) => {
                let [base, at, value] = &**operands;
                let (at, value) = (self.term(at, when), self.term(value, when));
                let rest = self.read(base, index, when);
                format!("(ite (= {index} {at}) {value} {rest})")
            }
            Expr::Fill(_, value) => self.term(value, when),
            Expr::Splice(operands) => {
                let [base, other, from, length] = &**operands;
                let (from, length) = (self.term(from, when), self.term(length, when));
                let inside = match self.is_unbounded() {
                    true => format!("(and (<= {from} {index}) (< (- {index} {from}) {length}))"),
                    false => format!("(bvult (bvsub {index} {from}) {length})"),
                };
                let other = self.read(other, index, when);
                let base = self.read(base, index, when);
                format!("(ite {inside} {other} {base})")
            }
            Expr::Shift(operands) => {
                let by = self.term(&operands[1], when);
                let plus = if self.is_unbounded() { "+" } else { "bvadd" };
                self.read_at(&operands[0], &format!("({plus} {index} {by})"), when)
            }
            Expr::If(operands) => {
                let [condition, then, otherwise] = &**operands;
                let condition = self.term(condition, when);
                let then = self.read(then, index, when);
                let otherwise = self.read(otherwise, index, when);
                format!("(ite {condition} {then} {otherwise})")
            }
            other => self.anything(other),
        }
    }

    /// A value of which nothing is known.
    fn anything(&mut self, expr: &Expr) -> String {
        let name = format!("any{}", self.declared.len());
        self.loose.insert(name.clone());
        let sort = self.cfg.type_of_expr(expr).map_or_else(|| "Bool".into(), |ty| self.sort(ty));
        self.declared.insert(name.clone(), format!("() {sort}"));
        name
    }

    fn int_type(&self, expr: &Expr) -> IntType {
        self.cfg.type_of_expr(expr).and_then(Type::as_int).unwrap_or(IntType::signed(32))
    }

    fn binary(&mut self, op: BinaryOp, operands: &[Expr; 2], when: When) -> String {
        let ty = self.int_type(&operands[0]);
        let right = self.int_type(&operands[1]);
        let a = self.term(&operands[0], when);
        let b = self.term(&operands[1], when);
        if self.is_unbounded() {
            return self.unbounded_binary(op, &a, &b, ty, &operands[1]);
        }
        let name = match op {
            BinaryOp::Add => "bvadd",
            BinaryOp::Sub => "bvsub",
            BinaryOp::Mul => "bvmul",
            BinaryOp::Div if ty.signed => "bvsdiv",
            BinaryOp::Div => "bvudiv",
            BinaryOp::Rem if ty.signed => "bvsrem",
            BinaryOp::Rem => "bvurem",
            BinaryOp::BitAnd => "bvand",
            BinaryOp::BitOr => "bvor",
            BinaryOp::BitXor => "bvxor",
            BinaryOp::Shl => return format!("(bvshl {a} {})", count(&b, ty, right)),
            BinaryOp::Shr if ty.signed => return format!("(bvashr {a} {})", count(&b, ty, right)),
            BinaryOp::Shr => return format!("(bvlshr {a} {})", count(&b, ty, right)),
        };
        format!("({name} {a} {b})")
    }

    fn unbounded_binary(
        &mut self,
        op: BinaryOp,
        a: &str,
        b: &str,
        ty: IntType,
        right: &Expr,
    ) -> String {
        // SMT-LIB's division never leaves a negative remainder; ours truncates.
        let quotient = || {
            let size = |x: &str| format!("(abs {x})");
            let sizes = format!("(div {} {})", size(a), size(b));
            format!("(ite (= (< {a} 0) (< {b} 0)) {sizes} (- {sizes}))")
        };
        let power = match right {
            Expr::Int(count, _) => Some(*count),
            _ => None,
        };
        let name = match (op, power) {
            (BinaryOp::Add, _) => return format!("(+ {a} {b})"),
            (BinaryOp::Sub, _) => return format!("(- {a} {b})"),
            (BinaryOp::Mul, _) => return format!("(* {a} {b})"),
            (BinaryOp::Div, _) => {
                return format!("(ite (= {b} 0) (ite (< {a} 0) 1 (- 1)) {})", quotient());
            }
            (BinaryOp::Rem, _) => {
                return format!("(ite (= {b} 0) {a} (- {a} (* {b} {})))", quotient());
            }
            (BinaryOp::Shl | BinaryOp::Shr, Some(count)) => {
                let inside = (0..i128::from(ty.bits)).contains(&count).then(|| 1_u128 << count);
                return match (op, inside) {
                    (BinaryOp::Shl, Some(factor)) => format!("(* {a} {factor})"),
                    (_, Some(factor)) => format!("(div {a} {factor})"),
                    (BinaryOp::Shr, None) if ty.signed => format!("(ite (< {a} 0) (- 1) 0)"),
                    (_, None) => "0".to_owned(),
                };
            }
            (BinaryOp::Shl, None) => format!("shl{}", ty.bits),
            (BinaryOp::Shr, None) => format!("shr{ty}"),
            (BinaryOp::BitAnd, _) => "bits-and".to_owned(),
            (BinaryOp::BitOr, _) => "bits-or".to_owned(),
            (BinaryOp::BitXor, _) => "bits-xor".to_owned(),
        };
        self.loose.insert(name.clone());
        self.declared.insert(name.clone(), "(Int Int) Int".to_owned());
        format!("({name} {a} {b})")
    }

    fn compare(&mut self, op: CompareOp, operands: &[Expr; 2], when: When) -> String {
        let signed = self.int_type(&operands[0]).signed;
        let a = self.term(&operands[0], when);
        let b = self.term(&operands[1], when);
        let name = match (op, self.is_unbounded(), signed) {
            (CompareOp::Eq, ..) => "=",
            (CompareOp::Ne, ..) => "distinct",
            (CompareOp::Lt, true, _) => "<",
            (CompareOp::Le, true, _) => "<=",
            (CompareOp::Gt, true, _) => ">",
            (CompareOp::Ge, true, _) => ">=",
            (CompareOp::Lt, false, true) => "bvslt",
            (CompareOp::Le, false, true) => "bvsle",
            (CompareOp::Gt, false, true) => "bvsgt",
            (CompareOp::Ge, false, true) => "bvsge",
            (CompareOp::Lt, false, false) => "bvult",
            (CompareOp::Le, false, false) => "bvule",
            (CompareOp::Gt, false, false) => "bvugt",
            (CompareOp::Ge, false, false) => "bvuge",
        };
        format!("({name} {a} {b})")
    }

    fn cast(&mut self, to: IntType, operand: &Expr, when: When) -> String {
        let from = self.cfg.type_of_expr(operand);
        let a = self.term(operand, when);
        match from {
            Some(Type::Int(_)) if self.is_unbounded() => a,
            Some(Type::Int(from)) => resize(&a, from, to.bits),
            _ => format!("(ite {a} {} {})", self.number(1, to), self.number(0, to)),
        }
    }

    /// What is known of addresses: objects are aligned, lie in the space for them, do not wrap
    /// around, nor does the address behind them, and do not overlap.
    fn address_facts(&self) -> Vec<String> {
        let ty = self.cfg.machine.address();
        let number = |value: u64| self.number(i128::from(value), ty);
        // An object of unknown size has at least one byte.
        let size = |object: &ObjectId| self.cfg.objects[*object].size.unwrap_or(1).max(1);
        let unbounded = self.is_unbounded();
        let space = self.cfg.object_space();
        let largest = (1 << ty.bits) - 1;
        let (plus, less) = if unbounded { ("+", "<") } else { ("bvadd", "bvult") };
        let at = |object: &ObjectId, offset: u64| {
            format!("({plus} a{} {})", object.index(), number(offset))
        };
        let end = |object: &ObjectId| at(object, size(object) - 1);
        let mut facts = Vec::new();
        for (index, object) in self.objects.iter().enumerate() {
            let address = format!("a{}", object.index());
            let space = self.cfg.space_of(*object, &space);
            facts.push(format!("({less} {} {address})", number(space.start as u64 - 1)));
            let align = u64::from(self.cfg.objects[*object].align);
            if align > 1 {
                let rest = if unbounded { "mod" } else { "bvurem" };
                facts.push(format!("(= ({rest} {address} {}) {})", number(align), number(0)));
            }
            // Also the address behind the last byte, which pointers may have, is larger.
            facts.push(format!("({less} {address} {})", at(object, size(object))));
            let behind = space.end.min(largest) as u64;
            facts.push(format!("({less} {} {})", end(object), number(behind)));
            for other in self.objects.iter().take(index) {
                facts.push(format!(
                    "(or ({less} {} a{}) ({less} {} {address}))",
                    end(object),
                    other.index(),
                    end(other)
                ));
            }
        }
        facts
    }
}

/// A bit vector of a type as one of another width.
fn resize(a: &str, from: IntType, bits: u8) -> String {
    match (bits.cmp(&from.bits), from.signed) {
        (std::cmp::Ordering::Equal, _) => a.to_owned(),
        (std::cmp::Ordering::Less, _) => format!("((_ extract {} 0) {a})", bits - 1),
        (_, true) => format!("((_ sign_extend {}) {a})", bits - from.bits),
        (_, false) => format!("((_ zero_extend {}) {a})", bits - from.bits),
    }
}

/// The count of a shift of a `ty`, at its width: one that is too large stays too large.
fn count(count: &str, ty: IntType, own: IntType) -> String {
    if own.bits <= ty.bits {
        return resize(count, IntType::unsigned(own.bits), ty.bits);
    }
    let low = resize(count, IntType::unsigned(own.bits), ty.bits);
    format!(
        "(ite (bvult {count} (_ bv{} {})) {low} (bvnot (_ bv0 {})))",
        ty.bits, own.bits, ty.bits
    )
}

#[cfg(test)]
mod tests;
