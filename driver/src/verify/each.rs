//! What is known about each assertion and check of a program, under the verdict about all.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use belnap_evidence::Findings;
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgLocId;
use belnap_ir::result::Verdict;

use super::report::Judged;
use super::trace::asked::Asked;
use super::trace::source::Sources;
use super::trace::{Activations, Told, Trace};
use super::words;

/// What is known about an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It never fails.
    Proved,
    /// It fails.
    Refuted,
    /// Control never gets there.
    Unreachable,
    /// None of these is known.
    Unknown,
}

impl Standing {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Standing::Proved => "proved",
            Standing::Refuted => "refuted",
            Standing::Unreachable => "unreachable",
            Standing::Unknown => "unknown",
        }
    }
}

/// An assertion, with all its copies in the graph.
pub struct Entry {
    /// The assertion.
    pub asked: Asked,
    /// Where its copies fail.
    locations: BTreeSet<CfgLocId>,
    /// What is known.
    pub standing: Standing,
    /// What to add: its evidence, or why nothing is known.
    pub note: String,
    /// What the verdict assumes, as part of a sentence; empty if that is said of all, or nothing.
    pub assumed: String,
    /// What triggers it and is never true, in C.
    pub idle: BTreeSet<String>,
    /// The execution in which it fails.
    pub told: Option<Told>,
}

/// The assertions of a program, in the order of its lines.
pub struct Each {
    /// One for each.
    pub entries: Vec<Entry>,
}

impl Each {
    /// The assertions of a program, of which nothing is known.
    pub fn new(program: &Cfg, sources: &Sources) -> Self {
        let scopes = Activations::new(program, false);
        let mut entries: Vec<Entry> = Vec::new();
        for one in &program.properties {
            let asked = Asked::new(program, &scopes, one, sources);
            match entries.iter_mut().find(|entry| entry.asked == asked) {
                Some(entry) => {
                    entry.locations.insert(one.location);
                }
                None => entries.push(Entry {
                    asked,
                    locations: BTreeSet::from([one.location]),
                    standing: Standing::Unknown,
                    note: String::new(),
                    assumed: String::new(),
                    idle: BTreeSet::new(),
                    told: None,
                }),
            }
        }
        entries.sort_by(|a, b| a.asked.cmp(&b.asked));
        Each { entries }
    }

    /// Those of which nothing is known.
    pub fn open(&self) -> Vec<usize> {
        let open = |at: &usize| self.entries[*at].standing == Standing::Unknown;
        (0..self.entries.len()).filter(open).collect()
    }

    /// Where some of them fail.
    pub fn locations(&self, some: &[usize]) -> BTreeSet<CfgLocId> {
        some.iter().flat_map(|at| &self.entries[*at].locations).copied().collect()
    }

    /// Notes what a judgement about some of them says; whether it says something.
    pub fn settle(&mut self, some: &[usize], judged: &Judged<'_>) -> bool {
        let findings = &judged.judgement.findings;
        match judged.judgement.verdict() {
            Verdict::Holds => {
                let assumed = self.assumed(some, findings);
                some.iter().for_each(|at| self.entries[*at].hold(findings, &assumed));
                true
            }
            Verdict::Fails => self.fail(some, judged),
            Verdict::Inconclusive => {
                let reason = judged.reason().unwrap_or_default();
                some.iter().for_each(|at| self.entries[*at].note = format!(": {reason}"));
                false
            }
        }
    }

    /// What a verdict about some assumes; what the one about all assumes is said there.
    fn assumed(&self, some: &[usize], findings: &Findings) -> String {
        match some.len() == self.entries.len() {
            true => String::new(),
            false => words::assumptions(&findings.assumptions),
        }
    }

    fn fail(&mut self, some: &[usize], judged: &Judged<'_>) -> bool {
        let trace = judged.trace();
        let location = trace.as_ref().and_then(Trace::find_failure);
        let told = trace.map(|trace| trace.tell(judged.verbose));
        let is_it = |at: &&usize| {
            let Entry { asked, locations, .. } = &self.entries[**at];
            match (location, &told) {
                (Some(location), _) => locations.contains(&location),
                (None, Some(Told { ending, .. })) => {
                    asked.place == ending.place && asked.text == ending.text
                }
                (None, None) => false,
            }
        };
        let found = match some {
            [one] => Some(one),
            _ => some.iter().find(is_it),
        };
        let Some(at) = found.copied() else { return false };
        let findings = &judged.judgement.findings;
        let assumed = self.assumed(some, findings);
        let entry = &mut self.entries[at];
        entry.standing = Standing::Refuted;
        entry.note = words::evidence(&findings.evidence);
        entry.assumed = assumed;
        entry.told = told;
        true
    }

