//! Words about visibility, deprecation and users of a symbol.

use crate::lexicon::Table;

/// Nouns that are private or public without being the symbol.
pub(crate) static OTHER_NOUNS: Table = Table::new(
    "
key | keys | certificate | token | address | addresses | ip | url | host | domain | suffix -- Private key of the server.
network | internet | server | endpoint | repository | repositories | feed | link | links -- Public repository to read.
state | data | fields | methods | members | counter | buffer | cache | map | list | storage -- Private state of the pool.
holiday | holidays | event | events | error | errors -- Public holidays of a year.
",
);

/// Before an adjective at the head of a claim.
pub(crate) static ARTICLES: Table = Table::new(
    "
a | an | the | this -- A private function.
",
);

/// What a claim may call the symbol before it says what it is.
pub(crate) static SELF_NOUNS: Table = Table::new(
    "
it | this | which | that -- It is private.
method | function | class | constant | type -- The method is public.
",
);

/// Phrases that say that only its own module may use a symbol.
pub(crate) static NOT_EXPORTED: Table = Table::new(
    "
not exported | isn't exported | is not public | isn't public | not part of the public -- It is not exported.
package private | module private | crate private | private to -- Package-private constructor.
not visible outside | cannot be used outside -- It is not visible outside of the package.
",
);

/// Phrases that say that others may use a symbol.
pub(crate) static EXPORTED: Table = Table::new(
    "
part of the public api | part of the public interface -- Opens a store; part of the public API.
is exported | available to other modules | accessible from anywhere -- It is exported.
",
);

/// Starts of lines that export what is defined elsewhere in the file.
pub(crate) static EXPORTING: Table = Table::new(
    "
javascript => module.exports | exports. | export { | export default -- `module.exports = { load };`
typescript => export { | export default -- `export { load };`
python => __all__ -- `__all__ = [\"load\"]`
ruby => public -- `public :load`
lua => return { -- `return { load = load }`
",
);

/// Between a subject and "deprecated".
pub(crate) static LINKING: Table = Table::new(
    "
is | are | now | been | as -- It is now deprecated.
",
);

/// Words right before a verb or an adjective that deny it.
pub(crate) static NEGATIONS: Table = Table::new(
    "
not | never | no | non | isn't | aren't | doesn't | don't | cannot -- It is not deprecated.
without | instead | rather | avoids -- Sends it without calling `check`.
",
);

/// Participles for a use.
pub(crate) static USED: Table = Table::new(
    "
called | used | referenced | invoked -- It is never called.
",
);

/// Before such a participle.
pub(crate) static NEVER: Table = Table::new(
    "
never | not | isn't | longer | nowhere -- It is no longer used.
",
);

/// After such a participle the claim is still about all uses: "never called twice" is not.
pub(crate) static ANYWHERE: Table = Table::new(
    "
anywhere | anymore | yet | within | in | and -- It is not called anywhere.
",
);

/// Phrases that say that nothing uses the symbol.
pub(crate) static UNUSED: Table = Table::new(
    "
is unused | currently unused | remains unused | dead code -- It is dead code.
no callers | no caller | without callers | no users | no references | no call to it | no calls to it -- It has no callers.
",
);

/// Words that begin "nothing in the project calls it".
pub(crate) static NOTHING: Table = Table::new(
    "
nothing | nobody | none -- Nothing in the project calls it.
",
);

/// What follows "no" in the same place.
pub(crate) static NO_CODE: Table = Table::new(
    "
code | other | function | module | caller | one | part -- No other code calls this function.
",
);

/// Verbs for a use.
pub(crate) static USES: Table = Table::new(
    "
calls | call | uses | use | references | invokes | reads | needs -- Nobody uses it.
",
);

/// Nouns for the only user.
pub(crate) static ONLY_NOUNS: Table = Table::new(
    "
only caller | sole caller | only user | sole user | only consumer | only client -- `main` is the only caller.
only place | only method | only function | only module | only class -- The only function that calls `load`.
",
);

/// After such a noun the symbol itself is the only user of what is named.
pub(crate) static OF_OTHER: Table = Table::new(
    "
of | that | which | where | calling | using | to -- The only caller of `read_header`.
",
);

/// Participles with "only".
pub(crate) static ONLY_USED: Table = Table::new(
    "
only called by | only called from | only invoked by | called only by | called only from -- Only called by `main`.
only used by | only used in | only used from | used only by | used only in | used only from -- Only used by `main`.
exclusively by | solely by | exclusively from -- Called exclusively by `main`.
",
);

/// Starts of a call on the object itself.
pub(crate) static ON_ITSELF: Table = Table::new(
    "
self. | self:: | this. | $this-> | static:: -- `self.load()`
",
);

/// Names that many types have; a call of one says little about whose it is.
pub(crate) static COMMON_NAMES: Table = Table::new(
    "
get | set | add | put | insert | remove | delete | clear | update | replace | reset -- `cache.get(key)`
push | pop | peek | append | join | split | map | filter | find | sort | reverse | each -- `items.push(1)`
size | length | len | count | empty | contains | keys | values | items | first | last -- `items.length`
open | close | read | write | flush | load | save | send | print | log | lock | unlock | wait -- `file.close()`
name | value | key | id | type | text | body | status | path | parent | index -- `node.parent`
run | start | stop | next | call | apply | exec | then | test | match | main | init | new -- `thread.start()`
create | build | parse | format | encode | decode | copy | clone | exists | abs -- `time.format()`
equals | equal | eq | cmp | hash | hashCode | compareTo | toString -- `a.equals(b)`
",
);
