//! `unresolved-reference`: an import that must lead into the repository, and leads nowhere.
//!
//! Only forms that cannot mean anything else are followed: relative imports, paths from the own crate,
//! module or package. Generated files, optional imports and names that a macro may make are left out.

use rutter_domain::{Import, Language, Severity};
use rutter_graph::path_text::{ancestors_of, join, parent_of, stem_of};
use rutter_syntax::profile;
use rutter_syntax::profile::Route;

use crate::documents::repository_text::RepositoryText;
use crate::findings::{Finding, Findings, Sought};
use crate::lexicon::paths;
use crate::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::rules::import_target::{Target, follow, go_package};
use crate::view::FileView;

/// Finds imports of what does not exist.
pub struct UnresolvedReference;

static INFO: RuleInfo = RuleInfo {
    name: "unresolved-reference",
    about: "An import that by its form must lead into this repository leads nowhere.",
    why: "The code does not run or build as it is, or depends on a file that nobody committed.",
    severity: Severity::High,
    weight: 1.0,
    applies_to: AppliesTo::Sources,
    wrong: Example { path: "tides/port.py", text: "from .tabel import read\n" },
    right: Example { path: "tides/port.py", text: "from .table import read\n" },
};

impl Rule for UnresolvedReference {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(&self, file: &FileView<'_>, text: &RepositoryText<'_>, findings: &mut Findings) {
        let repository = text.repository();
        let optional = &file.facts.annotations.optional_import_lines;
        let mut previous: Option<(&str, u32)> = None;
        for import in &file.facts.imports {
            if optional.contains(&import.line) {
                continue;
            }
            match follow(file, repository, import) {
                Target::Elsewhere => {}
                Target::Found => findings.pass(),
                Target::NoModule => {
                    // One import of several names from a missing module is one gap.
                    if previous.replace((&import.module, import.line))
                        != Some((&import.module, import.line))
                    {
                        findings.report(missing_module(file, import));
                    }
                }
                Target::NoName { module, name } => {
                    let message =
                        format!("`{name}` is imported from `{module}`, which does not define it");
                    let subject = format!("{module} {name}");
                    let finding = Finding::new(import.line, message).about(subject);
                    findings.report(finding.seeking(Sought::Name(name)));
                }
            }
        }
    }

    /// A file that is ignored, generated or too large is not in the index, but it is there.
    fn confirm(&self, path: &str, finding: &Finding, text: &RepositoryText<'_>) -> bool {
        if is_named_by_root(path, &finding.subject, text) {
            return false;
        }
        if profile(Language::of_path(path)).has_folder_packages() {
            let folder = go_package(text.repository(), &finding.subject);
            return folder.is_some_and(|folder| !text.exists(&folder));
        }
        // A name may be that of a module beside those that are indexed.
        let module = match finding.subject.split_once(' ') {
            Some((module, name)) if module.ends_with('.') => format!("{module}{name}"),
            Some((module, name)) if module != "mod" => format!("{module}.{name}"),
            Some(_) | None => finding.subject.clone(),
        };
        !possible_paths(path, &module).iter().any(|path| text.exists(path))
    }
}

/// Whether the root of a Rust crate names the module, be it inside a macro.
fn is_named_by_root(path: &str, subject: &str, text: &RepositoryText<'_>) -> bool {
    let Some(rest) = subject.strip_prefix("crate::") else { return false };
    let module = rest.split("::").next().unwrap_or(rest);
    ancestors_of(parent_of(path)).any(|folder| {
        let mut roots = ["lib.rs", "main.rs"].iter().map(|root| format!("{folder}/{root}"));
        // The importing file names it anyway.
        roots.any(|root| root != path && text.text(&root).is_some_and(|text| text.contains(module)))
    })
}

/// The paths that an import may mean, as written in the subject of its finding.
fn possible_paths(path: &str, subject: &str) -> Vec<String> {
    let (folder, stem) = (parent_of(path), stem_of(path));
    let mut bases = Vec::new();
    if let Some(module) = subject.strip_prefix("mod ") {
        bases.push(format!("{folder}/{module}"));
        bases.push(format!("{folder}/{stem}/{module}"));
    } else if let Some(rest) = subject.strip_prefix("crate::") {
        let first = rest.split("::").next().unwrap_or(rest);
        bases.extend(ancestors_of(folder).map(|above| format!("{above}/{first}")));
    } else if subject.starts_with('.') && !subject.contains('/') {
        let n_dots = subject.bytes().take_while(|byte| *byte == b'.').count();
        let up = "../".repeat(n_dots - 1);
        bases.extend(join(folder, &format!("{up}{}", subject[n_dots..].replace('.', "/"))));
    } else {
        bases.extend(join(folder, subject));
        bases.push(subject.replace('.', "/"));
    }
    let ends = || [""].into_iter().chain(paths::MODULE_ENDS.iter());
    let all = bases.iter().flat_map(|base| ends().map(move |end| format!("{base}{end}")));
    all.map(|path| path.trim_start_matches('/').to_owned()).collect()
}

fn missing_module(file: &FileView<'_>, import: &Import) -> Finding {
    let scheme = profile(file.language).imports.scheme;
    let written = match (scheme, import.name.as_deref()) {
        (Route::Crates, Some(name)) if import.module == "self" => format!("mod {name}"),
        (Route::Crates, Some(name)) => format!("{}::{name}", import.module),
        (_, _) => import.module.clone(),
    };
    let message = format!("`{written}` leads nowhere: there is no such file in the repository");
    let finding = Finding::new(import.line, message).about(&written);
    let last = match scheme {
        Route::Packages => written.rsplit('.').next(),
        _ => {
            let name = written.rsplit(['/', ':', ' ']).next().unwrap_or("");
            name.split('.').next()
        }
    };
    match last {
        Some(last) if !last.is_empty() => finding.seeking(Sought::Path(last.to_owned())),
        Some(_) | None => finding,
    }
}
