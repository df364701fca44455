//! A light English stemmer, which strips plural and verb endings: `walks`, `walked` and `walking` all
//! become `walk`.
//!
//! A stem need not be a word (`cache` gives `cach`); it only has to be the same for all forms.
//! The rules are few and conservative: most words in code are names, and a wrong stem makes
//! unrelated names match. Each rule works on the result of the one before. Start at [`stem`].

/// Words that the rules would conflate with unrelated ones: `string` is not a form of `str`.
const KEPT: &[&str] = &[
    "buffer", "character", "cluster", "embed", "folder", "header", "integer", "letter", "master",
    "number", "pointer", "setting", "string", "thing",
];

/// Replaces a lower-case word by its stem. Leaves words alone that have fewer than four letters,
/// digits, or letters outside ASCII.
pub fn stem(word: &mut String) {
    if word.len() < 4 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return;
    }
    drop_plural(word);
    if is_kept(word) {
        return;
    }
    drop_action(word);
    drop_actor(word);
    drop_silent_e(word);
}

fn is_kept(word: &str) -> bool {
    matches!(word.as_bytes().last(), Some(b'd' | b'g' | b'r')) && KEPT.contains(&word)
}

/// `queries` to `query`, `boxes` to `boxe` (the silent e goes later), `files` to `file`.
fn drop_plural(word: &mut String) {
    let bytes = word.as_bytes();
    let [.., third, second, b's'] = *bytes else { return };
    if third == b'i' && second == b'e' && bytes.len() > 4 {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if !matches!((third, second), (_, b's' | b'u') | (_, b'i') | (b'i', b'a')) {
        word.truncate(word.len() - 1);
    }
}

/// `parsing` and `parsed` to `pars`, `applied` to `apply`, `connection` to `connect`.
fn drop_action(word: &mut String) {
    if word.ends_with("ization") || word.ends_with("isation") {
        word.truncate(word.len() - 5);
        return;
    }
    if (word.ends_with("tion") || word.ends_with("sion")) && word.len() >= 8 {
        word.truncate(word.len() - 3);
        return;
    }
    if word.ends_with("ing") && is_stem(&word[..word.len() - 3]) {
        word.truncate(word.len() - 3);
        undouble(word);
    }
    if word.ends_with("ied") && word.len() > 4 {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if word.ends_with("ed")
        && !word.ends_with("eed")
        && is_stem(&word[..word.len() - 2])
        && !is_kept(word)
    {
        word.truncate(word.len() - 2);
        undouble(word);
    }
}

/// `parser` to `pars`, `identifier` to `identify`, `generator` to `generat`.
fn drop_actor(word: &mut String) {
    if word.ends_with("ier") && word.len() >= 7 {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if word.ends_with("er") && word.len() >= 6 {
        word.truncate(word.len() - 2);
        undouble(word);
    } else if word.ends_with("ator") && word.len() >= 7 {
        word.truncate(word.len() - 2);
    }
}

fn drop_silent_e(word: &mut String) {
    if word.len() >= 4 && word.ends_with('e') {
        word.truncate(word.len() - 1);
    }
}

/// Whether an ending may be removed: the rest needs three letters and a vowel.
fn is_stem(rest: &str) -> bool {
    rest.len() >= 3
        && rest.bytes().any(|byte| matches!(byte, b'a' | b'e' | b'i' | b'o' | b'u' | b'y'))
}

/// `mapp` of `mapping` to `map`, but `call` of `calling` stays.
fn undouble(word: &mut String) {
    let bytes = word.as_bytes();
    if let [.., before, last] = *bytes {
        let is_double = before == last && !matches!(last, b'l' | b's' | b'z' | b'e' | b'o');
        if is_double && bytes.len() > 3 {
            word.truncate(word.len() - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(forms: &str, expect: &str) {
        for form in forms.split(' ') {
            let mut word = form.to_owned();
            stem(&mut word);
            assert_eq!(word, expect, "{form}");
        }
    }

    #[test]
    fn all_forms_of_a_word_have_one_stem() {
        check("walk walks walked walking walker", "walk");
        check("file files", "fil");
        check("query queries", "query");
        check("parse parses parsed parsing parser parsers", "pars");
        check("process processes processing processed", "process");
        check("cache caches cached caching", "cach");
        check("match matches matching matched matcher", "match");
        check("map maps mapped mapping", "map");
        check("handle handler handlers handling", "handl");
        check("apply applies applied applying", "apply");
        check("serialize serializer serialization serializing", "serializ");
        check("generate generator generation", "generat");
        check("connect connection connections connected", "connect");
        check("embed embeds embedding embedded", "embed");
        check("status statuses", "status");
        check("alias aliases", "alias");
        check("identify identifier identifiers", "identify");
        check("add adds added adding", "add");
    }

    #[test]
    fn a_false_ending_stays() {
        check("string", "string");
        check("user users", "user");
        check("bus", "bus");
        check("class", "class");
        check("speed", "speed");
        check("error errors", "error");
        check("header headers", "header");
        check("setting settings", "setting");
        check("need", "need");
        check("thing", "thing");
        check("analysis", "analysis");
    }

    #[test]
    fn other_alphabets_and_digits_stay() {
        check("utf8s", "utf8s");
        check("straßes", "straßes");
    }
}
