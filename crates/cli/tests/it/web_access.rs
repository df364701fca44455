//! Who gets to see the page, what it lets in, and what it never lets out.

use rutter_fixture::Tree;
use serde_json::Value;

use super::run::{command, rutter};
use super::unfinished::begin_requests;
use super::web_client::Site;

const FILES: &str = "//- a.py\ndef left(): pass\n";

#[test]
fn the_token_of_the_address_becomes_a_cookie() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    assert_eq!(site.token.len(), 48);
    let stranger = site.send("GET", "/", &[], "");
    assert_eq!(stranger.status, 401);
    assert!(!stranger.body.contains("left"), "{}", stranger.body);
    let opened = site.send("GET", &format!("/?q=left&token={}", site.token), &[], "");
    assert_eq!((opened.status, opened.header("location")), (303, Some("/?q=left")));
    let cookie = opened.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert_eq!(site.get("/?q=left").status, 200);
    let kind = "Content-Type: application/x-www-form-urlencoded";
    assert_eq!(site.send("POST", "/sign-in", &[kind], "token=wrong").status, 401);
    let signed = site.send("POST", "/sign-in", &[kind], &format!("token={}", site.token));
    assert!(signed.status == 303 && signed.header("set-cookie").is_some(), "{signed:?}");
    // An address that begins with two slashes would lead to another host.
    let double = site.send("GET", &format!("//evil.example/?token={}", site.token), &[], "");
    assert!(double.header("location").is_none_or(|to| !to.starts_with("//")), "{double:?}");
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    let cookie = site.cookie();
    let status =
        |method: &str, headers: &[&str]| site.send(method, "/gaps/x/reopen", headers, "a=1").status;
    for host in ["evil.example", "[::1].evil.com", "evil@127.0.0.1", "localhost:1:1"] {
        let host = format!("Host: {host}");
        assert_eq!(site.send("GET", "/", &[&cookie, &host], "").status, 403, "{host}");
    }
    assert_eq!(site.send("GET", "/assets/app.js", &["Host: evil.example"], "").status, 403);
    assert_eq!(site.send("GET", "/", &[&cookie, "Origin: http://evil.example"], "").status, 403);
    assert_eq!(status("POST", &[&cookie, "Origin: http://evil.example"]), 403);
    assert_eq!(status("POST", &[&cookie, "Origin: null"]), 403);
    assert_eq!(status("POST", &[&cookie]), 403);
    assert_eq!(status("POST", &[]), 401);
    assert_ne!(status("POST", &[&site.bearer()]), 403);
    assert_eq!(status("DELETE", &[&site.bearer()]), 405);
}

#[test]
fn unfinished_requests_with_the_token_keep_nobody_out() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    let unfinished = begin_requests(&site.address, "/api/search", &site.bearer(), 140);
    assert_eq!(site.get("/api/search?query=left").status, 200);
    drop(unfinished);
}

#[test]
fn a_note_has_a_limit_that_is_named() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    let recorded = rutter(&tree, &["gaps", "list", "--json"]).json();
    let gap = recorded["gaps"][0]["id"].as_str().unwrap().to_owned();
    let why = format!("why={}", "x".repeat(2_001));
    let refused = site.post(&format!("/gaps/{gap}/dismiss"), &why);
    assert!((400..500).contains(&refused.status), "{refused:?}");
    refused.has(&["the note has 2001 characters; at most 2000 are allowed"]);
    assert_eq!(site.post(&format!("/gaps/{gap}/dismiss"), &why[..2_000]).status, 303);
}

#[test]
fn every_answer_has_a_strict_policy() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    for path in ["/", "/file/a.py", "/nothing", "/assets/app.js", "/api/status"] {
        let page = site.get(path);
        let policy = page.header("content-security-policy").unwrap_or_default();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("script-src 'self'"),
            "{path}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(!page.body.contains("style=\"") && !page.body.contains(" onclick"), "{path}");
    }
}

