//! Findings: things missing or wrong in one file, before they become gaps.

use serde::{Deserialize, Serialize};

/// The outcome of one rule for one file.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Findings {
    /// Number of things checked, those with a finding included.
    pub n_checked: u32,
    pub found: Vec<Finding>,
}

/// Something missing or wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Qualified name of the symbol or heading; `None` for a whole file.
    pub symbol: Option<String>,
    /// Tells apart the gaps of one rule in one symbol, such as the name of a parameter. It must not
    /// depend on lines.
    pub subject: String,
    /// Line, from 1.
    pub line: u32,
    pub message: String,
    /// The missing name, path or heading; the nearest existing one is looked up when the gap is listed.
    pub sought: Option<Sought>,
    /// Between 0 and 1: how many readers it concerns, by visibility.
    pub reach: f32,
}

/// Something that does not exist, of which there may be a similar one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sought {
    Name(String),
    Path(String),
    /// The nearest is already known.
    Known(String),
    /// A heading of the document at a path, by its anchor.
    Heading {
        path: String,
        anchor: String,
    },
}

impl Findings {
    /// Counts one thing that is in order.
    pub fn pass(&mut self) {
        self.n_checked += 1;
    }

    /// Counts one thing and reports what is wrong with it.
    pub fn report(&mut self, finding: Finding) {
        self.n_checked += 1;
        self.found.push(finding);
    }
}

impl Finding {
    /// A finding about a whole file, of average reach.
    pub fn new(line: u32, message: impl Into<String>) -> Finding {
        Finding {
            symbol: None,
            subject: String::new(),
            line,
            message: message.into(),
            sought: None,
            reach: 1.0,
        }
    }

    pub fn of_symbol(mut self, symbol: impl Into<String>) -> Finding {
        self.symbol = Some(symbol.into());
        self
    }

    pub fn about(mut self, subject: impl Into<String>) -> Finding {
        self.subject = subject.into();
        self
    }

    pub fn seeking(mut self, sought: Sought) -> Finding {
        self.sought = Some(sought);
        self
    }

    pub fn reaching(mut self, reach: f32) -> Finding {
        self.reach = reach;
        self
    }
}
