//! "Pure", "no side effects", "always", "deterministic": contradicted by what the code plainly does.

use rutter_domain::ReferenceKind;
use rutter_search::tokenize;
use rutter_syntax::{Branch, Test};

use crate::checks::code_lines::{CodeLine, body_lines};
use crate::checks::context::{SubjectContext, contains_word};
use crate::checks::signature::parameters;
use crate::checks::verbs::action_of;
use crate::checks::{Problem, Statement};

const PURE: &[&str] = &[
    "no side effects",
    "without side effects",
    "free of side effects",
    "no side effect",
    "side effect free",
    "pure function",
    "pure lookup",
    "pure computation",
    "without mutating",
    "without modifying",
    "does not modify",
    "does not mutate",
    "without changing",
    "never modifies",
    "never mutates",
    "stateless",
    "leaves the state unchanged",
    "is pure",
    "changes nothing",
    "modifies nothing",
    "does not change any state",
    "changes no state",
    "without any side effects",
    "a pure",
];
/// The parameters are left as they are.
const INPUT_KEPT: &[&str] = &[
    "without modifying",
    "without ever modifying",
    "without changing",
    "without mutating",
    "leaving the argument",
    "leaving the input",
    "leaving the original",
    "never modifies",
    "does not modify",
    "input is not modified",
    "argument is not modified",
];
const DETERMINISTIC: &[&str] = &[
    "deterministic",
    "deterministically",
    "reproducible",
    "always gives the same",
    "always returns the same",
];
const UNLIMITED: &[&str] = &[
    "without any upper limit",
    "without upper limit",
    "without any limit",
    "without limit",
    "without bound",
    "without an upper bound",
    "without any upper bound",
    "unbounded",
    "no upper limit",
    "no upper bound",
    "unlimited",
    "without a limit",
    "grows without limit",
];

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    if !context.symbol().kind.is_callable() {
        return Vec::new();
    }
    let lines = body_lines(context);
    let mut problems = Vec::new();
    if statement.has_phrase(PURE)
        && !statement.has_phrase(&["not pure", "not a pure", "not stateless"])
    {
        problems.extend(changed_state(&lines, context));
    }
    if statement.has_phrase(INPUT_KEPT) {
        problems.extend(changed_parameter(&lines, context));
    }
    problems.extend(even_if_empty(statement, context));
    if statement.has_phrase(DETERMINISTIC) && !statement.has_phrase(&["not deterministic"]) {
        problems.extend(chance(context));
    }
    // "keeps it from growing without bound"
    if statement.has_phrase(UNLIMITED)
        && !statement.has_phrase(&["from growing", "not unbounded", "to grow", "from"])
    {
        problems.extend(limited(&lines, context));
    }
    problems.extend(always(statement, &lines, context));
    problems
}

/// An assignment to a field, or a call that changes one.
fn changed_state(lines: &[CodeLine], context: &SubjectContext<'_>) -> Option<Problem> {
    let line = lines.iter().find(|line| assigns_field(&line.text) || mutates(&line.text))?;
    let reason = format!("the code changes state: `{}`", line.text.trim());
    Some(Problem::contradicted(reason).at(Some(context.line(line.line))))
}

/// An assignment to a part of a parameter: `options.path = …`, `map[key] = …`, `delete options.path`.
fn changed_parameter(lines: &[CodeLine], context: &SubjectContext<'_>) -> Option<Problem> {
    let parameters = parameters(context.symbol(), context.language())?;
    let head_of = |code: &str| -> String {
        code.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '$')).collect()
    };
    let is_copied = |name: &str| {
        let starts = [
            format!("{name} = "),
            format!("{name} := "),
            format!("{name} ="),
            format!("{name} :="),
        ];
        lines.iter().any(|line| starts.iter().any(|start| line.text.trim().starts_with(start)))
    };
    let line = lines.iter().find(|line| {
        let code = line.text.trim();
        let target = match code.strip_prefix("delete ") {
            Some(deleted) => deleted,
            None => assignment(code).map_or("", |at| code[..at].trim()),
        };
        let head = head_of(target);
        let is_part = target[head.len()..].starts_with(['.', '[']) && !target.contains(' ');
        let is_own = matches!(head.as_str(), "self" | "this" | "");
        is_part && !is_own && parameters.iter().any(|one| one.is_named(&head)) && !is_copied(&head)
    })?;
    let reason = format!("the code changes what it was given: `{}`", line.text.trim());
    Some(Problem::contradicted(reason).at(Some(context.line(line.line))))
}

