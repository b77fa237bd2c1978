//! The properties of a run, with the texts they were read from, so that messages can point.

use std::cell::RefCell;
use std::path::Path;

use belnap_cli::ToolError;
use belnap_cli::io::{display_name, read_text};
use belnap_formats::property::{print, read_path, read_property, read_stated_with};
use belnap_ir::cfg::AskedKind;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::kripke::Kripke;
use belnap_ir::linear::{LinearProperty, Stated};
use belnap_ir::operator::OperatorProperty;
use belnap_ir::property::{Along, Atom, Formula, Property, Quantifier};
use belnap_ir::span::Span;

/// The name of the property that is checked when none is given.
pub const ASSERTIONS: &str = "assertions";

/// A text that states properties.
#[derive(Clone)]
struct Source {
    /// The file, or the option.
    name: String,
    text: String,
    /// Whether it is a file, and so an input of the result.
    file: bool,
}

/// Properties in order, names distinct.
#[derive(Default)]
pub struct PropertySet {
    properties: Vec<Property>,
    linear: Vec<LinearProperty>,
    operators: Vec<OperatorProperty>,
    sources: Vec<Source>,
    /// The source of each property, by its name.
    of: Vec<(String, usize)>,
    /// Checks that the graph must ask for, and nothing else.
    checks: Option<Vec<AskedKind>>,
}

impl PropertySet {
    /// The properties in CTL and the mu-calculus.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The properties in LTL.
    pub fn linear(&self) -> &[LinearProperty] {
        &self.linear
    }

    /// The properties with operators.
    pub fn operators(&self) -> &[OperatorProperty] {
        &self.operators
    }

    /// Refuses properties with operators.
    ///
    /// # Errors
    /// If there is one.
    pub fn refuse_operators(&self, why: &str) -> Result<(), ToolError> {
        let Some(property) = self.operators.first() else { return Ok(()) };
        let span = property.applications.first().map(|one| one.applied.span).unwrap_or_default();
        let message = format!("'{}' is a property with operators: {why}", property.name);
        Err(self.refuse(&property.name, &Diagnostic::at("ctl-operator", span, message)))
    }

    /// The properties with these names.
    pub fn retained(&self, keep: &dyn Fn(&str) -> bool) -> PropertySet {
        let PropertySet { properties, linear, operators, sources, of, checks } = self;
        PropertySet {
            properties: properties.iter().filter(|own| keep(&own.name)).cloned().collect(),
            linear: linear.iter().filter(|own| keep(&own.name)).cloned().collect(),
            operators: operators.iter().filter(|own| keep(&own.name)).cloned().collect(),
            sources: sources.clone(),
            of: of.iter().filter(|(name, _)| keep(name)).cloned().collect(),
            checks: checks.clone(),
        }
    }

