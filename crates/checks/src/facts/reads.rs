//! What is read is named in the subject's own code: a field, a constant, a variable of the environment, a file.

use super::own_code::{OwnCode, absent_around};
use super::{Decision, last_part};
use crate::context::SubjectContext;

pub(super) fn decide(context: &SubjectContext<'_>, name: &str) -> Decision {
    let last = last_part(name);
    let code = OwnCode::of(context);
    // A path or a dotted name is looked for as a whole before its last part.
    let found = [name, last].into_iter().find_map(|name| code.line_with(name));
    match found {
        Some(line) => Decision::holds(context.line(line)),
        None if last != name && name.contains(['/', '-']) => absent_around(context, name),
        None => absent_around(context, last),
    }
}
