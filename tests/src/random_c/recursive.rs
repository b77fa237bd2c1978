//! Random C programs of recursive functions, and what they compute, by an evaluator of their own.
//!
//! All numbers are `unsigned`. A function gets `n`, which becomes smaller with each call, another
//! number and a pointer, which leads to a variable of `main` or of one of its callers. It may count
//! in a global variable, call others or itself once or twice, and nest calls in arguments.

use std::fmt::Write as _;

use belnap_test_support::random::Random;

/// Calls that an evaluation may make.
const CALLS: u64 = 3_000;

/// A number.
#[derive(Clone, Debug)]
enum Number {
    Constant(u32),
    /// The parameter `n`, the parameter `a`, what `p` points to, `count`, or a result.
    N,
    A,
    Pointed,
    Count,
    Result(usize),
    Binary(char, Box<(Number, Number)>),
}

/// A call of a function, with `n - less`.
#[derive(Clone, Debug)]
struct Call {
    function: usize,
    less: u32,
    other: Number,
    /// Its other argument is what another call returns.
    nested: Option<Box<Call>>,
    /// It gets the address of a local variable; else the caller's own pointer.
    own: bool,
}

/// A function.
#[derive(Clone, Debug)]
struct Function {
    counts: bool,
    /// Written through the pointer before anything else.
    written: Option<Number>,
    base: Number,
    /// Calls with their results; the later ones only if `n` is odd, if that is said.
    calls: Vec<(Call, bool)>,
    result: Number,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Recursive {
    functions: Vec<Function>,
    start: u32,
    /// The largest input; the only one, if it is `fixed`.
    pub most: u32,
    /// Whether there is no input.
    pub fixed: bool,
}

/// Numbers up to which functions do not call any.
const BASE: u32 = 1;

impl Recursive {
    /// The program of a seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let count = 1 + random.index(3);
        // Of two calls in a function, there are exponentially many.
        let twice = random.one_in(2);
        let functions = (0..count).map(|_| function(&mut random, count, twice)).collect();
        let fixed = random.one_in(4);
        let most = BASE + 1 + random.below(if twice { 4 } else { 9 }) as u32;
        Recursive { functions, start: random.below(4) as u32, most, fixed }
    }

    /// What it computes for an input; `None` if that takes too many calls.
    pub fn value(&self, n: u32) -> Option<u32> {
        let mut run = Run { program: self, memory: vec![7], count: 0, calls: 0 };
        let result = run.call(0, n, self.start, 0)?;
        Some(result ^ run.memory[0].wrapping_add(run.count))
    }

    /// All that it may compute, in the order of inputs.
    pub fn values(&self) -> Option<Vec<u32>> {
        let first = if self.fixed { self.most } else { 0 };
        (first..=self.most).map(|n| self.value(n)).collect()
    }

    /// Its functions, as C.
    fn functions_text(&self) -> String {
        let mut out = "static unsigned count;\n".to_owned();
        let head = |number: usize| {
            format!("static unsigned f{number}(unsigned n, unsigned a, unsigned *p)")
        };
        for number in 0..self.functions.len() {
            let _ = writeln!(out, "{};", head(number));
        }
        for (number, function) in self.functions.iter().enumerate() {
            let _ = writeln!(out, "{} {{", head(number));
            out.push_str(&function.text());
            out.push_str("}\n");
        }
        out
    }

    /// With an assertion about what it computes.
    pub fn asking(&self, condition: &str) -> String {
        let mut out =
            "extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"
                .to_owned();
        out.push_str(&self.functions_text());
        out.push_str("int main(void) {\n");
        match self.fixed {
            true => {
                let _ = writeln!(out, "  unsigned n = {};", self.most);
            }
            false => {
                out.push_str("  unsigned n = __VERIFIER_nondet_uint();\n");
                let _ = writeln!(out, "  if (n > {}) return 0;", self.most);
            }
        }
        out.push_str(&self.call_text());
        let _ = writeln!(out, "  if (!({condition})) reach_error();\n  return 0;\n}}");
        out
    }

    /// With what it computes reported, for the largest input.
    pub fn observing(&self) -> String {
        let mut out = self.functions_text();
        let _ = writeln!(out, "int main(void) {{\n  unsigned n = {};", self.most);
        out.push_str(&self.call_text());
        out.push_str("  observe(v);\n  observe(count);\n  observe(out);\n  return 0;\n}\n");
        out
    }

    fn call_text(&self) -> String {
        format!(
            "  unsigned out = 7;\n  unsigned v = f0(n, {}u, &out);\n  v = v ^ (out + count);\n",
            self.start
        )
    }
}

fn function(random: &mut Random, count: usize, twice: bool) -> Function {
    let calls = 1 + usize::from(twice && random.one_in(2));
    let calls: Vec<(Call, bool)> =
        (0..calls).map(|_| (call(random, count, twice), random.one_in(4))).collect();
    Function {
        counts: random.one_in(2),
        written: random.one_in(2).then(|| number(random, 0, 2)),
        base: number(random, 0, 1),
        result: number(random, calls.len(), 2),
        calls,
    }
}

