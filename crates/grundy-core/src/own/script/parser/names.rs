//! The variables of one function during parsing.

/// A variable and its name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    name: String,
    pub(super) slot: usize,
    pub(super) constant: bool,
    /// Whether it is a copy of a variable of the enclosing function.
    pub(super) captured: bool,
}

/// The variables that are visible, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Names {
    visible: Vec<Named>,
    most: usize,
    /// Variables copied from outside: source and destination.
    pub(super) copies: Vec<(usize, usize)>,
}

impl Names {
    pub(super) fn find(&self, name: &str) -> Option<&Named> {
        self.visible.iter().rev().find(|named| named.name == name)
    }

    /// Declares a variable; `None` if there are `limit` already.
    pub(super) fn declare(&mut self, name: String, constant: bool, limit: usize) -> Option<usize> {
        // A variable captured later keeps its slot to the end, so slots are not reused.
        let slot = self.most;
        self.most += 1;
        self.visible.push(Named { name, slot, constant, captured: false });
        (slot < limit).then_some(slot)
    }

    /// Declares a copy of the variable in slot `outer` of the enclosing function.
    pub(super) fn capture(&mut self, name: &str, outer: usize) -> Named {
        let slot = self.most;
        self.most += 1;
        self.copies.push((outer, slot));
        let named = Named { name: name.to_owned(), slot, constant: true, captured: true };
        // It is visible in the whole function, and local names shadow it.
        self.visible.insert(0, named.clone());
        named
    }

    /// The name of the variable in this slot if it is constant, and whether that is because it is a copy.
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
