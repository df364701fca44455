//! Judges whether a value is a password that a person chose: words, names and years, which are not
//! random. So the place decides how much the value itself must show.

use super::entropy::looks_random;
use super::values::{
    Name, SPECIAL, has_special, is_documentation_word, is_identifier, is_placeholder, is_reference,
    lists,
};

/// Where a value stands that is said to be a password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// An argument of a call, where names and labels stand as well.
    Argument,
    /// After a colon, where labels and types stand as well.
    Entry,
    /// After `=`.
    Assigned,
    /// Beside a user or a host, or where a program reads a password.
    Login,
}

/// Whether a value in quotes is a secret, given its name.
pub(super) fn is_secret_literal(name: Name, value: &str) -> bool {
    if is_placeholder(value) || is_documentation_word(value) || is_reference(value) {
        return false;
    }
    if value.chars().any(char::is_whitespace) {
        let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
        return (name == Name::Password || has_digit) && is_passphrase(value);
    }
    let is_code = value.len() >= 16
        && value.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_digit());
    looks_random(value, if name == Name::Weak { 16 } else { 10 })
        || is_code
        || name == Name::Password
            && (is_chosen_password(value) || is_password(value, Place::Argument))
}

/// Whether a value is a password, given its place.
pub(super) fn is_password(value: &str, place: Place) -> bool {
    let n_digits = value.bytes().filter(u8::is_ascii_digit).count();
    // Settings without quotes hold names with dots, and passwords too.
    let may_be_dotted = place == Place::Login && n_digits > 0;
    if is_placeholder(value)
        || is_documentation_word(value)
        || is_reference(value) && !may_be_dotted
        || place == Place::Argument && is_identifier(value) && n_digits < 2
    {
        return false;
    }
    if value.chars().any(char::is_whitespace) {
        return place != Place::Argument && is_passphrase(value);
    }
    let lower = value.to_lowercase();
    let is_code = |c: char| "(){}<>[]`\"\\|".contains(c);
    if !(5..=64).contains(&value.chars().count())
        || value.contains(is_code)
        || !value.is_ascii() && n_digits == 0 && matches!(place, Place::Argument | Place::Entry)
        || value.chars().any(|c| c > '\u{5ff}') && place != Place::Login
        || value.ends_with(['/', ':', '=', ','])
        || is_mail_address(value)
        || names_algorithm(&lower)
    {
        return false;
    }
    let count = |test: fn(&char) -> bool| value.chars().filter(test).count();
    let n_letters = count(|c| c.is_alphabetic());
    let has_separator = value.contains(['_', '-', '.', '/', ':', '=', ',', ';']);
    let says_password = PASSWORD_WORDS.iter().any(|word| lower.contains(word));
    // In the middle: `password*` is a label and `password?` a question.
    let is_special = value.trim_matches(|c| SPECIAL.contains(c)).contains(|c| SPECIAL.contains(c));
    if n_digits > 0 && (is_special || has_special(value)) {
        n_letters + n_digits >= 4
    } else if n_digits > 0 && n_letters > 0 {
        let is_path = value.contains(['/', ':', '=', ',', ';', '.']) && place != Place::Login;
        !is_path && n_letters > 1 && !(says_password && (has_separator || n_digits == 1))
    } else if n_digits > 0 {
        (n_digits >= 12 || n_digits >= 8 && matches!(place, Place::Assigned | Place::Login))
            && !has_separator
    } else if is_special {
        !says_password && !value.contains(['/', ':', '='])
    } else {
        !says_password && are_words(value, place)
    }
}

/// Names of passwords: a value with one is a name or a label rather than a password.
const PASSWORD_WORDS: [&str; 9] =
    ["pass", "pwd", "secret", "token", "kennwort", "wachtwoord", "senha", "input", "field"];

/// Whether a word is one that is said about passwords where one could stand, or a type.
pub(super) fn is_about(value: &str) -> bool {
    const ABOUT: &str = "required optional invalid incorrect mismatch encrypted plaintext validation \
        minlength maxlength autocomplete disabled editable readonly nullable generated unchanged \
        different undefined hardcoded authenticated environment interactive sensitive string \
        boolean number integer object optionalstring private public internal external protected \
        readwrite default unknown missing expired revoked rejected accepted forbidden unauthorized \
        configured enabled external reserved forwarded inherited provided anonymous certificate \
        identifier variable function constant keyword property parameter argument attribute \
        punctuation operator comment literal document response request database username \
        hostname localhost filename directory resource reference configuration description \
        dashboard profile settings security general advanced personal account accounts";
    lists(ABOUT, &value.to_lowercase())
}

