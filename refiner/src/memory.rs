//! What methods and finders remember between the rounds for one property.

use std::any::{Any, TypeId};

use rustc_hash::FxHashMap;

/// One value of each type that somebody keeps here. Whoever remembers something declares a private
/// type for it; the loop carries all of them without knowing any. It only saves time: results are
/// the same with an empty memory.
#[derive(Debug, Default)]
pub struct Memory {
    kept: FxHashMap<TypeId, Box<dyn Any>>,
}

impl Memory {
    /// What is remembered of this type; the default if nothing is.
    ///
    /// # Panics
    /// Never: a value is stored under its own type.
    pub fn of<T: Any + Default>(&mut self) -> &mut T {
        let kept = self.kept.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        kept.downcast_mut().expect("stored under its own type")
    }
}
