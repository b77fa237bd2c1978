//! Random statements.

use super::{Generator, Kind, Variable};

/// Deepest nesting of loops, counting one for being in a function that may be called.
const LOOPS: u32 = 3;

impl Generator {
    /// Declares and initialises some local variables.
    pub(super) fn locals(&mut self) {
        for _ in 0..1 + self.rng.below(4) {
            let kind = match self.rng.below(6) {
                0 => Kind::Pointer(self.scalar()),
                1 if !self.structs.is_empty() => {
                    Kind::StructPointer(self.rng.below(self.structs.len() as u64) as usize)
                }
                _ => self.kind(),
            };
            let value = match &kind {
                Kind::Scalar(_) => Some(self.expression(2)),
                Kind::Pointer(ty) => self.address_of(ty),
                Kind::StructPointer(index) => {
                    self.struct_place(*index).map(|place| format!("&{place}"))
                }
                Kind::Struct(index) if self.rng.one_in(2) => self.struct_place(*index),
                other => self.constant_of(other),
            };
            let name = self.fresh("l");
            let declaration = self.declare(&name, &kind);
            match (value, &kind) {
                (Some(value), _) => self.line(&format!("{declaration} = {value};")),
                // A pointer without a target is not declared at all.
                (None, Kind::Pointer(_) | Kind::StructPointer(_)) => continue,
                (None, _) => self.line(&format!("{declaration} = {{0}};")),
            }
            self.scope.push(Variable { name, kind, writable: true });
        }
    }

    /// Some statements.
    pub(super) fn statements(&mut self, depth: u32) {
        for _ in 0..1 + self.rng.below(5) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.rng.below(if depth == 0 { 8 } else { 16 }) {
            0..=2 => self.assignment(),
            3 => self.compound_assignment(),
            4 => self.increment(),
            5 => {
                let value = self.expression(3);
                self.line(&format!("observe({value});"));
            }
            6 => self.call_statement(),
            7 => self.aggregate(),
            8 | 9 => self.conditional(depth - 1),
            10 => self.for_loop(depth - 1),
            11 => self.while_loop(depth - 1),
            12 => self.switch(depth - 1),
            13 => self.block(depth - 1),
            14 => self.jump(depth - 1),
            _ => self.do_loop(depth - 1),
        }
    }

    fn assignment(&mut self) {
        if let Some((place, _)) = self.target() {
            let value = self.expression(3);
            self.line(&format!("{place} = {value};"));
        }
    }

