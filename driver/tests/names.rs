//! Names of several files' variables, names that survive files, and files that are written over
//! what the program includes. Other names are in the cases of `programs/names`.

use crate::support::{Folder, RunsBelnap};

#[test]
fn variables_of_two_files_are_told_apart() {
    let folder = Folder::with(&[
        ("one.c", include_str!("inputs/names/one.c")),
        ("two.c", include_str!("inputs/names/two.c")),
    ]);
    for (property, code, said) in [
        ("AG {x != 2}", 2, "write `x#1` or `x#2`"),
        ("AG {x#1 != 2}", 0, "holds"),
        ("AG {x#2 != 2}", 10, "fails"),
    ] {
        let (found, text) =
            folder.says(&["verify", "-q", "--property", property, "one.c", "two.c"]);
        assert_eq!((found, text.contains(said)), (code, true), "{property}: {text}");
    }
}

/// What the refiner writes about a variable that another hides is read as that variable: in the
/// next round, from the files of an earlier run, and as initial predicates.
#[test]
fn hidden_variables_survive_files() {
    let program = include_str!("inputs/names/hidden-status.c");
    let folder = Folder::with(&[("prog.c", program)]);
    let begun = ["verify", "-q", "prog.c", "--save", "run", "--max-iterations", "1"];
    assert_eq!(folder.says(&begun).0, 5);
    let (code, text) = folder.says(&["verify", "-q", "prog.c", "--from", "run"]);
    assert_eq!(
        (code, text.contains("holds (2 iterations, 1 predicate), certified")),
        (0, true),
        "{text}"
    );
    let found = folder.read("run/assertions/1.preds");
    assert!(found.contains("{ status#1 <= 0 }"), "{found}");
    let given = ["verify", "-q", "prog.c", "--predicates", "run/assertions/1.preds"];
    let (code, text) = folder.says(&given);
    let proved = "holds (by induction, with the given predicates), certified";
    assert_eq!((code, text.contains(proved)), (0, true), "{text}");
    // A witness says nothing about it where its name means another variable.
    let (_, text) = folder.says(&["verify", "-q", "prog.c", "--witness-yaml", "w.yml"]);
    assert!(!folder.read("w.yml").contains("status <="), "{text}");
}

#[test]
fn headers_are_not_written_over() {
    let header = "#define N 3\n";
    let program = include_str!("inputs/names/included.c");
    let folder = Folder::with(&[("prog.c", program), ("h.h", header)]);
    for arguments in [
        &["verify", "prog.c", "--witness-yaml", "h.h"][..],
        &["verify", "prog.c", "--witness-graphml", "./h.h"],
        &["c2cfg", "prog.c", "-o", "h.h"],
    ] {
        let (code, text) = folder.says(arguments);
        assert_eq!((code, text.contains("the program includes it")), (2, true), "{text}");
        assert_eq!(folder.read("h.h"), header);
    }
    folder.write("old.json", "");
    assert_eq!(folder.says(&["c2cfg", "prog.c", "-o", "old.json"]).0, 0);
    assert!(!folder.read("old.json").is_empty());
}
