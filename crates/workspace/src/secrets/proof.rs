//! Makes sure of a find: what has the form of a secret may still be code, documentation or a hash.

use std::ops::Range;

use super::base64::{decode, starts_as_text};
use super::entropy::{entropy, is_uuid, looks_random};
use super::passwords::{Place, is_chosen_password, is_password, is_secret_literal};
use super::values::{
    Name, has_name_in_it, has_special, is_documentation_word, is_identifier, is_placeholder,
    is_reference,
};
use super::words::has_word;

/// How a find is made sure of.
#[derive(Debug, Clone, Copy)]
pub(super) enum Proof {
    /// A password in a URL.
    Address,
    /// A password in a URL that has `/` or `@` in it.
    OddAddress,
    /// Base64 of a user and a password.
    Login,
    /// A literal that is handed to a call under a name that says that it is secret.
    Wrapped,
    /// A value in quotes or markup, under a name that says that it is secret.
    Literal,
    /// A value without quotes, up to the end of the line.
    Bare,
    /// An argument that a program takes for a password.
    Argument,
    /// A literal under the name of a password, where it stands if that is known.
    Password(Option<Place>),
    /// What a program or a call takes for a password, beside a user or a host.
    Given,
    /// The password in a list of settings: `host=db user=app password=…`.
    Listed,
    /// A value in a sentence.
    Note,
    /// A password in a sentence.
    Said,
}

/// A find on a line.
#[derive(Clone)]
pub(super) struct Found<'a> {
    pub(super) line: &'a str,
    /// Where the name of the value starts.
    pub(super) start: usize,
    pub(super) name: Name,
    pub(super) value: Range<usize>,
}

