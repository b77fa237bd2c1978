//! The `Makefile` of a saved run: the same files again, with the executables of the stages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use belnap_cli::{ToolError, exit};
use belnap_engine::thorough::Thoroughly;
use belnap_ir::result::Verdict;
use belnap_ir::traces::Traces;
use belnap_refiner::minimum::TIME_IS_OVER;

const HEAD: &str = r#"# Makes the files of a run of `belnap verify` again, with the executables of its stages:
#   make -f THIS-FILE OUT=again BIN=/usr/local/bin/
# in the folder where belnap was run. The files are the same, byte for byte.

FROM := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
OUT ?= $(FROM).again
BIN ?=

# Folders whose names make or a shell would take apart are refused; none can do harm.
SPECIAL := ; & | < > ( ) ' " ` $$ \ * ? [ ] { } ~ ! \# % : =
ifneq ($(strip $(foreach c,$(SPECIAL),$(findstring $c,$(FROM)$(OUT)))),)
  $(error the names of the folders `$(FROM)` and `$(OUT)` must do without $(SPECIAL))
endif
ifneq ($(words $(OUT)) $(wildcard $(FROM)/prog.cfg.json),1 $(FROM)/prog.cfg.json)
  $(error the names of the folders of this file and OUT must do without blanks)
endif
"#;

/// The program's graph.
const PROGRAM: &str = "$(OUT)/prog.cfg.json";

/// How files of a smaller set of predicates are called.
pub const MINIMAL: &str = "minimal";

/// How the line of the Makefile begins that has the options.
const OPTIONS: &str = "# options: ";

/// The values of options, by name; one that only stands there has none.
type OptionValues = BTreeMap<String, Vec<String>>;

/// An option and its value, if it has one.
pub type GivenOption = (&'static str, Option<String>);

/// What the files of a run depend on.
#[derive(Clone, Debug)]
pub struct RecipeOptions {
    /// Options of the frontend, without those that name files.
    pub compiling: Vec<GivenOption>,
    /// Files with models.
    pub models: Vec<String>,
    /// The program's files.
    pub files: Vec<String>,
    /// Options of the abstractor.
    pub abstraction: Vec<GivenOption>,
    /// How predicates are looked for.
    pub method: String,
    /// How many sets are tried, if predicates are chosen again in each round.
    pub sets: Vec<GivenOption>,
    /// When the program is unrolled, if that is not left to the loop.
    pub unroll: Option<String>,
    /// Whether all completions of an abstraction are asked about before it is refined.
    pub thorough: bool,
    /// Whether predicates are left out of those that decide.
    pub minimal: bool,
    /// Whether products know what loops count down.
    pub measures: bool,
}

/// What the file is called that says what all completions of an abstraction have in common, behind
/// the number of the iteration.
pub const THOROUGH: &str = "thorough.result.json";

/// The option of products that know what loops count down.
const MEASURES: &str = "--measures";

/// How `belnap-check` is asked for that file.
pub fn thorough_words() -> Vec<String> {
    let Thoroughly { max_states, max_positions } = Thoroughly::default();
    let limits = [("--max-states", max_states), ("--max-positions", max_positions)];
    let limits = limits.into_iter().flat_map(|(name, most)| [name.to_owned(), most.to_string()]);
    ["--thorough", "--no-timing"].into_iter().map(str::to_owned).chain(limits).collect()
}

/// How to make a run again.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// What the files depend on, apart from the program's.
    options: OptionValues,
    /// Arguments of `belnap-c2cfg`.
    program: Vec<String>,
    /// The program's files.
    files: Vec<String>,
    /// Arguments of `belnap-cfg2bp`.
    abstraction: Vec<String>,
    /// Arguments of `belnap-refine`.
    refinement: Vec<String>,
    /// Whether predicates are chosen again in each round.
    chooses: bool,
    /// What was done for each property, in order.
    pub properties: Vec<PropertyRecipe>,
}

