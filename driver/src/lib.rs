//! The Belnap command line.
