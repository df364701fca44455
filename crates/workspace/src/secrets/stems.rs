//! The words, in several languages, that select lines for examination. [`super::model`] decides what is secret
//! on them. One pass looks three bytes at a time up in a table, so a line without such words costs nearly nothing.

use std::sync::LazyLock;

use super::base64::LongRuns;
use super::entropy::changes;
use super::tokens::has_prefix;

/// The reasons to examine a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Reasons {
    /// The end of the last word of names.
    pub(super) named_to: Option<usize>,
    /// It has `://`.
    pub(super) has_address: bool,
    /// It has the beginning of a hash of a password.
    pub(super) has_hash: bool,
    /// It has a run of characters that may be random.
    pub(super) has_run: bool,
}

/// Parts of names of secrets, and of names of code that handles them.
const NAMES: &str = " -k| -p| -u| -w|*:*:|/rp |:3306:|:5432:|]:25 |]:465 |]:587 |access_code|access_key|\
    account|accounts|adgangskode|admin|alarm|alarm_code|alarmcode|anmeld|api|app_id|appid|\
    auth|authorization|backup code|basic|bearer|benutzer|bind|bindpw|bitlocker|bot|chave|\
    chiave|chpasswd|cipher|clave|client|clé|code |code is|code:|codice|community|conn|\
    connect|contrase|contrasinal|cookie|cred|crypt|csrf|database|dbi|dbpw|door|dsn|eap|\
    encrypt|ftp|gebruiker|geheim|geslo|gpg|hashed|haslo|hasło|heslo|hmac|hook|htpasswd|\
    identified|identify|imap|inloggen|jdbc|jelsz|jelszó|jwt|kata sandi|kennwort|kerberos|key|\
    keyring|keystore|klucz|kodeord|ldap|licen|llave|log in|login|logon|losenord|lozinka|luks|\
    lösenord|master|mdp|mfa|mnemonic|mongo|mot de passe|mysql|mật khẩu|net use|ntlm|nyckel|\
    oauth|oracle:thin:|otp|parola|parool|pass|passer|passphrase|pat|pdo|pgp|phrase|pin|\
    postgres|psk|pswd|puk|putty|pw|pwd|rdp|recovery|redis|restic|root|rootpw|runas|salasana|\
    salt|salted|saml|sasl_passwd|schluessel|schlüssel|secret|secreto|securestring|seed|\
    segredo|segreto|senha|sess|sid|sifre|sig|sig=|sign in with|signin|signing|slaptažod|\
    sleutel|smtp|snmp|sqlldr|sqlplus|ssh|ssid|sso|sudo|tajne|tochararray|tok|token|totp|\
    tresor|unlock|unseal|user|userid=|userpw|usuario|utilisateur|vault|verify|vnc|vpn|\
    wachtwoord|wagwoord|wallet|webhook|wep|wifi|wpa|zugang|zugang:|zugangscode|Şifre|şifre|\
    Κωδικ|κωδικ|φραση|Ключ|Лозинк|ПАРОЛ|Парол|ключ|логин|лозинк|парол|пин|секрет|токен|סיסמ|\
    פתח|رمز|كلمة المرور|पासवर्ड|รหัสผ่าน|パスワード|ログイン|令牌|口令|密码|密碼|密钥|暗号|暗証番号|登录|秘钥|账号|비밀번호|비번|\
    암호|토큰";

/// The beginnings of password hashes and of a few keys.
pub(super) const HASHES: [&str; 41] = [
    "$1$", "$2a$", "$2b$", "$2x$", "$2y$", "$5$", "$6$", "$7$", "$8$", "$9$", "$apr1$", "$argon2",
    "$h$", "$md5", "$p$", "$pbkdf2", "$s$", "$scrypt", "$sha", "$y$", ":::", "<d>", "<dp>", "<dq>",
    "<inverseq>", "<master>", "<p>", "<q>", "\0GITCRYPTKEY", "argon2", "pbkdf2", "scram-sha",
    "scrypt", "{argon", "{bcrypt", "{crypt}", "{md5}", "{pbkdf", "{sha", "{smd", "{ssha",
];

