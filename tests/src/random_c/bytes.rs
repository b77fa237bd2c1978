//! Bytes of static structs, padding included: it is zero, or what `memset` wrote, is kept when
//! members are written and goes with copies of the whole.

use super::Generator;

impl Generator {
    /// Reports all bytes of some structs of its own.
    pub(super) fn bytes(&mut self) {
        if self.structs.is_empty() || !self.rng.one_in(2) {
            return;
        }
        let index = self.rng.below(self.structs.len() as u64) as usize;
        let structure = self.structs[index].clone();
        let (first, second, byte) = (self.fresh("b"), self.fresh("b"), self.fresh("b"));
        let value = self.constant();
        self.line(&format!("static struct {} {first}, {second} = {{{value}}};", structure.name));
        if self.rng.one_in(3) {
            let fill = self.rng.below(256);
            self.line(&format!("__builtin_memset(&{first}, {fill}, sizeof {first});"));
        }
        for (field, _) in &structure.fields {
            if !self.rng.one_in(3) {
                let value = self.expression(2);
                self.line(&format!("{first}.{field} = {value};"));
            }
        }
        if self.rng.one_in(2) {
            self.line(&format!("{second} = {first};"));
            let (field, _) = self.rng.choose(&structure.fields).clone();
            let value = self.expression(2);
            self.line(&format!("{second}.{field} = {value};"));
        }
        for name in [first, second] {
            self.line(&format!("const unsigned char *{byte}{name} = (const void *)&{name};"));
            self.line(&format!(
                "for (unsigned i = 0; i < sizeof {name}; i++) observe({byte}{name}[i]);"
            ));
        }
    }
}
