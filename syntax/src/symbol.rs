//! Identifiers as small numbers.

use std::rc::Rc;

use rustc_hash::FxHashMap;

/// An identifier, interned in an [`Interner`] that all translation units share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// The table of identifiers.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    symbols: FxHashMap<Rc<str>, Symbol>,
    names: Vec<Rc<str>>,
}

impl Interner {
    /// The symbol of `name`, made if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(name) {
            return symbol;
        }
        let symbol = Symbol(u32::try_from(self.names.len()).expect("more than 2^32 identifiers"));
        let name: Rc<str> = name.into();
        self.names.push(name.clone());
        self.symbols.insert(name, symbol);
        symbol
    }

    /// The identifier.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }
}
