//! Printing and reading Boolean programs are inverse to each other, for random programs of both
//! dialects.

use belnap_formats::boolprog::{print, print_classic, print_expr, read};
use belnap_ir::boolprog::{
    BoolProgram, Dialect, Expr, Ident, Name, Origin, Procedure, Stmt, StmtKind,
};
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::span::{SourceLine, Span};
use proptest::prelude::*;

const GLOBALS: [&str; 6] = ["g", "$b0", "x-y#1", "{x > 0}", "{a[i]->next == 0}", "{c == '}'}"];
const LOCALS: [&str; 6] =
    ["l", "g", "{x > 0}", "{s == \"{\" || f(x, y)}", "main$x", "{main::x#2 <= f()#2}"];
const TEXTS: [&str; 6] = ["y = y - 1", "e4 is text", "a.c:3", "two  blanks", "//@ e3", "tab\there"];
const FILES: [&str; 4] = ["fig1.c", "my file.c", "dir/a:b.c", "e4"];

/// Decisions of the generator; all zero once the random numbers run out, which ends recursion.
struct Decisions {
    numbers: std::vec::IntoIter<u32>,
    dialect: Dialect,
    scope: Vec<Ident>,
    labels: usize,
}

impl Decisions {
    fn below(&mut self, n: usize) -> usize {
        self.numbers.next().map_or(0, |number| number as usize % n)
    }

    fn subset(&mut self, names: &[&str]) -> Vec<Ident> {
        names.iter().filter(|_| self.below(2) == 1).map(|name| ident(name)).collect()
    }

    fn leaf(&mut self) -> Expr {
        match self.below(5) {
            0 => Expr::Const(true),
            1 => Expr::Const(false),
            2 => Expr::Star(Span::default()),
            3 if self.dialect == Dialect::Belnap => Expr::Nondet(Span::default()),
            _ => self.variable().map_or(Expr::Const(true), Expr::Var),
        }
    }

    fn variable(&mut self) -> Option<Ident> {
        let index = self.below(self.scope.len().max(1));
        self.scope.get(index).cloned()
    }

    fn expr(&mut self, depth: usize, primes: bool) -> Expr {
        if depth == 0 {
            return self.leaf();
        }
        let kind = self.below(12);
        let mut part = || Box::new(self.expr(depth - 1, primes));
        match kind {
            1 => Expr::Not(part()),
            2 => Expr::Ne(part(), part()),
            3 => Expr::Eq(part(), part()),
            4 => Expr::Implies(part(), part()),
            5 => Expr::Choose(part(), part()),
            6 => Expr::Schoose(part(), part()),
            7 => Expr::And(vec![*part(), *part(), *part()]),
            8 => Expr::And(vec![*part(), *part()]),
            9 => Expr::Or(vec![*part(), *part(), *part()]),
            10 => Expr::Or(vec![*part(), *part()]),
            11 if primes => self.variable().map_or(Expr::Const(false), Expr::Next),
            _ => self.leaf(),
        }
    }

    fn exprs(&mut self, count: usize) -> Vec<Expr> {
        (0..count).map(|_| self.expr(2, false)).collect()
    }

    fn targets(&mut self, at_most: usize) -> Vec<Option<Ident>> {
        let mut targets: Vec<Option<Ident>> = Vec::new();
        for _ in 0..=self.below(at_most) {
            let target = self.variable().filter(|target| !targets.contains(&Some(target.clone())));
            targets.push(target);
        }
        targets
    }

    fn origin(&mut self) -> Option<Origin> {
        if self.dialect == Dialect::Classic || self.below(3) == 0 {
            return None;
        }
        let edge = (self.below(2) == 1).then(|| CfgEdgeId(self.below(1000) as u32));
        let source = (self.below(2) == 1).then(|| SourceLine {
            file: FILES[self.below(FILES.len())].to_owned(),
            line: 1 + self.below(99) as u32,
        });
        let text = (self.below(2) == 1).then(|| TEXTS[self.below(TEXTS.len())].to_owned());
        let origin = Origin { edge, source, text };
        (origin != Origin::default()).then_some(origin)
    }

    fn block(&mut self, depth: usize, results: u32) -> Vec<Stmt> {
        (0..self.below(5)).map(|_| self.stmt(depth, results)).collect()
    }

