//! The API: `/api/NAME` with fields in the query, or as JSON by POST for what changes something.

use http::{Method, StatusCode};
use rutter_domain::EntryStatus;
use rutter_knowledge::TeamEntry;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::caller::{Caller, ClaimChoice, EntriesPage, EntriesQuery};
use super::code_search::{CodeQuery, CodeQuestion};
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Secrecy;

/// Entries of one answer, unless a number is given.
const PAGE_ENTRIES: usize = 50;
const MOST_ENTRIES: usize = 200;
/// The same for files with code.
pub(super) const PAGE_FILES: usize = 10;
const MOST_FILES: usize = 50;

pub(super) fn answer(caller: &Caller<'_>, request: &PageRequest) -> Reply {
    let name = request.path.trim_start_matches("/api").trim_matches('/');
    let is_reading = request.method == Method::GET || request.method == Method::HEAD;
    let fields = match is_reading {
        true => {
            Ok(request.query.iter().map(|(name, value)| (name.to_owned(), json!(value))).collect())
        }
        false => match serde_json::from_slice(&request.body) {
            Ok(Value::Object(fields)) => Ok(fields),
            Ok(_) | Err(_) => Err(Problem::bad("send the fields as a JSON object")),
        },
    };
    let found = fields.and_then(|fields| {
        let changes = ["reject", "contradict"].contains(&name);
        match (name, is_reading) {
            ("", true) => Ok(description()),
            (_, true) if !changes => call(caller, name, &fields),
            (_, false) if changes => change(caller, name, &fields),
            _ => {
                let wanted = if changes { "POST" } else { "GET" };
                let text = format!("`{}` takes {wanted}", request.path);
                Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, text))
            }
        }
    });
    match found {
        Ok(answer) => Reply::json(&answer),
        Err(Problem { status, message, hint: _ }) => {
            Reply::json(&json!({ "error": message })).with_status(status)
        }
    }
}

fn description() -> Value {
    json!({
        "mcp": "/mcp",
        "get": {
            "/api/repos": {},
            "/api/search": { "query": "words", "repo": "only this one", "limit": PAGE_FILES },
            "/api/symbol": { "symbol": "name", "repo": "only this one", "limit": PAGE_FILES },
            "/api/references": { "symbol": "name", "repo": "only this one", "limit": PAGE_FILES },
            "/api/entries": { "repo": "only this one", "query": "words", "status": "status", "from": 0, "limit": PAGE_ENTRIES },
            "/api/entry": { "repo": "name", "id": "id" },
            "/api/gaps": { "repo": "name" },
            "/api/runs": { "repo": "name" },
            "/api/run": { "repo": "name", "id": "id" },
        },
        "post": {
            "/api/reject": { "repo": "name", "id": "id", "note": "what is wrong" },
            "/api/contradict": { "repo": "name", "id": "id", "claim": 1, "created_at": "of the entry", "reason": "what is wrong" },
        },
    })
}

/// Answers a question; the fields are those of the API and of agents.
pub(super) fn call(
    caller: &Caller<'_>,
    name: &str,
    fields: &Map<String, Value>,
) -> Result<Value, Problem> {
    let repo = || text(fields, "repo");
    let answer = match name {
        "repos" => json!({ "repositories": caller.repositories()? }),
        "search" => ask_code(caller, CodeQuestion::Search, text(fields, "query")?, fields)?,
        "symbol" => ask_code(caller, CodeQuestion::Symbol, text(fields, "symbol")?, fields)?,
        "references" => {
            ask_code(caller, CodeQuestion::References, text(fields, "symbol")?, fields)?
        }
        "entries" => {
            let (repo, query) = (optional(fields, "repo"), entries_query(fields)?);
            if repo.is_none() && query.words.is_none() {
                let text = "name a repository as `repo`, or give words as `query`";
                return Err(Problem::bad(text));
            }
            let EntriesPage { entries, n_repositories, n_all, next } =
                caller.entries(repo, &query)?;
            let short: Vec<Value> = entries.iter().map(in_short).collect();
            json!({
                "entries": short, "n_repositories": n_repositories, "n_all": n_all, "next": next,
            })
        }
        "entry" => data(&caller.entry(repo()?, text(fields, "id")?)?),
        "gaps" => json!({ "gaps": caller.gaps(repo()?)? }),
        "runs" => json!({ "runs": caller.runs(repo()?)?.runs }),
        "run" => {
            let recorded = caller.run(repo()?, text(fields, "id")?)?;
            json!({ "run": recorded.run, "moments": recorded.moments })
        }
        _ => return Err(Problem::missing(format!("there is no `/api/{name}`; see `/api`"))),
    };
    Ok(masked(answer))
}

