//! The unit of a value must be shown beside its name: in the name itself, in code or documentation.

use crate::Problem;
use crate::context::SubjectContext;
use crate::lexicon::units::{said_unit, written_unit};
use crate::quantities::{name_words, unit_of_name};

/// The problem of a fact such as `timeout: seconds`.
pub(super) fn check(context: &SubjectContext<'_>, fact: &str) -> Option<Problem> {
    let (name, unit) = fact.split_once(':').or_else(|| fact.split_once(" in "))?;
    let (name, unit) = (name.trim().trim_matches('`'), unit.trim().to_lowercase());
    let last = name.rsplit(['.', ':', '#']).next().unwrap_or(name);
    let said = said_unit(&unit);
    if let Some(named) = unit_of_name(last) {
        let problem = Problem::contradicted(format!("`{last}` is in {}", named.name));
        return (said != Some(named)).then_some(problem.at(context.line_with(last)));
    }
    let is_unit = |word: &String| {
        let named = said_unit(word).or_else(|| written_unit(word));
        *word == unit || word.len() > 1 && said.is_some() && named == said
    };
    let is_data = context.symbol().name == last;
    let is_shown = |line: &str| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '%');
        (is_data || line.contains(last)) && words.any(|word| name_words(word).iter().any(is_unit))
    };
    let cited = context.evidence.iter().map(|(_, text)| text.as_str());
    let mut texts = [context.code.as_str(), &context.doc].into_iter().chain(cited);
    let is_told = texts.any(|text| text.lines().any(is_shown));
    (!is_told).then(|| Problem::not_shown(format!("no {unit} are shown beside `{last}`")))
}
