//! Recognises text that is encoded data: keys, certificates, hashes, fonts.
//!
//! Such text consists of long words of letters, digits and a few signs, in which the letters are mixed with digits
//! or capitals are scattered among small letters. Start at [`is_opaque`].

/// A word of encoded data has at least this many bytes.
const MIN_WORD_BYTES: usize = 40;
/// Text is encoded data if at least this percentage of the bytes of its words are in such words.
const MIN_PERCENT: usize = 60;

/// Whether a text is mostly encoded data.
pub fn is_opaque(text: &str) -> bool {
    let (mut n_opaque, mut n_all) = (0, 0);
    for word in text.split_ascii_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        n_all += word.len();
        if is_encoded(bare.as_bytes()) {
            n_opaque += word.len();
        }
    }
    n_all > 0 && n_opaque * 100 >= n_all * MIN_PERCENT
}

/// Whether a word is base64 or hexadecimal.
fn is_encoded(word: &[u8]) -> bool {
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let n_digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    // In names and paths capitals begin words; in base64 they are half of the letters.
    let n_upper = word.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    word.len() >= MIN_WORD_BYTES
        && word.iter().all(is_sign)
        && n_digits * 20 >= word.len()
        && (n_upper == 0 || n_upper * 4 >= word.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_certificates_and_hashes_are_encoded_data() {
        let base64 = "MIIBVwIBADANBgkqhkiG9w0BAQEFAASCAUEwggE9AgEAAkEAq7BFUpkGp3zX4qP\n".repeat(8);
        let key = format!("-----BEGIN PRIVATE KEY-----\n{base64}-----END PRIVATE KEY-----\n");
        assert!(is_opaque(&key));
        let sums = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.tar.gz\n";
        assert!(is_opaque(&sums.repeat(5)));
    }

    #[test]
    fn prose_paths_and_settings_are_not() {
        for text in [
            "",
            "Keys are kept in a file that only their owner reads.\n",
            "src/very/long/path/to/some/module/of/the/program/file2.txt\n",
            "key = 1\nname = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4\"\nother = \"some longer text of words\"\n",
            "aVeryLongNameInCamelCaseThatSomebodyWroteForATestOfNames2\n",
        ] {
            assert!(!is_opaque(text), "{text}");
        }
    }
}
