//! The forms of secrets on one line that belong to no single provider: known by the name they are
//! assigned to, by the command or the markup they stand in, or by their structure. Secrets that are
//! arguments of calls and commands are in `arguments.rs`, those of providers in `vendors.rs`.

use super::SecretKind;
use super::proof::Proof;

/// A form of secrets; its first group that took part is what is replaced.
pub(super) struct Form {
    pub(super) kind: SecretKind,
    /// Matches wherever `pattern` does, and rarely elsewhere. Without counted repetitions, which
    /// make the automaton of all forms together large and slow.
    pub(super) quick: &'static str,
    pub(super) pattern: &'static str,
    pub(super) proof: Proof,
}

pub(super) const fn form(
    kind: &'static str,
    proof: Proof,
    quick: &'static str,
    pattern: &'static str,
) -> Form {
    Form { kind: SecretKind(kind), quick, pattern, proof }
}

/// Names that say that a value is secret.
macro_rules! secret_name {
    () => {
        concat!(
            r"(?:(?i-u:pass(?:word|wd|phrase|wort|code)|pwd|kennwort|wachtwoord|contrasena|secret|token",
            r"|(?:api|app|access|auth|encryption|signing|private|account|master|shared|deploy",
            r"|license|session|hmac|cipher|crypt|storage|service|consumer|client|preshared",
            r"|subscription|webhook|ssh|rsa|jwt)[_-]?key|client[_-]key[_-]data|credentials?|_auth)",
            r"(?:[A-Z0-9_-][A-Za-z0-9_-]*|s)?",
            r"|(?:(?-u:\b)|_)(?i-u:pass|pw|psk)\d?|[a-z0-9](?:Pass|Pw|PW|Psk|PSK)\d?)"
        )
    };
}
pub(super) use secret_name;

/// A word of secret names, for the prefilter.
macro_rules! secret_word {
    () => {
        r"(?i-u:pass|pwd|kennwort|wachtwoord|contrasena|secret|token|key|cred|auth|pw|psk)"
    };
}
pub(super) use secret_word;

/// From the name to the quote of the value: a type, an operator, a call that wraps it.
macro_rules! assigned {
    () => {
        r#"\\?["'`]?\]?(?:\s*:\s*[&']?[A-Za-z][A-Za-z0-9_.<>\[\]' ]*?)?\s*(?:=>|:=|===?|=|:|,)\s*(?:(?:String::from|[A-Za-z_.]*(?:SecureString|b64decode|SecretString(?:::new|::from)?|Secret::new|Buffer\.from|atob|bytes))\s*\(?\s*)?(?:[bfruLR@$]{0,2}|\\)"#
    };
}
pub(super) use assigned;

