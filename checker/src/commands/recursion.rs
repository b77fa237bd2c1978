//! Programs whose procedures can call themselves: what is asked of reachable states is decided by
//! summaries, where they decide; for the rest calls are expanded, deeper while that may decide.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use belnap_cli::ToolError;
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::kripke::Kripke;
use belnap_ir::result::{CheckResult, PropertyResult, Verdict};

use super::bp2kripke::build;
use super::check::{Checked, check};
use super::options::{CheckArgs, EncodeArgs, EngineOption, LimitArgs};
use super::properties::PropertySet;
use crate::encode::{Recursion, encode};
use crate::summaries::reachability::Trusted;

/// Most locations of a structure that is tried, unless fewer are allowed.
const MOST_LOCATIONS: usize = 20_000;

/// Most activations of a procedure that are expanded without being asked for.
const MOST_LEVELS: u32 = 64;

/// Nothing deeper is tried after this time: each round takes a multiple of the one before.
const TIME: Duration = Duration::from_secs(2);

/// A program, and how it is to be checked.
pub struct Question<'q> {
    /// The file's name in messages.
    pub file: &'q str,
    /// Its text.
    pub text: &'q str,
    /// The program.
    pub program: &'q BoolProgram,
    /// How to encode it.
    pub encode: &'q EncodeArgs,
    /// How to check it.
    pub how: &'q CheckArgs,
    /// Limits.
    pub limits: &'q LimitArgs,
}

impl Question<'_> {
    /// Checks properties of a recursive program, which `structure` has expanded to some depth; if
    /// another depth decides more, also gives the structure that has that.
    ///
    /// # Errors
    /// If a formula is refused, or a limit is reached at that depth.
    pub fn check(
        &self,
        properties: &PropertySet,
        structure: &Kripke,
    ) -> Result<(CheckResult, Option<Kripke>), ToolError> {
        let (mut decided, by_summaries) = match self.summarised(properties) {
            Some(result) => {
                let own = result.properties.iter().filter(|property| {
                    let asked = properties.properties().iter();
                    let asked = asked.filter(|asked| asked.name == property.name);
                    let mut trusted = asked.map(|asked| Trusted::of(&asked.formula));
                    trusted.any(|trusted| trusted.includes(property.verdict))
                });
                let own: HashMap<String, PropertyResult> =
                    own.map(|property| (property.name.clone(), property.clone())).collect();
                (own, Some(result))
            }
            None => (HashMap::new(), None),
        };
        let rest = properties.retained(&|name| !decided.contains_key(name));
        let (mut result, structure) = match (rest.is_empty(), by_summaries) {
            (true, Some(result)) => (result, None),
            _ => {
                let checked = Checked { file: self.file, structure };
                let first = check(checked, &rest, self.how, self.limits)?;
                self.deepened(&rest, first)
            }
        };
        if !decided.is_empty() {
            // Facts of one structure say nothing of the other.
            result.seeds = None;
            let mut open: HashMap<String, PropertyResult> = result
                .properties
                .drain(..)
                .map(|property| (property.name.clone(), property))
                .collect();
            let names = properties.names();
            let own = names.filter_map(|name| decided.remove(name).or_else(|| open.remove(name)));
            result.properties = own.collect();
            result.timing = None;
        }
        Ok((result, structure))
    }

    /// What the structure with summaries says of the properties that it may decide.
    fn summarised(&self, properties: &PropertySet) -> Option<CheckResult> {
        let how = self.how;
        let usual =
            matches!(how.engine, None | Some(EngineOption::Symbolic | EngineOption::Explicit));
        if !usual || how.thorough.thorough || how.reuse.is_some() || how.write_runs.is_some() {
            return None;
        }
        let asked = properties.retained(&|name| {
            let mut own = properties.properties().iter().filter(|own| own.name == name);
            own.any(|own| Trusted::of(&own.formula) != Trusted::Nothing)
        });
        if asked.is_empty() {
            return None;
        }
        let mut options = self.encode.options(self.limits);
        options.recursion = Recursion::Summaries;
        let structure = Kripke::Symbolic(encode(self.program, &options).ok()?);
        let checked = Checked { file: self.file, structure: &structure };
        // Limits are no errors: calls can be expanded instead.
        let mut result = check(checked, &asked, how, self.limits).ok()?;
        result.seeds = None;
        for property in &mut result.properties {
            property.summaries = true;
            property.notes.push(
                "recursive calls are taken in one step, by summaries, which were not checked again; \
                 inside of a call nothing follows its return (--recursion N expands calls)"
                    .to_owned(),
            );
        }
        Some(result)
    }

    /// Twice as deep again and again, until no property is open that deeper calls could decide, or
    /// a limit is reached. A limit is no error: the least depth that decides as much as any is
    /// kept.
    fn deepened(
        &self,
        properties: &PropertySet,
        first: CheckResult,
    ) -> (CheckResult, Option<Kripke>) {
        let begin = Instant::now();
        let Some(mut levels) = first.structure.levels else { return (first, None) };
        let mut best = (first, None);
        while open(&best.0) > 0 && levels < MOST_LEVELS && begin.elapsed() < TIME {
            levels *= 2;
            let deeper = EncodeArgs {
                recursion: Some(levels),
                max_locations: self.encode.max_locations.min(MOST_LOCATIONS),
                ..self.encode.clone()
            };
            let structure = build(self.file, self.text, self.program, &deeper, self.limits, false);
            let Ok(structure) = structure else { break };
            let checked = Checked { file: self.file, structure: &structure };
            let Ok(result) = check(checked, properties, self.how, self.limits) else { break };
            if open(&result) < open(&best.0) {
                best = (result, Some(structure));
            }
        }
        best
    }
}

/// How many properties are open.
fn open(result: &CheckResult) -> usize {
    let verdicts = result.properties.iter().map(|property| property.verdict);
    verdicts.filter(|verdict| *verdict == Verdict::Inconclusive).count()
}
