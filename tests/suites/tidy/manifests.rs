//! Rules about the manifests of crates, which `cargo metadata` reads.

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// Which crates of the workspace each crate may depend on, in groups. A stage never depends on
/// another stage: what two stages share belongs in `ir`, `formats` or `solver`.
const ALLOWED: &[(&str, &[&[&str]])] = &[
    ("belnap-ir", &[]),
    ("belnap-cli", &[&["belnap-ir"]]),
    ("belnap-formats", &[&["belnap-ir", "belnap-cli"]]),
    ("belnap-automata", &[&["belnap-ir"]]),
    ("belnap-execution", &[&["belnap-ir"]]),
    ("belnap-solver", &[&["belnap-ir", "belnap-execution"]]),
    ("belnap-syntax", &[&["belnap-ir"]]),
    ("belnap-frontend", &[&["belnap-ir", "belnap-cli", "belnap-formats", "belnap-syntax"]]),
    ("belnap-passes", STAGE),
    ("belnap-abstractor", PROVING_STAGE),
    ("belnap-checker", STAGE),
    ("belnap-refiner", PROVING_STAGE),
    ("belnap-bounded", PROVING_STAGE),
    ("belnap-certifier", PROVING_STAGE),
    ("belnap-engine", ENGINE),
    ("belnap-evidence", EVIDENCE),
    ("belnap-systems", SYSTEMS),
    ("belnap", ALL),
    ("belnap-tests", ALL),
    ("belnap-test-support", &[]),
];

/// What every stage may use.
const SHARED: &[&str] = &["belnap-ir", "belnap-cli", "belnap-formats", "belnap-automata"];

/// What asks the prover or follows executions.
const PROVERS: &[&str] = &["belnap-execution", "belnap-solver"];

/// What a stage may use.
const STAGE: &[&[&str]] = &[SHARED];

/// What a stage may use that asks the prover or follows executions.
const PROVING_STAGE: &[&[&str]] = &[SHARED, PROVERS];

/// Stages whose conclusions evidence is about.
const STAGES: &[&str] =
    &["belnap-passes", "belnap-checker", "belnap-refiner", "belnap-bounded", "belnap-certifier"];

/// What the loop over the stages may use.
const ENGINE: &[&[&str]] = &[SHARED, PROVERS, STAGES, &["belnap-abstractor", "belnap-systems"]];

/// What the evidence for the loop's conclusions may use.
const EVIDENCE: &[&[&str]] = &[SHARED, PROVERS, STAGES, &["belnap-frontend", "belnap-engine"]];

/// What works on systems of components.
const SYSTEMS: &[&[&str]] = &[SHARED, &["belnap-checker"]];

/// What the driver and the whole-pipeline tests may use.
const ALL: &[&[&str]] = &[
    SHARED,
    PROVERS,
    STAGES,
    &["belnap", "belnap-syntax", "belnap-frontend", "belnap-abstractor", "belnap-engine"],
    &["belnap-evidence", "belnap-systems"],
];

/// The crates of the workspace.
pub fn packages() -> Vec<Package> {
    let mut command = MetadataCommand::new();
    command.no_deps().other_options(["--offline".to_owned()]);
    let metadata = command.exec().expect("`cargo metadata` describes the workspace");
    metadata.workspace_packages().into_iter().cloned().collect()
}

/// What a crate depends on. Development and build dependencies do not count: they are not part of
/// what the crate is.
pub fn dependencies(package: &Package) -> Vec<&str> {
    let own = package.dependencies.iter().filter(|one| one.kind == DependencyKind::Normal);
    own.map(|one| one.name.as_str()).collect()
}

/// Dependencies of a crate on those that it may not know.
pub fn dependency_offences(name: &str, dependencies: &[&str]) -> Vec<String> {
    let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == name) else {
        return vec![format!(
            "`{name}` is not in the table ALLOWED of tests/suites/tidy/manifests.rs: add a row \
             that says which crates it may know, and describe it in ARCHITECTURE.md"
        )];
    };
    let ours = dependencies.iter().filter(|one| **one == "belnap" || one.starts_with("belnap-"));
    // Other crates have it for their tests only.
    let is_support = |one: &str| name == "belnap-tests" && one == "belnap-test-support";
    ours.filter(|one| !allowed.iter().any(|group| group.contains(one)) && !is_support(one))
        .map(|one| {
            format!(
                "`{name}` may not depend on `{one}`: move what they share down to belnap-ir, \
                 belnap-formats or belnap-solver"
            )
        })
        .collect()
}

#[test]
fn a_stage_that_knows_another_is_reported() {
    let known = ["belnap-ir", "belnap-refiner", "serde", "belnap-solver"];
    let offences = dependency_offences("belnap-checker", &known);
    assert_eq!(offences.len(), 2, "{offences:?}");
    assert!(offences[0].contains("`belnap-refiner`") && offences[1].contains("`belnap-solver`"));

    let stranger = dependency_offences("belnap-new", &[]);
    assert!(stranger[0].contains("not in the table"), "{stranger:?}");
}
