//! Parses findings as readers write them.

use rutter_domain::Finding;

/// Returns the finding that a reader means; `None` if it is not clear.
pub(super) fn read_finding(typed: &str) -> Option<Finding> {
    let letters = typed.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    match letters.as_str() {
        "supported" | "support" | "supports" | "yes" | "true" | "correct" | "s" => {
            Some(Finding::Supported)
        }
        "contradicted" | "contradict" | "contradicts" | "no" | "false" | "incorrect" | "wrong"
        | "refuted" | "c" => Some(Finding::Contradicted),
        "notshown" | "notsupported" | "unsupported" | "unknown" | "unclear" | "notstated"
        | "notfound" | "n" => Some(Finding::NotShown),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_read_as_they_are_meant() {
        for (typed, finding) in [
            ("supported", Some(Finding::Supported)),
            (" Yes ", Some(Finding::Supported)),
            ("not_shown", Some(Finding::NotShown)),
            ("Not shown.", Some(Finding::NotShown)),
            ("CONTRADICTED", Some(Finding::Contradicted)),
            ("false", Some(Finding::Contradicted)),
            ("unchecked", None),
            ("", None),
            ("maybe", None),
        ] {
            assert_eq!(read_finding(typed), finding, "{typed}");
        }
    }
}
