//! `serve --team`: serves a team's store to people who install nothing, until it is stopped.

use std::sync::Arc;

use rutter_serve::{Http, Origin};
use rutter_store::TeamStore;
use rutter_team::Team;
use rutter_web::{SiteReach, TeamSite, Web};

use crate::arguments::{GlobalArgs, ServeArgs};
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::{memory, runtime, team_services};

pub fn run(args: &ServeArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    memory::return_freed_memory();
    let store = TeamStore::open(&team_services::store(global)?)?;
    let site = TeamSite::new(Team::new(store, team_services::index_if_any(global)?));
    let public_url = args.url.as_deref().map(public_url).transpose()?;
    let runtime = runtime::for_server()?;
    runtime.block_on(async {
        let http = Http::bind_for_pages(args.bind).await?;
        let address = http.address();
        let is_local = address.ip().is_loopback();
        let reach = if is_local { SiteReach::ThisMachine } else { SiteReach::Network };
        let is_encrypted = public_url.is_some();
        let web = Web::for_team(site, reach, address.port(), public_url);
        eprintln!("serving the page at http://{address}/");
        eprintln!("API: http://{address}/api   agents (MCP): http://{address}/mcp   stop: Ctrl-C");
        if !is_local && !is_encrypted {
            eprintln!(
                "warning: other machines can connect, and the connection is not encrypted: put a \
                 server with TLS in front of it"
            );
        }
        http.with_pages(Arc::new(web)).serve().await;
        anyhow::Ok(())
    })?;
    Ok(Exit::Found)
}

/// Normalizes an address as browsers write an origin: in lower case, without a slash at its end.
fn public_url(url: &str) -> anyhow::Result<String> {
    let url = url.trim_end_matches('/').to_lowercase();
    if Origin::parse(&url).is_none() {
        let message = format!("`{url}` is not the address of a server");
        return Err(Hinted::new(&message, "write it as `https://rutter.example.org`").into());
    }
    Ok(url)
}
