//! Programs that are accepted, what becomes of them, and programs that are refused.

use belnap_frontend::ctype::CType;
use belnap_frontend::hir::{
    Expr, ExprKind, Function, Object, PlaceKind, Program, Statement, StatementKind, Storage,
};
use belnap_frontend::sema::{Unit, analyse};
use belnap_ir::cfg::DataModel;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_syntax::parse::parse;
use belnap_syntax::symbol::Interner;

use crate::support::{cases, wellformed};

/// Analyses units; a text that begins with `// model` is one of models.
fn program_of(texts: &[&str], model: DataModel) -> Result<Program, Vec<Diagnostic>> {
    let mut names = Interner::default();
    let units: Vec<Unit> = texts
        .iter()
        .map(|text| Unit {
            tree: parse(text, &mut names).expect("parses"),
            is_model: text.starts_with("// model"),
        })
        .collect();
    analyse(&units, &mut names, model)
}

fn accept(texts: &[&str]) -> Program {
    let program = match program_of(texts, DataModel::LP64) {
        Ok(program) => program,
        Err(errors) => panic!("{}: {texts:?}", errors[0]),
    };
    let violations = wellformed::violations(&program);
    assert!(violations.is_empty(), "{violations:?}");
    program
}

/// The rule that is broken, and the text it is about.
fn reject(text: &str) -> (String, String) {
    let errors = program_of(&[text], DataModel::LP64).expect_err(text);
    let Place::Text(span) = errors[0].place else { panic!("no place") };
    (errors[0].rule.to_owned(), text[span.start..span.end].to_owned())
}

fn function<'p>(program: &'p Program, name: &str) -> &'p Function {
    program.functions.iter().find(|function| function.name == name).expect("a function")
}

fn object<'p>(program: &'p Program, name: &str) -> &'p Object {
    program.objects.iter().find(|object| object.name == name).expect("an object")
}

/// The expression a function returns first.
fn returned<'p>(program: &'p Program, name: &str) -> &'p Expr {
    fn find(statements: &[Statement]) -> Option<&Expr> {
        statements.iter().find_map(|statement| match &statement.kind {
            StatementKind::Return(value) => value.as_ref(),
            StatementKind::Block(statements) => find(statements),
            _ => None,
        })
    }
    find(function(program, name).body.as_ref().expect("a body")).expect("a return")
}

#[test]
fn the_language_is_accepted() {
    let mut count = 0;
    for (name, text, head) in cases("sema/accept", &["options"]) {
        let options = head.options().expect("one line of options");
        assert!(options.is_empty() || options == ["lp64"], "{name}: {options:?}");
        let models: &[DataModel] = match options.is_empty() {
            true => &[DataModel::LP64, DataModel::ILP32],
            false => &[DataModel::LP64],
        };
        for &model in models {
            match program_of(&[&text], model) {
                Ok(program) => {
                    let violations = wellformed::violations(&program);
                    assert!(violations.is_empty(), "{name}: {violations:?}");
                }
                Err(errors) => {
                    let Place::Text(span) = errors[0].place else { panic!("no place") };
                    let line = text[..span.start].matches('\n').count() + 1;
                    panic!("{name}:{line}: {}", errors[0]);
                }
            }
        }
        count += 1;
    }
    assert!(count > 3);
}

