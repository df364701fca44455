//! The places of code that a text names: `src/a.rs:12`, or the frames of a traceback.
//!
//! All languages print a path and a line, joined by one of a few marks, so one reader is enough for all. A
//! path that is not in the index is dropped by the caller. Start at [`written_places`].

/// At most this many places of one text are read.
const MOST_READ: usize = 60;

/// A path and a line as somebody wrote them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrittenPlace {
    /// With slashes. Of Java, the folders come from the qualified name before it.
    pub(crate) path: String,
    /// From 1.
    pub(crate) line: u32,
}

/// The places that a text names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct WrittenPlaces {
    /// The innermost call first.
    pub(crate) places: Vec<WrittenPlace>,
    /// Whether the text is one place and nothing else.
    pub(crate) is_alone: bool,
}

/// The marks between a path and a line. Python, Ruby and PHP spell it out.
const MARKS: [&str; 6] = ["\", line ", ":line ", " on line ", "#L", "(", ":"];

pub(crate) fn written_places(text: &str) -> WrittenPlaces {
    let mut places: Vec<WrittenPlace> = Vec::new();
    let mut is_python = false;
    for line in text.lines() {
        let mut rest = line;
        let mut at = 0;
        while let Some((start, mark)) = next_mark(rest) {
            let after = &rest[start + mark.len()..];
            let n_digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let before = &line[..at + start];
            if let (Ok(number), Some(path)) =
                (after[..n_digits].parse::<u32>(), path_before(before, mark))
                && number > 0
            {
                is_python |= mark == MARKS[0];
                let place = WrittenPlace { path, line: number };
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            let n_read = start + mark.len() + n_digits;
            at += n_read;
            rest = &rest[n_read..];
        }
        if places.len() >= MOST_READ {
            break;
        }
    }
    if is_python {
        // The most recent call is last.
        places.reverse();
    }
    let text = text.trim().trim_start_matches("./").replace('\\', "/");
    let is_alone = match &places[..] {
        [place] => text.starts_with(&place.path) && !text.contains(char::is_whitespace),
        _ => false,
    };
    WrittenPlaces { places, is_alone }
}

/// The next mark that a digit follows.
fn next_mark(text: &str) -> Option<(usize, &'static str)> {
    text.char_indices().find_map(|(at, _)| {
        let rest = &text[at..];
        let mark = MARKS.into_iter().find(|mark| {
            let after = rest.strip_prefix(mark);
            after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()))
        })?;
        Some((at, mark))
    })
}

/// The path that ends where a mark begins.
fn path_before(before: &str, mark: &str) -> Option<String> {
    let start = if mark == MARKS[0] {
        // In quotation marks it may have spaces.
        before.rfind('"')? + 1
    } else {
        before.trim_end_matches(is_in_path).len()
    };
    let written = before[start..].trim_start_matches("./");
    let name = written.rsplit(['/', '\\']).next().unwrap_or(written);
    let has_name = name.contains(|c: char| c.is_alphabetic()) && !name.ends_with('.');
    if !has_name || !written.contains(['.', '/']) {
        return None;
    }
    let folders = if written.contains(['/', '\\']) { None } else { java_folders(&before[..start]) };
    Some(folders.unwrap_or_default() + &written.replace('\\', "/"))
}

fn is_in_path(c: char) -> bool {
    c.is_alphanumeric() || "_-./\\+@~$[]".contains(c)
}

/// The folders of `at com.example.Type.method(`: the parts before the first type.
fn java_folders(before: &str) -> Option<String> {
    let name = before.strip_suffix('(')?;
    let start = name.rfind(|c: char| !(c.is_alphanumeric() || "._$<>".contains(c)));
    let parts = name[start.map_or(0, |at| at + 1)..].split('.');
    let folders: Vec<&str> =
        parts.take_while(|part| part.starts_with(|c: char| c.is_lowercase())).collect();
    (!folders.is_empty()).then(|| folders.join("/") + "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found = written_places(text).places;
        let found: Vec<String> =
            found.iter().map(|place| format!("{}:{}", place.path, place.line)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_place_is_read_as_programs_print_it() {
        check("src/a.rs:12", &["src/a.rs:12"]);
        check("./src/a.rs:12:7", &["src/a.rs:12"]);
        check("src/a.rs:12-30", &["src/a.rs:12"]);
        check("see src/é/a.ts(12,5): error TS2304", &["src/é/a.ts:12"]);
        check("https://x.org/blob/main/src/a.go#L12-L14", &["//x.org/blob/main/src/a.go:12"]);
        check("src\\net\\a.cs:line 12", &["src/net/a.cs:12"]);
    }

    #[test]
    fn tracebacks_of_many_languages_are_read() {
        check(
            "Traceback (most recent call last):\n  File \"/app/my code/run.py\", line 3, in <module>\n    main()\n  \
             File \"/app/pkg/core.py\", line 77, in main\nValueError: 12:30",
            &["/app/pkg/core.py:77", "/app/my code/run.py:3"],
        );
        check(
            "Exception in thread \"main\" java.lang.X: no\n\tat org.shop.cart.Cart$Item.add(Cart.java:31)\n\t\
             at Main.main(Main.java:5)",
            &["org/shop/cart/Cart.java:31", "Main.java:5"],
        );
        check(
            "    at Server.close (/srv/app/lib/server.js:120:15)\n    at file:///srv/app/index.mjs:3:1",
            &["/srv/app/lib/server.js:120", "///srv/app/index.mjs:3"],
        );
        check("goroutine 1:\nmain.run()\n\t/src/cmd/run.go:22 +0x1d", &["/src/cmd/run.go:22"]);
        check("thread 'main' panicked at src/net/tcp.rs:9:5:", &["src/net/tcp.rs:9"]);
        check("lib/shop.rb:7:in 'Shop#sell': no (RuntimeError)", &["lib/shop.rb:7"]);
        check("   at Shop.Cart.Add(Item i) in /src/Cart.cs:line 44", &["/src/Cart.cs:44"]);
        check(
            "Fatal error: x in /srv/a.php on line 9\n#0 /srv/b.php(12): f()",
            &["/srv/a.php:9", "/srv/b.php:12"],
        );
    }

    #[test]
    fn what_is_no_place_is_not_read() {
        check("what happens at 12:30", &[]);
        check("localhost:8080 and ::1:80", &[]);
        check("std::vec:3 a.rs:0 foo(3) é:1", &[]);
        check("version 1.2:3", &[]);
    }

    #[test]
    fn a_place_alone_is_told_from_one_in_a_sentence() {
        assert!(written_places(" src/a.rs:12\n").is_alone);
        assert!(!written_places("why does src/a.rs:12 fail").is_alone);
        assert!(!written_places("words").is_alone);
        assert!(!written_places("odd;name.py:3").is_alone);
    }
}
