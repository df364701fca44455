//! The words that announce secrets, in several languages, and where they are on a line.
//!
//! One pass looks at three bytes at a time in a table, so a line without any of the words costs
//! next to nothing and nothing is compiled when a process starts. Start at [`find_words`].

use super::values::Name;

/// What a word announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// The name of a value, or part of it.
    Names(Name),
    /// `key`: the words before it decide.
    Key,
    /// What deals with logins and keys: a call, a program, a header.
    Context,
    /// `://`.
    Address,
    /// How a password hash begins.
    Hash,
    /// A program that takes a password in a form of its own.
    Command,
    /// An option of one letter.
    Flag,
}

/// A word on a line, in bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) word: Word,
}

const PASSWORD: Word = Word::Names(Name::Password);
const SECRET: Word = Word::Names(Name::Key);
const WEAK: Word = Word::Names(Name::Weak);

/// Those that begin with the same byte stand together, longer ones first.
const WORDS: [(&str, Word); 187] = [
    ("\0GITCRYPTKEY", Word::Hash),
    (" -p", Word::Flag),
    (" -u", Word::Flag),
    (" -a", Word::Flag),
    (" -w", Word::Flag),
    (" -k", Word::Flag),
    ("$argon2", Word::Hash),
    ("$pbkdf2", Word::Hash),
    ("$scrypt", Word::Hash),
    ("$apr1$", Word::Hash),
    ("$2a$", Word::Hash),
    ("$2b$", Word::Hash),
    ("$2x$", Word::Hash),
    ("$2y$", Word::Hash),
    ("$sha", Word::Hash),
    ("$1$", Word::Hash),
    ("$5$", Word::Hash),
    ("$6$", Word::Hash),
    ("$7$", Word::Hash),
    ("$h$", Word::Hash),
    ("$p$", Word::Hash),
    ("$s$", Word::Hash),
    ("$y$", Word::Hash),
    (":5432:", Word::Command),
    (":3306:", Word::Command),
    ("://", Word::Address),
    (":::", Word::Hash),
    ("alarm_code", PASSWORD),
    ("alarmcode", PASSWORD),
    ("access_code", PASSWORD),
    ("access_token$", Word::Hash),
    ("authorization", SECRET),
    ("adgangskode", PASSWORD),
    ("access_key", SECRET),
    ("accounts", SECRET),
    ("account", Word::Context),
    ("anmeld", Word::Context),
    ("app_id", WEAK),
    ("argon2", Word::Hash),
    ("admin", Word::Context),
    ("appid", WEAK),
    ("auth", WEAK),
    ("api", WEAK),
    ("benutzer", Word::Context),
    ("bearer", SECRET),
    ("bindpw", PASSWORD),
    ("basic", Word::Context),
    ("bot", Word::Context),
    ("contrasinal", PASSWORD),
    ("community", PASSWORD),
    ("chpasswd", Word::Command),
    ("contrase", PASSWORD),
    ("connect", Word::Context),
    ("chiave", SECRET),
    ("client", Word::Context),
    ("cookie", Word::Context),
    ("chave", SECRET),
    ("clave", PASSWORD),
    ("crypt", Word::Context),
    ("cred", SECRET),
    ("csrf", WEAK),
    ("clé", SECRET),
    ("dbpw", PASSWORD),
    ("dsn", WEAK),
    ("gebruiker", Word::Context),
    ("geheim", PASSWORD),
    ("geslo", PASSWORD),
    ("htpasswd", Word::Command),
    ("hasło", PASSWORD),
    ("haslo", PASSWORD),
    ("heslo", PASSWORD),
    ("hmac", WEAK),
    ("hook", Word::Context),
    ("identified", PASSWORD),
    ("inloggen", Word::Context),
    ("imap", Word::Context),
    ("jelsz", PASSWORD),
    ("jwt", WEAK),
    ("kata sandi", PASSWORD),
    ("kennwort", PASSWORD),
    ("kodeord", PASSWORD),
    ("klucz", SECRET),
    ("key", Word::Key),
    ("lösenord", PASSWORD),
    ("losenord", PASSWORD),
    ("lozinka", PASSWORD),
    ("log in", Word::Context),
    ("licen", WEAK),
    ("llave", SECRET),
    ("login", WEAK),
    ("logon", Word::Context),
    ("mật khẩu", PASSWORD),
    ("mnemonic", PASSWORD),
    ("mysql", Word::Context),
    ("net use", Word::Command),
    ("nyckel", SECRET),
    ("oracle:thin:", Word::Command),
    ("otp", WEAK),
    ("parola", PASSWORD),
    ("parool", PASSWORD),
    ("passer", Word::Context),
    ("pbkdf2", Word::Hash),
    ("pass", PASSWORD),
    ("pswd", PASSWORD),
    ("pdo", Word::Context),
    ("pin", WEAK),
    ("psk", PASSWORD),
    ("pwd", PASSWORD),
    ("pat", WEAK),
    ("pw", PASSWORD),
    ("rootpw", PASSWORD),
    ("root", Word::Context),
    ("securestring", PASSWORD),
    ("sign in with", Word::Context),
    ("sasl_passwd", PASSWORD),
    ("schluessel", SECRET),
    ("schlüssel", SECRET),
    ("slaptažod", PASSWORD),
    ("scram-sha", Word::Hash),
    ("salasana", PASSWORD),
    ("sleutel", SECRET),
    ("sqlplus", Word::Command),
    ("scrypt", Word::Hash),
    ("secret", SECRET),
    ("sqlldr", Word::Command),
    ("senha", PASSWORD),
    ("sifre", PASSWORD),
    ("seed", WEAK),
    ("sess", WEAK),
    ("smtp", Word::Context),
    ("salt", WEAK),
    ("sid", WEAK),
    ("sig", WEAK),
    ("tochararray", Word::Context),
    ("token", SECRET),
    ("totp", WEAK),
    ("tok", WEAK),
    ("utilisateur", Word::Context),
    ("userid=", Word::Command),
    ("usuario", Word::Context),
    ("userpw", PASSWORD),
    ("user", Word::Context),
    ("wachtwoord", PASSWORD),
    ("wagwoord", PASSWORD),
    ("{bcrypt", Word::Hash),
    ("{crypt}", Word::Hash),
    ("{argon", Word::Hash),
    ("{pbkdf", Word::Hash),
    ("{md5}", Word::Hash),
    ("{ssha", Word::Hash),
    ("{sha", Word::Hash),
    ("{smd", Word::Hash),
    ("şifre", PASSWORD),
    ("Şifre", PASSWORD),
    ("κωδικ", PASSWORD),
    ("Κωδικ", PASSWORD),
    ("лозинк", PASSWORD),
    ("Лозинк", PASSWORD),
    ("парол", PASSWORD),
    ("Парол", PASSWORD),
    ("ПАРОЛ", PASSWORD),
    ("ключ", SECRET),
    ("Ключ", SECRET),
    ("パスワード", PASSWORD),
    ("密码", PASSWORD),
    ("密碼", PASSWORD),
    ("口令", PASSWORD),
    ("비밀번호", PASSWORD),
    ("eap", PASSWORD),
    ("暗証番号", PASSWORD),
    ("암호", PASSWORD),
    ("סיסמ", PASSWORD),
    ("كلمة المرور", PASSWORD),
    ("รหัสผ่าน", PASSWORD),
    ("zugang:", Word::Context),
    ("zugangscode", PASSWORD),
    ("<inverseq>", Word::Hash),
    ("<master>", Word::Hash),
    ("<dq>", Word::Hash),
    ("<dp>", Word::Hash),
    ("<p>", Word::Hash),
    ("<q>", Word::Hash),
    ("<d>", Word::Hash),
    ("*:*:", Word::Command),
    ("]:587 ", Word::Command),
    ("]:465 ", Word::Command),
    ("]:25 ", Word::Command),
];

