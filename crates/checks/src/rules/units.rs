//! A unit that a claim says must agree with the one that names, calls, factors and comments of the code show.

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::lexicon::units::{Dimension, UNITS, Unit, said_unit};
use crate::quantities::{
    CodeNumber, StatedNumber, code_numbers, is_number, prose_words, stated_numbers, unit_of_name,
};
use crate::rules::numbers::is;
use crate::{Problem, Statement, SubjectContext};

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

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let said = stated_numbers(&statement.text);
    let with_units: Vec<&StatedNumber> = said.iter().filter(|one| one.unit.is_some()).collect();
    let mut problems = Vec::new();
    if !with_units.is_empty() {
        // The value of a constant is in its definition alone.
        let own: Vec<CodeNumber>;
        let known: &[CodeNumber] = if context.symbol().kind.is_data() {
            own = code_numbers(&context.code);
            &own
        } else {
            context.numbers()
        };
        problems.extend(with_units.iter().filter_map(|said| against_value(said, known)));
    }
    if problems.is_empty() {
        problems.extend(against_names(statement, context));
    }
    problems
}

/// The problem of a number with a unit: the code has the same number in another unit only.
fn against_value(said: &StatedNumber, known: &[CodeNumber]) -> Option<Problem> {
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

/// The unit of bytes that a factor makes: KiB for 1024.
fn bytes_of(scale: f64) -> Option<&'static Unit> {
    let mut units = UNITS.iter().filter(|unit| unit.dimension == Dimension::Bytes && scale > 1.0);
    units.find(|unit| unit.factors.iter().any(|factor| is(*factor, scale)))
}

/// Problems of units without a number: the code shows another one of the same dimension only.
fn against_names(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let words = prose_words(&statement.text);
    let mut said: Vec<&'static Unit> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |at| words[at].as_str());
        // A singular is an ordinal or a rate as often as a unit, and short forms are words.
        let is_unit = word.len() > 3 && (word.ends_with('s') || before == "per");
        let unit = said_unit(word).filter(|_| is_unit && !is_number(before));
        said.extend(unit.filter(|unit| !said.contains(unit)));
    }
    if said.is_empty() {
        return Vec::new();
    }
    let own = own_units(context);
    let named = units_in(context.named_values().iter().map(|value| value.text.as_str()));
    let is_alone = |unit: &&&'static Unit| {
        said.iter().filter(|other| other.dimension == unit.dimension).count() == 1
    };
    let found = said.iter().filter(is_alone).filter_map(|unit| {
        // What the code shows itself goes before what it names.
        let is_shown = own.iter().any(|(one, _)| one.dimension == unit.dimension);
        against_shown(unit, if is_shown { &own } else { &named }, context)
    });
    found.collect()
}

fn against_shown(
    unit: &Unit,
    shown: &[(&'static Unit, String)],
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let rivals: Vec<&(&'static Unit, String)> =
        shown.iter().filter(|(one, _)| one.dimension == unit.dimension).collect();
    let [(rival, name)] = rivals.as_slice() else { return None };
    if **rival == *unit {
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
    let reason = format!("`{name}` shows {}, not {}", rival.name, unit.name);
    Some(Problem::contradicted(reason).at(context.line_with(name)))
}

/// The units that names in the code, its documentation and the cited lines show.
fn own_units(context: &SubjectContext<'_>) -> Vec<(&'static Unit, String)> {
    let own = [context.code.as_str(), &context.doc, &context.symbol().qualified_name];
    units_in(own.into_iter().chain(context.evidence.iter().map(|(_, text)| text.as_str())))
}

/// Each unit once, with a name that shows it.
fn units_in<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<(&'static Unit, String)> {
    let mut found: Vec<(&'static Unit, String)> = Vec::new();
    for name in texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_')) {
        let is_word = name.len() > 3 && name.ends_with('s');
        let said = || is_word.then(|| said_unit(&name.to_lowercase())).flatten();
        let unit = unit_of_name(name).or_else(said);
        let new = unit.filter(|unit| !found.iter().any(|(one, _)| one == unit));
        found.extend(new.map(|unit| (unit, name.to_owned())));
    }
    found
}

#[cfg(test)]
mod tests;
