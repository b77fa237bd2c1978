//! `belnap fmt`: files in canonical form.

use belnap_cli::io::write_output;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, print_diagnostics, print_error};
use belnap_formats::detect::{ArtefactKind, detect};
use belnap_formats::{
    boolprog, certificate, cfg, execution, kripke, predicates, property, relation, result, traces,
};

use crate::artefact::{Content, Input};
use crate::convert::to_belnap;

const AFTER_HELP: &str = "\
Comments are not part of what a file says, and are not printed; neither are the definitions (let)
of a property file, which are replaced by what they stand for. SV-COMP's properties are printed in
our language.

--dialect classic prints a Boolean program for other tools, with every unknown as a choice.
--dialect belnap turns a classic program into an equivalent one of our dialect; a program without
an exact counterpart is refused.

--complete reads a control-flow graph in which an execution may get stuck, and adds an edge to a
halted location wherever no other edge exists, and the loops of locations where the program ends.

Examples:
  belnap fmt prog.bp
  belnap fmt --dialect classic prog.bp -o prog-classic.bp
  belnap fmt --check *.bp
  belnap fmt --complete by-hand.cfg.json -o total.cfg.json

Exit codes:
  0  printed; with --check: every file is in canonical form
  1  wrong command line
  2  a file was refused, or cannot be read or written; with --check: is not in canonical form";

/// A dialect of Boolean programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum DialectOption {
    /// Belnap's own.
    Belnap,
    /// That of SLAM, SATABS and Getafix.
    Classic,
}

/// What to print, and where.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct FmtOptions {
    /// Files of any kind; `-` is standard input. Several only with --check or --in-place.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Print a Boolean program in this dialect; by default in its own.
    #[arg(long, value_enum, conflicts_with = "complete")]
    pub dialect: Option<DialectOption>,
    /// Make a control-flow graph total.
    #[arg(long)]
    pub complete: bool,
    /// Write nothing; list the files that are not in canonical form.
    #[arg(long)]
    pub check: bool,
    /// Rewrite each file.
    #[arg(short, long, conflicts_with = "check")]
    pub in_place: bool,
    /// With --in-place, also rewrite files that lose comments.
    #[arg(long, requires = "in_place")]
    pub drop_comments: bool,
    /// Where to write; standard output by default.
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["check", "in_place"])]
    pub output: Option<String>,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused, or would lose comments.
pub fn run(options: &FmtOptions) -> Result<u8, ToolError> {
    if options.files.len() > 1 && !options.check && !options.in_place {
        return Err(ToolError::Usage(
            "several files can be formatted only with --check or --in-place".to_owned(),
        ));
    }
    let inputs = options.files.iter().map(String::as_str);
    keep_apart(&[("-o", options.output.as_deref())], inputs)?;
    let mut code = exit::OK;
    for path in &options.files {
        if let Err(error) = format_file(path, options) {
            print_error(super::NAME, &error);
            code = code.max(error.code());
        }
    }
    Ok(code)
}

fn format_file(path: &str, options: &FmtOptions) -> Result<(), ToolError> {
    let input = Input::read(path)?;
    let printed =
        if options.complete { complete(&input)? } else { print(&input, options.dialect)? };
    if options.check {
        return if printed == input.text {
            Ok(())
        } else {
            Err(input.refuse("this file is not in canonical form; see belnap fmt"))
        };
    }
    if !options.in_place {
        return write_output(options.output.as_deref(), &printed);
    }
    if path == "-" {
        return Err(ToolError::Usage("standard input cannot be written in place".to_owned()));
    }
    if printed == input.text {
        return Ok(());
    }
    match find_loss(&input.text, &printed) {
        Some(what) if !options.drop_comments => Err(input.refuse(&format!(
            "{what} would be lost; use --drop-comments to write the file anyway"
        ))),
        _ => write_output(Some(path), &printed),
    }
}

fn complete(input: &Input) -> Result<String, ToolError> {
    let refused = |found: Vec<_>| ToolError::refuse(&input.file, &input.text, &found);
    match detect(&input.text) {
        Ok(ArtefactKind::Cfg) => {
            cfg::read_completed(&input.text).map(|artefact| cfg::print(&artefact)).map_err(refused)
        }
        Ok(kind) => Err(ToolError::Usage(format!(
            "--complete is for control-flow graphs, and {} is {kind}",
            input.file
        ))),
        Err(diagnostic) => Err(refused(vec![diagnostic])),
    }
}

fn print(input: &Input, dialect: Option<DialectOption>) -> Result<String, ToolError> {
    let content = input.content()?;
    if dialect.is_some() && !matches!(content, Content::BoolProgram(..)) {
        return Err(ToolError::Usage(format!(
            "--dialect is for Boolean programs, and {} is {}",
            input.file,
            content.kind()
        )));
    }
    Ok(match content {
        Content::BoolProgram(program, warnings) => {
            print_diagnostics(&input.file, &input.text, &warnings);
            match dialect {
                None => boolprog::print(&program),
                Some(DialectOption::Classic) => boolprog::print_classic(&program),
                Some(DialectOption::Belnap) => boolprog::print(
                    &to_belnap(program)
                        .map_err(|found| ToolError::refuse(&input.file, &input.text, &found))?,
                ),
            }
        }
        Content::Predicates(file) => predicates::print_file(&file),
        Content::Property(properties) => property::print_stated(&properties),
        Content::Kripke(artefact) => kripke::print(&artefact),
        Content::Result(artefact) => result::print(&artefact),
        Content::Cfg(artefact) => cfg::print(&artefact),
        Content::Certificate(artefact) => certificate::print(&artefact),
        Content::Execution(artefact) => execution::print(&artefact),
        Content::Replay(replay) => replay.print(),
        Content::Traces(artefact) => traces::print(&artefact),
        Content::Relation(artefact) => relation::print(&artefact),
    })
}

/// What a person wrote that the printed text lacks, if anything. JSON has no comments.
fn find_loss(text: &str, printed: &str) -> Option<&'static str> {
    if text.trim_start().starts_with('{') && printed.starts_with('{') {
        return None;
    }
    let comments = |text: &str| text.matches("//").count() + text.matches("/*").count();
    let lets = |text: &str| text.split_whitespace().filter(|word| *word == "let").count();
    let header = usize::from(!text.starts_with("// belnap") && printed.starts_with("// belnap"));
    if comments(text) + header > comments(printed) {
        Some("comments")
    } else if lets(text) > lets(printed) {
        Some("definitions")
    } else if text.trim_start().starts_with("CHECK") {
        Some("the form of an SV-COMP property")
    } else {
        None
    }
}
