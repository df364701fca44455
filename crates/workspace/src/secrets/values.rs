//! Judges a value by itself: a stand-in, a word everybody uses in documentation, a reference to
//! where the secret is kept, a password that a person chose, or a sentence.

use super::entropy::{has_vowels, looks_random};

/// What the name of a value says about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    /// Chosen by a person, perhaps: `password`, `pwd`, `passphrase`.
    Password,
    /// Generated: `token`, `secret`, `api_key`.
    Key,
    /// Perhaps no secret at all: `key`, `auth`, `session`.
    Weak,
}

/// Whether a value stands where a secret would. Rows of digits and letters say nothing: real ones
/// have them too.
pub(super) fn is_placeholder(value: &str) -> bool {
    const WORDS: [&str; 26] = [
        "example",
        "placehold",
        "changeme",
        "change_me",
        "change-me",
        "changeit",
        "your",
        "dummy",
        "mock",
        "fake",
        "redacted",
        "xxxx",
        "****",
        "....",
        "todo",
        "insert",
        "replace",
        "deadbeef",
        "sample",
        "mysecret",
        "mytoken",
        "password1",
        "notasecret",
        "not-a-secret",
        "not_a_secret",
        "supersecret",
    ];
    let has_mark = value.starts_with(['$', '{', '}', '<', '>', '%', '*', '…', '['])
        || value.ends_with("...")
        || ["${", "{{", "$(", "#{", "%(", "%s", "<%", "@{", "[A-Z", "[a-z", "\\b(", "\\d", "\\w"]
            .iter()
            .any(|mark| value.contains(mark));
    // A hash as MySQL writes it.
    let is_hash = value.len() == 41 && value.starts_with('*');
    let lower = value.to_lowercase();
    has_mark && !is_hash || WORDS.iter().any(|word| lower.contains(word)) || is_one_repeated(&lower)
}

/// Whether a value is a word that documentation and tests use for a password, with the digits that
/// people add to it: `password`, `test123`, `Passw0rd!`.
pub(super) fn is_documentation_word(value: &str) -> bool {
    const WORDS: &str = "a abc abcd abcdef admin administrator adminpass adminpassword alice anonymous api apikey \
        app auth b bad badpass badpassword bar baz bob bogus c client correct credential \
        credentials d db dbpass dbpassword default demo docker elastic email empty f false foo \
        foobar geheim guest hello hi host hunter invalid kennwort key letmein localhost login me minio \
        minioadmin mongo motdepasse my mykey mypass mypassword mypwd mysql name neo new newpass \
        newpassword nil no nobody none null nopass old oldpass oldpassword opensesame p pa$$w0rd \
        pa$$word p@ssw0rd p@ssword p@55w0rd p4ssw0rd pass passphrase passwd password passwort passw0rd \
        postgres postgresql pw pwd qux qwerty rabbitmq redis root rootpass rootpassword s s3cr3t \
        s3cret sa secr3t secret secretkey secretpassword some somepass somepassword something \
        string system t test tester testing testkey testpass testpassword testsecret testtoken \
        testuser text thepassword toor token true u undefined user username userpass \
        userpassword v vagrant value welcome world wrong wrongpass wrongpassword x y z";
    let lower = value.to_lowercase().replace(' ', "");
    let word = lower.trim_end_matches(['!', '?', '.', '=', ':']);
    let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let bare = bare.trim_end_matches(['_', '-', '.', ' ']);
    let is_word = |part: &str| part.is_empty() || lists(WORDS, part);
    // A year is chosen by a person: `admin2024` may well be in use.
    let digits = &word[word.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
    // Nobody's example: with a number behind them these are passwords in use.
    if matches!(bare, "qwerty" | "letmein" | "welcome" | "hunter") && digits.len() > 1 {
        return false;
    }
    let is_row = digits.len() <= 1
        || "01234567890123456789".contains(digits)
        || "9876543210".contains(digits)
        || is_one_repeated(digits)
        || matches!(digits, "007" | "42" | "01" | "02" | "10");
    let parts = || bare.split(['_', '-', '.', ' ', ':', '+', '/']);
    is_row && (is_word(bare) || is_word(word) || parts().all(is_word))
}

/// Whether a value says where the secret is instead of what it is.
pub(super) fn is_reference(value: &str) -> bool {
    let parts = || value.split('.');
    value.contains("://")
        || value.contains("::")
        || value.contains("->")
        || value.contains("=>")
        || value.contains("()")
        || is_call(value)
        || is_sigil_name(value)
        || value.starts_with("env:")
        || value.starts_with("arn:")
        || value.starts_with("vault:")
        || value.starts_with("secretref:")
        || value.starts_with("op:")
        || parts().count() > 2
            && parts().all(|part| {
                part.len() < 16
                    && !part.starts_with(|c: char| c.is_ascii_digit())
                    && !part.is_empty()
            })
        || parts().count() == 2 && parts().all(is_plain_word)
}

/// Whether it is a name behind a sign: `/run/secrets/db`, `@password`, `#a1b2c3`, `&token`.
fn is_sigil_name(value: &str) -> bool {
    value
        .strip_prefix(['/', '.', '@', '#', '$', '&', '~', ':'])
        .is_some_and(|rest| !has_special(rest))
}

fn is_plain_word(part: &str) -> bool {
    !part.is_empty()
        && part.chars().all(|c| c.is_ascii_alphabetic() || c == '_')
        && (part.len() < 4 || has_vowels(part))
}

/// Whether it reads as a call: `get_token(`, `os.environ["X"]`.
fn is_call(value: &str) -> bool {
    let Some(at) = value.find(['(', '[', '{']) else { return false };
    let name = &value[..at];
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':');
    name.len() >= 2 && name.chars().all(is_name) && !looks_random(name, 10)
}

