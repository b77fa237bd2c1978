//! Random C programs with a defined meaning, to compare compilers with.
//!
//! A program has globals, structs, functions and an entry function; it reports values through
//! `observe`. It is free of undefined behaviour if signed overflow wraps: divisors are made
//! non-zero and not -1, shift counts are masked, indices are masked to the array's size, pointers
//! always point to live objects, and loops have counters of their own. All names start with a
//! prefix, so that many programs fit into one file.

mod bytes;
pub mod detours;
mod expr;
pub mod recursive;
mod stmt;

use std::fmt::Write;

use belnap_test_support::random::Random;

/// The scalar types of generated programs.
const SCALARS: [&str; 10] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
];

/// Number of elements of every array; a power of two, so that a mask makes any index right.
const ARRAY: u64 = 8;

/// A struct: scalar fields, some of them bit-fields, and one array.
#[derive(Clone, Debug)]
struct Struct {
    name: String,
    /// Name and, for plain fields whose address may be taken, type.
    fields: Vec<(String, Option<String>)>,
    array: Option<String>,
}

/// What a name is.
#[derive(Clone, Debug)]
enum Kind {
    Scalar(String),
    Array(String),
    Struct(usize),
    StructArray(usize),
    /// Points to a live scalar of this type.
    Pointer(String),
    StructPointer(usize),
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    kind: Kind,
    /// Loop counters are read only.
    writable: bool,
}

/// A function that may be called: its parameters are all scalars, pointers to scalars or structs.
#[derive(Clone, Debug)]
struct Callable {
    name: String,
    parameters: Vec<Kind>,
    /// The parameters are passed through `...`, after a number that says nothing.
    variadic: bool,
}

struct Generator {
    rng: Random,
    prefix: String,
    structs: Vec<Struct>,
    scope: Vec<Variable>,
    functions: Vec<Callable>,
    /// Makes names unique.
    names: u32,
    /// Statements still to be made: bounds the program.
    budget: u32,
    /// Nesting of loops: bounds the time.
    loops: u32,
    out: String,
    indent: usize,
}

/// The text of a random program; its entry function is `<prefix>main` and takes no arguments. The
/// text needs a declaration of `observe` before it.
pub fn program(seed: u64, prefix: &str) -> String {
    let mut generator = Generator {
        rng: Random::split_mix(seed),
        prefix: prefix.to_owned(),
        structs: Vec::new(),
        scope: Vec::new(),
        functions: Vec::new(),
        names: 0,
        budget: 0,
        loops: 0,
        out: String::new(),
        indent: 0,
    };
    generator.declarations();
    for _ in 0..generator.rng.below(4) {
        generator.function();
    }
    generator.entry();
    generator.out
}

impl Generator {
    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{}{stem}{}", self.prefix, self.names)
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn scalar(&mut self) -> String {
        (*self.rng.choose(&SCALARS)).to_owned()
    }

    fn declarations(&mut self) {
        for _ in 0..self.rng.below(3) {
            self.structure();
        }
        for _ in 0..2 + self.rng.below(4) {
            let kind = self.kind();
            let name = self.fresh("g");
            let mut text = self.declare(&name, &kind);
            if !self.rng.one_in(3)
                && let Some(value) = self.constant_of(&kind)
            {
                let _ = write!(text, " = {value}");
            }
            self.line(&format!("static {text};"));
            self.scope.push(Variable { name, kind, writable: true });
        }
    }

    fn structure(&mut self) {
        let name = self.fresh("s");
        let mut fields = Vec::new();
        let mut text = format!("struct {name} {{ ");
        for index in 0..1 + self.rng.below(4) {
            let field = format!("f{index}");
            let ty = self.scalar();
            if self.rng.one_in(4) {
                let bits = 1 + self.rng.below(if ty.contains("char") { 8 } else { 15 });
                let _ = write!(text, "{ty} {field} : {bits}; ");
                fields.push((field, None));
            } else {
                let _ = write!(text, "{ty} {field}; ");
                fields.push((field, Some(ty)));
            }
        }
        let array = self.rng.one_in(2).then(|| self.scalar());
        if let Some(ty) = &array {
            let _ = write!(text, "{ty} a[{ARRAY}]; ");
        }
        self.line(&format!("{text}}};"));
        self.structs.push(Struct { name, fields, array });
    }

    /// The kind of a new variable that needs no initial value.
    fn kind(&mut self) -> Kind {
        let structs = self.structs.len() as u64;
        match self.rng.below(8) {
            0 | 1 => Kind::Array(self.scalar()),
            2 if structs > 0 => Kind::Struct(self.rng.below(structs) as usize),
            3 if structs > 0 => Kind::StructArray(self.rng.below(structs) as usize),
            _ => Kind::Scalar(self.scalar()),
        }
    }

    fn declare(&self, name: &str, kind: &Kind) -> String {
        let structure = |index: &usize| format!("struct {}", self.structs[*index].name);
        match kind {
            Kind::Scalar(ty) => format!("{ty} {name}"),
            Kind::Array(ty) => format!("{ty} {name}[{ARRAY}]"),
            Kind::Struct(index) => format!("{} {name}", structure(index)),
            Kind::StructArray(index) => format!("{} {name}[{ARRAY}]", structure(index)),
            Kind::Pointer(ty) => format!("{ty} *{name}"),
            Kind::StructPointer(index) => format!("{} *{name}", structure(index)),
        }
    }

