//! `belnap validate prog.bp --against prog.cfg.json`: what the abstractor writes is accepted under
//! all its options, and each kind of planted error is found.

mod command_line;
mod planted;

use std::time::Duration;

use belnap_abstractor::options::{AbstractionOptions, Method};
use belnap_abstractor::program::abstract_program;
use belnap_abstractor::theory::Theory;
use belnap_abstractor::tracked::resolve;
use belnap_certifier::against::{ApproximationFindings, check};
use belnap_certifier::questions::{Limits, Time};
use belnap_formats::{boolprog, predicates};
use belnap_frontend::calls::InlineMode;
use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_solver::prover::{Prover, ProverOptions};

/// A program in C with its predicates.
struct Case {
    c: &'static str,
    preds: &'static str,
    integers: IntegerMode,
    functions: bool,
}

impl Case {
    const fn new(c: &'static str, preds: &'static str) -> Self {
        Case { c, preds, integers: IntegerMode::Wrap, functions: false }
    }

    fn cfg(&self) -> Cfg {
        let mut options = CompileOptions::default();
        options.lower.integers = self.integers;
        if self.functions {
            options.inline.mode = InlineMode::None;
        }
        let unit = UnitText::new("it.c", self.c);
        compile(vec![unit], &options).unwrap_or_else(|refused| panic!("{}", refused.render())).cfg
    }

    /// The text of the Boolean program.
    fn program(&self, cfg: &Cfg, options: &AbstractionOptions) -> String {
        let text = format!("belnap preds 1\n{}", self.preds);
        let set = predicates::read(&text).expect("predicates");
        let predicates = resolve(cfg, &set, &text).unwrap_or_else(|found| panic!("{found:?}"));
        let theory = Theory::new(Prover::new(ProverOptions::default()).expect("prover"));
        boolprog::print(&abstract_program(cfg, &predicates, &theory, options))
    }
}

