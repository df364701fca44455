//! Lists all broken mentions of a repository, with all places of each.

use rutter_domain::{DocumentMention, MentionKind};
use rutter_syntax::parse_mention;

use super::{INFO, subject_of};
use crate::catalog::RULES;
use crate::evaluate::GapEvaluation;
use crate::findings::Sought;
use crate::sources::FileSet;

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

/// The broken mentions of an evaluation of these files.
pub fn broken_mentions(evaluation: &GapEvaluation, sources: &FileSet<'_>) -> Vec<ListedMention> {
    let mut listed = Vec::new();
    for (path, file) in &evaluation.files {
        let own = file.findings.iter().filter(|(rule, _)| RULES[*rule].info().name == INFO.name);
        for finding in own.flat_map(|(_, findings)| &findings.found) {
            let facts = sources.file(path).map(|file| sources.facts(file));
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
    listed
}

/// The type before a name, such as `Harbour` of `Harbour.low_tide()`.
fn owner_of(mentions: &[DocumentMention], name: &str) -> Option<String> {
    let mention = mentions.first().filter(|mention| mention.kind == MentionKind::Name)?;
    let (qualifier, last) = parse_mention(&mention.text)?;
    let owner = qualifier?.rsplit(['.', ':', '#', '>', '\\']).next()?;
    (last == name && owner.starts_with(char::is_uppercase)).then(|| owner.to_owned())
}