    fn compound_assignment(&mut self) {
        if let Some((place, _)) = self.target() {
            let op =
                *self.rng.choose(&["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "/=", "%="]);
            let value = self.expression(2);
            let value = match op {
                "<<=" | ">>=" => format!("({value} & 7)"),
                "/=" | "%=" => format!("(({value} & 15) + 1)"),
                _ => value,
            };
            self.line(&format!("{place} {op} {value};"));
        }
    }

    fn increment(&mut self) {
        if let (Some((place, _)), Some((other, _))) = (self.target(), self.target()) {
            let op = if self.rng.one_in(2) { "++" } else { "--" };
            match self.rng.below(4) {
                0 => self.line(&format!("({place}){op};")),
                1 => self.line(&format!("{op}({place});")),
                2 => {
                    let name = self.fresh("l");
                    self.line(&format!("long long {name} = ({place}){op};"));
                    self.line(&format!("{other} = {name};"));
                }
                _ => {
                    // What is compared must not depend on what the increment changes.
                    let (name, value) = (self.fresh("l"), self.expression(1));
                    self.line(&format!("long long {name} = {value};"));
                    self.line(&format!("if (({place}){op} > {name}) observe({other});"));
                }
            }
        }
    }

    fn call_statement(&mut self) {
        let Some(call) = self.call() else { return self.assignment() };
        match self.target() {
            // The place must not depend on what the call changes.
            Some((place, _)) if !place.contains('[') && !self.rng.one_in(3) => {
                self.line(&format!("{place} = {call};"));
            }
            _ => self.line(&format!("observe({call});")),
        }
    }

    /// Copies a struct, or points a pointer somewhere else.
    fn aggregate(&mut self) {
        let variables: Vec<Variable> = self
            .scope
            .iter()
            .filter(|var| !matches!(var.kind, Kind::Scalar(_) | Kind::Array(_)))
            .cloned()
            .collect();
        if variables.is_empty() {
            return self.assignment();
        }
        let variable = self.rng.choose(&variables).clone();
        let name = &variable.name;
        match &variable.kind {
            Kind::Pointer(ty) => {
                if let Some(address) = self.older_than(name, |this| this.address_of(ty)) {
                    self.line(&format!("{name} = {address};"));
                }
            }
            Kind::StructPointer(index) => {
                if let Some(place) = self.older_than(name, |this| this.struct_place(*index)) {
                    self.line(&format!("{name} = &{place};"));
                }
            }
            Kind::Struct(index) | Kind::StructArray(index) => {
                if let (Some(to), Some(from)) =
                    (self.struct_place(*index), self.struct_place(*index))
                {
                    self.line(&format!("{to} = {from};"));
                }
            }
            Kind::Scalar(_) | Kind::Array(_) => {}
        }
    }

    /// Does something with only what was declared before `name` in scope: a pointer must not
    /// outlive what it points to.
    fn older_than<T>(&mut self, name: &str, act: impl FnOnce(&mut Self) -> T) -> T {
        let all = self.scope.clone();
        if let Some(at) = all.iter().position(|var| var.name == name) {
            self.scope.truncate(at);
        }
        let result = act(self);
        self.scope = all;
        result
    }

    /// Statements with their own scope.
    fn body(&mut self, depth: u32) {
        let outer = self.scope.len();
        self.indent += 1;
        if self.rng.one_in(3) {
            self.locals();
        }
        self.statements(depth);
        self.indent -= 1;
        self.scope.truncate(outer);
    }

    fn conditional(&mut self, depth: u32) {
        let condition = self.expression(3);
        self.line(&format!("if ({condition}) {{"));
        self.body(depth);
        if self.rng.one_in(2) {
            self.line("} else {");
            self.body(depth);
        }
        self.line("}");
    }

    fn counter(&mut self) -> String {
        let name = self.fresh("i");
        self.scope.push(Variable {
            name: name.clone(),
            kind: Kind::Scalar("int".to_owned()),
            writable: false,
        });
        name
    }

    fn for_loop(&mut self, depth: u32) {
        if self.loops >= LOOPS {
            return self.conditional(depth);
        }
        self.loops += 1;
        let outer = self.scope.len();
        let bound = 1 + self.rng.below(6);
        let counter = self.counter();
        self.line(&format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        self.loop_body(depth);
        self.line("}");
        self.scope.truncate(outer);
        self.loops -= 1;
    }

    fn while_loop(&mut self, depth: u32) {
        if self.loops >= LOOPS {
            return self.conditional(depth);
        }
        self.loops += 1;
        let bound = 1 + self.rng.below(6);
        let outer = self.scope.len();
        let counter = self.fresh("i");
        self.line(&format!("int {counter} = {bound};"));
        let condition = self.expression(2);
        self.line(&format!("while ({counter}-- > 0 && ({condition} || {counter} > 1)) {{"));
        self.loop_body(depth);
        self.line("}");
        self.scope.truncate(outer);
        self.loops -= 1;
    }

    fn do_loop(&mut self, depth: u32) {
        if self.loops >= LOOPS {
            return self.conditional(depth);
        }
        self.loops += 1;
        let bound = 1 + self.rng.below(5);
        let outer = self.scope.len();
        let counter = self.fresh("i");
        self.line(&format!("int {counter} = 0;"));
        self.line("do {");
        self.loop_body(depth);
        self.line(&format!("}} while (++{counter} < {bound});"));
        self.scope.truncate(outer);
        self.loops -= 1;
    }

    fn loop_body(&mut self, depth: u32) {
        self.body(depth);
        if self.rng.one_in(4) {
            let condition = self.expression(2);
            let word = if self.rng.one_in(2) { "break" } else { "continue" };
            self.indent += 1;
            self.line(&format!("if ({condition}) {word};"));
            self.indent -= 1;
            self.body(0);
        }
    }

    fn switch(&mut self, depth: u32) {
        let value = self.expression(2);
        self.line(&format!("switch ({value} & 7) {{"));
        let mut case = 0;
        let default = self.rng.below(5);
        for position in 0..5 {
            if position == default {
                self.line("default:");
            } else {
                let first = case;
                case += 1 + self.rng.below(2);
                let last = case - 1;
                if last > first {
                    self.line(&format!("case {first} ... {last}:"));
                } else {
                    self.line(&format!("case {first}:"));
                }
            }
            self.line("{");
            self.body(depth.min(1));
            self.line("}");
            if !self.rng.one_in(3) {
                self.line("break;");
            }
        }
        self.line("}");
    }

    fn block(&mut self, depth: u32) {
        self.line("{");
        self.body(depth);
        self.line("}");
    }

    /// A jump forwards over some statements.
    fn jump(&mut self, depth: u32) {
        let label = self.fresh("L");
        let condition = self.expression(2);
        self.line(&format!("if ({condition}) goto {label};"));
        self.line("{");
        self.body(depth);
        self.line("}");
        self.line(&format!("{label}: ;"));
    }
}
