//! Cuts a stream of Markdown into blocks that are finished.
//!
//! A block is final at a blank line outside a fence, at the end of a fence, and at the end of the
//! stream. A list waits for the line after the blank one, since an indented line still belongs to
//! it. Decisions are taken on whole lines only, so that the pieces in which a text arrives make no
//! difference.

/// Collects pieces of Markdown and returns the blocks that are finished.
#[derive(Debug, Default)]
pub struct Splitter {
    /// The beginning of a line.
    partial: String,
    block: String,
    state: State,
    /// Blank lines after the block of a list, which belong to it only if it goes on.
    blank_lines: String,
}

/// The kind of block, which decides where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Text,
    List,
    Fenced {
        fence: Fence,
        place: Place,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fence {
    mark: u8,
    length: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Top,
    InList,
}

impl Splitter {
    /// The blocks that this piece finishes, in order.
    pub fn push(&mut self, piece: &str) -> Vec<String> {
        let mut blocks = Vec::new();
        for part in piece.split_inclusive('\n') {
            self.partial.push_str(part);
            if part.ends_with('\n') {
                let line = std::mem::take(&mut self.partial);
                self.push_line(&line, &mut blocks);
            }
        }
        blocks
    }

    /// The rest, at the end of the stream. The splitter is as new afterwards.
    pub fn finish(&mut self) -> Vec<String> {
        let mut blocks = Vec::new();
        let line = std::mem::take(&mut self.partial);
        if !line.is_empty() {
            self.push_line(&line, &mut blocks);
        }
        self.end_block(&mut blocks);
        blocks
    }

    fn push_line(&mut self, line: &str, blocks: &mut Vec<String>) {
        let content = line.trim_start();
        let indent = indent_of(line);
        match self.state {
            State::Fenced { fence, place } => {
                self.block.push_str(line);
                if closes(content, fence) && (place == Place::InList || indent < 4) {
                    match place {
                        Place::Top => self.end_block(blocks),
                        Place::InList => self.state = State::List,
                    }
                }
            }
            State::Text | State::List if content.is_empty() => match self.state {
                State::List => self.blank_lines.push_str(line),
                State::Text | State::Fenced { .. } => self.end_block(blocks),
            },
            State::List => {
                if !self.blank_lines.is_empty() {
                    if indent >= 2 {
                        self.block.push_str(&std::mem::take(&mut self.blank_lines))
                    } else {
                        self.end_block(blocks)
                    }
                }
                self.push_content(line, content, indent, blocks);
            }
            State::Text => self.push_content(line, content, indent, blocks),
        }
    }

    fn push_content(&mut self, line: &str, content: &str, indent: usize, blocks: &mut Vec<String>) {
        let place =
            if self.state == State::List && indent >= 2 { Place::InList } else { Place::Top };
        match opened(content) {
            Some(fence) if place == Place::InList || indent < 4 => {
                if place == Place::Top {
                    // What stands before a fence is finished, with or without a blank line.
                    self.end_block(blocks);
                }
                self.state = State::Fenced { fence, place };
            }
            Some(_) | None => {
                if indent < 4 && begins_item(content) {
                    self.state = State::List;
                }
            }
        }
        self.block.push_str(line);
    }

    fn end_block(&mut self, blocks: &mut Vec<String>) {
        self.state = State::Text;
        self.blank_lines.clear();
        let block = std::mem::take(&mut self.block);
        if !block.trim().is_empty() {
            blocks.push(block);
        }
    }
}

fn indent_of(line: &str) -> usize {
    line.bytes()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .map(|byte| if byte == b'\t' { 4 } else { 1 })
        .sum()
}

/// The fence that a line opens, if it does.
fn opened(content: &str) -> Option<Fence> {
    let mark = *content.as_bytes().first()?;
    let length = content.bytes().take_while(|byte| *byte == mark).count();
    let info = &content[if matches!(mark, b'`' | b'~') { length } else { 0 }..];
    match mark {
        b'`' if length >= 3 && !info.contains('`') => Some(Fence { mark, length }),
        b'~' if length >= 3 => Some(Fence { mark, length }),
        _ => None,
    }
}

fn closes(content: &str, fence: Fence) -> bool {
    let length = content.bytes().take_while(|byte| *byte == fence.mark).count();
    length >= fence.length && content[length..].trim().is_empty()
}

fn begins_item(content: &str) -> bool {
    let rest = content.trim_start_matches(|c: char| c.is_ascii_digit());
    let n_digits = content.len() - rest.len();
    let after = match n_digits {
        0 if is_bullet(content) => &content[1..],
        1..=9 => match rest.strip_prefix(['.', ')']) {
            Some(after) => after,
            None => return false,
        },
        _ => return false,
    };
    after.starts_with([' ', '\t', '\n', '\r']) || after.is_empty()
}

fn is_bullet(content: &str) -> bool {
    content.starts_with(['-', '*', '+'])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each block on its own, headed by `=`.
    fn split(pieces: &[&str]) -> String {
        let mut splitter = Splitter::default();
        let mut blocks: Vec<String> =
            pieces.iter().flat_map(|piece| splitter.push(piece)).collect();
        blocks.extend(splitter.finish());
        blocks.iter().map(|block| format!("= {}\n", block.trim_end())).collect()
    }

    const SAMPLE: &str = "# Title\nText that\ngoes on.\n\n\nMore:\n```rust\nfn a() {\n\n}\n```\nafter\n\n\
        - one\n\n  still one\n\n  ```sh\n  ls\n\n  pwd\n  ```\n\n- two\n\nend\n\n~~~\n```\n~~~\n| a | b |\n|--|--|\n| 1 | 2 |\n\n\
        > quote\n> more\r\n\r\n日本語 👍\n\n````\n```\n````\n1. x\n2. y\n\nlast `` ` line";

    #[test]
    fn blocks_end_at_blank_lines_and_fences() {
        expect_test::expect![[r#"
            = # Title
            Text that
            goes on.
            = More:
            = ```rust
            fn a() {

            }
            ```
            = after
            = - one

              still one

              ```sh
              ls

              pwd
              ```
            = - two
            = end
            = ~~~
            ```
            ~~~
            = | a | b |
            |--|--|
            | 1 | 2 |
            = > quote
            > more
            = 日本語 👍
            = ````
            ```
            ````
            = 1. x
            2. y
            = last `` ` line
        "#]]
        .assert_eq(&split(&[SAMPLE]));
    }

    #[test]
    fn any_pieces_give_the_same_blocks() {
        let expected = split(&[SAMPLE]);
        let starts: Vec<usize> = SAMPLE.char_indices().map(|(at, _)| at).collect();
        for &at in &starts {
            assert_eq!(split(&[&SAMPLE[..at], &SAMPLE[at..]]), expected, "cut at {at}");
        }
        let mut seed = 7_u64;
        for _ in 0..200 {
            let mut cuts = vec![0];
            while cuts.last() != starts.last() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let step = 1 + (seed >> 33) as usize % 9;
                let last = starts.partition_point(|start| start <= cuts.last().unwrap());
                cuts.push(starts[(last + step - 1).min(starts.len() - 1)]);
            }
            cuts.push(SAMPLE.len());
            let pieces: Vec<&str> = cuts.windows(2).map(|cut| &SAMPLE[cut[0]..cut[1]]).collect();
            assert_eq!(split(&pieces), expected, "{pieces:?}");
        }
    }

    #[test]
    fn a_block_is_returned_as_soon_as_it_ends() {
        let mut splitter = Splitter::default();
        assert!(splitter.push("a\n").is_empty());
        assert_eq!(splitter.push("\n"), ["a\n"]);
        assert!(splitter.push("```\nx\n\n").is_empty());
        assert_eq!(splitter.push("```\n"), ["```\nx\n\n```\n"]);
        assert!(splitter.finish().is_empty());
    }

    #[test]
    fn nothing_of_a_text_is_lost() {
        let mut splitter = Splitter::default();
        let mut blocks = splitter.push(SAMPLE);
        blocks.extend(splitter.finish());
        let joined: String = blocks.concat();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&joined), words(SAMPLE));
    }

    #[test]
    fn an_unclosed_fence_ends_with_the_stream() {
        assert_eq!(split(&["text\n```rust\nfn a()\n\nx"]), "= text\n= ```rust\nfn a()\n\nx\n");
    }

    #[test]
    fn a_megabyte_in_small_pieces_is_split() {
        let line = "x".repeat(1 << 20);
        let mut splitter = Splitter::default();
        for at in (0..line.len()).step_by(64) {
            assert!(splitter.push(&line[at..at + 64]).is_empty());
        }
        assert_eq!(splitter.finish(), [line]);
    }
}
