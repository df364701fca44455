//! A unit that is said must agree with the one that the code shows: in names, calls, factors and comments.

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::lexicon::units::{Dimension, Unit, said_unit};
use crate::quantities::{
    CodeNumber, SaidNumber, code_numbers, is_number, name_words, prose_words, said_numbers,
    unit_of_name,
};
use crate::rules::numbers::is;
use crate::{Problem, Statement, SubjectContext};
use rutter_domain::words::contains_word;

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "units",
        about: "A unit must agree with the one that names, calls, factors and comments of the code show.",
        scope: &SubjectScope::ALL,
        code: r"//- src/lib.rs
pub fn wait() {
    sleep(Duration::from_secs(10));
}
",
        path: "src/lib.rs",
        symbol: "wait",
        wrong: Example::Claim("Waits 10 milliseconds."),
        right: Example::Claim("Waits 10 seconds."),
    },
    run: Run::Claim(check),
};

mod characters;

/// Starts of words of code that has to do with time.
const TIME_HINTS: &[&str] = &[
    "time", "date", "clock", "duration", "now", "delay", "interval", "ttl", "age", "elapsed",
    "stamp", "wait", "sleep", "tick", "epoch", "sec", "ms", "milli", "minute", "hour", "day",
    "expir", "period", "pause", "backoff", "instant", "lifetime", "uptime", "poll", "schedule",
];
/// Starts of words of code that has to do with sizes.
const SIZE_HINTS: &[&str] = &[
    "byte", "size", "len", "buf", "count", "capacity", "limit", "data", "read", "write", "file",
    "content", "text", "string", "stream", "mem", "kb", "mb", "gb", "kib", "mib", "u8", "char",
    "utf", "encode", "payload", "chunk", "block", "offset", "bin", "raw", "hash", "digest", "body",
];

/// Calls that return a time, and the unit of what they return.
const CLOCKS: &[(&str, &str)] = &[
    ("time.time()", "seconds"),
    ("time.monotonic()", "seconds"),
    ("perf_counter()", "seconds"),
    ("Date.now()", "milliseconds"),
    ("performance.now()", "milliseconds"),
    (".getTime()", "milliseconds"),
    (".Unix()", "seconds"),
    (".Seconds()", "seconds"),
    ("Time.now.to_i", "seconds"),
    ("Time.now.to_f", "seconds"),
    ("microtime(true)", "seconds"),
    ("os.time()", "seconds"),
    ("time(NULL)", "seconds"),
    ("timeIntervalSince", "seconds"),
    ("nanoTime()", "nanoseconds"),
];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let said = said_numbers(&statement.text);
    let with_units: Vec<&SaidNumber> = said.iter().filter(|one| one.unit.is_some()).collect();
    let mut problems = Vec::new();
    if !with_units.is_empty() {
        // The value of a constant stands in its definition alone.
        let own: Vec<CodeNumber>;
        let known: &[CodeNumber] = match context.symbol().kind.is_data() {
            true => {
                own = code_numbers(&context.code);
                &own
            }
            false => context.numbers(),
        };
        problems.extend(with_units.iter().filter_map(|said| against_value(said, known)));
    }
    if problems.is_empty() {
        problems.extend(against_names(statement, context));
    }
    problems
}