/// Whether a bare value is the name of something: `curve25519_set_secret`, `AUTH_TAG_20_BYTES`.
pub(super) fn is_identifier(value: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let letters = || value.chars().filter(char::is_ascii_alphabetic);
    let is_one_case =
        letters().all(|c| c.is_ascii_lowercase()) || letters().all(|c| c.is_ascii_uppercase());
    value.contains('_') && value.len() < 40 && is_one_case && value.chars().all(is_part)
}

/// Whether a bare value is the name of a type or a function: `x25519.X25519PrivateKey`.
pub(super) fn has_name_in_it(value: &str) -> bool {
    const HUMPS: [&str; 8] =
        ["Key", "Token", "Secret", "Passw", "Cred", "Type", "Provider", "Attributes"];
    value.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && HUMPS.iter().any(|hump| value.contains(hump))
}

/// Characters that people put into passwords and that names do not have.
pub(super) const SPECIAL: &str = "!@#$%^&*?+~§€";

pub(super) fn has_special(value: &str) -> bool {
    value.chars().any(|c| SPECIAL.contains(c))
}

fn is_one_repeated(value: &str) -> bool {
    let mut chars = value.chars();
    let first = chars.next();
    chars.all(|c| Some(c) == first)
}

/// Whether a value is small letters and a short number behind a sign: `session-1`, `form_key_2`.
pub(super) fn is_numbered(value: &str) -> bool {
    let word = value.trim_end_matches(|c: char| c.is_ascii_digit());
    let n_digits = value.len() - word.len();
    let is_part = |c: char| c.is_ascii_lowercase() || matches!(c, '-' | '_' | '.' | ':');
    (1..=2).contains(&n_digits) && word.ends_with(['-', '_', '.', ':']) && word.chars().all(is_part)
}

/// Whether a word is in a list of words with blanks between them.
pub(super) fn lists(words: &str, word: &str) -> bool {
    words.split(' ').any(|listed| listed == word)
}
