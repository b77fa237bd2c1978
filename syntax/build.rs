//! Generates the parsers of the text formats from every `.lalrpop` file under `src`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lalrpop::Configuration::new().use_cargo_dir_conventions().emit_rerun_directives(true).process()
}
