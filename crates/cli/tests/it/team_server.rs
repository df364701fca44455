//! `rutter serve --team`: what its users can see and do, over pages, API and tools.

use rutter_domain::RemoteStore;
use rutter_fixture::{PostgresServer, Tree, skip};
use rutter_store::conformance::sample_entry;
use rutter_store::{Put, Store, StoreUrl};
use serde_json::{Value, json};

use crate::mcp_sdk;
use crate::run::{Run, command};
use crate::team_store::server;
use crate::web_client::{Page, Site};

/// A store with two repositories, and a server for it.
pub struct Team {
    tree: Tree,
    url: String,
    pub site: Site,
}

/// A repository with one entry, whose id is returned.
fn repository(url: &str, name: &str) -> (Box<dyn Store>, String) {
    let remote = RemoteStore { url: url.to_owned(), repository: name.to_owned() };
    let mut store = rutter_store::open(&StoreUrl::Remote(remote)).unwrap();
    let mut entry = sample_entry("src/pool.rs", "Pool::take", "Takes a connection from the pool.");
    entry.reviews.clear();
    entry.entry.details = Some("The key is AKIAIOSFODNN7EXAMPLE.".to_owned());
    let Put::Kept { id } = store.put(&entry, None, &[]).unwrap() else { panic!("overtaken") };
    (store, id)
}

impl Team {
    pub fn start(url: &str) -> Team {
        let tree = Tree::new("");
        let args = ["serve", "--team", "--bind", "127.0.0.1:0", "--store", url];
        let site = Site::of(command(tree.path(), &args));
        Team { tree, url: url.to_owned(), site }
    }

    fn rutter(&self, args: &[&str]) -> Run {
        let mut command = command(self.tree.path(), args);
        command.env("RUTTER_STORE", &self.url).output().unwrap().into()
    }

    /// Adds a user and returns the token.
    pub fn add(&self, name: &str, args: &[&str]) -> String {
        let all = [&["team", "users", "add", name, "--json"], args].concat();
        self.rutter(&all).exits(0).json()["token"].as_str().unwrap().to_owned()
    }

    fn get(&self, token: &str, path: &str) -> Page {
        self.site.send("GET", path, &[&format!("Authorization: Bearer {token}")], "")
    }

    fn post(&self, token: &str, path: &str, body: &Value) -> Page {
        let bearer = format!("Authorization: Bearer {token}");
        let kind = "Content-Type: application/json";
        self.site.send("POST", path, &[&bearer, kind], &body.to_string())
    }

