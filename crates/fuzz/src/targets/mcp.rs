//! Messages of a client: the server answers or ignores each, and goes on.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rutter_engine::{Engine, Refresh};
use rutter_fixture::Tree;
use rutter_serve::{Folders, Project, RecordAccess, Shared, serve_lines};
use rutter_tools::Toolbox;
use rutter_workspace::RepoLayout;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, duplex};

use super::repository;
use crate::mutate::inputs;
use crate::{Inputs, Target};

/// No answer takes longer, even on a busy machine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// The id of the request that has to be answered after the input.
const LAST: &str = "after the input";

/// A server of a small repository, started again for each input.
pub struct Mcp {
    shared: Arc<Shared>,
    runtime: tokio::runtime::Runtime,
    inputs: Inputs,
    // Removed when dropped, so it goes last.
    _tree: Tree,
}

impl Mcp {
    pub fn open() -> anyhow::Result<Mcp> {
        let (tree, _) = repository::indexed()?;
        let open = |path: &Path| {
            let place = RepoLayout::exactly(path, None).map_err(|error| error.to_string())?;
            let refresh = Refresh::Within(Duration::from_millis(500));
            let toolbox =
                Toolbox::new(Engine::new(place), refresh, Box::new(|_| {}), Arc::default());
            Ok(Project::new(toolbox))
        };
        let brief = |_: Option<&Project>, _: Option<&str>| Ok("Explore.".to_owned());
        let folders = Folders::Fixed(vec![tree.path().to_owned()]);
        let shared =
            Shared::new(&folders, RecordAccess::Allowed, Box::new(open), Box::new(brief), None)
                .map_err(anyhow::Error::msg)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(8)
            .enable_all()
            .build()?;
        let call = |name: &str, arguments: Value| {
            json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call",
                    "params": { "name": name, "arguments": arguments } })
        };
        let ask = |method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": "x", "method": method, "params": params });
        let messages = [
            call("search", json!({ "query": "rebate", "limit": 3 })),
            call("symbol", json!({ "name": "Money" })),
            call("references", json!({ "symbol": "find_price" })),
            call("read", json!({ "path": "src/prices.rs", "start_line": 1, "end_line": 5 })),
            call("grep", json!({ "pattern": "price", "path": "src" })),
            call("status", json!({})),
            call(
                "record",
                json!({ "symbol": "total", "path": "src/prices.rs", "summary": "Sums." }),
            ),
            ask("tools/list", json!({})),
            ask("resources/list", json!({ "cursor": "1" })),
            ask("resources/read", json!({ "uri": "rutter://status" })),
            ask("prompts/get", json!({ "name": "explore", "arguments": { "focus": "src" } })),
            ask("ping", json!({})),
            json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 } }),
            json!({ "jsonrpc": "2.0", "id": 1, "result": { "roots": [] } }),
        ];
        let line = |message: &Value| format!("{message}\n");
        let mut seeds: Vec<Vec<u8>> =
            messages.iter().map(|message| line(message).into_bytes()).collect();
        seeds.push(messages.iter().map(line).collect::<String>().into_bytes());
        let words =
            ["null", "-1", "1e400", "[]", "{}", "true", "\"id\":", "\"method\":", "\n", "\\ud800"];
        Ok(Mcp { shared, runtime, inputs: inputs(seeds, &words), _tree: tree })
    }
}

impl Target for Mcp {
    fn inputs(&self) -> Inputs {
        self.inputs.clone()
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        let shared = Arc::clone(&self.shared);
        self.runtime.block_on(async {
            match tokio::time::timeout(ANSWER_TIMEOUT, talk(shared, input)).await {
                Ok(result) => result,
                Err(_) => Err("the server does not answer any more".to_owned()),
            }
        })
    }
}

/// Initializes a session, sends the input, and then a ping that must be answered.
async fn talk(shared: Arc<Shared>, input: &[u8]) -> Result<(), String> {
    let (client, server) = duplex(64 << 10);
    let (reader, writer) = tokio::io::split(server);
    let serving = tokio::spawn(serve_lines(shared, reader, writer));
    let (reader, mut writer) = tokio::io::split(client);
    let greeting = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": { "name": "fuzz", "version": "1" } } });
    let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let last = json!({ "jsonrpc": "2.0", "id": LAST, "method": "ping" });
    let mut sent = format!("{greeting}\n{begun}\n").into_bytes();
    sent.extend_from_slice(input);
    sent.extend_from_slice(format!("\n{last}\n").as_bytes());
    // Sent while answers are read, because a server whose answers nobody reads stops reading as well.
    let sending = tokio::spawn(async move {
        let written = writer.write_all(&sent).await;
        (writer, written)
    });
    let mut lines = BufReader::new(reader).lines();
    let mut is_answered = false;
    while !is_answered {
        let line = match lines.next_line().await {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(error) => return Err(format!("the answers cannot be read: {error}")),
        };
        let Ok(message) = serde_json::from_str::<Value>(&line) else {
            return Err(format!("the server wrote a line that is not JSON: {line}"));
        };
        if message["jsonrpc"] != "2.0" {
            return Err(format!("the server wrote a line that is not a message: {line}"));
        }
        is_answered = message["id"] == LAST;
    }
    if let Ok((mut writer, _)) = sending.await {
        // A server that is gone already has closed it.
        let _ = writer.shutdown().await;
    }
    while let Ok(Some(_)) = lines.next_line().await {}
    let ended = tokio::time::timeout(ANSWER_TIMEOUT, serving).await;
    match (is_answered, ended) {
        (true, Ok(Ok(Ok(())))) => Ok(()),
        (true, Ok(Ok(Err(error)))) => Err(format!("the server ended with an error: {error}")),
        (false, Ok(Ok(_))) => Err("the server ended before the last request".to_owned()),
        (_, Ok(Err(error))) => Err(format!("the server broke down: {error}")),
        (_, Err(_)) => Err("the server does not end when its client does".to_owned()),
    }
}
