//! Marks the places of an answer whose files differ from the index, since their lines may have moved.
//!
//! All answers name a place by an object with a `path`, so one pass over the JSON serves every tool. Text is
//! marked as it is written, by [`OutdatedFiles::mark_line`].

use rutter_domain::OutdatedFiles;
use serde_json::Value;

/// Adds `outdated`, either `changed` or `gone`, to each object whose `path` is one of these files.
pub fn mark_outdated(answer: &mut Value, files: &OutdatedFiles) {
    if files.is_empty() {
        return;
    }
    match answer {
        Value::Object(fields) => {
            fields.values_mut().for_each(|value| mark_outdated(value, files));
            let path = fields.get("path").and_then(Value::as_str);
            if let Some(change) = path.and_then(|path| files.get(path)) {
                fields.insert("outdated".to_owned(), change.name().into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|value| mark_outdated(value, files)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use rutter_domain::FileChange;
    use serde_json::json;

    use super::*;

    #[test]
    fn places_in_outdated_files_are_marked_at_any_depth() {
        let files =
            [("a.rs".to_owned(), FileChange::Changed), ("b.rs".to_owned(), FileChange::Gone)];
        let mut answer = json!({
            "hits": [{"path": "a.rs", "line": 3}, {"path": "c.rs"}],
            "matches": [{"path": "b.rs", "callers": [{"path": "a.rs"}]}],
        });
        let before = answer.clone();
        mark_outdated(&mut answer, &OutdatedFiles::default());
        assert_eq!(answer, before);
        mark_outdated(&mut answer, &files.into_iter().collect());
        let marked = json!({
            "hits": [{"path": "a.rs", "line": 3, "outdated": "changed"}, {"path": "c.rs"}],
            "matches": [
                {
                    "path": "b.rs",
                    "outdated": "gone",
                    "callers": [{"path": "a.rs", "outdated": "changed"}],
                },
            ],
        });
        assert_eq!(answer, marked);
    }
}