    fn stmt(&mut self, depth: usize, results: u32) -> Stmt {
        let mut labels = Vec::new();
        for _ in 0..self.below(4).saturating_sub(1) {
            let name = ["L", "long_label_of_a_person_", ""][self.below(3)];
            labels.push(ident(&format!("{name}{}", self.labels)));
            self.labels += 1;
        }
        let kind = match self.below(12) {
            1 => StmtKind::Goto(Vec::new()),
            2 => {
                let targets = self.targets(3);
                let values = self.exprs(targets.len());
                let constrain = (self.below(3) == 1).then(|| self.expr(3, true));
                let guarded = self.dialect == Dialect::Belnap && self.below(3) == 1;
                let assume = guarded.then(|| self.expr(3, false));
                StmtKind::Assign { targets, values, constrain, assume }
            }
            3 => {
                let mut targets = self.targets(2);
                targets.resize(2, None);
                StmtKind::Call { targets, callee: ident("f"), args: self.exprs(1) }
            }
            4 => StmtKind::Call { targets: vec![], callee: ident("{h}"), args: vec![] },
            5 => StmtKind::Return(self.exprs(results as usize)),
            6 if depth > 0 => {
                let branches = (0..=self.below(3))
                    .map(|_| (self.expr(2, false), self.block(depth - 1, results)))
                    .collect();
                let otherwise = (self.below(2) == 1).then(|| self.block(depth - 1, results));
                StmtKind::If { branches, otherwise }
            }
            7 if depth > 0 => StmtKind::While {
                condition: self.expr(2, false),
                body: self.block(depth - 1, results),
            },
            8 => StmtKind::Assert(self.expr(4, false)),
            9 => StmtKind::Assume(self.expr(4, false)),
            10 => {
                let count = 1 + self.below(2);
                StmtKind::Print(self.exprs(count))
            }
            _ => StmtKind::Skip,
        };
        let steps = matches!(kind, StmtKind::Skip | StmtKind::Assume(_) | StmtKind::Assign { .. });
        let named = steps && self.dialect == Dialect::Belnap && self.below(3) == 1;
        let action = named.then(|| match self.below(3) {
            1 => Name::Quoted("send(0) to < 3".to_owned()),
            _ => Name::Plain("put".to_owned()),
        });
        Stmt { labels, kind, action, origin: self.origin(), span: Span::default() }
    }

    fn procedure(
        &mut self,
        name: &str,
        results: u32,
        params: &[&str],
        globals: &[Ident],
    ) -> Procedure {
        let params: Vec<Ident> = params.iter().map(|name| ident(name)).collect();
        let locals = self.subset(&LOCALS);
        self.scope = globals.iter().chain(&params).chain(&locals).cloned().collect();
        self.labels = 0;
        let enforce = (0..self.below(3)).map(|_| self.expr(2, false)).collect();
        let mut body = self.block(3, results);
        let mut labels = Vec::new();
        gather(&body, &mut labels);
        self.aim(&mut body, &labels);
        Procedure {
            name: ident(name),
            dfs: self.below(4) == 1,
            results,
            params,
            locals,
            enforce,
            body,
            span: Span::default(),
        }
    }

    /// Gives each `goto` labels that exist.
    fn aim(&mut self, body: &mut [Stmt], labels: &[Ident]) {
        for stmt in body {
            match &mut stmt.kind {
                StmtKind::Goto(_) if labels.is_empty() => stmt.kind = StmtKind::Skip,
                StmtKind::Goto(targets) => {
                    for _ in 0..=self.below(3) {
                        targets.push(labels[self.below(labels.len())].clone());
                    }
                }
                StmtKind::If { branches, otherwise } => {
                    for block in branches.iter_mut().map(|(_, block)| block).chain(otherwise) {
                        self.aim(block, labels);
                    }
                }
                StmtKind::While { body, .. } => self.aim(body, labels),
                _ => {}
            }
        }
    }
}

fn gather(body: &[Stmt], labels: &mut Vec<Ident>) {
    for stmt in body {
        labels.extend(stmt.labels.iter().cloned());
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                for block in branches.iter().map(|(_, block)| block).chain(otherwise) {
                    gather(block, labels);
                }
            }
            StmtKind::While { body, .. } => gather(body, labels),
            _ => {}
        }
    }
}

