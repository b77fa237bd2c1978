//! What the compiled program says about its end.
//!
//! Exit codes and signals are the program's own as well: they show nothing. So the code that is
//! linked with it ([`super::harness`]) reports to a pipe, with a number that is drawn anew for each
//! compilation and stands in no file: the program does not write that by accident.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use belnap_ir::cfg::AskedKind;

/// How the code that is linked with the program ended it. The number is the exit code as well, for
/// people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// `reach_error` was called.
    ReachError = 113,
    /// It asked for more inputs than there are.
    NoInput = 114,
    /// It assumed something that is false.
    Assumption = 115,
    /// There was no memory.
    NoMemory = 116,
    /// The system did not let it limit itself.
    NotConfined = 117,
    /// It came to the head of a loop as often as it should.
    Rounds = 118,
    /// A condition is true that should not be.
    Watched = 119,
    /// An assertion failed.
    Assertion = 120,
    /// `__VERIFIER_error` was called.
    VerifierError = 121,
    /// It came to a label.
    Label = 122,
    /// Its memory is not what it is in the graph.
    OtherMemory = 123,
    /// The machine noticed a mistake.
    Crashed = 124,
}

impl End {
    const ALL: [End; 12] = [
        End::ReachError,
        End::NoInput,
        End::Assumption,
        End::NoMemory,
        End::NotConfined,
        End::Rounds,
        End::Watched,
        End::Assertion,
        End::VerifierError,
        End::Label,
        End::OtherMemory,
        End::Crashed,
    ];

    /// What the program did.
    pub const fn text(self) -> &'static str {
        match self {
            End::ReachError => "calls reach_error",
            End::NoInput => "asks for more inputs",
            End::Assumption => "assumes something else",
            End::NoMemory => "gets no more memory",
            End::NotConfined => "cannot limit its system calls",
            End::Rounds => "comes to the loop as often as it should",
            End::Watched => "has the condition true",
            End::Assertion => "fails an assertion",
            End::VerifierError => "calls __VERIFIER_error",
            End::Label => "comes to the label",
            End::OtherMemory => "has other memory",
            End::Crashed => "crashes",
        }
    }
}

/// The signal of a division that has no result, and what is reported like one where arithmetic is
/// looked at.
const DIVISION: u64 = 8;
const OVERFLOW: u64 = 129;
const SHIFT: u64 = 130;
const LEAK: u64 = 131;
const LOST: u64 = 132;

/// What the program says when it is loaded and confined.
pub const STARTED: u64 = 0;

/// The number that makes a report one of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nonce(u64);

impl Nonce {
    /// A new one.
    pub fn draw() -> Self {
        Nonce(RandomState::new().build_hasher().finish())
    }

    /// The option that tells it to the compiler.
    pub fn option(self) -> String {
        format!("-DBELNAP_NONCE=0x{:x}ULL", self.0)
    }
}

/// What the code that is linked with the program has written to the pipe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndReport {
    /// Whether the program was started.
    pub started: bool,
    /// How it was ended, if not in a way of its own.
    pub end: Option<End>,
    /// How many inputs it used up to then.
    pub used: usize,
    /// What the machine noticed.
    pub crash: Option<Crash>,
}

/// A mistake of the program that the machine noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The number of the signal.
    pub signal: u64,
    /// Whether the stack was not large enough.
    pub is_overflow: bool,
    /// Where in the program it was: from its first byte on, and in memory.
    pub at: [u64; 2],
}

