//! Passwords in sentences and notes of people. Start at [`find_in_note`].

use super::Span;
use super::logins::{PASSWORD, is_mixed_password, push};
use super::passwords::{Place, is_password};
use super::values::has_special;

/// A user and a password in a note: `log in as admin with …`, `root / …`.
pub(super) fn find_in_note(line: &str, spans: &mut Vec<Span>) {
    if line.len() <= 2000 {
        find_told(line, spans);
    }
    if line.len() > 2000
        || line.contains(['{', '}', ';', '=', '('])
            && !line.trim_start().starts_with(['#', '/', '*', '-', '|', '>'])
    {
        return;
    }
    let mut before = "";
    for word in line.split_whitespace() {
        let start = word.as_ptr() as usize - line.as_ptr() as usize;
        let bare = word.trim_matches(['`', '"', '\'', '*', ',', '.', ';', '(', ')']);
        let has_digit = bare.bytes().any(|byte| byte.is_ascii_digit());
        let is_told = matches!(
            before.trim_matches(['`', '*', ':']),
            "/" | "with"
                | "pw"
                | "mit"
                | "and"
                | "->"
                | ":"
                | "using"
                | "via"
                | "password"
                | "pass"
                | "wachtwoord"
                | "Passwort"
        );
        if is_told
            && has_digit
            && is_mixed_password(bare)
            && (has_special(bare) || before == "/" || word.starts_with('`'))
        {
            let at = start + word.find(bare).unwrap_or(0);
            push(spans, at..at + bare.len(), PASSWORD);
        }
        before = word;
    }
}

/// `pw kellertreppe`, `password reset to …`, `Passwort lautet …`: a word after words that tell it.
fn find_told(line: &str, spans: &mut Vec<Span>) {
    const TOLD: [&str; 24] = [
        ", pw ",
        " pw: ",
        "; pw ",
        "/ pw ",
        "password reset to ",
        "password was reset to ",
        "password changed to ",
        "password set to ",
        "password is now ",
        "password is still ",
        "passwort lautet ",
        "kennwort lautet ",
        "passwort ist ",
        "kennwort ist ",
        "passwort jetzt ",
        "mot de passe est ",
        "wachtwoord is ",
        "contraseña es ",
        "password is ",
        "passwd is ",
        "pw is ",
        "passphrase is ",
        "senha é ",
        "password è ",
    ];
    let lower = line.to_ascii_lowercase();
    for lead in TOLD {
        let Some(at) = lower.find(lead).map(|at| at + lead.len()) else { continue };
        let word = line[at..].split_whitespace().next().unwrap_or_default();
        let skip = word.len() - word.trim_start_matches(['`', '"', '\'', '*']).len();
        let bare = word[skip..].trim_end_matches(['`', '"', '\'', '*', ',', '.', ';', ')', ':']);
        let is_name = bare.starts_with(char::is_uppercase) && bare.contains('-');
        let is_plain =
            bare.chars().all(|c| c.is_lowercase()) && lead.contains("pw") && !lead.contains("is");
        let has_mark = bare.bytes().any(|byte| byte.is_ascii_digit()) || has_special(bare);
        if (is_name || is_plain || has_mark || skip > 0) && is_password(bare, Place::Login) {
            push(spans, at + skip..at + skip + bare.len(), PASSWORD);
        }
    }
}
