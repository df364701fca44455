//! Texts that are masked, and texts that must not be.

mod corpus;
mod dump;

use super::*;

/// Joined here, so that no text of ours looks like a secret to those who look for them.
fn check(parts: &[&str], expect: &str) {
    let text = parts.concat();
    assert_eq!(redact(&text).text, expect, "{text}");
}

const RANDOM: &str = "q7Zp2Vx9Lw4Rt8Nc1Bm6Kd3Fh5Js0GyTaUeX";

#[test]
fn keys_of_known_makers_are_kept_back() {
    let cases: [(&[&str], &str); 18] = [
        (&["id = AK", "IAQ3EGRT7YPLM2XW9Z"], "AWS access key"),
        (&["gh", "p_", RANDOM], "GitHub token"),
        (&["github", "_pat_", RANDOM], "GitHub token"),
        (&["gl", "pat-", "x7Kp2Vx9Lw4Rt8Nc1Bm6"], "GitLab token"),
        (&["xo", "xb-", "2847561903-8461937250-", "q7Zp2Vx9Lw4R"], "Slack token"),
        (&["AI", "za", "SyB8x2Lw4Rt8Nc1Bm6Kd3Fh5Js0GyTaUeXq"], "Google API key"),
        (&["sk", "-", RANDOM], "API key"),
        (&["sk", "-ant-api03-", RANDOM], "API key"),
        (&["sk", "-proj-", RANDOM], "API key"),
        (&["sk", "_live_", "4eC39HqLyjWDarjtT1zdp7dc"], "Stripe key"),
        (&["np", "m_", RANDOM], "npm token"),
        (
            &["ey", "JhbGciOiJIUzI1NiJ9.", "ey", "JzdWIiOiJhbGljZSJ9.", "q7Zp2Vx9Lw4Rt8Nc1Bm6"],
            "web token",
        ),
        (&["hf", "_", "q7Zp2Vx9Lw4Rt8Nc1Bm6Kd3Fh5Js0GyT"], "API key"),
        (&["SG", ".q7Zp2Vx9Lw4Rt8Nc1Bm6.", RANDOM], "SendGrid key"),
        (&["pyp", "i-", RANDOM, RANDOM], "PyPI token"),
        (&["AGE-SECRET", "-KEY-1QQPQZ7H5XK3M9W2E8R4T6Y1U0P5S3D7F9G2H4J6K8L0Z1XC3VB5"], "age key"),
        (&["dck", "r_pat_", "q7Zp2Vx9Lw4Rt8Nc1Bm6Kd3Fh5J"], "Docker token"),
        (&["ya", "29.", RANDOM], "Google token"),
    ];
    for (parts, kind) in cases {
        let text = parts.concat();
        let redacted = redact(&text);
        let mark = format!("[redacted: {kind}]");
        assert!(redacted.text.contains(&mark), "{text} became {}", redacted.text);
        assert_eq!(redacted.n_redacted, 1, "{text}");
        // A text is first looked at as a whole: its lines must not hide each other's secrets.
        let among = format!("fn one() {{}}\n{text}\nlet two = 2;\n");
        let expect = format!("fn one() {{}}\n{}\nlet two = 2;\n", redacted.text);
        assert_eq!(redact(&among).text, expect);
    }
}

#[test]
fn a_key_in_its_makers_form_is_kept_back_whatever_words_are_in_it() {
    for parts in [
        ["AK", "IAIOSFODNN7EXAMPLE"],
        ["gh", "p_123456abcdefq7Zp2Vx9Lw4Rt8Nc1Bm6Kd3F"],
        ["AI", "zaSyB8x2Lw4Rt8Nc123456d3Fh5Js0GyTaUeXq"],
        ["sk", "_live_4eC39Hq123456WDarjtT1zdp7dc"],
        ["sk", "-q7Zp2Vx9Lw4R123456t8Nc1Bm6Kd3Fh5Js0G"],
        ["sk", "-proj-q7Zp2Vx9Lw4Rabcdef123t8Nc1Bm6Kd3Fh5Js0G"],
        ["hf", "_q7Zp2Vx9L123456t8Nc1Bm6Kd3Fh5Js0GyT"],
    ] {
        let text = parts.concat();
        assert_eq!(redact(&text).n_redacted, 1, "{text}");
    }
}

