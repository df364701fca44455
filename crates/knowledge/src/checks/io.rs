//! A claim that the subject uses the environment, the disk, the network, a database, standard input, the
//! clock or chance needs a sign of it in the code, in a direct callee or in the documentation; a claim
//! that it does not is contradicted by a call that does.

use std::collections::HashSet;

use rutter_domain::SymbolKind;
use rutter_search::tokenize;

use crate::checks::context::SubjectContext;
use crate::checks::statement::WordForm;
use crate::checks::{Problem, Statement};

/// Something outside of the program.
struct Resource {
    name: &'static str,
    /// How a claim names it, as phrases.
    said: &'static [&'static str],
    /// Words of code that show it.
    shown_by: &'static str,
    /// How a claim says that it is not used.
    denied: &'static [&'static str],
    /// Code that plainly uses it.
    used_by: &'static [&'static str],
}

const DISK: &str = "the disk";

const RESOURCES: &[Resource] = &[
    Resource {
        name: "the environment",
        said: &["environment variables", "environment variable", "the environment"],
        shown_by: "env environ getenv environment putenv setenv envvar",
        denied: &["never reads the environment", "does not read the environment"],
        used_by: &[
            "process.env",
            "os.environ",
            "getenv(",
            "Getenv(",
            "ENV[",
            "env::var",
            "get_env(",
        ],
    },
    Resource {
        name: DISK,
        said: &[
            "to disk",
            "from disk",
            "on disk",
            "to the disk",
            "from the disk",
            "the file system",
            "the filesystem",
        ],
        shown_by: "file filename fs path disk fopen fwrite writer readfile writefile dir directory \
                   folder mkdir rename unlink ofstream ifstream save persist journal spool archive fsync sqlite pathlib",
        denied: &[
            "no file is read",
            "never touches the disk",
            "does not touch the disk",
            "without reading any file",
            "never reads from disk",
            "never writes to disk",
            "no file access",
            "opens no file",
            "reads no file",
            "writes no file",
        ],
        used_by: &[
            "readFile",
            "writeFile",
            "ReadFile(",
            "WriteFile(",
            "fopen(",
            "open(",
            "File.read",
            "File.write",
            "File.open",
            "fs::read",
            "fs::write",
            "File::open",
            "File::create",
            "read_text(",
            "write_text(",
            "file_get_contents(",
            "file_put_contents(",
            "ifstream",
            "ofstream",
            "readText(",
            "writeText(",
            "appendText(",
            "Files.write",
            "Files.read",
        ],
    },
    Resource {
        name: "the network",
        said: &[
            "http request",
            "http requests",
            "the network",
            "over http",
            "over https",
            "a socket",
            "network request",
            "network requests",
        ],
        shown_by: "http https url uri socket fetch request client curl net tcp udp connect response api \
                   endpoint grpc smtp host dns remote upstream transport download post relay web server",
        denied: &[
            "no network traffic",
            "no network access",
            "without any network access",
            "never touches the network",
            "does not touch the network",
            "without network access",
            "makes no request",
            "sends no request",
        ],
        used_by: &[
            "fetch(",
            "http.Get(",
            "urlopen(",
            "requests.",
            "TcpStream::connect",
            "curl ",
            "fsockopen(",
            "HttpClient",
        ],
    },
    Resource {
        name: "a database",
        said: &["sql database", "a database", "the database", "sql query", "sql queries"],
        shown_by: "sql query db database execute cursor repository repo orm table transaction sqlite redis \
                   mongo ets mnesia prepare statement select dao jdbc postgres mysql collection store pool",
        denied: &[],
        used_by: &[],
    },
    Resource {
        name: "standard input",
        said: &["standard input", "stdin", "the console input"],
        shown_by: "stdin input gets readline scanner scanf getline fgets cin console read",
        denied: &["never reads standard input"],
        used_by: &["stdin", "STDIN"],
    },
    Resource {
        name: "the clock",
        said: &["the clock", "system clock", "system time", "wall clock"],
        shown_by: "now time clock date today instant utc timestamp monotonic utcnow datetime timer epoch ticks \
                   calendar nanos millis tick sleep",
        denied: &[
            "never reads the clock",
            "does not read the clock",
            "without reading the clock",
            "never consults the clock",
        ],
        used_by: &[
            "Time.now",
            "Date.now",
            "time.time(",
            "datetime.now",
            "utcnow(",
            "Instant::now",
            "SystemTime::now",
            "time.Now(",
            "Instant.now",
            "currentTimeMillis",
            "nanoTime(",
            "DateTime.UtcNow",
            "DateTime.Now",
            "DateTime.utc_now",
            "new Date()",
            "steady_clock::now",
            "system_clock::now",
            "microtime(",
            "hrtime(",
        ],
    },
    Resource {
        name: "random numbers",
        said: &[
            "at random",
            "random number",
            "random numbers",
            "a random",
            "randomly",
            "random jitter",
        ],
        shown_by: "rand random uuid shuffle nonce secure jitter sample crypto securerandom mt urandom guid \
                   rng distribution token hex unique generator generate",
        denied: &["without randomness", "no randomness"],
        used_by: &["Math.random", "random.", "rand::", "rand("],
    },
];

