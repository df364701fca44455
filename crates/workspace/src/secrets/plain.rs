//! The general rule: a value directly after a name that says that it is secret is one, unless it is
//! evidently harmless: a stand-in, a type, a variable, a path, a label. Start at [`find`].

use std::ops::Range;

use rutter_domain::text::truncate;

use super::entropy::{is_uuid, looks_random};
use super::literal::{Joint, Value};
use super::passwords::{is_about, is_mail_address, is_passphrase, names_algorithm};
use super::proof::{Found, words as name_words};
use super::values::{
    Name, has_special, is_documentation_word, is_identifier, is_placeholder, is_reference, lists,
};
use super::words::{Word, find_words};

/// The bytes of a value that nothing shows to be harmless.
pub(super) fn find(
    found: &Found<'_>,
    end: usize,
    joint: Joint,
    value: &Value,
) -> Option<Range<usize>> {
    // Nothing further away says something about a value.
    const MOST_BYTES: usize = 300;
    let line = truncate(found.line, end + MOST_BYTES);
    if found.start > MOST_BYTES && !value.is_quoted || value.range.end > line.len() {
        return None;
    }
    let is_told = matches!(joint, Joint::Called | Joint::Compared)
        && value.is_quoted
        && found.name == Name::Password
        && !line[found.start..end].to_ascii_lowercase().ends_with("pass");
    let words = name_words(line.get(found.start..end).unwrap_or_default());
    let last = words.last().map_or("", String::as_str);
    let digits = line[value.range.clone()].trim();
    if matches!(joint, Joint::Assigned | Joint::Markup)
        && (found.name == Name::Password && last != "pass"
            || matches!(last, "pin" | "pincode" | "passcode"))
        && (4..=10).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        // A constant of code ends in a semicolon.
        && (value.is_quoted || !line[value.range.end..].trim_start().starts_with([';', ',', ')']))
        && found.is_plain_name()
        && !is_documentation_word(digits)
    {
        return Some(value.range.clone());
    }
    if !(is_told || matches!(joint, Joint::Assigned | Joint::Markup))
        || value.is_wrapped
        || found.name == Name::Weak && last != "salt"
        || !found.is_plain_name()
    {
        return None;
    }
    let name = &line[found.start..end];
    let range = match value.is_quoted {
        true => value.range.clone(),
        false => setting(line, found.start, end, value.range.start)?,
    };
    let text = &line[range.clone()];
    let is_secret = !text.contains("[redacted")
        && match value.is_quoted {
            true => is_secret_literal(found.name, name, text, &line[end..range.start]),
            false => is_secret_setting(found.name, line, found.start, end, text),
        };
    is_secret.then_some(range)
}

/// The value on a line that has nothing but a name and a value, without its comment, or one among
/// such pairs.
fn setting(line: &str, start: usize, end: usize, at: usize) -> Option<Range<usize>> {
    let head =
        line[..start].trim_start_matches([' ', '\t', '-', '#', ';', '/', '*', '>', '+', '|', '!']);
    let head = head
        .trim_start_matches("export ")
        .trim_start_matches("set ")
        .trim_start_matches("ENV ")
        .trim_start_matches("ARG ");
    if line[end..at].contains(['"', '\'', '(', '[', '{']) && !line[end..at].starts_with('}') {
        return None;
    }
    let is_code = |c: char| "(){}[]<>;\"'`$\\".contains(c);
    let rest = line[at..].trim_end();
    let whole = rest.find(" #").map_or(rest, |comment| rest[..comment].trim_end());
    let is_pair = head.contains([':', '=', '：']) && !head.contains(is_code);
    // `username=plex,password=…,uid=1000`.
    let is_list =
        head.ends_with([',', '&', '?']) && head.contains(['=', '?']) && !head.contains('(');
    let n = match () {
        () if is_list => whole.find([',', '&', ' ']).unwrap_or(whole.len()),
        () if head.trim_matches(|c: char| c == '$' || c == '{').is_empty() => whole.len(),
        // A label of words before the name: `WLAN Passwort: …`.
        () if is_pair || !head.contains(is_code) && line[end..at].contains(['：']) => {
            let n = whole.find(char::is_whitespace).unwrap_or(whole.len());
            let is_told =
                whole[..n].chars().any(|c| c.is_ascii_digit()) || has_special(&whole[..n]);
            if n < whole.len() && !is_told {
                return None;
            }
            n
        }
        () => return None,
    };
    Some(at..at + n)
}

