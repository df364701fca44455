//! Queries, names, patterns and globs: every one gets an answer or an error, in time.

use std::sync::atomic::AtomicBool;

use proptest::strategy::Strategy;
use rutter_domain::SearchMode;
use rutter_domain::{Language, SymbolKind};
use rutter_engine::{
    Engine, HitDetail, HitOrder, ImpactLimits, SameFile, SearchRequest, SimilarRequest,
    SimilarSource, SymbolRequest, find_similar, impact_of, symbols_of_file,
};
use rutter_fixture::Tree;
use rutter_knowledge::{EntriesFilter, Knowledge};
use rutter_workspace::{Boundary, Case, GrepOutput, GrepRequest, PatternKind, Scope, grep};

use super::repository;
use crate::mutate::inputs;
use crate::{Inputs, Target};

const QUERIES: &[&str] = &[
    "rebate",
    "how is a rebate taken off a price",
    "PriceStore.find_price",
    "Money::new",
    "\"exact phrase\" AND NOT other",
    "path:src/*.rs kind:function price^2 ~fuzzy",
    "src/prices.rs:11",
    "fn take_rebate(price: Money, rebate: Money) -> Money",
    "handleRequest handle_request HANDLE-REQUEST",
    "größe 価格 цена 👛",
];

const PATTERNS: &[&str] = &[
    "fn \\w+\\(", "(?i)price|rebate", "^\\s*def (?P<name>[a-z_]+)", "[[:alpha:]]{2,5}\\b",
    "(a|b)*c+?$", "\\p{Greek}\\x{10FFFF}", "src/**/*.{rs,py}", "!**/[a-z]?*.toml",
];

/// Asks a small index for any text: as a query, name, glob and more.
pub struct Query {
    knowledge: Knowledge,
    // Removed when dropped, so it goes last.
    _tree: Tree,
    inputs: Inputs,
}

impl Query {
    pub fn open() -> anyhow::Result<Query> {
        let (tree, engine) = repository::indexed()?;
        let knowledge = repository::knowledge(&engine)?;
        let seeds = QUERIES.iter().map(|query| query.as_bytes().to_vec()).collect();
        let words = ["AND", "OR", "NOT", "*", "\\", "::", "->", "..", "/", "take_rebate", "^", "~"];
        Ok(Query { knowledge, _tree: tree, inputs: inputs(seeds, &words) })
    }
}

impl Target for Query {
    fn inputs(&self) -> Inputs {
        self.inputs.clone()
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(input).into_owned();
        let mut choices = Choices::of(input);
        for mode in [SearchMode::Lexical, SearchMode::Semantic, SearchMode::Hybrid] {
            let request = search_request(&text, mode, &mut choices);
            let Ok(answer) = self.knowledge.search(&request) else { continue };
            if answer.hits.len() > request.limit {
                return Err(format!("{} hits of {} wanted", answer.hits.len(), request.limit));
            }
            if let Some(hit) = answer.hits.iter().find(|hit| !hit.score.is_finite()) {
                return Err(format!("a hit in `{}` has the score {}", hit.path, hit.score));
            }
        }
        let request = SimilarRequest {
            source: SimilarSource::Text(text.clone()),
            limit: 5,
            skip: choices.below(3),
            languages: Vec::new(),
            globs: Vec::new(),
            scope: Scope::Everything,
            same_file: SameFile::Include,
            limit_tokens: (choices.below(2) == 0).then_some(300),
        };
        // Errors are fine here; a panic is not.
        let _ = find_similar(&self.knowledge.snapshot, &request);
        let name: String = text.chars().take(200).collect();
        let _ =
            self.knowledge.symbol(&SymbolRequest { name: &name, path: None, skip: 0, limit: 5 });
        let _ = impact_of(
            &self.knowledge.snapshot,
            &name,
            ImpactLimits { max_distance: 3, max_symbols: 10 },
        );
        let _ = symbols_of_file(&self.knowledge.snapshot, &name);
        let filter = EntriesFilter { sought: Some(name.clone()), ..EntriesFilter::default() };
        let _ = self.knowledge.entries(&filter);
        let filter = EntriesFilter { globs: vec![name], ..EntriesFilter::default() };
        let _ = self.knowledge.entries(&filter);
        Ok(())
    }
}