const NEGATIONS: &[&str] = &[
    "not", "no", "never", "without", "nothing", "neither", "nor", "instead", "rather", "cannot",
    "unlike", "doesn't", "none",
];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let kind = context.symbol().kind;
    if !(kind.is_callable() || kind.is_container() || kind == SymbolKind::Property) {
        return Vec::new();
    }
    let mut problems = Vec::new();
    for resource in RESOURCES {
        if statement.has_phrase(resource.denied) {
            problems.extend(used(context, resource));
            continue;
        }
        let at = resource.said.iter().find_map(|said| statement.find_phrase(said).first().copied());
        let at = at.or_else(|| (resource.name == DISK).then(|| file_access(statement)).flatten());
        let Some(at) = at else { continue };
        let is_denied =
            statement.words[..at].iter().any(|word| NEGATIONS.contains(&word.lower.as_str()));
        if !is_denied && !is_shown(context, resource) {
            problems.push(Problem::not_shown(format!(
                "nothing in the code shows that it uses {}",
                resource.name
            )));
        }
    }
    problems
}

/// "Writes … to its own file", "written to a file": the position of the file.
fn file_access(statement: &Statement) -> Option<usize> {
    const ACCESS: &[&str] =
        &["writes", "written", "opens", "reads", "writing", "reading", "saves", "saved"];
    let words = &statement.words;
    let at = words.iter().position(|word| word.form == WordForm::Plain && word.lower == "file")?;
    let from = words[..at].iter().rposition(|word| word.ends_phrase).map_or(0, |at| at + 1);
    let verb = words[from..at].iter().rposition(|word| ACCESS.contains(&word.lower.as_str()))?;
    let between = &words[from + verb..at];
    (between.len() < 7
        && !between
            .iter()
            .any(|word| matches!(word.lower.as_str(), "that" | "which" | "for" | "of")))
    .then_some(at)
}

fn used(context: &SubjectContext<'_>, resource: &Resource) -> Option<Problem> {
    // The signature counts too: a default value may read the clock.
    let lines = context.code.lines().zip(0_u32..);
    let sign = resource
        .used_by
        .iter()
        .find(|sign| lines.clone().any(|(line, _)| line.contains(**sign)))?;
    let reason = format!(
        "the claim denies that it uses {}, but the code has `{}`",
        resource.name,
        sign.trim_matches(['(', ' '])
    );
    Some(Problem::contradicted(reason).at(context.line_with(sign)))
}

fn is_shown(context: &SubjectContext<'_>, resource: &Resource) -> bool {
    let shown: HashSet<String> = tokenize(resource.shown_by).into_iter().collect();
    let words = context.vocabulary();
    if shown.iter().any(|stem| words.own.contains(stem) || words.called.contains(stem)) {
        return true;
    }
    // What a direct callee of the project does is done by the subject too.
    let bodies = context.callees().iter().filter(|one| one.symbol().kind.is_callable()).take(12);
    bodies
        .filter_map(|one| context.text_of(one))
        .any(|text| tokenize(&text).iter().any(|stem| shown.contains(stem)))
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- app.rb
class App
  def total(items, now = Time.now)
    items.sum
  end

  def load
    read_all
  end

  def read_all
    File.read(\"a\")
  end
end
";

    #[test]
    fn a_resource_needs_a_sign() {
        check(
            FILES,
            "app.rb",
            &[
                (
                    "App::total",
                    "Sums what was read from disk.",
                    "not shown: nothing in the code shows that it uses the disk",
                ),
                ("App::load", "Loads everything from disk.", "supported"),
                (
                    "App::total",
                    "Adds up the items; it never reads the clock.",
                    "supported\ncontradicted: the claim denies that it uses the clock, but the code has `Time.now`",
                ),
            ],
        );
    }
}
