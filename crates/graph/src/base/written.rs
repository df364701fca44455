//! Takes a written type apart: `&mut Option<Arc<Client>>`, `list[User] | None`, `[]*Item`.
//!
//! References, pointers and boxes are left out, as their members are those of what they hold. What
//! holds a value but has methods of its own, such as `Option`, is noted.

use std::sync::LazyLock;

use rutter_domain::Language;
use rutter_syntax::profile;
use rutter_syntax::profile::{TypeModel, TypePlace, has_word};

use crate::base::hash::{HashSetOf, hash_name, hash_words};

/// Layers of a type that are taken off before it counts as unknown.
const MOST_LEVELS: usize = 12;

/// Types whose members are those of their argument.
static TRANSPARENT: LazyLock<HashSetOf<u64>> = LazyLock::new(|| {
    hash_words(
        "\
        Annotated Arc Awaitable Awaited Box CachePadded ClassVar Final ManuallyDrop MutexGuard \
        NonNull NonNullable NotNull Omit Partial Pick Pin Promise Rc Readonly Ref RefMut \
        Required Reverse RwLockReadGuard RwLockWriteGuard Type Wrapping shared_ptr type \
        unique_ptr",
    )
});
/// Types that hold a value and have methods of their own.
static HOLDERS: LazyLock<HashSetOf<u64>> = LazyLock::new(|| {
    hash_words(
        "\
        AtomicPtr AtomicReference Cell Cow Lazy LazyCell LazyLock MaybeUninit Mutex OnceCell \
        OnceLock Option Optional Poll RefCell Result RwLock ThreadLocal UnsafeCell Weak optional \
        weak_ptr",
    )
});
/// Types that hold any number of values, of which the last argument is the type.
static CONTAINERS: LazyLock<HashSetOf<u64>> = LazyLock::new(|| {
    hash_words(
        "\
        Array ArrayDeque ArrayList AsyncGenerator AsyncIterable AsyncIterator BTreeMap BTreeSet \
        BinaryHeap Collection ConcurrentHashMap DefaultDict Deque Dict Dictionary Enumeration \
        Flow FrozenSet FxHashMap Generator HashMap HashSet ICollection IEnumerable IList \
        IReadOnlyList IndexMap Iterable Iterator LinkedHashMap LinkedList List Map Mapping \
        MutableList MutableMap MutableMapping MutableSequence NavigableMap OrderedDict Queue \
        ReadonlyArray ReadonlyMap Record Sequence Set SmallVec SortedMap Stream TreeMap Tuple \
        Vec VecDeque array deque dict frozenset list map set tuple unordered_map vector",
    )
});
/// Words before or after a type that are not part of it.
const MODIFIERS: &str = "\
    async class const dyn enum final impl in inline inout lateinit mut out override private \
    protected public readonly ref static struct typename union volatile";

/// A written type, reduced to its members' owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written<'t> {
    /// A path, and the arguments in the brackets behind it.
    Named { path: &'t str, arguments: &'t str },
    /// A type that holds one value of this type and has methods of its own.
    Holder(&'t str),
    /// A type that holds any number of values of this type.
    Container(&'t str),
    /// Several types, in brackets and separated by commas.
    Several(&'t str),
    /// A function, a number, or something else without members in the repository.
    Opaque,
    /// Nothing that could be looked up, such as a choice between types.
    Unknown,
}

/// Reads the outermost layer of a type.
pub fn read_type(language: Language, text: &str) -> Written<'_> {
    let mut rest = text;
    for _ in 0..MOST_LEVELS {
        rest = without_modifiers(rest);
        match one_of_choice(rest) {
            Choice::One(only) if only.len() < rest.len() => {
                rest = only;
                continue;
            }
            Choice::One(_) => {}
            Choice::Several => return Written::Unknown,
        }
        if let Some(element) = element_of_brackets(language, rest) {
            return element;
        }
        // What is left is a path, perhaps with arguments.
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let path = rest[..end].trim_end_matches(['.', ':']);
        let last = path.rsplit(['.', ':', '\\']).next().unwrap_or("");
        if last.is_empty() || last.starts_with(|c: char| c.is_ascii_digit()) {
            return Written::Opaque;
        }
        let after = rest[end..].trim_start();
        let arguments = match after.chars().next() {
            Some('<' | '[') => inside(after),
            Some('(') if matches!(path, "func" | "fn" | "Fn" | "FnMut" | "FnOnce") => {
                return Written::Opaque;
            }
            Some(_) | None => "",
        };
        // `T[]` of TypeScript, Java and C#.
        if after.ends_with("[]") {
            return Written::Container(rest[..rest.rfind('[').unwrap_or(end)].trim_end());
        }
        let are_values = profile(language).types == TypeModel::Values;
        let is_transparent = TRANSPARENT.contains(&hash_name(last)) && !arguments.is_empty();
        // In Python, `None` has no members, so that those of `Optional[T]` are the ones of `T`.
        if is_transparent || are_values && last == "Optional" {
            rest = first_argument(arguments);
            continue;
        }
        if are_values && last == "Union" {
            let mut types = split(arguments, ',').map(str::trim).filter(|one| *one != "None");
            match (types.next(), types.next()) {
                (Some(only), None) => rest = only,
                (_, _) => return Written::Unknown,
            }
            continue;
        }
        return match last {
            // `Coroutine[Sent, Yielded, Result]`.
            "Coroutine" => Written::Holder(last_argument(arguments)),
            "Callable" => Written::Opaque,
            _ => Written::Named { path, arguments },
        };
    }
    Written::Unknown
}

/// The values that a type of the language's own libraries holds, judged by its name.
pub fn read_holder<'t>(path: &str, arguments: &'t str) -> Option<Written<'t>> {
    let last = path.rsplit(['.', ':', '\\']).next().unwrap_or("");
    if HOLDERS.contains(&hash_name(last)) {
        let held = first_argument(arguments);
        return Some(if held.is_empty() { Written::Opaque } else { Written::Holder(held) });
    }
    if CONTAINERS.contains(&hash_name(last)) {
        // Maps are asked for their values, which come last. What generators are sent and return, and the
        // further parts of a tuple, come after what they yield.
        let held = match last {
            "Generator" | "AsyncGenerator" | "tuple" | "Tuple" => first_argument(arguments),
            _ => last_argument(arguments),
        };
        return Some(if held.is_empty() { Written::Opaque } else { Written::Container(held) });
    }
    None
}