#[test]
fn the_api_is_the_toolbox_and_describes_itself() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    let bearer = site.bearer();
    let found = site.send("GET", "/api/search?query=left&limit=1", &[&bearer], "").json();
    assert_eq!(found["hits"][0]["path"], "a.py");
    assert_eq!(found["index"]["state"], "current");
    let same =
        site.send("POST", "/api/search", &[&bearer], "{\"query\":\"left\",\"limit\":1}").json();
    assert_eq!(same["hits"], found["hits"]);
    for (method, path, body, expect) in [
        ("GET", "/api/search?query=left", "", 200),
        ("GET", "/api/bash?command=ls", "", 404),
        ("POST", "/api/write_file", "{\"file_path\":\"x\",\"content\":\"\"}", 404),
        ("GET", "/api/create_index_entry?symbol=left", "", 405),
        ("POST", "/api/search", "no json", 400),
        ("POST", "/api/search", "{\"query\":\"a\",\"cursor\":\"x\"}", 400),
        ("POST", "/api/search", "{\"query\":\"\"}", 422),
        ("GET", "/api/nothing", "", 404),
    ] {
        let answer = site.send(method, path, &[&bearer], body);
        assert_eq!(answer.status, expect, "{method} {path} {body}: {}", answer.body);
        assert!(answer.json().is_object());
    }
    let long = format!("{{\"query\":\"{}\"}}", "a".repeat(70_000));
    assert_eq!(site.send("POST", "/api/search", &[&bearer], &long).status, 413);
    assert_eq!(site.send("GET", "/api/search?query=left", &[], "").status, 401);
    let described = site.send("GET", "/api/openapi.json", &[&bearer], "").json();
    assert_eq!(described["openapi"], "3.1.0");
    let parameters = described["paths"]["/api/search"]["get"]["parameters"].as_array().unwrap();
    let query = parameters.iter().find(|one| one["name"] == "query").unwrap();
    assert_eq!((&query["in"], &query["required"]), (&Value::from("query"), &Value::from(true)));
    let listed = site.send("GET", "/api", &[&bearer], "").json();
    assert!(listed["tools"].as_array().unwrap().len() > 10, "{listed}");
}

#[test]
fn agents_are_served_at_the_same_address() {
    let tree = Tree::new(FILES);
    let site = Site::start(&tree, &[]);
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let kind = "Content-Type: application/json";
    let accept = "Accept: application/json, text/event-stream";
    let greeted = site.send("POST", "/mcp", &[&site.bearer(), kind, accept], hello);
    assert!(greeted.status == 200 && greeted.body.contains("rutter"), "{greeted:?}");
    assert_eq!(site.send("POST", "/mcp", &[kind, accept], hello).status, 401);
}

