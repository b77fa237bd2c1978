//! The kind of a file, found from its content, and the reader of that kind.
#![no_main]

use belnap_formats::detect::{ArtefactKind, detect};
use belnap_formats::{
    boolprog, certificate, execution, kripke, predicates, property, replay, result,
};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let refusal = match detect(text) {
        Ok(ArtefactKind::BoolProgram) => boolprog::read(text).err(),
        Ok(ArtefactKind::Predicates) => predicates::read(text).err(),
        Ok(ArtefactKind::Property) => property::read_stated(text).err(),
        Ok(ArtefactKind::Kripke) => kripke::read(text).err(),
        Ok(ArtefactKind::Result) => result::read(text).err(),
        Ok(ArtefactKind::Cfg) => None,
        Ok(ArtefactKind::Certificate) => certificate::read(text).err(),
        Ok(ArtefactKind::Execution) => execution::read(text).err(),
        Ok(ArtefactKind::Replay) => replay::read(text).err(),
        Err(diagnostic) => Some(vec![diagnostic]),
    };
    if let Some(found) = refusal {
        belnap_fuzz::refused(text, &found);
    }
});