/// The three bytes a word begins with, whatever their case.
const fn fold(bytes: &[u8], at: usize) -> usize {
    (bytes[at] as usize & 31) << 10
        | (bytes[at + 1] as usize & 31) << 5
        | bytes[at + 2] as usize & 31
}

/// Whether a word may begin with three bytes, by [`fold`].
static BEGINS: [bool; 1 << 15] = {
    let mut begins = [false; 1 << 15];
    let mut word = 0;
    while word < WORDS.len() {
        let bytes = WORDS[word].0.as_bytes();
        let n_free = if bytes.len() >= 3 { 0 } else { (3 - bytes.len()) * 5 };
        let first = bytes[0] as usize & 31;
        let second = if bytes.len() > 1 { bytes[1] as usize & 31 } else { 0 };
        let third = if bytes.len() > 2 { bytes[2] as usize & 31 } else { 0 };
        let mut rest = 0;
        while rest < 1 << n_free {
            begins[(first << 10 | second << 5 | third) + rest] = true;
            rest += 1;
        }
        word += 1;
    }
    begins
};

/// The first word in `WORDS` that begins with a byte, whatever its case; 255 for none.
static FIRST: [u8; 256] = {
    let mut first = [255; 256];
    let mut word = WORDS.len();
    while word > 0 {
        word -= 1;
        let byte = WORDS[word].0.as_bytes()[0];
        first[byte as usize] = word as u8;
        first[byte.to_ascii_uppercase() as usize] = word as u8;
    }
    first
};