/// Whether nothing shows that a value in quotes is harmless.
fn is_secret_literal(kind: Name, name: &str, value: &str, before: &str) -> bool {
    let count = |test: fn(&char) -> bool| value.chars().filter(test).count();
    let (n_letters, n_digits) = (count(|c| c.is_alphabetic()), count(char::is_ascii_digit));
    let is_constant = name.len() > 4 && name.bytes().all(|byte| !byte.is_ascii_lowercase());
    let words = name_words(name);
    let is_secret_name = kind == Name::Password
        || words.last().is_some_and(|word| matches!(word.as_str(), "secret" | "salt"));
    let is_crypto_name = words.last().is_some_and(|word| word == "key")
        && words.iter().any(|word| {
            [
                "encrypt", "crypt", "hmac", "sign", "master", "jwt", "secret", "private", "cipher",
                "aes",
            ]
            .iter()
            .any(|lead| word.starts_with(lead))
        });
    if is_harmless(value)
        || has_own_words(value, n_digits)
        || value.chars().any(|c| c > '\u{2e7f}')
        || value.starts_with(['/', '.', '#', '@', ':', '-'])
        || value.contains(['{', '}', '<', '>', '(', ')', '[', ']', '\\', '|', '`'])
    {
        return false;
    }
    if value.contains(char::is_whitespace) {
        return is_secret_name && is_chosen_phrase(kind, value, before.contains('='));
    }
    let is_dotted = value.contains('.') && value.split('.').all(is_word);
    if words == ["pass"] && before.trim_end().ends_with(':') && n_digits == 0 {
        return false;
    }
    if n_digits == 0 && !has_special(value.trim_end_matches(['!', '?', '*', ':'])) {
        // Words: a name, a type, a label, or the password of somebody.
        let is_entry = before.trim_end().ends_with(':');
        let is_short = words == ["pass"] || words == ["secret"] || words == ["community"];
        let is_entry = is_entry || !before.contains(['=', '>', ':']) || before.contains("==");
        let n_least = match kind {
            Name::Key if is_crypto_name => 14,
            Name::Password if is_entry || is_short => 8,
            Name::Password => 5,
            Name::Key | Name::Weak => 10,
        };
        let has_separator = value.contains(['-', '_', '/', ':', '=', ',', ';']);
        let n_humps = value.chars().skip(1).filter(|c| c.is_uppercase()).count();
        return (is_secret_name || is_crypto_name)
            && value.is_ascii()
            && n_letters >= n_least
            && !(is_dotted && is_entry)
            && !(has_separator && (kind != Name::Password || is_entry || is_short))
            && n_humps * 3 < n_letters
            && !is_about(value);
    }
    let is_numbered = n_digits <= 2
        && value
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .chars()
            .all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_' | '.' | ':'));
    match kind {
        Name::Password => {
            n_letters + n_digits >= 4
                && n_letters >= 1
                && !(is_numbered && value.contains(['-', '_', ':', '.']))
                && !is_uuid(value)
        }
        _ if n_letters < 2 || value.contains(['/', ':', ',', ' ']) || is_uuid(value) => false,
        _ if is_secret_name || is_crypto_name => value.len() >= 8 && !is_numbered,
        _ => is_constant && value.len() >= 12 && !is_numbered && !is_identifier(value),
    }
}