/// One of several types in brackets.
pub fn nth_argument(arguments: &str, n: usize) -> Option<&str> {
    split(arguments, ',').nth(n).map(str::trim).filter(|argument| !argument.is_empty())
}

/// The arguments of a Rust type, without lifetimes.
pub fn arguments_of(arguments: &str) -> impl Iterator<Item = &str> {
    let arguments = split(arguments, ',').map(str::trim);
    arguments.filter(|argument| !argument.is_empty() && !argument.starts_with('\''))
}

/// The traits of `A<B> + ?Sized + 'a`, without lifetimes and what is optional.
pub fn bounds_of(text: &str) -> impl Iterator<Item = &str> {
    let bounds = split(text, '+').map(str::trim);
    bounds.filter(|bound| !bound.is_empty() && !bound.starts_with(['\'', '?', '~']))
}

enum Choice<'t> {
    One(&'t str),
    Several,
}

/// The only type of `A | None`.
fn one_of_choice(text: &str) -> Choice<'_> {
    if !text.contains('|') {
        return Choice::One(text);
    }
    let mut types = split(text, '|').map(str::trim).filter(|choice| {
        !matches!(*choice, "" | "None" | "null" | "undefined" | "nil" | "void" | "\"None\"")
    });
    match (types.next(), types.next()) {
        (Some(only), None) => Choice::One(only),
        (None, _) | (Some(_), Some(_)) => Choice::Several,
    }
}

/// `[]T`, `[T; 3]`, `map[K]V`, `chan T`, and several types in brackets.
fn element_of_brackets(language: Language, text: &str) -> Option<Written<'_>> {
    let written = &profile(language).written;
    let is_behind = written.place == TypePlace::Behind;
    if text.starts_with('(') {
        let several = inside(text);
        let is_one = split(several, ',').nth(1).is_none();
        let rest = &text[several.len() + 1..];
        if rest.contains("=>") || rest.contains("->") {
            return Some(Written::Opaque);
        }
        // A Go result in brackets is one of several even if it is alone: it may have a name.
        return Some(if is_one && !is_behind {
            read_type(language, several)
        } else {
            Written::Several(several)
        });
    }
    if text.starts_with('{') {
        return Some(Written::Opaque);
    }
    if text.starts_with('[') {
        let held = inside(text);
        let after = text[held.len() + 1..].trim_start_matches(']');
        return Some(if is_behind {
            Written::Container(after.trim_start())
        } else if written.tuples {
            Written::Several(held)
        } else {
            Written::Container(held.split(';').next().unwrap_or(held).trim())
        });
    }
    if !is_behind {
        return None;
    }
    if let Some(map) = text.strip_prefix("map[") {
        let key = find_end(map, '[', ']')?;
        return Some(Written::Container(map.get(key + 1..)?.trim_start()));
    }
    let channel = text.strip_prefix("chan ").or_else(|| text.strip_prefix("<-chan "));
    channel.or_else(|| text.strip_prefix("chan<- ")).map(Written::Container)
}

