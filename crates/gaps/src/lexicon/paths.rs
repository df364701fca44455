//! Names of folders and files, and what they end in.

use super::Words;

/// Folders at the root that hold what only developers run.
pub const TOOLS: Words = Words(&[
    ("scripts, hack, ci, .github", "any", "`scripts/release.py` publishes a release"),
    ("tools, bin, dev, release, tasks", "python", "`tools/release.py` beside a package"),
    ("downstream, docs, doc", "python", "`downstream/run.py` tries out other projects"),
]);

/// The first row of [`TOOLS`]: no library has such a name.
pub const SCRIPTS: Words = Words(&[("scripts, hack, ci, .github", "any", "as in `TOOLS`")]);

/// Folders that hold settings of a build, which is code.
pub const BUILDS: Words =
    Words(&[("buildSrc, build-logic", "kotlin", "`buildSrc/src/main/kotlin/Docs.kt`")]);

/// Folders whose files only their own library uses.
pub const INTERNAL: Words = Words(&[
    ("internal, private, compat", "any", "`tide/internal/rows.go`"),
    ("impl, detail, details", "c++", "`include/tide/detail/rows.h`"),
]);

/// Parts of names of files that only their own library uses.
pub const INTERNAL_NAMES: Words = Words(&[
    ("_internal., -internal., _private., -private.", "c", "`tide-internal.h`"),
    ("_impl., -impl., /impl., -inl., _inl., /traits.h", "c++", "`include/tide/impl.h`"),
    ("-compat., _compat., _p., _priv., -priv., _int.", "c", "`tide-compat.h`, `tide_p.h`"),
    ("config.h", "c", "`config.h` is written by a build"),
]);

/// Folders for the headers of a library that others include.
pub const OFFERED: Words =
    Words(&[("include, Public, public", "c", "`include/tide.h` beside `own.h`")]);

/// Words in names of folders for tests, examples and measurements.
pub const ASIDE: Words = Words(&[
    ("test, tests, testing, testutilities, fixture, fixtures", "any", "`typing_tests/rows.py`"),
    ("mock, mocks, mocked, stub, stubs", "any", "`tide-mocks/clock.go`"),
    ("demo, demos, example, examples, playground", "any", "`tide-demo/run.py`"),
    ("sample, samples, snippet, snippets", "any", "`src/Snippets/Tide.cs`"),
    ("tutorial, tutorials", "any", "`tutorials/first.py`"),
    ("bench, benches, benchmark, benchmarks, perf, performance", "any", "`performance/run.py`"),
    ("fuzz, fuzzing, fuzzer, fuzzers, ossfuzz", "any", "`ossfuzz/fuzz.go`"),
]);

/// Words in names of files for tests.
pub const ASIDE_FILES: Words = Words(&[
    ("test, tests, testing, benchmark", "any", "`test_helpers.py`"),
    ("testutil, testutils, testhelper, testharness", "any", "`src/testutil.h`"),
    ("mock, mocks, mocked, fake, fakes", "any", "`mocked-functions.php`"),
]);

/// Endings of names of classes and folders for tests.
pub const ASIDE_ENDS: Words = Words(&[
    ("TestCase, TestCases, TestUtilities, TestUtils", "php", "`src/AdapterTestUtilities/A.php`"),
    ("Benchmark, Benchmarks", "java", "`src/TideBenchmark.java`"),
]);

/// Endings of files that only declare what others define.
pub const DECLARATIONS: Words = Words(&[
    (".pyi", "python", "`tide/table.pyi`"),
    (".d.ts, .d.mts, .d.cts", "typescript", "`index.d.ts`"),
]);

/// Folders for the code of others.
pub const VENDORED: Words = Words(&[
    ("vendor, vendored, _vendor, external, extern, deps", "any", "`deps/zlib/gz.h`"),
    ("third_party, thirdparty, third-party, 3rdparty", "any", "`third_party/gz.h`"),
    ("bundled", "c", "`include/tide/bundled/gz.h`"),
    ("node_modules, bower_components", "javascript", "`node_modules/gz/index.js`"),
    ("site-packages", "python", "`site-packages/gz.py`"),
]);

/// Files that say under which terms others may use the code beside them.
pub const LICENCES: Words = Words(&[
    ("LICENSE, LICENSE.txt, LICENSE.md, LICENSE.rst", "any", "`gz/LICENSE` beside `gz/gz.h`"),
    ("LICENCE, COPYING, COPYING.txt", "any", "`gz/COPYING` beside `gz/gz.h`"),
]);

