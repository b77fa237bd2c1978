//! An execution that refutes a property, told in C.
//!
//! The execution of the whole program that makes the same choices is found
//! ([`belnap_evidence::whole`]),
//! what does not matter to its end is left out (`matter`), steps become lines (`steps`,
//! `statement`) with the
//! statements that the source has there ([`source`]) and values (`values`), and long loops are
//! abbreviated (`rounds`). Library functions and system headers are not shown (`scopes`).
//! [`asked`] names the assertion that fails, `arguments` what a function was given.

mod arguments;
pub mod asked;
mod matter;
mod memory;
mod rounds;
mod scopes;
pub mod source;
mod statement;
mod steps;
mod values;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use belnap_engine::conclusion::ExecutedPath;
use belnap_evidence::whole::whole_execution;
use belnap_formats::condition::{self, Names};
use belnap_frontend::harness::is_harness;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::{CfgLocId, CfgVarId, FunctionId};
use belnap_ir::property::{Along, Atom, Formula};
use belnap_ir::span::SourceLine;
use belnap_passes::product::{ASKED, is_of_product};

use asked::Asked;
use scopes::Scopes;
pub use scopes::Scopes as Activations;
use source::Sources;
use statement::{asked_value, assigned, is_input, without_brackets};
use steps::{Line, Lines, find_failure, is_volatile};
use values::State;

/// Most inputs that are listed.
const INPUTS: usize = 20;

/// Of an execution with more lines than two of these, the middle is left out.
const SHOWN: usize = 100;

/// An execution to tell.
pub struct Trace<'a> {
    cfg: &'a Cfg,
    path: ExecutedPath,
    sources: &'a Sources,
    formula: &'a Formula,
    /// Whether it is one of the program as the frontend made it.
    is_whole: bool,
}

/// An execution as it is told.
#[derive(Clone, Debug)]
pub struct Told {
    /// How it ends.
    pub ending: Ending,
    /// The arguments of the function that starts.
    pub arguments: Vec<Given>,
    /// What the program asked the environment for.
    pub inputs: Vec<Given>,
    /// All of it, for a person.
    pub text: String,
}

/// A value that the program was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// What got it, in C.
    pub name: String,
    /// The value.
    pub value: i128,
    /// As people write it.
    pub shown: String,
    /// Where the program asked for it; of arguments, nowhere.
    pub place: Option<SourceLine>,
}

/// How an execution ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// In words.
    pub sentence: String,
    /// What is violated: the condition, or what was reached.
    pub text: String,
    /// Where.
    pub place: Option<SourceLine>,
    /// In which C function.
    pub function: String,
}

impl<'a> Trace<'a> {
    /// The execution of the whole program, or, if it cannot be followed there, of the graph that
    /// was checked.
    pub fn new(
        program: &'a Cfg,
        checked: &'a Cfg,
        formula: &'a Formula,
        path: &ExecutedPath,
        sources: &'a Sources,
    ) -> Self {
        match whole_execution(program, checked, formula, path) {
            Some(path) => Trace { cfg: program, path, sources, formula, is_whole: true },
            None => {
                let path = path.clone();
                Trace { cfg: checked, path, sources, formula, is_whole: false }
            }
        }
    }

    /// An execution of a graph as it is.
    pub fn of(
        cfg: &'a Cfg,
        path: ExecutedPath,
        formula: &'a Formula,
        sources: &'a Sources,
    ) -> Self {
        Trace { cfg, path, sources, formula, is_whole: false }
    }

    fn end(&self) -> CfgLocId {
        self.path.edges.last().map_or(self.cfg.entry, |edge| self.cfg.edges[*edge].to)
    }

    /// How it ends.
    pub fn ending(&self) -> Ending {
        let scopes = Scopes::new(self.cfg, false);
        let end = self.end();
        let failed = find_failure(self.cfg, &self.path);
        let asked = failed.and_then(|at| self.cfg.properties.iter().find(|one| one.location == at));
        if let Some(asked) = asked {
            let asked = Asked::new(self.cfg, &scopes, asked, self.sources);
            let sentence = asked.sentence();
            return Ending {
                sentence,
                text: asked.text,
                place: asked.place,
                function: asked.function,
            };
        }
        let place = self.cfg.locations[end].source.clone();
        let last =
            self.path.edges.iter().rev().find_map(|edge| self.cfg.edges[*edge].source.clone());
        let place = place.or(last);
        let function = self.cfg.scopes[scopes.visible(end)].function.clone();
        let at = place.as_ref().map(|place| format!("{place}, ")).unwrap_or_default();
        let (text, what) = describe_violation(self.formula);
        Ending { sentence: format!("{what} ({at}in {function})"), text, place, function }
    }