/// Whether letters alone, with `-` and `_` between them, are a password in this place.
fn are_words(value: &str, place: Place) -> bool {
    let letters = || value.chars().filter(|c| !matches!(c, '-' | '_'));
    let is_lower = letters().all(|c| c.is_ascii_lowercase());
    let n_humps = value.chars().filter(char::is_ascii_uppercase).count();
    let has_separator = value.contains(['-', '_']);
    let is_proper =
        value.starts_with(|c: char| c.is_ascii_uppercase()) && n_humps * 3 <= value.len();
    let n_letters = letters().count();
    let is_letter = |c: char| c.is_ascii_alphabetic() || c.is_alphabetic() && place == Place::Login;
    if !letters().all(is_letter) || is_about(value) {
        return false;
    }
    match place {
        Place::Argument => false,
        Place::Entry => n_letters >= 9 && !has_separator && (is_lower || is_proper && n_humps > 1),
        Place::Assigned => n_letters >= 8 && (is_lower || is_proper),
        Place::Login => n_letters >= 6 && n_humps < n_letters,
    }
}

pub(super) fn names_algorithm(lower: &str) -> bool {
    const ALGORITHMS: [&str; 19] = [
        "sha", "md5", "aes", "base64", "base32", "rsa", "blake", "25519", "secp", "scram", "pbkdf",
        "crypt", "hmac", "utf", "x509", "oauth", "http", "argon", "ntlm",
    ];
    ALGORITHMS.iter().any(|word| lower.contains(word))
}

/// Whether a value under the name of a password is one that a person may have chosen:
/// `Winter2026!`, `dragon1987`.
pub(super) fn is_chosen_password(value: &str) -> bool {
    let lower = value.to_lowercase();
    let count = |test: fn(&char) -> bool| value.chars().filter(test).count();
    let (n_letters, n_digits) = (count(|c| c.is_alphabetic()), count(char::is_ascii_digit));
    let n_special = count(|c| SPECIAL.contains(*c));
    let is_code = |c: char| matches!(c, '(' | ')' | '{' | '}' | '<' | '>' | '`' | '"' | '\\');
    if !(8..=64).contains(&value.chars().count())
        || n_letters < 2
        || value.chars().any(|c| is_code(c) || c.is_whitespace())
        || is_mail_address(value)
        || is_documentation_word(value)
        || names_algorithm(&lower)
    {
        return false;
    }
    let has_separator = value.contains(['_', '-', '.', '/', ':', '=', ',', '[', ']', '|', ';']);
    match (n_digits, n_special) {
        (0, 0 | 1) => false,
        (0, _) => !has_separator,
        (1, 0) => false,
        (_, 0) => !has_separator,
        (_, _) => true,
    }
}

pub(super) fn is_mail_address(value: &str) -> bool {
    value.split_once('@').is_some_and(|(user, host)| {
        !user.is_empty()
            && host.contains('.')
            && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))
    })
}

/// Whether words with blanks between them are a passphrase, not a sentence or a label.
pub(super) fn is_passphrase(value: &str) -> bool {
    /// Words of sentences, and those that labels of password fields are made of.
    const PROSE: &str = "a an and are as at be been but by can cannot could do does for from has have if in into \
        is it its least may more must no not of on only or our please should than that the their \
        then there this to too was we were when which will with you your again change characters \
        choose confirm confirmation create current enter email error failed field forgot \
        forgotten hide incorrect invalid key keys login match minimum missing new old password \
        passwords passphrase recover repeat required reset retype secret set show sign strength \
        token type update user username valid weak wrong ihr sie das der die ein eine bitte \
        nicht und passwort kennwort eingeben neues falsches ungültiges votre le la les de du des \
        mot passe nouveau su el una un por favor para contraseña senha sua nova il per tua het \
        een wachtwoord en så och lösenord hasło пароль";
    let words: Vec<&str> = value.split_whitespace().collect();
    let is_prose = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        lists(PROSE, &word)
    };
    let is_word = |word: &str| {
        word.chars().all(|c| c.is_alphanumeric() || SPECIAL.contains(c) || c == '-')
            && word.chars().any(char::is_alphanumeric)
    };
    let is_mixed = value.chars().any(|c| c.is_ascii_digit()) || has_special(value);
    // Labels begin with a capital.
    let is_lower = || !value.chars().any(char::is_uppercase);
    let least_words = if is_mixed { 3 } else { 4 };
    (least_words..=24).contains(&words.len())
        && value.is_ascii()
        && (is_mixed || is_lower())
        && words.iter().all(|word| is_word(word))
        && !words.iter().any(|word| is_prose(word))
}