/// Files that tell a reader what a folder is about.
pub const READMES: Words = Words(&[(
    "README.md, README.rst, README, README.adoc, README.txt",
    "any",
    "`tide/README.md` beside `tide/rows.py`",
)]);

/// Modules of Python that are run and not imported.
pub const RUN: Words =
    Words(&[("setup, conf, manage, __main__, conftest, noxfile", "python", "`noxfile.py`")]);

/// Names of modules and folders around what others do not use.
pub const CLOSED_MODULES: Words = Words(&[
    ("test, tests", "rust", "`mod tests`"),
    ("imp, private, sealed, __private", "rust", "`pub mod __private`"),
    ("detail, details, impl, internal", "c++", "`namespace details`"),
]);

/// Folders for programs and internal packages.
pub const CLOSED_PACKAGES: Words =
    Words(&[("cmd, internal, main", "go", "`tide/internal/rows.go`")]);

/// Files of which everyone knows what they are for.
pub const KNOWN_FILES: Words = Words(&[
    ("setup.py, conf.py, version.py", "python", "`setup.py`"),
    ("build.rs", "rust", "`build.rs`"),
    ("Rakefile, Gemfile", "ruby", "`Rakefile`"),
]);

/// Folders for functions that have nothing in common.
pub const COLLECTIONS: Words =
    Words(&[("utils, util, helpers", "javascript", "`lib/utils/merge.js`")]);

/// Endings of headers.
pub const HEADERS: Words =
    Words(&[(".h, .hpp, .hh, .hxx", "c", "`tide.hpp` declares what others use")]);

/// Endings of sources that implement a header.
pub const SOURCES: Words =
    Words(&[(".c, .cc, .cpp, .cxx", "c", "`tide-internal.h` introduces `tide.c`")]);

/// Endings of documents, which may be about the file of the same name.
pub const DOCUMENTS: Words =
    Words(&[(".md, .rst, .adoc", "any", "`docs/Reply.md` is about `lib/reply.js`")]);

/// Endings of modules that a build makes.
pub const MADE_MODULES: Words = Words(&[
    ("_pb2, _pb2_grpc, _pb, _generated", "any", "`from .proto import api_pb2`"),
    ("version, _build", "python", "`from ._version import version`"),
]);

/// Names of modules that a build makes.
pub const MADE_NAMES: Words =
    Words(&[("bindings, config", "any", "`import {read} from './bindings'`")]);

/// Parts of paths to what a build makes.
pub const MADE_PATHS: Words = Words(&[
    ("generated, dist/, build/, out/, .pb", "any", "`import d from '../dist/x'`"),
    ("/lib/, node_modules, vendor/", "javascript", "`import d from '../lib/x'`"),
]);

/// Endings of the file of a Python module, the likeliest first.
pub const PYTHON_MODULES: Words = Words(&[(
    ".py, /__init__.py, .pyi, /__init__.pyi, .pyx",
    "python",
    "`from .table import read` means `table.py`",
)]);

/// Endings of files that may be compiled to a Python module.
pub const COMPILED: Words =
    Words(&[(".c, .cc, .cpp, .f90, .pxd, .pyd, .rs, .so", "python", "`_speed.c`")]);

/// Where the package of a Python project may lie.
pub const PACKAGE_ROOTS: Words = Words(&[("src/, lib/, python/", "python", "`src/tide`")]);

/// Endings that an import of a script may leave out.
pub const SCRIPT_ENDS: Words = Words(&[
    (".ts, .tsx, .d.ts, .mts, .cts, .d.mts, .d.cts", "typescript", "`./b` means `b.ts`"),
    (".js, .jsx, .mjs, .cjs, .json, .node", "javascript", "`./b` means `b.js`"),
    (".vue, .svelte", "javascript", "`./b` means `b.vue`"),
    ("/index.ts, /index.tsx, /index.d.ts", "typescript", "`./b` means `b/index.ts`"),
    ("/index.js, /index.jsx, /index.mjs, /index.cjs", "javascript", "`./b` means `b/index.js`"),
    ("/index.json, /index.vue, /package.json", "javascript", "`./b` means `b/package.json`"),
]);

