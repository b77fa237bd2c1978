//! Classic Boolean programs in our dialect, with the same meaning.
//!
//! In the classic language `*` is a choice the program really has; in ours that is `nondet`, and
//! `choose` becomes `schoose`. What has no exact counterpart is refused: `constrain` and `enforce`
//! bind both halves there and only the may half here, and a quoted name is a plain variable there
//! and a predicate here.

use belnap_ir::boolprog::{BoolProgram, Dialect, Expr, Ident, Stmt, StmtKind};
use belnap_ir::diagnostic::{Diagnostic, Place};

const RULE: &str = "convert-exact";

/// The program in our dialect; a program that is already is returned as it is.
pub fn to_belnap(mut program: BoolProgram) -> Result<BoolProgram, Vec<Diagnostic>> {
    if program.dialect == Dialect::Belnap {
        return Ok(program);
    }
    let mut found = Vec::new();
    let invariants = program.enforce.len()
        + program.procedures.iter().map(|procedure| procedure.enforce.len()).sum::<usize>();
    if invariants > 0 {
        found.push(refusal(
            Place::Whole,
            "`enforce` binds both halves here, but not in our dialect",
        ));
    }
    let locals = program.procedures.iter().flat_map(|one| one.params.iter().chain(&one.locals));
    if let Some(quoted) =
        program.globals.iter().chain(locals).find(|ident: &&Ident| ident.name.is_quoted())
    {
        let message = format!("{} is a plain variable here, but a predicate in ours", quoted.name);
        found.push(refusal(Place::Text(quoted.span), message));
    }
    for procedure in &mut program.procedures {
        convert_block(&mut procedure.body, &mut found);
    }
    program.dialect = Dialect::Belnap;
    if found.is_empty() { Ok(program) } else { Err(found) }
}

fn refusal(place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(RULE, place, message)
        .note("this program cannot be converted to our dialect without changing its meaning")
}

fn convert_block(body: &mut [Stmt], found: &mut Vec<Diagnostic>) {
    for stmt in body {
        match &mut stmt.kind {
            StmtKind::Skip | StmtKind::Goto(_) => {}
            StmtKind::Assign { values, constrain, assume, .. } => {
                values.iter_mut().chain(assume).for_each(convert);
                if constrain.is_some() {
                    let message = "`constrain` binds both halves here, but not in our dialect";
                    found.push(refusal(Place::Text(stmt.span), message));
                }
            }
            StmtKind::Call { args: values, .. }
            | StmtKind::Return(values)
            | StmtKind::Print(values) => values.iter_mut().for_each(convert),
            StmtKind::If { branches, otherwise } => {
                for (condition, block) in branches {
                    convert(condition);
                    convert_block(block, found);
                }
                convert_block(otherwise.as_deref_mut().unwrap_or_default(), found);
            }
            StmtKind::While { condition, body } => {
                convert(condition);
                convert_block(body, found);
            }
            StmtKind::Assert(condition) | StmtKind::Assume(condition) => convert(condition),
        }
    }
}

fn convert(expr: &mut Expr) {
    match expr {
        Expr::Const(_) | Expr::Var(_) | Expr::Next(_) | Expr::Nondet(_) => {}
        Expr::Star(span) => *expr = Expr::Nondet(*span),
        Expr::Choose(q, r) => {
            convert(q);
            convert(r);
            let [q, r] = [q, r].map(|part| std::mem::replace(part, Box::new(Expr::Const(false))));
            *expr = Expr::Schoose(q, r);
        }
        Expr::Not(e) => convert(e),
        Expr::And(operands) | Expr::Or(operands) => operands.iter_mut().for_each(convert),
        Expr::Schoose(a, b) | Expr::Ne(a, b) | Expr::Eq(a, b) | Expr::Implies(a, b) => {
            convert(a);
            convert(b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::to_belnap;
    use belnap_formats::boolprog::{print, read};

    fn converted(text: &str) -> Result<String, Vec<&'static str>> {
        let program = read(text).expect("valid");
        to_belnap(program)
            .map(|program| print(&program))
            .map_err(|found| found.iter().map(|diagnostic| diagnostic.rule).collect())
    }

    #[test]
    fn choices_stay_choices() {
        let text = "decl a; void main() begin a := choose(*, !a); if (?) then skip; fi; end";
        let printed = converted(text).expect("convertible");
        assert!(printed.starts_with("// belnap bp 1\n"));
        assert!(printed.contains("a := schoose[nondet, !a];"), "{printed}");
        assert!(printed.contains("if (nondet) then"), "{printed}");
        assert_eq!(converted(&printed), Ok(printed.clone()));
    }

    #[test]
    fn what_would_change_its_meaning_is_refused() {
        for text in [
            "decl a; void main() begin enforce a; skip; end",
            "decl a; void main() begin a := * constrain 'a != a; end",
            "decl {a > 0}; void main() begin skip; end",
        ] {
            assert_eq!(converted(text), Err(vec!["convert-exact"]), "{text}");
        }
    }
}
