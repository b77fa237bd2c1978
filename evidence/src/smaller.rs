//! A smaller proof in the place of one that was judged, if its evidence is as good.

use std::time::Instant;

use belnap_engine::minimal::Small;
use belnap_ir::result::Verdict;

use crate::judge::{Judge, Judgement};
use crate::proof::{self, Proof};
use crate::{Check, Evidence, Findings};

impl Judge<'_> {
    /// Puts a smaller set of predicates, and what it decides, in the place of the answer that was
    /// judged; unless its evidence is worse, or it rests on more assumptions. What else was found
    /// out about the program stays. Whether it was done is returned.
    pub fn accept_smaller(&self, judgement: &mut Judgement, small: Small) -> bool {
        let Small { predicates, conclusion, .. } = small;
        if judgement.verdict() == Verdict::Inconclusive
            || judgement.verdict() != conclusion.verdict()
        {
            return false;
        }
        let begin = Instant::now();
        let proof = match self.wanted.certify {
            true => {
                let whole = self.question.reducible(self.property);
                proof::check(self.cfg, whole.as_ref(), self.property, &conclusion, self.end)
            }
            false => Proof::default(),
        };
        judgement.time += begin.elapsed();
        let known = &mut judgement.findings;
        let mut found = Findings::default();
        self.assume(&conclusion, proof.steps.as_ref(), &mut found);
        let is_assumed = found.assumptions.iter().all(|one| known.assumptions.contains(one));
        if !is_assumed || strength(&proof.evidence) < strength(&known.evidence) {
            return false;
        }
        known.evidence = proof.evidence;
        (known.certificate, known.whole) = (proof.certificate, proof.whole);
        known.assumptions = found.assumptions;
        (judgement.answer.predicates, judgement.answer.conclusion) = (predicates, conclusion);
        true
    }
}

/// How much evidence says.
const fn strength(evidence: &Evidence) -> u8 {
    match evidence {
        Evidence::Contradicts(..) | Evidence::Crashed(_) => 0,
        Evidence::None | Evidence::Missing(..) => 1,
        Evidence::Checked(Check::AfterPasses) => 2,
        Evidence::Checked(Check::Certified | Check::Replayed) => 3,
    }
}