#[test]
fn errors_name_their_rule_and_place() {
    const LARGE_RECORD: &str = "struct { char x[1L << 59], y[1L << 59]; }";
    let cases = [
        ("int f(void) { return y; }", "c-declared", "y"),
        ("int f(int a) { return a(1); }", "c-callable", "a"),
        ("struct s { int a; } x; int f(void) { return x.b; }", "c-member", "x.b"),
        ("int x; int f(void) { return x.b; }", "c-member-base", "x.b"),
        ("int f(int a) { return a->b; }", "c-member-base", "a->b"),
        ("void f(int a) { 3 = a; }", "c-lvalue", "3"),
        ("struct s { int a; }; int f(struct s x) { return x + 1; }", "c-operand", "x + 1"),
        ("struct s; int f(struct s *p) { return sizeof *p; }", "c-complete", "sizeof *p"),
        ("int g(int a); int f(void) { return g(1, 2); }", "c-argument-count", "g(1, 2)"),
        ("void g(void); int f(void) { return g(); }", "c-void-value", "g()"),
        ("int f(void) { goto away; }", "c-label-defined", "away"),
        ("void f(void) { l: ; l: ; }", "c-label-unique", "l"),
        ("void f(int x) { switch (x) { case 1: case 1: ; } }", "c-case-unique", "1"),
        ("void f(void) { break; }", "c-break", "break;"),
        ("void f(void) { continue; }", "c-continue", "continue;"),
        ("void f(void) { case 1: ; }", "c-case", "case 1: ;"),
        ("int a[1 / 0];", "c-array-size", "1 / 0"),
        ("enum e { A = 1 / 0 };", "c-constant", "1 / 0"),
        ("int a[-1];", "c-array-size", "-1"),
        ("int a[1L << 60];", "c-array-size", "a"),
        ("struct { char x[1L << 59], y[1L << 59]; };", "c-record-size", LARGE_RECORD),
        ("int a[] = {[0 ... 1 << 30] = 7};", "c-designator", "7"),
        ("int a[][2000] = {[0 ... 2000][0 ... 1999] = 7};", "c-designator", "7"),
        ("int n; int a[n];", "c-array-size", "n"),
        ("int g(void); int x = g();", "c-constant", "g()"),
        ("int x; float x;", "c-redeclared", "x"),
        ("int f(int); char *f(int);", "c-redeclared", "f"),
        ("int x = 1; int x = 2;", "c-defined-twice", "x"),
        ("int f(void) { return 0; } int f(void) { return 1; }", "c-defined-twice", "f"),
        ("struct s { int a; }; struct s { int b; };", "c-tag-redefined", "struct s { int b; }"),
        ("struct s { int a : 33; };", "c-bit-field", "33"),
        ("struct s { int a : 3; } x; int *p = &x.a;", "c-address", "&x.a"),
        ("void f(void) { int a[2] = 3; }", "c-initializer", "3"),
        ("int a[2] = { [2] = 1 };", "c-designator", "2"),
        ("_Static_assert(1 > 2, \"no\");", "c-static-assert", "_Static_assert(1 > 2, \"no\");"),
        ("struct s { int a; } x; void f(void) { if (x) ; }", "c-condition", "x"),
        ("struct s { int a; } x; int f(void) { return x; }", "c-conversion", "x"),
        ("void f(void) { int g(void) { return 1; } }", "c-nested-function", "g"),
        ("int f(double *p) { return *p & 1; }", "c-operand", "*p & 1"),
        ("int f(int x) { return *x; }", "c-deref", "*x"),
        ("int f(int x) { return x[x]; }", "c-subscript", "x[x]"),
    ];
    for (text, rule, place) in cases {
        assert_eq!(reject(text), (rule.to_owned(), place.to_owned()), "{text}");
    }
}

#[test]
fn several_errors_are_collected_and_near_names_suggested() {
    let text = "int counter; int f(void) { countre = 1; return countre + a + b; } int g = x;";
    let errors = program_of(&[text], DataModel::LP64).expect_err(text);
    let messages: Vec<_> = errors.iter().map(|error| error.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "'countre' is not declared",
            "'a' is not declared",
            "'b' is not declared",
            "'x' is not declared"
        ]
    );
    assert_eq!(errors[0].notes[0].message, "there is 'counter'");
}

#[test]
fn errors_are_capped() {
    let mut text = String::from("void f(void) {\n");
    for index in 0..100 {
        text.push_str(&format!("  x{index} = 1;\n"));
    }
    text.push('}');
    let errors = program_of(&[&text], DataModel::LP64).expect_err("undeclared names");
    assert_eq!(errors.len(), 20);
}

