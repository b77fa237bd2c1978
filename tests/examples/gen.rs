//! debugging aid
fn main() { let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
 print!("{}", belnap_tests::random_c::program(a[0], "p_")); }
