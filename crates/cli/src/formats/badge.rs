//! A badge for a README: how much is documented, as an SVG without outside parts.

use super::{colour_of, percentage};

const LABEL: &str = "documented";
const HEIGHT: u32 = 20;
/// Average width of a character at 11 pixels. `textLength` stretches the text to the width computed from it.
const CHARACTER_TENTHS: usize = 66;
const PADDING: u32 = 7;

/// The badge for a percentage.
pub fn badge(percent: f64) -> String {
    let value = format!("{}%", percentage(percent));
    let (left, right) = (width_of(LABEL), width_of(&value));
    let width = left + right;
    let colour = colour_of(percent);
    let text = |text: &str, x: u32, width: u32| {
        format!(
            "<text x=\"{}\" y=\"14\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{text}</text>",
            x + PADDING,
            width - 2 * PADDING
        )
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {width} {HEIGHT}\" role=\"img\" aria-label=\"{LABEL}: {value}\">\n\
         <title>{LABEL}: {value}</title>\n\
         <clipPath id=\"r\"><rect width=\"{width}\" height=\"{HEIGHT}\" rx=\"3\"/></clipPath>\n\
         <g clip-path=\"url(#r)\"><rect width=\"{left}\" height=\"{HEIGHT}\" fill=\"#444\"/>\
         <rect x=\"{left}\" width=\"{right}\" height=\"{HEIGHT}\" fill=\"{colour}\"/></g>\n\
         <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">{}{}</g>\n\
         </svg>\n",
        text(LABEL, 0, left),
        text(&value, left, right)
    )
}

fn width_of(text: &str) -> u32 {
    let n_tenths = text.chars().count() * CHARACTER_TENTHS;
    u32::try_from(n_tenths.div_ceil(10)).unwrap_or(0) + 2 * PADDING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colour_follows_the_percentage() {
        let colours: Vec<&str> =
            [100.0, 90.0, 89.9, 60.0, 3.0].into_iter().map(colour_of).collect();
        assert_eq!(colours, ["#1b7a3d", "#1b7a3d", "#55790f", "#a15c00", "#b3261e"]);
    }

    #[test]
    fn a_badge_says_its_value_to_screen_readers_too() {
        let svg = badge(87.25);
        assert!(svg.contains("aria-label=\"documented: 87.2%\""), "{svg}");
        assert!(svg.contains(">87.2%</text>") && svg.contains("#55790f"), "{svg}");
        assert!(!svg.contains("href") && svg.matches("http").count() == 1, "{svg}");
    }
}