fn call(random: &mut Random, count: usize, twice: bool) -> Call {
    let nested = twice && random.one_in(4);
    Call {
        function: random.index(count),
        less: 1 + random.below(u64::from(BASE) + 1) as u32,
        other: number(random, 0, 1),
        nested: nested.then(|| Box::new(call(random, count, false))),
        own: random.one_in(3),
    }
}

/// A number that may depend on so many results.
fn number(random: &mut Random, results: usize, depth: u32) -> Number {
    if depth > 0 && !random.one_in(4) {
        let op = random.pick(&['+', '-', '*', '^', '&']);
        let operands = (number(random, results, depth - 1), number(random, results, depth - 1));
        return Number::Binary(op, Box::new(operands));
    }
    if results > 0 && random.one_in(2) {
        return Number::Result(random.index(results));
    }
    match random.below(5) {
        0 => Number::Constant(random.below(6) as u32),
        1 => Number::N,
        2 => Number::A,
        3 => Number::Pointed,
        _ => Number::Count,
    }
}

impl Number {
    fn text(&self) -> String {
        match self {
            Number::Constant(value) => format!("{value}u"),
            Number::N => "n".to_owned(),
            Number::A => "a".to_owned(),
            Number::Pointed => "*p".to_owned(),
            Number::Count => "count".to_owned(),
            Number::Result(number) => format!("r{number}"),
            Number::Binary(op, operands) => {
                format!("({} {op} {})", operands.0.text(), operands.1.text())
            }
        }
    }
}

impl Call {
    fn text(&self, local: &str) -> String {
        let other = match &self.nested {
            Some(call) => call.text(local),
            None => self.other.text(),
        };
        let pointer = if self.own { format!("&{local}") } else { "p".to_owned() };
        format!("f{}(n - {}u, {other}, {pointer})", self.function, self.less)
    }
}

impl Function {
    fn text(&self) -> String {
        let mut out = "  unsigned x = n + a;\n".to_owned();
        if self.counts {
            out.push_str("  count = count + 1u;\n");
        }
        if let Some(written) = &self.written {
            let _ = writeln!(out, "  *p = {};", written.text());
        }
        let _ = writeln!(out, "  if (n <= {BASE}u) return {};", self.base.text());
        for (number, (call, sometimes)) in self.calls.iter().enumerate() {
            let _ = writeln!(out, "  unsigned r{number} = x;");
            let when = if *sometimes { "if (n & 1u) " } else { "" };
            let _ = writeln!(out, "  {when}r{number} = {};", call.text("x"));
        }
        let _ = writeln!(out, "  return {} + x;", self.result.text());
        out
    }
}

/// An evaluation. Variables whose addresses are taken are in memory.
struct Run<'a> {
    program: &'a Recursive,
    memory: Vec<u32>,
    count: u32,
    calls: u64,
}

/// What a function can see besides `count`.
struct View<'a> {
    n: u32,
    a: u32,
    p: usize,
    results: &'a [u32],
}

impl Run<'_> {
    fn call(&mut self, function: usize, n: u32, a: u32, p: usize) -> Option<u32> {
        self.calls += 1;
        if self.calls > CALLS {
            return None;
        }
        let function = &self.program.functions[function];
        let x = self.memory.len();
        self.memory.push(n.wrapping_add(a));
        self.count = self.count.wrapping_add(u32::from(function.counts));
        let mut results = Vec::new();
        let view = View { n, a, p, results: &results };
        if let Some(written) = &function.written {
            self.memory[p] = self.number(written, &view);
        }
        if n <= BASE {
            let base = self.number(&function.base, &view);
            self.memory.pop();
            return Some(base);
        }
        for (call, sometimes) in &function.calls {
            let view = View { n, a, p, results: &results };
            let result = match *sometimes && n & 1 == 0 {
                true => self.memory[x],
                false => self.make(call, &view, x)?,
            };
            results.push(result);
        }
        let view = View { n, a, p, results: &results };
        let result = self.number(&function.result, &view).wrapping_add(self.memory[x]);
        self.memory.pop();
        Some(result)
    }

    fn make(&mut self, call: &Call, view: &View<'_>, x: usize) -> Option<u32> {
        let other = match &call.nested {
            Some(nested) => self.make(nested, view, x)?,
            None => self.number(&call.other, view),
        };
        let pointer = if call.own { x } else { view.p };
        self.call(call.function, view.n.wrapping_sub(call.less), other, pointer)
    }

    fn number(&self, number: &Number, view: &View<'_>) -> u32 {
        match number {
            Number::Constant(value) => *value,
            Number::N => view.n,
            Number::A => view.a,
            Number::Pointed => self.memory[view.p],
            Number::Count => self.count,
            Number::Result(number) => view.results[*number],
            Number::Binary(op, operands) => {
                let (a, b) = (self.number(&operands.0, view), self.number(&operands.1, view));
                match op {
                    '+' => a.wrapping_add(b),
                    '-' => a.wrapping_sub(b),
                    '*' => a.wrapping_mul(b),
                    '^' => a ^ b,
                    _ => a & b,
                }
            }
        }
    }
}
