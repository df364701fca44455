//! Which symbol a definition belongs to, when that is not the one around it.
//!
//! A method may be written outside its type, and before it: `func (f *Foo) Bar()`, `void Foo::bar()`.
//! It bears its owner's name in any case, and is in it when the owner comes first, as symbols are in
//! the order of the text and parents before their children. What else an owner says of it is
//! settled at the end, when all symbols of the file are known.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use rutter_domain::SymbolKind;
use tree_sitter::Node;

use super::{Open, Ready, Walk, is_function};
use crate::fingerprint::hash_bytes;

/// A symbol that is written outside its owner.
pub(super) struct Apart {
    pub symbol: u32,
    /// The owner's qualified name.
    pub owner: String,
    /// The module around it, which is its parent if there is no such owner.
    pub module: Option<u32>,
}

/// The symbols by the hash of their qualified names, the first of each; filled when it is needed.
#[derive(Default)]
pub(super) struct Owners {
    by_name: HashMap<u64, u32, BuildHasherDefault<Ready>>,
    n_symbols: usize,
}

impl<'t> Walk<'t> {
    /// The first symbol of a qualified name.
    pub(super) fn find_symbol(&mut self, qualified_name: &str) -> Option<u32> {
        let hash_of = |name: &str| hash_bytes(name.as_bytes());
        let Owners { by_name, n_symbols } = &mut self.owners;
        for (id, symbol) in self.symbols.iter().enumerate().skip(*n_symbols) {
            by_name.entry(hash_of(&symbol.qualified_name)).or_insert(id as u32);
        }
        *n_symbols = self.symbols.len();
        let id = by_name.get(&hash_of(qualified_name)).copied()?;
        let symbol = self.symbols.get(id as usize)?;
        (symbol.qualified_name == qualified_name).then_some(id)
    }

    /// Gives the last symbol the doc comment of the one before it, which is defined beside it.
    pub fn share_doc(&mut self) {
        if let [.., first, second] = self.symbols.as_mut_slice()
            && second.doc.is_none()
        {
            second.doc.clone_from(&first.doc);
            let n_bytes = second.doc.as_ref().map_or(0, String::len);
            self.reserve(n_bytes);
        }
    }

    /// Opens a symbol beside the one around it, such as a property that is a parameter of the
    /// constructor.
    pub fn open_beside(
        &mut self,
        node: Node<'t>,
        name_node: Node<'t>,
        kind: SymbolKind,
        head_end: usize,
    ) {
        let depth = self.depth;
        let n_opens = self.opens.len();
        self.depth = self.container().map_or(depth, |open| open.depth);
        self.open(node, name_node, kind, head_end);
        self.depth = depth;
        if self.opens.len() > n_opens
            && let Some(open) = self.opens.pop()
        {
            self.close_names(&open);
            self.push_open(Open { depth, ..open });
        }
    }

    /// Goes on with the last symbol, when the current node follows it directly: the body of what a
    /// macro before it defines. False when it does not.
    pub fn continue_last(&mut self, node: Node<'t>) -> bool {
        let Some(id) = self.symbols.len().checked_sub(1) else { return false };
        let Some(symbol) = self.symbols.get_mut(id) else { return false };
        let gap = self.text.get(symbol.span.end_byte as usize..node.start_byte());
        let is_next = gap.is_some_and(|gap| gap.bytes().all(|byte| byte.is_ascii_whitespace()));
        // Only what a macro defines outside of everything is followed by a bare block.
        if !is_next || !is_function(symbol.kind) || symbol.parent.is_some() {
            return false;
        }
        symbol.span.end_byte = node.end_byte() as u32;
        symbol.span.end_line = node.end_position().row as u32 + 1;
        let (kind, visibility) = (Some(symbol.kind), symbol.visibility);
        let open = Open::new(self.depth, self.tokens, self.type_parameters.len());
        self.push_open(Open { symbol: Some(id as u32), kind, visibility, ..open });
        true
    }

    /// The module directly around the current node.
    pub(super) fn module_around(&self) -> Option<u32> {
        let container = self.container().filter(|open| open.kind == Some(SymbolKind::Module))?;
        container.symbol
    }

    /// The qualified name of an owner as it is written here.
    pub(super) fn qualify_owner(&self, owner: &str) -> String {
        let module = self.module_around().and_then(|id| self.symbols.get(id as usize));
        match module {
            Some(module) => {
                let separator = self.table.rules.separator_in(module.kind);
                [module.qualified_name.as_str(), separator, owner].concat()
            }
            None => owner.to_string(),
        }
    }

    /// Lets a definition be as visible as its declaration, and a function if its owner is a module.
    pub(super) fn settle_owners(&mut self) {
        if self.apart.is_empty() {
            return;
        }
        let mut by_name = HashMap::with_capacity(self.symbols.len());
        let mut n_apart = 0;
        for (id, symbol) in self.symbols.iter().enumerate() {
            let is_apart = self.apart.get(n_apart).is_some_and(|apart| apart.symbol as usize == id);
            n_apart += usize::from(is_apart);
            // Only modules are owners themselves and yet apart: `namespace a::b`.
            if !is_apart || symbol.kind == SymbolKind::Module {
                by_name.entry(symbol.qualified_name.as_str()).or_insert(id as u32);
            }
        }
        let mut settled = Vec::with_capacity(self.apart.len());
        for Apart { symbol: id, owner, module } in &self.apart {
            let Some(symbol) = self.symbols.get(*id as usize) else { continue };
            let owner = by_name.get(owner.as_str()).copied();
            let declared = by_name.get(symbol.qualified_name.as_str()).copied();
            settled.push((*id, owner, *module, declared));
        }
        for (id, owner, module, declared) in settled {
            let kind_of = |id: u32| self.symbols.get(id as usize).map(|symbol| symbol.kind);
            let is_in_module = owner.and_then(kind_of) == Some(SymbolKind::Module);
            let visibility = declared
                .and_then(|declared| self.symbols.get(declared as usize))
                .map(|symbol| symbol.visibility);
            let Some(symbol) = self.symbols.get_mut(id as usize) else { continue };
            // A parent comes before its children, here as everywhere.
            symbol.parent = owner.filter(|owner| *owner < id).or(symbol.parent).or(module);
            symbol.visibility = visibility.unwrap_or(symbol.visibility);
            if is_in_module && symbol.kind == SymbolKind::Method {
                symbol.kind = SymbolKind::Function;
            }
        }
    }
}