fn ask_code(
    caller: &Caller<'_>,
    question: CodeQuestion,
    query: &str,
    fields: &Map<String, Value>,
) -> Result<Value, Problem> {
    let query = CodeQuery {
        question,
        query: query.to_owned(),
        repository: optional(fields, "repo").map(str::to_owned),
        limit: number(fields, "limit")?.unwrap_or(PAGE_FILES).clamp(1, MOST_FILES),
    };
    Ok(data(&caller.search_code(&query)?))
}

fn change(caller: &Caller<'_>, name: &str, fields: &Map<String, Value>) -> Result<Value, Problem> {
    let (repo, id) = (text(fields, "repo")?, text(fields, "id")?);
    let entry = match name {
        "reject" => caller.reject(repo, id, text(fields, "note")?)?,
        _ => {
            let number = number(fields, "claim")?.unwrap_or(0);
            let claim = ClaimChoice { number, created_at: text(fields, "created_at")? };
            caller.contradict(repo, id, &claim, text(fields, "reason")?)?
        }
    };
    Ok(masked(data(&entry)))
}

fn in_short(found: &TeamEntry) -> Value {
    let TeamEntry { repository, commit, entry } = found;
    json!({
        "repository": repository, "commit": commit, "id": entry.id, "title": entry.title(), "path": entry.path, "status": entry.status,
        "summary": entry.summary, "author": entry.author, "start_line": entry.start_line,
        "end_line": entry.end_line,
    })
}

fn data(answer: &impl Serialize) -> Value {
    // Plain structs of text and numbers are always JSON.
    serde_json::to_value(answer).unwrap_or_default()
}

fn entries_query(fields: &Map<String, Value>) -> Result<EntriesQuery, Problem> {
    let status = match optional(fields, "status") {
        None => None,
        Some(name) => {
            let status = EntryStatus::ALL.into_iter().find(|status| status.name() == name);
            Some(status.ok_or_else(|| {
                let names: Vec<&str> =
                    EntryStatus::ALL.iter().map(|status| status.name()).collect();
                Problem::bad(format!("there is no status `{name}`: {}", names.join(", ")))
            })?)
        }
    };
    Ok(EntriesQuery {
        words: optional(fields, "query").map(str::to_owned),
        status,
        from: number(fields, "from")?.unwrap_or(0),
        limit: number(fields, "limit")?.unwrap_or(PAGE_ENTRIES).clamp(1, MOST_ENTRIES),
    })
}

fn text<'f>(fields: &'f Map<String, Value>, name: &str) -> Result<&'f str, Problem> {
    optional(fields, name).ok_or_else(|| Problem::bad(format!("`{name}` is missing")))
}

fn optional<'f>(fields: &'f Map<String, Value>, name: &str) -> Option<&'f str> {
    fields.get(name).and_then(Value::as_str).filter(|value| !value.trim().is_empty())
}

/// A number, as one or as text.
fn number(fields: &Map<String, Value>, name: &str) -> Result<Option<usize>, Problem> {
    let bad = || Problem::bad(format!("`{name}` is no number"));
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => text.trim().parse().map(Some).map_err(|_| bad()),
        Some(value) => {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.map(Some).ok_or_else(bad)
        }
    }
}

/// The same without values that look secret.
fn masked(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(Secrecy::Masked.mask(&text).into_owned()),
        Value::Array(values) => values.into_iter().map(masked).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, masked(value))).collect()
        }
        other @ (Value::Null | Value::Bool(_) | Value::Number(_)) => other,
    }
}
