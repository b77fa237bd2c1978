//! Names that collide on purpose: what is printed is read back as the same variables and objects,
//! whichever activation's C names are visible, and through a file of predicates.
//!
//! Random graphs have globals that locals hide, statics of several files, locals of inlined copies
//! and of nested blocks, members, elements, arrays that are regions, and objects in memory, all
//! with few names.

use belnap_cli::render::render;
use belnap_formats::condition::{Names, parse, print};
use belnap_formats::predicates::{PredicateFile, PredicateLine};
use belnap_ir::cfg::{Cfg, Machine, Object, ObjectKind, Operation, Scope, Variable, VariableKind};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, ObjectId, ScopeId};
use belnap_ir::predicate::PredicateScope;
use belnap_ir::types::{ArrayType, IntType, Type};
use belnap_ir::validate::cfg::validate;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;
use belnap_tests::graph::GraphBuilder;

/// Random graphs; `BELNAP_CASES` multiplies it.
const GRAPHS: u64 = 150;

/// Conditions of each.
const CONDITIONS: u64 = 20;

const INT: IntType = IntType::signed(32);

/// A few C names, some of which mean something else in a condition.
const ROOTS: [&str; 6] = ["x", "a", "s", "f", "true", "abs"];

/// What follows a root in the name of a variable that is part of something.
const PARTS: [&str; 6] = ["", ".m", ".m.n", "[1]", "[1].m", "@8"];

/// Functions, of which `f` is inlined twice.
const FUNCTIONS: [(&str, Option<u32>); 4] =
    [("main", None), ("f", Some(0)), ("g", Some(0)), ("f", Some(2))];

struct Maker {
    random: Random,
    cfg: Cfg,
}

impl Maker {
    fn new(seed: u64) -> Self {
        let mut graph = GraphBuilder::new(Machine::default());
        let (entry, exit) = graph.ends();
        let middle = graph.then(entry, Operation::SKIP);
        graph.edge(middle, exit, Operation::SKIP);
        let mut cfg = graph.finish();
        cfg.scopes = FUNCTIONS
            .map(|(function, caller)| Scope {
                function: function.to_owned(),
                caller: caller.map(ScopeId),
                call: None,
            })
            .to_vec()
            .into();
        let mut random = Random::new(seed);
        for location in cfg.locations.iter_mut().skip(1) {
            location.scope = ScopeId(random.below(FUNCTIONS.len() as u64) as u32);
        }
        Maker { random, cfg }
    }

    /// The name, or one with a number if it is taken, as the frontend does it.
    fn unique(&self, wanted: String, is_object: bool) -> String {
        let is_taken = |name: &String| match is_object {
            true => self.cfg.objects.iter().any(|object| object.name == *name),
            false => self.cfg.variables.iter().any(|variable| variable.name == *name),
        };
        let numbered = (2..).map(|number| format!("{wanted}#{number}"));
        let mut all = std::iter::once(wanted.clone()).chain(numbered);
        all.find(|name| !is_taken(name)).expect("some number is free")
    }

    fn qualified(&mut self, c_name: &str) -> (String, Option<ScopeId>) {
        let scope = match self.random.below(3) {
            0 => return (c_name.to_owned(), None),
            _ => ScopeId(self.random.below(FUNCTIONS.len() as u64) as u32),
        };
        let name = format!("{}::{c_name}", FUNCTIONS[scope.index()].0);
        // A static local has no scope of its own, but its function's name.
        (name, (!self.random.one_in(8)).then_some(scope))
    }

    fn variable(&mut self) {
        let root = self.random.pick(&ROOTS);
        let c_name = format!("{root}{}", self.random.pick(&PARTS));
        let (name, scope) = self.qualified(&c_name);
        let is_region = self.random.one_in(4);
        let address = self.cfg.machine.address();
        let (kind, ty) = match (is_region, scope) {
            (true, _) => {
                (VariableKind::Region, Type::Array(ArrayType { index: address, cell: INT }))
            }
            (_, Some(_)) => (VariableKind::Local, Type::Int(INT)),
            (_, None) => (VariableKind::Global, Type::Int(INT)),
        };
        let name = self.unique(name, false);
        let c_name = (!is_region).then_some(c_name);
        self.add_variable(name, c_name, kind, ty, scope);
    }

    fn add_variable(
        &mut self,
        name: String,
        c_name: Option<String>,
        kind: VariableKind,
        ty: Type,
        scope: Option<ScopeId>,
    ) {
        self.cfg.variables.push(Variable {
            name,
            c_name,
            c_type: "int".to_owned(),
            ty,
            kind,
            function: None,
            scope,
            source: None,
            cells: Vec::new(),
        });
    }

    /// What an activation returns.
    fn result(&mut self, scope: usize) {
        let name = self.unique(format!("{}()", FUNCTIONS[scope].0), false);
        let scope = Some(ScopeId::from(scope));
        self.add_variable(name, None, VariableKind::Result, Type::Int(INT), scope);
    }

    fn object(&mut self) {
        let root = self.random.pick(&ROOTS);
        let (name, _) = self.qualified(root);
        let name = self.unique(name, true);
        let kind = if name.contains("::") { ObjectKind::Local } else { ObjectKind::Global };
        let c_type = self.random.pick(&["int", "int[4]"]).to_owned();
        self.cfg.objects.push(Object {
            name,
            kind,
            size: Some(16),
            align: 4,
            c_type,
            source: None,
        });
    }