#[test]
fn a_random_value_under_a_secret_name_is_kept_back() {
    check(&["api_key = \"", "q7Zp2Vx9Lw4Rt8Nc", "\""], "api_key = \"[redacted: value]\"");
    check(
        &["const TOKEN: &str = \"", "q7Zp2Vx9Lw4R", "\";"],
        "const TOKEN: &str = \"[redacted: value]\";",
    );
    check(&["DB_PASSWORD=", "q7Zp2Vx9Lw4Rt8"], "DB_PASSWORD=[redacted: value]");
    check(
        &["  \"client_secret\": \"", "q7Zp2Vx9Lw4Rt8", "\","],
        "  \"client_secret\": \"[redacted: value]\",",
    );
    check(&["password: ", "Tr0ub4dor&3xyzQ"], "password: [redacted: value]");
    check(&["password = \"", "q7Zp123456Vx9L", "\""], "password = \"[redacted: value]\"");
    check(
        &["12\texport SECRET_KEY='", "q7Zp2Vx9Lw4Rt8", "'"],
        "12\texport SECRET_KEY='[redacted: value]'",
    );
    check(&["postgres://app:", "q7Zp2Vx9", "@db/x"], "postgres://app:[redacted: password]@db/x");
    check(&["Authorization: Bearer ", RANDOM], "Authorization: Bearer [redacted: value]");
    check(
        &["//registry.npmjs.org/:_authToken=", "q7Zp2Vx9Lw4R"],
        "//registry.npmjs.org/:_authToken=[redacted: value]",
    );
}

#[test]
fn what_only_looks_like_a_secret_stays() {
    for text in [
        "checksum = \"e5e76742e5294153d4dde1207dbec5bdd81eef6fabdc0d2118babadabfd858aa\"",
        "  integrity sha512-Qd4k1Ls0pVx9Lw4Rt8Nc1Bm6Kd3Fh5Js0GyTaUeXq7Zp2Vx9Lw4Rt8Nc1Bm6Kd3Fh5Js0Gy==",
        "commit 66e31fb0aa1b2c3d4e5f60718293a4b5c6d7e8f9",
        "id: 550e8400-e29b-41d4-a716-446655440000",
        "token = \"550e8400-e29b-41d4-a716-446655440000\"",
        "let data = \"TWFuIGlzIGRpc3Rpbmd1aXNoZWQsIG5vdCBvbmx5IGJ5IGhpcyByZWFzb24=\";",
        "    pub token: String,",
        "password = input(\"Your password, please: \")",
        "api_key=os.environ[\"API_KEY_V2\"]",
        "api_key = os.getenv(\"OPENAI_API_KEY_2\")",
        "token: &'a str,",
        "let token = self.next_token_v2();",
        "max_tokens: 1234567890123456",
        "token = \"next_page_token_2\"",
        "password: ${DB_PASSWORD_123456}",
        "password = \"changeme123456\"",
        "API_KEY=your-api-key-goes-here-123",
        "postgres://user:password@localhost/db",
        "postgres://postgres:postgres@localhost:5432/db",
        "https://example.org:8080/a@b",
        ".sk-circle-fade-dot-animation-delay-2 { }",
        "tokenizer = \"sentence-piece-32k-v2\"",
        "secret_sha256 = \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"",
        "the `-----BEGIN PUBLIC KEY-----` line",
        "password_hash = \"$2b$12$abcdefghijklmnopqrstuv\"",
        "if line == \"-----BEGIN RSA PRIVATE KEY-----\" || line == \"-----END RSA PRIVATE KEY-----\" {",
        "use crate::token::Token2Kind;",
        ".compute_shared_secret\t= curve25519_compute_value,",
        "if text.starts_with(\"-----BEGIN RSA PRIVATE KEY-----\") {\n    return parse_some_key_of(text);\n}",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0h user",
        "fn secret_name() -> &'static str { \"rutter/secrets/v1\" }",
    ] {
        assert_eq!(redact(text).text, text);
    }
}

