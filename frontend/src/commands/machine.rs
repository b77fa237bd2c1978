//! Options that say for which machine a program is compiled.

use belnap_cli::ToolError;
use belnap_ir::cfg::{ByteOrder, DataModel};
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::flags::Said;

/// The machines that have a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Base {
    /// `-m16`
    Bits16,
    /// `-m32`
    Bits32,
    /// `-m64`
    #[default]
    Bits64,
}

/// The table of machines: number, sizes, and whether `char` is signed.
const BASES: [(Base, &str, DataModel, bool); 3] = [
    (Base::Bits16, "16", DataModel::IP16, false),
    (Base::Bits32, "32", DataModel::ILP32, true),
    (Base::Bits64, "64", DataModel::LP64, true),
];

impl Base {
    fn row(self) -> &'static (Base, &'static str, DataModel, bool) {
        BASES.iter().find(|(base, ..)| *base == self).unwrap_or(&BASES[2])
    }

    /// Its number.
    pub fn number(self) -> &'static str {
        self.row().1
    }

    /// Its sizes.
    pub fn model(self) -> DataModel {
        self.row().2
    }

    /// Whether `char` is signed.
    pub fn char_signed(self) -> bool {
        self.row().3
    }
}

/// A size that is other than the machine's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    name: &'static str,
    bits: u8,
}

/// What `--sizes` can name.
const NAMES: [&str; 6] = ["int", "long", "long-long", "pointer", "long-double", "align"];

impl Size {
    fn read(text: &str) -> Result<Size, String> {
        let names = || NAMES.join("=N, ");
        let (name, bits) =
            text.split_once('=').ok_or_else(|| format!("a size is written {}=N", names()))?;
        let name = NAMES.into_iter().find(|own| *own == name);
        let name = name.ok_or_else(|| format!("a size is written {}=N", names()))?;
        let bits = bits.parse().map_err(|_| format!("`{bits}` is not a number of bits"))?;
        Ok(Size { name, bits })
    }

    fn apply(&self, model: &mut DataModel) {
        *match self.name {
            "int" => &mut model.int,
            "long" => &mut model.long,
            "long-long" => &mut model.long_long,
            "pointer" => &mut model.pointer,
            "long-double" => &mut model.long_double,
            _ => &mut model.align,
        } = self.bits;
    }
}

/// The order of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Endian {
    /// The least significant byte of a number comes first.
    Little,
    /// The most significant byte comes first.
    Big,
}

/// The machine.
#[derive(Clone, Debug, clap::Args)]
pub struct MachineArgs {
    /// Machine: `-m64` (x86-64, the default), `-m32` (i386) or `-m16` (MSP430: `int` and pointers
    /// of 16 bits, `long` of 32, an alignment of at most 2 bytes, an unsigned `char`).
    #[arg(short = 'm', value_name = "BITS", default_value = "64", value_parser = base())]
    pub base: Base,
    /// Sizes of types in bits, where they are other than `-m` says: `int=16,long=32,pointer=16`;
    /// also `long-long`, `long-double`, and `align`, the bytes that members are aligned to at most.
    #[arg(long, value_name = "TYPE=BITS", value_delimiter = ',', value_parser = Size::read)]
    pub sizes: Vec<Size>,
    /// Order of the bytes of a number; little by default.
    #[arg(long, value_enum)]
    pub endian: Option<Endian>,
}

/// A machine by its number.
fn base() -> impl TypedValueParser<Value = Base> {
    let numbers = PossibleValuesParser::new(BASES.map(|(_, number, ..)| number));
    numbers.map(|given| {
        let found = BASES.iter().find(|(_, number, ..)| *number == given);
        found.map_or(Base::default(), |(base, ..)| *base)
    })
}

impl MachineArgs {
    /// Sizes and order of bytes, if flags of the compiler say this.
    ///
    /// # Errors
    /// There is no such machine.
    pub(super) fn model(&self, said: Said) -> Result<DataModel, ToolError> {
        let mut model = said.base.unwrap_or(self.base).model();
        self.sizes.iter().for_each(|size| size.apply(&mut model));
        model.byte_order = match self.endian {
            Some(Endian::Little) => ByteOrder::Little,
            Some(Endian::Big) => ByteOrder::Big,
            None => said.byte_order.unwrap_or_default(),
        };
        model.check().map_err(|why| ToolError::Usage(format!("--sizes: {why}")))?;
        Ok(model)
    }

    /// Whether `char` is signed, if flags of the compiler say this.
    pub(super) fn char_signed(&self, said: Said) -> bool {
        said.char_signed.unwrap_or(said.base.unwrap_or(self.base).char_signed())
    }

    /// The options that say the same.
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let mut words = vec![("-m", self.base.number().to_owned())];
        if !self.sizes.is_empty() {
            let sizes = self.sizes.iter().map(|size| format!("{}={}", size.name, size.bits));
            words.push(("--sizes", sizes.collect::<Vec<_>>().join(",")));
        }
        if let Some(endian) = self.endian {
            let word = if endian == Endian::Big { "big" } else { "little" };
            words.push(("--endian", word.to_owned()));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::{DataModel, MachineArgs};
    use crate::commands::flags::Said;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        machine: MachineArgs,
    }

    fn model(words: &[&str]) -> Result<DataModel, String> {
        let line = Line::try_parse_from(std::iter::once(&"belnap").chain(words));
        let line = line.map_err(|error| error.to_string())?;
        line.machine.model(Said::default()).map_err(|error| error.message("belnap"))
    }

    #[test]
    fn sizes_change_a_machine() {
        let sized = DataModel { int: 16, align: 1, ..DataModel::LP64 };
        assert_eq!(model(&["--sizes", "int=16,align=1"]), Ok(sized));
        assert_eq!(model(&["-m16"]), Ok(DataModel::IP16));
        let again = "int=16,long=32,pointer=16,long-double=64,align=2";
        assert_eq!(model(&["--sizes", again]), Ok(DataModel::IP16));
    }

    #[test]
    fn machines_that_there_are_not_are_refused() {
        for (words, message) in [
            (["--sizes", "int=24"], "--sizes: the size of int is 24, not 16 or 32"),
            (["--sizes", "long-long=32"], "the size of long long is 32, not 64"),
            (["--sizes", "pointer=16"], "no integer type is as large as a pointer"),
            (["--sizes", "char=16"], "a size is written int=N, long=N"),
            (["--sizes", "int=many"], "`many` is not a number of bits"),
            (["-m", "8"], "possible values: 16, 32, 64"),
        ] {
            let error = model(&words).expect_err("refused");
            assert!(error.contains(message), "{error}");
        }
    }
}
