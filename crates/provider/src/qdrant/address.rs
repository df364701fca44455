//! Where an index is: `qdrant://HOST:PORT,HOST:PORT`.

use std::fmt;

use crate::transport::Endpoint;

/// Qdrant's default port for REST.
const DEFAULT_PORT: u16 = 6333;

/// The nodes of one cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexAddress {
    pub(super) nodes: Vec<Endpoint>,
    text: String,
}

impl IndexAddress {
    /// Reads an address. Connections are encrypted, except to this machine or with `?tls=off`. The reason of
    /// a refusal never repeats the address.
    pub fn parse(text: &str) -> Result<IndexAddress, String> {
        let rest = text.trim().strip_prefix("qdrant://").ok_or("it must start with `qdrant://`")?;
        let (hosts, tls) = match rest.split_once('?') {
            None => (rest, Tls::ByHost),
            Some((hosts, "tls=off")) => (hosts, Tls::Off),
            Some((hosts, "tls=on")) => (hosts, Tls::On),
            Some(_) => return Err("after `?` only `tls=on` or `tls=off` may follow".to_owned()),
        };
        let hosts = hosts.trim_end_matches('/');
        if hosts.contains('@') {
            return Err("it must not contain a key; use the environment instead".to_owned());
        }
        let mut nodes = Vec::new();
        for host in hosts.split(',') {
            let has_port =
                host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
            let host = if has_port { host.to_owned() } else { format!("{host}:{DEFAULT_PORT}") };
            nodes.push(endpoint(&host, tls)?);
        }
        Ok(IndexAddress { nodes, text: format!("qdrant://{hosts}") })
    }
}

#[derive(Debug, Clone, Copy)]
enum Tls {
    /// For every host but this machine.
    ByHost,
    On,
    Off,
}

fn endpoint(host: &str, tls: Tls) -> Result<Endpoint, String> {
    let parse = |scheme: &str| {
        let parsed = Endpoint::parse(&format!("{scheme}://{host}/"));
        let parsed = parsed.map_err(|error| error.to_string())?;
        match parsed.path() {
            "" => Ok(parsed),
            _ => Err("it must not contain a path".to_owned()),
        }
    };
    let plain = parse("http")?;
    match tls {
        Tls::Off => Ok(plain),
        Tls::ByHost if plain.reach == crate::transport::Reach::ThisMachine => Ok(plain),
        Tls::ByHost | Tls::On => parse("https"),
    }
}

impl fmt::Display for IndexAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let found = match IndexAddress::parse(text) {
            Ok(address) => {
                let nodes: Vec<&str> = address.nodes.iter().map(|node| node.url.as_str()).collect();
                nodes.join(" ")
            }
            Err(reason) => reason,
        };
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn addresses_name_nodes_and_never_keys() {
        check("qdrant://127.0.0.1", "http://127.0.0.1:6333/");
        check("qdrant://localhost:1,a.example:2", "http://localhost:1/ https://a.example:2/");
        check("qdrant://a.example?tls=off", "http://a.example:6333/");
        check("qdrant://localhost/?tls=on", "https://localhost:6333/");
        check("http://a", "it must start with `qdrant://`");
        check("qdrant://key@a", "it must not contain a key; use the environment instead");
        check("qdrant://a/b", "it must not contain a path");
        check("qdrant://a?x=1", "after `?` only `tls=on` or `tls=off` may follow");
    }
}
