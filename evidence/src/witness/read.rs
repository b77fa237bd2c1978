//! Correctness witnesses of other tools: their invariants as initial predicates.
//!
//! Predicates only say what to look at, so a witness that is wrong costs time and nothing else.

use std::collections::BTreeSet;

use belnap_cli::io::read_text;
use belnap_cli::{ToolError, write_stderr};
use belnap_formats::condition::{Names, Writer, activations, parse};
use belnap_formats::predicates::{PredicateFile, PredicateLine};
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::{CfgVarId, ScopeId};
use belnap_ir::predicate::PredicateScope;
use belnap_ir::span::SourceLine;
use belnap_ir::types::{IntType, Type};
use belnap_solver::wp::Conditions;
use serde::Deserialize;
use serde_saphyr::Spanned;

use super::sources::Sources;

/// Largest witness that is read.
const LARGEST_BYTES: u64 = 16 << 20;

/// Longest invariant that is looked at.
const LONGEST_INVARIANT: usize = 1 << 14;

/// Limit on the predicates that are taken from a witness.
const MOST_PREDICATES: usize = 100;

/// Of more conditions, what has to be known before a step costs more than it helps.
const FEW: usize = 4;

#[derive(Deserialize)]
struct Entry {
    entry_type: String,
    metadata: Metadata,
    #[serde(default)]
    content: Vec<Item>,
}

#[derive(Deserialize)]
struct Metadata {
    format_version: String,
    task: Option<Task>,
}

#[derive(Deserialize)]
struct Task {
    #[serde(default)]
    input_file_hashes: std::collections::BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Item {
    invariant: Option<Invariant>,
}

#[derive(Deserialize)]
struct Invariant {
    r#type: String,
    location: Location,
    value: Spanned<String>,
    format: Option<String>,
}

#[derive(Deserialize)]
struct Location {
    file_name: String,
    line: u32,
    function: Option<String>,
}

/// The predicates of a witness of a program.
///
/// # Errors
/// If the text is not a correctness witness of a version that we read.
pub fn predicates(file: &str, cfg: &Cfg, sources: &Sources) -> Result<PredicateFile, ToolError> {
    let refused = |message: &str| ToolError::unusable(file, message);
    let too_large = || refused("larger than 16 MiB, the most that is read of a witness");
    if std::fs::metadata(file).is_ok_and(|metadata| metadata.len() > LARGEST_BYTES) {
        return Err(too_large());
    }
    let text = read_text(file)?;
    if text.len() as u64 > LARGEST_BYTES {
        return Err(too_large());
    }
    if text.trim_start().starts_with('<') {
        let message = "this is GraphML, or other XML; invariants are read from witnesses in YAML \
                       (version 2.0 or 2.1)";
        return Err(refused(message));
    }
    let entries: Vec<Entry> = serde_saphyr::from_str(&text)
        .map_err(|error| refused(&format!("this is not a witness in YAML: {error}")))?;
    if entries.is_empty() {
        return Err(refused("this witness has no entries"));
    }
    let mut reader = Reader { file, cfg, sources, names: Names::new(cfg), conditions: Vec::new() };
    for entry in &entries {
        let version = entry.metadata.format_version.as_str();
        if !matches!(version, "2.0" | "2.1") {
            return Err(refused(&format!(
                "this witness is of version {version}; versions 2.0 and 2.1 are read"
            )));
        }
        match entry.entry_type.as_str() {
            "invariant_set" => reader.invariants(entry),
            "violation_sequence" => {
                return Err(refused("this is a violation witness; only invariants are read"));
            }
            other => reader.warn(None, &format!("an entry of type `{other}` is not read")),
        }
    }
    reader.one_step_before();
    let writer = Writer::new(cfg);
    let mut found = PredicateFile::default();
    for condition in &reader.conditions {
        found.add(PredicateLine::new(PredicateScope::Live, &writer.print(condition)));
    }
    Ok(found)
}

struct Reader<'a> {
    file: &'a str,
    cfg: &'a Cfg,
    sources: &'a Sources,
    names: Names<'a>,
    conditions: Vec<Expr>,
}