/// The words, by the three bytes that they begin with.
struct Table {
    /// The index in `words` of the words that begin with three bytes; 0 for none.
    begins: Vec<u16>,
    words: Vec<Vec<(&'static [u8], Kind)>>,
}

#[derive(Clone, Copy)]
enum Kind {
    Name,
    Address,
    Hash,
}

/// Three bytes as a number, regardless of case.
fn fold(bytes: &[u8]) -> usize {
    bytes[..3].iter().fold(0, |folded, byte| folded << 5 | usize::from(byte & 31))
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { begins: vec![0; 1 << 15], words: vec![Vec::new()] };
    let names = NAMES.split('|').map(|word| (word, Kind::Name));
    let hashes = HASHES.iter().map(|word| (*word, Kind::Hash));
    for (word, kind) in names.chain(hashes).chain([("://", Kind::Address)]) {
        let n_free = 1 << (5 * 3_usize.saturating_sub(word.len()));
        let mut head = word.as_bytes().to_vec();
        head.resize(head.len().max(3), 0);
        let first = fold(&head);
        for key in first..first + n_free {
            if table.begins[key] == 0 {
                table.begins[key] = table.words.len() as u16;
                table.words.push(Vec::new());
            }
            table.words[usize::from(table.begins[key])].push((word.as_bytes(), kind));
        }
    }
    table
});

/// The reasons to examine a line.
pub(super) fn reasons(line: &str) -> Reasons {
    let mut reasons = Reasons::default();
    each_word(line.as_bytes(), |kind, _, end| match kind {
        Kind::Address => reasons.has_address = true,
        Kind::Hash => reasons.has_hash = true,
        Kind::Name => reasons.named_to = Some(end),
    });
    reasons.has_run =
        LongRuns::of(line, 16).any(|run| is_noise(&line[run.clone()]) || has_prefix(&line[run]));
    reasons
}

/// The ranges of the words of names on a line.
pub(super) fn names(line: &str) -> Vec<(usize, usize)> {
    let mut names = Vec::new();
    each_word(line.as_bytes(), |kind, start, end| {
        if let Kind::Name = kind
            && names.last().is_none_or(|(_, last)| *last < end)
        {
            names.push((start, end));
        }
    });
    names
}

fn each_word(bytes: &[u8], mut take: impl FnMut(Kind, usize, usize)) {
    let table = &*TABLE;
    for at in 0..bytes.len().saturating_sub(2) {
        let words = table.begins[fold(&bytes[at..at + 3])];
        if words == 0 {
            continue;
        }
        for (word, kind) in &table.words[usize::from(words)] {
            let is_word = bytes
                .get(at..at + word.len())
                .is_some_and(|piece| piece.eq_ignore_ascii_case(word))
                && (!matches!(kind, Kind::Name)
                    || word.len() > 3
                    || stands_alone(bytes, at, word.len()));
            if is_word {
                take(*kind, at, at + word.len());
            }
        }
    }
}

/// Whether a short word is one of its own in a name: `dbPin` and `pin_2`, not `spinner`.
fn stands_alone(bytes: &[u8], at: usize, n_bytes: usize) -> bool {
    let before = at.checked_sub(1).map_or(b' ', |at| bytes[at]);
    let after = bytes.get(at + n_bytes).copied().unwrap_or(b' ');
    let is_hump = bytes[at].is_ascii_uppercase() && before.is_ascii_lowercase();
    (!before.is_ascii_alphabetic() || is_hump || !bytes[at].is_ascii_alphabetic())
        && (!after.is_ascii_lowercase() || !bytes[at].is_ascii_alphabetic())
}

/// Whether a run is more likely random than a name: its characters change often.
fn is_noise(run: &str) -> bool {
    let run = &run[..run.len().min(80)];
    let n_digits = run.bytes().filter(u8::is_ascii_digit).count();
    n_digits >= 2 && n_digits < run.len() && changes(run) * 100 >= run.len() * 24
        || run.len() >= 24 && changes(run) * 100 >= run.len() * 40
}
