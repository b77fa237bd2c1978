//! Random Boolean programs, as text.

use std::fmt::Write as _;

use belnap_ir::boolprog::Dialect;
use belnap_ir::property::Atom;

use super::Random;

/// A program, and atoms that mean something in it.
pub struct Program {
    pub text: String,
    pub atoms: Vec<Atom>,
}

/// A procedure other than `main`.
#[derive(Clone)]
struct Callee {
    name: &'static str,
    params: usize,
    results: usize,
}

struct Writer<'r> {
    random: &'r mut Random,
    dialect: Dialect,
    consistent: bool,
    out: String,
    /// Variables in scope.
    variables: Vec<String>,
    callees: Vec<Callee>,
    /// Calls are more frequent.
    recursive: bool,
    results: usize,
    labels: usize,
    next_label: usize,
    branches: usize,
}

/// A program of the dialect. If `consistent`, it claims nothing that could be wrong: no constraints
/// and no values that are both true and false.
pub fn program(random: &mut Random, dialect: Dialect, consistent: bool) -> Program {
    written(random, dialect, consistent, None)
}

/// The same, with procedures that may call themselves and each other.
pub fn recursive_program(random: &mut Random, dialect: Dialect, consistent: bool) -> Program {
    let names: &[&'static str] = if random.percent(70) { &["f"] } else { &["f", "e"] };
    let callees = names.iter().map(|name| callee(random, name)).collect();
    written(random, dialect, consistent, Some(callees))
}

fn callee(random: &mut Random, name: &'static str) -> Callee {
    Callee { name, params: random.index(2), results: random.index(3).min(2) }
}

fn written(
    random: &mut Random,
    dialect: Dialect,
    consistent: bool,
    recursive: Option<Vec<Callee>>,
) -> Program {
    let names: [&str; 3] = match dialect {
        Dialect::Belnap => random.pick(&[
            ["g", "{x > 0}", "h"],
            ["{x > 0}", "{y == 1}", "g"],
            ["{x > 0}", "{y == 1}", "{x > y}"],
            ["g", "h", "k"],
        ]),
        Dialect::Classic => ["g", "h", "k"],
    };
    let globals: Vec<String> =
        names[..1 + random.index(3)].iter().map(ToString::to_string).collect();
    let mut writer = Writer {
        random,
        dialect,
        consistent,
        out: String::new(),
        variables: globals.clone(),
        callees: Vec::new(),
        recursive: recursive.is_some(),
        results: 0,
        labels: 0,
        next_label: 0,
        branches: 0,
    };
    if dialect == Dialect::Belnap {
        writer.out.push_str("// belnap bp 1\n");
    }
    let _ = writeln!(writer.out, "decl {};", globals.join(", "));
    if !consistent && writer.random.percent(20) {
        let invariant = writer.invariant();
        let _ = writeln!(writer.out, "enforce {invariant};");
    }
    let is_recursive = recursive.is_some();
    let callees = recursive.unwrap_or_else(|| match writer.random.percent(40) {
        true => vec![callee(writer.random, "f")],
        false => Vec::new(),
    });
    if is_recursive {
        writer.callees.clone_from(&callees);
    }
    let called: String = callees.iter().map(|callee| writer.procedure(callee)).collect();
    writer.callees.clone_from(&callees);
    let (main, start) = writer.main();
    let text = format!("{}\n{main}\n{called}", writer.out);

    let quoted = |name: &String| match name.strip_prefix('{') {
        Some(text) => Atom::Condition(text.trim_end_matches('}').to_owned()),
        None => Atom::Named(name.clone()),
    };
    let mut atoms: Vec<Atom> = globals.iter().map(quoted).collect();
    atoms.extend([Atom::Halted, Atom::Failed]);
    if start {
        atoms.push(Atom::At { procedure: None, label: "start".to_owned() });
    }
    if main.contains("decl m") {
        atoms.extend(["m", "main::m"].map(|name| Atom::Named(name.to_owned())));
    }
    for callee in &callees {
        // Those that the structure does not know, because it is never called, are left out later.
        let label = || "L0".to_owned();
        atoms.extend(["x", "f::x", "l", "f::l"].map(|name| Atom::Named(name.to_owned())));
        atoms.push(Atom::Enter(callee.name.to_owned()));
        atoms.push(Atom::At { procedure: Some(callee.name.to_owned()), label: label() });
        atoms.push(Atom::At { procedure: None, label: label() });
    }
    if dialect == Dialect::Belnap {
        // Guards that name no state are left out later, too.
        atoms.extend(["B0", "B1"].map(|label| Atom::At { procedure: None, label: label.into() }));
        atoms.push(Atom::Condition("z < 3".to_owned()));
    }
    Program { text, atoms }
}

impl Writer<'_> {
    /// A procedure's text. Its variables are `x` (parameter) and `l` (local, or one that hides
    /// the first global).
    fn procedure(&mut self, callee: &Callee) -> String {
        let globals = self.variables.clone();
        let params: Vec<&str> = ["x"].into_iter().take(callee.params).collect();
        let results = ["void", "bool", "bool<2>"][callee.results];
        let mut text = format!("{results} {}({}) begin\n", callee.name, params.join(", "));
        self.variables.extend(params.iter().map(ToString::to_string));
        if self.random.percent(40) {
            let local = if self.random.percent(30) { globals[0].clone() } else { "l".to_owned() };
            let _ = writeln!(text, "  decl {local};");
            if !self.variables.contains(&local) {
                self.variables.push(local);
            }
            if !self.consistent && self.random.percent(20) {
                let _ = writeln!(text, "  enforce {};", self.invariant());
            }
        }
        self.results = callee.results;
        let count = 1 + self.random.index(2);
        text.push_str(&self.body(count));
        if self.random.percent(70) {
            let _ = writeln!(text, "  return{};", self.result_values());
        } else {
            text.push_str("  skip;\n");
        }
        text.push_str("end\n");
        self.variables = globals;
        text
    }

    /// The text of `main`, and whether it has the label `start`.
    fn main(&mut self) -> (String, bool) {
        self.results = 0;
        let mut text = "void main() begin\n".to_owned();
        if self.random.percent(40) {
            text.push_str("  decl m;\n");
            self.variables.push("m".to_owned());
        }
        let start = self.random.percent(30);
        if start {
            let _ = writeln!(text, "  {};", self.assignment());
            text.push_str("  start: skip;\n");
        }
        let count = 2 + self.random.index(4);
        text.push_str(&self.body(count));
        text.push_str("  skip;\nend\n");
        (text, start)
    }

    fn body(&mut self, count: usize) -> String {
        // Labels are planned first, so that gotos can lead forward; a last one ends the body.
        self.next_label = 0;
        self.branches = 0;
        self.labels = 2 + self.random.index(2);
        let mut text = self.block(count, 2);
        while self.next_label < self.labels {
            let statement = self.simple();
            let _ = writeln!(text, "  L{}: {statement};", self.next_label);
            self.next_label += 1;
        }
        text
    }

    fn block(&mut self, count: usize, nesting: usize) -> String {
        let mut text = String::new();
        for _ in 0..count {
            let mut label = String::new();
            if self.next_label < self.labels && self.random.percent(40) {
                label = format!("L{}: ", self.next_label);
                self.next_label += 1;
            }
            let statement = self.statement(nesting);
            let _ = writeln!(text, "  {label}{statement};");
        }
        text
    }

    fn statement(&mut self, nesting: usize) -> String {
        if self.recursive && self.random.percent(25) {
            return self.call();
        }
        match self.random.index(100) {
            0..12 if nesting > 0 => {
                let condition = self.expression(1);
                let then = self.block(1, nesting - 1);
                let otherwise = match self.random.index(3) {
                    0 => String::new(),
                    1 => format!("else\n{}", self.block(1, nesting - 1)),
                    _ => {
                        let condition = self.expression(1);
                        let first = self.block(1, nesting - 1);
                        let second = self.block(1, nesting - 1);
                        format!("elsif ({condition}) then\n{first}else\n{second}")
                    }
                };
                format!("if ({condition}) then\n{then}{otherwise}fi")
            }
            0..22 if nesting > 0 => {
                let condition = self.expression(1);
                let count = 1 + self.random.index(2);
                format!("while ({condition}) do\n{}od", self.block(count, nesting - 1))
            }
            22..36 => {
                let targets: Vec<String> = (0..self.labels)
                    .filter(|_| self.random.percent(60))
                    .map(|label| format!("L{label}"))
                    .collect();
                match targets.is_empty() {
                    true => "goto L0".to_owned(),
                    false => format!("goto {}", targets.join(", ")),
                }
            }
            36..52 if !self.callees.is_empty() => self.call(),
            52..66 => self.branch(),
            _ => self.simple(),
        }
    }

    fn call(&mut self) -> String {
        let callee = self.random.pick(&self.callees);
        let args: Vec<String> = (0..callee.params).map(|_| self.expression(1)).collect();
        let call = format!("{}({})", callee.name, args.join(", "));
        let mut targets = self.distinct(callee.results);
        if targets.is_empty() || self.random.percent(20) {
            return call;
        }
        if self.random.percent(20) {
            targets[0] = "_".to_owned();
        }
        format!("{} := {call}", targets.join(", "))
    }

    /// A branch with guards, which lead to a label or to what follows.
    fn branch(&mut self) -> String {
        let first = self.branches;
        self.branches += 2 + self.random.index(2);
        let labels: Vec<String> = (first..self.branches).map(|n| format!("B{n}")).collect();
        let mut text = format!("goto {}", labels.join(", "));
        for label in labels {
            let step = match self.random.index(3) {
                0 => format!("assume({})", self.expression(1)),
                _ => self.guarded(),
            };
            let _ = write!(text, ";\n  {label}: {step}");
            match self.random.index(4) {
                0 => {}
                1 => {
                    let _ = write!(text, ";\n  {}", self.simple());
                }
                _ => {
                    let _ = write!(text, ";\n  goto L{}", self.random.index(self.labels));
                }
            }
        }
        text
    }

    /// An assignment, in our dialect with a guard.
    fn guarded(&mut self) -> String {
        let assignment = self.assignment();
        match self.dialect {
            Dialect::Belnap => format!("{assignment} assume({})", self.expression(1)),
            Dialect::Classic => assignment,
        }
    }

    fn simple(&mut self) -> String {
        match self.random.index(100) {
            0..45 => self.assignment(),
            45..55 => self.guarded(),
            55..75 => format!("assume({})", self.expression(2)),
            75..83 => format!("assert({})", self.expression(1)),
            83..85 => "assert(F)".to_owned(),
            85..90 => format!("return{}", self.result_values()),
            _ => "skip".to_owned(),
        }
    }

    fn result_values(&mut self) -> String {
        let values: Vec<String> = (0..self.results).map(|_| self.expression(1)).collect();
        if values.is_empty() { String::new() } else { format!(" {}", values.join(", ")) }
    }

    /// So many different variables, or none if there are too few.
    fn distinct(&mut self, count: usize) -> Vec<String> {
        let mut from = self.variables.clone();
        if from.len() < count {
            return Vec::new();
        }
        (0..count).map(|_| from.remove(self.random.index(from.len()))).collect()
    }

    fn assignment(&mut self) -> String {
        let count = 1 + self.random.index(self.variables.len().min(2));
        let targets = self.distinct(count);
        let values: Vec<String> = targets.iter().map(|_| self.expression(2)).collect();
        let mut text = format!("{} := {}", targets.join(", "), values.join(", "));
        if !self.consistent && self.random.percent(15) {
            let left = self.random.pick(&self.variables);
            let target = self.random.pick(&targets);
            let relation = self.random.pick(&["|", "!=", "="]);
            let negation = self.random.pick(&["", "!"]);
            let star = self.random.pick(&["", "", "", " | *"]);
            let _ = write!(text, " constrain (({negation}'{target} {relation} {left}){star})");
        }
        text
    }

    /// What not every state violates.
    fn invariant(&mut self) -> String {
        let a = self.random.pick(&self.variables);
        let b = self.random.pick(&self.variables);
        let negation = self.random.pick(&["", "!"]);
        format!("({a} | {negation}{b})")
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.percent(35) {
            let variable = self.random.pick(&self.variables);
            return match self.random.index(10) {
                0..5 => variable,
                5..7 => format!("!{variable}"),
                7 => "*".to_owned(),
                8 if self.dialect == Dialect::Belnap => "nondet".to_owned(),
                8 => "?".to_owned(),
                _ => self.random.pick(&["T", "F"]).to_owned(),
            };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.random.index(10) {
            0 => format!("({a} & {b})"),
            1 => format!("({a} | {b})"),
            2 => format!("!({a})"),
            3 => format!("({a} = {b})"),
            4 => format!("({a} != {b})"),
            5 => format!("({a} => {b})"),
            6 => format!("schoose[{a}, {b}]"),
            7.. if self.consistent => {
                let [q, r] = [0, 0].map(|_| self.random.pick(&self.variables));
                format!("choose({q}, ({r} & !{q}))")
            }
            7 => format!("choose({a}, {b})"),
            _ => format!("choose({a}, ({b} & !({a})))"),
        }
    }
}
