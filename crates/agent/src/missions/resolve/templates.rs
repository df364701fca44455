//! The four prompts of the resolver, which a user can replace.
//!
//! A template is a text with variables such as `{gap}`. One that lacks a variable would hide from
//! the model what it is asked about, so it is refused.

use crate::prompts::{
    RESOLVE_PRIORITISATION, RESOLVE_RESOLUTION, RESOLVE_STRATEGY, RESOLVE_SYNTHESIS,
};

/// Which prompt a template is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prompt {
    /// Whether to go on when nothing is resolved any more.
    Strategy,
    /// Which gaps come first if there are more than allowed.
    Prioritisation,
    /// Which way to try after one has failed.
    Resolution,
    /// The entry, from what was found.
    Synthesis,
}

impl Prompt {
    pub const ALL: [Prompt; 4] =
        [Prompt::Strategy, Prompt::Prioritisation, Prompt::Resolution, Prompt::Synthesis];

    /// The name of its file, without the extension.
    pub fn name(self) -> &'static str {
        match self {
            Prompt::Strategy => "resolve_strategy",
            Prompt::Prioritisation => "resolve_prioritisation",
            Prompt::Resolution => "resolve_resolution",
            Prompt::Synthesis => "resolve_synthesis",
        }
    }

    /// The variables that its template must have.
    pub fn variables(self) -> &'static [&'static str] {
        match self {
            Prompt::Strategy => &["{status}"],
            Prompt::Prioritisation => &["{gaps}", "{limit}"],
            Prompt::Resolution => &["{gap}", "{attempts}", "{strategies}"],
            Prompt::Synthesis => &["{gap}", "{earlier}", "{observations}"],
        }
    }

    fn built_in(self) -> &'static str {
        match self {
            Prompt::Strategy => RESOLVE_STRATEGY,
            Prompt::Prioritisation => RESOLVE_PRIORITISATION,
            Prompt::Resolution => RESOLVE_RESOLUTION,
            Prompt::Synthesis => RESOLVE_SYNTHESIS,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Templates {
    texts: [String; 4],
}

impl Default for Templates {
    fn default() -> Templates {
        Templates { texts: Prompt::ALL.map(|prompt| prompt.built_in().to_owned()) }
    }
}

impl Templates {
    /// Replaces a template. The error is a variable that the new text lacks.
    pub fn replace(&mut self, prompt: Prompt, text: &str) -> Result<(), &'static str> {
        let missing = prompt.variables().iter().find(|variable| !text.contains(**variable));
        match missing {
            Some(missing) => Err(missing),
            None => {
                text.trim_end().clone_into(&mut self.texts[prompt as usize]);
                Ok(())
            }
        }
    }

    /// The prompt with its variables filled in. What is filled in is not looked at again, so text of
    /// the repository that looks like a variable stays as it is.
    pub(super) fn fill(&self, prompt: Prompt, values: &[&str]) -> String {
        let mut rest = self.texts[prompt as usize].as_str();
        let variables = prompt.variables();
        let mut text = String::new();
        loop {
            let next = variables
                .iter()
                .zip(values)
                .filter_map(|(variable, value)| {
                    rest.find(variable).map(|at| (at, *variable, *value))
                })
                .min_by_key(|(at, _, _)| *at);
            let Some((at, variable, value)) = next else { break };
            text.push_str(&rest[..at]);
            text.push_str(value);
            rest = &rest[at + variable.len()..];
        }
        text + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_not_filled_again() {
        let mut templates = Templates::default();
        templates.replace(Prompt::Prioritisation, "{limit} of {gaps}, {limit}").unwrap();
        let text = templates.fill(Prompt::Prioritisation, &["{limit} {gaps}", "3"]);
        assert_eq!(text, "3 of {limit} {gaps}, 3");
    }

    #[test]
    fn a_template_without_a_variable_is_refused() {
        let mut templates = Templates::default();
        let refused = templates.replace(Prompt::Synthesis, "Say what {gap} is: {observations}");
        assert_eq!(refused, Err("{earlier}"));
        assert_eq!(templates, Templates::default());
    }

    #[test]
    fn the_templates_that_come_along_have_all_variables() {
        let mut templates = Templates::default();
        for prompt in Prompt::ALL {
            assert_eq!(templates.replace(prompt, prompt.built_in()), Ok(()));
        }
        assert_eq!(templates, Templates::default());
    }
}