impl Crash {
    /// What the program did.
    pub const fn text(self) -> &'static str {
        match self.signal {
            _ if self.is_overflow => "overflows its stack",
            4 => "runs into an illegal instruction",
            6 => "aborts",
            7 | 11 => "makes an invalid access",
            DIVISION => "divides by zero or the smallest number by -1",
            OVERFLOW => "overflows a signed number",
            LEAK => "ends before it has freed its memory",
            LOST => "ends without a pointer to memory that it has not freed",
            SHIFT => "shifts by too much, or bits out of a signed number",
            _ => "crashes",
        }
    }

    /// Whether this is what a check is about.
    pub fn shows(self, kind: AskedKind) -> bool {
        match kind {
            AskedKind::Overflow => matches!(self.signal, OVERFLOW | DIVISION),
            AskedKind::Division => self.signal == DIVISION,
            AskedKind::Shift => self.signal == SHIFT,
            AskedKind::Bounds | AskedKind::Null | AskedKind::Access => self.is_access(),
            // Libraries notice what is freed twice.
            AskedKind::Free => self.signal == 6,
            AskedKind::Leak => self.signal == LEAK,
            AskedKind::Lost => self.signal == LOST,
            _ => false,
        }
    }

    /// Whether memory was used that is not there.
    pub const fn is_access(self) -> bool {
        matches!(self.signal, 7 | 11) && !self.is_overflow
    }
}

impl EndReport {
    /// Reads a report; one that is not wholly ours says nothing.
    pub fn read(bytes: &[u8], nonce: Nonce) -> Self {
        let mut report = EndReport::default();
        let (numbers, rest) = bytes.as_chunks::<8>();
        let numbers: Vec<u64> = numbers.iter().copied().map(u64::from_ne_bytes).collect();
        let (records, single) = numbers.as_chunks::<2>();
        if !rest.is_empty() || !single.is_empty() || records.iter().any(|[own, _]| *own != nonce.0)
        {
            return report;
        }
        let mut records = records.iter().map(|[_, what]| *what);
        while let Some(what) = records.next() {
            let (what, used) = (what & u64::from(u32::MAX), what >> 32);
            let end = End::ALL.into_iter().find(|end| *end as u64 == what);
            match (what, end) {
                _ if report.end.is_some() => return EndReport::default(),
                (STARTED, _) if !report.started => report.started = true,
                (_, Some(end)) => (report.end, report.used) = (Some(end), used as usize),
                _ => return EndReport::default(),
            }
            if end == Some(End::Crashed) {
                let (Some(how), Some(offset), Some(address)) =
                    (records.next(), records.next(), records.next())
                else {
                    return EndReport::default();
                };
                let (signal, is_overflow) = (how & u64::from(u32::MAX), how >> 32 != 0);
                report.crash = Some(Crash { signal, is_overflow, at: [offset, address] });
            }
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::{Crash, End, EndReport, Nonce, STARTED};

    fn bytes(numbers: &[u64]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
    }

    #[test]
    fn only_our_own_reports_are_read() {
        let nonce = Nonce(7);
        let read = |numbers: &[u64]| EndReport::read(&bytes(numbers), nonce);
        let started = EndReport { started: true, ..EndReport::default() };
        let ended = EndReport { end: Some(End::Label), used: 3, ..started };
        let crash = Crash { signal: 11, is_overflow: true, at: [5, 6] };
        let crashed = EndReport { end: Some(End::Crashed), crash: Some(crash), ..started };
        assert_eq!(read(&[]), EndReport::default());
        assert_eq!(read(&[7, STARTED]), started);
        assert_eq!(read(&[7, STARTED, 7, 122 | 3 << 32]), ended);
        assert_eq!(read(&[7, STARTED, 7, 124, 7, 11 | 1 << 32, 7, 5, 7, 6]), crashed);
        for other in [
            &[7, STARTED, 8, 122][..],
            &[7, STARTED, 7, 124, 7, 11],
            &[7, STARTED, 7, 5],
            &[7, 122, 7, 113],
            &[7],
        ] {
            assert_eq!(read(other), EndReport::default(), "{other:?}");
        }
        let mut more = bytes(&[7, STARTED]);
        more.push(0);
        assert_eq!(EndReport::read(&more, nonce), EndReport::default());
        assert_ne!(Nonce::draw(), Nonce::draw());
    }
}