/// What was done for a property.
#[derive(Clone, Debug)]
pub struct PropertyRecipe {
    /// The name of its folder.
    pub name: String,
    /// The formula.
    pub formula: String,
    /// The formula of LTL that it is made of, if it is: then it is about a product.
    pub linear: Option<String>,
    /// Whether the graph was made smaller.
    pub passes: bool,
    /// For each iteration that was checked, whether the next can start from its result.
    pub reusable: Vec<bool>,
    /// The last iteration that has predicates.
    pub begun: usize,
    /// The iterations after which predicates were chosen again.
    pub chosen: BTreeSet<usize>,
    /// The iteration after which nothing was chosen any more because of the time, if there is one.
    pub handed_over: Option<usize>,
    /// Whether they were chosen among given ones.
    pub candidates: bool,
    /// The iteration that found an execution that decides, and how `belnap-refine` ends there.
    pub execution: Option<(usize, u8)>,
    /// The verdict of unrolling and the effort for it, if it has decided.
    pub unrolled: Option<(Verdict, u32)>,
    /// The same of listing the states that may be reached.
    pub listed: Option<(Verdict, u32)>,
    /// Whether all completions of the last abstraction have decided.
    pub thorough: bool,
    /// Whether the given predicates have decided, before the first iteration.
    pub by_given: bool,
    /// Whether the last iteration has a certificate.
    pub certificate: bool,
    /// Whether there is one for the program before passes, too.
    pub carried: bool,
    /// How predicates were left out of those of the last iteration, if they were.
    pub minimal: Option<MinimalRecipe>,
}

/// What was done with a smaller set of predicates.
#[derive(Clone, Copy, Debug)]
pub struct MinimalRecipe {
    /// How many sets were tried, if a limit was reached.
    pub attempts: Option<usize>,
    /// Whether there is a certificate.
    pub certificate: bool,
    /// Whether there is one for the program before passes, too.
    pub carried: bool,
}

impl Recipe {
    /// Of a run with these options.
    ///
    /// # Errors
    /// A name or an option cannot be part of a Makefile.
    pub fn new(given: RecipeOptions) -> Result<Self, ToolError> {
        let program = program_arguments(&given);
        if let Some(bad) = program.iter().find(|text| text.contains(['\n', '\r'])) {
            let message = format!("--save needs names and options without line ends, not {bad:?}");
            return Err(ToolError::Usage(message));
        }
        let mut options = OptionValues::new();
        let all = given.compiling.iter().chain(&given.abstraction).chain(&given.sets);
        for (name, value) in all.cloned() {
            options.entry(name.to_owned()).or_default().extend(value);
        }
        options.insert("--refine".to_owned(), vec![given.method.clone()]);
        options.extend(given.unroll.map(|when| ("--unroll".to_owned(), vec![when])));
        options.extend(given.thorough.then(|| ("--thorough".to_owned(), Vec::new())));
        options.extend(given.minimal.then(|| ("--minimal".to_owned(), Vec::new())));
        options.extend(given.measures.then(|| (MEASURES.to_owned(), Vec::new())));
        Ok(Recipe {
            options,
            program,
            files: given.files.into_iter().chain(given.models).collect(),
            abstraction: arguments(given.abstraction),
            chooses: !given.sets.is_empty(),
            refinement: arguments([("--method", Some(given.method))].into_iter().chain(given.sets)),
            properties: Vec::new(),
        })
    }

    /// How the options differ from those of the run with the given Makefile, if they do.
    pub fn other_options(&self, makefile: &str) -> Option<String> {
        let line = makefile.lines().find_map(|line| line.strip_prefix(OPTIONS));
        let Some(then) = line.and_then(|line| serde_json::from_str::<OptionValues>(line).ok())
        else {
            return Some("the options of this run are not known".to_owned());
        };
        let names: BTreeSet<&String> = then.keys().chain(self.options.keys()).collect();
        let text = |options: &OptionValues, name: &String| match options.get(name) {
            None => "not given".to_owned(),
            Some(values) if values.is_empty() => "given".to_owned(),
            Some(values) => values.join(" "),
        };
        let different = names.into_iter().filter(|name| then.get(*name) != self.options.get(*name));
        let different: Vec<String> = different
            .map(|name| {
                format!("{name} was {}, is {}", text(&then, name), text(&self.options, name))
            })
            .collect();
        (!different.is_empty())
            .then(|| format!("this run was made with other options: {}", different.join("; ")))
    }