fn search_request(text: &str, mode: SearchMode, choices: &mut Choices) -> SearchRequest {
    let scopes = [Scope::Everything, Scope::Code, Scope::Documents, Scope::Entries];
    let globs = [Vec::new(), vec!["src/**".to_owned()], vec![text.chars().take(60).collect()]];
    let limits = [0, 1, 5, 100, usize::MAX / 2, usize::MAX];
    SearchRequest {
        query: text.to_owned(),
        limit: choices.pick(&limits),
        skip: choices.pick(&[0, 0, 0, 3, usize::MAX]),
        order: choices.pick(&[
            HitOrder::Flat,
            HitOrder::ByFile { max_excerpts: 0 },
            HitOrder::ByFile { max_excerpts: 3 },
        ]),
        languages: if choices.below(4) == 0 { vec![Language::Rust] } else { Vec::new() },
        kinds: if choices.below(4) == 0 { vec![SymbolKind::Function] } else { Vec::new() },
        globs: choices.pick(&globs),
        scope: choices.pick(&scopes),
        mode,
        limit_tokens: choices.pick(&[None, None, Some(0), Some(200)]),
        detail: choices.pick(&[HitDetail::Brief, HitDetail::Explained]),
    }
}

/// Choices beside a text. They follow from it, so that a kept input needs nothing else.
struct Choices(blake3::OutputReader);

impl Choices {
    fn of(input: &[u8]) -> Choices {
        Choices(blake3::Hasher::new().update(input).finalize_xof())
    }

    fn below(&mut self, end: usize) -> usize {
        let mut byte = [0];
        self.0.fill(&mut byte);
        usize::from(byte[0]) % end
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

/// Greps with a pattern on the first line of an input and a glob on the second.
pub struct Pattern {
    tree: Tree,
    _engine: Engine,
    inputs: Inputs,
}

impl Pattern {
    pub fn open() -> anyhow::Result<Pattern> {
        let (tree, engine) = repository::indexed()?;
        let mut seeds: Vec<Vec<u8>> =
            PATTERNS.iter().map(|text| text.as_bytes().to_vec()).collect();
        seeds.push(b"price\n*.rs".to_vec());
        let words =
            ["{1000}", "{1,65535}", "(?s:", "(?x)", "\\b", "[^", "**", "{a,b", "\\u{", ".*"];
        let inputs = inputs(seeds, &words).prop_map(|mut bytes| {
            // Nobody types more; a pattern of 90 kB is slow by right.
            bytes.truncate(2_000);
            bytes
        });
        Ok(Pattern { tree, _engine: engine, inputs: inputs.boxed() })
    }
}

impl Target for Pattern {
    fn inputs(&self) -> Inputs {
        self.inputs.clone()
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(input);
        let (pattern, glob) = text.split_once('\n').unwrap_or((&text, ""));
        let mut choices = Choices::of(input);
        let globs = if glob.is_empty() { Vec::new() } else { vec![glob.to_owned()] };
        let request = GrepRequest {
            pattern: pattern.to_owned(),
            globs,
            kind: choices.pick(&[PatternKind::Regex, PatternKind::Literal]),
            case: choices.pick(&[Case::Sensitive, Case::Insensitive]),
            boundary: choices.pick(&[Boundary::Anywhere, Boundary::Word]),
            before_lines: choices.below(3),
            after_lines: choices.below(3),
            output: choices.pick(&[GrepOutput::Lines, GrepOutput::Json]),
            ..GrepRequest::default()
        };
        let cancelled = AtomicBool::new(false);
        let mut out = Vec::new();
        let _ = grep(self.tree.path(), &request, &mut out, &cancelled);
        if request.output == GrepOutput::Json
            && out
                .split(|byte| *byte == b'\n')
                .filter(|line| !line.is_empty())
                .any(|line| serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err())
        {
            return Err("a line of JSON output is not JSON".to_owned());
        }
        let _ = rutter_workspace::check_glob(pattern);
        let _ = rutter_workspace::check_path(pattern);
        Ok(())
    }
}
