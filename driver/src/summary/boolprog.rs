//! Summaries of Boolean programs.

use std::collections::HashMap;
use std::fmt::Write as _;

use belnap_formats::boolprog::print_expr;
use belnap_ir::boolprog::{BoolProgram, Dialect, Ident, Name, Procedure, Stmt, StmtKind};

use super::{ROWS, count, rest};

/// What it is, on one line.
pub fn line(program: &BoolProgram) -> String {
    let statements: usize =
        program.procedures.iter().map(|procedure| statements(&procedure.body).len()).sum();
    format!(
        "Boolean program, {} dialect, {}, {}, {}",
        match program.dialect {
            Dialect::Belnap => "our",
            Dialect::Classic => "classic",
        },
        count(program.procedures.len(), "procedure"),
        count(program.globals.len(), "global variable"),
        count(statements, "statement"),
    )
}

/// Dialect, variables, procedures, recursion.
pub fn page(program: &BoolProgram) -> String {
    let mut out = format!("{}\n", line(program));
    out.push_str(match program.dialect {
        Dialect::Belnap => {
            "`*` and `choose` are facts the abstraction lost; `nondet` is a choice\n"
        }
        Dialect::Classic => "`*` and `choose` are choices the program really has\n",
    });
    write_names(&mut out, "", "globals", &program.globals);
    for invariant in program.enforce.iter().take(ROWS) {
        let _ = writeln!(out, "enforce {}", print_expr(invariant));
    }
    match cycle(program) {
        Some(cycle) => {
            let _ = writeln!(out, "recursive: {}", cycle.join(" -> "));
        }
        None => out.push_str("not recursive\n"),
    }
    for procedure in program.procedures.iter().take(ROWS) {
        write_procedure(&mut out, procedure);
    }
    out.push_str(&rest(program.procedures.len(), "procedure"));
    out
}

fn write_procedure(out: &mut String, procedure: &Procedure) {
    let all = statements(&procedure.body);
    let results = match procedure.results {
        0 => "nothing".to_owned(),
        n => count(n as usize, "value"),
    };
    let _ = writeln!(
        out,
        "\n{}: returns {results}, {}",
        procedure.name.name,
        count(all.len(), "statement")
    );
    write_names(out, "  ", "parameters", &procedure.params);
    write_names(out, "  ", "locals", &procedure.locals);
    let labels: Vec<Ident> = all.iter().flat_map(|stmt| stmt.labels.iter().cloned()).collect();
    write_names(out, "  ", "labels", &labels);
    let mut calls: Vec<Ident> = all.iter().filter_map(|stmt| callee(stmt)).cloned().collect();
    calls.dedup();
    write_names(out, "  ", "calls", &calls);
    let asserts = all.iter().filter(|stmt| matches!(stmt.kind, StmtKind::Assert(_))).count();
    if asserts > 0 {
        let _ = writeln!(out, "  {}", count(asserts, "assert"));
    }
}

fn write_names(out: &mut String, indent: &str, what: &str, names: &[Ident]) {
    if names.is_empty() {
        return;
    }
    let shown: Vec<String> = names.iter().take(ROWS).map(|ident| ident.name.to_string()).collect();
    let more = if names.len() > ROWS { ", …" } else { "" };
    let _ = writeln!(out, "{indent}{what}: {}{more}", shown.join(", "));
}

fn callee(stmt: &Stmt) -> Option<&Ident> {
    match &stmt.kind {
        StmtKind::Call { callee, .. } => Some(callee),
        _ => None,
    }
}

/// All statements of a block, nested ones too.
pub fn statements(body: &[Stmt]) -> Vec<&Stmt> {
    let mut found = Vec::new();
    let mut stack: Vec<&Stmt> = body.iter().rev().collect();
    while let Some(stmt) = stack.pop() {
        found.push(stmt);
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                stack.extend(otherwise.iter().flat_map(|block| block.iter().rev()));
                for (_, block) in branches.iter().rev() {
                    stack.extend(block.iter().rev());
                }
            }
            StmtKind::While { body, .. } => stack.extend(body.iter().rev()),
            _ => {}
        }
    }
    found
}

/// Procedures that call each other in a circle, the first one again at the end.
fn cycle(program: &BoolProgram) -> Option<Vec<String>> {
    let calls: HashMap<&Name, Vec<&Name>> = program
        .procedures
        .iter()
        .map(|procedure| {
            let all = statements(&procedure.body);
            let callees = all.iter().filter_map(|stmt| callee(stmt)).map(|ident| &ident.name);
            (&procedure.name.name, callees.collect())
        })
        .collect();
    let mut done: Vec<&Name> = Vec::new();
    for procedure in &program.procedures {
        // A path of callers, each with the number of its callees already followed.
        let mut path: Vec<(&Name, usize)> = vec![(&procedure.name.name, 0)];
        while let Some((name, next)) = path.last_mut() {
            let callee = calls.get(*name).and_then(|callees| callees.get(*next).copied());
            *next += 1;
            let Some(callee) = callee else {
                done.extend(path.pop().map(|(name, _)| name));
                continue;
            };
            if let Some(start) = path.iter().position(|(name, _)| *name == callee) {
                let names = path[start..].iter().map(|(name, _)| name.to_string());
                return Some(names.chain([callee.to_string()]).collect());
            }
            if !done.contains(&callee) {
                path.push((callee, 0));
            }
        }
    }
    None
}