#[test]
fn a_private_key_is_kept_back_line_by_line() {
    let begin = concat!("-----BEGIN ", "PRIVATE KEY-----");
    let end = concat!("-----END ", "PRIVATE KEY-----");
    let text = format!(
        "1\ta\n2\t{begin}\n3\tMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n4\tq7Zp2Q==\n5\t{end}\n6\tb\n"
    );
    let expect = format!(
        "1\ta\n2\t{begin}\n3\t[redacted: private key]\n4\t[redacted: private key]\n5\t{end}\n6\tb\n"
    );
    let redacted = redact(&text);
    assert_eq!(redacted.text, expect);
    assert_eq!(redacted.n_redacted, 2);
    let in_json =
        format!("  \"private_key\": \"{begin}\\nMIIEvQIBADANBgkqhkiG9w0BAQEF\\n{end}\\n\",");
    let expect = format!("  \"private_key\": \"{begin}[redacted: private key]{end}\\n\",");
    assert_eq!(redact(&in_json).text, expect);
}

#[test]
fn a_piece_from_the_middle_of_a_key_is_known_by_what_was_passed() {
    let mut redactor = Redactor::default();
    redactor.pass(concat!("-----BEGIN ", "EC PRIVATE KEY-----"));
    assert_eq!(redactor.line("MHcCAQEEIA").text, "[redacted: private key]");
    redactor.pass(concat!("-----END ", "EC PRIVATE KEY-----"));
    assert_eq!(redactor.line("MHcCAQEEIA").text, "MHcCAQEEIA");
}

#[test]
fn secret_files_are_known_by_name_and_examples_are_none() {
    for path in [
        ".env", "a/.env.local", ".env.production", "prod.env", "certs/server.pem", "server.KEY",
        "id_rsa", "keys/id_ed25519", "id_rsa.bak", "store.p12", ".netrc", ".pypirc",
        "credentials.json", "service-account-prod.json", "home/.aws/credentials", ".kube/config",
        "kubeconfig", ".git-credentials", ".docker/config.json", ".ssh/work", "terraform.tfstate",
        ".envrc", ".htpasswd", "deploy/netrc", "git-crypt-key", "secrets/git-crypt.key",
        ".git/git-crypt/keys/default",
    ] {
        assert!(secret_file(path).is_some(), "{path}");
    }
    for path in [
        ".env.example", "a/.env.sample", ".env.template", "id_rsa.pub", "src/key.rs",
        "src/credentials.rs", "environment.ts", "aws/credentials.md", "config",
        "docker/config.json", "keys.json", "secrets.rs", ".npmrc", "env", "src/id_rsa.rs",
        ".ssh/config", "monkey", "example.env", ".git-crypt/keys/default/0/AB12.gpg", "netrc.rs",
    ] {
        assert!(secret_file(path).is_none(), "{path}");
    }
}

#[test]
fn a_value_below_its_name_is_kept_back_when_the_name_is_not_shown() {
    let text = "db:\n  password: |\n    Lorbeer!Blatt5\n  host: y\n";
    for mut redactor in [Redactor::over(text), Redactor::default()] {
        redactor.pass("db:");
        redactor.pass("  password: |");
        assert_eq!(redactor.line("    Lorbeer!Blatt5").text, "    [redacted: value]");
        assert_eq!(redactor.line("  host: y").text, "  host: y");
    }
}

#[test]
fn each_piece_of_a_key_in_a_string_is_kept_back() {
    let begin = concat!("-----BEGIN ", "PRIVATE KEY-----");
    let body = "q7Zp2Vx9Lw4Rt8Nc1Bm6Kd3Fh5Js0GyT";
    let text = format!(
        "key: \"{begin}\\n{body}\\n\\\n{body}\\n{body}\\n\\\n{body}\\nq7Zp2Q==\\n\"\nnext();"
    );
    let redacted = redact(&text);
    assert!(
        !redacted.text.contains(body) && !redacted.text.contains("q7Zp2Q"),
        "{}",
        redacted.text
    );
    assert!(redacted.text.ends_with("\nnext();"), "{}", redacted.text);
}

#[test]
fn a_key_of_git_crypt_is_kept_back() {
    check(&["\0GITCRYPT", "KEY\0\0\0\u{2}q7Zp2Vx9Lw4R"], "[redacted: private key]");
}
