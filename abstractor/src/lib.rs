//! Control-flow graphs and predicates to Boolean programs. Nothing is here yet.
