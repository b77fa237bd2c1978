//! Options about a function that is called with arbitrary arguments.

use crate::harness::{HarnessOptions, MayBeNull, Shape};

/// How a function is called.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "One function")]
pub struct HarnessArgs {
    /// Start at a function, with arbitrary arguments and global variables. Pointers get objects of
    /// their own; conditions in comments before it (`// requires: n > 0`) restrict them.
    #[arg(long, value_name = "FUNCTION", conflicts_with = "entry")]
    pub function: Option<String>,
    /// What a pointer parameter or global points to: null, object (the default), array:N,
    /// array:PARAMETER (as many as that says), or string:N (at most so many characters).
    #[arg(long = "pointer", value_name = "NAME=SHAPE", requires = "function", value_parser = shape)]
    pub pointers: Vec<(String, Shape)>,
    /// Pointer parameters that may be null, with commas; `all` for all.
    #[arg(long, value_name = "NAMES", requires = "function")]
    pub null_allowed: Option<String>,
    /// Pointer parameters that may point to the same, with commas; may be given several times.
    #[arg(long = "alias", value_name = "NAMES", requires = "function")]
    pub aliases: Vec<String>,
    /// How many objects pointers inside of objects lead to, one after the other.
    #[arg(long, value_name = "N", default_value_t = DEPTH, requires = "function")]
    pub depth: u32,
    /// Print the C text that calls the function, and do nothing else.
    #[arg(long, requires = "function")]
    pub show_harness: bool,
}

/// Objects behind the first.
const DEPTH: u32 = 2;

/// Reads `NAME=SHAPE`.
fn shape(text: &str) -> Result<(String, Shape), String> {
    let (name, shape) = text.split_once('=').ok_or("a name, `=` and a shape are needed")?;
    let number = |text: &str, what: &str| {
        text.parse::<u64>()
            .ok()
            .filter(|number| (1..=1 << 20).contains(number))
            .ok_or_else(|| format!("`{text}` is not a number of {what} between 1 and {}", 1 << 20))
    };
    let shape = match shape.split_once(':') {
        None if shape == "null" => Shape::Null,
        None if shape == "object" => Shape::Object,
        Some(("array", count)) if count.starts_with(|c: char| c.is_ascii_digit()) => {
            Shape::Array(number(count, "elements")?)
        }
        Some(("array", count)) if !count.is_empty() => Shape::Counted(count.to_owned()),
        Some(("string", length)) => Shape::Text(number(length, "characters")?),
        _ => return Err("it is null, object, array:N, array:PARAMETER or string:N".to_owned()),
    };
    Ok((name.to_owned(), shape))
}

impl HarnessArgs {
    /// How a function is called, if one is.
    pub fn wanted(&self) -> Option<HarnessOptions> {
        let names = |text: &str| -> Vec<String> {
            text.split(',')
                .map(str::trim)
                .filter(|one| !one.is_empty())
                .map(str::to_owned)
                .collect()
        };
        Some(HarnessOptions {
            function: self.function.clone()?,
            shapes: self.pointers.clone(),
            null: match self.null_allowed.as_deref() {
                None => MayBeNull::None,
                Some("all") => MayBeNull::All,
                Some(text) => MayBeNull::Named(names(text)),
            },
            aliases: self.aliases.iter().map(|text| names(text)).collect(),
            depth: self.depth,
        })
    }

    /// The options with their values, as on a command line.
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let Some(function) = &self.function else { return Vec::new() };
        let mut out = vec![("--function", function.clone())];
        for (name, shape) in &self.pointers {
            let shape = match shape {
                Shape::Null => "null".to_owned(),
                Shape::Object => "object".to_owned(),
                Shape::Array(length) => format!("array:{length}"),
                Shape::Counted(count) => format!("array:{count}"),
                Shape::Text(length) => format!("string:{length}"),
            };
            out.push(("--pointer", format!("{name}={shape}")));
        }
        out.extend(self.null_allowed.iter().map(|names| ("--null-allowed", names.clone())));
        out.extend(self.aliases.iter().map(|names| ("--alias", names.clone())));
        if self.depth != DEPTH {
            out.push(("--depth", self.depth.to_string()));
        }
        out
    }
}
