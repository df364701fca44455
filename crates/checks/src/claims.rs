//! Cuts prose into claims: sentences, items of a list, and parts that a semicolon separates.

use rutter_domain::text::sentence_ends;

/// The claims of a text, in order.
pub fn cut_claims(text: &str) -> Vec<String> {
    let mut claims = Vec::new();
    let mut current = String::new();
    let mut in_fence = false;
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            in_fence = !in_fence;
            continue;
        }
        if in_fence {
            // Sample code belongs to the sentence before it, as quoted code.
            if !trimmed.is_empty() {
                current.push_str(&format!(" `{}`", trimmed.replace('`', "")));
            }
            continue;
        }
        let (item, rest) = strip_bullet(trimmed);
        if trimmed.is_empty() || item == Item::Starts {
            finish(&mut claims, &mut current);
        }
        if !current.is_empty() {
            current.push(' ');
        }
        current.push_str(rest);
    }
    finish(&mut claims, &mut current);
    claims
}

#[derive(PartialEq, Eq)]
enum Item {
    Starts,
    GoesOn,
}

fn strip_bullet(line: &str) -> (Item, &str) {
    if let Some(rest) = line.strip_prefix(['-', '*', '•', '+'])
        && rest.starts_with(' ')
    {
        return (Item::Starts, rest.trim_start());
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&digits)
        && let Some(rest) = line[digits..].strip_prefix(['.', ')'])
        && rest.starts_with(' ')
    {
        return (Item::Starts, rest.trim_start());
    }
    match line.strip_prefix('#') {
        Some(heading) => (Item::Starts, heading.trim_start_matches('#').trim_start()),
        None => (Item::GoesOn, line),
    }
}

/// Cuts a paragraph at the ends of its sentences.
fn finish(claims: &mut Vec<String>, paragraph: &mut String) {
    let text = std::mem::take(paragraph);
    let mut start = 0;
    for end in sentence_ends(&text) {
        push(claims, &text[start..end]);
        start = end;
    }
    push(claims, &text[start..]);
}

fn push(claims: &mut Vec<String>, text: &str) {
    let text = text.trim().trim_end_matches(';').trim_end();
    if text.chars().any(char::is_alphanumeric) {
        claims.push(text.to_owned());
    }
}

#[cfg(test)]
mod tests;
