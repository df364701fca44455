//! A writer that sends output in pieces, so that the matches of one file need not fit into memory.

use std::io::{self, Write};
use std::sync::mpsc::SyncSender;

use termcolor::{Buffer, ColorSpec, WriteColor};

use super::piece::Piece;
use super::request::Color;

/// The size of a piece.
const PIECE_BYTES: usize = 256 << 10;

pub struct ChunkedOutput {
    buffer: Buffer,
    color: Color,
    sender: SyncSender<Piece>,
}

impl ChunkedOutput {
    pub fn new(color: Color, sender: SyncSender<Piece>) -> ChunkedOutput {
        ChunkedOutput { buffer: new_buffer(color), color, sender }
    }

    /// Sends the rest.
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

impl Write for ChunkedOutput {
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

impl WriteColor for ChunkedOutput {
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