/// The words of a line, in their order.
pub(super) fn find_words(line: &str) -> Vec<Hit> {
    let bytes = line.as_bytes();
    let mut hits = Vec::new();
    let mut at = 0;
    while at + 2 < bytes.len() {
        if BEGINS[fold(bytes, at)]
            && let Some((end, word)) = word_at(bytes, at)
        {
            hits.push(Hit { at, end, word });
            at = end.max(at + 1);
        } else {
            at += 1;
        }
    }
    hits
}

/// Whether a text has any of the words.
pub(super) fn has_word(bytes: &[u8]) -> bool {
    (0..bytes.len().saturating_sub(2)).any(|at| {
        BEGINS[fold(bytes, at)] && word_at(bytes, at).is_some_and(|(_, word)| names(word))
    })
}

fn names(word: Word) -> bool {
    matches!(word, Word::Names(_) | Word::Key)
}

fn word_at(bytes: &[u8], at: usize) -> Option<(usize, Word)> {
    let first = FIRST[usize::from(bytes[at])];
    let words = WORDS.get(usize::from(first)..)?;
    let start = words.first()?.0.as_bytes()[0];
    words
        .iter()
        .take_while(|(word, _)| word.as_bytes()[0] == start)
        .find(|(word, _)| {
            let second = word.as_bytes()[1];
            if (bytes[at + 1] ^ second) & 31 != 0 {
                return false;
            }
            let piece = bytes.get(at..at + word.len());
            piece.is_some_and(|piece| piece.eq_ignore_ascii_case(word.as_bytes()))
                && match *word {
                    "key" => true,
                    "pass" => is_pass(bytes, at),
                    word => {
                        word.len() > 3 || !word.is_ascii() || stands_alone(bytes, at, word.len())
                    }
                }
        })
        .map(|(word, kind)| (at + word.len(), *kind))
}

/// Whether a short word is one of its own in a name: `dbPin` and `pin_2`, not `spinner`.
fn stands_alone(bytes: &[u8], at: usize, n_bytes: usize) -> bool {
    let before = at.checked_sub(1).map_or(b' ', |at| bytes[at]);
    let after = bytes.get(at + n_bytes).copied().unwrap_or(b' ');
    let is_hump = bytes[at].is_ascii_uppercase() && before.is_ascii_lowercase();
    (!before.is_ascii_alphabetic() || is_hump || !bytes[at].is_ascii_alphabetic())
        && (!after.is_ascii_lowercase() || !bytes[at].is_ascii_alphabetic())
}

/// Whether `pass` is the word for a password: `dbpass`, `passwd`, `mot_de_passe`, not `compass`,
/// `bypass`, `passing` and `passport`.
fn is_pass(bytes: &[u8], at: usize) -> bool {
    const AFTER: [&[u8]; 7] = [b"wo", b"wd", b"wr", b"phr", b"code", b"ord", b"e_"];
    const BEFORE: [&[u8]; 22] = [
        b"require", b"db", b"user", b"my", b"ssh", b"root", b"admin", b"smtp", b"mail", b"ftp",
        b"http", b"sql", b"pg", b"key", b"store", b"rpc", b"app", b"proxy", b"ldap", b"de",
        b"wifi", b"become",
    ];
    let after = &bytes[at + 4..];
    let goes_on =
        after.first().is_some_and(u8::is_ascii_lowercase) && bytes[at + 3].is_ascii_lowercase();
    let is_named = AFTER
        .iter()
        .any(|rest| after.get(..rest.len()).is_some_and(|piece| piece.eq_ignore_ascii_case(rest)));
    // Of something else: `needless_pass_by_value`, `pass-through`.
    let is_step =
        [&b"_by"[..], b"-by", b"_thr", b"-thr"].iter().any(|rest| after.starts_with(rest));
    if is_step {
        return false;
    }
    let ends = after.first() == Some(&b'e') && !after.get(1).is_some_and(u8::is_ascii_alphabetic);
    let before = &bytes[..at];
    let is_joined =
        bytes[at].is_ascii_lowercase() && before.last().is_some_and(u8::is_ascii_lowercase);
    is_named
        || (ends || !goes_on) && (!is_joined || BEFORE.iter().any(|word| before.ends_with(word)))
}