    /// A name for the folder of a property, which no other has.
    pub fn folder_name(&self, property: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        let wish: String = property.chars().map(plain).collect();
        let wish = match wish.trim_matches('-') {
            "" | "Makefile" => "property",
            name => name,
        };
        let taken = |name: &String| self.properties.iter().any(|one| one.name == *name);
        let numbered = (2..).map(|number| format!("{wish}-{number}"));
        std::iter::once(wish.to_owned())
            .chain(numbered)
            .find(|name| !taken(name))
            .unwrap_or_default()
    }

    /// The file.
    pub fn text(&self) -> String {
        let mut out = HEAD.to_owned();
        let options = serde_json::to_string(&self.options).unwrap_or_default();
        let _ = write!(out, "\n{OPTIONS}{options}\n");
        out.push_str("\nall: $(OUT)/prog.cfg.json");
        for one in &self.properties {
            let _ = write!(out, " {}", one.last());
        }
        out.push_str("\n\n.PHONY: all\n.DELETE_ON_ERROR:\n");
        // A name that make would take apart cannot be a prerequisite.
        let plain = |c: char| c.is_ascii_alphanumeric() || "._/+-".contains(c);
        let files: String = self
            .files
            .iter()
            .filter(|file| file.chars().all(plain))
            .map(|file| format!(" {file}"))
            .collect();
        let arguments: Vec<String> = self.program.iter().map(|text| quote(text)).collect();
        let command = format!("$(BIN)belnap-c2cfg -o $@ {}", arguments.join(" "));
        rule(&mut out, PROGRAM, &files, &command);
        for one in &self.properties {
            self.property(one, &mut out);
        }
        out
    }

    fn property(&self, one: &PropertyRecipe, out: &mut String) {
        let folder = format!("$(OUT)/{}", one.name);
        let candidates = one.candidates.then_some("candidates.preds");
        for given in ["property.ctl", "0.preds"].into_iter().chain(candidates) {
            let from = format!(" $(FROM)/{}/{given}", one.name);
            rule(out, &format!("{folder}/{given}"), &from, "cp $< $@");
        }
        let mut graph = one.whole();
        if let Some(linear) = &one.linear {
            let measures = self.options.contains_key(MEASURES).then(|| format!("{MEASURES} "));
            let command = format!(
                "$(BIN)belnap-passes --ltl {} {}$< -o $@",
                quote(linear),
                measures.unwrap_or_default()
            );
            rule(out, &graph, &format!(" {PROGRAM}"), &command);
        }
        if one.passes {
            let small = format!("{folder}/graph.cfg.json");
            let given = format!("{folder}/0.preds");
            let command = format!("{} $< -o $@", passes(&one.formula, &given));
            rule(out, &small, &format!(" {graph} {given}"), &command);
            graph = small;
        }
        for number in 0..one.reusable.len() {
            self.iteration(one, &graph, number, out);
        }
        if let Some((verdict, level)) = one.unrolled {
            one.write_unrolling(&graph, verdict, level, out);
        }
        if let Some((verdict, level)) = one.listed {
            one.write_listing(&graph, verdict, level, out);
        }
        if one.by_given && one.certificate {
            one.prove(&graph, "0", one.carried, out);
        }
        if let Some(minimal) = &one.minimal {
            self.write_minimal(one, minimal, &graph, out);
        }
    }

