//! What is unknown and decides, in the words of the C program, and what could be done about it.

use std::collections::BTreeSet;

use belnap_formats::condition::{self, Names};
use belnap_frontend::unsupported::{
    EXTERNAL_FUNCTION, EXTERNAL_VARIABLE, FLOATING_POINT, INLINE_ASSEMBLY, LIBRARY_FUNCTION,
};
use belnap_ir::cfg::{Approximation, Cfg, Operation, Treatment, VariableKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, ScopeId};
use belnap_ir::result::{Unknown, UnknownKind};

/// Longest condition that is shown, in characters.
const LONGEST: usize = 60;

const NONDET: &str = "--extern nondet, if it can return anything";

/// Something that is unknown and decides.
pub struct Missing<'a> {
    cfg: &'a Cfg,
    unknown: &'a Unknown,
    /// What the graph does not model exactly, if it is that.
    pub cause: Option<&'a Approximation>,
}

impl<'a> Missing<'a> {
    /// What an unknown of the checker is about.
    pub fn new(cfg: &'a Cfg, unknown: &'a Unknown) -> Self {
        let is_cause = |entry: &&Approximation| {
            let edge = unknown.cfg_edge;
            entry.treatment != Treatment::Assumed
                && edge.is_some_and(|at| entry.edges.contains(&at))
        };
        Missing { cfg, unknown, cause: cfg.ledger.iter().find(is_cause) }
    }

    /// One line about it.
    pub fn text(&self) -> String {
        let place = match &self.unknown.source {
            Some(source) => source.to_string(),
            None => self.unknown.location.clone(),
        };
        match self.cause {
            Some(Approximation { construct, detail, .. }) => {
                let of = self.statement().map(|text| format!("what `{text}` gives: "));
                let of = of.unwrap_or_default();
                match construct.replace('-', " ") == *detail {
                    true => format!("{place}: {of}{construct}"),
                    false => format!("{place}: {of}{construct}, {detail}"),
                }
            }
            None => format!("{place}: {}", self.question()),
        }
    }

    fn question(&self) -> String {
        let statement = self.statement();
        match (self.unknown.kind, self.condition()) {
            (UnknownKind::Update, Some(condition)) => {
                let behind = statement.map(|text| format!(" after `{text}`"));
                format!("whether {condition} holds{}", behind.unwrap_or_default())
            }
            (UnknownKind::Update, None) => match statement {
                Some(text) => format!("what `{text}` computes"),
                None => "what is computed there".to_owned(),
            },
            (UnknownKind::Condition, _) => match statement.or_else(|| self.branch()) {
                Some(text) => format!("whether `{text}` is true"),
                None => "which way the program goes".to_owned(),
            },
            (_, Some(condition)) => format!("whether {condition} holds"),
            (_, None) => format!("`{}`", statement.unwrap_or_default()),
        }
    }

    /// The predicate whose value is unknown, in C; `None` if it is about what C has no name for.
    fn condition(&self) -> Option<String> {
        let name = self.unknown.variable.as_deref()?;
        let text = name.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(name);
        let Ok(read) = condition::parse(&Names::new(self.cfg), text, Some(ScopeId(0))) else {
            return Some(format!("`{text}`"));
        };
        let is_of_c = |read: &Expr| {
            let mut all = true;
            read.for_each_var(&mut |var| {
                all &= self.cfg.variables[var].kind != VariableKind::Temporary;
            });
            all
        };
        let text = is_of_c(&read).then(|| condition::print_in_c(self.cfg, &read))?;
        Some(match text.chars().count() > LONGEST {
            true => self.subject(&read),
            false => format!("`{text}`"),
        })
    }

    /// What a long condition is about.
    fn subject(&self, condition: &Expr) -> String {
        let mut names = BTreeSet::new();
        condition.for_each_var(&mut |var| {
            let variable = &self.cfg.variables[var];
            names.insert(format!("`{}`", variable.c_name.as_ref().unwrap_or(&variable.name)));
        });
        let names: Vec<String> = names.into_iter().collect();
        format!("a condition on {}", names.join(" and "))
    }

    /// The C text of the step; `None` if there is none.
    fn statement(&self) -> Option<String> {
        let text = self.unknown.source_text.as_deref()?;
        let first = text.split("; ").next().unwrap_or(text);
        // A declaration is only a name.
        let is_name = first.chars().all(|c| c.is_alphanumeric() || c == '_');
        let is_c = !is_name && !first.contains(":=") && !first.contains("assume(");
        is_c.then(|| first.trim_end_matches(';').to_owned())
    }

    /// The C text of the branch at its location.
    fn branch(&self) -> Option<String> {
        let number = self.unknown.location.rsplit_once(":n")?.1.parse().ok()?;
        let at = CfgLocId(number);
        self.cfg.locations.get(at)?;
        let mut ways = self.cfg.edges_from(at).map(|edge| &self.cfg.edges[edge]);
        let way = ways.find(|edge| matches!(edge.operation, Operation::Assume(_)))?;
        let text = way.text.split("; ").next().filter(|text| !text.is_empty())?;
        Some(text.to_owned())
    }
}

/// What could help where something is not modelled; nothing if that is not the cause.
pub fn remedies(missing: &[Missing<'_>]) -> Vec<String> {
    let causes: Vec<&Approximation> = missing.iter().filter_map(|one| one.cause).collect();
    let mut all = Vec::new();
    for cause in &causes {
        let remedy = match cause.construct.as_str() {
            EXTERNAL_FUNCTION => {
                all.push(model_of(EXTERNAL_FUNCTION, &causes));
                let is_one = causes.iter().filter(|one| one.construct == EXTERNAL_FUNCTION);
                let mut details: Vec<&str> = is_one.map(|one| &one.detail[..]).collect();
                details.dedup();
                if details.len() > 1 {
                    NONDET.replace("it can", "they can")
                } else {
                    NONDET.to_owned()
                }
            }
            LIBRARY_FUNCTION => model_of(LIBRARY_FUNCTION, &causes),
            EXTERNAL_VARIABLE => "the file that defines the variable".to_owned(),
            FLOATING_POINT => "integers in place of floating-point numbers".to_owned(),
            INLINE_ASSEMBLY => "a C function in place of the assembly".to_owned(),
            other => format!("the program without {other}"),
        };
        all.push(remedy);
    }
    let mut said = Vec::new();
    for remedy in all {
        if !said.contains(&remedy) {
            said.push(remedy);
        }
    }
    said
}

/// What to do about functions that are not known, each named once.
fn model_of(construct: &str, causes: &[&Approximation]) -> String {
    let bodies = causes.iter().filter(|cause| cause.construct == construct);
    let mut names: Vec<String> = bodies
        .filter_map(|cause| cause.detail.split('`').nth(1))
        .map(|name| format!("`{name}`"))
        .collect();
    names.sort_unstable();
    names.dedup();
    let of = match names.split_last() {
        None => "the function".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    };
    let model = "(--model FILE.c, with a body)";
    match (construct == EXTERNAL_FUNCTION, names.len() > 1) {
        (false, _) => format!("a model of {of} {model}"),
        (true, false) => format!("the file that defines {of}, or a model of it {model}"),
        (true, true) => format!("the files that define {of}, or models of them {model}"),
    }
}
