//! The size of a model's context window, read from its server's list of models.

use serde_json::Value;

/// A list of models longer than this is not read.
pub(super) const LIMIT_LIST_BYTES: usize = 1 << 20;

/// Where servers write it, the length in use before the one that the model was trained with: llama.cpp,
/// vLLM, LM Studio, and services that pass requests on to others.
const PLACES: [&str; 6] = [
    "/meta/n_ctx", "/max_model_len", "/loaded_context_length", "/max_context_length",
    "/context_length", "/context_window",
];

/// Smaller numbers are taken for something else.
const LEAST: u64 = 512;

/// The context window of a model in a server's list of models.
pub(super) fn window_in(list: &Value, model: &str) -> Option<u64> {
    let models = list.get("data").unwrap_or(list).as_array()?;
    let is_meant = |one: &&Value| one.get("id").and_then(Value::as_str) == Some(model);
    let of = models.iter().find(is_meant)?;
    let lengths = PLACES.iter().filter_map(|place| of.pointer(place)?.as_u64());
    lengths.into_iter().find(|&length| length >= LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &str, expected: Option<u64>) {
        let list = serde_json::from_str(list).expect("the list is JSON");
        assert_eq!(window_in(&list, "m"), expected, "{list}");
    }

    #[test]
    fn the_length_in_use_is_the_window() {
        check(r#"{"data":[{"id":"m","meta":{"n_ctx":8192,"n_ctx_train":32768}}]}"#, Some(8192));
        check(r#"{"data":[{"id":"x"},{"id":"m","max_model_len":4096}]}"#, Some(4096));
        check(
            r#"{"data":[{"id":"m","max_context_length":32768,"loaded_context_length":4096}]}"#,
            Some(4096),
        );
        check(r#"[{"id":"m","context_length":131072}]"#, Some(131_072));
    }

    #[test]
    fn a_list_without_it_says_nothing() {
        check(r#"{"data":[{"id":"m"}]}"#, None);
        check(r#"{"data":[{"id":"other","context_length":8192}]}"#, None);
        check(r#"{"data":[{"id":"m","context_length":0}]}"#, None);
        check(r#"{"data":[{"id":"m","context_length":"8192"}]}"#, None);
        check(r#"{"error":"not found"}"#, None);
    }
}