    /// The rules of a smaller set of predicates and what comes of it.
    fn write_minimal(
        &self,
        one: &PropertyRecipe,
        minimal: &MinimalRecipe,
        graph: &str,
        out: &mut String,
    ) {
        let folder = format!("$(OUT)/{}", one.name);
        let from = format!(" {graph} {folder}/{}.preds {folder}/property.ctl", one.begun);
        let mut options = self.abstraction.clone();
        options.extend(one.by_given.then(|| "--prove".to_owned()));
        let attempts = minimal.attempts.map(|attempts| ("--attempts", Some(attempts.to_string())));
        options.extend(arguments(attempts));
        let command = format!("$(BIN)belnap minimize {} $^ -o $@", options.join(" "));
        rule(out, &format!("{folder}/{MINIMAL}.preds"), &from, &command);
        if !one.by_given {
            self.write_round(one, graph, MINIMAL, None, out);
        }
        match (minimal.certificate, one.by_given) {
            (true, true) => one.prove(graph, MINIMAL, minimal.carried, out),
            (true, false) => one.certify(MINIMAL, minimal.carried, out),
            (false, _) => {}
        }
    }

    /// The rules of one iteration.
    fn iteration(&self, one: &PropertyRecipe, graph: &str, number: usize, out: &mut String) {
        let earlier = number.checked_sub(1).filter(|earlier| one.reusable[*earlier]);
        self.write_round(one, graph, &number.to_string(), earlier, out);
        self.outcome(one, graph, number, out);
    }

    /// The rules from predicates up to a result, which starts from an earlier one or does not.
    fn write_round(
        &self,
        one: &PropertyRecipe,
        graph: &str,
        stem: &str,
        earlier: Option<usize>,
        out: &mut String,
    ) {
        let folder = format!("$(OUT)/{}", one.name);
        let file = |suffix: &str| format!("{folder}/{stem}.{suffix}");
        let from = format!(" {graph} {}", file("preds"));
        let command = format!("$(BIN)belnap-cfg2bp {} $^ -o $@", self.abstraction.join(" "));
        rule(out, &file("bp"), &from, &command);
        let command = "$(BIN)belnap-bp2kripke $< -o $@";
        rule(out, &file("kripke.json"), &format!(" {}", file("bp")), command);
        let mut from = format!(" {} {folder}/property.ctl", file("kripke.json"));
        let mut reuse = String::new();
        if let Some(earlier) = earlier {
            let earlier = format!("{folder}/{earlier}.result.json");
            let _ = write!(from, " {earlier}");
            let _ = write!(reuse, " --reuse {earlier}");
        }
        let seeds = if self.chooses { " --no-seeds" } else { "" };
        let command =
            format!("$(BIN)belnap-check --no-timing{seeds} $< {folder}/property.ctl{reuse} -o $@");
        rule(out, &file("result.json"), &from, &command);
    }

    /// The rules for what follows from the result of an iteration.
    fn outcome(&self, one: &PropertyRecipe, graph: &str, number: usize, out: &mut String) {
        let folder = format!("$(OUT)/{}", one.name);
        let file = |suffix: &str| format!("{folder}/{number}.{suffix}");
        let mut refine = format!("$(BIN)belnap-refine {}", self.refinement.join(" "));
        let inputs = format!("{graph} {} {}", file("preds"), file("result.json"));
        let mut from = format!(" {inputs}");
        if self.chooses {
            one.write_traces(number, &mut refine, &mut from);
        }
        if number < one.begun {
            let next = format!("{folder}/{}.preds", number + 1);
            rule(out, &next, &from, &format!("{refine} {inputs} -o $@"));
        } else if let Some((_, code)) = one.execution.filter(|(at, _)| *at == number) {
            let command = format!("{refine} {inputs} --execution $@; test $$? -eq {code}");
            rule(out, &file("execution.json"), &from, &command);
        } else if one.thorough {
            let from = format!(" {} {folder}/property.ctl", file("kripke.json"));
            let command = format!("$(BIN)belnap-check {} $^ -o $@", thorough_words().join(" "));
            rule(out, &file(THOROUGH), &from, &command);
        } else if one.certificate && one.unrolled.is_none() && one.listed.is_none() {
            one.certify(&number.to_string(), one.carried, out);
        }
    }
}

impl PropertyRecipe {
    /// The graph before passes.
    fn whole(&self) -> String {
        match self.linear {
            Some(_) => format!("$(OUT)/{}/product.cfg.json", self.name),
            None => PROGRAM.to_owned(),
        }
    }

