//! Units of measure, how they are said and abbreviated, and numbers in words.

use crate::lexicon::Table;

/// What a unit measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dimension {
    Time,
    Bytes,
    Share,
    Money,
}

/// A unit of measure.
#[derive(Debug, PartialEq)]
pub(crate) struct Unit {
    pub(crate) name: &'static str,
    pub(crate) dimension: Dimension,
    /// How many of the smallest unit it is. A kilobyte is 1000 or 1024 bytes.
    pub(crate) factors: &'static [f64],
    /// Words of prose, separated by blanks.
    said: &'static str,
    /// Parts of names in code, words of prose aside.
    written: &'static str,
}

const K: f64 = 1024.0;

#[rustfmt::skip]
pub(crate) static UNITS: &[Unit] = &[
    unit("nanoseconds", Dimension::Time, &[1e-9], "nanosecond nanoseconds ns", "nanos nano ns nsec"),
    unit("microseconds", Dimension::Time, &[1e-6], "microsecond microseconds us µs", "micros us usec"),
    unit("milliseconds", Dimension::Time, &[1e-3], "millisecond milliseconds ms msec", "millis milli ms msec"),
    unit("seconds", Dimension::Time, &[1.0], "second seconds sec secs s", "secs sec second"),
    unit("minutes", Dimension::Time, &[60.0], "minute minutes min mins", "mins minute"),
    unit("hours", Dimension::Time, &[3600.0], "hour hours h hrs", "hour hrs"),
    unit("days", Dimension::Time, &[86400.0], "day days d", "day"),
    unit("weeks", Dimension::Time, &[604_800.0], "week weeks", "week"),
    unit("bytes", Dimension::Bytes, &[1.0], "byte bytes octets", "byte octets"),
    unit("KiB", Dimension::Bytes, &[K, 1e3], "kib kb kilobyte kilobytes kibibytes", "kib kb kilobytes"),
    unit("MiB", Dimension::Bytes, &[K * K, 1e6], "mib mb megabyte megabytes mebibytes", "mib mb megabytes"),
    unit("GiB", Dimension::Bytes, &[K * K * K, 1e9], "gib gb gigabyte gigabytes gibibytes", "gib gb gigabytes"),
    unit("TiB", Dimension::Bytes, &[K * K * K * K, 1e12], "tib tb terabyte terabytes", "tib tb"),
    unit("percent", Dimension::Share, &[0.01], "percent % percentage", "percent percentage pct"),
    unit("fraction", Dimension::Share, &[1.0], "fraction", "fraction ratio"),
    unit("cents", Dimension::Money, &[0.01], "cent cents", "cent cents"),
    unit("dollars", Dimension::Money, &[1.0], "dollar dollars euro euros", "dollars euros"),
];

const fn unit(
    name: &'static str,
    dimension: Dimension,
    factors: &'static [f64],
    said: &'static str,
    written: &'static str,
) -> Unit {
    Unit { name, dimension, factors, said, written }
}

/// The unit that a word of prose means after a number.
pub(crate) fn said_unit(word: &str) -> Option<&'static Unit> {
    UNITS.iter().find(|unit| unit.said.split(' ').any(|said| said == word))
}

/// The unit that one part of a name means: `ms` of `timeout_ms`.
pub(crate) fn written_unit(part: &str) -> Option<&'static Unit> {
    let is_it = |unit: &&Unit| unit.name == part || unit.written.split(' ').any(|one| one == part);
    UNITS.iter().find(is_it)
}

pub(crate) fn unit_named(name: &str) -> Option<&'static Unit> {
    UNITS.iter().find(|unit| unit.name == name)
}

/// Functions whose number has a unit that their name does not say, by unit.
pub(crate) static TIMED_CALLS: Table = Table::new(
    "
milliseconds => setTimeout | setInterval | Thread.sleep | Process.sleep -- `setTimeout(run, 500)` waits 500 ms
seconds => time.sleep | Kernel.sleep -- `time.sleep(5)` waits 5 seconds
microseconds => usleep -- `usleep(200)` waits 200 microseconds
",
);

/// Numbers in words, by the value of the first of each row and the distance of those after it.
const NUMBER_WORDS: &[(f64, f64, &str)] = &[
    (0.0, 1.0, "zero one two three four five six seven eight nine ten eleven twelve thirteen"),
    (14.0, 1.0, "fourteen fifteen sixteen seventeen eighteen nineteen twenty"),
    (30.0, 10.0, "thirty forty fifty sixty seventy eighty ninety hundred"),
    (1e3, 0.0, "thousand"),
    (1e6, 0.0, "million"),
    (12.0, 0.0, "dozen"),
    (0.5, 0.0, "half"),
];

/// The value of a number in words.
pub(crate) fn number_word(word: &str) -> Option<f64> {
    NUMBER_WORDS.iter().find_map(|(first, step, words)| {
        let mut value = *first;
        for one in words.split(' ') {
            if one == word {
                return Some(value);
            }
            value += step;
        }
        None
    })
}

/// Names of HTTP status codes in code, in lower case without underscores.
pub(crate) static STATUS_NAMES: Table = Table::new(
    "
200 ok | 201 created | 202 accepted | 204 nocontent -- Answers 204, in code `StatusNoContent`.
301 movedpermanently | 302 found | 304 notmodified -- Answers 304, in code `NOT_MODIFIED`.
400 badrequest | 401 unauthorized | 403 forbidden | 404 notfound | 405 methodnotallowed -- Answers 404.
409 conflict | 410 gone | 413 toolarge | 415 unsupportedmediatype -- Answers 409.
422 unprocessable | 429 toomanyrequests -- Answers 429.
500 internalservererror | 501 notimplemented | 502 badgateway -- Answers 502.
503 serviceunavailable | 504 gatewaytimeout -- Answers 503.
",
);