fn checked(cfg: &Cfg, text: &str) -> ApproximationFindings {
    let program = boolprog::read(text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let limits =
        Limits { time: Time { question: Duration::from_secs(20), end: None }, strict: false };
    check(cfg, &program, limits)
}

const INTEGERS: Case = Case::new(
    "int __VERIFIER_nondet_int(void);
     unsigned char __VERIFIER_nondet_uchar(void);
     int main(void) {
       int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
       unsigned char c = __VERIFIER_nondet_uchar();
       while (y <= 2 && x < 100) { y = y + 1; x = x * 2; c = c + 3; }
       if (x == 2) { P1: c = c >> 1; }
       x = x / y; y = x % 3; x = -x; y = ~y ^ x;
       c = __VERIFIER_nondet_uchar();
       if (c > 10 || y < x) x = c << 2;
       return x;
     }",
    "global { x == 2 }\nglobal { y <= 2 }\nglobal { x < y }\nglobal { c > 10 }\n",
);

const BYTES: Case = Case::new(
    "unsigned char __VERIFIER_nondet_uchar(void);
     int main(void) {
       unsigned char a = __VERIFIER_nondet_uchar(), b = 0;
       unsigned w = a;
       long l = w;
       while (b < 5) { b++; a += 100; w -= 7; l = l + a; }
       w = w / (a + 1u); a = w; l = (signed char)a;
       if (l < 0) w = ~w;
       w = w << a; l = l >> b; w = w % b;
       return a;
     }",
    "global { b < 5 }\nglobal { a >= 100 }\nglobal { w < 1000 }\nglobal { l < 0 }\nglobal { w == a }\n",
);

const MEMORY: Case = Case::new(
    "int __VERIFIER_nondet_int(void);
     void ext(int *p);
     int unknown_value(void);
     int a[8], u, v;
     struct node { int key; struct node *next; } n1, n2;
     int main(void) {
       int i, *p = &u;
       struct node *q = &n1;
       if (__VERIFIER_nondet_int()) p = &v;
       *p = 3;
       q->next = &n2;
       q = q->next;
       q->key = *p + 1;
       for (i = 0; i < 8; i++) a[i] = i;
       a[u & 7] = 5;
       ext(&u);
       i = unknown_value();
       if (u == 3) v = a[2];
       i = __VERIFIER_nondet_int();
       return i;
     }",
    "global { u == 3 }\nglobal { v == 3 }\nglobal { p == &u }\nglobal { a[2] == 2 }\n\
     global { i < 8 }\nglobal { q->key > 3 }\nglobal { q == &n2 }\n",
);

const CHOICES: Case = Case::new(
    "int __VERIFIER_nondet_int(void);
     int main(void) {
       int x, y, z;
       y = __VERIFIER_nondet_int();
       x = __VERIFIER_nondet_int();
       z = __VERIFIER_nondet_int();
       while (x < y) { x = __VERIFIER_nondet_int(); if (x > z) z = x; }
       return 0;
     }",
    "global { x < y }\nglobal { x == 0 }\nglobal { y > 5 }\nglobal { z >= x }\n",
);

const UNBOUNDED: Case = Case {
    integers: IntegerMode::Mathematical,
    ..Case::new(
        "int __VERIFIER_nondet_int(void);
         int main(void) {
           int x = __VERIFIER_nondet_int(), y = 0;
           while (x > 0) { x = x - 1; y = y + 2; if (y / 2 > x) y = y - x * x; }
           x = __VERIFIER_nondet_int(); y = x << 2; y = y & 3;
           return y;
         }",
        "global { x > 0 }\nglobal { y >= 0 }\nglobal { y > x }\nglobal { y == 2 * x }\n",
    )
};

const CALLS: Case = Case {
    functions: true,
    ..Case::new(
        "int __VERIFIER_nondet_int(void);
         int g, h;
         int next(int n) { int r = n + 1; h = r; return r; }
         int size(int n) { if (n < 0) return -n; return n; }
         void keep(int k) { h = k; if (k > 0) keep(k - 1); }
         int main(void) {
           int x = __VERIFIER_nondet_int(), y;
           g = 0;
           y = size(x);
           if (x == g) y = next(y);
           keep(x);
           x = next(x);
           next(3);
           return y;
         }",
        "global { g == 0 }\nglobal { h > 0 }\nin main { x > 0 }\n\
         in main { y >= 0 }\nin next { n >= 0 }\nin next { next() > 0 }\n\
         in next { r > 0 }\nin size { n >= 0 }\nin size { size() >= 0 }\nin keep { k > 0 }\n",
    )
};

/// Every way to abstract.
fn variants() -> Vec<AbstractionOptions> {
    let cubes = |count| AbstractionOptions {
        method: Method::Cubes(count),
        ..AbstractionOptions::default()
    };
    let mut all = vec![AbstractionOptions::default(), cubes(1), cubes(2), cubes(3)];
    all.push(AbstractionOptions { joint: 2, ..AbstractionOptions::default() });
    all.push(AbstractionOptions {
        method: Method::Exact { combinations: 4 },
        ..AbstractionOptions::default()
    });
    all
}

fn accepted(case: &Case) {
    let cfg = case.cfg();
    for options in variants() {
        let text = case.program(&cfg, &options);
        let outcome = checked(&cfg, &text);
        assert!(outcome.diagnostics.is_empty(), "{options:?}: {:#?}\n{text}", outcome.diagnostics);
        assert!(outcome.edges > 0 && outcome.questions > 0, "{options:?}: {outcome}");
    }
}

#[test]
fn integers_are_accepted() {
    accepted(&INTEGERS);
}

#[test]
fn narrow_and_unsigned_numbers_are_accepted() {
    accepted(&BYTES);
}

#[test]
fn memory_and_external_functions_are_accepted() {
    accepted(&MEMORY);
}

#[test]
fn choices_of_the_environment_are_accepted() {
    accepted(&CHOICES);
}

#[test]
fn unbounded_numbers_are_accepted() {
    accepted(&UNBOUNDED);
}

#[test]
fn calls_are_accepted() {
    accepted(&CALLS);
}

#[test]
fn predicates_of_functions_are_accepted() {
    accepted(&Case::new(
        "int __VERIFIER_nondet_int(void);
         int twice(int n) { int m = n; while (m < n + n) m = m + 1; return m; }
         int main(void) {
           int x = __VERIFIER_nondet_int();
           if (x > 0 && x < 10) x = twice(x);
           if (x < 0) x = 0;
           return x;
         }",
        "in main { x > 0 }\n",
    ));
}

#[test]
fn predicates_that_become_known_at_a_branch_are_accepted() {
    let case = Case::new(
        "int __VERIFIER_nondet_int(void);
         int main(void) {
           int x = __VERIFIER_nondet_int();
           if (x > 5) { M: return 1; }
           return x;
         }",
        "in main { x == 2 }\nat main:M { x > 7 }\nat main:M { x > 3 }\n",
    );
    let cfg = case.cfg();
    let text = case.program(&cfg, &AbstractionOptions::default());
    assert!(text.contains(", true assume("), "{text}");
    accepted(&case);
}

#[test]
fn predicates_of_locations_are_accepted() {
    accepted(&Case::new(
        "int __VERIFIER_nondet_int(void);
         int main(void) {
           int x = __VERIFIER_nondet_int();
         A: x = 0;
         B: x = x + 2;
         C: return x;
         }",
        "global { x == 0 }\nat main:C { x > 7 }\n",
    ));
}

#[test]
fn facts_around_calls_are_accepted() {
    accepted(&Case {
        functions: true,
        ..Case::new(
            "int g;
             void set(void) { g = 1; }
             int main(void) { int x = 0; g = 0; set(); if (x == g) return 1; return 0; }",
            "global { g == 0 }\nin main { x == g }\nin main { x == 0 }\n",
        )
    });
}

#[test]
fn arguments_that_the_call_changes_are_accepted() {
    accepted(&Case {
        functions: true,
        ..Case::new(
            "int f(int n) { if (n == 3) return 0; return 3; }
             int main(void) { int s = 0; s = f(s); if (s == 3) return 1; return 0; }",
            "in main { s == 3 }\nin f { n == 3 }\n",
        )
    });
}

#[test]
fn results_in_shared_variables_are_accepted() {
    accepted(&Case {
        functions: true,
        ..Case::new(
            "int g;
             int one(void) { return 1; }
             int main(void) { g = 0; g = one(); if (g == 0) return 1; return 0; }",
            "global { g == 0 }\n",
        )
    });
}

#[test]
fn recursion_and_functions_that_do_not_return_are_accepted() {
    accepted(&Case {
        functions: true,
        ..Case::new(
            "int g;
             int down(int n) { int m = n; if (n > 0) { m = down(n - 1); g = g + m; } return m; }
             void never(int n) { while (1) { g = n; } }
             int main(void) {
               int x = 3;
               g = down(x);
               if (g > 3) { x = 0; never(x); }
               return x;
             }",
            "global { g > 3 }\nin main { x == g }\nin main { x > 0 }\nin down { n > 0 }\n\
             in down { m > 0 }\nin down { m < g }\nin down { down() > 0 }\n\
             in down { down() == g }\nin never { n > 0 }\n",
        )
    });
}
