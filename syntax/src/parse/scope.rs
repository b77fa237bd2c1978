//! Which identifiers are typedef names here, and what the lexer and the grammar share.
//!
//! The lexer asks while the grammar declares, so both hold the table. A scope is left by undoing
//! what was declared in it: most scopes declare no name that changes its kind, and cost nothing.

use std::cell::RefCell;

use super::pack::Packing;
use crate::symbol::{Interner, Symbol};

/// A place in the history of declarations.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

/// The kinds of all names, and how to take declarations back.
#[derive(Debug, Default)]
struct Scopes {
    /// By symbol.
    is_type: Vec<bool>,
    /// Names that changed their kind, oldest first.
    changed: Vec<Symbol>,
}

/// What the lexer and the grammar's actions share.
#[derive(Debug)]
pub struct Names<'a> {
    interner: RefCell<&'a mut Interner>,
    scopes: RefCell<Scopes>,
    /// `#pragma pack`.
    pub packing: RefCell<Packing>,
}

impl<'a> Names<'a> {
    /// No name is a typedef name.
    pub fn new(interner: &'a mut Interner) -> Self {
        Names {
            interner: RefCell::new(interner),
            scopes: RefCell::default(),
            packing: RefCell::default(),
        }
    }

    /// The symbol of a word.
    pub fn intern(&self, word: &str) -> Symbol {
        self.interner.borrow_mut().intern(word)
    }

    /// Whether the name is a typedef name here.
    pub fn is_type(&self, name: Symbol) -> bool {
        self.scopes.borrow().is_type.get(name.0 as usize).copied().unwrap_or(false)
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&self, name: Symbol, is_type: bool) {
        if self.is_type(name) == is_type {
            return;
        }
        let mut scopes = self.scopes.borrow_mut();
        let index = name.0 as usize;
        if scopes.is_type.len() <= index {
            scopes.is_type.resize(index + 1, false);
        }
        scopes.is_type[index] = is_type;
        scopes.changed.push(name);
    }

    /// Enters a scope.
    pub fn enter(&self) -> Mark {
        Mark(self.scopes.borrow().changed.len())
    }

    /// Leaves the scope that was entered at `mark`, and all scopes in it.
    pub fn leave(&self, mark: Mark) {
        let mut scopes = self.scopes.borrow_mut();
        while scopes.changed.len() > mark.0 {
            if let Some(name) = scopes.changed.pop() {
                let kind = &mut scopes.is_type[name.0 as usize];
                *kind = !*kind;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::symbol::Interner;

    #[test]
    fn leaving_a_scope_takes_its_declarations_back() {
        let mut interner = Interner::default();
        let names = Names::new(&mut interner);
        let (t, x) = (names.intern("t"), names.intern("x"));
        names.declare(t, true);
        let outer = names.enter();
        names.declare(t, false);
        names.declare(x, true);
        let inner = names.enter();
        names.declare(t, true);
        names.declare(x, true);
        assert!(names.is_type(t));
        names.leave(inner);
        assert!(!names.is_type(t) && names.is_type(x));
        names.leave(outer);
        assert!(names.is_type(t) && !names.is_type(x));
    }
}
