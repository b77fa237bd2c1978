//! C to control-flow graphs. Nothing is here yet: the pipeline starts at Boolean programs for now.
