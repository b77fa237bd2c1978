//! Explanations of a result, re-checked on the structure they are about.

use std::fmt;

use belnap_checker::encode::listing::list;
use belnap_checker::encode::unlisting::symbolic_from;
use belnap_checker::linear;
use belnap_checker::names;
use belnap_checker::recheck::{RecheckOptions, Refusal, eliminated, recheck, recheck_branches};
use belnap_checker::run::RunOptions;
use belnap_formats::property::{read_formula, read_path, read_stated};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{ProofId, StateId};
use belnap_ir::kripke::{ExplicitKripke, Kripke, SymbolicKripke};
use belnap_ir::linear::Stated;
use belnap_ir::operator::Paths;
use belnap_ir::property::Formula;
use belnap_ir::result::{
    CheckResult, Explanation, OperatorsResult, PropertyResult, Rule, StructureSummary, Verdict,
};

/// What stands for a formula that is too long to be shown.
const CUT_TEXT: &str = "…";

/// What a result is about, in the form its explanations are in.
pub enum Subject {
    /// Explanations are about the whole.
    Symbolic(SymbolicKripke),
    /// Each explanation is about one state.
    Listed(ExplicitKripke),
}

/// What became of the explanation of a property.
#[derive(Debug)]
pub enum Confirmation {
    /// Every claim follows.
    Confirmed {
        /// How many there are.
        claims: usize,
        /// How many of them an earlier result is believed to say.
        believed: usize,
        /// The state it is about, if the verdict depends on others too.
        only: Option<String>,
    },
    /// Of a thorough answer: completions show that it is open.
    Completed,
    /// Of a thorough answer: the tableau says the same.
    Tableau,
    /// Of a thorough answer about LTL: emptiness and a game say the same.
    Games,
    /// There is none.
    Missing,
    /// Something is wrong.
    Refused(String),
    /// What is there follows, but claims were left out of the explanation.
    Cut,
    /// Nothing is known to be wrong, but not everything could be checked.
    Unsure(String),
}

impl Confirmation {
    /// Whether every claim follows.
    pub const fn is_confirmed(&self) -> bool {
        matches!(
            self,
            Confirmation::Confirmed { .. }
                | Confirmation::Completed
                | Confirmation::Tableau
                | Confirmation::Games
        )
    }
}

impl fmt::Display for Confirmation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Confirmation::Confirmed { claims, believed, only } => {
                let plural = if *claims == 1 { "" } else { "s" };
                write!(f, "explanation confirmed ({claims} claim{plural})")?;
                if *believed > 0 {
                    write!(f, ", believing an earlier result in {believed} of them")?;
                }
                if let Some(state) = only {
                    write!(f, ", of {state} only: the verdict depends on other states too")?;
                }
                Ok(())
            }
            Confirmation::Completed => f.write_str(
                "open, as two completions show (compared with the structure, and checked)",
            ),
            Confirmation::Tableau => f.write_str("confirmed by the tableau"),
            Confirmation::Games => f.write_str("confirmed by emptiness and a game"),
            Confirmation::Missing => f.write_str("no explanation"),
            Confirmation::Refused(reason) => write!(f, "explanation refused: {reason}"),
            Confirmation::Cut => f.write_str(
                "cannot be confirmed: claims were left out (it is not known to be wrong)",
            ),
            Confirmation::Unsure(reason) => {
                write!(f, "cannot be confirmed: {reason} (it is not known to be wrong)")
            }
        }
    }
}

impl Subject {
    /// A structure in the form that a result about it has.
    ///
    /// # Errors
    /// The result is about listed states, and there are too many to list.
    pub fn new(kripke: Kripke, summary: &StructureSummary) -> Result<Subject, Diagnostic> {
        let is_listed = summary.kind == "explicit" || summary.engine == "explicit";
        match kripke {
            Kripke::Explicit(explicit) => Ok(Subject::Listed(explicit)),
            Kripke::Symbolic(symbolic) if is_listed => {
                list(&symbolic, RunOptions::default().max_states).map(Subject::Listed)
            }
            Kripke::Symbolic(symbolic) => Ok(Subject::Symbolic(symbolic)),
        }
    }