#[test]
fn units_are_linked() {
    let program = accept(&[
        "extern int shared[]; int get(void) { return shared[1]; } static int own = 1; \
         int a(void) { return own; }",
        "int shared[3] = { 1, 2, 3 }; int get(void); static int own = 2; \
         static int helper(void) { return own; } int main(void) { return get() + helper(); }",
        "static int helper(void) { return 3; } extern int nowhere; \
         int b(void) { return helper() + nowhere; }",
    ]);
    assert_eq!(object(&program, "shared").storage, Storage::Static);
    assert_eq!(program.types.size_of(object(&program, "shared").ty), Some(12));
    assert_eq!(object(&program, "nowhere").storage, Storage::External);
    object(&program, "own#2");
    function(&program, "helper");
    function(&program, "helper#2");
    assert_eq!(program.functions.iter().filter(|function| function.name == "get").count(), 1);
    assert!(function(&program, "get").body.is_some());
}

#[test]
fn definitions_settle_types() {
    for texts in [
        ["int a[10];", "extern int a[]; int f(void) { return a[2]; }"],
        ["int a[10] = { 1 };", "extern int a[]; int f(void) { return a[2]; }"],
        ["extern int a[]; int f(void) { return a[2]; }", "int a[10];"],
    ] {
        let program = accept(&texts);
        assert_eq!(program.types.size_of(object(&program, "a").ty), Some(40), "{texts:?}");
        assert_eq!(object(&program, "a").storage, Storage::Static);
    }
    // A tentative array has one element.
    let program = accept(&["int a[]; int f(void) { return a[0]; }"]);
    assert_eq!(program.types.size_of(object(&program, "a").ty), Some(4));
}

#[test]
fn definitions_of_several_units_conflict() {
    let texts = ["int f(void) { return 1; }", "int f(void) { return 2; }"];
    let errors = program_of(&texts, DataModel::LP64).expect_err("two definitions");
    assert_eq!((errors[0].source, errors[0].rule), (1, "c-defined-twice"));
    let [first] = errors[0].notes.as_slice() else { panic!("one second place") };
    assert_eq!(first.message, "first defined here");
    assert!(matches!(first.place, Some((0, Place::Text(_)))));
    // Tentative and inline definitions do not.
    accept(&["int x; inline int f(void) { return 1; }", "int x; int f(void) { return 2; }"]);
}

#[test]
fn models_are_used_where_the_program_has_no_definition() {
    let user = "int g(int); int h(int); int k(int x) { return 1; } int main(void) { return g(2) + h(3); } \
                int h(int x) { return x; }";
    let model = "// model\n static int help(int x) { return x; } static int idle(void) { return 0; }\n\
                 int g(int x) { return help(x); } int h(int x) { return 7; }\n\
                 __attribute__((override)) int k(int x) { return 2; }\n\
                 int unused(void) { return undeclared; }";
    let program = accept(&[user, model]);
    assert!(function(&program, "g").is_model && function(&program, "g").body.is_some());
    assert!(function(&program, "help").is_model);
    assert!(!function(&program, "h").is_model);
    assert!(function(&program, "k").is_model);
    assert!(program.functions.iter().all(|function| function.name != "unused"));
    assert!(program.functions.iter().all(|function| function.name != "idle"));
}

#[test]
fn bit_fields_are_promoted_by_their_width() {
    let program = accept(&["struct s { unsigned a : 5; unsigned b : 32; } x; \
         int f(void) { return (x.a - 6 < 0) + 2 * (x.b - 6 < 0); }"]);
    let text = format!("{:?}", returned(&program, "f"));
    let int = text.matches("Compare").count();
    assert_eq!(int, 2);
    accept(&["struct s { unsigned a : 5; unsigned b : 32; } x; \
         _Static_assert(_Generic(x.a + 0, int: 1, default: 0), \"\"); \
         _Static_assert(_Generic(+x.b, unsigned: 1, default: 0), \"\"); \
         _Static_assert(_Generic((x.a = 1) + 0, int: 1, default: 0), \"\");"]);
}

