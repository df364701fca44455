//! Literals that are and are not in the code.

use crate::tests::check_alone;

const FILES: &str = "\
//- src/files.py
SUFFIX = '.part'
PREFIX = 'JOBS_'

def path_of(root, name):
    return root + '/tiles/' + name + SUFFIX

def headers(token):
    return {'X-Map-Token': token, 'Accept': 'image/png'}
";

#[test]
fn a_literal_occurs_in_the_code_or_in_a_value_it_names() {
    check_alone(
        crate::rules::literals::check,
        FILES,
        "src/files.py",
        &[
            ("path_of", "Path below `/tiles/` with the suffix `.part`.", "supported"),
            ("headers", "Sets the `X-Map-Token` header and \"image/png\".", "supported"),
            ("headers", "Headers such as `X-Other-Thing`.", "supported"),
        ],
    );
}

#[test]
fn a_literal_that_does_not_occur_is_a_problem() {
    check_alone(
        crate::rules::literals::check,
        FILES,
        "src/files.py",
        &[
            (
                "headers",
                "Sets the `X-Auth-Key` header.",
                "contradicted: `X-Auth-Key` does not occur; the code has \"X-Map-Token\"",
            ),
            (
                "headers",
                "Sets \"text/html\".",
                "not shown: `text/html` does not occur in the code or in what it names",
            ),
        ],
    );
}
