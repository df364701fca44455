//! TLS for the connection: `rustls` with `ring`, as everywhere in rutter.
//!
//! The name and the chain of the server's certificate are always checked. An encrypted connection to a
//! server that nobody has checked would be safe only from those who do not try.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

impl Tls {
    /// Trusts the certificates in a file, or those that the machine trusts.
    pub(super) fn new(trusted: Option<&Path>) -> Result<Tls, String> {
        let mut roots = RootCertStore::empty();
        match trusted {
            Some(path) => {
                let cannot =
                    |error| format!("cannot read certificates from `{}`: {error}", path.display());
                for certificate in CertificateDer::pem_file_iter(path).map_err(cannot)? {
                    let added = roots.add(certificate.map_err(cannot)?);
                    added.map_err(|error| format!("`{}`: {error}", path.display()))?;
                }
            }
            None => {
                roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
                if roots.is_empty() {
                    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
                }
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| format!("TLS cannot be set up: {error}"))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Tls(TlsConnector::from(Arc::new(config))))
    }
}

impl<S> MakeTlsConnect<S> for Tls
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Encrypted<S>;
    type TlsConnect = NamedTls;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<NamedTls> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        Ok(NamedTls { connector: self.0.clone(), name })
    }
}

/// Makes one encrypted connection to a server of this name.
pub(super) struct NamedTls {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl<S> TlsConnect<S> for NamedTls
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let stream = self.connector.connect(self.name, stream).await?;
            Ok(Encrypted(Box::new(stream)))
        })
    }
}

pub(super) struct Encrypted<S>(Box<TlsStream<S>>);

impl<S: AsyncRead + AsyncWrite + Unpin> tokio_postgres::tls::TlsStream for Encrypted<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