#[test]
fn equal_strings_are_one_object() {
    let program = accept(&[
        "const char *a = \"same\", *b = \"same\"; int f(void) { return *\"same\" + *\"other\"; }",
        "const char *c = \"same\";",
    ]);
    let strings = program.objects.iter().filter(|object| object.storage == Storage::String);
    assert_eq!(strings.count(), 2);
}

#[test]
fn arguments_without_prototype_are_promoted() {
    let program = accept(&["int g(); int f(char c, float x) { return g(c, x); }"]);
    let ExprKind::Call(_, arguments) = &returned(&program, "f").kind else { panic!("a call") };
    let types: Vec<_> =
        arguments.iter().map(|argument| program.types.display(argument.ty)).collect();
    assert_eq!(types, ["int", "double"]);
}

#[test]
fn undeclared_library_functions_have_their_types() {
    let program = accept(&["char *f(unsigned n) { return malloc(n); }"]);
    let value = returned(&program, "f");
    let ExprKind::Convert(call) = &value.kind else { panic!("a conversion") };
    assert_eq!(program.types.display(call.ty), "void *");
}

#[test]
fn computed_jumps_know_their_targets() {
    let program = accept(&[
        "int f(int x) { static void *t[] = { &&a, &&b }; ({ goto *t[x]; }); a: return 1; b: return 2; \
         c: return 3; }",
    ]);
    let text = format!("{:?}", function(&program, "f").body);
    assert!(text.contains("[LabelId(0), LabelId(1)])"), "{text}");
}

#[test]
fn flexible_members_have_the_size_of_their_value() {
    let program = accept(&["struct s { int n; short tail[]; } x = { 3, { 1, 2, 3 } }; \
         _Static_assert(sizeof x == 4, \"\"); int f(void) { return x.tail[2]; }"]);
    assert_eq!(program.types.size_of(object(&program, "x").ty), Some(12));
}

#[test]
fn arrays_of_variable_length_keep_their_size() {
    let program = accept(&["int f(int n) { int a[n]; n++; return sizeof a; }"]);
    let body = function(&program, "f").body.as_ref().expect("a body");
    assert!(
        body.iter().any(|statement| matches!(
            statement.kind,
            StatementKind::Declare { size: Some(_), .. }
        ))
    );
    let ExprKind::Convert(size) = &returned(&program, "f").kind else { panic!("a conversion") };
    let ExprKind::Load(place) = &size.kind else { panic!("a load") };
    assert!(matches!(place.kind, PlaceKind::Object(_)));
}

#[test]
fn constant_locals_give_constant_arrays() {
    let program = accept(&["int f(void) { const int n = 4; int a[n]; return sizeof a; }"]);
    assert!(matches!(
        program.types.get(object(&program, "a").ty),
        CType::Array(_, belnap_frontend::ctype::ArrayLength::Known(4))
    ));
}

#[test]
fn long_chains_need_no_deep_stack() {
    let mut text = String::from("int f(int x) { return x");
    for _ in 0..8000 {
        text.push_str(" + x");
    }
    text.push_str("; }");
    let worker = std::thread::Builder::new().stack_size(64 << 20);
    let handle = worker.spawn(move || {
        accept(&[&text]);
    });
    handle.expect("a thread").join().expect("no overflow");
}

#[test]
fn large_initializers_take_linear_time() {
    let mut text = String::from("int a[] = {");
    for index in 0..50_000 {
        text.push_str(&format!("{index},"));
    }
    text.push_str("}; struct { int x, y; } b[] = {");
    for index in (0..5_000).rev() {
        text.push_str(&format!("[{index}].y = {index},"));
    }
    text.push_str("};");
    let program = accept(&[&text]);
    assert_eq!(program.types.size_of(object(&program, "a").ty), Some(200_000));
}
