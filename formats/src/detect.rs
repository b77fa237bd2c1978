//! What kind of artefact a text is.
