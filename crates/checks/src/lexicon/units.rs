//! Units of measure: how they are said, and how names in code abbreviate them.

/// What a unit measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dimension {
    Time,
    Bytes,
    Share,
    Angle,
    Money,
}

/// A unit of measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Unit {
    pub(crate) name: &'static str,
    pub(crate) dimension: Dimension,
    /// How many of the smallest unit it is. A kilobyte is 1000 or 1024 bytes.
    pub(crate) factors: &'static [f64],
    /// Words of prose.
    said: &'static [&'static str],
    /// Parts of names in code, words of prose aside.
    written: &'static [&'static str],
}

const K: f64 = 1024.0;

pub(crate) const UNITS: &[Unit] = &[
    time(
        "nanoseconds",
        &[1e-9],
        &["nanosecond", "nanoseconds", "ns"],
        &["nanos", "nano", "ns", "nsec"],
    ),
    time(
        "microseconds",
        &[1e-6],
        &["microsecond", "microseconds", "us", "µs"],
        &["micros", "us", "usec"],
    ),
    time(
        "milliseconds",
        &[1e-3],
        &["millisecond", "milliseconds", "ms", "msec", "msecs"],
        &["millis", "milli", "ms", "msec"],
    ),
    time("seconds", &[1.0], &["second", "seconds", "sec", "secs", "s"], &["secs", "sec", "second"]),
    time("minutes", &[60.0], &["minute", "minutes", "min", "mins"], &["mins", "minute"]),
    time("hours", &[3600.0], &["hour", "hours", "h", "hrs"], &["hour", "hrs"]),
    time("days", &[86400.0], &["day", "days", "d"], &["day"]),
    time("weeks", &[604_800.0], &["week", "weeks"], &["week"]),
    bytes("bytes", &[1.0], &["byte", "bytes", "octets"], &["byte", "octets"]),
    bytes(
        "KiB",
        &[K, 1e3],
        &["kib", "kb", "kilobyte", "kilobytes", "kibibyte", "kibibytes"],
        &["kib", "kb", "kilobytes"],
    ),
    bytes(
        "MiB",
        &[K * K, 1e6],
        &["mib", "mb", "megabyte", "megabytes", "mebibyte", "mebibytes"],
        &["mib", "mb", "megabytes"],
    ),
    bytes(
        "GiB",
        &[K * K * K, 1e9],
        &["gib", "gb", "gigabyte", "gigabytes", "gibibyte", "gibibytes"],
        &["gib", "gb", "gigabytes"],
    ),
    bytes("TiB", &[K * K * K * K, 1e12], &["tib", "tb", "terabyte", "terabytes"], &["tib", "tb"]),
    share(
        "percent",
        &[0.01],
        &["percent", "%", "percentage", "percents"],
        &["percent", "percentage", "pct"],
    ),
    share("fraction", &[1.0], &["fraction"], &["fraction", "ratio"]),
    angle("degrees", &["degree", "degrees", "°"], &["deg", "degree"]),
    angle("radians", &["radian", "radians"], &["rad", "radian"]),
    money("cents", &[0.01], &["cent", "cents"], &["cent", "cents"]),
    money("dollars", &[1.0], &["dollar", "dollars", "euro", "euros"], &["dollars", "euros"]),
];

const fn unit(
    name: &'static str,
    dimension: Dimension,
    factors: &'static [f64],
    said: &'static [&'static str],
    written: &'static [&'static str],
) -> Unit {
    Unit { name, dimension, factors, said, written }
}

const fn time(
    name: &'static str,
    factors: &'static [f64],
    said: &'static [&'static str],
    written: &'static [&'static str],
) -> Unit {
    unit(name, Dimension::Time, factors, said, written)
}

const fn bytes(
    name: &'static str,
    factors: &'static [f64],
    said: &'static [&'static str],
    written: &'static [&'static str],
) -> Unit {
    unit(name, Dimension::Bytes, factors, said, written)
}

const fn share(
    name: &'static str,
    factors: &'static [f64],
    said: &'static [&'static str],
    written: &'static [&'static str],
) -> Unit {
    unit(name, Dimension::Share, factors, said, written)
}

const fn angle(
    name: &'static str,
    said: &'static [&'static str],
    written: &'static [&'static str],
) -> Unit {
    unit(name, Dimension::Angle, &[1.0], said, written)
}

const fn money(
    name: &'static str,
    factors: &'static [f64],
    said: &'static [&'static str],
    written: &'static [&'static str],
) -> Unit {
    unit(name, Dimension::Money, factors, said, written)
}

/// The unit that a word of prose means after a number.
pub(crate) fn said_unit(word: &str) -> Option<&'static Unit> {
    UNITS.iter().find(|unit| unit.said.contains(&word))
}

/// The unit that one part of a name means: `ms` of `timeout_ms`.
pub(crate) fn written_unit(part: &str) -> Option<&'static Unit> {
    UNITS.iter().find(|unit| unit.written.contains(&part) || part == unit.name)
}

/// Functions whose number has a unit that their name does not say.
pub(crate) const TIMED_CALLS: &[(&str, &str)] = &[
    ("setTimeout", "milliseconds"),
    ("setInterval", "milliseconds"),
    ("Thread.sleep", "milliseconds"),
    ("time.sleep", "seconds"),
    ("Kernel.sleep", "seconds"),
    ("Process.sleep", "milliseconds"),
    ("usleep", "microseconds"),
];

pub(crate) fn unit_named(name: &str) -> Option<&'static Unit> {
    UNITS.iter().find(|unit| unit.name == name)
}

/// Numbers in words.
pub(crate) const NUMBER_WORDS: &[(&str, f64)] = &[
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("dozen", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("eighteen", 18.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
    ("ninety", 90.0),
    ("hundred", 100.0),
    ("thousand", 1_000.0),
    ("million", 1e6),
    ("half", 0.5),
    ("one", 1.0),
];

/// What HTTP status codes are called in code, in lower case without underscores.
pub(crate) const STATUS_NAMES: &[(f64, &str)] = &[
    (200.0, "ok"),
    (201.0, "created"),
    (202.0, "accepted"),
    (204.0, "nocontent"),
    (301.0, "movedpermanently"),
    (302.0, "found"),
    (304.0, "notmodified"),
    (400.0, "badrequest"),
    (401.0, "unauthorized"),
    (403.0, "forbidden"),
    (404.0, "notfound"),
    (405.0, "methodnotallowed"),
    (409.0, "conflict"),
    (410.0, "gone"),
    (413.0, "toolarge"),
    (415.0, "unsupportedmediatype"),
    (422.0, "unprocessable"),
    (429.0, "toomanyrequests"),
    (500.0, "internalservererror"),
    (501.0, "notimplemented"),
    (502.0, "badgateway"),
    (503.0, "serviceunavailable"),
    (504.0, "gatewaytimeout"),
];