    /// A constant initializer.
    fn constant_of(&mut self, kind: &Kind) -> Option<String> {
        Some(match kind {
            Kind::Scalar(_) => self.constant(),
            Kind::Array(_) => {
                let count = 1 + self.rng.below(ARRAY);
                let values: Vec<String> = (0..count).map(|_| self.constant()).collect();
                format!("{{{}}}", values.join(", "))
            }
            Kind::Struct(_) | Kind::StructArray(_) => format!("{{{}}}", self.constant()),
            Kind::Pointer(_) | Kind::StructPointer(_) => return None,
        })
    }

    fn constant(&mut self) -> String {
        match self.rng.below(6) {
            0 => self.rng.below(4).to_string(),
            1 => format!("-{}", self.rng.below(200)),
            2 => format!("{}u", self.rng.bits() as u32),
            3 => format!("{}ll", self.rng.bits() as i64 >> 1),
            4 => format!("0x{:x}", self.rng.bits() as u32),
            _ => self.rng.below(1000).to_string(),
        }
    }

    /// A function that may call those made before it.
    fn function(&mut self) {
        let name = self.fresh("f");
        let outer = self.scope.len();
        let mut parameters = Vec::new();
        for _ in 0..self.rng.below(4) {
            let kind = match self.rng.below(5) {
                0 => Kind::Pointer(self.scalar()),
                1 if !self.structs.is_empty() => {
                    Kind::Struct(self.rng.below(self.structs.len() as u64) as usize)
                }
                2 if !self.structs.is_empty() => {
                    Kind::StructPointer(self.rng.below(self.structs.len() as u64) as usize)
                }
                _ => Kind::Scalar(self.scalar()),
            };
            let parameter = self.fresh("p");
            parameters.push(kind.clone());
            self.scope.push(Variable { name: parameter, kind, writable: true });
        }
        let result = self.scalar();
        let list: Vec<String> =
            self.scope[outer..].iter().map(|var| self.declare(&var.name, &var.kind)).collect();
        let variadic = !list.is_empty() && self.rng.one_in(3);
        let list = match (list.is_empty(), variadic) {
            (true, _) => "void".to_owned(),
            (false, false) => list.join(", "),
            (false, true) => "int n, ...".to_owned(),
        };
        self.line(&format!("static {result} {name}({list}) {{"));
        self.indent += 1;
        if variadic {
            self.variable_parameters(outer);
        }
        self.budget = 6;
        self.loops = 1;
        self.locals();
        self.statements(3);
        let value = self.expression(3);
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.line("}");
        self.scope.truncate(outer);
        self.functions.push(Callable { name, parameters, variadic });
    }

    /// Takes the parameters, the variables in scope from `first` on, from a list or a copy of it.
    fn variable_parameters(&mut self, first: usize) {
        self.line("__builtin_va_list list;");
        self.line("__builtin_va_start(list, n);");
        let mut list = "list";
        if self.rng.one_in(3) {
            self.line("__builtin_va_list copy;");
            self.line("__builtin_va_copy(copy, list);");
            list = "copy";
        }
        let parameters = self.scope[first..].to_vec();
        for variable in &parameters {
            let asked = match &variable.kind {
                Kind::Scalar(ty) if ty.contains("char") || ty.contains("short") => "int".to_owned(),
                kind => self.declare("", kind),
            };
            let declaration = self.declare(&variable.name, &variable.kind);
            self.line(&format!("{declaration} = __builtin_va_arg({list}, {asked});"));
        }
        self.line("__builtin_va_end(list);");
    }

    fn entry(&mut self) {
        let globals = self.scope.len();
        self.line(&format!("int {}main(void) {{", self.prefix));
        self.indent += 1;
        self.budget = 25;
        self.loops = 0;
        self.locals();
        self.statements(4);
        let observed: Vec<Variable> = self.scope.clone();
        for variable in &observed {
            self.observe_all(variable);
        }
        self.bytes();
        self.line("return 0;");
        self.indent -= 1;
        self.line("}");
        self.scope.truncate(globals);
    }

    /// Reports everything a variable holds.
    fn observe_all(&mut self, variable: &Variable) {
        let name = &variable.name;
        let elements = format!("for (int i = 0; i < {ARRAY}; i++) ");
        match &variable.kind {
            Kind::Scalar(_) => self.line(&format!("observe({name});")),
            Kind::Pointer(_) => self.line(&format!("observe(*{name});")),
            Kind::Array(_) => self.line(&format!("{elements}observe({name}[i]);")),
            Kind::Struct(index) => self.observe_fields(*index, &format!("{name}.")),
            Kind::StructPointer(index) => self.observe_fields(*index, &format!("{name}->")),
            Kind::StructArray(index) => {
                self.line(&format!("{elements}{{"));
                self.indent += 1;
                self.observe_fields(*index, &format!("{name}[i]."));
                self.indent -= 1;
                self.line("}");
            }
        }
    }

    fn observe_fields(&mut self, index: usize, access: &str) {
        let structure = self.structs[index].clone();
        for (field, _) in &structure.fields {
            self.line(&format!("observe({access}{field});"));
        }
        if structure.array.is_some() {
            self.line(&format!("for (int k = 0; k < {ARRAY}; k++) observe({access}a[k]);"));
        }
    }
}
