//! The forms of passwords and keys that are handed to something: assigned by name, set by a call,
//! given beside a user or an id, or told to a program on its command line.

use super::forms::{Form, assigned, form, secret_name};
use super::proof::Proof;

/// Names that end in the word for a password: the value is one, not something about it.
macro_rules! password_name {
    () => {
        concat!(
            r"(?:(?i-u:pass(?:word|wd|phrase|wort)|pwd|kennwort|wachtwoord|contrasena)",
            r"|(?:(?-u:\b)|_)(?i-u:pass|psk)|[a-z0-9](?:Pass|Psk))\d?"
        )
    };
}

pub(super) const ARGUMENTS: [Form; 21] = [
    form(
        "password",
        Proof::Password,
        // The prefilter of the literals in `forms.rs`, so that both cost as much as one.
        concat!(secret_name!(), assigned!(), r#"["'`][^"'`\s]"#),
        concat!(
            password_name!(),
            assigned!(),
            r#"(?:"([^"\n]{5,80})"|'([^'\n]{5,80})'|`([^`\n]{5,80})`)"#
        ),
    ),
    // `setPassword("…")`, `field("password").fill("…")`.
    form(
        "password",
        Proof::Password,
        concat!(password_name!(), r#"["'\])]*(?:\.\w+)?\(\s*b?["'`][^"'`]"#),
        concat!(
            password_name!(),
            r#"["'\])]{0,4}(?:\.\w{1,20})?\(\s*b?["'`]([^"'`\n]{5,80})["'`]\s*\)"#
        ),
    ),
    form(
        "password",
        Proof::Given,
        r"(?i-u:password|passwd|passphrase|pwd|pass)=[A-Za-z0-9!#%&*+./:?@_~-]",
        r#"(?:PASSWORD|PASSWD|PASSPHRASE|_PWD|_PASS)=([^\s"'$;&|]{5,64})(?:["'\s;&|]|$)"#,
    ),
    form(
        "password",
        Proof::Listed,
        r"(?i-u:password|passwd|passphrase|pwd|pass)=[A-Za-z0-9!#%&*+./:?@_~-]",
        r#"(?i-u:(?:^|[\s,;&"'?(])(?:password|passwd|pwd|pass))=([^\s;&"'`,<>)]{4,80})"#,
    ),
    // A user and a password: `auth=("user", "…")`, `new NetworkCredential("user", "…")`.
    form(
        "password",
        Proof::Given,
        r#"(?i-u:credentials?|auth|login|mysqli\w*|pdo)["']?\s*(?:[=:]\s*)?(?:new\s+\w+)?\(\s*["'][^"'\n]*["']\s*,\s*["']"#,
        r#"(?i-u:credentials?|auth|login|mysqli\w{0,20}|pdo)["']?\s*(?:[=:]\s*)?(?:new\s+\w{1,40})?\((?:\s*["'][^"'\n]{1,100}["']\s*,){1,2}\s*["']([^"'\n]{5,80})["']\s*[),]"#,
    ),
    // A key beside the id it belongs to.
    form(
        "key",
        Proof::Random,
        r#"["'](?:[A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9]|(?:AC|SK)[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f])"#,
        r#"["'](?:A[KS]IA[A-Z0-9]{16}|(?:AC|SK)[0-9a-f]{32}|[A-Z0-9]{10}|\d{10,20})["']\s*,\s*["']([A-Za-z0-9+/_=-]{20,80})["']"#,
    ),
    form(
        "key",
        Proof::Random,
        r#"(?i-u:client|auth\w*|token|login|session|search)\([^()"'\n]*,\s*["'][A-Za-z0-9]|(?i-u:auth\w*|token)\(\s*["'][^"'\n]*["'],\s*["'][A-Za-z0-9]"#,
        r#"(?i-u:client|auth[a-z]{0,10}|token|login|session|search)\((?:[^()"'\n]{1,80}|\s*["'][^"'\n]{1,100}["']),\s*["']([A-Za-z0-9+/_=-]{20,100})["']"#,
    ),
    // `Authorization: SCHEME …`, and the sessions of cookies.
    form(
        "token",
        Proof::Scheme,
        r#"(?i-u:authorization)["']?\s*[:=,]\s*["']?[A-Za-z]+\s|(?i-u:cookie)["']?[:=,]\s"#,
        r#"(?i-u:authorization)["']?\s*[:=,]\s*["']?[A-Za-z]{2,20}\s+([A-Za-z0-9._~+/=-]{20,300})|(?i-u:cookie)["']?[:=,]\s[^\n]{0,200}?(?i-u:sess\w*|sid|auth\w*|token)=([A-Za-z0-9%._~+/=-]{20,300})"#,
    ),
    // Where programs give names and values without an operator, and the last column of a row.
    form(
        "password",
        Proof::Given,
        r#":(?i-u:password|passwd|passphrase|pwd)\s+"[^"\s]"#,
        r#":(?i-u:password|passwd|passphrase|pwd)\s+"([^"\s]{5,80})""#,
    ),
    form(
        "password",
        Proof::Given,
        r#"(?i-u:passw\w*|passwd|pwd)["'`]?\s*\)\s*(?i-u:values)"#,
        r#"(?i-u:passw\w*|passwd|pwd)["'`]?\s*\)\s*(?i-u:values)\s*\([^()\n]{0,300}?["']([^"'\n]{5,200})["']\s*\)"#,
    ),
    form(
        "recovery phrase",
        Proof::Form,
        r#"(?i-u:mnemonic|seed[_ ]?phrase|recovery[_ ]?phrase)["']?\s*[:=]"#,
        r#"(?i-u:mnemonic|seed[_ ]?phrase|recovery[_ ]?phrase)["']?\s*[:=]\s*["'`]?([a-z]{3,8}(?:\s[a-z]{3,8}){11,23})\b"#,
    ),
    form(
        "key",
        Proof::Random,
        r"[A-Za-z0-9_-]:APA91b",
        r"\b([A-Za-z0-9_-]{6,22}:APA91b[A-Za-z0-9_-]{100,200})",
    ),
    // What signs or encrypts.
    form(
        "key",
        Proof::Given,
        r#"\bjwt\.(?:sign|verify|encode|decode)\(|[Hh]mac(?:\.new)?\(|\b(?:Fernet|TOTP)\("#,
        r#"(?:\bjwt\.(?:sign|verify|encode|decode)\([^"'\n]{1,80},\s*|[Hh]mac(?:\.new)?\(\s*(?:["']\w{2,10}["']\s*,\s*)?|\b(?:Fernet|TOTP)\(\s*)b?["']([^"'\n]{8,200})["']"#,
    ),
    form(
        "private key",
        Proof::Random,
        r#"(?i-u:key|accounts)["']?\s*[=:]\s*\[?\s*["']?0x"#,
        r#"(?i:private[_ -]?key|accounts)["']?\s*[=:]\s*\[?\s*["']?(0x[0-9a-fA-F]{64})\b"#,
    ),
    form(
        "key",
        Proof::Random,
        r"(?:Unseal|Recovery|Private|Secret|Shared|Master|Preshared|Encryption)\s?Key(?:\s[0-9]+)?:\s",
        r"(?:^|\s|[a-z])(?:Unseal|Recovery|Private|Secret|Shared|Master|Preshared|Encryption)\s?Key(?:\s\d{1,2})?:\s+([A-Za-z0-9+/]{43}=|[0-9a-f]{64,66})",
    ),
    // The user of a URL may be a key as well.
    form(
        "key",
        Proof::Random,
        r#"://[^/\s:@"'<>]*:[^@/\s"'<>]+@|://[A-Za-z0-9_-]+@"#,
        r#"://([A-Za-z0-9_-]{16,})(?::[^/\s:@"'<>]{0,200})?@"#,
    ),
    form(
        "key",
        Proof::Random,
        r"[?&](?:key|appid|app_?key|auth)=[A-Za-z0-9]",
        r"[?&](?:key|appid|app_?key|auth)=([A-Za-z0-9%_-]{20,300})",
    ),
    // As crypt(3) and its kin write it.
    form(
        "password hash",
        Proof::Form,
        r"\$(?:apr1|2[abxy]|[1567y]|argon2[di]+)\$[^\s]",
        r#"(\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:apr1|[1567y]|argon2[di]{1,2})\$(?:[^\s$"':]{1,40}\$){1,3}[./A-Za-z0-9+]{20,100})"#,
    ),
    // Of routers, with the number of its encoding.
    form(
        "password",
        Proof::Given,
        r"\b(?:password|secret|key)\s+[0-9]\s+[^\s]",
        r"\b(?:password|secret|key)\s+[05789]\s+([^\s]{6,100})",
    ),
    form(
        "password",
        Proof::Given,
        r"\bsqlplus\s|\bnet\s+user\s|\s-passwd\s|--passphrase\s",
        r#"\bsqlplus\s+(?:-\w+\s+)*\w{1,40}/([^\s@"']{4,60})@|\bnet\s+user\s+[\w.-]{1,40}\s+([^\s/]{5,60})\s|vnc\w*\s[^\n]{0,100}-passwd\s+([^\s$-]{5,60})|--passphrase\s+["']([^"'$\n]{6,80})["']"#,
    ),
    // In a sentence or a comment: `the old password was …`, `the login is admin / …`.
    form(
        "password",
        Proof::Said,
        r"(?i-u:password|passwd|pwd|passphrase|passwort|kennwort)\s*(?:is\s|was[:\s]|ist\s|war\s|:\s|(?:for|of|to|on|in)\s)|(?i-u:\blogin)\s*(?:is\s|was\s|:\s)[^\s]+\s*/\s",
        r#"(?i:\b(?:password|passwd|pwd|passphrase|passwort|kennwort)(?:\s+(?:for|of|to|on|in)(?:\s+[\w.-]{1,20}){1,4})?\s*(?:\s(?:is|was|ist|war):?|:)\s+|\blogin\s*(?:\s(?:is|was)|:)\s+[\w.@-]{1,40}\s*/\s*)["'`]?([^\s"'`]{6,60})(?:["'`]|[.,;)]?\s*(?:\*/)?\s*$)"#,
    ),
];