/// "Sends it, even if the list is empty": of code that returns at once for an empty one.
fn even_if_empty(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let at = words.windows(2).position(|two| {
        two[0].lower == "even" && matches!(two[1].lower.as_str(), "if" | "when" | "for")
    })?;
    let is_empty = words[at..].iter().any(|word| {
        matches!(word.lower.as_str(), "empty" | "missing" | "nil" | "null" | "none" | "absent")
    });
    let text = &context.subject.parsed.text;
    let tests_empty = |condition: &str| {
        ["[]", "nil", "null", "None", "mpty", "== 0", "=== 0", "\"\""]
            .iter()
            .any(|sign| condition.contains(sign))
            && !condition.contains('!')
    };
    let leaves = |branch: &Branch| {
        let way = text.get(branch.consequence.clone()).unwrap_or("");
        let way = way.trim().trim_matches(['{', '}', ';', ' ', '\n', '\t']).trim();
        match branch.test {
            Test::If | Test::Unless => way.starts_with("return") && way.len() <= 20,
            Test::Arm => way.len() <= 16,
        }
    };
    let branch = context.branches().iter().find(|branch| {
        tests_empty(text.get(branch.condition.clone()).unwrap_or("")) && leaves(branch)
    });
    let condition = text.get(branch.filter(|_| is_empty)?.condition.clone())?.trim();
    let reason = format!("the code returns at once in the case of `{condition}`");
    Some(Problem::contradicted(reason).at(Some(context.own_lines())))
}

/// `self.x = …`, `this.x += …`, `@x = …`, `c.hits++`.
fn assigns_field(line: &str) -> bool {
    let code = line.trim();
    let Some(at) = assignment(code) else { return false };
    let target = code[..at].trim_end_matches(['+', '-', '*', '/', '|', '&', '?', '<', '>']).trim();
    let is_declared = ["let ", "const ", "var ", "val ", "auto ", "final ", "local ", "my "]
        .iter()
        .any(|word| code.starts_with(word));
    let is_field = target.starts_with('@') && !target.contains(' ')
        || ["self.", "this.", "this->", "$this->"].iter().any(|mark| target.starts_with(mark));
    !is_declared && is_field
}

/// Where the target of an assignment ends.
fn assignment(code: &str) -> Option<usize> {
    if let Some(at) = code.find("++").or_else(|| code.find("--")).filter(|at| *at > 0) {
        return Some(at);
    }
    code.match_indices('=').map(|(at, _)| at).find(|at| {
        let before = code[..*at].chars().next_back().unwrap_or('=');
        let after = code[at + 1..].chars().next().unwrap_or('=');
        !matches!(before, '=' | '!' | '<' | '>' | '~') && !matches!(after, '=' | '>' | '~')
    })
}

/// A call that changes the collection or file it is made on.
fn mutates(line: &str) -> bool {
    const CALLS: &[&str] = &[
        ".delete(",
        ".put(",
        ".push(",
        ".insert(",
        ".append(",
        ".remove(",
        ".clear(",
        ".pop(",
        ".add(",
        ".store(",
        ".Store(",
        ".Put(",
        ".Add(",
        ".Remove(",
        ".Delete(",
        ".push_back(",
        ".erase(",
        ".save(",
        ".write(",
        ".Write(",
        ".splice(",
        ".set(",
        ".Set(",
    ];
    let is_own = ["self.", "this.", "this->", "@", "s."].iter().any(|mark| {
        line.find(mark).is_some_and(|at| CALLS.iter().any(|call| line[at..].contains(call)))
    });
    is_own
        || CALLS.iter().any(|call| {
            line.trim()
                .split('(')
                .next()
                .is_some_and(|head| format!("{head}(").ends_with(call) && head.contains('.'))
                && line.trim().starts_with(|c: char| c.is_alphabetic())
                && line.matches('.').count() >= 2
        })
}

fn chance(context: &SubjectContext<'_>) -> Option<Problem> {
    let signs = [
        "Math.random",
        "random",
        "rand",
        "uuid",
        "Time.now",
        "Date.now",
        "Random",
        "SecureRandom",
        "shuffle",
        "utcnow",
    ];
    let sign = signs.iter().find(|sign| {
        contains_word(&context.code, sign) || sign.contains('.') && context.code.contains(**sign)
    })?;
    let reason = format!("the code depends on `{sign}`");
    Some(Problem::contradicted(reason).at(context.line_with(sign)))
}

fn limited(lines: &[CodeLine], context: &SubjectContext<'_>) -> Option<Problem> {
    let caps = tokenize("min clamp cap limit maximum max bound");
    let line = lines.iter().find(|line| caps.iter().any(|cap| line.stems.contains(cap)))?;
    let reason = format!("the code sets a limit: `{}`", line.text.trim());
    Some(Problem::contradicted(reason).at(Some(context.line(line.line))))
}

