//! Reasons in the text of files, read only for symbols that nothing describes.

use rutter_domain::words::contains_word;
use rutter_syntax::profile::Unbound;

use super::PublicSymbol;

/// Without a known entry point, a name of a script is one for others if this many other files use it.
const FEWEST_USERS: u32 = 2;

pub fn is_unexported(it: &PublicSymbol<'_>) -> bool {
    if !it.profile().is_script() {
        return false;
    }
    let top = it.symbol.qualified_name.split('.').next().unwrap_or(&it.symbol.name);
    match it.text.package_surface(it.file.path) {
        Some(surface) if surface.is_private => true,
        Some(surface) if surface.has_entry => !surface.has(it.file.path, top),
        Some(_) | None => it.n_other_files(top) < FEWEST_USERS,
    }
}

/// It names its interpreter, or lists its dependencies itself.
pub fn is_run(it: &PublicSymbol<'_>) -> bool {
    !it.profile().is_script()
        && it.text.text(it.file.path).is_some_and(|text| {
            text.starts_with("#!")
                || text.starts_with("# /// script\n")
                || text.contains("\n# /// script\n")
        })
}

pub fn calls_super(it: &PublicSymbol<'_>) -> bool {
    let may_be_mixed_in = it.profile().names.unbound == Unbound::AnyMember;
    may_be_mixed_in
        && it.symbol.kind.is_callable()
        && it
            .text
            .text(it.file.path)
            .is_some_and(|text| contains_word(it.symbol.span.slice(&text), "super"))
}

/// `#pragma warning disable 1591` of C#.
pub fn is_exempt(it: &PublicSymbol<'_>) -> bool {
    if !it.profile().has_xml_comments() {
        return false;
    }
    let is_switch = |line: &&str| line.contains("#pragma warning") && line.contains("1591");
    it.text.above(it.file.path, it.symbol.span.start_line).is_some_and(|above| {
        above.lines().find(is_switch).is_some_and(|line| line.contains("disable"))
    })
}

pub fn is_demonstration(it: &PublicSymbol<'_>) -> bool {
    let path = it.file.path;
    let text = it.text.text(path).filter(|_| it.profile().has_types_as_values());
    let before = text.as_deref().and_then(|text| text.get(..it.symbol.span.start_byte as usize));
    // Nearly all definitions are at the margin, and have no statement around them.
    if before.is_none_or(|before| before.is_empty() || before.ends_with('\n')) {
        return false;
    }
    let above = it.text.above(path, it.symbol.span.start_line);
    above.is_some_and(|above| {
        let mut at_margin = above.lines().filter(|line| line.starts_with(char::is_alphanumeric));
        let outer = at_margin.next().unwrap_or_default();
        outer.contains("__name__") && outer.contains("__main__")
    })
}
