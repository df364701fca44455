//! Takes what a printer prints and hands it on in pieces, so that one file of matches need not fit
//! into memory.

use std::io::{self, Write};
use std::sync::mpsc::SyncSender;

use termcolor::{Buffer, ColorSpec, WriteColor};

use super::request::Color;
use super::worker::Piece;

/// How much is gathered before it is handed on.
const PIECE_BYTES: usize = 256 << 10;

pub struct Outlet {
    buffer: Buffer,
    color: Color,
    sender: SyncSender<Piece>,
}

impl Outlet {
    pub fn new(color: Color, sender: SyncSender<Piece>) -> Outlet {
        Outlet { buffer: new_buffer(color), color, sender }
    }

    /// Hands on what is left.
    pub fn finish(mut self) -> io::Result<()> {
        self.hand_on()
    }

    fn hand_on(&mut self) -> io::Result<()> {
        let buffer = std::mem::replace(&mut self.buffer, new_buffer(self.color));
        if buffer.is_empty() {
            return Ok(());
        }
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        self.sender.send(Piece::Output(buffer.into_inner())).map_err(gone)
    }
}

fn new_buffer(color: Color) -> Buffer {
    match color {
        Color::Never => Buffer::no_color(),
        Color::Always => Buffer::ansi(),
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.buffer.len() >= PIECE_BYTES {
            self.hand_on()?;
        }
        self.buffer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl WriteColor for Outlet {
    fn supports_color(&self) -> bool {
        self.buffer.supports_color()
    }

    fn set_color(&mut self, spec: &ColorSpec) -> io::Result<()> {
        self.buffer.set_color(spec)
    }

    fn reset(&mut self) -> io::Result<()> {
        self.buffer.reset()
    }
}