impl Found<'_> {
    /// What to hide, if it is a secret.
    pub(super) fn holds(&self, proof: Proof) -> Option<Range<usize>> {
        // The quote after it may be escaped: the whole is in a string.
        let value = self.line[self.value.clone()].trim_end_matches('\\');
        if value.contains("[redacted") || value.starts_with("redacted: ") {
            return None;
        }
        let name = self.name;
        let is_secret = match proof {
            Proof::Address => self.is_password_of_address(value),
            Proof::OddAddress => is_odd_password(value),
            Proof::Login => is_login(value),
            Proof::Wrapped => {
                !self.has_harmless_name()
                    && !is_placeholder(value)
                    && !is_reference(value)
                    && (looks_random(value, 16)
                        || name == Name::Password && looks_random(value, 10))
            }
            Proof::Literal => {
                if is_text_of_login(value) {
                    return is_login(value).then_some(self.value.clone());
                }
                let is_listed = self.before().contains(',') && value.contains(' ');
                !is_listed
                    && !self.has_harmless_name()
                    && (is_secret_literal(name, value) || self.is_secret_uuid(value))
            }
            Proof::Bare => {
                !self.has_harmless_name()
                    && (self.is_secret_bare(name, value) || self.is_secret_uuid(value))
            }
            Proof::Argument => !self.has_harmless_name() && is_secret_argument(value),
            Proof::Password(place) => {
                !self.has_harmless_name()
                    && is_password(value, place.unwrap_or_else(|| self.place()))
            }
            Proof::Given if value.starts_with('/') => false,
            Proof::Given => {
                is_password(value, Place::Login)
                    || looks_random(value, 16) && !is_placeholder(value)
            }
            Proof::Listed => self.is_among_settings() && is_password(value, Place::Login),
            Proof::Note => return self.note(name, value),
            Proof::Said => is_said_password(value),
        };
        is_secret.then(|| self.value.start..self.value.start + value.len())
    }

    /// The text from the name to the value.
    fn before(&self) -> &str {
        &self.line[self.start..self.value.start]
    }

    fn after(&self) -> &str {
        &self.line[self.value.end..]
    }

    /// The whole name that the form is about, of which it may have matched the end only.
    fn label(&self) -> &str {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        let head = &self.line[..self.start];
        let from = head.trim_end_matches(is_part).len();
        let mut names = self.line[from..self.value.start].split(|c: char| !is_part(c));
        names.find(|name| has_word(name.as_bytes())).unwrap_or_default()
    }

    /// Whether the name says that the value is derived from a secret, only tells about it, or is no
    /// secret at all: `password_hash`, `tokenUrl`, `NextToken`, `AWS::IAM::AccessKey`.
    fn has_harmless_name(&self) -> bool {
        const LAST: &str = "hash hashed digest checksum fingerprint url uri path file filename dir \
            version sha md name type kind len length size count index regex pattern prefix suffix \
            field label hint help text title message msg error errors env var class \
            selector policy format header expires expiry expiration ttl timeout at column attr \
            attribute param parameter arn ref endpoint id ids description desc rule rules strategy \
            test tests docs algorithm alg encoding command cmd icon limit required color style \
            certificate cert chain provider uuid guid";
        const BEFORE_TOKEN: &str = "next page continuation pagination change lock idempotency starting \
            progress cancellation backward forward update";
        let name = self.label().trim_end_matches(|c: char| !c.is_ascii_alphabetic());
        let words = words(name);
        let is_in = |list: &str, word: &str| list.split_whitespace().any(|listed| listed == word);
        let is_page = match words.as_slice() {
            [.., before, last] => last == "token" && is_in(BEFORE_TOKEN, before),
            [_] | [] => false,
        };
        let head = &self.line[..self.start];
        let run = head.rfind(char::is_whitespace).map_or(head, |at| &head[at..]);
        let is_path = run.contains("::") || run.contains("arn:");
        is_page
            || is_path
            || words.last().is_some_and(|last| is_in(LAST, last) || last.starts_with("placehold"))
    }

    /// Whether the name says no more than that the value is secret.
    pub(super) fn is_plain_name(&self) -> bool {
        !self.has_harmless_name()
    }

    /// Where a literal stands, by what is in front of it.
    fn place(&self) -> Place {
        let before =
            self.before().trim_end_matches(|c: char| !matches!(c, '=' | '>' | ':' | ',' | '('));
        let is_compared = before.ends_with("==");
        let is_short = words(self.label()).last().is_some_and(|last| last == "pass");
        let is_constant = self.label().bytes().all(|byte| !byte.is_ascii_lowercase());
        match before.chars().last() {
            // `pass` is also a step of something.
            _ if is_compared || is_short => Place::Argument,
            Some('=' | '>') => Place::Assigned,
            Some(':') if is_constant => Place::Assigned,
            Some(':') => Place::Entry,
            Some(_) | None => Place::Argument,
        }
    }

    /// Whether a user or a host is set beside the value, not handed to a call by name.
    fn is_among_settings(&self) -> bool {
        const OTHERS: [&str; 9] = [
            "user=",
            "username=",
            "user id=",
            "uid=",
            "login=",
            "host=",
            "server=",
            "dsn=",
            "data source=",
        ];
        let lower = self.line.to_ascii_lowercase();
        let head = self.line[..self.start].trim_end();
        let is_named_argument =
            head.ends_with([',', '(']) || head.contains('(') && !head.contains(['"', '\'']);
        OTHERS.iter().any(|other| lower.contains(other)) && !is_named_argument
    }

    fn is_password_of_address(&self, value: &str) -> bool {
        let user = self.before().trim_end_matches(':').rsplit('/').next().unwrap_or_default();
        // Seven small letters are a word of documentation far more often than a password.
        let least_chars = if value.bytes().all(|byte| byte.is_ascii_lowercase()) { 8 } else { 4 };
        value.chars().count() >= least_chars
            && !is_placeholder(value)
            && !is_documentation_word(value)
            && !value.contains(['{', '(', '[', '$', '\\', '`', ','])
            && !value.eq_ignore_ascii_case(user)
    }

    /// Whether a UUID is a key. Under `token` it is an id of something more often, but for settings.
    fn is_secret_uuid(&self, value: &str) -> bool {
        const SAMPLES: [&str; 2] =
            ["550e8400-e29b-41d4-a716-446655440000", "123e4567-e89b-12d3-a456-426614174000"];
        let name = self.label();
        let is_setting = name.contains('_') && name.bytes().all(|byte| !byte.is_ascii_lowercase());
        let words = words(name);
        let is_key = words.len() > 1 || words.last().is_some_and(|last| last != "token");
        is_uuid(value)
            && (is_setting || is_key)
            && entropy(value) >= 3.0
            && !SAMPLES.contains(&value.to_ascii_lowercase().as_str())
    }

    fn is_secret_bare(&self, name: Name, value: &str) -> bool {
        let after = self.after();
        if is_placeholder(value)
            || is_documentation_word(value)
            || after.starts_with(['(', '[', '.', ':'])
            || is_reference(value)
            || value.contains("..")
            || value.starts_with(['/', '~'])
            || is_identifier(value)
            || has_name_in_it(value)
        {
            return false;
        }
        let value = if value.contains("%2") || value.contains("%3") {
            &*value.replace("%2F", "/").replace("%2B", "+").replace("%3D", "=")
        } else {
            value
        };
        let is_plain = !value.contains(['$', '%', '?', '(', ')', '{', '}', '<', '>', ',', ';']);
        if is_plain && looks_random(value, 12) && (value.len() < 20 || entropy(value) >= 3.3) {
            return true;
        }
        let is_bound = !self.before().contains("= ");
        name == Name::Password
            && (is_chosen_password(value) || is_bound && is_password(value, Place::Argument))
            && self.is_setting(value)
    }

    /// Whether a bare value is one of a configuration file or a connection string, not code.
    fn is_setting(&self, value: &str) -> bool {
        let after = self.after().trim_start();
        let before = self.before();
        let is_tight = !before.contains(' ');
        let is_end = after.is_empty()
            || after.starts_with(['#', '<', '"', '\'', '&'])
            || after.starts_with("//")
            || after.starts_with(';') && (is_tight || has_special(value));
        let is_row = after.starts_with(char::is_alphanumeric) && is_tight;
        let starts_as_word =
            value.starts_with(|c: char| c.is_alphanumeric() || "!@#§€".contains(c));
        (is_end || is_row || after.starts_with(',') && has_special(value)) && starts_as_word
    }

    /// A value in a sentence: without the full stop behind it.
    fn note(&self, name: Name, value: &str) -> Option<Range<usize>> {
        let bare = value.trim_end_matches(['.', ',', ';', ':', ')', '?']);
        let is_plain =
            !bare.contains(['(', ')', '{', '}', '<', '>', '[', ']', ',', ';', '=', '\\']);
        let is_secret = is_plain
            && !self.has_harmless_name()
            && !is_placeholder(bare)
            && !is_documentation_word(bare)
            && !is_reference(bare)
            && !is_identifier(bare)
            && !has_name_in_it(bare)
            && (looks_random(bare, 12)
                || name == Name::Password
                    && is_chosen_password(bare)
                    && has_special(bare)
                    && !bare.contains(['&', '*', '$', '%', '+']));
        is_secret.then(|| self.value.start..self.value.start + bare.len())
    }
}