    /// The arguments of the function that starts, as far as they are known, what they point to, and
    /// the global variables that it was given.
    pub fn arguments(&self) -> Vec<Given> {
        let first = &self.cfg.functions[FunctionId(0)];
        let is_main = first.name == "main";
        let parameters = first.parameters.iter().filter(|_| !is_main);
        let value = |var: &CfgVarId| {
            let start = self.path.execution.start.iter().find(|one| one.var == *var)?;
            let variable = &self.cfg.variables[*var];
            let state = State::new(self.cfg, &self.path);
            Some(Given {
                name: variable.c_name.clone().unwrap_or_else(|| variable.name.clone()),
                value: start.value,
                shown: state.shown(variable, start.value),
                place: None,
            })
        };
        let given = self.given().into_iter().filter(is_of_harness).collect();
        parameters.filter_map(value).chain(arguments::in_c(given, &self.sources.harness)).collect()
    }

    /// What the program asked the environment for, in order.
    pub fn inputs(&self) -> Vec<Given> {
        self.given().into_iter().filter(|one| !is_of_harness(one)).collect()
    }

    /// The same, with what a function was given, and what memory held that it was given.
    fn given(&self) -> Vec<Given> {
        let mut all = Vec::new();
        let state = State::new(self.cfg, &self.path);
        let scopes = Scopes::new(self.cfg, false);
        let matters = self.matters();
        let steps = self.path.edges.iter().zip(&self.path.execution.steps);
        for (number, ((id, step), matters)) in steps.zip(matters).enumerate() {
            let edge = &self.cfg.edges[*id];
            // What library functions leave open is an input if something depends on it.
            if scopes.is_hidden(edge.from) && matters.is_none() {
                continue;
            }
            let is_read = is_volatile(self.cfg, *id);
            if !matches!(edge.operation, Operation::Nondet(_)) || !is_read && !is_input(&edge.text)
            {
                continue;
            }
            for one in &step.scalars {
                let variable = &self.cfg.variables[one.var];
                if scopes.is_hidden(edge.from) && variable.c_type.contains('*') {
                    continue;
                }
                if state.is_distance(number, one.var) {
                    continue;
                }
                let place = assigned(&edge.text).map(str::to_owned);
                let name = variable.c_name.clone().or(place).filter(|_| !is_read);
                let name = name.unwrap_or_else(|| without_brackets(&edge.text).to_owned());
                let value = asked_value(&edge.text, one.value);
                let shown = state.shown(variable, value);
                all.push(Given { name, value, shown, place: edge.source.clone() });
            }
        }
        all.extend(memory::contents(self.cfg, &self.path));
        all
    }

    /// The variables that the property looks at where the execution ends.
    fn collect_observed(&self) -> Vec<CfgVarId> {
        let mut atoms = Vec::new();
        self.formula.collect_atoms(&mut atoms);
        let names = Names::new(self.cfg);
        let scope = self.cfg.locations[self.end()].scope;
        let mut all = Vec::new();
        for (atom, _) in atoms {
            if let Atom::Condition(text) = atom
                && let Ok(condition) = condition::parse(&names, text, Some(scope))
            {
                condition.for_each_var(&mut |var| all.push(var));
            }
        }
        all
    }

    /// The steps, one line each; with `all`, also those that do not matter.
    fn lines(&self, all: bool) -> Vec<Line> {
        Lines::new(self.cfg, &self.path, self.sources, self.matters(), all).of(&self.path)
    }

    /// Which steps matter to its end.
    fn matters(&self) -> matter::Matters {
        let wanted = match find_failure(self.cfg, &self.path) {
            Some(_) => Vec::new(),
            None => self.collect_observed(),
        };
        matter::matters(self.cfg, &self.path.edges, &wanted)
    }

    /// The location of the failure, if it ends with one and is an execution of the whole program.
    pub fn find_failure(&self) -> Option<CfgLocId> {
        find_failure(self.cfg, &self.path).filter(|_| self.is_whole)
    }

    /// All that there is to tell.
    pub fn tell(&self, all: bool) -> Told {
        Told {
            ending: self.ending(),
            arguments: self.arguments(),
            inputs: self.inputs(),
            text: self.text(all),
        }
    }

