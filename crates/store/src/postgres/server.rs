//! The address of a server, and how it is reached: encrypted unless it is this machine.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use rutter_domain::RemoteStore;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use crate::Error;

pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection is probed after this long without traffic, and given up if the server acknowledges nothing for
/// this long.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(30);

/// A server and the repository whose records are asked for.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) config: Config,
    pub(super) encryption: Encryption,
    pub(super) repository: String,
    /// The address as messages name it, without the password.
    pub(super) location: String,
}

/// Whether the connection is encrypted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Encryption {
    Off,
    On {
        /// A file with the certificates to trust, in place of those that the machine trusts.
        trusted: Option<PathBuf>,
    },
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.location, self.repository)
    }
}

impl Server {
    pub(super) fn parse(remote: &RemoteStore) -> Result<Server, Error> {
        let location = remote.to_string();
        let bad = |reason: String| Error::StoreUrl { location: location.clone(), reason };
        let (address, parameters) = remote.url.split_once('?').unwrap_or((&remote.url, ""));
        let (mut mode, mut trusted, mut others) = (None, None, Vec::new());
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("sslmode", value)) => mode = Some(value),
                Some(("sslrootcert", value)) => trusted = Some(PathBuf::from(decoded(value))),
                Some(_) | None => others.push(parameter),
            }
        }
        let address = if others.is_empty() {
            address.to_owned()
        } else {
            format!("{address}?{}", others.join("&"))
        };
        // The parser's message may quote the address, so it is not passed on.
        let mut config = Config::from_str(&address).map_err(|_| {
            bad("write it as `postgres://user:password@host:port/database`, with special characters \
                 percent-encoded"
                .to_owned())
        })?;
        let encryption = match mode {
            Some("disable") => Encryption::Off,
            Some("require" | "verify-ca" | "verify-full") => Encryption::On { trusted },
            Some(other) => {
                let known = "`disable` and `verify-full` are known";
                return Err(bad(format!("there is no `sslmode={other}`: {known}")));
            }
            None if trusted.is_none() && config.get_hosts().iter().all(is_local) => Encryption::Off,
            None => Encryption::On { trusted },
        };
        config.ssl_mode(match encryption {
            Encryption::Off => SslMode::Disable,
            Encryption::On { .. } => SslMode::Require,
        });
        if config.get_application_name().is_none() {
            config.application_name("rutter");
        }
        config
            .connect_timeout(CONNECT_TIMEOUT)
            .tcp_user_timeout(SILENCE_TIMEOUT)
            .keepalives_idle(SILENCE_TIMEOUT);
        Ok(Server { config, encryption, repository: remote.repository.clone(), location })
    }
}

/// Whether the host is this machine, so that the connection needs no encryption.
fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost"
                || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// Decodes percent-encoding, such as `%2F`.
fn decoded(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (first, code) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            (byte, _) => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<Encryption, String> {
        let remote = RemoteStore { url: url.to_owned(), repository: "r".to_owned() };
        Server::parse(&remote).map(|server| server.encryption).map_err(|error| error.to_string())
    }

    #[test]
    fn a_connection_is_encrypted_unless_it_stays_on_this_machine() {
        let on = |trusted: Option<&str>| Encryption::On { trusted: trusted.map(PathBuf::from) };
        for (url, expected) in [
            ("postgres://a@db.example/x", on(None)),
            ("postgres://a@localhost/x", Encryption::Off),
            ("postgresql://a@127.0.0.1:5433/x", Encryption::Off),
            ("postgres://a@%2Frun%2Fpostgresql/x", Encryption::Off),
            ("postgres://a@localhost/x?sslmode=verify-full", on(None)),
            ("postgres://a@db.example/x?sslmode=disable", Encryption::Off),
            ("postgres://a@localhost/x?sslrootcert=%2Fetc%2Fca.pem", on(Some("/etc/ca.pem"))),
        ] {
            assert_eq!(parse(url), Ok(expected), "{url}");
        }
    }

    #[test]
    fn a_mistake_in_the_address_is_reported_without_the_password() {
        for url in
            ["postgres://a:secret@db:port/x", "postgres://a:secret@db/x?sslmode=prefer", "secret"]
        {
            let error = parse(url).unwrap_err();
            assert!(!error.contains("secret") || url == "secret", "{error}");
        }
    }
}
