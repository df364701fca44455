//! Signatures of many languages, and the parameters read from them.

use super::*;

fn check(language: Language, name: &str, signature: &str, expected: &str) {
    let symbol = Symbol {
        name: name.to_owned(),
        qualified_name: name.to_owned(),
        kind: rutter_domain::SymbolKind::Function,
        node_kind: "function".into(),
        span: rutter_domain::Span { start_byte: 0, end_byte: 0, start_line: 1, end_line: 1 },
        signature: signature.to_owned(),
        doc: None,
        visibility: rutter_domain::Visibility::Public,
        parent: None,
        body_hash: 0,
    };
    let list = parameters(&symbol, language).map(|list| {
        let texts: Vec<String> = list
            .iter()
            .map(|one| match &one.default {
                Some(default) => format!("{} [{default}]", one.text),
                None => one.text.clone(),
            })
            .collect();
        texts.join("|")
    });
    assert_eq!(list.unwrap_or_default(), expected, "{signature}");
}

#[test]
fn signatures_of_many_languages_are_read() {
    check(
        Language::Python,
        "load",
        "def load(self, path: str, *, limit: int = 30) -> list[str]:",
        "path: str|limit: int = 30 [30]",
    );
    check(
        Language::TypeScript,
        "start",
        "async start(intervalMs = 60_000, tags?: Map<string, number>): Promise<void>",
        "intervalMs = 60_000 [60_000]|tags?: Map<string, number>",
    );
    check(
        Language::Go,
        "Get",
        "func (c *Cache) Get(ctx context.Context, key string) (Tile, bool)",
        "ctx context.Context|key string",
    );
    check(
        Language::Java,
        "find",
        "public static Map<String, List<Integer>> find(String key)",
        "String key",
    );
    check(
        Language::Rust,
        "take",
        "pub fn take<'a, F: Fn(u8) -> u8>(&'a self, n: usize, f: F) -> Option<&'a str>",
        "n: usize|f: F",
    );
    check(
        Language::Elixir,
        "sign",
        "def sign(body, secret, at \\\\ 5)",
        "body|secret|at \\\\ 5 [5]",
    );
    check(
        Language::Ruby,
        "fetch",
        "def fetch(url, retries: 3, status:)",
        "url|retries: 3 [3]|status:",
    );
}

#[test]
fn names_types_and_defaults_in_any_script_are_read() {
    check(Language::Python, "send", "def send(größe):", "größe");
    check(
        Language::Python,
        "отправить",
        "def отправить(размер: 'Größe' = 'ä=ö', 価格=価値) -> Größe:",
        "размер: 'Größe' = 'ä=ö' ['ä=ö']|価格=価値 [価値]",
    );
    check(Language::C, "send", "int send(größe_t größe, 型 *x)", "größe_t größe|型 *x");
    check(Language::Java, "send", "Größe send(Größe größe)", "Größe größe");
    check(Language::Go, "Send", "func Send(größe int) Größe", "größe int");
    check(Language::Ruby, "send", "def send(größe, höhe: ä)", "größe|höhe: ä [ä]");
    check(Language::Kotlin, "f", "fun f(é: É = É.Ü): 型 =", "é: É = É.Ü [É.Ü]");
    check(Language::Rust, "f", "fn f(\u{fffd}\u{fffd}: u8)", "\u{fffd}\u{fffd}: u8");
}