fn without_modifiers(text: &str) -> &str {
    let mut rest = text;
    loop {
        let before = rest;
        rest = rest.trim().trim_matches('"').trim_start_matches(['&', '*', '@', ' ']);
        rest = rest.trim_end_matches(['&', '*', '?', '!', ' ', ';', ',', '…']);
        if let Some(lifetime) = rest.strip_prefix('\'') {
            let name = lifetime.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
            // `'Foo'` is a Python forward reference.
            rest = if name == "'" { lifetime.trim_end_matches('\'') } else { name };
        }
        if let Some(end) = rest.find([' ', '&', '*'])
            && has_word(MODIFIERS, &rest[..end])
        {
            rest = rest[end..].trim_start();
        }
        if let Some(bound) = rest.strip_prefix("for<") {
            rest = bound.split_once('>').map_or("", |(_, after)| after);
        }
        if rest == before {
            return rest;
        }
    }
}

/// The text in the brackets that a text begins with.
pub fn inside(text: &str) -> &str {
    let mut chars = text.chars();
    let (open, close) = match chars.next() {
        Some('<') => ('<', '>'),
        Some('[') => ('[', ']'),
        Some('(') => ('(', ')'),
        Some(_) | None => return "",
    };
    let after = chars.as_str();
    &after[..find_end(after, open, close).unwrap_or(after.len())]
}

/// The position at which a bracket that is already open closes.
pub fn find_end(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    let mut previous = ' ';
    for (at, c) in text.char_indices() {
        // The `>` of `->` and `=>` closes nothing.
        if c == close && !(c == '>' && matches!(previous, '-' | '=')) {
            match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return Some(at),
            }
        } else if c == open {
            depth += 1;
        }
        previous = c;
    }
    None
}

fn first_argument(arguments: &str) -> &str {
    let mut types = split(arguments, ',').map(str::trim);
    types.find(|argument| !argument.starts_with('\'')).unwrap_or("")
}

fn last_argument(arguments: &str) -> &str {
    let arguments = split(arguments, ',').map(str::trim);
    arguments.filter(|argument| !argument.is_empty()).last().unwrap_or("")
}

/// The parts of a list, split outside all brackets.
pub fn split(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    let mut previous = ' ';
    text.split(move |c: char| {
        let was = std::mem::replace(&mut previous, c);
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if matches!(was, '-' | '=') => {}
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            c => return c == separator && depth == 0,
        }
        false
    })
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | ':' | '.' | '\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: Language, text: &str, expected: &str) {
        let found = match read_type(language, text) {
            Written::Named { path, arguments } => match read_holder(path, arguments) {
                Some(holder) => format!("{holder:?}"),
                None => path.to_string(),
            },
            other => format!("{other:?}"),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_type_is_what_its_members_belong_to() {
        use Language::{Cpp, Go, Java, Python, Rust, TypeScript};
        check(Rust, "&'a mut net::Client<'a, T>", "net::Client");
        check(Rust, "Arc<Mutex<Foo>>", "Holder(\"Foo\")");
        check(Rust, "Result<Vec<Foo>, Error>", "Holder(\"Vec<Foo>\")");
        check(Rust, "&[Foo]", "Container(\"Foo\")");
        check(Rust, "HashMap<Key, Foo>", "Container(\"Foo\")");
        check(Rust, "impl Fn(u8) -> u8", "Opaque");
        check(Rust, "(Foo, Bar)", "Several(\"Foo, Bar\")");
        check(Python, "Optional[\"core.Bar\"]", "core.Bar");
        check(Python, "Union[Foo, None]", "Foo");
        check(Python, "Foo | None", "Foo");
        check(Python, "Foo | Bar", "Unknown");
        check(Python, "list[Foo]", "Container(\"Foo\")");
        check(Python, "dict[str, Foo]", "Container(\"Foo\")");
        check(TypeScript, "Promise<Foo | undefined>", "Foo");
        check(TypeScript, "Foo[]", "Container(\"Foo\")");
        check(TypeScript, "(a: Foo) => Bar", "Opaque");
        check(Java, "Map<String, List<Foo>>", "Container(\"List<Foo>\")");
        check(Cpp, "const Foo &", "Foo");
        check(Cpp, "std::shared_ptr<Bar>", "Bar");
        check(Go, "[]*store.Item", "Container(\"*store.Item\")");
        check(Go, "map[string][]Item", "Container(\"[]Item\")");
        check(Go, "(*Store, error)", "Several(\"*Store, error\")");
        check(Go, "func(int) error", "Opaque");
    }
}
