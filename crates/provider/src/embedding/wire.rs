//! The JSON of requests and replies, for each service.

use rutter_domain::Purpose;
use serde::Deserialize;
use serde_json::{Value, json};

use super::service::EmbeddingService;

/// A request's fields apart from the texts.
#[derive(Debug, Clone)]
pub(super) struct RequestFields<'a> {
    pub service: EmbeddingService,
    pub model: &'a str,
    pub dims: Option<usize>,
    pub purpose: Purpose,
}

pub(super) fn write_request(fields: &RequestFields<'_>, texts: &[&str]) -> Vec<u8> {
    let model = fields.model;
    let (mut body, dims_name) = match fields.service {
        EmbeddingService::Ollama => (json!({ "model": model, "input": texts }), "dimensions"),
        EmbeddingService::OpenAi | EmbeddingService::OpenAiCompatible => {
            (json!({ "model": model, "input": texts, "encoding_format": "float" }), "dimensions")
        }
        EmbeddingService::Voyage => {
            let input_type = match fields.purpose {
                Purpose::Document => "document",
                Purpose::Query => "query",
            };
            let body = json!({ "model": model, "input": texts, "input_type": input_type });
            (body, "output_dimension")
        }
        EmbeddingService::Cohere => {
            let input_type = match fields.purpose {
                Purpose::Document => "search_document",
                Purpose::Query => "search_query",
            };
            let body = json!({
                "model": model,
                "texts": texts,
                "input_type": input_type,
                "embedding_types": ["float"],
            });
            (body, "output_dimension")
        }
        EmbeddingService::Gemini => return write_gemini(fields, texts),
    };
    if let Some(dims) = fields.dims {
        body[dims_name] = dims.into();
    }
    body.to_string().into_bytes()
}

/// Gemini takes a separate request object for each text.
fn write_gemini(fields: &RequestFields<'_>, texts: &[&str]) -> Vec<u8> {
    let task_type = match fields.purpose {
        Purpose::Document => "RETRIEVAL_DOCUMENT",
        Purpose::Query => "CODE_RETRIEVAL_QUERY",
    };
    let model = format!("models/{}", fields.model);
    let write_one = |text: &&str| {
        let mut request = json!({
            "model": model,
            "content": { "parts": [{ "text": text }] },
            "taskType": task_type,
        });
        if let Some(dims) = fields.dims {
            request["outputDimensionality"] = dims.into();
        }
        request
    };
    let requests: Vec<Value> = texts.iter().map(write_one).collect();
    json!({ "requests": requests }).to_string().into_bytes()
}

/// Returns the vectors of a reply in the order of the texts, or why it cannot be read.
pub(super) fn read_reply(service: EmbeddingService, body: &[u8]) -> Result<Vec<Vec<f32>>, String> {
    match service {
        EmbeddingService::Ollama => Ok(read::<OllamaReply>(body)?.embeddings),
        EmbeddingService::OpenAi
        | EmbeddingService::OpenAiCompatible
        | EmbeddingService::Voyage => put_in_order(read::<OpenAiReply>(body)?.data),
        EmbeddingService::Gemini => {
            let reply = read::<GeminiReply>(body)?;
            Ok(reply.embeddings.into_iter().map(|embedding| embedding.values).collect())
        }
        EmbeddingService::Cohere => Ok(read::<CohereReply>(body)?.embeddings.float),
    }
}

fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|error| format!("it is not the expected JSON, {error}"))
}

#[derive(Deserialize)]
struct OllamaReply {
    embeddings: Vec<Vec<f32>>,
}

#[derive(Deserialize)]
struct OpenAiReply {
    data: Vec<OpenAiVector>,
}

#[derive(Deserialize)]
struct OpenAiVector {
    /// Some servers leave it out and answer in order.
    index: Option<usize>,
    embedding: Vec<f32>,
}

#[derive(Deserialize)]
struct GeminiReply {
    embeddings: Vec<GeminiVector>,
}

#[derive(Deserialize)]
struct GeminiVector {
    values: Vec<f32>,
}

#[derive(Deserialize)]
struct CohereReply {
    embeddings: CohereVectors,
}

#[derive(Deserialize)]
struct CohereVectors {
    float: Vec<Vec<f32>>,
}

fn put_in_order(mut data: Vec<OpenAiVector>) -> Result<Vec<Vec<f32>>, String> {
    if data.iter().any(|vector| vector.index.is_some()) {
        data.sort_by_key(|vector| vector.index);
        let is_complete = data.iter().enumerate().all(|(at, vector)| vector.index == Some(at));
        if !is_complete {
            return Err("its vectors are not numbered from 0 without gaps".to_owned());
        }
    }
    Ok(data.into_iter().map(|vector| vector.embedding).collect())
}
