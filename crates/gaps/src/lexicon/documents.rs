//! Words of documents that do not describe the code as it is.

use super::Words;

/// Words in the name of a document or folder that is about another time.
pub const OTHER_TIMES: Words = Words(&[
    ("changelog, changelogs, changes, changed, changeset, history", "any", "`CHANGELOG.md`"),
    ("news, newsfragments, whatsnew, announcement, announcements", "any", "`NEWS.md`"),
    ("release, releases, versions, versioned, notes", "any", "`docs/releases/1.2.rst`"),
    ("migration, migrations, migrating, migrate", "any", "`docs/migration.md`"),
    ("upgrade, upgrading, upgrades", "any", "`docs/upgrading-to-v2.md`"),
    ("adr, adrs, decisions, rfc, rfcs, sep, seps, kep, keps", "any", "`docs/adr/0001-x.md`"),
    ("enhancement, enhancements, proposal, proposals", "any", "`proposals/parser.md`"),
    ("plan, plans, roadmap, todo, tracking", "any", "`ROADMAP.md`"),
    ("blog, posts, archive, archived", "any", "`docs/blog/post.md`"),
    ("deprecated, deprecations, legacy, old, obsolete", "any", "`docs/old/use.md`"),
    ("faq, thirdparty, license, licenses, credits", "any", "`CREDITS.md`"),
]);

/// Folders whose documents are not about this repository.
pub const OTHER_SUBJECTS: Words = Words(&[
    ("vendor, vendored, third_party, third-party, external", "any", "`vendor/x/README.md`"),
    ("node_modules", "javascript", "`node_modules/x/README.md`"),
    ("template, templates, skeleton, skeletons, cookiecutter", "any", "`template/README.md`"),
    ("scaffold, scaffolds, boilerplate", "any", "`scaffold/README.md`"),
    ("locale, locales, i18n, translations", "any", "`locale/de/README.md`"),
    ("snapshots, __snapshots__, corpus, testdata, content", "any", "`testdata/a.md`"),
]);

/// Words of a heading under which things of another time are named.
pub const OTHER_TIMES_HEADINGS: Words = Words(&[
    ("changelog, changes, changed, history, release notes", "any", "\"Changes in 2.0\""),
    ("what's new, whats new, breaking", "any", "\"What's new\""),
    ("migration, migrating, migrate, upgrade, upgrading", "any", "\"Upgrading from 1.x\""),
    ("deprecated, deprecation, deprecations, legacy, obsolete", "any", "\"Deprecated names\""),
    ("removed, removal, removals, renamed", "any", "\"Removed in 2.0\""),
    ("roadmap, todo, planned, future", "any", "\"Planned\""),
    ("proposal, proposed, alternatives, rejected", "any", "\"Rejected alternatives\""),
    ("rationale, motivation", "any", "\"Rationale\""),
]);

/// Words on a line that names something which need not exist.
pub const NOT_HERE: Words = Words(&[
    ("deprecated, removed, renamed, no longer, formerly", "any", "\"`a()` was renamed to `b()`\""),
    ("used to be, previously, was called, replaced, superseded", "any", "\"`a()`, formerly\""),
    ("instead of, legacy, obsolete, moved to, changed to", "any", "\"instead of `a()`\""),
    ("not exist, n't exist, not yet, in the future, planned, todo", "any", "\"not yet\""),
    ("prior to, older version, old version, earlier version", "any", "\"prior to 2.0\""),
    ("before version, since version, versionchanged", "any", "\"since version 2\""),
    ("create, creating, generated, generates, generate", "any", "\"create a file `a.py`\""),
    ("mkdir, touch, save, new file, add a, write a, output", "any", "\"save it as `a.py`\""),
    ("example, e.g, for instance, such as, like this", "any", "\"for example `a.py`\""),
    ("your, you might, you could, if you have, would", "any", "\"your `a.py`\""),
    ("imagine, suppose, let's say, hypothetical, might look", "any", "\"suppose that `a.py`\""),
    ("named, name of, called", "any", "\"a file called `a.py`\""),
]);

/// Words of names that stand for any name.
pub const SAMPLE_NAMES: Words = Words(&[
    ("foo, bar, baz, xxx, a, b, c, x, y", "any", "`foo.py`"),
    ("example, examples, sample, demo, hello, world, some", "any", "`example.py`"),
    ("path, file, filename, document, name, dir, folder", "any", "`path/to/file`"),
    ("my, your, user, project, temp, tmp", "any", "`my/app.py`"),
]);

/// Marks of documents that are put together from others.
pub const INCLUDES: Words = Words(&[
    ("{{, {%, --8<--, :::{include}, ```{include}", "any", "`--8<-- \"a.md\"`"),
    (".mdx', .mdx\"", "any", "`import Shared from './_shared.mdx'`"),
    ("include::, .. include, <!--#include, #include", "any", "`include::a.adoc[]`"),
]);

/// Anchors that sites add by themselves.
pub const SITE_ANCHORS: Words = Words(&[
    ("top, contents", "any", "`[up](#top)`, which browsers know"),
    ("readme, toc", "any", "`#readme` of a repository's page"),
]);
