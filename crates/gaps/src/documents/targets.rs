//! The path and the anchor in the target of a link.

/// The path and the anchor of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkTarget {
    /// As written, without percent signs; empty for a place in the same document.
    pub path: String,
    pub anchor: Option<Anchor>,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Anchor {
    /// `#L10-L20`, or `:10` after a path.
    Lines {
        start: u32,
        end: u32,
    },
    Heading(String),
}

impl LinkTarget {
    /// `None` if the link leads out of the repository, or is a template that something else fills in.
    pub fn parse(text: &str) -> Option<LinkTarget> {
        let text = text.trim();
        let (path, anchor) = match text.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor)),
            None => (text, None),
        };
        let path = path.split('?').next().unwrap_or_default();
        let first = path.split('/').next().unwrap_or_default();
        let is_elsewhere = first.contains([':', '@', '~']) || path.starts_with("//");
        let is_template =
            text.contains(['{', '}', '$', '<', '>', '*', '|', '\\', '"', '`', '(', '[']);
        let is_malformed = path.contains([' ', ',', ';']) && !path.contains("%20");
        if is_elsewhere || is_template || is_malformed || text.is_empty() {
            return None;
        }
        let anchor =
            anchor.filter(|anchor| !anchor.is_empty() && !anchor.starts_with([':', '!', '/']));
        let anchor = anchor.map(|anchor| match lines_of_anchor(anchor) {
            Some((start, end)) => Anchor::Lines { start, end },
            None => Anchor::Heading(percent_decoded(anchor)),
        });
        Some(LinkTarget { path: percent_decoded(path), anchor })
    }

    /// A path in a code span, maybe with a line: `src/a.rs:12`.
    pub fn parse_path(text: &str) -> LinkTarget {
        let split = text.split_once(['#', ':']);
        match split.and_then(|(path, lines)| {
            Some((path, lines_of_anchor(lines).or_else(|| lines_alone(lines))?))
        }) {
            Some((path, (start, end))) => {
                LinkTarget { path: path.to_owned(), anchor: Some(Anchor::Lines { start, end }) }
            }
            None => LinkTarget { path: text.to_owned(), anchor: None },
        }
    }
}

/// The lines of `L10`, `L10-L20`, `L10-20` and `L10C2-L20C9`.
fn lines_of_anchor(anchor: &str) -> Option<(u32, u32)> {
    let rest = anchor.strip_prefix('L')?;
    let (start, end) = rest.split_once('-').unwrap_or((rest, rest));
    let number = |text: &str| text.trim_start_matches('L').split('C').next()?.parse().ok();
    Some((number(start)?, number(end)?))
}

/// The lines of `10`, `10-20` and `10:4`.
fn lines_alone(text: &str) -> Option<(u32, u32)> {
    let text = text.split(':').next()?;
    let (start, end) = text.split_once('-').unwrap_or((text, text));
    Some((start.parse().ok()?, end.parse().ok()?))
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| byte == b'%') {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_a_path_and_an_anchor() {
        let check = |text: &str, wanted: &str| {
            let found = LinkTarget::parse(text)
                .map(|target| format!("{} {:?}", target.path, target.anchor));
            assert_eq!(found.unwrap_or_default(), wanted, "{text}");
        };
        check("a/b.md", "a/b.md None");
        check("a%20b.md?x=1#the-end", "a b.md Some(Heading(\"the-end\"))");
        check("../x.rs#L10-L20", "../x.rs Some(Lines { start: 10, end: 20 })");
        check("#top", " Some(Heading(\"top\"))");
        for elsewhere in
            ["https://x.y", "mailto:a@b.c", "//x.y/z", "{{ url }}", "@site/a.md", "~/a", "a b.md"]
        {
            check(elsewhere, "");
        }
    }

    #[test]
    fn a_path_may_have_lines() {
        let check = |text: &str, wanted: &str| {
            let target = LinkTarget::parse_path(text);
            assert_eq!(format!("{} {:?}", target.path, target.anchor), wanted);
        };
        check("src/a.rs:12", "src/a.rs Some(Lines { start: 12, end: 12 })");
        check("src/a.rs:12-30", "src/a.rs Some(Lines { start: 12, end: 30 })");
        check("src/a.rs#L3", "src/a.rs Some(Lines { start: 3, end: 3 })");
        check("src/a.rs", "src/a.rs None");
    }
}
