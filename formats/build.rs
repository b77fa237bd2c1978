//! Generates the parsers from every `.lalrpop` grammar under `src/`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lalrpop::process_src()
}
