//! Inputs that are drawn: numbers that programs often treat in a special way, and others.
//!
//! The same numbers twice: in C, for a program that is run with them, and here, for whoever wants
//! to know what it was run with.

/// The variable of the environment that says which numbers are drawn.
pub const SEED: &str = "BELNAP_SEED";

/// The functions `next` and `filling` of the code that is linked with a program.
pub const DRAWN: &str = r#"extern char **environ;
static number state;
static unsigned char fill;

static number drawn(void) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return state >> 33;
}

static void seed(void) {
  static const char name[] = "BELNAP_SEED=";
  static int seeded;
  if (seeded) return;
  seeded = 1;
  for (char **entry = environ; *entry; entry++) {
    unsigned at = 0;
    while (name[at] && (*entry)[at] == name[at]) at++;
    if (name[at]) continue;
    while ((*entry)[at]) state = state * 10 + ((*entry)[at++] - '0');
  }
  fill = state % 2 ? 0 : state % 4 ? 255 : state / 4;
}

static unsigned char filling(void) {
  seed();
  return fill;
}

static number next(void) {
  number kind, value;
  seed();
  used++;
  kind = drawn() % 8;
  value = drawn();
  switch (kind) {
  case 0: return 0;
  case 1: return 1;
  case 2: return -1;
  case 3: return value % 16;
  case 4: return -(value % 16);
  case 5: return value % 256;
  case 6: return value % 65536;
  default: return value << 33 ^ drawn();
  }
}

"#;

/// What allocated memory is full of, for a seed: often nothing, as programs expect.
pub const fn fill(seed: u64) -> u8 {
    match seed % 4 {
        1 | 3 => 0,
        2 => 255,
        _ => (seed / 4) as u8,
    }
}

/// The numbers that are drawn for a seed.
pub struct Draw(u64);

impl Draw {
    /// Those of a seed.
    pub fn new(seed: u64) -> Self {
        Draw(seed)
    }

    fn draw_bits(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }
}

impl Iterator for Draw {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let (kind, value) = (self.draw_bits() % 8, self.draw_bits());
        Some(match kind {
            0 => 0,
            1 => 1,
            2 => u64::MAX,
            3 => value % 16,
            4 => (value % 16).wrapping_neg(),
            5 => value % 256,
            6 => value % 65_536,
            _ => value << 33 ^ self.draw_bits(),
        })
    }
}
