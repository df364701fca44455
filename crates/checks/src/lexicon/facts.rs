//! Code that decides stated facts.

use crate::lexicon::Table;

/// Names by which code reaches other names at run time, or hides which names it uses.
pub(crate) static RUN_TIME_NAMES: Table = Table::new(
    "
python => getattr | setattr | __getattr__ | globals | locals | exec | eval | import_module -- `getattr(self, name)()`
ruby => send | public_send | __send__ | instance_variable_get | instance_variable_set | define_method | method_missing | const_get | instance_eval | class_eval -- `send(name)`
javascript => Reflect | Proxy | eval -- `Reflect.get(target, name)`
java => getMethod | getDeclaredMethod | invoke | newInstance -- `method.invoke(target)`
csharp => GetMethod | GetProperty | Invoke | CreateInstance -- `type.GetMethod(name)`
go => reflect | MethodByName -- `reflect.ValueOf(x).MethodByName(name)`
php => call_user_func | call_user_func_array | __call | __get -- `call_user_func($name)`
elixir => apply -- `apply(module, name, args)`
lua => loadstring | setmetatable | _G | _ENV -- `_G[name]()`
bash => eval -- `eval $name`
",
);

/// Words in the head of an asynchronous function.
pub(crate) static ASYNC_WORDS: Table = Table::new(
    "
async | suspend | __async -- `async def load(path):`
",
);