    /// Predicates have been chosen after an iteration, or are chosen no more.
    pub fn note_choice(&mut self, number: usize, traces: &Traces) {
        self.chosen.insert(number);
        if self.handed_over.is_none() && traces.growing.as_deref() == Some(TIME_IS_OVER) {
            self.handed_over = Some(number);
        }
    }

    /// Completes the command that refines after an iteration by the files of traces: those before
    /// are copied, so that each iteration has its own.
    fn write_traces(&self, number: usize, refine: &mut String, from: &mut String) {
        let folder = format!("$(OUT)/{}", self.name);
        let file = |number: usize| format!("{folder}/{number}.traces.json");
        let earlier = self.chosen.range(..number).next_back().map(|number| file(*number));
        if self.candidates {
            let given = format!("{folder}/candidates.preds");
            let _ = write!(from, " {given}");
            let _ = write!(refine, " --candidates {given}");
        }
        if !self.chosen.contains(&number) {
            let own = earlier.unwrap_or_else(|| file(number));
            let _ = write!(refine, " --traces {own}");
            return;
        }
        let own = file(number);
        let first = match earlier {
            Some(earlier) => format!("cp {earlier} {own}"),
            None => format!("rm -f {own}"),
        };
        let _ = write!(refine, " --traces {own} --opb {folder}/{number}.opb");
        if self.handed_over == Some(number) {
            refine.push_str(" --hand-over");
        }
        refine.insert_str(0, &format!("{first}\n\t"));
    }

    /// The rules of the certificate of an abstraction.
    fn certify(&self, stem: &str, carried: bool, out: &mut String) {
        let folder = format!("$(OUT)/{}", self.name);
        let from = format!(" {folder}/{stem}.kripke.json {folder}/property.ctl");
        let command = "$(BIN)belnap-check --no-explanation --no-seeds $^ -o /dev/null \
                       --certificate $@";
        rule(out, &format!("{folder}/{stem}.cert.json"), &from, command);
        self.carry(stem, carried, out);
    }

    /// The rules of the certificate of given predicates.
    fn prove(&self, graph: &str, stem: &str, carried: bool, out: &mut String) {
        let folder = format!("$(OUT)/{}", self.name);
        let from = format!(" {graph} {folder}/{stem}.preds {folder}/property.ctl");
        let command = "$(BIN)belnap-refine --prove $^ -o $@";
        rule(out, &format!("{folder}/{stem}.cert.json"), &from, command);
        self.carry(stem, carried, out);
    }

    /// The rule that carries a certificate back to the program, if that was done.
    fn carry(&self, stem: &str, carried: bool, out: &mut String) {
        if carried {
            let folder = format!("$(OUT)/{}", self.name);
            let file = |suffix: &str| format!("{folder}/{stem}.{suffix}");
            let given = format!("{folder}/0.preds");
            let from = format!(" {} {} {given}", self.whole(), file("cert.json"));
            let passes = passes(&self.formula, &given);
            let command = format!("{passes} --carry {} $< -o $@", file("cert.json"));
            rule(out, &file("program.cert.json"), &from, &command);
        }
    }

    /// The rules of what unrolling has decided.
    fn write_unrolling(&self, graph: &str, verdict: Verdict, level: u32, out: &mut String) {
        let folder = format!("$(OUT)/{}", self.name);
        let file = |suffix: &str| format!("{folder}/{}.{suffix}", self.begun);
        let mut unroll = |target: &str, graph: &str, level: u32, written: &str| {
            let from = format!(" {graph} {folder}/property.ctl");
            let command = format!("$(BIN)belnap-unroll --level {level} $^ {written}");
            rule(out, target, &from, &command);
        };
        if verdict == Verdict::Fails {
            let written = format!("--execution $@; test $$? -eq {}", exit::FAILS);
            return unroll(&file("execution.json"), graph, level, &written);
        }
        if self.certificate {
            unroll(&file("cert.json"), graph, level, "-o $@");
        }
        if self.carried {
            unroll(&file("program.cert.json"), &self.whole(), level + 1, "-o $@");
        }
    }

