//! Decides what a repository's settings file may change.
//!
//! `.rutter/config.toml` comes with the repository and is untrusted. Each of its settings is either
//! harmless or can only make a limit of the user stricter, where a default counts as the user's
//! limit. [`restrict`] destructures the table field by field, so that code with a new field does not compile
//! before its rule is chosen. Flags and environment variables are not restricted.

use std::time::Duration;

use rutter_agent::Mission;
use rutter_provider::transport::DEFAULT_RETRY_DELAY;

use super::file::ModelTable;

/// The shortest timeout that a repository can set, in seconds: a request that times out is still paid
/// for, and so are its three retries.
const SHORTEST_TIMEOUT_S: u64 = 30;

/// The user's settings as restricted by the repository's file.
#[derive(Debug, PartialEq)]
pub struct Effective {
    /// `name` and `endpoint` are `None`: see `suggestion`.
    pub table: ModelTable,
    pub limit_timeout: Option<Duration>,
    pub suggestion: Option<Suggestion>,
}

/// The model that a repository's file names. It is used only if it costs no more than the user's own,
/// and no key is sent to an endpoint that the repository chose; see `model.rs`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Suggestion {
    pub name: Option<String>,
    /// On this machine; others are refused by [`ModelTable::check_trust`].
    pub endpoint: Option<String>,
}

pub fn restrict(user: ModelTable, theirs: ModelTable) -> Effective {
    let ModelTable {
        name,
        endpoint,
        dispatch,
        max_turns,
        max_tokens,
        max_cost,
        rpm,
        timeout_s,
        retry_delay_ms,
        max_output,
        context,
        cache,
        // With a made-up low price, a repository could get around the user's cap on cost.
        price: _,
        // Thoughts cost money.
        effort: _,
    } = theirs;
    let usual = Mission::new("", "");
    let has_suggestion = name.is_some() || endpoint.is_some();
    Effective {
        suggestion: has_suggestion.then_some(Suggestion { name, endpoint }),
        limit_timeout: timeout_s.map(|limit| Duration::from_secs(limit.max(SHORTEST_TIMEOUT_S))),
        table: ModelTable {
            name: None,
            endpoint: None,
            // Harmless: it decides how tools are called, not which or how often.
            dispatch: dispatch.or(user.dispatch),
            max_turns: at_most(user.max_turns, Some(usual.limits.max_turns), max_turns),
            max_tokens: at_most(user.max_tokens, usual.limits.max_tokens, max_tokens),
            max_cost: at_most(user.max_cost, usual.limits.max_cost, max_cost),
            rpm: at_most(user.rpm, None, rpm),
            timeout_s: user.timeout_s,
            retry_delay_ms: at_least(
                user.retry_delay_ms,
                Some(DEFAULT_RETRY_DELAY.as_millis() as u64),
                retry_delay_ms,
            ),
            max_output: at_most(user.max_output, Some(usual.limit_output_tokens), max_output),
            context: at_most(user.context, Some(usual.context_tokens), context),
            // A repository may contain forged cached replies, so only the user can enable the cache.
            cache: Some(user.cache == Some(true) && cache != Some(false)),
            price: user.price,
            effort: user.effort,
        },
    }
}

/// The stricter of the repository's limit and the user's, or the default if the user set none.
fn at_most<T: PartialOrd>(user: Option<T>, usual: Option<T>, theirs: Option<T>) -> Option<T> {
    let Some(theirs) = theirs else { return user };
    match user.or(usual) {
        Some(limit) if limit < theirs => Some(limit),
        Some(_) | None => Some(theirs),
    }
}