/// What a number with a unit has against it: the code has the same number in another unit only.
fn against_value(said: &SaidNumber, known: &[CodeNumber]) -> Option<Problem> {
    let unit = said.unit?;
    let total = |value: f64, unit: &Unit| -> Vec<f64> {
        unit.factors.iter().map(|factor| value * factor).collect()
    };
    let wanted = total(said.value, unit);
    let mut other: Option<&'static Unit> = None;
    for one in known {
        let found = match one.unit {
            Some(found) if found.dimension == unit.dimension => found,
            _ if is(one.value, said.value) && (one.scale - 1.0).abs() < 1e-9 => {
                // The same number without a unit says nothing against it.
                one.unit?;
                continue;
            }
            // `2 * 1024 * 1024` is 2 MiB without saying so.
            None if unit.dimension == Dimension::Bytes && is(one.value, said.value) => {
                if wanted.iter().any(|wanted| is(one.value * one.scale, *wanted)) {
                    return None;
                }
                other = other.or_else(|| bytes_of(one.scale));
                continue;
            }
            // `600_000` may be ten minutes.
            None => {
                let is_converted = [1e3, 1e6, 1e9, 1.0, 60.0, 3600.0]
                    .iter()
                    .any(|scale| wanted.iter().any(|wanted| is(one.value, wanted * scale)));
                if is_converted && one.value > 1.0 {
                    return None;
                }
                continue;
            }
            Some(_) => continue,
        };
        if total(one.value, found)
            .iter()
            .any(|found| wanted.iter().any(|wanted| is(*found, *wanted)))
        {
            return None;
        }
        if is(one.value, said.value) {
            other = Some(found);
        }
    }
    let other = other?;
    Some(Problem::contradicted(format!(
        "the code has {} {}, not {}",
        said.value, other.name, said.text
    )))
}

fn bytes_of(scale: f64) -> Option<&'static Unit> {
    ["kib", "mib", "gib", "tib"]
        .iter()
        .filter_map(|name| said_unit(name))
        .find(|unit| unit.factors.iter().any(|factor| is(*factor, scale)))
}

/// What a unit without a number has against it: the code shows another one of its dimension only.
fn against_names(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let words = prose_words(&statement.text);
    let mut said: Vec<&'static Unit> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        // A singular is an ordinal or a rate as often as a unit, and short forms are words.
        let is_plural = word.len() > 3 && (word.ends_with('s') || word == "percentage");
        let before = at.checked_sub(1).map_or("", |at| words[at].as_str());
        let has_number = is_number(before);
        // "tokens per minute", "a delay in ms"
        let is_plural =
            is_plural || before == "per" && word.len() > 3 || before == "in" && word == "ms";
        if let Some(unit) = said_unit(word).filter(|_| is_plural && !has_number)
            && !said.contains(&unit)
        {
            said.push(unit);
        }
    }
    let mut problems = Vec::new();
    for unit in &said {
        let rivals =
            said.iter().filter(|other| other.dimension == unit.dimension && **other != *unit);
        if rivals.count() > 0 {
            continue;
        }
        problems.extend(match unit.dimension {
            Dimension::Angle => against_angle(unit, &words, context),
            Dimension::Time | Dimension::Bytes | Dimension::Money => against_shown(unit, context),
            Dimension::Share => None,
        });
    }
    problems.extend(against_share(&words, context));
    problems.extend(characters::check(&words, context));
    problems
}