    /// The rules of what listing states has decided.
    fn write_listing(&self, graph: &str, verdict: Verdict, level: u32, out: &mut String) {
        let folder = format!("$(OUT)/{}", self.name);
        let file = |suffix: &str| format!("{folder}/{}.{suffix}", self.begun);
        let from = format!(" {graph} {folder}/property.ctl");
        let command = format!("$(BIN)belnap-unroll --states --level {level} $^");
        if verdict == Verdict::Fails {
            let command = format!("{command} --execution $@; test $$? -eq {}", exit::FAILS);
            rule(out, &file("execution.json"), &from, &command);
        } else if self.certificate {
            rule(out, &file("cert.json"), &from, &format!("{command} -o $@"));
            self.carry(&self.begun.to_string(), self.carried, out);
        }
    }

    /// The last files of all.
    fn last(&self) -> String {
        let mut last = self.last_of_iterations();
        if let Some(minimal) = self.minimal {
            let mut add = |suffix: &str| {
                let _ = write!(last, " $(OUT)/{}/{MINIMAL}.{suffix}", self.name);
            };
            if !self.by_given {
                add("result.json");
            }
            match (minimal.certificate, minimal.carried) {
                (true, true) => add("program.cert.json"),
                (true, false) => add("cert.json"),
                (false, _) => {}
            }
        }
        last
    }

    fn last_of_iterations(&self) -> String {
        if self.certificate {
            let (name, number) = (&self.name, self.begun);
            let file = |suffix: &str| format!("$(OUT)/{name}/{number}.{suffix}");
            let certificate = match (self.carried, self.unrolled) {
                (false, _) => file("cert.json"),
                (true, None) => file("program.cert.json"),
                // Neither is made of the other.
                (true, Some(_)) => format!("{} {}", file("cert.json"), file("program.cert.json")),
            };
            return match self.reusable.len() > number {
                true => format!("{} {certificate}", file("result.json")),
                false => certificate,
            };
        }
        if self.thorough {
            // Neither is made of the other.
            let file = |suffix: &str| format!("$(OUT)/{}/{}.{suffix}", self.name, self.begun);
            return format!("{} {}", file("result.json"), file(THOROUGH));
        }
        let file = |suffix: &str| format!("$(OUT)/{}/{}.{suffix}", self.name, self.begun);
        let refuted = [self.unrolled, self.listed]
            .iter()
            .any(|decided| matches!(decided, Some((Verdict::Fails, _))));
        match self.reusable.len() > self.begun {
            // Neither is made of the other.
            true if refuted => format!("{} {}", file("result.json"), file("execution.json")),
            _ if self.execution.is_some() || refuted => file("execution.json"),
            true => file("result.json"),
            false => file("preds"),
        }
    }
}

/// The command that makes a graph smaller, or carries certificates back.
fn passes(formula: &str, given: &str) -> String {
    format!("$(BIN)belnap-passes --property {} --predicates {given}", quote(formula))
}

fn rule(out: &mut String, target: &str, from: &str, command: &str) {
    let _ = write!(out, "\n{target}:{from}\n\t@mkdir -p $(@D)\n\t{command}\n");
}

/// A word for the shell, in a recipe.
pub(crate) fn quote(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._/+-=,:@".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    // A line end is a blank in a formula, and in other texts refused: it would end the recipe.
    let text = text.replace(['\n', '\r'], " ");
    format!("'{}'", text.replace('\'', "'\\''").replace('$', "$$"))
}

/// Arguments of `belnap-c2cfg`.
fn program_arguments(options: &RecipeOptions) -> Vec<String> {
    let models = options.models.iter().map(|model| ("--model", Some(model.clone())));
    let mut out = arguments(options.compiling.iter().cloned().chain(models));
    if options.files.iter().any(|file| file.starts_with('-')) {
        out.push("--".to_owned());
    }
    out.extend(options.files.iter().cloned());
    out
}

/// The words of options on a command line.
fn arguments(options: impl IntoIterator<Item = GivenOption>) -> Vec<String> {
    let words = |(name, value): GivenOption| std::iter::once(name.to_owned()).chain(value);
    options.into_iter().flat_map(words).collect()
}