/// As [`at_most`], for a setting that is stricter when it is higher.
fn at_least<T: PartialOrd>(user: Option<T>, usual: Option<T>, theirs: Option<T>) -> Option<T> {
    let Some(theirs) = theirs else { return user };
    match user.or(usual) {
        Some(limit) if limit > theirs => Some(limit),
        Some(_) | None => Some(theirs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(line: &str) -> ModelTable {
        toml::from_str(line).unwrap()
    }

    /// Checks the settings that are in effect for a user's line and a repository's line.
    fn check(user: &str, theirs: &str, expected: &str) {
        let Effective { table, limit_timeout, suggestion } = restrict(table(user), table(theirs));
        let ModelTable {
            name,
            endpoint,
            dispatch,
            max_turns,
            max_tokens,
            max_cost,
            rpm,
            timeout_s,
            retry_delay_ms,
            max_output,
            context,
            cache,
            price,
            effort,
        } = table;
        assert_eq!((name, endpoint), (None, None));
        let mut set = Vec::new();
        let mut add = |name: &str, value: Option<String>| {
            set.extend(value.map(|value| format!("{name} {value}")));
        };
        add("dispatch", dispatch);
        add("max_turns", max_turns.map(|n| n.to_string()));
        add("max_tokens", max_tokens.map(|n| n.to_string()));
        add("max_cost", max_cost.map(|n| n.to_string()));
        add("rpm", rpm.map(|n| n.to_string()));
        add("timeout", timeout_s.map(|n| n.to_string()));
        add("at most", limit_timeout.map(|limit| limit.as_secs().to_string()));
        add("retry_delay_ms", retry_delay_ms.map(|n| n.to_string()));
        add("max_output", max_output.map(|n| n.to_string()));
        add("context", context.map(|n| n.to_string()));
        add("price", price);
        add("effort", effort);
        add("cache", cache.filter(|cache| *cache).map(|_| "on".to_owned()));
        let suggested = suggestion.map(|suggestion| {
            let known = [suggestion.name, suggestion.endpoint];
            known.into_iter().flatten().collect::<Vec<_>>().join(" at ")
        });
        add("suggested", suggested);
        assert_eq!(set.join(", "), expected, "user: {user}; repository: {theirs}");
    }

    #[test]
    fn a_repository_lowers_the_turns_and_never_raises_them() {
        check("max_turns = 3", "max_turns = 300", "max_turns 3");
        check("max_turns = 30", "max_turns = 5", "max_turns 5");
        check("", "max_turns = 300", "max_turns 20");
        check("", "max_turns = 5", "max_turns 5");
        check("max_turns = 300", "", "max_turns 300");
    }

    #[test]
    fn a_repository_lowers_the_tokens_of_a_run_and_never_raises_them() {
        check("max_tokens = 10", "max_tokens = 1000", "max_tokens 10");
        check("max_tokens = 1000", "max_tokens = 10", "max_tokens 10");
        check("", "max_tokens = 10", "max_tokens 10");
        check("max_tokens = 10", "", "max_tokens 10");
    }

    #[test]
    fn a_repository_lowers_the_cost_and_never_raises_it() {
        check("max_cost = 0.5", "max_cost = 100.0", "max_cost 0.5");
        check("max_cost = 0.5", "max_cost = 0.25", "max_cost 0.25");
        check("", "max_cost = 0.25", "max_cost 0.25");
    }

    #[test]
    fn a_repository_lowers_the_rate_and_never_raises_it() {
        check("rpm = 30", "rpm = 100000", "rpm 30");
        check("rpm = 30", "rpm = 3", "rpm 3");
        check("", "rpm = 100000", "rpm 100000");
    }

    #[test]
    fn a_repository_shortens_the_timeout_to_half_a_minute_at_least() {
        check("timeout_s = 60", "timeout_s = 9000", "timeout 60, at most 9000");
        check("", "timeout_s = 9000", "at most 9000");
        check("", "timeout_s = 45", "at most 45");
        check("", "timeout_s = 1", "at most 30");
        check("timeout_s = 5", "timeout_s = 1", "timeout 5, at most 30");
    }

    #[test]
    fn a_repository_lengthens_the_wait_after_a_failure_and_never_shortens_it() {
        check("", "retry_delay_ms = 1", "retry_delay_ms 2000");
        check("", "retry_delay_ms = 5000", "retry_delay_ms 5000");
        check("retry_delay_ms = 10", "retry_delay_ms = 1", "retry_delay_ms 10");
        check("retry_delay_ms = 10", "", "retry_delay_ms 10");
    }

    #[test]
    fn a_repository_lowers_the_length_of_replies_and_never_raises_it() {
        check("", "max_output = 100000", "max_output 4096");
        check("", "max_output = 100", "max_output 100");
        check("max_output = 8000", "max_output = 100000", "max_output 8000");
    }

    #[test]
    fn a_repository_lowers_the_length_of_the_conversation_and_never_raises_it() {
        check("", "context = 1000000", "context 60000");
        check("", "context = 8000", "context 8000");
        check("context = 200000", "context = 1000000", "context 200000");
    }

    #[test]
    fn a_repository_cannot_make_a_model_think_longer() {
        check("", "effort = 'high'", "");
        check("effort = 'low'", "effort = 'high'", "effort low");
    }

    #[test]
    fn a_repository_cannot_say_what_a_model_costs() {
        check("", "price = '0/0'", "");
        check("price = '1/2'", "price = '0/0'", "price 1/2");
    }

    #[test]
    fn a_repository_switches_the_cache_off_and_never_on() {
        check("", "cache = true", "");
        check("cache = true", "cache = true", "cache on");
        check("cache = true", "cache = false", "");
        check("cache = true", "", "cache on");
    }

    #[test]
    fn a_repository_chooses_how_tools_are_called() {
        check("dispatch = 'native'", "dispatch = 'structured'", "dispatch structured");
        check("dispatch = 'native'", "", "dispatch native");
    }

    #[test]
    fn a_model_and_an_endpoint_of_a_repository_are_kept_apart_from_the_users() {
        let theirs = "name = 'gpt-5'\nendpoint = 'http://127.0.0.1:1'";
        check("name = 'mine'", theirs, "suggested gpt-5 at http://127.0.0.1:1");
        check("endpoint = 'https://mine'", "", "");
    }
}