/// Extensions of what a script can import as code.
pub const SCRIPTS_EXTENSIONS: Words = Words(&[
    ("js, jsx, mjs, cjs, json, vue, svelte", "javascript", "`./c.js`, and not `./logo.svg`"),
    ("ts, tsx, mts, cts, d", "typescript", "`./c.d` means `c.d.ts`"),
]);

/// Endings of files that imports of any language lead to.
pub const MODULE_ENDS: Words = Words(&[
    (".py, .pyi, /__init__.py", "python", "an ignored `table.py`"),
    (".js, .ts, .tsx, .jsx, .mjs, .cjs, .json, .d.ts, .node", "javascript", "an ignored `b.js`"),
    (".rb", "ruby", "an ignored `b.rb`"),
    (".rs, /mod.rs", "rust", "an ignored `b.rs`"),
]);

/// Extensions of sources in a package, the likeliest first.
pub const PACKAGE_SOURCES: Words = Words(&[
    ("ts, tsx, mts, cts", "typescript", "`dist/index.js` is built from `src/index.ts`"),
    ("js, mjs, cjs, jsx", "javascript", "`dist/tide.min.js` is built from `src/index.js`"),
]);

/// Folders that a build of a package fills.
pub const PACKAGE_BUILDS: Words = Words(&[
    ("dist, distribution, lib, build, out, output", "javascript", "`dist/index.js`"),
    ("esm, cjs, es, umd, types, module, node, browser", "javascript", "`dist/esm/a/b.mjs`"),
]);

/// Folders for the sources of a package.
pub const SOURCE_FOLDERS: Words =
    Words(&[("src, source, lib, .", "javascript", "`source/index.ts`")]);

/// Keys of a manifest under which modules are named.
pub const ENTRY_KEYS: Words = Words(&[(
    "exports, main, module, browser, types, typings, source",
    "javascript",
    "`\"main\": \"dist/index.js\"`",
)]);

/// Folders that most repositories have, so that a path into them may be the reader's.
pub const USUAL_FOLDERS: Words = Words(&[
    ("src, lib, include, app, bin, cmd, pkg, internal, main", "any", "`src/chapter_1.md`"),
    ("test, tests, spec, example, examples, fixtures", "any", "`tests/test_app.py`"),
    ("docs, doc, content, pages, site, www, public, static", "any", "`docs/index.md`"),
    ("assets, images, img, css, js, theme, themes", "any", "`assets/logo.png`"),
    ("config, conf, etc, data, resources, template, templates", "any", "`config/app.yml`"),
    ("build, dist, out, output, target, coverage, log, logs", "any", "`target/release/tide`"),
    ("script, scripts, tasks, plugins, modules, packages", "any", "`scripts/setup.sh`"),
    ("usr, var, tmp, home, cache", "any", "`var/log/app.log`"),
    ("java, kotlin, components, node_modules, vendor", "any", "`src/main/java/App.java`"),
]);

/// Endings that a site may add to the path of a page.
pub const PAGE_ENDS: Words = Words(&[
    (".md, .mdx, .rst, .adoc, .txt, .markdown", "any", "`guide/start` means `guide/start.md`"),
    ("/index.md, /index.mdx, /index.rst, /index.adoc", "any", "`guide` means `guide/index.md`"),
    ("/README.md, /_index.md", "any", "`guide` means `guide/README.md`"),
]);

/// Extensions of pages and archives that are built, so that no file of that name need exist.
pub const BUILT_PAGES: Words = Words(&[
    ("html, htm, php, aspx, xml, json", "any", "a link to `guide.html`"),
    ("pdf, zip, gz, ipynb", "any", "a link to `tide.pdf`"),
]);

/// Extensions of pictures.
pub const PICTURES: Words =
    Words(&[(".png, .svg, .jpg, .jpeg, .gif, .webp", "any", "a link to `logo.png`")]);

/// Files that say what a repository builds.
pub const MANIFESTS: Words = Words(&[
    ("Cargo.toml", "rust", "the program `tide`"),
    ("package.json", "javascript", "the package `tide`"),
    ("pyproject.toml, setup.py, setup.cfg", "python", "`[project.scripts]`"),
    ("go.mod", "go", "the module `example.org/tide`"),
]);

/// Folders that hold `__init__.py` without being a package that others import.
pub const NO_PACKAGES: Words =
    Words(&[("docs, doc, scripts, tools, build", "python", "`docs/__init__.py`")]);