    /// Whether no property was added.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// Names of all properties: those in LTL, and then those with operators, last.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let branching = self.properties.iter().map(|property| property.name.as_str());
        let linear = self.linear.iter().map(|property| property.name.as_str());
        branching.chain(linear).chain(self.operators.iter().map(|property| property.name.as_str()))
    }

    /// Texts of the files that were read.
    pub fn file_texts(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().filter(|source| source.file).map(|source| source.text.as_str())
    }

    /// Names of the files that were read.
    pub fn file_names(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().filter(|source| source.file).map(|source| source.name.as_str())
    }

    /// Adds the properties of a `.ctl` or `.prp` file.
    ///
    /// # Errors
    /// If the file cannot be read, is refused, or repeats a name.
    pub fn add_file(&mut self, path: &str) -> Result<(), ToolError> {
        let text = read_text(path)?;
        let name = display_name(path).to_owned();
        let automata = RefCell::new(Vec::new());
        let load = |file: &str| {
            let file = Path::new(path).with_file_name(file).to_string_lossy().into_owned();
            let text = read_text(&file).map_err(|error| match error {
                ToolError::Io { reason, .. } => reason,
                _ => "it is not text".to_owned(),
            })?;
            automata.borrow_mut().push(Source { name: file, text: text.clone(), file: true });
            Ok(text)
        };
        let properties = read_stated_with(&text, &load)
            .map_err(|found| ToolError::refuse(&name, &text, &found))?;
        if let Some(twice) = properties.iter().find(|property| self.has(property.name())) {
            let message = format!("there is already a property called '{}'", twice.name());
            return Err(ToolError::unusable(&name, message));
        }
        self.add(Source { name, text, file: true }, properties);
        self.sources.extend(automata.into_inner());
        Ok(())
    }

    /// Adds what an SV-COMP file of checks asks of the graph that is made for it.
    pub fn add_checks(
        &mut self,
        path: &str,
        text: String,
        (property, kinds): (Property, Vec<AskedKind>),
    ) {
        let name = display_name(path).to_owned();
        self.add(Source { name, text, file: true }, vec![Stated::Branching(property)]);
        self.checks.get_or_insert_default().extend(kinds);
    }

    /// The checks that the graph must ask for, and nothing else; `None`: as it likes.
    pub fn checks(&self) -> Option<&[AskedKind]> {
        self.checks.as_deref()
    }

    /// Adds a formula of the command line; it is called `p1`, `p2`, …
    ///
    /// # Errors
    /// If the formula is refused.
    pub fn add_formula(&mut self, text: &str) -> Result<(), ToolError> {
        self.add_formula_of("--property", text)
    }

    /// Adds a formula of the command line that this option gives.
    ///
    /// # Errors
    /// If the formula is refused.
    pub fn add_formula_of(&mut self, name: &str, text: &str) -> Result<(), ToolError> {
        let property = read_property(self.free_name(), text)
            .map_err(|found| ToolError::refuse(name, text, &found))?;
        self.add_option(name, text, property);
        Ok(())
    }

    /// Adds a formula of LTL of the command line; it is called `p1`, `p2`, …
    ///
    /// # Errors
    /// If the formula is refused.
    pub fn add_path(&mut self, text: &str) -> Result<(), ToolError> {
        self.add_path_of("--ltl", text)
    }

    /// Adds a formula of LTL of the command line that this option gives.
    ///
    /// # Errors
    /// If the formula is refused.
    pub fn add_path_of(&mut self, name: &str, text: &str) -> Result<(), ToolError> {
        let path = read_path(text).map_err(|found| ToolError::refuse(name, text, &found))?;
        let property = LinearProperty { name: self.free_name(), path };
        self.add_option(name, text, Stated::Linear(property));
        Ok(())
    }

    fn add_option(&mut self, name: &str, text: &str, property: Stated) {
        let source = Source { name: name.to_owned(), text: text.to_owned(), file: false };
        self.add(source, vec![property]);
    }

    fn free_name(&self) -> String {
        let mut names = (1..).map(|number| format!("p{number}"));
        names.find(|name| !self.has(name)).unwrap_or_default()
    }

    /// A formula about the product of a program with the automaton of a property in LTL.
    pub fn of_product(name: &str, formula: Formula) -> Self {
        let mut set = PropertySet::default();
        let property = Property { name: name.to_owned(), formula };
        set.add_option("--ltl", &print(&property.formula), Stated::Branching(property));
        set
    }

    /// Adds `AG !failed`.
    pub fn add_assertions(&mut self) {
        self.add_avoided(ASSERTIONS.to_owned(), "the default property", Atom::Failed);
    }

    /// Adds `AG !at(label)`; a label may be given as `procedure:label`.
    pub fn add_error_label(&mut self, label: &str) {
        let name = format!("unreachable {label}");
        if self.has(&name) {
            return;
        }
        let (procedure, label) = match label.split_once(':') {
            Some((procedure, label)) => (Some(procedure.to_owned()), label.to_owned()),
            None => (None, label.to_owned()),
        };
        self.add_avoided(name, "--error-label", Atom::At { procedure, label });
    }

    fn add_avoided(&mut self, name: String, source: &str, atom: Atom) {
        let always_not = |span| {
            let atom = Formula::Atom(atom.clone(), span);
            let body = Box::new(Formula::Not(Box::new(atom)));
            Formula::Along(Quantifier::Forall, Along::Globally, body)
        };
        let text = print(&always_not(Span::default()));
        let formula = always_not(Span::new("AG !".len(), text.len()));
        let source = Source { name: source.to_owned(), text, file: false };
        self.add(source, vec![Stated::Branching(Property { name, formula })]);
    }

    fn has(&self, name: &str) -> bool {
        self.of.iter().any(|(known, _)| known == name)
    }

    fn add(&mut self, source: Source, properties: Vec<Stated>) {
        for property in properties {
            self.of.push((property.name().to_owned(), self.sources.len()));
            match property {
                Stated::Branching(property) => self.properties.push(property),
                Stated::Linear(property) => self.linear.push(property),
                Stated::Operators(property) => self.operators.push(property),
            }
        }
        self.sources.push(source);
    }

    /// The refusal of a property.
    pub fn refuse(&self, name: &str, diagnostic: &Diagnostic) -> ToolError {
        match self.of.iter().find(|(known, _)| known == name) {
            Some((_, source)) => {
                let source = &self.sources[*source];
                ToolError::refuse(&source.name, &source.text, std::slice::from_ref(diagnostic))
            }
            None => ToolError::unusable(&format!("property '{name}'"), diagnostic.to_string()),
        }
    }
}

/// Whether a structure came from a program, so that `failed` means something.
pub fn is_of_program(kripke: &Kripke) -> bool {
    match kripke {
        Kripke::Symbolic(_) => true,
        Kripke::Explicit(explicit) => !explicit.locations.is_empty(),
    }
}