    fn call(&self, token: &str, tool: &str, arguments: &Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        let message =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        self.post(token, "/mcp", &message).json()["result"].clone()
    }
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_user_sees_nothing_outside_of_its_labels() {
    let Some(server) = server("server") else { return };
    let (_, ours) = repository(&server.url, "example.org/see/ours");
    repository(&server.url, "example.org/see/theirs");
    let team = Team::start(&server.url);
    for (name, label) in [("ours", "see-ours"), ("theirs", "see-theirs")] {
        let name = format!("example.org/see/{name}");
        team.rutter(&[
            "team", "repositories", "grant", &name, "--label", label, "--label", "of-others",
        ])
        .exits(0);
    }
    let ada = team.add("ada", &["--label", "see-ours", "--label", "see-more"]);
    let listed = team.get(&ada, "/api/repos").json();
    let names: Vec<&str> = listed["repositories"]
        .as_array()
        .unwrap()
        .iter()
        .map(|repository| repository["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["example.org/see/ours"]);
    assert_eq!(listed["repositories"][0]["labels"], json!(["see-ours"]));
    let start = team.get(&ada, "/");
    start.has(&["example.org/<wbr>see/<wbr>ours", "You are ada, and may read."]);
    assert!(!start.body.contains("theirs"), "{}", start.body);
    let ours_query = format!("repo=example.org%2Fsee%2Fours&id={ours}");
    team.get(&ada, &format!("/entries?{ours_query}&q=connection")).has(&["Pool::take"]);
    let entry = team.get(&ada, &format!("/entry?{ours_query}"));
    entry.has(&["Takes a connection from the pool.", "Claims"]);
    assert!(!entry.body.contains("AKIAIOSFODNN7EXAMPLE") && !entry.body.contains("<form"));
    let entry = team.get(&ada, &format!("/api/entry?{ours_query}"));
    assert!(!entry.body.contains("AKIAIOSFODNN7EXAMPLE"), "{}", entry.body);
    for page in ["/gaps", "/runs", "/api/gaps", "/api/runs", "/api/entries"] {
        let page = format!("{page}?repo=example.org%2Fsee%2Fours");
        assert_eq!(team.get(&ada, &page).status, 200, "{page}");
    }
    // A repository of others and one that does not exist are answered alike, whatever is asked.
    let pages = ["/entries", "/entry", "/gaps", "/runs", "/run"];
    let api = ["/api/entries", "/api/entry", "/api/gaps", "/api/runs", "/api/run"];
    for path in pages.iter().chain(&api) {
        let is_of_item = path.ends_with("/entry") || path.ends_with("/run");
        let item = if is_of_item { format!("&id={ours}") } else { String::new() };
        let ask = |name: &str| {
            let page = team.get(&ada, &format!("{path}?repo=example.org%2Fsee%2F{name}{item}"));
            (page.status, page.body.replace(name, "NAME"))
        };
        assert_eq!(ask("theirs"), ask("absent"), "{path}");
        assert_eq!(ask("theirs").0, 404, "{path}");
    }
    for tool in ["entries", "entry"] {
        let ask = |name: &str| {
            let mut arguments = json!({ "repo": format!("example.org/see/{name}") });
            if tool == "entry" {
                arguments["id"] = json!(ours);
            }
            team.call(&ada, tool, &arguments).to_string().replace(name, "NAME")
        };
        assert_eq!(ask("theirs"), ask("absent"), "{tool}");
        assert!(ask("theirs").contains("there is no repository"), "{tool}");
    }
    for path in ["/api/reject", "/api/contradict"] {
        let ask = |name: &str| {
            let mut body = json!({ "repo": format!("example.org/see/{name}"), "id": ours });
            let fields = match path {
                "/api/reject" => json!({ "note": "n" }),
                _ => json!({ "claim": 1, "created_at": "1970-01-01T00:00:01.000Z", "reason": "r" }),
            };
            body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            let page = team.post(&ada, path, &body);
            (page.status, page.body.replace(name, "NAME"))
        };
        assert_eq!(ask("theirs"), ask("absent"), "{path}");
        assert_eq!(ask("ours").0, 403, "{path}: {}", ask("ours").1);
    }
    let found = team.call(&ada, "entries", &json!({ "repo": names[0], "query": "connection" }));
    assert_eq!(found["structuredContent"]["entries"][0]["id"], ours.as_str(), "{found}");
    // Without a repository, all that the user may see are searched.
    let found = team.get(&ada, "/api/entries?query=connection").json();
    assert_eq!((&found["repositories"], &found["n_all"]), (&json!(1), &json!(1)), "{found}");
    assert_eq!(found["entries"][0]["repository"], names[0], "{found}");
    let page = team.get(&ada, "/search?q=connection");
    page.has(&["Pool::take", "1 repository searched, 1 entry", "example.org/<wbr>see/<wbr>ours"]);
    assert!(!page.body.contains("theirs") && !page.body.contains("definitions of a name"));
    let found = team.call(&ada, "entries", &json!({ "query": "connection" }));
    assert_eq!(found["structuredContent"]["n_all"], 1, "{found}");
    let blank = team.get(&ada, "/api/entries");
    assert_eq!(blank.status, 400, "{}", blank.body);
    assert!(blank.body.contains("name a repository as `repo`"), "{}", blank.body);
    let audit = team.rutter(&["team", "audit", "--limit", "1000", "--json"]).exits(0).json();
    let events: Vec<&Value> =
        audit["audit"].as_array().unwrap().iter().filter(|event| event["user"] == "ada").collect();
    let has = |action: &str, name: &str, outcome: &str| {
        let name = format!("example.org/see/{name}");
        events.iter().any(|event| {
            event["action"] == action
                && event["repository"] == name.as_str()
                && event["outcome"] == outcome
        })
    };
    assert!(has("show entry", "ours", "done") && has("list entries", "theirs", "not found"));
    assert!(has("reject entry", "ours", "refused") && has("reject entry", "theirs", "not found"));
    let text = audit.to_string();
    assert!(!text.contains(&ada) && !text.contains("connection"), "{text}");
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_writer_rejects_and_contradicts() {
    let Some(server) = server("writers") else { return };
    let name = "example.org/write/app";
    let (mut store, id) = repository(&server.url, name);
    let team = Team::start(&server.url);
    team.rutter(&["team", "repositories", "grant", name, "--label", "write-app"]).exits(0);
    let token = team.add("grace", &["--label", "write-app", "--write"]);
    let (_, port) = team.site.address.rsplit_once(':').unwrap();
    let cookie = format!("Cookie: rutter-{port}={token}");
    let send = |path: &str, form: &str, origin: &str| {
        let kind = "Content-Type: application/x-www-form-urlencoded";
        team.site.send("POST", path, &[&cookie, &format!("Origin: {origin}"), kind], form)
    };
    let own = format!("http://{}", team.site.address);
    let entry = team.site.send(
        "GET",
        &format!("/entry?repo=example.org%2Fwrite%2Fapp&id={id}"),
        &[&cookie],
        "",
    );
    entry.has(&["action=\"/contradict\"", "action=\"/reject\""]);
    assert!(entry.header("content-security-policy").is_some());
    let form = format!(
        "repo=example.org%2Fwrite%2Fapp&id={id}&claim=1&created_at=1970-01-01T00:00:01.000Z&reason=It+waits."
    );
    assert_eq!(send("/contradict", &form, "http://evil.example").status, 403);
    assert_eq!(send("/contradict", &form, &own).status, 303);
    let reviews = store.entry(&id).unwrap().unwrap().reviews;
    assert_eq!((reviews.len(), reviews[0].reader.as_str()), (1, "grace"));
    let shown =
        team.get(&token, &format!("/api/entry?repo=example.org%2Fwrite%2Fapp&id={id}")).json();
    assert_eq!(shown["status"], "disputed", "{shown}");
    assert_eq!(send("/reject", &form, &own).status, 400, "a note is missing");
    assert_eq!(send("/reject", &format!("{form}&note=It+waits."), &own).status, 303);
    let stored = store.entry(&id).unwrap().unwrap();
    assert_eq!(stored.notes[0].note, "It waits.");
    let long = json!({ "repo": name, "id": id, "note": "x".repeat(2_001) });
    let refused = team.post(&token, "/api/reject", &long);
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("at most 2000 are allowed"), "{}", refused.body);
    let audit = team.rutter(&["team", "audit", "--limit", "1000", "--json"]).exits(0).json();
    let events = audit["audit"].as_array().unwrap().iter();
    let of_grace: Vec<&str> = events
        .filter(|event| event["user"] == "grace" && event["action"] == "reject entry")
        .map(|event| event["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(of_grace, ["refused", "done", "refused"]);
    store.forget(&[id]).unwrap();
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_only_tokens_of_users_open_the_server() {
    let Some(server) = server("tokens") else { return };
    let team = Team::start(&server.url);
    let token = team.add("linus", &["--label", "*"]);
    assert!(token.len() >= 48);
    let refused = team.rutter(&["team", "users", "add", "linus", "--label", "*"]).exits(2).err;
    assert!(refused.contains("there is a user `linus` already"), "{refused}");
    let users = team.rutter(&["team", "users", "list", "--json"]).exits(0).out;
    assert!(users.contains("linus") && !users.contains(&token), "{users}");
    for path in ["/api/repos", "/mcp"] {
        assert_eq!(team.site.send("GET", path, &[], "").status, 401, "{path}");
        let wrong = "0".repeat(token.len());
        assert_eq!(team.get(&wrong, path).status, 401, "{path}");
    }
    let page = team.site.send("GET", "/", &[], "");
    assert_eq!(page.status, 401);
    page.has(&["Enter the token that you were given"]);
    let evil = ["Host: evil.example".to_owned(), format!("Authorization: Bearer {token}")];
    let evil: Vec<&str> = evil.iter().map(String::as_str).collect();
    assert_eq!(team.site.send("GET", "/", &evil, "").status, 403);
    let form = "Content-Type: application/x-www-form-urlencoded";
    let signed_in = team.site.send("POST", "/sign-in", &[form], &format!("token={token}"));
    assert_eq!(signed_in.status, 303);
    let cookie = signed_in.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly; SameSite=Strict"), "{cookie}");
    let started = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-06-18", "capabilities": {} },
    });
    let started = team.post(&token, "/mcp", &started).json();
    assert_eq!(started["result"]["serverInfo"]["name"], "rutter", "{started}");
    let notified = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(team.post(&token, "/mcp", &notified).status, 202);
    assert_eq!(team.get(&token, "/mcp").status, 405);
    let removed = team.rutter(&["team", "users", "remove", "linus", "--json"]).exits(0).json();
    assert_eq!(removed, json!({ "name": "linus", "removed": true }));
    let typo = ["team", "users", "add", "typo", "--label", "no-such-label"];
    let typo = team.rutter(&typo).exits(0).err;
    assert!(typo.contains("no repository has the label `no-such-label` yet"), "{typo}");
    team.rutter(&["team", "users", "remove", "linus"]).exits(1);
    // A server that has not seen the token yet; one that has asks again after three seconds.
    assert_eq!(Team::start(&server.url).get(&token, "/api/repos").status, 401);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_restored_backup_has_all_records() {
    let Some(server) = server("backup") else { return };
    let name = "example.org/backup/app";
    let (store, id) = repository(&server.url, name);
    let team = Team::start(&server.url);
    team.rutter(&["team", "repositories", "grant", name, "--label", "backup-app"]).exits(0);
    let token = team.add("barbara", &["--label", "backup-app"]);
    // The commands of docs/team.md.
    let bin =
        std::path::PathBuf::from(std::env::var_os("RUTTER_TEST_POSTGRES").unwrap()).join("bin");
    let run = |program: &str, args: &[&str]| {
        let done = std::process::Command::new(bin.join(program)).args(args).output().unwrap();
        assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
    };
    let dump = team.tree.file("rutter.dump");
    let dump = dump.to_str().unwrap();
    let (address, _) = server.url.rsplit_once('/').unwrap();
    let restored = format!("{address}/restored");
    run("pg_dump", &["--format=custom", "--schema=rutter", &format!("--file={dump}"), &server.url]);
    run(
        "psql",
        &["--command=CREATE DATABASE restored ENCODING 'UTF8' TEMPLATE template0", &server.url],
    );
    run("pg_restore", &[&format!("--dbname={restored}"), "--exit-on-error", dump]);
    let remote = RemoteStore { url: restored.clone(), repository: name.to_owned() };
    let found = rutter_store::open(&StoreUrl::Remote(remote)).unwrap();
    assert_eq!(found.entries().unwrap().entries, store.entries().unwrap().entries);
    assert!(found.verify().unwrap().is_empty());
    let again = Team::start(&restored);
    let entry = again.get(&token, &format!("/api/entry?repo=example.org%2Fbackup%2Fapp&id={id}"));
    assert_eq!(entry.status, 200, "{}", entry.body);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_server_goes_on_when_its_store_is_back() {
    let server = match PostgresServer::start() {
        Ok(server) => server,
        Err(why) => return skip("team server: restarts", &why),
    };
    let team = Team::start(&server.url);
    let token = team.add("frances", &["--label", "*"]);
    assert_eq!(team.get(&token, "/api/repos").status, 200);
    server.stop();
    for path in ["/api/repos", "/", "/mcp"] {
        let away = team.get(&token, path);
        assert_eq!(away.status, 503, "{path}: {}", away.body);
        assert!(away.body.contains("the store cannot be reached now"), "{}", away.body);
    }
    server.start_again();
    assert_eq!(team.get(&token, "/api/repos").status, 200);
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_the_official_client_uses_the_tools() {
    let Some(server) = server("tools") else { return };
    let python = match mcp_sdk::part("venv/bin/python") {
        Ok(python) => python,
        Err(why) => return skip("team server: the client for Python", &why),
    };
    let name = "example.org/tools/app";
    let (_, id) = repository(&server.url, name);
    let team = Team::start(&server.url);
    team.rutter(&["team", "repositories", "grant", name, "--label", "tools-app"]).exits(0);
    let token = team.add("margaret", &["--label", "tools-app"]);
    let address = format!("http://{}/mcp", team.site.address);
    let mut checks = std::process::Command::new(python);
    let checked =
        checks.arg(mcp_sdk::script("team.py")).args([&address, &token, name, &id]).output();
    let checked = Run::from(checked.unwrap()).exits(0);
    assert!(checked.out.contains("holds: a wrong token is refused"), "{}", checked.out);
}