fn ident(name: &str) -> Ident {
    let name = match name.strip_prefix('{').and_then(|inside| inside.strip_suffix('}')) {
        Some(inside) => Name::Quoted(inside.to_owned()),
        None => Name::Plain(name.to_owned()),
    };
    Ident { name, span: Span::default() }
}

fn program(dialect: Dialect, numbers: Vec<u32>) -> BoolProgram {
    let mut decisions =
        Decisions { numbers: numbers.into_iter(), dialect, scope: Vec::new(), labels: 0 };
    let globals = decisions.subset(&GLOBALS);
    decisions.scope = globals.clone();
    let enforce = (0..decisions.below(3)).map(|_| decisions.expr(3, false)).collect();
    let procedures = vec![
        decisions.procedure("main", 0, &["p", "{q}"], &globals),
        decisions.procedure("f", 2, &["p"], &globals),
        decisions.procedure("{h}", 1, &[], &globals),
    ];
    BoolProgram { dialect, globals, enforce, procedures }
}

fn dialects() -> impl Strategy<Value = Dialect> {
    prop_oneof![Just(Dialect::Belnap), Just(Dialect::Classic)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn reading_what_is_printed_gives_the_same_program(
        dialect in dialects(),
        numbers in prop::collection::vec(any::<u32>(), 0..600),
    ) {
        let program = program(dialect, numbers);
        let printed = print(&program);
        let again = read(&printed).map_err(|found| {
            TestCaseError::fail(format!("{found:?}\n{printed}"))
        })?;
        prop_assert_eq!(&again, &program, "{}", printed);
        prop_assert_eq!(print(&again), printed);
    }

    #[test]
    fn the_classic_form_is_classic(
        dialect in dialects(),
        numbers in prop::collection::vec(any::<u32>(), 0..600),
    ) {
        let printed = print_classic(&program(dialect, numbers));
        let again = read(&printed).map_err(|found| {
            TestCaseError::fail(format!("{found:?}\n{printed}"))
        })?;
        prop_assert_eq!(again.dialect, Dialect::Classic);
        prop_assert_eq!(print_classic(&again), print(&again), "{}", printed);
        prop_assert_eq!(read(&print(&again)), Ok(again));
    }

    #[test]
    fn expressions_keep_their_tree(numbers in prop::collection::vec(any::<u32>(), 0..200)) {
        let mut decisions = Decisions {
            numbers: numbers.into_iter(),
            dialect: Dialect::Belnap,
            scope: vec![ident("a"), ident("{b > 0}")],
            labels: 0,
        };
        let expr = decisions.expr(7, false);
        let text = format!(
            "// belnap bp 1\ndecl a, {{b > 0}};\nvoid main() begin assume {}; end",
            print_expr(&expr),
        );
        let program = read(&text).map_err(|found| TestCaseError::fail(format!("{found:?}\n{text}")))?;
        prop_assert_eq!(&program.procedures[0].body[0].kind, &StmtKind::Assume(expr), "{}", text);
    }

    #[test]
    fn no_text_makes_the_reader_panic(
        words in prop::collection::vec(prop::sample::select(vec![
            "// belnap bp 1\n", "decl ", "x", "{x > 0}", "main", "void ", "bool", "<", "2", ">", "(", ")",
            " begin ", " end ", "if ", " then ", " else ", " fi ", "while ", " do ", " od ", ":=", ":",
            ";", ",", "*", "!", "&", "|", "=", "=>", "'", "goto ", "return ", "skip", "constrain ", "assume ",
            "//@ e1 a.c:1  t\n", "/*", "*/", "\n", "é", "{", "}", "\"", "choose", "nondet ", "1", "enforce ",
        ]), 0..60),
    ) {
        let text: String = words.concat();
        if let Err(found) = read(&text) {
            prop_assert!(!found.is_empty());
            for diagnostic in found {
                if let belnap_ir::diagnostic::Place::Text(span) = diagnostic.place {
                    prop_assert!(text.get(span.start..span.end).is_some(), "{:?}", diagnostic);
                }
            }
        }
        let _ = belnap_formats::predicates::read(&format!("belnap preds 1\n{text}"));
    }
}