    /// Some access to each region, so that it is known how that is indexed.
    fn accesses(&mut self) {
        let address = self.cfg.machine.address();
        let mut accesses = Vec::new();
        for (index, variable) in self.cfg.variables.iter().enumerate() {
            if variable.ty.as_array().is_some() && self.random.one_in(2) {
                let at = match self.random.below(1 + self.cfg.objects.len() as u64) {
                    0 => Expr::int(1, address),
                    object => Expr::Address(ObjectId::from(object as usize - 1)),
                };
                let read = Expr::read(Expr::Var(CfgVarId::from(index)), at);
                accesses.push(Expr::compare(CompareOp::Eq, read, Expr::int(0, INT)));
            }
        }
        if accesses.len() > 1 {
            let both = Expr::And(accesses);
            self.cfg.edges[CfgEdgeId(0)].operation = Operation::Assume(both.clone());
            let mut other = self.cfg.edges[CfgEdgeId(0)].clone();
            other.operation = Operation::Assume(both.negate());
            self.cfg.edges.insert(CfgEdgeId(1), other);
        }
    }

    fn number(&mut self, depth: u32) -> Expr {
        let address = self.cfg.machine.address();
        let scalar = |variable: &Variable| variable.ty == Type::Int(INT);
        if depth == 0 || self.random.one_in(3) {
            return Expr::Var(self.one(scalar));
        }
        match self.random.below(3) {
            0 => Expr::binary(BinaryOp::Add, self.number(depth - 1), self.number(depth - 1)),
            1 if !self.cfg.objects.is_empty() => {
                let object = self.random.below(self.cfg.objects.len() as u64) as usize;
                Expr::cast(INT, Expr::Address(ObjectId::from(object)))
            }
            _ => {
                let Some(region) = self.region() else { return self.number(depth - 1) };
                let objects = self.cfg.objects.len() as u64;
                let index = match self.random.below(3) {
                    0 if objects > 0 => {
                        Expr::Address(ObjectId::from(self.random.below(objects) as usize))
                    }
                    1 => Expr::int(1, address),
                    _ => Expr::cast(address, self.number(depth - 1)),
                };
                Expr::read(Expr::Var(region), index)
            }
        }
    }

    fn one(&mut self, is: impl Fn(&Variable) -> bool) -> CfgVarId {
        let all = self.cfg.variables.iter().enumerate();
        let all: Vec<usize> = all.filter(|(_, one)| is(one)).map(|(index, _)| index).collect();
        CfgVarId::from(self.random.pick(&all))
    }

    fn region(&mut self) -> Option<CfgVarId> {
        let is_region = |variable: &Variable| variable.ty.as_array().is_some();
        let some = self.cfg.variables.iter().any(is_region);
        some.then(|| self.one(is_region))
    }

    fn condition(&mut self) -> Expr {
        Expr::compare(CompareOp::Lt, self.number(2), self.number(2))
    }
}

fn graph(seed: u64) -> Maker {
    let mut maker = Maker::new(seed);
    for scope in 0..FUNCTIONS.len() {
        maker.result(scope);
    }
    for _ in 0..6 + maker.random.below(12) {
        maker.variable();
    }
    for _ in 0..maker.random.below(5) {
        maker.object();
    }
    maker.accesses();
    let found = validate(&maker.cfg);
    assert!(found.is_empty(), "seed {seed}: {found:?}");
    maker
}

/// What a line of a file of predicates is read as.
fn through_a_file(names: &Names<'_>, scope: PredicateScope, condition: &str) -> Vec<Expr> {
    let file = PredicateFile { lines: vec![PredicateLine::new(scope, condition)] };
    let set = file.resolve(names);
    let set = set
        .unwrap_or_else(|refused| panic!("{}", render("file", &refused.text, &refused.found[0])));
    let instances = set.iter().flat_map(|one| &one.instances);
    instances.map(|instance| instance.condition.clone()).collect()
}

#[test]
fn names_are_read_as_what_was_meant() {
    let (mut plain, mut numbered) = (0, 0);
    for seed in seeds(GRAPHS) {
        let mut maker = graph(seed);
        let conditions: Vec<Expr> = (0..CONDITIONS).map(|_| maker.condition()).collect();
        let cfg = &maker.cfg;
        let names = Names::new(cfg);
        for meant in conditions {
            let text = print(cfg, &meant);
            let scopes = (0..cfg.scopes.len()).map(|index| Some(ScopeId::from(index)));
            for scope in std::iter::once(None).chain(scopes) {
                let read = parse(&names, &text, scope).unwrap_or_else(|found| {
                    panic!("seed {seed} in {scope:?}\n{}", render("printed", &text, &found))
                });
                assert_eq!(read, meant, "seed {seed} in {scope:?}: {text}");
            }
            for scope in [PredicateScope::Global, PredicateScope::Live] {
                assert_eq!(
                    through_a_file(&names, scope, &text),
                    std::slice::from_ref(&meant),
                    "seed {seed}: {text}"
                );
            }
            for at in (0..cfg.locations.len()).map(CfgLocId::from) {
                let scope = PredicateScope::Location(at.to_string());
                assert_eq!(
                    through_a_file(&names, scope, &text),
                    std::slice::from_ref(&meant),
                    "seed {seed}: {text}"
                );
            }
            *if text.contains("#1") { &mut numbered } else { &mut plain } += 1;
        }
    }
    assert!(plain > 500 && numbered > 500, "{plain} without and {numbered} with a number");
}
