//! Encoding and checking.
