//! Syntax trees as compact S-expressions, for snapshots.

use belnap_syntax::ast::*;
use belnap_syntax::symbol::{Interner, Symbol};

/// Prints with the names of an interner.
pub struct Printer<'a> {
    pub interner: &'a Interner,
}

fn list(head: &str, parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { format!("({head})") } else { format!("({head} {})", parts.join(" ")) }
}

fn quoted(units: &[u32]) -> String {
    let character = |&unit: &u32| char::from_u32(unit).unwrap_or('\u{fffd}');
    format!("{:?}", units.iter().map(character).collect::<String>())
}

impl Printer<'_> {
    pub fn unit(&self, unit: &TranslationUnit) -> String {
        unit.items.iter().map(|item| self.item(item) + "\n").collect()
    }

    fn name(&self, symbol: Symbol) -> String {
        self.interner.name(symbol).to_owned()
    }

    fn names(&self, symbols: &[Symbol]) -> String {
        symbols.iter().map(|&symbol| self.name(symbol)).collect::<Vec<_>>().join(" ")
    }

    fn item(&self, item: &Item) -> String {
        match item {
            Item::Function(function) => self.function(function),
            Item::Declaration(declaration) => self.declaration(declaration),
            Item::StaticAssert(assert) => self.static_assert(assert),
            Item::Asm(_) => "(asm)".to_owned(),
        }
    }

    fn function(&self, function: &FunctionDefinition) -> String {
        let head = [self.specifiers(&function.specifiers), self.declarator(&function.declarator)];
        let old = function.old_style.iter().map(|declaration| self.declaration(declaration));
        let body = std::iter::once(self.block(&function.body));
        list("define", head.into_iter().chain(old).chain(body))
    }

    fn declaration(&self, declaration: &Declaration) -> String {
        let declarators = declaration.declarators.iter().map(|one| match &one.initializer {
            Some(value) => list("=", [self.declarator(&one.declarator), self.initializer(value)]),
            None => self.declarator(&one.declarator),
        });
        let specifiers = std::iter::once(self.specifiers(&declaration.specifiers));
        list("declare", specifiers.chain(declarators))
    }

    fn static_assert(&self, assert: &StaticAssert) -> String {
        let message = assert.message.as_ref().map(|message| format!("{message:?}"));
        list("assert", [self.expr(&assert.condition), message.unwrap_or_default()])
    }

    fn attributes(&self, attributes: &[Attribute]) -> String {
        let one = |attribute: &Attribute| {
            let arguments = attribute.arguments.iter().map(|argument| self.expr(argument));
            list(&format!("@{}", self.name(attribute.name)), arguments)
        };
        attributes.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    fn specifiers(&self, specifiers: &Specifiers) -> String {
        let mut words = Vec::new();
        words.extend(specifiers.storage.map(|storage| format!("{storage:?}").to_lowercase()));
        let flags = [
            (specifiers.thread_local, "thread"),
            (specifiers.inline, "inline"),
            (specifiers.noreturn, "noreturn"),
        ];
        words.extend(flags.iter().filter(|(set, _)| *set).map(|(_, word)| (*word).to_owned()));
        words.push(qualifiers(&specifiers.qualifiers));
        for alignment in &specifiers.alignments {
            words.push(match alignment {
                Alignment::Type(ty) => list("align", [self.type_name(ty)]),
                Alignment::Constant(e) => list("align", [self.expr(e)]),
            });
        }
        words.push(self.attributes(&specifiers.attributes));
        words.push(self.type_specifier(&specifiers.ty));
        words.retain(|word| !word.is_empty());
        if words.len() == 1 { words.remove(0) } else { list("", words).replacen("( ", "(", 1) }
    }

    fn type_specifier(&self, ty: &TypeSpecifier) -> String {
        match ty {
            TypeSpecifier::Basic(basic) => format!("{basic:?}"),
            TypeSpecifier::ImplicitInt => "ImplicitInt".to_owned(),
            TypeSpecifier::AutoType => "AutoType".to_owned(),
            TypeSpecifier::VaList => "VaList".to_owned(),
            TypeSpecifier::Record(record) => {
                let head = if record.is_union { "union" } else { "struct" };
                let tag = record.tag.map(|tag| self.name(tag)).unwrap_or_default();
                let members = record.members.iter().map(|members| {
                    list("members", members.iter().map(|member| self.member(member)))
                });
                let rest = members.chain([self.attributes(&record.attributes)]);
                list(head, std::iter::once(tag).chain(rest))
            }
            TypeSpecifier::Enum(specifier) => {
                let tag = specifier.tag.map(|tag| self.name(tag)).unwrap_or_default();
                let constants =
                    specifier.constants.iter().flatten().map(|constant| match &constant.value {
                        Some(value) => list("=", [self.name(constant.name), self.expr(value)]),
                        None => self.name(constant.name),
                    });
                let rest = constants.chain([self.attributes(&specifier.attributes)]);
                list("enum", std::iter::once(tag).chain(rest))
            }
            TypeSpecifier::Typedef(name, _) => format!("'{}", self.name(*name)),
            TypeSpecifier::TypeofExpr(e) => list("typeof", [self.expr(e)]),
            TypeSpecifier::TypeofType(ty) => list("typeof", [self.type_name(ty)]),
            TypeSpecifier::Atomic(ty) => list("atomic", [self.type_name(ty)]),
        }
    }

    fn member(&self, member: &Member) -> String {
        match member {
            Member::StaticAssert(assert) => self.static_assert(assert),
            Member::Fields(fields) => {
                let one = |field: &FieldDeclarator| match &field.bits {
                    Some(bits) => list(":", [self.declarator(&field.declarator), self.expr(bits)]),
                    None => self.declarator(&field.declarator),
                };
                let declarators = fields.fields.iter().map(one);
                list("", std::iter::once(self.specifiers(&fields.specifiers)).chain(declarators))
                    .replacen("( ", "(", 1)
            }
        }
    }

    fn declarator(&self, declarator: &Declarator) -> String {
        let name = declarator.name.map_or("_".to_owned(), |name| self.name(name));
        let derived = declarator.derived.iter().map(|derived| match derived {
            Derived::Pointer(words) => match qualifiers(words) {
                words if words.is_empty() => "*".to_owned(),
                words => format!("*{words}"),
            },
            Derived::Array(ArraySize::Unknown) => "[]".to_owned(),
            Derived::Array(ArraySize::Star) => "[*]".to_owned(),
            Derived::Array(ArraySize::Expr(size)) => format!("[{}]", self.expr(size)),
            Derived::Function(parameters) => self.parameters(parameters),
        });
        let asm = declarator.asm_name.iter().map(|asm| list("asm", [format!("{asm:?}")]));
        let parts: Vec<String> = derived
            .chain(asm)
            .chain([self.attributes(&declarator.attributes)])
            .filter(|part| !part.is_empty())
            .collect();
        if parts.is_empty() { name } else { list(&name, parts) }
    }

    fn parameters(&self, parameters: &Parameters) -> String {
        match parameters {
            Parameters::Unspecified => "(fn ?)".to_owned(),
            Parameters::OldStyle(names) => {
                list("fn-old", names.iter().map(|(name, _)| self.name(*name)))
            }
            Parameters::Prototype { parameters, variadic } => {
                let one = |parameter: &Parameter| {
                    let declarator = self.declarator(&parameter.declarator);
                    format!("{}:{declarator}", self.specifiers(&parameter.specifiers))
                };
                let more = variadic.then(|| "...".to_owned());
                list("fn", parameters.iter().map(one).chain(more))
            }
        }
    }

    fn type_name(&self, ty: &TypeName) -> String {
        let declarator = self.declarator(&ty.declarator);
        let specifiers = self.specifiers(&ty.specifiers);
        if declarator == "_" { specifiers } else { format!("{specifiers}:{declarator}") }
    }

    fn initializer(&self, initializer: &Initializer) -> String {
        match initializer {
            Initializer::Expr(e) => self.expr(e),
            Initializer::List(items, _) => format!("{{{}}}", self.items(items)),
        }
    }

    fn items(&self, items: &[InitializerItem]) -> String {
        let one = |item: &InitializerItem| {
            let value = self.initializer(&item.value);
            if item.designators.is_empty() {
                return value;
            }
            format!("{}={value}", self.designators(&item.designators))
        };
        items.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    fn designators(&self, designators: &[Designator]) -> String {
        let one = |designator: &Designator| match designator {
            Designator::Field(name, _) => format!(".{}", self.name(*name)),
            Designator::Index(e) => format!("[{}]", self.expr(e)),
            Designator::Range(a, b) => format!("[{} ... {}]", self.expr(a), self.expr(b)),
        };
        designators.iter().map(one).collect()
    }

    fn block(&self, block: &Block) -> String {
        let labels = (!block.local_labels.is_empty())
            .then(|| list("__label__", [self.names(&block.local_labels)]));
        let items = block.items.iter().map(|item| match item {
            BlockItem::Declaration(declaration) => self.declaration(declaration),
            BlockItem::Function(function) => self.function(function),
            BlockItem::Statement(statement) => self.statement(statement),
            BlockItem::StaticAssert(assert) => self.static_assert(assert),
        });
        let parts: Vec<String> = labels.into_iter().chain(items).collect();
        format!("{{{}}}", parts.join(" "))
    }

    fn statement(&self, statement: &Statement) -> String {
        let option = |e: &Option<Expr>| e.as_ref().map_or("_".to_owned(), |e| self.expr(e));
        match &statement.kind {
            StatementKind::Expr(Some(e)) => self.expr(e),
            StatementKind::Expr(None) => ";".to_owned(),
            StatementKind::Block(block) => self.block(block),
            StatementKind::If(c, a, b) => {
                let b = b.as_ref().map(|b| self.statement(b));
                list("if", [self.expr(c), self.statement(a), b.unwrap_or_default()])
            }
            StatementKind::Switch(e, s) => list("switch", [self.expr(e), self.statement(s)]),
            StatementKind::While(e, s) => list("while", [self.expr(e), self.statement(s)]),
            StatementKind::DoWhile(s, e) => list("do", [self.statement(s), self.expr(e)]),
            StatementKind::For(parts) => {
                let init = match &parts.init {
                    ForInit::Expr(e) => option(e),
                    ForInit::Declaration(declaration) => self.declaration(declaration),
                };
                let body = self.statement(&parts.body);
                list("for", [init, option(&parts.condition), option(&parts.step), body])
            }
            StatementKind::Goto(label, _) => list("goto", [self.name(*label)]),
            StatementKind::ComputedGoto(e) => list("goto*", [self.expr(e)]),
            StatementKind::Continue => "(continue)".to_owned(),
            StatementKind::Break => "(break)".to_owned(),
            StatementKind::Return(e) => list("return", e.iter().map(|e| self.expr(e))),
            StatementKind::Label(label, _, s) => {
                list("label", [self.name(*label), self.statement(s)])
            }
            StatementKind::Case(a, b, s) => {
                let b = b.as_ref().map(|b| format!("... {}", self.expr(b)));
                list("case", [self.expr(a), b.unwrap_or_default(), self.statement(s)])
            }
            StatementKind::Default(s) => list("default", [self.statement(s)]),
            StatementKind::Asm(asm) => {
                let all = |head: &str, es: &[Expr]| list(head, es.iter().map(|e| self.expr(e)));
                let memory = if asm.clobbers_memory { "memory" } else { "" };
                let labels = self.names(&asm.labels);
                let parts = [all("out", &asm.outputs), all("in", &asm.inputs)];
                list("asm", parts.into_iter().chain([memory.to_owned(), labels]))
            }
        }
    }

    fn expr(&self, e: &Expr) -> String {
        let two = |head: &str, a: &Expr, b: &Expr| list(head, [self.expr(a), self.expr(b)]);
        match &e.kind {
            ExprKind::Name(name) => self.name(*name),
            ExprKind::Int(int) => {
                let suffix = if int.unsigned { "u" } else { "" };
                let longs = "l".repeat(usize::from(int.longs));
                let based = if int.decimal { "" } else { "'" };
                format!("{}{suffix}{longs}{based}", int.value)
            }
            ExprKind::Float(text) => text.clone(),
            ExprKind::Char(value, encoding) => format!("(char {value} {encoding:?})"),
            ExprKind::String(string) if string.encoding == Encoding::Plain => quoted(&string.units),
            ExprKind::String(string) => {
                format!("(string {:?} {})", string.encoding, quoted(&string.units))
            }
            ExprKind::Call(f, arguments) => {
                list("call", std::iter::once(&**f).chain(arguments).map(|e| self.expr(e)))
            }
            ExprKind::Member(e, field) => list(".", [self.expr(e), self.name(*field)]),
            ExprKind::Arrow(e, field) => list("->", [self.expr(e), self.name(*field)]),
            ExprKind::Index(a, i) => two("index", a, i),
            ExprKind::Unary(op, e) => list(&format!("{op:?}"), [self.expr(e)]),
            ExprKind::Binary(op, a, b) => two(&format!("{op:?}"), a, b),
            ExprKind::Assign(None, a, b) => two("=", a, b),
            ExprKind::Assign(Some(op), a, b) => two(&format!("{op:?}="), a, b),
            ExprKind::Conditional(c, a, b) => {
                let a = a.as_ref().map_or("_".to_owned(), |a| self.expr(a));
                list("?", [self.expr(c), a, self.expr(b)])
            }
            ExprKind::Comma(a, b) => two(",", a, b),
            ExprKind::Cast(ty, e) => list("cast", [self.type_name(ty), self.expr(e)]),
            ExprKind::CompoundLiteral(ty, items) => {
                list("literal", [self.type_name(ty), format!("{{{}}}", self.items(items))])
            }
            ExprKind::SizeofExpr(e) => list("sizeof", [self.expr(e)]),
            ExprKind::SizeofType(ty) => list("sizeof-type", [self.type_name(ty)]),
            ExprKind::AlignofExpr(e) => list("alignof", [self.expr(e)]),
            ExprKind::AlignofType(ty, _) => list("alignof-type", [self.type_name(ty)]),
            ExprKind::StatementExpr(block) => list("block", [self.block(block)]),
            ExprKind::LabelAddress(label) => list("&&", [self.name(*label)]),
            ExprKind::Generic(e, associations) => {
                let one = |(ty, e): &(Option<TypeName>, Expr)| {
                    let ty = ty.as_ref().map_or("default".to_owned(), |ty| self.type_name(ty));
                    format!("{ty}=>{}", self.expr(e))
                };
                list("generic", std::iter::once(self.expr(e)).chain(associations.iter().map(one)))
            }
            ExprKind::VaArg(e, ty) => list("va_arg", [self.expr(e), self.type_name(ty)]),
            ExprKind::OffsetOf(ty, path) => {
                list("offsetof", [self.type_name(ty), self.designators(path)])
            }
            ExprKind::TypesCompatible(a, b) => {
                list("compatible", [self.type_name(a), self.type_name(b)])
            }
            ExprKind::ChooseExpr(c, a, b) => {
                list("choose", [self.expr(c), self.expr(a), self.expr(b)])
            }
        }
    }
}

fn qualifiers(qualifiers: &Qualifiers) -> String {
    let all = [
        (qualifiers.is_const, "const"),
        (qualifiers.is_volatile, "volatile"),
        (qualifiers.is_restrict, "restrict"),
        (qualifiers.is_atomic, "atomic"),
    ];
    all.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}
