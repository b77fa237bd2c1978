//! debugging aid
use belnap_tests::interpret::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = std::fs::read_to_string(&a[1]).unwrap();
    let cfg = belnap_formats::cfg::read(&t).map_err(|e| format!("{}", e[0])).unwrap().content;
    let i = Interpreter::new(&cfg, Layout::new(&cfg, 0).unwrap());
    let verbose = a.len() > 2;
    let mut last = None;
    let o = i.run_observed(&mut Zero, 300000, &mut |s| {
        if verbose {
            for e in cfg.edges.iter().filter(|e| Some(e.from) == last && e.to == s.location) {
                println!("  {} {}", e.source.as_ref().map(|x| x.line).unwrap_or(0), belnap_formats::cfg::operation_text(&cfg, &e.operation));
            }
        }
        last = Some(s.location);
    });
    println!("{:?} steps {}", o.end, o.steps);
    for (v, x) in cfg.variables.iter().zip(&o.state.values) { if let Value::Int(n, _) = x { println!("{} = {}", v.name, n); } }
}
