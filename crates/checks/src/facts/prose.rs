//! Sentences that say no more than facts: "Calls `a` and `b`.", "The default of `timeout` is 3."

use rutter_domain::FactKind;

use crate::lexicon::prose::FORMS;

/// The facts that a claim states, if it says nothing beyond them.
pub(crate) fn facts_in(claim: &str) -> Option<Vec<(FactKind, String)>> {
    let text = claim.trim().trim_end_matches('.');
    let mut found = None;
    for row in FORMS.rows() {
        let kind = FactKind::parse(row.label)?;
        for form in row.words() {
            let (start, end) = form.split_once('…').unwrap_or((form, ""));
            let is_start =
                text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
            if !is_start || !text.ends_with(end) || text.len() < start.len() + end.len() {
                continue;
            }
            let inner = &text[start.len()..text.len() - end.len()];
            found = found.or_else(|| read(kind, inner));
        }
    }
    found
}

fn read(kind: FactKind, inner: &str) -> Option<Vec<(FactKind, String)>> {
    // "`timeout` is 3"
    if kind == FactKind::Defaults {
        let (name, value) = inner.split_once("` is ").or_else(|| inner.split_once("` to "))?;
        let value = value.trim().trim_matches('`');
        let is_one = !value.is_empty() && !value.contains(char::is_whitespace);
        return is_one.then(|| vec![(kind, format!("{}={value}", name.trim_matches('`')))]);
    }
    let parts = inner.replace(", and ", ", ").replace(" and ", ", ").replace(" or ", ", ");
    let names: Option<Vec<_>> = parts
        .split(", ")
        .map(|part| {
            let name = part.trim().strip_prefix('`')?.strip_suffix('`')?;
            (!name.contains('`')).then(|| (kind, name.to_owned()))
        })
        .collect();
    names
}
