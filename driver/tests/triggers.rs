//! Triggers that are said to be never true, against all inputs of the compiled program.

use belnap_test_support::compiler::compile_and_run;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use serde_json::Value;

use crate::support::{Folder, RunsBelnap};

/// A program with one input of 256 values and some assertions.
struct Drawn {
    before: String,
    assertions: Vec<String>,
}

impl Drawn {
    fn new(random: &mut Random) -> Self {
        let [first, bound, limit] = [4, 12, 250].map(|most| random.below(most));
        let step = 1 + random.below(3);
        let before = format!(
            "  int i = {first}, y = 0;\n  while (i < {bound}) {{ i += {step}; if (x > {limit}) y++; }}\n"
        );
        let assertions = (0..3).map(|_| assertion(random)).collect();
        Drawn { before, assertions }
    }

    /// The program, with assertions.
    fn text(&self) -> String {
        let mut text = "#include <assert.h>\nextern unsigned char __VERIFIER_nondet_uchar(void);\n\
                        extern void reach_error(void);\n\
                        void __VERIFIER_assert(int cond) {\n  if (!cond) {\n    reach_error();\n  }\n}\n\
                        int main(void) {\n  unsigned char x = __VERIFIER_nondet_uchar();\n"
            .to_owned();
        text.push_str(&self.before);
        for (at, assertion) in self.assertions.iter().enumerate() {
            let function = ["assert", "__VERIFIER_assert"][at % 2];
            text.push_str(&format!("  {function}({assertion});\n"));
        }
        text + "  return 0;\n}\n"
    }

    /// How many inputs make a condition true where the assertions are.
    fn count(&self, condition: &str) -> String {
        let before = &self.before;
        let text = format!(
            "#include <stdio.h>\nint main(void) {{\n  int count = 0;\n  for (int n = 0; n < 256; n++) {{\n\
             unsigned char x = n;\n{before}  if ({condition}) count++;\n  }}\n\
             printf(\"%d\", count);\n  return 0;\n}}\n"
        );
        compile_and_run(&text, &[]).unwrap()
    }
}

fn assertion(random: &mut Random) -> String {
    let trigger = match random.one_in(3) {
        true => format!("{} && {}", condition(random), condition(random)),
        false => condition(random),
    };
    let rest = if random.percent(70) { "y <= 20".to_owned() } else { condition(random) };
    match random.below(3) {
        0 => format!("!({trigger}) || {rest}"),
        1 => format!("{rest} || !({trigger})"),
        _ => format!("{trigger} ? {rest} : 1"),
    }
}

fn condition(random: &mut Random) -> String {
    let variable = random.pick(&["i", "y", "x", "i + y"]);
    let comparison = random.pick(&["==", "!=", "<", ">"]);
    format!("{variable} {comparison} {}", random.below(16))
}

#[test]
fn triggers_that_are_never_true_are_true_for_no_input() {
    let mut found = 0;
    for seed in seeds(12) {
        let drawn = Drawn::new(&mut Random::new(seed));
        let folder = Folder::with(&[("it.c", &drawn.text())]);
        let run = folder.belnap(&["verify", "-q", "--json", "it.c", "--timeout", "20"]);
        let report: Value = serde_json::from_str(&run.stdout).expect("a report");
        for one in report["properties"][0]["assertions"].as_array().expect("assertions") {
            for trigger in one["idle"].as_array().into_iter().flatten() {
                let trigger = trigger.as_str().expect("text");
                let count = drawn.count(trigger);
                assert_eq!(count, "0", "{seed}: {trigger} of {}\n{}", one["text"], drawn.text());
                found += 1;
            }
        }
    }
    assert!(found > 3, "only {found} triggers are never true");
}