impl Reader<'_> {
    fn warn(&self, line: Option<u64>, message: &str) {
        let place = line.map(|line| format!(":{line}")).unwrap_or_default();
        write_stderr(&format!("{}{place}: warning: {message}\n", self.file));
    }

    fn invariants(&mut self, entry: &Entry) {
        let hashes = entry.metadata.task.iter().flat_map(|task| task.input_file_hashes.values());
        let hashes: BTreeSet<String> = hashes.map(|hash| hash.to_lowercase()).collect();
        if !self.sources.files.iter().all(|file| hashes.contains(&file.hash)) {
            self.warn(None, "this witness is of another program, or of another state of it");
        }
        for invariant in entry.content.iter().filter_map(|item| item.invariant.as_ref()) {
            let line = Some(invariant.value.referenced.line());
            if self.conditions.len() >= MOST_PREDICATES {
                let most = format!("no more than {MOST_PREDICATES} predicates are taken from it");
                return self.warn(line, &most);
            }
            if let Err(why) = self.invariant(invariant) {
                self.warn(line, &format!("an invariant is skipped: {why}"));
            }
        }
    }

    fn invariant(&mut self, invariant: &Invariant) -> Result<(), String> {
        if !matches!(invariant.r#type.as_str(), "loop_invariant" | "location_invariant") {
            return Err(format!("its type is `{}`", invariant.r#type));
        }
        let format = invariant.format.as_deref().unwrap_or("c_expression");
        if !matches!(format, "c_expression" | "C") {
            return Err(format!("its format is `{format}`"));
        }
        let value = &invariant.value.value;
        if value.len() > LONGEST_INVARIANT {
            return Err("it is too long".to_owned());
        }
        let scopes = self.scopes(&invariant.location)?;
        for atom in atoms(value) {
            for scope in &scopes {
                match parse(&self.names, atom, Some(*scope)) {
                    Ok(condition) => self.add(&condition),
                    Err(why) => {
                        let line = Some(invariant.value.referenced.line());
                        let why = &why.message;
                        self.warn(line, &format!("`{}` is skipped: {why}", shorten(atom)));
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// The activations of the function at a location.
    fn scopes(&self, location: &Location) -> Result<Vec<ScopeId>, String> {
        if let Some(function) = &location.function {
            return activations(&self.names, function).map_err(|why| why.message);
        }
        let Location { file_name, line, .. } = location;
        let nowhere = || format!("nothing is known of {file_name}:{line}");
        let source = self.sources.source(file_name, *line).ok_or_else(nowhere)?;
        let before = |at: &&SourceLine| at.file == source.file && at.line <= source.line;
        let lines = || self.cfg.locations.iter().filter_map(|at| at.source.as_ref());
        let nearest = lines().filter(before).max().ok_or_else(nowhere)?;
        let there = self.cfg.locations.iter().filter(|at| at.source.as_ref() == Some(nearest));
        let scopes: BTreeSet<ScopeId> = there.map(|at| at.scope).collect();
        Ok(scopes.into_iter().collect())
    }

    fn add(&mut self, condition: &Expr) {
        match condition {
            Expr::And(operands) | Expr::Or(operands) => {
                operands.iter().for_each(|operand| self.add(operand));
            }
            Expr::Not(operand) => self.add(operand),
            _ => {
                let condition = self.restore_signed(condition.clone());
                self.add_atom(condition);
            }
        }
    }

    fn add_atom(&mut self, condition: Expr) {
        let mut constant = true;
        condition.for_each_var(&mut |_| constant = false);
        let is_new = !constant && !self.conditions.contains(&condition);
        if is_new && self.conditions.len() < MOST_PREDICATES {
            self.conditions.push(condition);
        }
    }

    /// What has to be known before a step that counts, so that an invariant is known after it.
    fn one_step_before(&mut self) {
        let preconditions = Conditions::new(self.cfg);
        let counts = |(target, value): &(CfgVarId, Expr)| {
            let mut found = false;
            value.for_each_var(&mut |var| found |= var == *target);
            found
        };
        if self.conditions.len() > FEW {
            return;
        }
        for condition in self.conditions.clone() {
            for edge in &self.cfg.edges {
                if let Operation::Assign(pairs) = &edge.operation
                    && pairs.iter().any(counts)
                    && let Some(before) = preconditions.weakest_precondition(&condition, pairs)
                    && before != preconditions.normal(&condition)
                {
                    self.add_atom(before);
                }
            }
        }
    }

    /// Signed arithmetic that is written through unsigned types, so that C defines it, as the
    /// program's own arithmetic is: `(int)((unsigned int)x + 1U)` as `x + 1`.
    fn restore_signed(&self, mut expr: Expr) -> Expr {
        for operand in expr.operands_mut() {
            *operand = self.restore_signed(std::mem::replace(operand, Expr::Bool(false)));
        }
        let Expr::Cast(to, inner) = &expr else { return expr };
        let Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), operands) = &**inner
        else {
            return expr;
        };
        let [left, right] = &**operands;
        let same_width =
            self.cfg.type_of_expr(inner) == Some(Type::Int(IntType::unsigned(to.bits)));
        match (self.as_type(left, *to), self.as_type(right, *to)) {
            (Some(left), Some(right)) if same_width => Expr::binary(*op, left, right),
            _ => expr,
        }
    }

    /// What was converted from a type, or could have been.
    fn as_type(&self, expr: &Expr, ty: IntType) -> Option<Expr> {
        match expr {
            Expr::Int(value, _) => Some(Expr::int(*value, ty)),
            Expr::Cast(_, inner) if self.cfg.type_of_expr(inner) == Some(Type::Int(ty)) => {
                Some((**inner).clone())
            }
            _ => None,
        }
    }
}

/// The parts of a C condition that `&&`, `||` and `!` join, so that one that cannot be read does
/// not take the others with it.
fn atoms(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut left = vec![text];
    while let Some(text) = left.pop() {
        let text = text.trim();
        let parts = split(text);
        if parts.len() > 1 {
            left.extend(parts.into_iter().rev());
        } else if let Some(inside) = text.strip_prefix('!').and_then(in_parentheses) {
            left.push(inside);
        } else if let Some(inside) = in_parentheses(text) {
            left.push(inside);
        } else {
            found.push(text);
        }
    }
    found
}

/// What `&&` and `||` join outside of parentheses; `c ? a && b : d` is one part.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0i64;
    let mut from = 0;
    let mut parts = Vec::new();
    for (at, pair) in text.as_bytes().windows(2).enumerate() {
        match pair {
            [b'(' | b'[', _] => depth += 1,
            [b')' | b']', _] => depth -= 1,
            [b'?', _] if depth == 0 => return vec![text],
            [b'&', b'&'] | [b'|', b'|'] if depth == 0 && at >= from => {
                parts.push(&text[from..at]);
                from = at + 2;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// What stands between the parentheses that are around all of a text.
fn in_parentheses(text: &str) -> Option<&str> {
    let inside = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0i64;
    let balanced = inside.bytes().all(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth >= 0
    });
    (balanced && depth == 0).then_some(inside)
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
