//! The same vectors as the implementation in `training/reference.py`, which wrote the files here.
//!
//! After a change of the built-in model:
//! `python training/reference.py vectors crates/embed/model/rutter.model crates/embed/tests/built_in.json`

use rutter_embed::{Model, Scratch, norm};
use serde_json::Value;

fn check(model: &Model, vectors: &str) {
    let wanted: Value = serde_json::from_str(vectors).expect("the file is JSON");
    assert_eq!(wanted["model"], model.id(), "the vectors are of another model: make them anew");
    assert_eq!(wanted["dims"], model.dims());
    let (mut scratch, mut pieces) = (Scratch::default(), Vec::new());
    let mut previous = model.text("", &mut scratch);
    let texts = wanted["texts"].as_array().expect("texts are a list");
    assert!(texts.len() > 100);
    for line in texts {
        let text = line["text"].as_str().expect("a text or path");
        model.tokenizer().cut(text, 512, &mut pieces);
        assert_eq!(line["pieces"], Value::from(pieces.clone()), "{text:?}");

        let vector = model.text(text, &mut scratch);
        assert_eq!(line["vector"], hex(&vector.values), "{text:?}");
        assert_eq!(line["norm"], vector.norm, "{text:?}");

        // Once a chunk was embedded, pieces are found in another way: both are met here.
        let path = model.path(line["path"].as_str().expect("a text or path"), &mut scratch);
        let mut chunk = vector;
        chunk.norm = model.chunk(text, &path, &mut scratch, &mut chunk.values);
        assert_eq!(line["chunk"], hex(&chunk.values), "{text:?}");
        assert_eq!(chunk.norm, norm(&chunk.values));

        let similarity = chunk.similarity(&previous).to_bits();
        assert_eq!(line["similarity"], format!("{similarity:08x}"), "{text:?}");
        previous = chunk;
    }
}

fn hex(values: &[i8]) -> String {
    values.iter().map(|value| format!("{value:02x}")).collect()
}

#[test]
fn a_small_model_agrees_with_the_reference() {
    let model = Model::from_bytes(include_bytes!("small.model").as_slice()).unwrap();
    check(&model, include_str!("vectors.json"));
}

#[test]
fn the_built_in_model_agrees_with_the_reference() {
    check(&Model::built_in(), include_str!("built_in.json"));
}