    /// How a result says that it is about something else.
    pub fn difference(&self, summary: &StructureSummary) -> Option<String> {
        let (semantics, locations, edges, variables) = match self {
            Subject::Symbolic(it) => {
                (it.semantics, it.locations.len(), it.edges.len(), names::variables(it))
            }
            Subject::Listed(it) => {
                (it.semantics, it.states.len(), it.transitions.len(), Vec::new())
            }
        };
        let what = if semantics != summary.semantics {
            "semantics"
        } else if locations != summary.locations {
            "locations"
        } else if edges != summary.edges {
            "edges"
        } else if variables != summary.variables {
            "variables"
        } else {
            return None;
        };
        Some(format!("the result is about a structure with other {what}"))
    }

    /// A name that several locations or states have, so that claims can be misread.
    fn ambiguous(&self) -> Option<&str> {
        let mut names: Vec<&str> = match self {
            Subject::Symbolic(it) => it.locations.iter().map(|at| at.name.as_str()).collect(),
            Subject::Listed(it) => it.states.iter().map(|state| state.name.as_str()).collect(),
        };
        names.sort_unstable();
        names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
    }

    /// Re-checks the explanation of each property, in order.
    pub fn confirm_all(&self, result: &CheckResult) -> Vec<Confirmation> {
        let options = RecheckOptions {
            hyper: result.structure.hyper,
            seeded: result.properties.iter().any(|property| property.statistics.seeded > 0),
        };
        result.properties.iter().map(|property| self.confirm(property, options)).collect()
    }

    fn confirm(&self, property: &PropertyResult, options: RecheckOptions) -> Confirmation {
        let Some(explanation) = &property.explanation else { return Confirmation::Missing };
        if property.linear {
            return match self.product(&property.formula) {
                Ok((subject, formula)) => {
                    subject.confirm_formula(property, explanation, &formula, options)
                }
                Err(refused) => refused,
            };
        }
        if let Some(operators) = &property.operators {
            return self.with_operators(property, operators, explanation, options);
        }
        match read_formula(&property.formula) {
            Ok(formula) => self.confirm_formula(property, explanation, &formula, options),
            Err(found) => unreadable(&found),
        }
    }

    /// With propositions for operators, whose values are found in another way.
    fn with_operators(
        &self,
        property: &PropertyResult,
        operators: &OperatorsResult,
        explanation: &Explanation,
        options: RecheckOptions,
    ) -> Confirmation {
        let listed = match self {
            Subject::Listed(listed) => listed.clone(),
            Subject::Symbolic(symbolic) => match list(symbolic, RunOptions::default().max_states) {
                Ok(listed) => listed,
                Err(found) => return Confirmation::Unsure(found.message),
            },
        };
        let definitions = operators.definitions.join("\n");
        let text = format!("{definitions}\nproperty p: {};", property.formula);
        let stated = match read_stated(&text) {
            Ok(mut stated) => match stated.pop() {
                Some(Stated::Operators(stated)) => stated,
                _ => return Confirmation::Refused("the formula applies no operators".to_owned()),
            },
            Err(found) if found.iter().any(|one| one.rule == "operator-file") => {
                return Confirmation::Unsure("an operator is in a file".to_owned());
            }
            Err(found) => return unreadable(&found),
        };
        let paths = if operators.infinite { Paths::Infinite } else { Paths::Maximal };
        let eliminated = match eliminated(&listed, &stated, paths, options.hyper) {
            Ok(eliminated) => eliminated,
            Err(reason) => return Confirmation::Unsure(reason),
        };
        let branches = recheck_branches(
            &eliminated.structure,
            &stated,
            property.verdict,
            &operators.branches,
            (paths, options.hyper),
        );
        match branches {
            Ok(()) => Subject::Listed(eliminated.structure).confirm_formula(
                property,
                explanation,
                &eliminated.property.formula,
                options,
            ),
            Err(reason) => Confirmation::Refused(reason),
        }
    }

