//! Recognizes files that are secret as a whole, by their names.

use super::SecretKind;

const ENVIRONMENT: SecretKind = SecretKind("environment file");
const PRIVATE_KEY: SecretKind = SecretKind("private key");
const CREDENTIALS: SecretKind = SecretKind("credentials");
const KEY_STORE: SecretKind = SecretKind("key store");

/// Parts of names of files that show the form of a secret file without its values.
const EXAMPLES: [&str; 7] = ["example", "sample", "template", "dist", "tmpl", "schema", "defaults"];

const NAMES: [(&str, SecretKind); 40] = [
    (".envrc", ENVIRONMENT),
    (".netrc", CREDENTIALS),
    ("_netrc", CREDENTIALS),
    ("netrc", CREDENTIALS),
    (".authinfo", CREDENTIALS),
    (".git-credentials", CREDENTIALS),
    ("git-crypt-key", PRIVATE_KEY),
    ("git-crypt.key", PRIVATE_KEY),
    ("gitcrypt.key", PRIVATE_KEY),
    (".pgpass", CREDENTIALS),
    ("pgpass.conf", CREDENTIALS),
    (".htpasswd", CREDENTIALS),
    (".pypirc", CREDENTIALS),
    (".dockercfg", CREDENTIALS),
    (".dockerconfigjson", CREDENTIALS),
    (".my.cnf", CREDENTIALS),
    (".mylogin.cnf", CREDENTIALS),
    (".s3cfg", CREDENTIALS),
    (".boto", CREDENTIALS),
    (".vault-token", CREDENTIALS),
    (".vault_pass", CREDENTIALS),
    (".vault-pass", CREDENTIALS),
    (".vault_password", CREDENTIALS),
    (".terraformrc", CREDENTIALS),
    ("credentials.tfrc.json", CREDENTIALS),
    ("kubeconfig", CREDENTIALS),
    (".kubeconfig", CREDENTIALS),
    ("credentials.json", CREDENTIALS),
    ("credentials.csv", CREDENTIALS),
    ("application_default_credentials.json", CREDENTIALS),
    ("secrets.json", CREDENTIALS),
    ("secrets.yml", CREDENTIALS),
    ("secrets.yaml", CREDENTIALS),
    ("secrets.toml", CREDENTIALS),
    ("terraform.tfvars", CREDENTIALS),
    ("shadow", CREDENTIALS),
    (".bash_history", CREDENTIALS),
    (".zsh_history", CREDENTIALS),
    (".psql_history", CREDENTIALS),
    (".mysql_history", CREDENTIALS),
];

const ENDINGS: [(&str, SecretKind); 18] = [
    (".pem", PRIVATE_KEY),
    (".key", PRIVATE_KEY),
    (".p8", PRIVATE_KEY),
    (".p12", KEY_STORE),
    (".pfx", KEY_STORE),
    (".pkcs12", KEY_STORE),
    (".jks", KEY_STORE),
    (".keystore", KEY_STORE),
    (".truststore", KEY_STORE),
    (".kdbx", KEY_STORE),
    (".keychain", KEY_STORE),
    (".ppk", PRIVATE_KEY),
    (".ovpn", CREDENTIALS),
    (".tfstate", CREDENTIALS),
    (".tfstate.backup", CREDENTIALS),
    (".agekey", PRIVATE_KEY),
    (".kubeconfig", CREDENTIALS),
    (".mobileprovision", CREDENTIALS),
];

/// A folder and the names in it that are secret.
const PLACES: [(&str, &str); 10] = [
    (".aws", "credentials"),
    (".kube", "config"),
    (".docker", "config.json"),
    ("containers", "auth.json"),
    (".cargo", "credentials"),
    (".cargo", "credentials.toml"),
    (".gem", "credentials"),
    (".m2", "settings.xml"),
    (".azure", "accesstokens.json"),
    ("gh", "hosts.yml"),
];

/// The kind of secret that the file at a path is, if it is one.
pub fn secret_file(path: &str) -> Option<SecretKind> {
    let path = path.to_lowercase();
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or(&path);
    let folder = parts.next().unwrap_or_default();
    if EXAMPLES.iter().any(|example| name.split(['.', '-', '_']).any(|part| part == *example)) {
        return None;
    }
    if name == ".env" || name.starts_with(".env.") || name.ends_with(".env") && name.len() > 4 {
        return Some(ENVIRONMENT);
    }
    let is_public = name.ends_with(".pub");
    let is_identity = ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"]
        .iter()
        .any(|identity| name.strip_prefix(identity).is_some_and(is_no_code));
    if !is_public && is_identity {
        return Some(PRIVATE_KEY);
    }
    // What git-crypt keeps for its users is encrypted; the key itself is not.
    let is_git_crypt = path.contains("git-crypt/keys/") && !name.ends_with(".gpg");
    let is_kept = folder == ".gnupg"
        || is_git_crypt
        || folder == ".ssh" && !is_public && !matches!(name, "config" | "known_hosts");
    if is_kept {
        return Some(PRIVATE_KEY);
    }
    let is_service = name.ends_with(".json")
        && ["service-account", "service_account", "serviceaccount", "client_secret"]
            .iter()
            .any(|start| name.starts_with(start));
    if is_service || PLACES.contains(&(folder, name)) {
        return Some(CREDENTIALS);
    }
    let named = NAMES.iter().find(|(secret, _)| *secret == name);
    let ending =
        || ENDINGS.iter().find(|(ending, _)| name.ends_with(ending) && name.len() > ending.len());
    named.or_else(ending).map(|(_, kind)| *kind)
}

/// Whether what follows `id_rsa` still makes it a key: `id_rsa`, `id_rsa.bak`, `id_rsa_work`, but
/// not `id_rsa.rs`.
fn is_no_code(rest: &str) -> bool {
    let ending = rest.rsplit('.').next().unwrap_or_default();
    rest.is_empty()
        || !matches!(ending, "rs" | "py" | "go" | "js" | "ts" | "java" | "c" | "h" | "md")
}
