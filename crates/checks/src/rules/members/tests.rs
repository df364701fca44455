//! Members and bases of types.

use crate::tests::check;

const FILES: &str = "\
//- app/errors.py
class AppError(Exception):
    def __init__(self, code):
        self.code = code


class FetchError(AppError):
    \"\"\"Raised with a Handler.\"\"\"
    def is_final(self):
        return True
//- src/level.ts
export enum Level { Low, Middle, High }
export interface Sink { write(text: string): void }
export class FileSink implements Sink {
  constructor(private path: string) {}
  write(text: string): void {}
}
";

#[test]
fn bases_and_members_must_agree() {
    check(
        FILES,
        "app/errors.py",
        &[
            ("FetchError", "Error that inherits from `AppError`, an `Exception`.", "supported"),
            (
                "FetchError",
                "Error that derives from `OSError`.",
                "contradicted: its bases are `AppError`, not `OSError`",
            ),
            ("FetchError", "Error with the field `code` and an `is_final` method.", "supported"),
            (
                "FetchError",
                "Error with a `Handler` field.",
                "contradicted: it has no field `Handler`",
            ),
        ],
    );
    check(
        FILES,
        "src/level.ts",
        &[
            ("Level", "Enum with three members.", "supported"),
            ("Level", "Enum with four members.", "contradicted: it has 3 members"),
            ("FileSink", "Writes text to a path and implements `Sink`.", "supported"),
        ],
    );
}
