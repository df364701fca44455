//! Which words may call a function of a script: all but builtins and common programs.

/// In order, so that a word is found by halves.
#[rustfmt::skip]
const KNOWN: &[&str] = &[
    "alias", "apt", "apt-get", "autoload", "awk", "base64", "basename", "bash", "bc", "bg", "bind",
    "break", "brew", "builtin", "bunzip2", "bzip2", "caller", "cargo", "case", "cat", "cd",
    "chgrp", "chmod", "chown", "chroot", "clear", "cmake", "cmp", "column", "comm", "command",
    "compgen", "complete", "compopt", "continue", "cp", "crontab", "curl", "cut", "date", "dd",
    "declare", "df", "diff", "dig", "dirname", "dirs", "disown", "dmesg", "docker", "du", "echo",
    "egrep", "enable", "env", "eval", "exec", "exit", "expand", "export", "expr", "false", "fc",
    "fg", "fgrep", "file", "find", "flock", "fmt", "fold", "free", "gcc", "getconf", "getent",
    "getopt", "getopts", "git", "go", "gpg", "grep", "groups", "gunzip", "gzip", "hash", "head",
    "help", "history", "host", "hostname", "iconv", "id", "install", "ip", "iptables", "java",
    "jobs", "join", "jq", "kill", "killall", "kubectl", "less", "let", "ln", "local", "locale",
    "logger", "login", "logname", "logout", "ls", "lsof", "make", "mapfile", "md5sum", "mkdir",
    "mkfifo", "mknod", "mktemp", "more", "mount", "mv", "nc", "nice", "nl", "node", "nohup", "npm",
    "nproc", "od", "openssl", "passwd", "paste", "patch", "perl", "pgrep", "php", "ping", "pip",
    "pip3", "pkill", "popd", "pr", "printenv", "printf", "ps", "pushd", "pwd", "python", "python2",
    "python3", "read", "readarray", "readlink", "readonly", "realpath", "return", "rev", "rm",
    "rmdir", "rsync", "ruby", "scp", "screen", "sed", "select", "seq", "set", "setopt", "sh",
    "sha1sum", "sha256sum", "shasum", "shift", "shopt", "shuf", "sleep", "sort", "source", "split",
    "ssh", "stat", "strings", "strip", "stty", "su", "sudo", "sum", "suspend", "sync", "sysctl",
    "systemctl", "tac", "tail", "tar", "tee", "test", "time", "timeout", "times", "tmux", "touch",
    "tput", "tr", "trap", "true", "truncate", "tsort", "tty", "type", "typeset", "ulimit", "umask",
    "unalias", "uname", "unexpand", "uniq", "unlink", "unset", "unsetopt", "unzip", "uptime",
    "useradd", "usermod", "wait", "watch", "wc", "wget", "whence", "which", "who", "whoami",
    "xargs", "xxd", "xz", "yarn", "yes", "yum", "zcat", "zip", "zsh", "zstyle",
];

/// Whether a command of this name may be a function.
pub fn may_be_function(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || "_-:.".contains(c))
        && KNOWN.binary_search(&word).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtins_programs_and_paths_are_no_functions() {
        assert!(KNOWN.is_sorted());
        for word in ["echo", "git", "./run.sh", "/bin/ls", "[", "a=b", "$x", ""] {
            assert!(!may_be_function(word), "{word}");
        }
        for word in ["deploy", "log_line", "parse-state", "deploy::push"] {
            assert!(may_be_function(word), "{word}");
        }
    }
}
