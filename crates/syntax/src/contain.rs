//! Keeps a panic from costing more than the file that is being read.
//!
//! The hooks of twenty languages run on any text there is. A fault in one of them is a bug, yet it
//! must not end a pass over thousands of files. Start at [`contain`].

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IS_CONTAINED: Cell<bool> = const { Cell::new(false) };
}

static INSTALL_HOOK: Once = Once::new();

/// What `work` returns, or `None` if it panics. Such a panic prints nothing: the caller reports it.
///
/// Whatever `work` changes outside of itself must be replaced or thrown away after a panic.
pub(crate) fn contain<T>(work: impl FnOnce() -> T) -> Option<T> {
    INSTALL_HOOK.call_once(install_hook);
    let was_contained = IS_CONTAINED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    IS_CONTAINED.set(was_contained);
    result.ok()
}

/// Lets the hook that is there now hear of all panics but those of contained work. The mark is one
/// of the thread's own, so that a panic elsewhere at the same moment is printed as ever.
fn install_hook() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        // A thread that is ending may have lost its mark.
        if !IS_CONTAINED.try_with(Cell::get).unwrap_or(false) {
            print(panic);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_panics_gives_nothing_and_leaves_the_thread_as_it_was() {
        assert_eq!(contain(|| 1), Some(1));
        assert_eq!(contain(|| -> u8 { panic!("a fault") }), None);
        assert!(!IS_CONTAINED.get());
        assert_eq!(contain(|| contain(|| -> u8 { panic!("a fault") }).is_none()), Some(true));
        assert!(!IS_CONTAINED.get());
    }
}
