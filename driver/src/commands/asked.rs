//! Options that name properties.

/// Properties that are given on the command line or in files.
#[derive(Clone, Debug, clap::Args)]
pub struct PropertyArgs {
    /// A property; may be given several times.
    #[arg(short, long = "property", value_name = "FORMULA")]
    pub properties: Vec<String>,
    /// A property in LTL, about every execution; may be given several times.
    #[arg(long = "ltl", value_name = "FORMULA")]
    pub linear: Vec<String>,
    /// A file with properties, ours (`.ctl`) or SV-COMP's (`.prp`); may be given several times.
    #[arg(long = "property-file", value_name = "FILE")]
    pub property_files: Vec<String>,
}
