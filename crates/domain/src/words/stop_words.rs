//! Stop words, and lists of words.

/// Stop words: frequent in questions of any kind.
pub const STOP_WORDS: &str = concat!(
    " a about all an and are as at be been before between by can code could did do does done each ",
    " find for from had has have how i if implementation implemented in into is it its logic me my ",
    " of on or our should show so some such than that the their them then there these they this ",
    " those through to use used uses using via was we were what when where which while who why ",
    " will with within work works would you your ",
);

pub fn is_stop_word(word: &str) -> bool {
    is_in_list(STOP_WORDS, &trim_punctuation(word).to_lowercase())
}

/// Whether a list of words, with a blank before and after each, contains a word.
pub fn is_in_list(list: &str, word: &str) -> bool {
    let has_blank = word.is_empty() || word.contains(' ');
    let is_whole =
        |at: usize| list[..at].ends_with(' ') && list[at + word.len()..].starts_with(' ');
    !has_blank && list.match_indices(word).any(|(at, _)| is_whole(at))
}

/// A word without surrounding quotes, commas and sentence punctuation.
pub fn trim_punctuation(word: &str) -> &str {
    let word = word.trim_matches(|c: char| matches!(c, '`' | '"' | '\'' | ',' | ';' | '“' | '”'));
    word.trim_end_matches(['.', ':', '?', '!'])
}
