//! Labels, computed `goto`, inline assembly and where it jumps.

use belnap_ir::expr::CompareOp;

use crate::hir::{Expr, LabelId, Place};
use crate::mir::{Address, Cell, Havoc, NodeId, ObjectId, Op, Origin, Storage, Value};
use crate::unsupported;

use super::Lower;
use super::effects::Writes;

impl Lower<'_> {
    /// The node of a label; made when first needed.
    pub(super) fn label_node(&mut self, label: LabelId, at: Origin) -> NodeId {
        if let Some(&node) = self.frame.labels.get(&label) {
            return node;
        }
        let node = self.graph.node(at);
        self.bind_label(label, node);
        node
    }

    fn bind_label(&mut self, label: LabelId, node: NodeId) {
        let name = self.hir.labels[label].clone();
        self.graph.node_mut(node).labels.push(name);
        self.frame.labels.insert(label, node);
    }

    /// `label:`
    pub(super) fn label(&mut self, label: LabelId, at: Origin) {
        let labelled = !self.graph.node_mut(self.graph.current).labels.is_empty();
        if labelled && !self.frame.labels.contains_key(&label) {
            // `a: b:` is one place with two names.
            let current = self.graph.current;
            self.bind_label(label, current);
            return;
        }
        let node = self.label_node(label, at);
        self.graph.jump(node, at);
        self.graph.current = node;
        self.graph.here(at);
    }

    /// What stands for the address of a label: the address of an object nothing else uses.
    pub(super) fn label_address(&mut self, label: LabelId, at: Origin) -> Value {
        let object = match self.labels.get(&label) {
            Some(&object) => object,
            None => {
                let name = format!("&&{}", self.hir.labels[label]);
                let object: ObjectId = self.new_object(name, self.known.byte, Storage::Static, at);
                self.labels.insert(label, object);
                object
            }
        };
        Address::of(object).value()
    }

    /// `goto *value`
    pub(super) fn computed_goto(&mut self, value: &Expr, labels: &[LabelId], at: Origin) {
        let target = self.value(value);
        let target = self.save(target, self.known.void_pointer, value.at);
        for &label in labels {
            let node = self.label_node(label, at);
            let next = self.graph.node(at);
            let address = self.label_address(label, at);
            let same = self.fold.compare(CompareOp::Eq, target.clone(), address);
            self.graph.branch(same, node, next, at);
            self.graph.current = next;
        }
        let note = self.note_assumed(
            unsupported::COMPUTED_GOTO,
            "a `goto` to something else than a label ends the program",
            at,
        );
        self.graph.note_next(note);
        let halted = self.graph.halted_node(at);
        self.graph.step_to(Op::Skip, at, halted);
    }

    /// Inline assembly.
    pub(super) fn asm(
        &mut self,
        outputs: &[Place],
        inputs: &[Expr],
        clobbers_memory: bool,
        labels: &[LabelId],
        at: Origin,
    ) {
        let (pointers, mut from) = self.asm_inputs(inputs);
        let lost = self.note_unknown(unsupported::INLINE_ASSEMBLY, "inline assembly", at);
        let kept = self.note_assumed(
            unsupported::INLINE_ASSEMBLY,
            "inline assembly changes nothing but its outputs and what it says it clobbers",
            at,
        );
        let mut steps = 0;
        if clobbers_memory && !pointers.is_empty() {
            self.graph.note_next(lost);
            self.graph.note_next(kept);
            self.graph.step(Op::HavocReachable(Havoc::Unknown, pointers), at);
            steps += 1;
        }
        let places: Vec<_> = outputs.iter().map(|output| (self.place(output), output)).collect();
        // An output may be an input too.
        for (address, output) in &places {
            if let (Some(ty), None) = (self.scalar(output.ty), output.bits) {
                from.push(Value::load(Cell { address: address.clone(), ty, bits: None }));
            }
        }
        for (address, output) in places {
            self.graph.note_next(lost);
            self.graph.note_next(kept);
            self.lose_at(address, output.ty, output.bits, from.clone(), at);
            steps += 1;
        }
        if steps == 0 {
            self.graph.note_next(kept);
            self.graph.step(Op::Lost { cells: Vec::new(), from: from.clone() }, at);
        }
        for &label in labels {
            let node = self.label_node(label, at);
            let next = self.graph.node(at);
            self.graph.note_next(lost);
            let jumps = self.unknown_truth_from(from.clone(), at);
            self.graph.branch(jumps, node, next, at);
            self.graph.current = next;
        }
    }

    /// Evaluates the inputs of inline assembly: the pointers among them, and all scalars.
    fn asm_inputs(&mut self, inputs: &[Expr]) -> (Vec<Value>, Vec<Value>) {
        let (mut pointers, mut from) = (Vec::new(), Vec::new());
        for (index, input) in inputs.iter().enumerate() {
            if self.scalar(input.ty).is_none() {
                from.extend(self.scalars(input));
                continue;
            }
            let value = self.value(input);
            from.push(value.clone());
            if self.may_be_pointer(input) {
                let mut later = Writes::default();
                inputs[index + 1..].iter().for_each(|input| later.add(input));
                pointers.push(self.keep(value, input.ty, &later, input.at));
            }
        }
        (pointers, from)
    }
}
