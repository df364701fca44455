//! Arguments that are repaired, and arguments that are refused.

use expect_test::{Expect, expect};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::*;
use crate::ModelVocabulary;
use crate::schema::describe;

/// Shows lines of a file.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema matters")]
struct Asked {
    /// The file.
    file_path: String,
    /// The first line.
    start_line: Option<u32>,
    #[serde(default)]
    ignore_case: bool,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    evidence: Vec<Piece>,
    confidence: Option<f32>,
    mode: Option<Way>,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema matters")]
struct Piece {
    file_path: String,
    start_line: u32,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Way {
    Fast,
    Slow,
}

fn read(arguments: &Value) -> String {
    let (_, schema) = describe::<Asked>();
    let form = Form {
        tool: "show",
        schema: &schema,
        example: r#"{"file_path":"a.rs"}"#,
        bad_items: crate::BadItems::RefuseCall,
        vocabulary: &ModelVocabulary,
    };
    match form.read(arguments) {
        Ok(value) => value.to_string(),
        Err(error) => {
            let hint = error.hint().map(|hint| ModelVocabulary.render(&hint));
            format!("{error}\n{}", hint.unwrap_or_default())
        }
    }
}

fn check(arguments: &Value, expect: &Expect) {
    expect.assert_eq(&read(arguments));
}

#[test]
fn other_names_and_wrappings_are_understood() {
    for arguments in [
        json!({"path": "a.rs"}),
        json!({"file": "a.rs"}),
        json!({"filePath": "a.rs"}),
        json!({"file-path": "a.rs"}),
        json!({"filename": "a.rs", "start_line": null}),
        json!({"parameters": {"file_path": "a.rs"}}),
        json!({"arguments": {"path": "a.rs"}}),
        json!({"name": "show", "arguments": "{\"path\": \"a.rs\"}"}),
        json!({"input": {"parameters": {"file_path": "a.rs"}}}),
        json!("{\"file_path\": \"a.rs\"}"),
        json!("a.rs"),
        json!([{"file_path": "a.rs"}]),
        json!({"file_path": ["a.rs"]}),
        json!({"file_path": "a.rs", "path": "a.rs"}),
    ] {
        assert_eq!(read(&arguments), r#"{"file_path":"a.rs"}"#, "{arguments}");
    }
}

#[test]
fn values_of_another_type_are_read() {
    check(
        &json!({"path": "a.rs", "start_line": "12", "ignore_case": "true", "tags": "net",
            "evidence": {"path": "b.rs", "line": 3.0}, "confidence": "80%", "mode": "FAST"}),
        &expect![[
            r#"{"start_line":12,"ignore_case":true,"tags":["net"],"evidence":[{"file_path":"b.rs","start_line":3}],"confidence":0.8,"mode":"fast","file_path":"a.rs"}"#
        ]],
    );
    check(
        &json!({"path": 404, "tags": "[\"a\",\"b\"]", "ignore_case": 0}),
        &expect![[r#"{"tags":["a","b"],"ignore_case":false,"file_path":"404"}"#]],
    );
}

#[test]
fn what_is_not_understood_is_refused_with_what_would_be_right() {
    check(
        &json!({}),
        &expect![[r#"
        `show` needs `file_path`: The file.
        for example: show({"file_path":"a.rs"})"#]],
    );
    check(
        &json!({"file_path": "a.rs", "colour": "red"}),
        &expect![[r#"
            `show` has no argument `colour`; it takes file_path, start_line?, ignore_case?, tags?, evidence?, confidence?, mode?
            for example: show({"file_path":"a.rs"})"#]],
    );
    check(
        &json!({"file_path": "a.rs", "start_lin": 3}),
        &expect![[r#"
            `show` has no argument `start_lin` (did you mean `start_line`?); it takes file_path, start_line?, ignore_case?, tags?, evidence?, confidence?, mode?
            for example: show({"file_path":"a.rs"})"#]],
    );
    check(
        &json!({"file_path": "a.rs", "start_line": "ten"}),
        &expect![[r#"
        `start_line` of `show` is a whole number from 0, not `"ten"`
        for example: show({"file_path":"a.rs"})"#]],
    );
    check(
        &json!({"file_path": "a.rs", "start_line": -1}),
        &expect![[r#"
        `start_line` of `show` is a whole number from 0, not `-1`
        for example: show({"file_path":"a.rs"})"#]],
    );
    check(
        &json!({"file_path": "a.rs", "mode": "quick"}),
        &expect![[r#"
        `mode` of `show` is one of fast, slow, not `"quick"`
        for example: show({"file_path":"a.rs"})"#]],
    );
    check(
        &json!({"file_path": "a.rs", "evidence": [{"path": "b.rs"}]}),
        &expect![[r#"
        `show` needs `evidence.start_line`
        for example: show({"file_path":"a.rs"})"#]],
    );
    check(
        &json!({"file_path": {"a": 1}}),
        &expect![[r#"
        `file_path` of `show` is a text, not an object
        for example: show({"file_path":"a.rs"})"#]],
    );
    check(
        &json!("{\"file_path\": \"a.r"),
        &expect![[r#"
        the arguments of `show` end in the middle: EOF while parsing a string at line 1 column 18
        for example: show({"file_path":"a.rs"})"#]],
    );
    check(
        &json!([1, 2]),
        &expect![[r#"
        the arguments of `show` are an object
        for example: show({"file_path":"a.rs"})"#]],
    );
    check(
        &json!({"file_path": "a.rs", "path": "b.rs"}),
        &expect![[r#"
            `show` has no argument `path` (did you mean `file_path`?); it takes file_path, start_line?, ignore_case?, tags?, evidence?, confidence?, mode?
            for example: show({"file_path":"a.rs"})"#]],
    );
}

#[test]
fn names_of_tools_lose_what_models_put_around_them() {
    for name in [
        "read_file", "readFile", "functions.read_file", "default_api:read_file", "ReadFile",
        "mcp__rutter__read_file", "read_file()",
    ] {
        assert_eq!(plain_name(name), "read_file", "{name}");
    }
}

#[test]
fn wrapping_without_end_ends() {
    let mut arguments = json!({"file_path": "a.rs"});
    for _ in 0..100 {
        arguments = json!({"parameters": arguments});
    }
    assert!(read(&arguments).contains("has no argument `parameters`"), "{}", read(&arguments));
}
