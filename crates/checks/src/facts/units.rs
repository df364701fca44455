//! The unit of a value, as its name or a text beside it says: `timeout: seconds`.

use super::{Decision, head};
use crate::context::SubjectContext;
use crate::lexicon::units::{said_unit, written_unit};
use crate::quantities::{name_words, unit_of_name};

pub(super) fn decide(context: &SubjectContext<'_>, fact: &str) -> Decision {
    let split = fact.split_once(':').or_else(|| fact.split_once(" in "));
    let Some((name, unit)) = split else { return Decision::open("write it as `name: unit`") };
    let (name, unit) = (name.trim().trim_matches('`'), unit.trim().to_lowercase());
    let last = name.rsplit(['.', ':', '#']).next().unwrap_or(name);
    let said = said_unit(&unit);
    if let Some(named) = unit_of_name(last) {
        let at = context.line_with(last).unwrap_or_else(|| head(context));
        return match said {
            Some(said) if said == named => Decision::holds(at),
            Some(said) if said.dimension == named.dimension => {
                Decision::refuted(format!("`{last}` is in {}", named.name), at)
            }
            Some(_) | None => Decision::open(format!("`{last}` reads as {}", named.name)),
        };
    }
    let is_unit = |word: &String| {
        let named = said_unit(word).or_else(|| written_unit(word));
        *word == unit || word.len() > 1 && said.is_some() && named == said
    };
    let is_own = context.symbol().name == last;
    let is_shown = |line: &str| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '%');
        (is_own || line.contains(last)) && words.any(|word| name_words(word).iter().any(is_unit))
    };
    let own = context.own_code_lines().find(|(_, line)| is_shown(line));
    if let Some((line, _)) = own {
        return Decision::holds(context.line(line));
    }
    let mut evidence = context.evidence.iter().filter(|(_, text)| text.lines().any(is_shown));
    match evidence.next() {
        Some((at, _)) => Decision::holds(at.clone()),
        None if context.code.lines().chain(context.doc.lines()).any(is_shown) => {
            Decision::holds(head(context))
        }
        None => Decision::open(format!("no {unit} are shown beside `{last}`")),
    }
}
