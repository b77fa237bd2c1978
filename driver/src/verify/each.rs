//! What is known about each assertion and check of a program, under the verdict about all.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use belnap_evidence::Findings;
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgLocId;
use belnap_ir::result::Verdict;
use belnap_ir::span::SourceLine;

use super::report::Judged;
use super::trace::asked::Asked;
use super::trace::source::Sources;
use super::trace::{Activations, Told, Trace};
use super::words;

/// From so many assertions on, they are counted.
const MANY: usize = 10;

/// Reasons that so many have at most are said of each.
const FEW_REASONS: usize = 3;

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
    /// SV-COMP's word for what is violated then.
    violated: &'static str,
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
                    violated: one.kind.violated(),
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

    /// SV-COMP's word for the first that is refuted.
    pub fn name_violation(&self) -> Option<&'static str> {
        let refuted = self.entries.iter().find(|entry| entry.standing == Standing::Refuted);
        refuted.map(|entry| entry.violated)
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
                let ends = findings.contradiction.as_ref().filter(|place| self.fails_at(place));
                let ends = ends.cloned();
                some.iter()
                    .for_each(|at| self.entries[*at].hold(findings, ends.as_ref(), &assumed));
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

    /// Whether something fails at a line, as far as is known.
    fn fails_at(&self, place: &SourceLine) -> bool {
        let is_it = |entry: &Entry| {
            entry.standing == Standing::Refuted && entry.asked.place.as_ref() == Some(place)
        };
        self.entries.iter().any(is_it)
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
        let _ = writeln!(out, "  each assertion{}:", self.counted());
        let place =
            |entry: &Entry| entry.asked.place.as_ref().map(ToString::to_string).unwrap_or_default();
        let width = self.entries.iter().map(|entry| place(entry).len()).max().unwrap_or(0);
        let shared = self.shared();
        for entry in &self.entries {
            let (name, word) = (entry.asked.name(), entry.standing.word());
            let idle = entry.idle_text().map_or_else(String::new, |text| format!(", but {text}"));
            let (own, common) = entry.told_with();
            let common = match shared.iter().position(|one| *one == common) {
                Some(at) => format!(" [{}]", at + 1),
                None => common.to_owned(),
            };
            let _ =
                writeln!(out, "    {:<width$}  {name}: {word}{own}{common}{idle}", place(entry));
        }
        for (at, common) in shared.iter().enumerate() {
            let _ =
                writeln!(out, "    [{}] {}", at + 1, common.trim_start_matches([',', ':', ' ']));
        }
    }

    /// How many of each standing there are, if they are too many to be counted at a glance.
    fn counted(&self) -> String {
        if self.entries.len() < MANY {
            return String::new();
        }
        let all = [Standing::Refuted, Standing::Unknown, Standing::Proved, Standing::Unreachable];
        let count = |standing: Standing| {
            let own = self.entries.iter().filter(|entry| entry.standing == standing).count();
            (own > 0).then(|| format!("{own} {}", standing.word()))
        };
        let counts: Vec<String> = all.into_iter().filter_map(count).collect();
        format!(" ({})", counts.join(", "))
    }

    /// What several verdicts assume, and why many are open, in the order of the list: it is said
    /// once, below.
    fn shared(&self) -> Vec<&str> {
        let all: Vec<(Standing, &str)> =
            self.entries.iter().map(|entry| (entry.standing, entry.told_with().1)).collect();
        let mut shared = Vec::new();
        for one in &all {
            let times = all.iter().filter(|other| *other == one).count();
            let few = if one.0 == Standing::Unknown { FEW_REASONS } else { 1 };
            if !one.1.is_empty() && !shared.contains(&one.1) && times > few {
                shared.push(one.1);
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
    /// What is said behind its standing: of itself, and what others may have in common with it.
    fn told_with(&self) -> (&str, &str) {
        match self.standing {
            Standing::Unknown => ("", &self.note),
            _ => (&self.note, &self.assumed),
        }
    }

    /// It never fails; `ends` is where something else fails, which always ends the program.
    fn hold(&mut self, findings: &Findings, ends: Option<&SourceLine>, assumed: &str) {
        let is_unreached = self.locations.iter().all(|at| findings.unreached.contains(at));
        self.standing = match is_unreached && !self.locations.is_empty() {
            true => Standing::Unreachable,
            false => Standing::Proved,
        };
        self.note = match (&findings.contradiction, self.standing) {
            (Some(place), Standing::Unreachable) if ends == Some(place) => {
                format!(": what fails at {place} ends the program before")
            }
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
