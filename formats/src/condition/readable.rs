//! Conditions for people: bounds that follow one another as one, `0 <= x < n`, the lesser side
//! first, and implications, `x == 1 => y == 2`, which C would read otherwise or not at all.

use std::collections::BTreeMap;

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::ScopeId;

use super::print::{Writer, name_in_c};

/// A condition of a valid graph as people write it. It is not C: see [`super::print()`].
pub fn print_readable(cfg: &Cfg, condition: &Expr) -> String {
    Readable { writer: Writer::new(cfg) }.print(condition)
}

/// The same for readers of the C function of an activation, where it is clear which variables are
/// meant: with the names that C has for them there.
pub fn print_readable_in(cfg: &Cfg, condition: &Expr, scope: ScopeId) -> String {
    let (mut names, mut is_clear) = (BTreeMap::new(), true);
    condition.for_each_var(&mut |var| {
        let variable = &cfg.variables[var];
        let is_visible = variable.scope.is_none_or(|own| own == scope);
        let name = name_in_c(variable);
        is_clear &= is_visible && *names.entry(name).or_insert(var) == var;
    });
    let writer = if is_clear { Writer::in_c(cfg) } else { Writer::new(cfg) };
    Readable { writer }.print(condition)
}

struct Readable<'a> {
    writer: Writer<'a>,
}

/// `low <= high` or `low < high`, as text.
struct Bound {
    low: String,
    op: &'static str,
    high: String,
    /// Whether the lower side is a number.
    is_number: bool,
}

impl Readable<'_> {
    fn print(&self, condition: &Expr) -> String {
        match condition {
            Expr::Bool(truth) => truth.to_string(),
            Expr::Or(operands) => match self.implication(operands) {
                Some(text) => text,
                None => operands.iter().map(|one| self.print(one)).collect::<Vec<_>>().join(" || "),
            },
            Expr::And(operands) => self.conjunction(operands).join(" && "),
            Expr::Compare(..) => match self.bound(condition) {
                Some(bound) => chain(&[bound]),
                None => self.exact(condition),
            },
            Expr::Not(_) | Expr::Var(_) => self.exact(condition),
            other => format!("({})", self.exact(other)),
        }
    }

    /// A condition as C has it, but for the way to write the smallest numbers and indices.
    fn exact(&self, condition: &Expr) -> String {
        let mut text = self.writer.print(condition);
        for (bits, least) in [(32, i128::from(i32::MIN)), (64, i128::from(i64::MIN))] {
            text = text.replace(&format!("(i{bits})({least})"), &least.to_string());
        }
        text.replace("[(u64)", "[")
    }

    /// `x == 1 => …` for `x != 1 || …`.
    fn implication(&self, operands: &[Expr]) -> Option<String> {
        let [first, second] = operands else { return None };
        let is_trigger = |one: &Expr| matches!(one, Expr::Compare(CompareOp::Ne, _));
        let (trigger, rest) = match (is_trigger(first), is_trigger(second)) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => return None,
        };
        let rest = match rest {
            Expr::Or(_) => return None,
            rest => self.print(rest),
        };
        Some(format!("{} => {rest}", self.print(&trigger.clone().negate())))
    }

    /// The texts of conditions that hold together; bounds that follow one another are one.
    fn conjunction(&self, operands: &[Expr]) -> Vec<String> {
        let mut texts = Vec::with_capacity(operands.len());
        let mut bounds: Vec<Option<Bound>> = operands.iter().map(|one| self.bound(one)).collect();
        let is_bound: Vec<bool> = bounds.iter().map(Option::is_some).collect();
        for (at, operand) in operands.iter().enumerate() {
            match (bounds[at].take(), operand) {
                (Some(bound), _) => texts.push(chain(&longest(bound, &mut bounds))),
                (None, _) if is_bound[at] => {}
                (None, Expr::Or(_)) => texts.push(format!("({})", self.print(operand))),
                (None, _) => texts.push(self.print(operand)),
            }
        }
        texts
    }

    /// What a comparison says, with the lesser side first.
    fn bound(&self, condition: &Expr) -> Option<Bound> {
        let Expr::Compare(op, operands) = condition else { return None };
        let [left, right] = (**operands).clone();
        let (op, low, high) = match op {
            CompareOp::Le | CompareOp::Lt => (*op, left, right),
            CompareOp::Ge => (CompareOp::Le, right, left),
            CompareOp::Gt => (CompareOp::Lt, right, left),
            CompareOp::Eq | CompareOp::Ne => return None,
        };
        let sign = if op == CompareOp::Le { " <= " } else { " < " };
        let text = self.exact(&Expr::compare(op, low, high));
        let (low, high) = text.split_once(sign)?;
        let is_plain = |side: &str| !side.contains(" < ") && !side.contains(" <= ");
        let digits = low.strip_prefix('-').unwrap_or(low);
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.chars().all(|c| c.is_ascii_alphanumeric());
        let (low, high, op) = (low.to_owned(), high.to_owned(), sign);
        (is_plain(&low) && is_plain(&high)).then_some(Bound { low, op, high, is_number })
    }
}

/// Bounds that follow one another, from one of them on in both directions; they are taken.
fn longest(first: Bound, others: &mut [Option<Bound>]) -> Vec<Bound> {
    let mut all = vec![first];
    loop {
        let (low, high) = (&all[0].low, &all[all.len() - 1].high);
        let mut places = others.iter().enumerate();
        let next = places.find_map(|(at, other)| match other {
            Some(other) if other.high == *low => Some((at, true)),
            Some(other) if other.low == *high => Some((at, false)),
            _ => None,
        });
        let Some((at, is_before)) = next else { return all };
        let place = if is_before { 0 } else { all.len() };
        all.extend(others[at].take());
        if place == 0 {
            all.rotate_right(1);
        }
    }
}

/// `0 <= i < n`; a bound by a number alone has the number last.
fn chain(bounds: &[Bound]) -> String {
    if let [Bound { low, op, high, is_number: true }] = bounds {
        let op = if *op == " <= " { " >= " } else { " > " };
        return format!("{high}{op}{low}");
    }
    let mut text = bounds[0].low.clone();
    for Bound { op, high, .. } in bounds {
        text.push_str(op);
        text.push_str(high);
    }
    text
}
