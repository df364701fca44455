//! `serve`: serves coding agents over HTTP, until it is stopped.

use rutter_serve::Http;

use super::mcp::{self, Clients};
use crate::arguments::{GlobalArgs, ServeArgs};
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::{memory, runtime, settings};

pub fn run(args: &ServeArgs, global: &GlobalArgs) -> anyhow::Result<Exit> {
    memory::return_freed_memory();
    let given = args.token.clone().or_else(settings::token);
    let is_given = given.is_some();
    let token = match given {
        Some(token) => token,
        None => rutter_serve::new_token()?,
    };
    if token.len() < 16 || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        let hint =
            "give at least 16 ASCII characters without blanks, or leave it out to generate one";
        return Err(Hinted::new("the token is too easy to guess", hint).into());
    }
    let is_local = args.bind.ip().is_loopback();
    let clients = if is_local { Clients::OfThisMachine } else { Clients::OfAnyMachine };
    let shared = mcp::share(&args.served, global, clients)?;
    let runtime = runtime::for_server()?;
    runtime.block_on(async {
        let http = Http::bind(args.bind, &token, shared).await?;
        anstream::eprintln!("serving MCP at {}", http.url());
        if !is_given {
            anstream::eprintln!("send with each request: Authorization: Bearer {token}");
        }
        if !is_local {
            anstream::eprintln!(
                "warning: other machines can connect, and the connection is not encrypted"
            );
        }
        http.serve().await;
        Ok::<_, rutter_serve::Error>(())
    })?;
    Ok(Exit::Found)
}
