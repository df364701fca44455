//! A connection that fails when its peer stops reading.
//!
//! The response to a peer that does not read waits in memory and occupies a connection. While bytes wait, at least
//! [`LEAST_BYTES`] must be sent within each [`WRITE_TIMEOUT`].

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
const LEAST_BYTES: usize = 64 << 10;

#[derive(Debug)]
pub(crate) struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    /// Set while bytes wait.
    wait: Option<Wait>,
}

#[derive(Debug)]
struct Wait {
    deadline: Pin<Box<Sleep>>,
    n_written: usize,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S) -> WriteTimeout<S> {
        WriteTimeout { stream, timeout: WRITE_TIMEOUT, wait: None }
    }

    /// Notes the outcome of a write.
    fn written(
        &mut self,
        outcome: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match outcome {
            Poll::Ready(Ok(n_bytes)) => {
                if let Some(wait) = &mut self.wait {
                    wait.n_written += n_bytes;
                    if wait.n_written >= LEAST_BYTES {
                        self.wait = None;
                    }
                }
                Poll::Ready(Ok(n_bytes))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let timeout = self.timeout;
                let new = || Wait { deadline: Box::pin(sleep(timeout)), n_written: 0 };
                let wait = self.wait.get_or_insert_with(new);
                ready!(wait.deadline.as_mut().poll(context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(outcome, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.written(outcome, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// A completed flush means that no bytes wait any more.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.wait = None;
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[test]
    fn a_peer_that_does_not_read_is_given_up_and_one_that_reads_is_not() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let (near, mut far) = duplex(16);
            let mut near =
                WriteTimeout { timeout: Duration::from_millis(20), ..WriteTimeout::new(near) };
            let reading = tokio::spawn(async move {
                let mut read = [0; 100];
                far.read_exact(&mut read).await.map(|_| far)
            });
            near.write_all(&[1; 100]).await.unwrap();
            near.flush().await.unwrap();
            let _far = reading.await.unwrap().unwrap();
            let error = near.write_all(&[1; 100]).await.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        });
    }
}
