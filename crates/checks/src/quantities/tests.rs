//! Numbers of prose and code, as text.

use super::{code_numbers, stated_numbers};

fn said(text: &str, expected: &str) {
    let found: Vec<String> = stated_numbers(text)
        .iter()
        .map(|one| format!("{}{}", one.value, one.unit.map_or("", |unit| unit.name)))
        .collect();
    assert_eq!(found.join(" "), expected, "{text}");
}

fn code(text: &str, expected: &str) {
    let found: Vec<String> = code_numbers(text)
        .iter()
        .map(|one| format!("{}{}", one.value, one.unit.map_or("", |unit| unit.name)))
        .collect();
    assert_eq!(found.join(" "), expected, "{text}");
}

#[test]
fn prose_says_numbers_in_digits_and_words() {
    said("Waits 30 seconds, 1.5x of `20`.", "30seconds 20");
    said("At most ten thousand rows or half a second", "10000 0.5seconds");
    said("UTF-8 and SHA-256, v2, i32, base64, 3rd, 5xx.", "");
    said("Keeps 10k of 1,000 (200-299, 1..12).", "10000 1000 200 299 1 12");
    said("a 30-second limit, 20 % or 20%", "30seconds 20percent 20percent");
    said("Version 1.4.2 since -40 dollars", "40dollars");
}

#[test]
fn code_spells_numbers_in_many_ways() {
    code("x = 0x10 + 1_000", "16 1000");
    code("let a = 60 * 60;", "60 60 3600");
    code("64 << 20", "64 20 67108864");
    code("1e3, 2.5f", "1000 2.5");
    code("utf8 i32 sha256", "");
}

#[test]
fn code_says_units_in_names_calls_and_factors() {
    code("const TTL_MS: u64 = 600_000;", "600000milliseconds");
    code("Duration::from_secs(30)", "30seconds");
    code("Duration.ofMinutes(15)", "15minutes");
    code("30 * time.Second", "30seconds");
    code("timedelta(days=7)", "7days");
    code("setTimeout(run, 500)", "500milliseconds");
    code("5.minutes", "5minutes");
    code("pool.await(3, TimeUnit.SECONDS)", "3seconds");
    code("def cap_ms, do: 60_000", "60000milliseconds");
    code("\"30s\"", "30seconds");
}
