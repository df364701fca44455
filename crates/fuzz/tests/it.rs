//! The short run: the corpus first, then the same few inputs of every target.

use std::path::Path;
use std::process::Command;

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_every_boundary_withstands_the_corpus_and_a_few_broken_inputs() {
    let keep = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let output = Command::new(env!("CARGO_BIN_EXE_rutter-fuzz"))
        .arg("short")
        .arg("--keep")
        .arg(&keep)
        .output()
        .expect("the fuzzer can be started");
    let (said, cried) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!("{said}");
    assert!(output.status.success(), "{said}\n{cried}");
}
