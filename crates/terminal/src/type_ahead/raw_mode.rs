//! The terminal hands over each key at once, while output still is what programs expect.

use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::{execute, terminal};

use crate::error::Error;

/// Raw mode, until it is dropped.
#[derive(Debug)]
pub struct RawMode(());

impl RawMode {
    pub fn enter() -> Result<RawMode, Error> {
        terminal::enable_raw_mode().map_err(Error::Mode)?;
        let raw_mode = RawMode(());
        keep_line_ends()?;
        execute!(std::io::stdout(), EnableBracketedPaste).map_err(Error::Write)?;
        Ok(raw_mode)
    }
}

impl Drop for RawMode {
    fn drop(&mut self) {
        // Nobody is left to hear of an error, and the other step is still worth trying.
        let _ = execute!(std::io::stdout(), DisableBracketedPaste);
        let _ = terminal::disable_raw_mode();
    }
}

/// Raw mode also stops the terminal from turning `\n` into `\r\n`, which output relies on.
#[cfg(unix)]
fn keep_line_ends() -> Result<(), Error> {
    use rustix::termios::{OptionalActions, OutputModes, tcgetattr, tcsetattr};

    let stdin = std::io::stdin();
    let mut modes = tcgetattr(&stdin).map_err(|error| Error::Mode(error.into()))?;
    modes.output_modes |= OutputModes::OPOST | OutputModes::ONLCR;
    tcsetattr(&stdin, OptionalActions::Now, &modes).map_err(|error| Error::Mode(error.into()))
}

#[cfg(not(unix))]
fn keep_line_ends() -> Result<(), Error> {
    Ok(())
}