    /// For a person: how it ends, what was given, and the steps that matter; with `all`, every
    /// step.
    pub fn text(&self, all: bool) -> String {
        let mut out = format!("  {}\n", self.ending().sentence);
        for (word, given) in [("arguments", self.arguments()), ("inputs", self.inputs())] {
            if !given.is_empty() {
                let _ = writeln!(out, "  {word}: {}", list_given(&given));
            }
        }
        out.push_str("  steps:\n");
        self.write_steps(&mut out, all, None);
        out
    }

    /// The steps; those from `round` on are a round of a loop that is taken for ever.
    pub fn write_steps(&self, out: &mut String, all: bool, round: Option<usize>) {
        let from = |edge: &belnap_ir::ids::CfgEdgeId| self.cfg.edges[*edge].from;
        let path: Vec<CfgLocId> = self.path.edges.iter().map(from).collect();
        let left_out = if all { Vec::new() } else { rounds::left_out(self.cfg, &path) };
        let lines = self.lines(all);
        let place = |line: &Line| line.place.as_ref().map(ToString::to_string).unwrap_or_default();
        let width = lines.iter().map(|line| place(line).len()).max().unwrap_or(0);
        let mut shown: Vec<String> = Vec::new();
        let mut last = None;
        let mut begun = false;
        let mut read: BTreeMap<&str, &str> = BTreeMap::new();
        for line in &lines {
            // What an automaton reads is shown when it changes.
            let is_read = line.statement.starts_with(ASKED);
            if is_read && !all && read.insert(&line.statement, line.word) == Some(line.word) {
                continue;
            }
            let indent = "  ".repeat(line.depth);
            if !begun && round.is_some_and(|round| line.step >= round) {
                begun = true;
                shown.push(format!("{:width$}  from here again and again:", ""));
            }
            if let Some(found) = left_out.iter().find(|one| one.steps.contains(&line.step)) {
                if last.replace(found.steps.start) != Some(found.steps.start) {
                    let s = if found.rounds == 1 { "" } else { "s" };
                    let more = format!("… {} more round{s} of this loop", found.rounds);
                    shown.push(format!("{:width$}  {indent}{more}", ""));
                }
                continue;
            }
            shown.push(format!("{:<width$}  {indent}{}", place(line), line.text()));
        }
        write_ends(out, &shown);
    }
}

/// Whether something is given by the text that calls a function.
fn is_of_harness(given: &Given) -> bool {
    given.place.as_ref().is_some_and(|place| is_harness(&place.file))
}

/// Writes lines; of very many, only the first and the last.
fn write_ends(out: &mut String, lines: &[String]) {
    let left_out = match lines.len() > 2 * SHOWN {
        true => SHOWN..lines.len() - SHOWN,
        false => 0..0,
    };
    for (at, line) in lines.iter().enumerate() {
        if at == left_out.start && !left_out.is_empty() {
            let _ = writeln!(out, "    … {} lines, all in --json or --save …", left_out.len());
        }
        if !left_out.contains(&at) {
            let _ = writeln!(out, "    {}", line.trim_end());
        }
    }
}

fn list_given(given: &[Given]) -> String {
    let shown: Vec<String> =
        given.iter().take(INPUTS).map(|one| format!("{} = {}", one.name, one.shown)).collect();
    match given.len().saturating_sub(INPUTS) {
        0 => shown.join(", "),
        more => format!("{}, and {more} more", shown.join(", ")),
    }
}

/// What a state that refutes a property violates, and the same as a sentence.
fn describe_violation(formula: &Formula) -> (String, String) {
    if is_of_product(formula) {
        let text = "the execution violates the formula, whatever follows";
        return (text.to_owned(), text.to_owned());
    }
    let body = match formula {
        Formula::Along(_, Along::Globally, body) => match &**body {
            Formula::Not(never) => Err(&**never),
            always => Ok(always),
        },
        Formula::Not(body) => match &**body {
            Formula::Along(_, Along::Finally, never) => Err(&**never),
            _ => Ok(formula),
        },
        _ => Ok(formula),
    };
    match body {
        Ok(Formula::Atom(Atom::Condition(text), _)) => (text.clone(), format!("`{text}` is false")),
        Err(Formula::Atom(Atom::Condition(text), _)) => (text.clone(), format!("`{text}` is true")),
        Err(Formula::Atom(Atom::At { label, .. }, _)) => {
            (label.clone(), format!("the label {label} is reached"))
        }
        Err(Formula::Atom(Atom::Enter(function), _)) => {
            (function.clone(), format!("{function} is called"))
        }
        Ok(other) => {
            let text = belnap_formats::property::print(other);
            (text.clone(), format!("{text} is false"))
        }
        Err(other) => {
            let text = belnap_formats::property::print(other);
            (text.clone(), format!("{text} is true"))
        }
    }
}