    /// Says of those of which nothing is known why.
    pub fn leave_open(&mut self, why: &str) {
        for at in self.open() {
            self.entries[at].note = format!(": {why}");
        }
    }

    /// The verdict about all.
    pub fn verdict(&self) -> Verdict {
        let is = |standing: Standing| move |entry: &Entry| entry.standing == standing;
        if self.entries.iter().any(is(Standing::Refuted)) {
            return Verdict::Fails;
        }
        match self.entries.iter().any(is(Standing::Unknown)) {
            true => Verdict::Inconclusive,
            false => Verdict::Holds,
        }
    }

    /// A line for each, if there are several.
    pub fn list(&self, out: &mut String) {
        if self.entries.len() < 2 {
            return;
        }
        out.push_str("  each assertion:\n");
        let place =
            |entry: &Entry| entry.asked.place.as_ref().map(ToString::to_string).unwrap_or_default();
        let width = self.entries.iter().map(|entry| place(entry).len()).max().unwrap_or(0);
        let shared = self.shared_assumptions();
        for entry in &self.entries {
            let (name, word) = (entry.asked.name(), entry.standing.word());
            let idle = entry.idle_text().map_or_else(String::new, |text| format!(", but {text}"));
            let assumed = match shared.iter().position(|one| *one == entry.assumed) {
                Some(at) => format!(" [{}]", at + 1),
                None => entry.assumed.clone(),
            };
            let _ = writeln!(
                out,
                "    {:<width$}  {name}: {word}{}{assumed}{idle}",
                place(entry),
                entry.note
            );
        }
        for (at, assumed) in shared.iter().enumerate() {
            let _ = writeln!(out, "    [{}] {}", at + 1, assumed.trim_start_matches(", "));
        }
    }

    /// What several verdicts assume, in the order of the list: it is said once, below.
    fn shared_assumptions(&self) -> Vec<&str> {
        let all: Vec<&str> = self.entries.iter().map(|entry| &entry.assumed[..]).collect();
        let mut shared = Vec::new();
        for (at, one) in all.iter().enumerate() {
            if !one.is_empty() && !shared.contains(one) && all[at + 1..].contains(one) {
                shared.push(*one);
            }
        }
        shared
    }

    /// What to say of the only one, which has no list.
    pub fn only_idle(&self) -> Option<String> {
        match &self.entries[..] {
            [entry] => entry.idle_text(),
            _ => None,
        }
    }

    /// How the first of those fails that do.
    pub fn first_told(&self) -> Option<&Told> {
        self.entries.iter().find_map(|entry| entry.told.as_ref())
    }

    /// How those fail that do.
    pub fn tell(&self, out: &mut String) {
        for told in self.entries.iter().filter_map(|entry| entry.told.as_ref()) {
            out.push_str(&told.text);
        }
    }
}

impl Entry {
    fn hold(&mut self, findings: &Findings, assumed: &str) {
        let is_unreached = self.locations.iter().all(|at| findings.unreached.contains(at));
        self.standing = match is_unreached && !self.locations.is_empty() {
            true => Standing::Unreachable,
            false => Standing::Proved,
        };
        self.note = match (&findings.contradiction, self.standing) {
            (Some(place), Standing::Unreachable) => {
                format!(": what {place} assumes is never true")
            }
            _ => words::evidence(&findings.evidence),
        };
        assumed.clone_into(&mut self.assumed);
        self.idle = self.idle(findings);
    }

    /// What triggers all copies that are reached, and is never true.
    fn idle(&self, findings: &Findings) -> BTreeSet<String> {
        let reached = self.locations.iter().filter(|at| !findings.unreached.contains(at));
        let idle = reached.map(|at| findings.idle.get(at).cloned().unwrap_or_default());
        idle.reduce(|all, one| &all & &one).unwrap_or_default()
    }

    /// That it says nothing, for people.
    fn idle_text(&self) -> Option<String> {
        let triggers: Vec<String> = self.idle.iter().map(|one| format!("`{one}`")).collect();
        let verb = if triggers.len() == 1 { "is" } else { "are" };
        (!triggers.is_empty())
            .then(|| format!("{} {verb} never true there", triggers.join(" and ")))
    }
}