    /// The product that an explanation of a formula of LTL is about, and its formula.
    fn product(&self, text: &str) -> Result<(Subject, Formula), Confirmation> {
        let path = read_path(text).map_err(|found| unreadable(&found))?;
        let kripke = match self {
            Subject::Symbolic(kripke) => Kripke::Symbolic(kripke.clone()),
            Subject::Listed(listed) => Kripke::Explicit(listed.clone()),
        };
        let read = linear::read(&kripke, &path).map_err(|found| unreadable(&[found]))?;
        let subject = match read.kripke {
            Kripke::Symbolic(kripke) => Subject::Symbolic(kripke),
            Kripke::Explicit(listed) => Subject::Listed(listed),
        };
        Ok((subject, read.formula))
    }

    fn confirm_formula(
        &self,
        property: &PropertyResult,
        explanation: &Explanation,
        formula: &Formula,
        options: RecheckOptions,
    ) -> Confirmation {
        let verdict = property.verdict;
        let checked = match self {
            Subject::Symbolic(kripke) => {
                recheck(kripke, formula, verdict, explanation, options).map(|()| None)
            }
            Subject::Listed(listed) => of_state(listed, formula, verdict, explanation, options),
        };
        let count = |rule: Rule| explanation.proof.iter().filter(|node| node.rule == rule).count();
        match checked {
            Err(refusal) if refusal.is_limit() || rests_on_cut_text(explanation, &refusal) => {
                Confirmation::Unsure(match refusal.is_limit() {
                    true => refusal.to_string(),
                    false => format!("{refusal}, where formulas too long to be shown are cut"),
                })
            }
            Err(refusal) => match self.ambiguous() {
                Some(name) => {
                    Confirmation::Unsure(format!("{refusal}, and {name} is several places"))
                }
                None => Confirmation::Refused(refusal.to_string()),
            },
            Ok(_) if explanation.cut || count(Rule::Cut) > 0 => Confirmation::Cut,
            Ok(only) => Confirmation::Confirmed {
                claims: explanation.proof.len(),
                believed: count(Rule::Seed),
                only,
            },
        }
    }
}

fn unreadable(found: &[Diagnostic]) -> Confirmation {
    let first = found.first().map_or("", |diagnostic| diagnostic.message.as_str());
    Confirmation::Refused(format!("the formula cannot be read: {first}"))
}

/// Whether a claim is refused that shows, or rests on one that shows, no formula.
fn rests_on_cut_text(explanation: &Explanation, refusal: &Refusal) -> bool {
    let Refusal::Claim { claim, .. } = refusal else { return false };
    let proof = &explanation.proof;
    let is_cut = |id: ProofId| proof.get(id.index()).is_some_and(|node| node.formula == CUT_TEXT);
    let children = proof.get(claim.index()).map_or(&[][..], |node| &node.children);
    is_cut(*claim) || children.iter().any(|child| is_cut(child.node))
}

/// Re-checks an explanation of the value in one listed state, the one of the first claim. That
/// state, if the verdict depends on others too.
fn of_state(
    listed: &ExplicitKripke,
    formula: &Formula,
    verdict: Verdict,
    explanation: &Explanation,
    options: RecheckOptions,
) -> Result<Option<String>, Refusal> {
    let refused = |reason: String| Refusal::Claim { claim: ProofId(0), reason };
    let Some(first) = explanation.proof.first() else {
        let none = listed.initial.is_empty() && listed.inhabited.is_empty();
        return match verdict == Verdict::Inconclusive && none && explanation.path.is_none() {
            true => Ok(None),
            false => Err(Refusal::Whole { reason: "nothing is claimed".to_owned() }),
        };
    };
    let name = &first.location;
    let found = listed.states.iter().position(|state| state.name == *name).map(StateId::from);
    let state = found.ok_or_else(|| refused(format!("there is no state {name}")))?;
    let (initial, inhabited) = (listed.initial.contains(&state), listed.inhabited.contains(&state));
    if !initial && (verdict == Verdict::Holds || !inhabited) {
        return Err(refused(format!("{name} is not an initial state")));
    }
    recheck(&symbolic_from(listed, state), formula, verdict, explanation, options)?;
    let is_only = listed.initial.iter().all(|other| *other == state);
    let decides = match verdict {
        Verdict::Holds => is_only,
        // One state that exists is enough, or all.
        Verdict::Fails => inhabited || is_only,
        Verdict::Inconclusive => true,
    };
    Ok((!decides).then(|| name.clone()))
}