fn against_shown(unit: &'static Unit, context: &SubjectContext<'_>) -> Option<Problem> {
    let own = own_units(context);
    let is_it = |(one, _): &(&'static Unit, String)| one.dimension == unit.dimension;
    // What the code shows itself goes before what it names.
    let shown = match own.iter().any(is_it) {
        true => own,
        false => linked_units(context),
    };
    let rivals: Vec<&(&'static Unit, String)> = shown.iter().filter(|one| is_it(one)).collect();
    let is_said = rivals.iter().any(|(one, _)| *one == unit);
    let [(rival, name), ..] = rivals.as_slice() else { return without_dimension(unit, context) };
    if is_said || rivals.iter().any(|(one, _)| *one != *rival) {
        return None;
    }
    // Code that multiplies by the factor between the two converts one into the other.
    let factors = unit
        .factors
        .iter()
        .flat_map(|own| rival.factors.iter().map(move |other| (own / other).max(other / own)));
    let factors: Vec<f64> = factors.collect();
    let converts = |one: &CodeNumber| {
        factors.iter().any(|factor| is(one.value, *factor) || is(1.0 / one.value, *factor))
    };
    if code_numbers(&context.code).iter().any(converts) {
        return None;
    }
    let evidence = context.line_with(name);
    Some(
        Problem::contradicted(format!("`{name}` shows {}, not {}", rival.name, unit.name))
            .at(evidence),
    )
}

/// A duration or size about code that has nothing to do with time or size.
fn without_dimension(unit: &'static Unit, context: &SubjectContext<'_>) -> Option<Problem> {
    let hints = match unit.dimension {
        Dimension::Time => TIME_HINTS,
        Dimension::Bytes => SIZE_HINTS,
        Dimension::Share | Dimension::Angle | Dimension::Money => return None,
    };
    let is_hinted = |text: &str| {
        let names = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.flat_map(name_words).any(|word| hints.iter().any(|hint| word.starts_with(hint)))
    };
    let is_shown = is_hinted(&context.code)
        || is_hinted(&context.doc)
        || context.evidence.iter().any(|(_, text)| is_hinted(text))
        || context.named_values().iter().any(|value| is_hinted(&value.text))
        || context.callees().iter().any(|callee| is_hinted(&callee.symbol().signature));
    (!is_shown).then(|| Problem::not_shown(format!("nothing in the code counts {}", unit.name)))
}

/// The units that names in the code and its documentation show.
fn own_units(context: &SubjectContext<'_>) -> Vec<(&'static Unit, String)> {
    let mut found = Vec::new();
    read_units(&context.code, &mut found);
    read_units(&context.doc, &mut found);
    read_units(&context.symbol().qualified_name, &mut found);
    context.evidence.iter().for_each(|(_, text)| read_units(text, &mut found));
    for (mark, unit) in CLOCKS {
        if context.code.contains(mark) {
            read_units(unit, &mut found);
        }
    }
    for at in [":second", ":millisecond", ":microsecond", ":nanosecond", ":minute", ":hour", ":day"]
    {
        if contains_word(&context.code, at) {
            read_units(&format!("{}s", at.trim_start_matches(':')), &mut found);
        }
    }
    found
}

/// The units that values and signatures show which the code names.
fn linked_units(context: &SubjectContext<'_>) -> Vec<(&'static Unit, String)> {
    let mut found = Vec::new();
    context.named_values().iter().for_each(|value| read_units(&value.text, &mut found));
    context.callees().iter().for_each(|callee| read_units(&callee.symbol().signature, &mut found));
    found
}

fn read_units(text: &str, found: &mut Vec<(&'static Unit, String)>) {
    for name in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
        let unit = unit_of_name(name).or_else(|| {
            let is_word = name.len() > 3 && name.ends_with('s');
            is_word.then(|| said_unit(&name.to_lowercase())).flatten()
        });
        if let Some(unit) = unit
            && !found.iter().any(|(one, _)| *one == unit)
        {
            found.push((unit, name.to_owned()));
        }
    }
}

/// Code that turns degrees into radians takes degrees.
fn against_angle(
    unit: &'static Unit,
    words: &[String],
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let code: String =
        context.code.to_lowercase().chars().filter(|c| !c.is_whitespace() && *c != '_').collect();
    let from_degrees =
        code.contains("/180") || code.contains("toradians(") || code.contains("radians(");
    let from_radians = code.contains("180/")
        || code.contains("todegrees(")
        || code.contains("degrees(") && !from_degrees;
    let is_result = words.iter().any(|word| {
        ["returns", "returned", "converts", "result", "gives", "into", "yields"]
            .contains(&word.as_str())
    });
    let (is_wrong, found) = match unit.name {
        "radians" => (from_degrees && !from_radians, "degrees"),
        _ => (from_radians && !from_degrees, "radians"),
    };
    (is_wrong && !is_result).then(|| {
        let line = ["180", "adians(", "egrees("].iter().find_map(|mark| context.line_with(mark));
        Problem::contradicted(format!("the code converts from {found}, so it takes {found}"))
            .at(line)
    })
}

/// A share that is multiplied by 100 is no fraction.
fn against_share(words: &[String], context: &SubjectContext<'_>) -> Option<Problem> {
    let code: String = context.code.chars().filter(|c| !c.is_whitespace()).collect();
    let is_percent =
        ["*100", "100*"].iter().any(|mark| code.contains(mark)) && !code.contains("/100");
    let has = |wanted: &str| words.iter().any(|word| word == wanted);
    let says_fraction = has("fraction") || has("ratio") && has("between");
    let says_percent = has("percentage") || has("percent") || has("%");
    let lower = context.code.to_lowercase();
    let counts_percent = ["100", "percent", "pct", "%"].iter().any(|mark| lower.contains(mark))
        || context.numbers().iter().any(|one| is(one.value, 100.0))
        || context.callees().iter().any(|callee| unit_of_name(&callee.symbol().name).is_some());
    let is_share = words.windows(3).any(|three| three[0] == "as" && three[2] == "percentage")
        || words.windows(2).any(|two| two[0] == "in" && two[1] == "percent");
    if is_share && !counts_percent {
        return Some(Problem::not_shown("nothing in the code makes a percentage"));
    }
    if says_fraction && !says_percent && is_percent {
        let line =
            ["* 100", "100 *", "*100", "100*"].iter().find_map(|mark| context.line_with(mark));
        let reason = "the code multiplies by 100, which makes a percentage and no fraction";
        return Some(Problem::contradicted(reason).at(line));
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::tests::check_alone;

    #[test]
    fn a_unit_agrees_with_names_calls_and_factors() {
        check_alone(
            crate::rules::units::check,
            "\
//- src/lib.rs
pub const TTL_MS: u64 = 600_000;
pub const MAX: usize = 2 * 1024 * 1024;
pub fn wait() {
    sleep(Duration::from_secs(10));
}
pub fn age_seconds(now: u64, then: u64) -> u64 {
    now - then
}
pub fn rate(hits: f64, all: f64) -> f64 {
    hits / all * 100.0
}
",
            "src/lib.rs",
            &[
                ("TTL_MS", "Ten minutes in milliseconds, 600000 ms.", "supported"),
                (
                    "TTL_MS",
                    "Lifetime of 600,000 seconds.",
                    "contradicted: the code has 600000 milliseconds, not 600,000 seconds",
                ),
                ("MAX", "At most 2 MiB.", "supported"),
                ("MAX", "At most 2 GiB.", "contradicted: the code has 2 MiB, not 2 gib"),
                ("wait", "Waits 10 seconds.", "supported"),
                (
                    "wait",
                    "Waits 10 milliseconds.",
                    "contradicted: the code has 10 seconds, not 10 milliseconds",
                ),
                ("age_seconds", "Age in seconds.", "supported"),
                (
                    "age_seconds",
                    "Age in milliseconds.",
                    "contradicted: `age_seconds` shows seconds, not milliseconds",
                ),
                ("rate", "Share of hits as a percentage.", "supported"),
                (
                    "rate",
                    "Share of hits as a fraction.",
                    "contradicted: the code multiplies by 100, which makes a percentage and no fraction",
                ),
            ],
        );
    }

    #[test]
    fn other_languages_show_units_too() {
        check_alone(
            crate::rules::units::check,
            "\
//- a.go
package a

const pause = 3 * time.Second

func Radius(deg float64) float64 {
	return deg * math.Pi / 180
}
",
            "a.go",
            &[
                ("pause", "Pause of 3 seconds.", "supported"),
                (
                    "pause",
                    "Pause of 3 minutes.",
                    "contradicted: the code has 3 seconds, not 3 minutes",
                ),
                (
                    "Radius",
                    "Takes an angle in radians.",
                    "contradicted: the code converts from degrees, so it takes degrees",
                ),
            ],
        );
    }

    #[test]
    fn a_duration_needs_code_that_counts_time() {
        check_alone(
            crate::rules::units::check,
            "\
//- a.php
<?php
class Message {
    private int $failures = 0;
    public function failureCount(): int { return $this->failures; }
}
",
            "a.php",
            &[(
                "Message::failureCount",
                "Seconds since the last failure.",
                "not shown: nothing in the code counts seconds",
            )],
        );
    }
}
