//! Text in, pairs out.

use expect_test::{Expect, expect};

use crate::changes::pairs_of_change;
use crate::file::File;
use crate::package::Package;

/// Files after `//- path` lines in, one line a pair out.
fn check(files: &str, expected: Expect) {
    let mut package = Package::default();
    for file in files.split("//- ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap();
        package.files.extend(File::read(path.to_owned(), text.to_owned()));
    }
    let rows: Vec<String> = package
        .pairs()
        .iter()
        .map(|pair| {
            format!("{} {} | {}\n", pair.kind.name(), pair.query, pair.code.replace('\n', "⏎"))
        })
        .collect();
    expected.assert_eq(&rows.concat());
}

#[test]
fn a_python_function_is_found_by_its_docstring_and_its_name() {
    check(
        r#"//- net/pool.py
class Pool:
    def take_connection(self, host):
        """Takes an idle connection.

        :param host: where to
        """
        for connection in self.idle:
            if connection.host == host:
                return connection
"#,
        expect![[r#"
            name pool | class Pool:⏎    def take_connection(self, host):⏎        """Takes an idle connection.⏎⏎        :param host: where to⏎        """⏎        for connection in self.idle:⏎            if connection.host == host:⏎                return connection
            doc Takes an idle connection. | def take_connection(self, host):⏎⏎        for connection in self.idle:⏎            if connection.host == host:⏎                return connection
            name take connection net pool | def _(self, host):⏎⏎        for connection in self.idle:⏎            if connection.host == host:⏎                return connection
        "#]],
    );
}

#[test]
fn a_comment_is_paired_with_the_lines_after_it() {
    check(
        "//- a.c
int run(int n) {
    int sum = 0;
    // Add up all the odd numbers
    for (int i = 1; i < n; i += 2) {
        sum += i;
    }
    return sum;
}
",
        expect![[r#"
            name run a | int run(int n) {⏎    int sum = 0;⏎    // Add up all the odd numbers⏎    for (int i = 1; i < n; i += 2) {⏎        sum += i;⏎    }⏎    return sum;⏎}
            comment Add up all the odd numbers |     for (int i = 1; i < n; i += 2) {⏎        sum += i;⏎    }⏎    return sum;
        "#]],
    );
}

#[test]
fn a_test_is_paired_with_what_it_tests() {
    check(
        "//- src/parse.py
def parse_header(line):
    name, value = line.split(':')
    value = value.strip()
    return name, value
//- tests/test_parse.py
def test_parse_header_without_value():
    assert parse_header('a:') == ('a', '')
",
        expect![[r#"
            name parse header | def parse_header(line):⏎    name, value = line.split(':')⏎    value = value.strip()⏎    return name, value
            test parse header without value | def parse_header(line):⏎    name, value = line.split(':')⏎    value = value.strip()⏎    return name, value
        "#]],
    );
}

#[test]
fn markdown_gives_paragraphs_with_their_code() {
    check(
        "//- README.md
# Pool

Open a pool of four connections:

```python
pool = Pool(size=4)
pool.open('example.org', timeout=3)
```
",
        expect![[r#"
            markdown Open a pool of four connections: | pool = Pool(size=4)⏎pool.open('example.org', timeout=3)
        "#]],
    );
}

#[test]
fn a_message_is_paired_with_the_chunk_it_changed_and_another_of_the_file() {
    let body = |name: &str| {
        let lines: String =
            (0..30).map(|line| format!("    {name}_{line} = load({line})\n")).collect();
        format!("def {name}():\n{lines}    return {name}_0\n\n\n")
    };
    let text = format!("{}{}", body("first"), body("second"));
    let pairs = pairs_of_change("load less", "a.py".to_owned(), text.clone(), &[(45, 46)]);
    let [pair] = pairs.as_slice() else { panic!("{pairs:?}") };
    assert_eq!((pair.kind.name(), pair.query.as_str()), ("change", "load less"));
    assert!(pair.code.contains("second_") && !pair.code.contains("first_"));
    assert!(pair.other.as_ref().is_some_and(|other| other.contains("first_")));
    assert!(pairs_of_change("load less", "a.py".to_owned(), text, &[]).is_empty());
}
