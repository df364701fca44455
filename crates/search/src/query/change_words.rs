//! Recognises a query that describes a change, such as a task, a bug report or a commit message: it begins with
//! a verb, or it is as long as a paragraph. Start at [`describes_change`].

/// Verbs that a description of a change begins with: in the imperative, as in "Add", or as in "Adds" and
/// "Added". Those that are more often nouns (`group`, `store`, `log`) are left out.
const VERBS: &str = "
    accept add adjust align allow always apply assign avoid better call change check clarify clean clear
    convert copy correct correctly create deduplicate decrease delete deprecate detect disable do don drop
    emit enable enforce ensure escape exclude expose extend extract fix force guard handle harden hide
    ignore implement improve include increase infer initialise initialize inline introduce keep let limit
    load make mark merge migrate minor more move never no normalize omit only optimise optimize pass prefer
    preserve prevent print propagate properly provide push raise read recognize reduce refactor reject
    release remove rename replace report require reset resolve respect restore return revert rework rewrite
    send separate set show silence simplify skip split stop strip support suppress switch throw treat trim
    truncate tweak unify update upgrade use wrap";

/// A query with as many words describes what is wanted, whatever it begins with.
const MIN_WORDS_LONG: usize = 10;
/// A shorter query that begins with a verb names what some code does: `load a customer`.
const MIN_WORDS: usize = 5;

/// Whether a query describes a change. `n_terms` is the number of its words that are no stop words.
pub fn describes_change(text: &str, n_terms: usize) -> bool {
    let first = text.split(|c: char| !c.is_ascii_alphabetic()).find(|word| !word.is_empty());
    let is_verb = first
        .map(str::to_ascii_lowercase)
        .is_some_and(|word| VERBS.split_whitespace().any(|verb| is_form_of(&word, verb)));
    n_terms >= MIN_WORDS_LONG || is_verb && text.split_whitespace().count() >= MIN_WORDS
}

/// Whether a word is a verb, its third person or its past. A participle such as `parsing` is a subject.
fn is_form_of(word: &str, verb: &str) -> bool {
    let last = &verb[verb.len() - 1..];
    if last == "y"
        && let Some(end) = word.strip_prefix(&verb[..verb.len() - 1])
    {
        return matches!(end, "y" | "ies" | "ied");
    }
    word.strip_prefix(verb).is_some_and(|end| {
        matches!(end, "" | "s" | "es" | "d" | "ed") || end.strip_prefix(last) == Some("ed")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, expect: bool) {
        let n_terms = query.split_whitespace().count();
        assert_eq!(describes_change(query, n_terms), expect, "{query}");
    }

    #[test]
    fn a_task_begins_with_a_verb() {
        check("Fix the timeout of idle connections", true);
        check("Fixes a crash on exit", true);
        check("dropped support for old servers", true);
        check("Don't close the socket twice", true);
        check("applies the patch before parsing", true);
    }

    #[test]
    fn a_subject_a_question_and_a_name_describe_no_change() {
        check("parsing of form data and uploads", false);
        check("where are idle connections closed", false);
        check("store creation and dispatch lifecycle", false);
        check("settings of the address book", false);
        check("use_cache", false);
        check("load a customer", false);
        check("try again if the bank does not answer", false);
        check("", false);
    }

    #[test]
    fn a_paragraph_describes_what_is_wanted() {
        let long = "connections that are idle for longer than one minute while another thread still writes";
        check(long, true);
    }
}
