//! `serve`: serves the page, the API and MCP over HTTP until it is stopped.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::Context as _;
use rutter_serve::{Http, Shared};
use rutter_web::{Secrecy, Site, SiteReach, Web};

use super::mcp::{self, Clients};
use crate::arguments::{GlobalArgs, ServeArgs};
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::{memory, person, runtime, settings, web_model};

/// Shortest token that is accepted.
const LEAST_TOKEN_BYTES: usize = 16;

pub fn run(args: &ServeArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    memory::return_freed_memory();
    let given = given_token(args)?;
    let is_given = given.is_some();
    let is_local = args.bind.ip().is_loopback();
    if !is_local && !is_given && !args.mcp {
        let message = format!("other machines can connect to `{}`", args.bind);
        let hint = "give a token of your own with `--token-file FILE` or RUTTER_TOKEN, or leave \
                    `--bind` out to serve this machine alone";
        return Err(Hinted::new(&message, hint).into());
    }
    if !is_local && args.show_secrets {
        let message = "`--show-secrets` is for this machine alone";
        return Err(Hinted::new(message, "leave out `--show-secrets` or `--bind`").into());
    }
    let token = match given {
        Some(token) => token,
        None => rutter_serve::new_token()?,
    };
    if token.len() < LEAST_TOKEN_BYTES || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        let hint =
            "give at least 16 ASCII characters without blanks, or leave it out to generate one";
        return Err(Hinted::new("the token is too easy to guess", hint).into());
    }
    let clients = if is_local { Clients::OfThisMachine } else { Clients::OfAnyMachine };
    let shared = if args.mcp {
        mcp::share(&args.served, global, clients)?
    } else {
        mcp::share_one(&args.served, global)?
    };
    let runtime = runtime::for_server()?;
    runtime.block_on(async {
        let http = Http::bind(args.bind, &token, Arc::clone(&shared)).await?;
        let http = if args.mcp {
            eprintln!("serving MCP at {}", http.url());
            if !is_given {
                eprintln!("send with each request: Authorization: Bearer {token}");
            }
            http
        } else {
            with_pages(http, &shared, args, &token, is_given)?
        };
        if !is_local {
            eprintln!("warning: other machines can connect, and the connection is not encrypted");
        }
        http.serve().await;
        anyhow::Ok(())
    })?;
    Ok(Exit::Found)
}

/// Adds the pages, and prints their address.
fn with_pages(
    http: Http,
    shared: &Shared,
    args: &ServeArgs,
    token: &str,
    is_given: bool,
) -> anyhow::Result<Http> {
    let Some(project) = shared.only_project() else {
        let hint = "name one folder, or use `--mcp` to serve agents alone";
        return Err(Hinted::new("the page shows one repository", hint).into());
    };
    let address = http.address();
    let is_local = address.ip().is_loopback();
    let reach = if is_local { SiteReach::ThisMachine } else { SiteReach::Network };
    let secrecy = if args.show_secrets { Secrecy::Shown } else { Secrecy::Masked };
    let author = person::name_at(&project.toolbox.engine.layout.root);
    // The other pages work even if the model is configured wrongly.
    let model = web_model::model(&args.model, &project.toolbox).unwrap_or_else(|error| {
        eprintln!("the page Ask is without a model: {error:#}");
        None
    });
    let site = Site::new(project, &author, secrecy).with_model(model);
    let page = format!("http://{address}/");
    // The user's own token is not printed: the user has it, and may use it elsewhere.
    let opened = if is_given { page.clone() } else { format!("{page}?token={token}") };
    eprintln!("serving the page at {opened}");
    eprintln!("API: {page}api   agents (MCP): {}   stop: Ctrl-C", http.url());
    if args.show_secrets {
        eprintln!("warning: values that look secret are shown");
    }
    if args.open {
        open_browser(&format!("{page}?token={token}"));
    }
    let web = Web::new(site, token, reach, address.port());
    web.warm_up();
    Ok(http.with_pages(Arc::new(web)))
}

/// The token from `--token-file`, `--token` or the environment.
fn given_token(args: &ServeArgs) -> anyhow::Result<Option<String>> {
    if let Some(path) = &args.token_file {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read the token from `{}`", path.display()))?;
        let token = text.lines().next().unwrap_or("").trim().to_owned();
        warn_if_readable(path);
        return Ok(Some(token));
    }
    Ok(args.token.clone().or_else(settings::token))
}

/// Warns if other users of this machine can read the token.
fn warn_if_readable(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(path).map(|metadata| metadata.permissions().mode());
        if mode.is_ok_and(|mode| mode & 0o077 != 0) {
            eprintln!("warning: other users can read `{}`", path.display());
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Opens an address in the browser, or reports that there is none.
fn open_browser(address: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null());
    if command.stderr(Stdio::null()).spawn().is_err() {
        eprintln!("no browser could be opened; open the printed address yourself");
    }
}
