//! Random expressions.

use super::{ARRAY, Generator, Kind, Variable};

const ARITHMETIC: [&str; 6] = ["+", "-", "*", "&", "|", "^"];
const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

impl Generator {
    /// An expression of some arithmetic type without side effects, except that of calls.
    pub(super) fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return if self.rng.one_in(3) { self.constant() } else { self.read() };
        }
        let next = depth - 1;
        match self.rng.below(16) {
            0..=4 => {
                let op = *self.rng.choose(&ARITHMETIC);
                format!("({} {op} {})", self.expression(next), self.expression(next))
            }
            5 => {
                let op = *self.rng.choose(&COMPARISONS);
                format!("({} {op} {})", self.expression(next), self.expression(next))
            }
            6 => {
                let op = if self.rng.one_in(2) { "/" } else { "%" };
                // Neither 0 nor -1, whatever the type.
                format!("({} {op} (({} & 15) + 1))", self.expression(next), self.expression(next))
            }
            7 => {
                let op = if self.rng.one_in(2) { "<<" } else { ">>" };
                format!("({} {op} ({} & 7))", self.expression(next), self.expression(next))
            }
            8 => {
                let op = if self.rng.one_in(2) { "&&" } else { "||" };
                format!("({} {op} {})", self.expression(next), self.expression(next))
            }
            9 => {
                let (c, a, b) =
                    (self.expression(next), self.expression(next), self.expression(next));
                format!("({c} ? {a} : {b})")
            }
            10 => {
                let op = *self.rng.choose(&["-", "~", "!", "+"]);
                format!("({op} {})", self.expression(next))
            }
            11 | 12 => {
                let ty = self.scalar();
                format!("(({ty}){})", self.expression(next))
            }
            _ => self.read(),
        }
    }

    /// An index that is in range.
    pub(super) fn index(&mut self) -> String {
        if self.rng.one_in(2) {
            self.rng.below(ARRAY).to_string()
        } else {
            format!("({} & {})", self.read_scalar(), ARRAY - 1)
        }
    }

    fn read_scalar(&mut self) -> String {
        let scalars: Vec<String> = self
            .scope
            .iter()
            .filter(|var| matches!(var.kind, Kind::Scalar(_)))
            .map(|var| var.name.clone())
            .collect();
        if scalars.is_empty() { self.constant() } else { self.rng.choose(&scalars).clone() }
    }

    /// The value of something in scope.
    fn read(&mut self) -> String {
        if self.scope.is_empty() {
            return self.constant();
        }
        let scope = self.scope.clone();
        let variable = self.rng.choose(&scope);
        self.access(variable).0
    }

    /// A scalar that may be assigned; its type if its address may be taken.
    pub(super) fn target(&mut self) -> Option<(String, Option<String>)> {
        let writable: Vec<Variable> =
            self.scope.iter().filter(|var| var.writable).cloned().collect();
        if writable.is_empty() {
            return None;
        }
        let variable = self.rng.choose(&writable);
        Some(self.access(variable))
    }

    /// A scalar in a variable; its type if its address may be taken.
    fn access(&mut self, variable: &Variable) -> (String, Option<String>) {
        let name = &variable.name;
        match &variable.kind {
            Kind::Scalar(ty) => (name.clone(), Some(ty.clone())),
            Kind::Pointer(ty) => (format!("*{name}"), Some(ty.clone())),
            Kind::Array(ty) => (format!("{name}[{}]", self.index()), Some(ty.clone())),
            Kind::Struct(index) => self.field(*index, &format!("{name}.")),
            Kind::StructPointer(index) => self.field(*index, &format!("{name}->")),
            Kind::StructArray(index) => {
                let at = self.index();
                self.field(*index, &format!("{name}[{at}]."))
            }
        }
    }

    fn field(&mut self, index: usize, access: &str) -> (String, Option<String>) {
        let structure = self.structs[index].clone();
        if let Some(ty) = &structure.array
            && self.rng.one_in(3)
        {
            return (format!("{access}a[{}]", self.index()), Some(ty.clone()));
        }
        let (field, ty) = self.rng.choose(&structure.fields);
        (format!("{access}{field}"), ty.clone())
    }

    /// The address of a live scalar of type `ty`, if there is one.
    pub(super) fn address_of(&mut self, ty: &str) -> Option<String> {
        for _ in 0..12 {
            if let Some((place, Some(found))) = self.target()
                && found == ty
            {
                return Some(format!("&{place}"));
            }
        }
        None
    }

    /// A struct value of the given kind, if there is one in scope.
    pub(super) fn struct_place(&mut self, index: usize) -> Option<String> {
        let places: Vec<(String, bool)> = self
            .scope
            .iter()
            .filter_map(|var| match &var.kind {
                Kind::Struct(found) if *found == index => Some((var.name.clone(), false)),
                Kind::StructPointer(found) if *found == index => {
                    Some((format!("(*{})", var.name), false))
                }
                Kind::StructArray(found) if *found == index => Some((var.name.clone(), true)),
                _ => None,
            })
            .collect();
        if places.is_empty() {
            return None;
        }
        let (place, array) = self.rng.choose(&places).clone();
        Some(if array { format!("{place}[{}]", self.index()) } else { place })
    }

    /// A call of one of the functions made so far, if its arguments can be had.
    pub(super) fn call(&mut self) -> Option<String> {
        if self.functions.is_empty() {
            return None;
        }
        let functions = self.functions.clone();
        let function = self.rng.choose(&functions);
        let mut arguments = Vec::new();
        if function.variadic {
            arguments.push(self.constant());
        }
        for parameter in &function.parameters {
            arguments.push(match parameter {
                Kind::Scalar(ty) if function.variadic => format!("({ty})({})", self.expression(2)),
                Kind::Scalar(_) => self.expression(2),
                Kind::Pointer(ty) => self.address_of(ty)?,
                Kind::Struct(index) => self.struct_place(*index)?,
                Kind::StructPointer(index) => format!("&{}", self.struct_place(*index)?),
                Kind::Array(_) | Kind::StructArray(_) => return None,
            });
        }
        Some(format!("{}({})", function.name, arguments.join(", ")))
    }
}
