//! The token that clients send.

use http::{HeaderMap, header};

use crate::Error;

/// Generates a random token.
pub fn new_token() -> Result<String, Error> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes).map_err(|error| Error::Random { reason: error.to_string() })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Returns whether the request carries the token.
pub(crate) fn is_authorised(headers: &HeaderMap, token: &str) -> bool {
    bearer_token(headers).is_some_and(|sent| is_same_token(sent, token))
}

/// Returns the token that a request carries.
pub fn bearer_token(headers: &HeaderMap) -> Option<&[u8]> {
    let sent = headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, sent) = sent.split_at_checked("Bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then_some(sent)
}

/// Compares a sent token with the right one, in a time that does not depend on how many bytes agree.
pub fn is_same_token(sent: &[u8], token: &str) -> bool {
    sent.len() == token.len()
        && sent.iter().zip(token.as_bytes()).fold(0, |all, (one, two)| all | (one ^ two)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sent: Option<&str>, expect: bool) {
        let mut headers = HeaderMap::new();
        if let Some(sent) = sent {
            headers.insert(header::AUTHORIZATION, sent.parse().unwrap());
        }
        assert_eq!(is_authorised(&headers, "secret-token"), expect, "{sent:?}");
    }

    #[test]
    fn only_the_token_itself_lets_in() {
        check(Some("Bearer secret-token"), true);
        check(Some("bearer secret-token"), true);
        for sent in
            ["", "Bearer", "Bearer ", "secret-token", "Basic secret-token", "Bearer secret-tokeN"]
        {
            check(Some(sent), false);
        }
        check(Some("Bearer secret-token2"), false);
        check(None, false);
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let (one, two) = (new_token().unwrap(), new_token().unwrap());
        assert_eq!(one.len(), 48);
        assert_ne!(one, two);
    }
}
