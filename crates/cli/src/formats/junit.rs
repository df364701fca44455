//! JUnit XML for CI servers: a test suite for each rule, a failed test case for each gap.

use rutter_domain::Gap;
use rutter_knowledge::{GapsAnswer, RuleInfo};

use super::escape;

/// Formats gaps as test results. A rule without gaps has one case that passes.
pub fn junit(answer: &GapsAnswer, rules: &[&RuleInfo]) -> String {
    let mut suites = String::new();
    let mut n_cases = 0;
    for rule in rules {
        let gaps: Vec<&Gap> = answer.gaps.iter().filter(|gap| gap.rule == rule.name).collect();
        let n_own = gaps.len().max(1);
        n_cases += n_own;
        suites.push_str(&format!(
            "  <testsuite name=\"{}\" tests=\"{n_own}\" failures=\"{}\" errors=\"0\" skipped=\"0\">\n",
            escape(rule.name),
            gaps.len()
        ));
        for gap in &gaps {
            suites.push_str(&case(gap));
        }
        if gaps.is_empty() {
            let about = escape(rule.about);
            suites.push_str(&format!(
                "    <testcase classname=\"{}\" name=\"{about}\"/>\n",
                escape(rule.name)
            ));
        }
        suites.push_str("  </testsuite>\n");
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"rutter gaps list\" tests=\"{n_cases}\" failures=\"{}\" errors=\"0\">\n\
         {suites}</testsuites>\n",
        answer.gaps.len()
    )
}

fn case(gap: &Gap) -> String {
    let Gap { id, rule: _, severity, path, line, message, .. } = gap;
    let name = gap.symbol.as_deref().unwrap_or(path);
    let nearest = gap.nearest.as_ref().map_or_else(String::new, |it| format!("\nnearest: {it}"));
    let body = format!("{path}:{line}: {message}{nearest}\nid {id}");
    format!(
        "    <testcase classname=\"{}\" name=\"{} ({})\" file=\"{}\" line=\"{line}\">\n      \
         <failure message=\"{}\" type=\"{severity}\">{}</failure>\n    </testcase>\n",
        escape(path),
        escape(name),
        escape(id),
        escape(path),
        escape(message),
        escape(&body)
    )
}
