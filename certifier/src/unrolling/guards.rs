//! Under which conditions control is somewhere: conjunctions that share what they begin with.
//!
//! Ways that part and meet again have the conditions before they parted in common. What is decided
//! where they meet is only what they do not have in common.

use std::rc::Rc;

use super::terms::{Term, Terms};

/// A conjunction.
#[derive(Clone, Debug, Default)]
pub struct Guard(Option<Rc<Link>>);

#[derive(Debug)]
struct Link {
    /// The last condition.
    condition: Term,
    /// Those before.
    before: Guard,
    /// All of them as one term.
    whole: Term,
    length: usize,
}

impl Guard {
    /// Also under another condition.
    #[must_use]
    pub fn and(&self, terms: &mut Terms, condition: Term) -> Guard {
        if condition == Term::TRUE {
            return self.clone();
        }
        let whole = terms.and(self.term(), condition);
        let link = Link { condition, before: self.clone(), whole, length: self.length() + 1 };
        Guard(Some(Rc::new(link)))
    }

    /// The conjunction as one term.
    pub fn term(&self) -> Term {
        self.0.as_ref().map_or(Term::TRUE, |link| link.whole)
    }

    /// How many conditions there are.
    pub fn length(&self) -> usize {
        self.0.as_ref().map_or(0, |link| link.length)
    }

    fn shorter(&self) -> Guard {
        self.0.as_ref().map_or_else(Guard::default, |link| link.before.clone())
    }

    fn is(&self, other: &Guard) -> bool {
        match (&self.0, &other.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    /// What two guards begin with.
    pub fn common(&self, other: &Guard) -> Guard {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !a.is(&b) {
            match a.length().cmp(&b.length()) {
                std::cmp::Ordering::Less => b = b.shorter(),
                std::cmp::Ordering::Greater => a = a.shorter(),
                std::cmp::Ordering::Equal => (a, b) = (a.shorter(), b.shorter()),
            }
        }
        a
    }

    /// The conditions behind those that it begins with, as one term.
    pub fn behind(&self, terms: &mut Terms, beginning: &Guard) -> Term {
        let mut at = self.clone();
        let mut rest = Term::TRUE;
        while !at.is(beginning) {
            let Some(link) = &at.0 else { break };
            rest = terms.and(link.condition, rest);
            at = at.shorter();
        }
        rest
    }
}

impl Drop for Link {
    /// Long conjunctions must not be dropped by recursion.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut link) => next = link.before.0.take(),
                Err(_) => break,
            }
        }
    }
}
