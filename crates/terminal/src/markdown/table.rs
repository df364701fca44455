//! A table fitted to the width: columns are narrowed and cells wrapped; where even that does not fit,
//! each row becomes lines of `key: value`.

use anstyle::Style as Look;
use pulldown_cmark::Alignment;

use crate::palette::{FAINT, PLAIN, TABLE_HEAD};
use crate::styled::{Fragment, RenderOptions, StyledLine};
use crate::text::width;
use crate::wrap::wrap;

/// A column is not narrowed below this, nor for a word longer than [`WIDEST_WORD`].
const NARROWEST_COLUMN: usize = 6;
const WIDEST_WORD: usize = 20;

const SEPARATOR_WIDTH: usize = 3;

type Cell = Vec<Fragment>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Head,
    Body,
}

/// A table while it is collected.
#[derive(Debug, Default)]
pub struct Table {
    alignments: Vec<Alignment>,
    /// The head first.
    rows: Vec<Vec<Cell>>,
}

impl Table {
    pub fn new(alignments: Vec<Alignment>) -> Table {
        Table { alignments, rows: Vec::new() }
    }

    pub fn open_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub fn push_cell(&mut self, cell: Vec<Fragment>) {
        if let Some(row) = self.rows.last_mut() {
            row.push(cell);
        }
    }

    /// The lines of the table, each at most `limit` cells wide.
    pub fn render(&self, limit: usize, options: RenderOptions) -> Vec<StyledLine> {
        match self.column_widths(limit) {
            Some(widths) => self.render_grid(&widths, options),
            None => self.render_pairs(limit, options),
        }
    }

    /// The width of each column. `None` if they do not fit beside each other.
    fn column_widths(&self, limit: usize) -> Option<Vec<usize>> {
        let n_columns = self.alignments.len();
        let available = limit.checked_sub(SEPARATOR_WIDTH * n_columns.saturating_sub(1))?;
        let natural: Vec<usize> = (0..n_columns)
            .map(|column| {
                self.cells(column).map(|cell| widest(cell, '\n')).max().unwrap_or(0).max(1)
            })
            .collect();
        if natural.iter().sum::<usize>() <= available {
            return Some(natural);
        }
        let narrowest = |widest_word: usize| -> Vec<usize> {
            (0..n_columns)
                .map(|column| {
                    let word = self.cells(column).map(|cell| widest(cell, ' ')).max().unwrap_or(0);
                    word.min(widest_word).max(NARROWEST_COLUMN).min(natural[column])
                })
                .collect()
        };
        // Better whole words; if those do not fit, cut ones; if not even those, no grid.
        let mut widths = [WIDEST_WORD, NARROWEST_COLUMN]
            .into_iter()
            .map(narrowest)
            .find(|widths| widths.iter().sum::<usize>() <= available)?;
        for _ in widths.iter().sum::<usize>()..available {
            let most_cut = (0..n_columns).max_by_key(|&column| natural[column] - widths[column])?;
            widths[most_cut] += 1;
        }
        Some(widths)
    }

    fn cells(&self, column: usize) -> impl Iterator<Item = &Cell> {
        self.rows.iter().filter_map(move |row| row.get(column))
    }

    fn render_grid(&self, widths: &[usize], options: RenderOptions) -> Vec<StyledLine> {
        let mut lines = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            let part = if at == 0 { Part::Head } else { Part::Body };
            lines.extend(self.render_row(row, widths, part, options));
            if part == Part::Head {
                let bars: Vec<String> = (widths.iter())
                    .map(|width| options.charset.pick("─", "-").repeat(*width))
                    .collect();
                let mut rule = StyledLine::default();
                let joint = options.charset.pick("─┼─", "-+-");
                rule.push(&bars.join(joint), FAINT, options.charset);
                lines.push(rule);
            }
        }
        lines
    }

    fn render_row(
        &self,
        row: &[Cell],
        widths: &[usize],
        part: Part,
        options: RenderOptions,
    ) -> Vec<StyledLine> {
        let cells: Vec<Vec<StyledLine>> = (row.iter().zip(widths))
            .map(|(cell, width)| {
                let cell = match part {
                    Part::Head => bold(cell),
                    Part::Body => cell.clone(),
                };
                wrap(&cell, *width, options.charset)
            })
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        (0..height)
            .map(|at| {
                let mut line = StyledLine::default();
                for (column, cell) in cells.iter().enumerate() {
                    if column > 0 {
                        line.push(options.charset.pick(" │ ", " | "), FAINT, options.charset);
                    }
                    let text = cell.get(at).cloned().unwrap_or_default();
                    let room = widths[column].saturating_sub(text.width());
                    let before = match self.alignments.get(column) {
                        Some(Alignment::Right) => room,
                        Some(Alignment::Center) => room / 2,
                        Some(Alignment::Left | Alignment::None) | None => 0,
                    };
                    line.push_clean(&" ".repeat(before), PLAIN);
                    line.extend(&text);
                    if column + 1 < cells.len() {
                        line.push_clean(&" ".repeat(room - before), PLAIN);
                    }
                }
                line
            })
            .collect()
    }

    /// Each row as lines of `key: value`, rows apart by a blank line.
    fn render_pairs(&self, limit: usize, options: RenderOptions) -> Vec<StyledLine> {
        let Some((head, rows)) = self.rows.split_first() else { return Vec::new() };
        let mut lines = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            if at > 0 {
                lines.push(StyledLine::default());
            }
            for (key, value) in head.iter().zip(row) {
                let mut pair = bold(key);
                pair.push(Fragment { text: ": ".to_owned(), look: PLAIN });
                pair.extend(value.iter().cloned());
                lines.extend(wrap(&pair, limit, options.charset));
            }
        }
        lines
    }
}

fn bold(cell: &[Fragment]) -> Vec<Fragment> {
    let bold = |look: Look| look.effects(look.get_effects() | TABLE_HEAD.get_effects());
    cell.iter()
        .map(|fragment| Fragment { text: fragment.text.clone(), look: bold(fragment.look) })
        .collect()
}

/// The width of the widest part between separators.
fn widest(cell: &[Fragment], separator: char) -> usize {
    let text: String = cell.iter().map(|fragment| fragment.text.as_str()).collect();
    text.split([separator, '\n']).map(width).max().unwrap_or(0)
}