/// The words of a name, in lower case: `next`, `Page` and `Token` of `nextPageToken`.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_ascii_alphabetic() {
            let is_hump = c.is_ascii_uppercase() && !before.is_ascii_uppercase();
            if !before.is_ascii_alphabetic() || is_hump {
                words.push(String::new());
            }
            words.last_mut().into_iter().for_each(|word| word.push(c.to_ascii_lowercase()));
        }
        before = c;
    }
    words
}

/// Whether an argument that a program takes for a password is one.
fn is_secret_argument(value: &str) -> bool {
    let count = |test: fn(&char) -> bool| value.chars().filter(test).count();
    let n_letters = count(|c| c.is_alphabetic());
    let is_mixed = count(char::is_ascii_digit) > 0 || has_special(value);
    let is_code = value.contains(['(', ')', '{', '}', '<', '>', '[', ']', '`', '\\', '=']);
    !is_placeholder(value)
        && !is_documentation_word(value)
        && !is_reference(value)
        && !is_identifier(value)
        && !is_uuid(value)
        && !value.starts_with('-')
        && !is_code
        && n_letters >= 2
        && is_mixed
        && value.chars().count() >= 6
}

/// Whether a word in a sentence is a password: of letters and digits, or of parts that words do not have.
fn is_said_password(value: &str) -> bool {
    let count = |test: fn(&char) -> bool| value.chars().filter(test).count();
    let is_mixed = count(char::is_ascii_digit) > 0 && count(char::is_ascii_lowercase) > 1;
    is_mixed
        && value.starts_with(|c: char| c.is_alphanumeric())
        && is_password(value, Place::Argument)
}

/// Whether a value with `/` or `@` in it is the password of a URL, not a port and a path.
fn is_odd_password(value: &str) -> bool {
    let port = value.split('/').next().unwrap_or_default();
    let is_port = port.len() <= 5 && port.bytes().all(|byte| byte.is_ascii_digit());
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    let is_code = value.contains(['{', '}', '(', ')', '[', ']', '<', '$', '\\', ',', '`']);
    let is_path = is_port && value.contains('/');
    !is_path
        && !value.contains("://")
        && !is_code
        && !is_placeholder(value)
        && !is_documentation_word(value)
        && has_digit
        && value.chars().count() >= 6
}

/// Whether a value is Base64 of two words with a colon between them.
fn is_text_of_login(value: &str) -> bool {
    starts_as_text(value)
        && decode(value)
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .is_some_and(|text| text.contains(':'))
}

/// Whether Base64 of a user and a password has a real password in it.
fn is_login(value: &str) -> bool {
    let decoded = decode(value).and_then(|bytes| String::from_utf8(bytes).ok());
    let login = decoded.filter(|text| text.chars().all(|c| !c.is_control()));
    match login.as_deref().and_then(|login| login.split_once(':')) {
        Some((user, password)) => {
            password.chars().count() >= 4
                && !is_placeholder(password)
                && !is_documentation_word(password)
                && !user.eq_ignore_ascii_case(password)
        }
        None => !is_placeholder(value) && value.len() >= 20 && looks_random(value, 16),
    }
}
