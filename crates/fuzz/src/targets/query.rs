//! Queries, names, patterns and globs: whatever is asked, an answer or an error comes back in time.

use std::sync::atomic::AtomicBool;

use rutter_domain::SearchMode;
use rutter_domain::{Language, SymbolKind};
use rutter_engine::{
    Engine, HitDetail, HitOrder, ImpactLimits, SameFile, SearchRequest, SimilarRequest,
    SimilarSource, SymbolRequest, find_similar, impact_of, symbols_of_file,
};
use rutter_fixture::Tree;
use rutter_knowledge::{EntriesFilter, Knowledge};
use rutter_workspace::{
    Boundary, Case, GrepOutput, GrepRequest, MatchExtent, PatternKind, Scope, Selection, grep,
};

use super::repository;
use crate::{Kind, Mutator, Random, Target};

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
    "fn \\w+\\(",
    "(?i)price|rebate",
    "^\\s*def (?P<name>[a-z_]+)",
    "[[:alpha:]]{2,5}\\b",
    "(a|b)*c+?$",
    "\\p{Greek}\\x{10FFFF}",
    "src/**/*.{rs,py}",
    "!**/[a-z]?*.toml",
];

/// A small index, and what is asked of it.
pub struct Query {
    knowledge: Knowledge,
    // Removed when dropped, so it goes last.
    _tree: Tree,
    mutator: Mutator,
}

impl Query {
    pub fn open() -> anyhow::Result<Query> {
        let (tree, engine) = repository::indexed()?;
        let knowledge = repository::knowledge(&engine)?;
        let seeds = QUERIES.iter().map(|query| query.as_bytes().to_vec()).collect();
        let words = ["AND", "OR", "NOT", "*", "\\", "::", "->", "..", "/", "take_rebate", "^", "~"];
        Ok(Query { knowledge, _tree: tree, mutator: Mutator::new(seeds, &words) })
    }
}

impl Target for Query {
    fn make(&self, kind: Kind, random: &mut Random) -> Vec<u8> {
        self.mutator.make(kind, random)
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(input).into_owned();
        let mut random = Random::new(blake3_seed(input));
        for mode in [SearchMode::Lexical, SearchMode::Semantic, SearchMode::Hybrid] {
            let request = search_request(&text, mode, &mut random);
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
            skip: random.below(3),
            languages: Vec::new(),
            globs: Vec::new(),
            scope: Scope::Everything,
            same_file: SameFile::Include,
            limit_tokens: random.once_in(2).then_some(300),
        };
        // An error is an answer; only what it does to the process is of interest.
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

fn search_request(text: &str, mode: SearchMode, random: &mut Random) -> SearchRequest {
    let scopes = [Scope::Everything, Scope::Code, Scope::Documents, Scope::Entries];
    let globs = [Vec::new(), vec!["src/**".to_owned()], vec![text.chars().take(60).collect()]];
    let limits = [0, 1, 5, 100, usize::MAX / 2, usize::MAX];
    SearchRequest {
        query: text.to_owned(),
        limit: random.pick(&limits).copied().unwrap_or(5),
        skip: random.pick(&[0, 0, 0, 3, usize::MAX]).copied().unwrap_or(0),
        order: random
            .pick(&[
                HitOrder::Flat,
                HitOrder::ByFile { max_excerpts: 0 },
                HitOrder::ByFile { max_excerpts: 3 },
            ])
            .copied()
            .unwrap_or_default(),
        languages: if random.once_in(4) { vec![Language::Rust] } else { Vec::new() },
        kinds: if random.once_in(4) { vec![SymbolKind::Function] } else { Vec::new() },
        globs: random.pick(&globs).cloned().unwrap_or_default(),
        scope: random.pick(&scopes).copied().unwrap_or_default(),
        mode,
        limit_tokens: random.pick(&[None, None, Some(0), Some(200)]).copied().flatten(),
        detail: random.pick(&[HitDetail::Brief, HitDetail::Explained]).copied().unwrap_or_default(),
    }
}

/// The choices beside a text follow from it, so that a kept input needs nothing else.
fn blake3_seed(input: &[u8]) -> u64 {
    let mut seed = [0; 8];
    seed.copy_from_slice(&blake3::hash(input).as_bytes()[..8]);
    u64::from_le_bytes(seed)
}

/// A pattern on the first line, a glob on the second.
pub struct Pattern {
    tree: Tree,
    _engine: Engine,
    mutator: Mutator,
}

impl Pattern {
    pub fn open() -> anyhow::Result<Pattern> {
        let (tree, engine) = repository::indexed()?;
        let mut seeds: Vec<Vec<u8>> =
            PATTERNS.iter().map(|text| text.as_bytes().to_vec()).collect();
        seeds.push(b"price\n*.rs".to_vec());
        let words =
            ["{1000}", "{1,65535}", "(?s:", "(?x)", "\\b", "[^", "**", "{a,b", "\\u{", ".*"];
        Ok(Pattern { tree, _engine: engine, mutator: Mutator::new(seeds, &words) })
    }
}

impl Target for Pattern {
    fn make(&self, kind: Kind, random: &mut Random) -> Vec<u8> {
        let mut bytes = self.mutator.make(kind, random);
        // Nobody types more; a pattern of 90 kB is slow by right.
        bytes.truncate(2_000);
        bytes
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(input);
        let (pattern, glob) = text.split_once('\n').unwrap_or((&text, ""));
        let mut random = Random::new(blake3_seed(input));
        let globs = if glob.is_empty() { Vec::new() } else { vec![glob.to_owned()] };
        let request = GrepRequest {
            patterns: vec![pattern.to_owned()],
            globs,
            kind: *random
                .pick(&[PatternKind::Regex, PatternKind::Literal])
                .unwrap_or(&PatternKind::Regex),
            case: *random
                .pick(&[Case::Sensitive, Case::Insensitive, Case::Smart])
                .unwrap_or(&Case::Smart),
            boundary: *random
                .pick(&[Boundary::Anywhere, Boundary::Word])
                .unwrap_or(&Boundary::Word),
            selection: if random.once_in(4) { Selection::NotMatching } else { Selection::Matching },
            extent: if random.once_in(3) { MatchExtent::ManyLines } else { MatchExtent::OneLine },
            before_lines: random.below(3),
            after_lines: random.below(3),
            output: *random
                .pick(&[GrepOutput::Lines, GrepOutput::Json])
                .unwrap_or(&GrepOutput::Lines),
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
            return Err("a line of JSON output is no JSON".to_owned());
        }
        let _ = rutter_workspace::check_glob(pattern);
        let _ = rutter_workspace::check_path(pattern);
        Ok(())
    }
}
