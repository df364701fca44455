//! Writes the features of candidates for `training/secrets`. See there.

use std::io::Write;

use super::*;

const FORM: u8 = 255;

/// Whether a candidate is a secret: it is one whole and little else, it has nothing of one, or
/// neither.
fn label(candidate: &Candidate, secrets: &[(usize, usize)]) -> (u8, u8) {
    let mut label = 0;
    for (number, (start, end)) in secrets.iter().enumerate() {
        let n_inside = candidate.end.min(*end).saturating_sub(candidate.start.max(*start));
        if n_inside == 0 {
            continue;
        }
        let n_more = (candidate.end - candidate.start) - n_inside;
        let is_whole = n_inside == end - start;
        if is_whole && n_more <= 2 + (end - start) / 3 {
            return (1, number.min(254) as u8);
        }
        label = 2;
    }
    (label, FORM)
}

/// A record: the number of the form or file, the line, the label, which secret, the features.
fn write(out: &mut impl Write, of: (u32, u32), label: u8, secret: u8, features: &[u32]) {
    let n_features = u16::try_from(features.len()).unwrap();
    out.write_all(&of.0.to_le_bytes()).unwrap();
    out.write_all(&of.1.to_le_bytes()).unwrap();
    out.write_all(&[label, secret]).unwrap();
    out.write_all(&n_features.to_le_bytes()).unwrap();
    for feature in features {
        out.write_all(&feature.to_le_bytes()).unwrap();
    }
}

fn write_text(out: &mut impl Write, number: u32, text: &str, secrets: &[String]) {
    let mut redactor = Redactor::over(text);
    let mut by_rules = String::new();
    for (at, line) in text.lines().enumerate() {
        let places: Vec<(usize, usize)> = secrets
            .iter()
            .map(|secret| line.find(&**secret).map_or((0, 0), |at| (at, at + secret.len())))
            .collect();
        let mut spans = Vec::new();
        let is_secret = &mut |candidate: &Candidate, features: &[u32]| {
            let (label, secret) = label(candidate, &places);
            write(out, (number, at as u32), label, secret, features);
            false
        };
        redactor.take(line, Some(&mut spans), &mut Judge { is_brief: false, is_secret });
        by_rules.push_str(&replace(line, spans).text);
        by_rules.push('\n');
    }
    for (at, secret) in secrets.iter().enumerate() {
        let is_left = corpus::left(&by_rules, std::slice::from_ref(secret)).is_some();
        write(out, (number, u32::from(is_left)), FORM, at.min(254) as u8, &[]);
    }
}

/// `RUTTER_SECRET_DUMP` names the file that is written; `RUTTER_SECRET_FORMS` a file of forms, or
/// `RUTTER_SECRET_TREE` a folder without secrets, whose files are listed in the order of their numbers.
#[test]
#[ignore = "writes features: needs RUTTER_SECRET_DUMP"]
fn the_features_are_written() {
    let Ok(path) = std::env::var("RUTTER_SECRET_DUMP") else {
        return println!("nothing written: RUTTER_SECRET_DUMP names no file");
    };
    let mut out = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
    if let Ok(forms) = std::env::var("RUTTER_SECRET_FORMS") {
        let forms = corpus::forms_of(&std::fs::read_to_string(forms).unwrap());
        for (number, (path, secrets, text)) in forms.iter().enumerate() {
            if secret_file(path).is_some() {
                println!("hidden {number}");
            }
            write_text(&mut out, number as u32, text, secrets);
        }
    }
    if let Ok(root) = std::env::var("RUTTER_SECRET_TREE") {
        for (number, (path, text)) in corpus::texts_of(&root).iter().enumerate() {
            println!("file {number} {}", path.display());
            write_text(&mut out, number as u32, text, &[]);
        }
    }
}