/// Whether nothing shows that a value without quotes is harmless, on a line of its own.
fn is_secret_setting(kind: Name, line: &str, start: usize, end: usize, value: &str) -> bool {
    let count = |test: fn(&char) -> bool| value.chars().filter(test).count();
    let (n_letters, n_digits) = (count(|c| c.is_alphabetic()), count(char::is_ascii_digit));
    let name = &line[start..end];
    let words = name_words(name);
    let is_foreign = !name.is_ascii();
    let is_upper = name.len() > 4 && name.bytes().all(|byte| !byte.is_ascii_lowercase());
    let is_token = is_upper && n_digits >= 2 && n_letters >= 6 && line[end..].starts_with('=');
    let is_secret_name = kind == Name::Password
        || is_foreign
        || is_token && value.len() >= 10
        || matches!(words.as_slice(), [.., last] if last == "secret");
    let rest = &line[end..];
    let is_tight = rest.starts_with('=') && !rest.starts_with("= ");
    let is_code = |c: char| "(){}[]<>\"'`;\\|".contains(c);
    let is_member = ["self.", "this.", "$"].iter().any(|start| name.starts_with(start));
    if !is_secret_name
        || is_member
        || is_harmless(value)
        || has_own_words(value, n_digits)
        || is_identifier(value)
        || value.contains(is_code)
        || value.starts_with(['/', '~', '-', '=', '!', '.', ',', '&', '*', '#', '@', '$', '%', '>'])
        || value.ends_with([',', ':', '=', '/', '…'])
        || words.first().is_some_and(|word| word == "pass") && words.len() == 1 && !is_tight
    {
        return false;
    }
    if value.contains(char::is_whitespace) {
        let is_article = ["The ", "A ", "An "].iter().any(|word| value.starts_with(word));
        let lower = value.to_lowercase();
        return kind == Name::Password
            && (is_passphrase(value)
                || !is_article
                    && value.split_whitespace().count() > 3
                    && (name.starts_with(char::is_uppercase) || !name.is_ascii())
                    && is_chosen_phrase(kind, &lower, false));
    }
    if value.contains("::") || value.contains(',') && !is_tight || !(5..=100).contains(&value.len())
    {
        return false;
    }
    let is_attribute = value.contains('.') && value.split('.').all(is_word);
    let inner = value.trim_matches(|c: char| !c.is_alphanumeric());
    let is_name = value.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_spaced = rest.starts_with(" =") && !rest.starts_with(" =>");
    if n_digits > 0 {
        let is_path = value.contains('/') && value.split('/').count() > 2;
        let is_variable = is_name && is_spaced && line.starts_with(' ');
        return n_letters >= 2 && !is_path && !is_attribute && !is_variable;
    }
    let is_mixed = has_special(inner) || inner.contains(['&', '%']);
    let n_humps = value.chars().skip(1).filter(|c| c.is_uppercase()).count();
    let is_top = !line.starts_with([' ', '\t']);
    // `Kennwort: …` in a note, `password=…` in settings.
    let is_note = is_foreign || name.starts_with(char::is_uppercase);
    let is_lower = value.chars().all(|c| c.is_lowercase());
    is_mixed && n_letters >= 5
        || (!is_attribute || is_tight && value.starts_with(char::is_uppercase))
            && n_letters >= if is_tight { 6 } else { 7 }
            && n_humps * 4 < n_letters
            && value.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '.' | '_'))
            && !is_about(value)
            && (is_tight && (is_lower || is_top)
                || is_note && !is_spaced
                || is_lower && !is_spaced
                || is_spaced && is_top && (is_lower || name.contains('.'))
                || n_humps == 0 && !is_spaced)
}

fn is_harmless(value: &str) -> bool {
    let is_dotted = value.split('.').count() >= 2;
    let reference = if is_dotted { value.replace('.', "") } else { value.to_owned() };
    let lower = value.to_lowercase();
    is_placeholder(value)
        || is_documentation_word(value)
        || is_reference(&reference)
        || is_mail_address(value)
        || names_algorithm(&lower)
        || matches!(&*lower, "true" | "false" | "none" | "null" | "undefined" | "nil")
}

/// Whether a value names secrets itself: `db_password`, `Passwort`, `auth.token`.
fn has_own_words(value: &str, n_digits: usize) -> bool {
    let is_name = |word| matches!(word, Word::Names(Name::Password | Name::Key));
    n_digits < 3
        && !has_special(value.trim_end_matches(['*', '?', ':']))
        && find_words(value).iter().any(|hit| is_name(hit.word))
}

/// Whether it is a word of letters, as names have.
fn is_word(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
        && !looks_random(part, 8)
}

/// Whether words in quotes, under a name that says that they are secret, are a phrase that somebody
/// chose, not a label or a message.
fn is_chosen_phrase(kind: Name, value: &str, is_assigned: bool) -> bool {
    /// Words of labels and messages.
    const SAID: &str = "your you please enter must should cannot can not is are be was invalid wrong \
        required missing confirm confirmation repeat retype current forgot forgotten reset \
        change show hide strength weak strong least most characters character minimum field error \
        failed login log sign out match use used using create update save type \
        this that with for from if then when returns return value string number name user \
        email set get add remove delete expired ihr sie bitte nicht neues falsches votre nouveau \
        su por favor para una valid matches has have will may no";
    let words: Vec<&str> = value.split_whitespace().collect();
    let n_digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = |word: &&str| {
        word.chars().all(|c| c.is_alphanumeric() || "-'!&+.".contains(c))
            && word.chars().any(char::is_alphanumeric)
            && !lists(SAID, &word.to_lowercase())
    };
    let is_lower = !value.chars().any(char::is_uppercase);
    let n_least = match (n_digits, kind) {
        (0, Name::Password) if is_assigned => 2,
        (0, Name::Password) => 3,
        (0, _) => 4,
        _ => 2,
    };
    (n_least..=7).contains(&words.len())
        && value.is_ascii()
        && (is_lower || n_digits > 1)
        && !value.ends_with(['.', ':', ','])
        && words.iter().all(is_plain)
}
