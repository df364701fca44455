//! Code that changes a value.

use crate::lexicon::Table;

/// Operators after a name that is changed.
pub(crate) static ASSIGNMENTS: Table = Table::new(
    "
= | := | <- | << | ++ | -- -- `count = 0`
+= | -= | *= | /= | %= | |= | &= | ^= | <<= | >>= | ||= | ??= -- `count += 1`
",
);

/// Tokens before a name that is changed.
pub(crate) static WRITING_BEFORE: Table = Table::new(
    "
++ | -- | delete | del -- `delete cache[key]`
",
);

/// Between a value and its member.
pub(crate) static ACCESS: Table = Table::new(
    "
. | -> | ?. | !. | :: -- `jobs.append(job)`
",
);

/// Methods that change what they are called on.
pub(crate) static CHANGING: Table = Table::new(
    "
push | push_back | push_front | append | extend | insert | Insert | add | Add | addAll -- `jobs.append(job)`
emplace | entry | offer | put | set | Set | setdefault | store | Store | update | merge -- `index.put(key, 1)`
pop | poll | shift | unshift | splice | remove | Remove | delete | Delete | discard -- `jobs.pop()`
erase | clear | Clear | swap | write -- `jobs.clear()`
increment | incrementAndGet | fetch_add | compareAndSet -- `count.increment()`
",
);
