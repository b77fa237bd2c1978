//! Solving: cycles become one node, targets go along inclusions, uses see what is new.

use belnap_ir::graph::components;

use super::bits::Bits;
use super::graph::{Graph, Node, Use};

impl Graph {
    /// Until nothing changes, except for calls to be linked: then `called` is not empty.
    pub(super) fn solve(&mut self) {
        while !self.dirty.is_empty() {
            // A search pays off only after new inclusions, or when much happens.
            if self.edges.len() > self.searched + self.searched / 16 || !self.trickle() {
                self.searched = self.edges.len();
                self.wave();
            }
            for (node, targets) in std::mem::take(&mut self.fresh) {
                let node = self.find(node);
                for index in 0..self.uses[node].len() {
                    let r#use = self.uses[node][index];
                    for number in targets.iter() {
                        self.apply(r#use, number);
                    }
                }
            }
        }
    }

    /// Sends what is pending along inclusions, one by one; `false` if that takes long.
    fn trickle(&mut self) -> bool {
        let mut left = self.parent.len() / 8;
        while let Some(node) = self.dirty.pop() {
            let node = self.find(node);
            let Some(fresh) = self.settle(node) else { continue };
            left = left.saturating_sub(1 + self.included_in[node].len());
            for index in 0..self.included_in[node].len() {
                let next = self.included_in[node][index];
                let next = self.find(next);
                if next != node {
                    self.send(&fresh, next);
                }
            }
            self.show(node, fresh);
            if left == 0 {
                return self.dirty.is_empty();
            }
        }
        true
    }

    /// Merges cycles and sends what is pending in topological order.
    fn wave(&mut self) {
        let roots = std::mem::take(&mut self.dirty);
        let roots: Vec<Node> = roots.into_iter().map(|root| self.find(root)).collect();
        let mut components = components(self.parent.len(), roots, |node: Node| {
            let next = self.included_in[node].clone();
            next.into_iter().map(|node| self.find(node)).collect::<Vec<_>>()
        });
        // The node that was found last stands for its component.
        components.iter_mut().for_each(|component| component.reverse());
        for component in &components {
            if component.len() > 1 {
                self.merge(component);
            }
        }
        for component in components.iter().rev() {
            let node = self.find(component[0]);
            let Some(fresh) = self.settle(node) else { continue };
            for index in 0..self.included_in[node].len() {
                let next = self.included_in[node][index];
                let next = self.find(next);
                if next != node {
                    self.pending[next].extend(&fresh);
                }
            }
            self.show(node, fresh);
        }
    }

    /// What was pending and is new; now a target.
    fn settle(&mut self, node: Node) -> Option<Bits> {
        let mut fresh = std::mem::take(&mut self.pending[node]);
        let targets = &mut self.targets[node];
        fresh.remove(targets);
        if fresh.is_empty() {
            return None;
        }
        targets.extend(&fresh);
        Some(fresh)
    }

    fn show(&mut self, node: Node, fresh: Bits) {
        if !self.uses[node].is_empty() {
            self.fresh.push((node, fresh));
        }
    }

    fn merge(&mut self, component: &[Node]) {
        let root = component[0];
        let mut all = self.targets[root].clone();
        let mut settled = true;
        let mut included_in = Vec::new();
        let mut uses = Vec::new();
        for &node in component {
            self.parent[node.0 as usize] = root.0;
            let targets = std::mem::take(&mut self.targets[node]);
            settled &= all == targets;
            all.extend(&targets);
            included_in.append(&mut self.included_in[node]);
            uses.append(&mut self.uses[node]);
        }
        let mut pending = Bits::default();
        for &node in component {
            pending.extend(&std::mem::take(&mut self.pending[node]));
        }
        for next in &mut included_in {
            *next = self.find(*next);
        }
        included_in.sort_unstable();
        included_in.dedup();
        included_in.retain(|&next| next != root);
        for r#use in &mut uses {
            if let Use::Move(_, node)
            | Use::Load(_, _, node)
            | Use::Store(_, _, node)
            | Use::Meet(node, _)
            | Use::Index(node) = r#use
            {
                *node = self.find(*node);
            }
        }
        uses.sort_unstable();
        uses.dedup();
        if settled {
            self.targets[root] = all;
        } else {
            // Some have gone to all that follow some of the merged nodes, but not all.
            pending.extend(&all);
        }
        self.pending[root] = pending;
        self.included_in[root] = included_in;
        self.uses[root] = uses;
    }
}
