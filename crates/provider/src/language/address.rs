//! The address that requests go to.

use reqwest::Url;

use super::service::Service;

/// A base address that the paths of calls can be put after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    /// Ends with a slash.
    pub base: String,
    pub reach: Reach,
}

/// Whether a proxy may stand between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    ThisMachine,
    Network,
}

impl Address {
    /// Reads an address as users write it, and says what is wrong with it.
    pub fn read(service: Service, text: &str) -> Result<Address, String> {
        let text = text.trim();
        let wrong = |hindrance: &str| {
            Err(format!("{hindrance}; write its endpoint as `http://HOST:PORT/v1`"))
        };
        if !text.starts_with("http://") && !text.starts_with("https://") {
            return wrong("its endpoint must begin with `http://` or `https://`");
        }
        let Ok(mut url) = Url::parse(text) else { return wrong("its endpoint is malformed") };
        if !url.username().is_empty() || url.password().is_some() {
            return wrong("its endpoint must hold no name or password");
        }
        if url.query().is_some() || url.fragment().is_some() {
            return wrong("its endpoint must end with its path");
        }
        let path = base_path(service, url.path());
        url.set_path(&path);
        let reach = if is_this_machine(&url) { Reach::ThisMachine } else { Reach::Network };
        Ok(Address { base: url.into(), reach })
    }

    pub fn is_encrypted(&self) -> bool {
        self.base.starts_with("https://")
    }
}

/// The path up to the version, as each provider's own clients expect or leave it out.
fn base_path(service: Service, path: &str) -> String {
    let call = match service {
        Service::OpenAi | Service::Compatible => "/chat/completions",
        Service::Anthropic => "/messages",
        Service::Ollama => "/api/chat",
        Service::Gemini => "/models",
    };
    let path = path.trim_end_matches('/');
    let path = path.strip_suffix(call).unwrap_or(path);
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_version = {
        let mut chars = last.chars();
        chars.next() == Some('v') && chars.next().is_some_and(|c| c.is_ascii_digit())
    };
    match service {
        Service::Gemini if !is_version => format!("{path}/v1beta/"),
        Service::Anthropic if !is_version => format!("{path}/v1/"),
        Service::OpenAi | Service::Compatible if path.is_empty() => "/v1/".to_owned(),
        Service::Ollama => {
            let bare = path.strip_suffix("/v1").or_else(|| path.strip_suffix("/api"));
            format!("{}/", bare.unwrap_or(path))
        }
        Service::Gemini | Service::Anthropic | Service::OpenAi | Service::Compatible => {
            format!("{path}/")
        }
    }
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    match host.parse::<std::net::IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(service: Service, text: &str, base: &str) {
        assert_eq!(Address::read(service, text).map(|address| address.base), Ok(base.to_owned()));
    }

    #[test]
    fn a_version_is_added_where_it_is_left_out() {
        check(Service::Compatible, "http://h:1", "http://h:1/v1/");
        check(Service::Compatible, "http://h:1/", "http://h:1/v1/");
        check(Service::Compatible, "http://h:1/v1", "http://h:1/v1/");
        check(Service::OpenAi, "http://h:1/v1/chat/completions", "http://h:1/v1/");
        check(Service::Compatible, "https://h/api/v4/", "https://h/api/v4/");
        check(Service::Anthropic, "http://h:1", "http://h:1/v1/");
        check(Service::Anthropic, "http://h:1/v1/", "http://h:1/v1/");
        check(Service::Anthropic, "http://h:1/anthropic", "http://h:1/anthropic/v1/");
        check(Service::Gemini, "http://h:1/v1beta/", "http://h:1/v1beta/");
        check(Service::Gemini, "http://h:1/gemini/v1beta", "http://h:1/gemini/v1beta/");
        check(Service::Gemini, "http://h:1", "http://h:1/v1beta/");
        check(Service::Ollama, "http://h:1", "http://h:1/");
        check(Service::Ollama, "http://h:1/v1", "http://h:1/");
        check(Service::Ollama, "http://h:1/behind/api/", "http://h:1/behind/");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in ["", "h:1", "ftp://h", "http://", "http://a b", "http://u:p@h", "http://h?x=1"]
        {
            let wrong = Address::read(Service::OpenAi, text).unwrap_err();
            assert!(wrong.contains("endpoint"), "{wrong}");
        }
    }

    #[test]
    fn this_machine_is_known_by_its_names() {
        for (host, reach) in [
            ("http://localhost:1", Reach::ThisMachine),
            ("http://127.8.0.1", Reach::ThisMachine),
            ("http://[::1]:9", Reach::ThisMachine),
            ("http://10.0.0.1", Reach::Network),
            ("http://localhost.example.org", Reach::Network),
        ] {
            assert_eq!(Address::read(Service::OpenAi, host).map(|a| a.reach), Ok(reach), "{host}");
        }
    }
}
