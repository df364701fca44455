//! How each service writes a request and a reply.

use rutter_domain::Purpose;
use serde::Deserialize;
use serde_json::{Value, json};

use super::service::Service;

/// What is asked, apart from the texts.
#[derive(Debug, Clone)]
pub(super) struct Ask<'a> {
    pub service: Service,
    pub model: &'a str,
    pub dims: Option<usize>,
    pub purpose: Purpose,
}

/// The body of a request.
pub(super) fn write_request(ask: &Ask<'_>, texts: &[&str]) -> Vec<u8> {
    let model = ask.model;
    let (mut body, dims_name) = match ask.service {
        Service::Ollama => (json!({ "model": model, "input": texts }), "dimensions"),
        Service::OpenAi | Service::OpenAiCompatible => {
            (json!({ "model": model, "input": texts, "encoding_format": "float" }), "dimensions")
        }
        Service::Voyage => {
            let input_type = match ask.purpose {
                Purpose::Document => "document",
                Purpose::Query => "query",
            };
            let body = json!({ "model": model, "input": texts, "input_type": input_type });
            (body, "output_dimension")
        }
        Service::Cohere => {
            let input_type = match ask.purpose {
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
        Service::Gemini => return write_gemini(ask, texts),
    };
    if let Some(dims) = ask.dims {
        body[dims_name] = dims.into();
    }
    body.to_string().into_bytes()
}

/// Gemini takes a request of its own for every text.
fn write_gemini(ask: &Ask<'_>, texts: &[&str]) -> Vec<u8> {
    let task = match ask.purpose {
        Purpose::Document => "RETRIEVAL_DOCUMENT",
        Purpose::Query => "CODE_RETRIEVAL_QUERY",
    };
    let model = format!("models/{}", ask.model);
    let write_one = |text: &&str| {
        let mut request = json!({
            "model": model,
            "content": { "parts": [{ "text": text }] },
            "taskType": task,
        });
        if let Some(dims) = ask.dims {
            request["outputDimensionality"] = dims.into();
        }
        request
    };
    let requests: Vec<Value> = texts.iter().map(write_one).collect();
    json!({ "requests": requests }).to_string().into_bytes()
}

/// The vectors in a reply, in the order of the texts; or why there are none.
pub(super) fn read_reply(service: Service, body: &[u8]) -> Result<Vec<Vec<f32>>, String> {
    match service {
        Service::Ollama => Ok(read::<OllamaReply>(body)?.embeddings),
        Service::OpenAi | Service::OpenAiCompatible | Service::Voyage => {
            put_in_order(read::<OpenAiReply>(body)?.data)
        }
        Service::Gemini => {
            let reply = read::<GeminiReply>(body)?;
            Ok(reply.embeddings.into_iter().map(|embedding| embedding.values).collect())
        }
        Service::Cohere => Ok(read::<CohereReply>(body)?.embeddings.float),
    }
}

fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|error| format!("it is not the JSON expected, {error}"))
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
    /// Left out by some servers, which then answer in order.
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
            return Err("it does not number its vectors from 0 without gaps".to_owned());
        }
    }
    Ok(data.into_iter().map(|vector| vector.embedding).collect())
}
