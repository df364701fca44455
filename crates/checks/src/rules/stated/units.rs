//! Whether the unit of a value is shown beside its name: in the name itself, in code or documentation.

use crate::Problem;
use crate::context::SubjectContext;

/// Words for the same unit.
const UNITS: [&[&str]; 16] = [
    &["ms", "millis", "milli", "msec", "millisecond", "milliseconds"],
    &["s", "sec", "secs", "second", "seconds"],
    &["min", "mins", "minute", "minutes"],
    &["h", "hr", "hrs", "hour", "hours"],
    &["d", "day", "days"],
    &["us", "micros", "usec", "microsecond", "microseconds"],
    &["ns", "nanos", "nsec", "nanosecond", "nanoseconds"],
    &["b", "byte", "bytes", "octets"],
    &["kb", "kib", "kilobyte", "kilobytes", "kibibytes"],
    &["mb", "mib", "megabyte", "megabytes", "mebibytes"],
    &["gb", "gib", "gigabyte", "gigabytes", "gibibytes"],
    &["percent", "pct", "percentage", "%"],
    &["px", "pixel", "pixels"],
    &["deg", "degree", "degrees"],
    &["rad", "radian", "radians"],
    &["m", "meter", "meters", "metre", "metres"],
];

/// What is against a fact such as `timeout: seconds`.
pub(super) fn check(context: &SubjectContext<'_>, fact: &str) -> Option<Problem> {
    let (name, unit) = fact.split_once(':').or_else(|| fact.split_once(" in "))?;
    let (name, unit) = (name.trim().trim_matches('`'), unit.trim().to_lowercase());
    let last = name.rsplit(['.', ':', '#']).next().unwrap_or(name);
    let same = UNITS.iter().find(|same| same.contains(&unit.as_str())).copied();
    let is_unit = |word: &str| word == unit || same.is_some_and(|same| same.contains(&word));
    let said_by_name = name_words(last).into_iter().next_back();
    if let Some(word) = said_by_name
        && let Some(named) = UNITS.iter().find(|one| word.len() > 1 && one.contains(&word.as_str()))
    {
        let problem = Problem::contradicted(format!("`{last}` is in {}", named[named.len() - 1]));
        return (!is_unit(&word)).then_some(problem.at(context.line_with(last)));
    }
    let texts = [context.code.as_str(), context.doc.as_str()];
    let cited = context.evidence.iter().map(|(_, text)| text.as_str());
    let mut lines = texts.into_iter().chain(cited).flat_map(str::lines).peekable();
    let is_data = context.symbol().name == last;
    let is_shown = |line: &str| {
        let is_beside = is_data || line.contains(last);
        is_beside
            && line
                .split(|c: char| !c.is_alphanumeric() && c != '%')
                .any(|word| name_words(word).iter().any(|part| part.len() > 1 && is_unit(part)))
    };
    if lines.any(is_shown) {
        return None;
    }
    Some(Problem::not_shown(format!("no {unit} are shown beside `{last}`")))
}

/// The words of a name, in lower case and not stemmed.
fn name_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for c in name.chars() {
        let begins = !c.is_alphanumeric() || c.is_uppercase() && before.is_lowercase();
        if begins || words.is_empty() {
            words.push(String::new());
        }
        if c.is_alphanumeric() || c == '%' {
            words.last_mut().expect("a word was pushed").extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}