#[test]
fn hostile_names_and_texts_stay_text() {
    let tree = Tree::new(FILES);
    let name = "<script>alert(1)<|script>.py".replace('|', "_");
    tree.write(&name, "def f():\n    return '<img src=x onerror=alert(1)>\u{202e}'\n");
    tree.write("\u{202e}rtl.md", "# <script>alert(2)</script>\n\n[x](javascript:alert(3))\n");
    tree.write("long.py", format!("x = '{}'\n", "y".repeat(300_000)));
    let site = Site::start(&tree, &[]);
    let encoded = name.replace('<', "%3C").replace('>', "%3E");
    let pages = [
        "/file/".to_owned(),
        format!("/file/{encoded}"),
        "/file/%E2%80%AErtl.md".to_owned(),
        "/file/long.py".to_owned(),
        "/?q=%3Cscript%3Ealert(1)".to_owned(),
        "/?q=%22%3E%3Cscript%3E&path=%22%3E%3Cscript%3E".to_owned(),
        "/symbol/%3Cscript%3E".to_owned(),
        "/map".to_owned(),
        "/gaps?in=%22%3E%3Cscript%3E&rule=%3Cscript%3E".to_owned(),
        "/entries?q=%22%3E%3Cscript%3E".to_owned(),
        "/ask?chat=%22%3E%3Cscript%3E".to_owned(),
        "/%3Cscript%3E".to_owned(),
    ];
    for path in pages {
        let page = site.get(&path);
        assert!(page.status < 500, "{path}: {}", page.status);
        assert!(!page.body.contains("<script>"), "{path}: {}", page.body);
        assert!(!page.body.contains("<img src=x"), "{path}");
        assert!(!page.body.contains('\u{202e}'), "{path}");
        assert!(!page.body.contains("href=\"javascript:"), "{path}");
    }
    for path in ["/%ff", "/file/%00", "/file/a%0d%0aX: y", "/gaps/..%2f..", "/entries/%20"] {
        let status = site.get(&path.replace(' ', "%20")).status;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
}

#[test]
fn a_file_of_50_000_lines_is_shown_whole_and_a_larger_one_in_parts() {
    let tree = Tree::new(FILES);
    tree.write("many.txt", "a line of text\n".repeat(50_000));
    tree.write("large.txt", "0123456789abcdef0123456789abcdef\n".repeat(320_000));
    let site = Site::start(&tree, &[]);
    site.get("/file/many.txt").has(&["id=\"L1\"", "id=\"L50000\""]);
    let large = site.get("/file/large.txt");
    large.has(&["Next lines", "id=\"L1\""]);
    assert!(large.body.len() < 20_000_000, "{}", large.body.len());
    let next = large.body.split("?from=").nth(1).unwrap().split('"').next().unwrap().to_owned();
    site.get(&format!("/file/large.txt?from={next}")).has(&[&format!("id=\"L{next}\"")]);
}

#[test]
fn secrets_are_masked_unless_the_user_asks() {
    let tree = Tree::new(
        "//- deploy.py\nKEY = 'AKIAIOSFODNN7EXAMPLQ'\nregion = 'eu'\n//- .env\nPASSWORD=hunter2hunter2\n",
    );
    let secret = "AKIAIOSFODNN7EXAMPLQ";
    let site = Site::start(&tree, &[]);
    for path in ["/file/deploy.py", "/?q=region", "/api/read_file?file_path=deploy.py"] {
        let page = site.get(path);
        assert!(page.status == 200 && !page.body.contains(secret), "{path}: {}", page.body);
    }
    site.get("/file/deploy.py").has(&["1 secret masked"]);
    let kept = site.get("/file/.env");
    assert!(kept.status == 404 && !kept.body.contains("hunter2"), "{kept:?}");
    drop(site);
    let site = Site::start(&tree, &["--show-secrets"]);
    site.get("/file/deploy.py").has(&[secret]);
    let api = site.get("/api/read_file?file_path=deploy.py");
    assert!(!api.body.contains(secret), "{}", api.body);
}

#[test]
fn other_machines_need_a_token_of_the_user() {
    let tree = Tree::new(FILES);
    let refused = rutter(&tree, &["serve", "--bind", "0.0.0.0:0"]).exits(2);
    assert!(
        refused.err.contains("other machines can connect") && refused.err.contains("--token-file")
    );
    let refused = rutter(
        &tree,
        &["serve", "--bind", "0.0.0.0:0", "--token", "0123456789abcdef", "--show-secrets"],
    );
    assert!(refused.exits(2).err.contains("this machine alone"));
    let short = rutter(&tree, &["serve", "--token", "short"]).exits(2);
    assert!(short.err.contains("too easy to guess"), "{}", short.err);
    tree.write("token", "my-own-token-0123456789\n");
    let site = Site::start(&tree, &["--token-file", "token"]);
    let own = "Authorization: Bearer my-own-token-0123456789";
    assert_eq!(site.send("GET", "/api/status", &[own], "").status, 200);
    let missing = command(tree.path(), &["serve", "--token-file", "nowhere"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn an_export_that_lacks_a_page_is_incomplete() {
    let files = "//- a.py\ndef left():\n    return 1\n//- b.py\ndef right():\n    return 1\n";
    let tree = Tree::new(files);
    rutter(&tree, &["index", "--local", "--quiet"]).exits(0);
    std::fs::remove_file(tree.path().join("b.py")).unwrap();
    let export = ["export", "--html", "site", "--no-refresh", "--json"];
    let done = rutter(&tree, &export).exits(4).json();
    let problem = done["problems"][0].as_str().unwrap();
    assert!(problem.starts_with("file/b.py.html: "), "{problem}");
    assert!(tree.path().join("site/file/a.py.html").exists());
}

#[test]
fn an_export_is_a_site_whose_links_lead_somewhere() {
    let tree = Tree::new(
        "//- src/lib.py\ndef left():\n    \"\"\"Goes left.\"\"\"\n    return right()\n\ndef right():\n    return 1\n//- README.md\n# Pilot\n",
    );
    let done = rutter(&tree, &["export", "--html", "site", "--json"]).exits(0).json();
    assert_eq!((&done["files"], &done["symbols"]), (&Value::from(2), &Value::from(2)), "{done}");
    let root = tree.path().join("site");
    let mut n_links = 0;
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for item in std::fs::read_dir(&folder).unwrap() {
            let path = item.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "html") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(
                text.contains("Content-Security-Policy") && !text.contains("href=\"/"),
                "{path:?}"
            );
            for link in text.split("href=\"").skip(1) {
                let link = link.split('"').next().unwrap().split(['#', '?']).next().unwrap();
                n_links += 1;
                assert!(link.is_empty() || folder.join(link).is_file(), "{link} of {path:?}");
            }
        }
    }
    assert!(n_links > 50, "{n_links}");
    let index = std::fs::read_to_string(root.join("search-index.json")).unwrap();
    assert!(index.contains("Goes left."), "{index}");
    // An earlier export is replaced, anything else is left alone.
    rutter(&tree, &["export", "--html", "site"]).exits(0);
    let refused = rutter(&tree, &["export", "--html", "src"]).exits(2);
    assert!(refused.err.contains("holds something else"), "{}", refused.err);
}

#[cfg(unix)]
#[test]
fn an_export_writes_through_no_link_and_deletes_what_is_gone() {
    use std::os::unix::fs::symlink;
    let long = format!("{}.py", "x".repeat(249));
    let tree = Tree::new(
        "//- a\none\n//- a.html/b.py\ndef below(): pass\n//- gone.py\ndef gone(): pass\n",
    );
    tree.write(&long, "def of_a_long_name(): pass\n");
    let outside = Tree::new("//- victim.css\nkept\n");
    let done = rutter(&tree, &["export", "--html", "site", "--json"]).exits(0).json();
    assert_eq!((&done["files"], &done["problems"]), (&Value::from(4), &serde_json::json!([])));
    // The pages lie in the root and are not indexed.
    let status = rutter(&tree, &["index", "--local", "--json"]).exits(0).json();
    assert_eq!(status["files"], 4, "{status}");
    tree.remove("gone.py");
    tree.write("site/own.txt", "mine");
    assert!(tree.file("site/file/gone.py.html").exists());
    std::fs::remove_file(tree.file("site/index.html")).unwrap();
    symlink(outside.file("victim.css"), tree.file("site/index.html")).unwrap();
    rutter(&tree, &["export", "--html", "site"]).exits(0);
    assert!(!tree.file("site/file/gone.py.html").exists());
    assert!(tree.read("site/index.html").contains("<html"));
    assert_eq!(
        (tree.read("site/own.txt"), outside.read("victim.css")),
        ("mine".into(), "kept\n".into())
    );
    std::fs::remove_dir_all(tree.file("site/assets")).unwrap();
    symlink(outside.path(), tree.file("site/assets")).unwrap();
    let refused = rutter(&tree, &["export", "--html", "site"]).exits(2);
    assert!(refused.err.contains("`assets` is a link"), "{}", refused.err);
    symlink("../site", tree.file("src")).unwrap();
    let refused = rutter(&tree, &["export", "--html", "src"]).exits(2);
    assert!(refused.err.contains("src` is a link"), "{}", refused.err);
    symlink(outside.file("victim.css"), tree.file("report.md")).unwrap();
    let refused = rutter(&tree, &["gaps", "report", "--out", "report.md"]).exits(2);
    assert!(refused.err.contains("`report.md` is a link"), "{}", refused.err);
    assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 1);
    assert_eq!(outside.read("victim.css"), "kept\n");
}
