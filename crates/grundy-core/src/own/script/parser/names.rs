//! The variables of one function while it is read.

/// A variable by name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    name: String,
    pub(super) slot: usize,
    pub(super) constant: bool,
    /// It is a copy of a variable of the function around this one.
    pub(super) captured: bool,
}

/// The variables that are visible, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Names {
    visible: Vec<Named>,
    most: usize,
    /// Variables copied from outside: where from, where to.
    pub(super) copies: Vec<(usize, usize)>,
}

impl Names {
    pub(super) fn find(&self, name: &str) -> Option<&Named> {
        self.visible.iter().rev().find(|named| named.name == name)
    }

    /// A new variable; `None` where there are `limit` already.
    pub(super) fn declare(&mut self, name: String, constant: bool, limit: usize) -> Option<usize> {
        // What is captured later keeps its place to the end, so places are not used twice.
        let slot = self.most;
        self.most += 1;
        self.visible.push(Named { name, slot, constant, captured: false });
        (slot < limit).then_some(slot)
    }

    /// A copy of the variable in `outer` of the function around.
    pub(super) fn capture(&mut self, name: &str, outer: usize) -> Named {
        let slot = self.most;
        self.most += 1;
        self.copies.push((outer, slot));
        let named = Named { name: name.to_owned(), slot, constant: true, captured: true };
        // It is known in the whole function, and behind all names of its own.
        self.visible.insert(0, named.clone());
        named
    }

    /// The name of the variable in this place, if it may not change, and whether that is because it is a copy.
    pub(super) fn fixed(&self, slot: usize) -> Option<(&str, bool)> {
        let named = self.visible.iter().find(|named| named.slot == slot)?;
        named.constant.then_some((named.name.as_str(), named.captured))
    }

    pub(super) fn most(&self) -> usize {
        self.most
    }

    pub(super) fn open(&self) -> usize {
        self.visible.iter().filter(|named| !named.captured).count()
    }

    pub(super) fn close(&mut self, level: usize) {
        let captured = self.visible.iter().filter(|named| named.captured).count();
        self.visible.truncate(level + captured);
    }
}