/// "Always sends": the call must not depend on a condition.
fn always(
    statement: &Statement,
    lines: &[CodeLine],
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let words = &statement.words;
    let at = words
        .iter()
        .position(|word| matches!(word.lower.as_str(), "always" | "unconditionally"))?;
    let is_negated = at > 0 && matches!(words[at - 1].lower.as_str(), "not" | "nearly" | "almost");
    let is_conditional = words.iter().enumerate().any(|(n, word)| {
        matches!(word.lower.as_str(), "if" | "when" | "unless" | "except" | "once" | "after")
            && !(n > 0 && words[n - 1].lower == "even")
    });
    if is_negated || is_conditional {
        return None;
    }
    if let Some(problem) = early_return(lines, context) {
        return Some(problem);
    }
    let near = [at + 1, at + 2, at.wrapping_sub(1)];
    let verb = near
        .iter()
        .filter_map(|at| words.get(*at))
        .find(|word| action_of(&word.lower).is_some())?;
    let action = action_of(&verb.lower)?;
    let verbs = tokenize(action.verbs);
    let (name, _, line) = context.references().find(|(name, kind, _)| {
        *kind == ReferenceKind::Call && tokenize(name).iter().any(|part| verbs.contains(part))
    })?;
    let code = lines.iter().find(|code| code.line == line)?;
    let start = code.start_byte;
    let text = &context.subject.parsed.text;
    let branch = context.branches().iter().find(|branch| depends_on(branch, start, text))?;
    let condition = text.get(branch.condition.clone()).unwrap_or("").trim();
    let reason = format!("`{name}` is called only depending on `{condition}`");
    Some(Problem::contradicted(reason).at(Some(context.line(line))))
}

/// A first statement that returns without doing anything.
fn early_return(lines: &[CodeLine], context: &SubjectContext<'_>) -> Option<Problem> {
    let first = lines.iter().find(|line| line.text.trim() != "{")?;
    let text = &context.subject.parsed.text;
    let branch = context.branches().iter().find(|branch| {
        branch.test != Test::Arm
            && branch.alternative.is_some()
            && branch.condition.start >= first.start_byte
            && branch.condition.start < first.start_byte + first.text.len()
    })?;
    let way = text.get(branch.consequence.clone()).unwrap_or("");
    let bare =
        way.trim().trim_matches(['{', '}', ';', ' ', '\n', '\t']).trim().trim_end_matches(';');
    let condition = text.get(branch.condition.clone()).unwrap_or("").trim();
    (bare == "return").then(|| {
        let reason = format!("the code returns at once depending on `{condition}`");
        Problem::contradicted(reason).at(Some(context.line(first.line)))
    })
}

/// Whether a line is reached only by one way of a branch that does not end in an error.
fn depends_on(branch: &Branch, start_byte: usize, text: &str) -> bool {
    let is_in = |range: &std::ops::Range<usize>| {
        range.start <= start_byte + 200 && range.contains(&start_byte)
    };
    let is_error = |range: &std::ops::Range<usize>| {
        let code = text.get(range.clone()).unwrap_or("");
        ["raise", "throw", "panic", "Err(", "err", "error", "exit"]
            .iter()
            .any(|word| code.contains(word))
    };
    match branch.test {
        Test::If | Test::Unless => {
            let in_first = is_in(&branch.consequence);
            let in_second = branch.alternative.as_ref().is_some_and(is_in);
            in_first && branch.alternative.as_ref().is_none_or(|other| !is_error(other))
                || in_second && !is_error(&branch.consequence)
        }
        Test::Arm => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- lru.ts
export class Lru {
    get(key: string): string | undefined {
        this.hits += 1;
        return this.map.get(key);
    }
    size(): number {
        return this.map.size;
    }
    push(item: string): void {
        if (this.last === item) {
            return;
        }
        this.socket.send(item);
    }
}
//- jitter.py
import random

def delay(n):
    return min(n * random.random(), 10)
";

    #[test]
    fn purity_is_contradicted_by_an_assignment() {
        check(
            FILES,
            "lru.ts",
            &[
                (
                    "Lru.get",
                    "Looks up a key without side effects.",
                    "contradicted: the code changes state: `this.hits += 1;`",
                ),
                ("Lru.size", "Number of keys; a pure lookup of the map.", "supported\nsupported"),
                (
                    "Lru.push",
                    "Always sends the item.",
                    "contradicted: the code returns at once depending on `(this.last === item)`",
                ),
            ],
        );
        check(
            FILES,
            "jitter.py",
            &[
                ("delay", "Deterministic delay.", "contradicted: the code depends on `random`"),
                (
                    "delay",
                    "Delay that is unbounded.",
                    "contradicted: the code sets a limit: `return min(n * random.random(), 10)`",
                ),
            ],
        );
    }
}
