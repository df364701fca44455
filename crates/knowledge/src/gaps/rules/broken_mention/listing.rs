//! All broken mentions of a repository, with every place where each stands.

use rutter_domain::{DocumentMention, MentionKind};
use rutter_syntax::parse_mention;

use super::{INFO, subject_of};
use crate::Error;
use crate::gaps::catalog::RULES;
use crate::gaps::evaluate_now;
use crate::gaps::findings::Sought;
use crate::gaps::settings::GapSettings;
use crate::knowledge::Knowledge;

/// A broken mention of a document.
#[derive(Debug, Clone)]
pub struct ListedMention {
    pub path: String,
    /// All its occurrences in the document.
    pub mentions: Vec<DocumentMention>,
    /// The part of it that is missing, if it is a name.
    pub name: Option<BrokenName>,
}

/// A name that does not exist.
#[derive(Debug, Clone)]
pub struct BrokenName {
    pub name: String,
    /// The type that it is said to be a member of.
    pub owner: Option<String>,
}

/// Evaluates the rule on its own.
pub fn broken_mentions(
    knowledge: &Knowledge,
    settings: &GapSettings,
) -> Result<Vec<ListedMention>, Error> {
    let evaluation = evaluate_now(knowledge, settings)?;
    let mut listed = Vec::new();
    for (path, file) in &evaluation.files {
        let own = file.findings.iter().filter(|(rule, _)| RULES[*rule].info().name == INFO.name);
        for finding in own.flat_map(|(_, findings)| &findings.found) {
            let facts = knowledge
                .snapshot
                .file_at(path)
                .and_then(|file| knowledge.snapshot.facts_of(file.id));
            let mentions: Vec<DocumentMention> = (facts.iter().flat_map(|facts| &facts.mentions))
                .filter(|mention| subject_of(mention, &finding.subject))
                .cloned()
                .collect();
            let name = match &finding.sought {
                Some(Sought::Name(name)) => {
                    Some(BrokenName { name: name.clone(), owner: owner_of(&mentions, name) })
                }
                Some(Sought::Path(_) | Sought::Heading { .. } | Sought::Known(_)) | None => None,
            };
            listed.push(ListedMention { path: path.clone(), mentions, name });
        }
    }
    Ok(listed)
}

/// The type before a name, such as `Harbour` of `Harbour.low_tide()`.
fn owner_of(mentions: &[DocumentMention], name: &str) -> Option<String> {
    let mention = mentions.first().filter(|mention| mention.kind == MentionKind::Name)?;
    let (qualifier, last) = parse_mention(&mention.text)?;
    let owner = qualifier?.rsplit(['.', ':', '#', '>', '\\']).next()?;
    (last == name && owner.starts_with(char::is_uppercase)).then(|| owner.to_owned())
}
