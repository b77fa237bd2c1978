//! Classic Boolean programs in our dialect, with the same meaning.
//!
//! In the classic language `*` is a choice the program really has; in ours that is `nondet`, and
//! `choose` becomes `schoose`. What has no exact counterpart is refused: `constrain` and `enforce`
//! bind both halves there and only the may half here, and a quoted name is a plain variable there
//! and a predicate here. A labelled `return` or `assert(F)` is a step there and the end itself
//! here.

use std::collections::HashSet;

use belnap_ir::boolprog::{BoolProgram, Dialect, Expr, Ident, Name, Stmt, StmtKind};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::span::Span;

const RULE: &str = "convert-exact";

/// The program in our dialect; a program that is already is returned as it is.
///
/// # Errors
/// What has no exact counterpart in our dialect.
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
        let mut labels = HashSet::new();
        gather_labels(&procedure.body, &mut labels);
        let in_main = procedure.name.name == Name::Plain("main".to_owned());
        keep_last_steps(&mut procedure.body, in_main, &mut labels);
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

fn gather_labels(body: &[Stmt], labels: &mut HashSet<Name>) {
    for stmt in body {
        labels.extend(stmt.labels.iter().map(|label| label.name.clone()));
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                let blocks = branches.iter().map(|(_, block)| block);
                blocks.chain(otherwise).for_each(|block| gather_labels(block, labels));
            }
            StmtKind::While { body, .. } => gather_labels(body, labels),
            _ => {}
        }
    }
}

/// Puts a step before each labelled end: `L: return` becomes `L: skip; ended: return`.
fn keep_last_steps(body: &mut Vec<Stmt>, in_main: bool, labels: &mut HashSet<Name>) {
    for at in (0..body.len()).rev() {
        let labelled = !body[at].labels.is_empty();
        match &mut body[at].kind {
            StmtKind::Assert(e) if labelled && *e == Expr::Const(false) => {
                *e = Expr::Not(Box::new(Expr::Const(true)));
            }
            StmtKind::Return(values) if labelled && in_main && values.is_empty() => {
                let name = fresh_label(labels);
                let ended = vec![Ident { name, span: Span::default() }];
                let before = std::mem::replace(&mut body[at].labels, ended);
                let span = body[at].span;
                let kind = StmtKind::Skip;
                let step = Stmt { labels: before, kind, action: None, origin: None, span };
                body.insert(at, step);
            }
            StmtKind::If { branches, otherwise } => {
                let blocks = branches.iter_mut().map(|(_, block)| block);
                blocks.chain(otherwise).for_each(|block| keep_last_steps(block, in_main, labels));
            }
            StmtKind::While { body, .. } => keep_last_steps(body, in_main, labels),
            _ => {}
        }
    }
}

fn fresh_label(labels: &mut HashSet<Name>) -> Name {
    let mut name = Name::Plain("ended".to_owned());
    let mut number = 2;
    while !labels.insert(name.clone()) {
        name = Name::Plain(format!("ended{number}"));
        number += 1;
    }
    name
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

    fn convert(text: &str) -> Result<String, Vec<&'static str>> {
        let program = read(text).expect("valid");
        to_belnap(program)
            .map(|program| print(&program))
            .map_err(|found| found.iter().map(|diagnostic| diagnostic.rule).collect())
    }

    #[test]
    fn choices_stay_choices() {
        let text = "decl a; void main() begin a := choose(*, !a); if (?) then skip; fi; end";
        let printed = convert(text).expect("convertible");
        assert!(printed.starts_with("// belnap bp 1\n"));
        assert!(printed.contains("a := schoose[nondet, !a];"), "{printed}");
        assert!(printed.contains("if (nondet) then"), "{printed}");
        assert_eq!(convert(&printed), Ok(printed.clone()));
    }

    #[test]
    fn labelled_ends_stay_steps() {
        let text = "void main() begin if (*) then L: return; fi; ended: assert(F); end \
                    void f() begin L: return; end";
        let printed = convert(text).expect("convertible");
        assert!(printed.contains("L:      skip;\n"), "{printed}");
        assert!(printed.contains("ended2: return;\n"), "{printed}");
        assert!(printed.contains("ended: assert(!true);\n"), "{printed}");
        assert!(printed.contains("L: return;\n"), "{printed}");
    }

    #[test]
    fn what_would_change_its_meaning_is_refused() {
        for text in [
            "decl a; void main() begin enforce a; skip; end",
            "decl a; void main() begin a := * constrain 'a != a; end",
            "decl {a > 0}; void main() begin skip; end",
        ] {
            assert_eq!(convert(text), Err(vec!["convert-exact"]), "{text}");
        }
    }
}
