//! Conditions for people: bounds of one term as an interval, `0 <= x <= 2`, which C would read
//! otherwise.

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{CompareOp, Expr};

use super::print::Writer;

/// A condition of a valid graph as people write it. It is not C: see [`super::print()`].
pub fn print_readable(cfg: &Cfg, condition: &Expr) -> String {
    Readable { writer: Writer::new(cfg) }.print(condition)
}

struct Readable<'a> {
    writer: Writer<'a>,
}

impl Readable<'_> {
    fn print(&self, condition: &Expr) -> String {
        match condition {
            Expr::Bool(truth) => truth.to_string(),
            Expr::Or(operands) => {
                operands.iter().map(|one| self.print(one)).collect::<Vec<_>>().join(" || ")
            }
            Expr::And(operands) => self.conjunction(operands).join(" && "),
            Expr::Compare(..) | Expr::Not(_) | Expr::Var(_) => self.writer.print(condition),
            other => format!("({})", self.writer.print(other)),
        }
    }

    fn conjunction(&self, operands: &[Expr]) -> Vec<String> {
        let mut texts = Vec::with_capacity(operands.len());
        let mut is_said = vec![false; operands.len()];
        for (at, operand) in operands.iter().enumerate() {
            if is_said[at] {
                continue;
            }
            let later = (at + 1..operands.len()).filter(|later| !is_said[*later]);
            let chain = later
                .filter_map(|later| Some((later, self.interval(operand, &operands[later])?)))
                .next();
            texts.push(match (chain, operand) {
                (Some((later, text)), _) => {
                    is_said[later] = true;
                    text
                }
                (None, Expr::Or(_)) => format!("({})", self.print(operand)),
                (None, _) => self.print(operand),
            });
        }
        texts
    }

    /// Two bounds of one term, one from below and one from above, in either order.
    fn interval(&self, one: &Expr, other: &Expr) -> Option<String> {
        let (lower, upper) = match (bound(one)?, bound(other)?) {
            (Bound::Lower(lower), Bound::Upper) => (lower, other),
            (Bound::Upper, Bound::Lower(lower)) => (lower, one),
            _ => return None,
        };
        let lower = self.writer.print(&lower);
        let (_, term) = lower.split_once(" <= ").or_else(|| lower.split_once(" < "))?;
        let upper = self.writer.print(upper);
        let end = upper.strip_prefix(term)?;
        (end.starts_with(" <= ") || end.starts_with(" < ")).then(|| format!("{lower}{end}"))
    }
}

/// What a comparison says of its left side.
enum Bound {
    /// `x >= a`, written as `a <= x`.
    Lower(Expr),
    Upper,
}

fn bound(condition: &Expr) -> Option<Bound> {
    let Expr::Compare(op, operands) = condition else { return None };
    let turned = |op| {
        let [left, right] = (**operands).clone();
        Bound::Lower(Expr::compare(op, right, left))
    };
    match op {
        CompareOp::Ge => Some(turned(CompareOp::Le)),
        CompareOp::Gt => Some(turned(CompareOp::Lt)),
        CompareOp::Le | CompareOp::Lt => Some(Bound::Upper),
        CompareOp::Eq | CompareOp::Ne => None,
    }
}