/// Types of results that arrive later.
pub(crate) static ASYNC_RESULTS: Table = Table::new(
    "
Promise | Future | Task | Awaitable | Coroutine | coroutine | Deferred | AsyncIterator | then( -- `load(): Promise<void>`
",
);

/// Methods that take the lock they are called on.
pub(crate) static ACQUIRED_BY: Table = Table::new(
    "
lock | Lock | RLock | acquire | try_lock | tryLock | TryLock | acquire_lock | synchronize -- `self._lock.acquire()`
read | write | readLock | writeLock | Wait | WaitAsync | withLock | EnterReadLock | EnterWriteLock -- `table.write()`
",
);

/// Words and functions before the lock that they take.
pub(crate) static ACQUIRING: Table = Table::new(
    "
with | synchronized | lock | using -- `with self._lock:`
pthread_mutex_lock | mutex_lock | spin_lock | mtx_lock | lock_guard | unique_lock | scoped_lock | shared_lock -- `std::lock_guard guard(mutex_)`
",
);

/// Words at a place that raises an error.
pub(crate) static RAISING_PLACE: Table = Table::new(
    "
raise | throw | throws | Err | reject | bail | bail! | panic | panic! | fail | return | abort -- `raise KeyError(name)`
",
);

/// Words at a place that catches one.
pub(crate) static CATCHING_PLACE: Table = Table::new(
    "
except | catch | rescue | instanceof | is -- `except KeyError:`
",
);

/// Words in a body of a function that others are to write.
pub(crate) static ABSTRACT_BODIES: Table = Table::new(
    "
NotImplementedError | NotImplemented | abstractmethod | abstract | yield | ... -- `raise NotImplementedError`
",
);

/// Languages whose functions return nothing without a `return`.
pub(crate) static EXPLICIT_RETURN: Table = Table::new(
    "
python | javascript | typescript | go | java | c | cpp | csharp | php | lua -- `def f(x): print(x)`
",
);

/// Begins of functions within functions, whose `return` is their own.
pub(crate) static INNER_FUNCTIONS: Table = Table::new(
    "
=> | function | func | fn | lambda | fun | yield -- `items.map(x => { return x + 1; })`
",
);

/// Names for types by what they hold, across languages.
pub(crate) static TYPE_GROUPS: Table = Table::new(
    "
whole => int | integer | i8 | i16 | i32 | i64 | i128 | isize | u8 | u16 | u32 | u64 | u128 | usize | long | short | uint | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | size_t | int32_t | int64_t | uint32_t | uint64_t -- `def size(self) -> int:`
real => float | double | f32 | f64 | float32 | float64 | decimal -- `-> f64`
number => number -- `size(): number`
text => str | string | charsequence -- `-> str`
whether => bool | boolean -- `-> bool`
bytes => bytes | bytearray -- `-> bytes`
list => list | array | vec | vector | arraylist | slice | tuple | set | frozenset | hashset -- `-> list[int]`
map => dict | map | hashmap | btreemap | dictionary | record -- `-> dict[str, int]`
nothing => none | void | unit | nil | null | undefined | never | noreturn -- `-> None`
later => promise | task | future | awaitable | coroutine -- `Promise<void>`
",
);

/// Types that hold another one that people name alone.
pub(crate) static HOLDERS: Table = Table::of_words(
    "
optional option promise task future awaitable coroutine result box arc rc cow valuetask nullable annotated final readonly maybe either generator iterator iterable asynciterator unique_ptr shared_ptr -- `-> Optional[int]`
",
);

/// Types that may be anything, and words that only modify one.
pub(crate) static ANY_TYPES: Table = Table::of_words(
    "
any object auto var let self this t k v e r impl dyn unknown mixed void* dynamic ref mut const static public private protected final inline extern async override virtual abstract unsafe fn func def where -- `-> Any`
",
);

/// Signs with which a text begins that names a function.
pub(crate) static NAME_MARKS: Table = Table::of_words(
    "
\" ' : -- `send(:close)`
",
);

/// Names of constructors that are called by the name of their type.
pub(crate) static CONSTRUCTORS: Table = Table::new(
    "
new | init | __new__ -- `Store.new(path)`
",
);

/// Signs after a name that is called.
pub(crate) static CALL_SIGNS: Table = Table::of_words(
    "
( ! ?.( -- `listener?.(event)`
",
);

/// Signs between a type and its member.
pub(crate) static MEMBER_SIGNS: Table = Table::of_words(
    "
. :: # -- `Store#open`
",
);

/// Literals by what they mean, across languages.
pub(crate) static LITERAL_WORDS: Table = Table::new(
    "
true => true | True | TRUE | YES -- `return True`
false => false | False | FALSE | NO -- `return False`
nothing => None | null | nil | NULL | nullptr | undefined | none | Nothing | void | () | Unit | nothing -- `return None`
",
);

/// Prefixes of numbers, by their base.
pub(crate) static NUMBER_PREFIXES: Table = Table::new(
    "
16 => 0x -- `0xFF`
8 => 0o -- `0o755`
2 => 0b -- `0b101`
",
);

/// Tokens at which a statement begins or ends.
pub(crate) static STATEMENT_ENDS: Table = Table::of_words(
    "
; { } -- `{ raise KeyError }`
",
);

/// Tokens at which a body begins.
pub(crate) static BODY_BEGINS: Table = Table::of_words(
    "
{ : => -- `def f(x):`
",
);

pub(crate) static OPENING_BRACKETS: Table = Table::of_words(
    "
( [ { -- `(1, [2])`
",
);

pub(crate) static CLOSING_BRACKETS: Table = Table::of_words(
    "
) ] } -- `(1, [2])`
",
);

/// The groups of types that a literal of a kind may have.
pub(crate) static FITTING_GROUPS: Table = Table::new(
    "
number => whole | real | number -- `LIMIT: int = 3`
text => text | bytes -- `NAME: bytes = b'x'`
whether => whether -- `is_open: bool = True`
nothing => nothing -- `-> None`
",
);

/// Groups of types whose values are never missing.
pub(crate) static PLAIN_GROUPS: Table = Table::new(
    "
whole | real | number | whether -- `int size()`
",
);

/// Words in a written type that name none.
pub(crate) static TYPE_MODIFIERS: Table = Table::of_words(
    "
mut const static public private final pub dyn std -- `&mut Vec<u8>`
",
);

/// Signs with which a comment at the end of a line begins.
pub(crate) static COMMENT_SIGNS: Table = Table::of_words(
    "
// /* # -- `LIMIT = 3  # rows`
",
);

/// Words for a visibility.
pub(crate) static VISIBILITY_WORDS: Table = Table::new(
    "
public => public | exported | pub | open -- `visibility: exported`
protected => protected -- `visibility: protected`
private => private | unexported | fileprivate | static -- `visibility: fileprivate`
internal => internal | package | package-private | crate | pub(crate) | module -- `visibility: pub(crate)`
",
);

/// Tokens before a value that is handed over so that it can be changed.
pub(crate) static REFERENCE_SIGNS: Table = Table::of_words(
    "
& mut ref out * inout -- `fill(&buffer)`
",
);

/// Tokens after an argument.
pub(crate) static ARGUMENT_ENDS: Table = Table::of_words(
    "
, ) ] } : -- `close(self.file)`
",
);
