//! Nouns for the subject of a claim.

use crate::tests::check;

const FILES: &str = "\
//- Core/Money.cs
namespace Core;
public readonly struct Money {
    public long Cents { get; }
    public long Half() { return Cents / 2; }
}
public enum Side { Debit, Credit }
";

#[test]
fn what_the_subject_is_called_must_fit() {
    check(
        FILES,
        "Core/Money.cs",
        &[
            ("Money", "Struct that holds cents.", "supported"),
            (
                "Money",
                "Mutable class that holds cents.",
                "contradicted: it is a struct, not a class",
            ),
            ("Money.Half", "Method for half the cents.", "supported"),
            ("Money", "Method that holds cents.", "contradicted: it is a struct, not a method"),
            ("Side", "Enum of the sides.", "supported"),
        ],
    );
}
