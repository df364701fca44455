//! Recognises text that is encoded data: keys, certificates, hashes, fonts, tables of bytes.
//!
//! Such text consists of long runs of letters, digits and a few signs, in which the letters are mixed with digits
//! or capitals are scattered among small letters, or of bytes in hexadecimal. Nobody looks for its words, so it is
//! in no chunk. Start at [`without_blobs`].

use rutter_domain::Chunk;

/// A run of encoded data has at least this many bytes.
const MIN_RUN_BYTES: usize = 40;
/// Text is encoded data if at least this percentage of the bytes of its words are in such runs.
const MIN_PERCENT: usize = 60;
/// Bytes written one by one, as in `0x1f`, are encoded data if there are at least this many of them, and they are
/// at least this percentage of the words.
const MIN_HEX_WORDS: usize = 48;
const MIN_HEX_PERCENT: usize = 85;

/// The chunks that are not encoded data. A chunk that defines a symbol stays, so that its name is found.
pub(crate) fn without_blobs(mut chunks: Vec<Chunk>, text: &str) -> Vec<Chunk> {
    chunks.retain(|chunk| !chunk.defines.is_empty() || !is_opaque(chunk.span.slice(text)));
    chunks
}

/// Whether a text is mostly encoded data.
pub fn is_opaque(text: &str) -> bool {
    let (mut n_opaque, mut n_all) = (0, 0);
    let (mut n_hex_words, mut n_words) = (0, 0);
    for word in text.split_ascii_whitespace() {
        n_all += word.len();
        n_words += 1;
        n_hex_words += usize::from(is_hex_byte(word));
        // A shorter word cannot hold a run, and most words are shorter.
        if word.len() >= MIN_RUN_BYTES {
            let runs = word.as_bytes().split(|byte| !is_sign(*byte));
            n_opaque += runs.filter(|run| is_encoded(run)).map(<[u8]>::len).sum::<usize>();
        }
    }
    n_all > 0 && n_opaque * 100 >= n_all * MIN_PERCENT
        || n_hex_words >= MIN_HEX_WORDS && n_hex_words * 100 >= n_words * MIN_HEX_PERCENT
}

/// Whether a byte occurs in base64 or hexadecimal.
fn is_sign(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Whether a run of such bytes is base64 or hexadecimal, and no name or path.
fn is_encoded(run: &[u8]) -> bool {
    let n_digits = run.iter().filter(|byte| byte.is_ascii_digit()).count();
    // In names and paths capitals begin words; in base64 they are half of the letters.
    let n_upper = run.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    run.len() >= MIN_RUN_BYTES
        && n_digits * 20 >= run.len()
        && (n_upper == 0 || n_upper * 4 >= run.len())
}

/// Whether a word is one byte of a table, such as `0x1f,`.
fn is_hex_byte(word: &str) -> bool {
    let digits = word.trim_end_matches([',', ';', '}']).strip_prefix("0x");
    digits.is_some_and(|digits| {
        (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
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
        let quoted = "    \"MIIBVwIBADANBgkqhkiG9w0BAQEFAASCAUEwggE9AgEAAkEAq7BFUpkGp3zX4qP\",\n";
        assert!(is_opaque(&quoted.repeat(8)));
        let font =
            format!("@font-face{{src:url(data:font/woff2;base64,{})}}", base64.replace('\n', ""));
        assert!(is_opaque(&font));
        assert!(is_opaque(&"    0x1f, 0x8b, 0x08, 0x00, 0xde, 0xad, 0xbe, 0xef,\n".repeat(8)));
    }

    #[test]
    fn a_blob_in_code_is_no_chunk_unless_it_defines_something() {
        let base64 = "    \"MIIBVwIBADANBgkqhkiG9w0BAQEFAASCAUEwggE9AgEAAkEAq7BFUpkGp3zX4qP\"\n";
        let text =
            format!("DATA = (\n{})\n\n\ndef decode():\n    return DATA\n", base64.repeat(80));
        let facts = crate::read(rutter_domain::Language::Python, &text);
        let is_blob = |chunk: &&Chunk| is_opaque(chunk.span.slice(&text));
        let blobs: Vec<&Chunk> = facts.chunks.iter().filter(is_blob).collect();
        assert!(blobs.iter().all(|chunk| !chunk.defines.is_empty()), "{blobs:?}");
        let names: Vec<&str> = facts.symbols.iter().map(|symbol| symbol.name.as_str()).collect();
        let defined: usize = facts.chunks.iter().map(|chunk| chunk.defines.len()).sum();
        assert_eq!((names, defined), (vec!["DATA", "decode"], 2));
    }

    #[test]
    fn prose_paths_and_settings_are_not() {
        for text in [
            "",
            "Keys are kept in a file that only their owner reads.\n",
            "src/very/long/path/to/some/module/of/the/program/file2.txt\n",
            "key = 1\nname = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4\"\nother = \"some longer text of words\"\n",
            "let masks = [0x01, 0x02, 0x04, 0x08];\n",
            "aVeryLongNameInCamelCaseThatSomebodyWroteForATestOfNames2\n",
        ] {
            assert!(!is_opaque(text), "{text}");
        }
    }
}