pub(super) const FORMS: [Form; 21] = [
    form(
        "Slack address",
        Proof::Form,
        r"hooks\.slack\.com/",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Z0-9]+/[A-Z0-9]+/[A-Za-z0-9/]{16,})",
    ),
    form(
        "Discord address",
        Proof::Form,
        r"/api/webhooks/",
        r"discord(?:app)?\.com/api/webhooks/\d+/([A-Za-z0-9_-]{40,})",
    ),
    form(
        "Teams address",
        Proof::Form,
        r"\.office\.com/webhook",
        r"\.office\.com/webhookb2/([A-Za-z0-9@/-]{60,})",
    ),
    form(
        "Azure key",
        Proof::Form,
        r"(?i:AccountKey|SharedAccessKey|[?&]sig)=",
        r"(?i:AccountKey|SharedAccessKey|[?&]sig)=([A-Za-z0-9+/%]{40,}={0,2})",
    ),
    form(
        "web token",
        Proof::WebToken,
        r"\beyJ[A-Za-z0-9_-]*\.eyJ",
        r"\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,})",
    ),
    form("private key", Proof::Random, r#""d"\s*:\s*""#, r#""d"\s*:\s*"([A-Za-z0-9_-]{42,700})""#),
    form("private key", Proof::Form, r"\x00GITCRYPTKEY", r"(\x00GITCRYPTKEY.*)"),
    form(
        "password",
        Proof::Address,
        r#"://[^/\s:@"'<>]*:[^@/\s"'<>]+@"#,
        r#"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^/\s:@"'<>]*:([^@/\s"'<>]+)@"#,
    ),
    form(
        "password",
        Proof::OddAddress,
        r#"://[^/\s:@"'<>]+:[^\s"'<>]*[/@][^\s"'<>]*@"#,
        r#"\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^/\s:@"'<>]+:([^\s"'<>]*?[/@][^\s"'<>]*)@[A-Za-z0-9.-]+(?:[:/?"'\s]|$)"#,
    ),
    form(
        "login",
        Proof::Login,
        r#"(?i:\bbasic)\s+[A-Za-z0-9]|"auth"\s*:\s*""#,
        r#"(?:(?i:\bbasic)\s+|"auth"\s*:\s*")([A-Za-z0-9+/_-]{8,}={0,2})"#,
    ),
    form(
        "token",
        Proof::Random,
        r"(?i:\bbearer|\btoken)\s+[A-Za-z._~+/-]*[0-9]",
        r"(?:^|[^A-Za-z0-9_-])(?i:bearer|token)\s+([A-Za-z0-9._~+/-]{20,}={0,2})",
    ),
    form(
        "npm token",
        Proof::Address,
        r"(?:^|[:\s])_(?i:authToken|password|auth)\s*=",
        r"(?:^|[:\s])_(?i:authToken|password|auth)\s*=\s*([^\s$]{8,})",
    ),
    form(
        "value",
        Proof::Literal,
        concat!(secret_name!(), assigned!(), r#"["'`][^"'`\s]"#),
        concat!(
            secret_name!(),
            assigned!(),
            r#"(?:"([^"\n]{6,300})"|'([^'\n]{6,300})'|`([^`\n]{6,300})`|"([^"\n]{6,300})$)"#
        ),
    ),
    form(
        "value",
        Proof::Bare,
        concat!(
            secret_name!(),
            r#"["']?\s*(?::?=|:)\s*(?:base64:)?[A-Za-z+/_.~!@#$%^&*?-]*[0-9][A-Za-z0-9+/_.~!@#$%^&*?=-]*\s*(?:$|[,;#\s<&"'\\])"#
        ),
        concat!(
            secret_name!(),
            r#"["']?\s*(?::?=|:)\s*(?:base64:)?([A-Za-z0-9+/_.~!@#$%^&*?-]{8,300}={0,2})\s*(?:$|[,;#\s<&"'\\])"#
        ),
    ),
    form(
        "value",
        Proof::Argument,
        r#"-(?i:[a-z-]*(?:password|passwd|passphrase|token|api-?key|secret|secret-?key|access-?key|storepass|keypass)|pass|passin|passout)[ =]["']?[^\s"'$]"#,
        r#"(?:^|[\s"'`=(,\[])--?(?i:[a-z-]{0,20}(?:password|passwd|passphrase|token|api-?key|secret|secret-?key|access-?key|storepass|keypass)|pass|passin|passout)[ =]["']?(?:pass:)?([^\s"'$]{6,})"#,
    ),
    // Programs that take a password as an argument of one letter, and settings without `=`.
    form(
        "password",
        Proof::Given,
        r#"\b(?:mysql|mariadb)\w*\s(?:[^\n]*\s)?-p|\bsshpass\s|\bredis-cli\s|\blogin\s(?:[^\n]*\s)?-p\s|\bldap\w+\s(?:[^\n]*\s)?-w\s|\b(?:sqlcmd|bcp|osql)\s|\bmongo\w*\s(?:[^\n]*\s)?-p\s|\b(?:un)?zip\s[^\n]*-P|\b7z\w?\s[^\n]*-p|\b(?i:requirepass|masterauth|bindpw|rootpw|olcRootPW:|smtp_sasl_password|wpa_passphrase)\s|\bpass:[^:\s]|\b(?:PGPASSWORD|MYSQL_PWD|SSHPASS|SecureString)\b"#,
        r#"(?:\b(?:mysql|mariadb)(?:dump|admin|import|check|show)?\b[^|;\n]{0,200}?\s-p|\bsshpass\s+-p\s*|\bredis-cli\b[^|;\n]{0,200}?\s-a\s+|\b(?:docker|podman|helm|oras|az)\b[^|;\n]{0,40}?\blogin\b[^|;\n]{0,200}?\s-p\s+|\bldap\w+\b[^|;\n]{0,200}?\s-w\s+|\b(?:sqlcmd|bcp|osql)\b[^|;\n]{0,200}?\s-P\s*|\bmongo(?:sh|dump|restore|export|import)?\b[^|;\n]{0,200}?\s-p\s+|\b(?:un)?zip\b[^|;\n]{0,100}?\s-P\s+|\b7z\w?\b[^|;\n]{0,100}?\s-p|(?:^\s*|--|\.)(?i:requirepass|masterauth|bindpw|rootpw|olcRootPW:|smtp_sasl_password|wpa_passphrase)\s+|\spass:|\b(?:PGPASSWORD|MYSQL_PWD|SSHPASS)=|SecureString\s+(?:-String\s+)?["'])["']?([^\s"'$|;]{4,})"#,
    ),
    form(
        "password",
        Proof::Given,
        r#"\b(?:curl|wget|https?|xh)\s(?:[^\n]*\s)?-|\bsmbclient\s|\|\s*(?:sudo\s+)?chpasswd"#,
        r#"(?:\b(?:curl|wget|https?|xh)\b[^|;\n]{0,300}?\s(?:-u|--user|-a|--auth|--proxy-user|-U)(?:\s+|=)?|\bsmbclient\b[^|;\n]{0,200}?\s-U\s*)["']?[^\s"':%$]{1,80}[:%]([^\s"'$]{4,})|["'][\w.-]{1,40}:([^\s"'$]{4,})\s?["']\s*\|\s*(?:sudo\s+)?chpasswd"#,
    ),
    form(
        "password",
        Proof::Given,
        r#"(?i:\bidentified\s[^\n]*by|\bpassword)\s+["']|(?i:\bset\s+password\s)|\blogin\s+\S+\s[^\n]*password\s"#,
        r#"(?i:\bidentified\s+(?:with\s+\S+\s+)?by|\b(?:with\s+|encrypted\s+|login\s+|\w\s+)password|\bset\s+password\b[^'"\n]{0,60}=(?:\s*password\()?)\s+["']([^"'\n]{4,})["']|\blogin\s+\S+\s+(?:account\s+\S+\s+)?password\s+(\S{4,})"#,
    ),
    form(
        "value",
        Proof::Bare,
        concat!(
            r"(?:^|[\s;(])(?:#\s*define|setq|setf|def[a-z]*|ENV|ARG|export|setenv|SetEnv|set\s+-\w+|setx|fastcgi_param|set)\s+[\w.-]*",
            secret_word!(),
            r"[\w.-]*\s+[^\s=]"
        ),
        concat!(
            r"(?:^|[\s;(])(?:#\s*define|setq|setf|def[a-z]*|ENV|ARG|export|setenv|SetEnv|set\s+-\w+|setx|fastcgi_param|set)\s+[\w.-]{0,40}?",
            secret_name!(),
            r#"\s+["']?([^\s"'=][^\s"']{5,300})"#
        ),
    ),
    // Markup, and a name and a value side by side.
    form(
        "value",
        Proof::Literal,
        concat!(
            r#"<[\w:.-]*"#,
            secret_word!(),
            r#"[^<>\n]*>[^<>\n]*(?:<!\[CDATA\[[^<>\n]*)?</|=["'][^"'<>\n]*"#,
            secret_word!(),
            r#"[^"'<>\n]*["'][^<>\n]*>[^<>\n]*</|(?i:name|key|id|variable)["']?\s*[:=]?\s*["'][^"'\n]*"#,
            secret_word!(),
            r#"[^"'\n]*["']\s*[,{]?\s*["']?(?i:value|default|content)"#
        ),
        concat!(
            r#"(?:<[\w:.-]{0,40}?"#,
            secret_name!(),
            r#"[\w.-]{0,40}(?:\s[^<>\n]{0,200})?>\s*(?:<!\[CDATA\[)?([^<>\n]{6,300}?)\s*(?:\]\]>)?\s*</|=["'][^"'<>\n]{0,60}?"#,
            secret_name!(),
            r#"["'][^<>\n]{0,60}>\s*([^<>\n]{6,300}?)\s*</|(?i:\b(?:name|key|id|variable)["']?\s*[:=]?\s*)["'][^"'\n]{0,60}?"#,
            secret_name!(),
            r#"["']\s*[,{]?\s*["']?(?i:\b(?:value|default|content|defaultvalue))["']?\s*[:=]\s*["']([^"'\n]{6,300})["'])"#
        ),
    ),
    form(
        "value",
        Proof::Note,
        r#"(?i:pass|passw\w+|passphrase|pwd|pw|token|secret|kennwort|key|credentials?)(?:\s+(?:for|of|to|on|in|für)\s[\w. -]*)?(?:\s+(?:is|was|ist|are|lautet)\s+|:\s+|\s*->\s*):?\s*["'`]?[^\s"'`0-9(){}<>\[\],;=\\]*[0-9]"#,
        r#"(?i:\b(?:pass(?:word|wd|phrase|wort|code)|pwd|pw|pass|token|secret|kennwort|(?:api|access)[ _-]?key|credentials?)\b)(?:(?:\s+(?:for|of|to|on|in|für)\s+(?:the\s+)?[\w.-]{1,40})?(?:\s+(?:is|was|ist|are|lautet)\s+|:\s+|\s*->\s*)):?\s*["'`]?([^\s"'`]{8,300})"#,
    ),
];
