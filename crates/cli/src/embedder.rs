//! Connects the embedder that the user chose.

mod chosen;

use std::path::Path;
use std::sync::Arc;

use rutter_engine::{Connector, EmbedderChoice};
use rutter_provider::embedding::{Settings, connect};
use rutter_provider::transport::{Environment, Pause};

use crate::arguments::EmbedderArgs;
use crate::settings;
use crate::verbosity::Verbosity;
use chosen::Chosen;

/// The embedder named on the command line.
pub fn choice(args: &EmbedderArgs) -> Option<EmbedderChoice> {
    args.embedder.as_ref().map(|spec| EmbedderChoice {
        spec: spec.clone(),
        endpoint: args.embedder_endpoint.clone(),
        dims: args.embedder_dims,
    })
}

/// Returns a connector for the services that the user chose for the data folder `data`. It takes the key from the
/// environment, and prints a line when a service makes it wait.
pub fn connector(verbosity: Verbosity, data: &Path, asked: Option<EmbedderChoice>) -> Connector {
    let chosen = Chosen::new(settings::state_folder(), data, asked);
    Connector::new(move |choice: &EmbedderChoice| {
        chosen.check(choice)?;
        let service = Settings {
            endpoint: choice.endpoint.clone(),
            dims: choice.dims.map(|dims| dims as usize),
            ..Settings::new(choice.spec.as_str())
        };
        let on_pause = move |pause: &Pause| {
            if verbosity != Verbosity::Quiet {
                eprintln!("{}; trying again in {} s", pause.reason, pause.duration.as_secs());
            }
        };
        connect(service, Environment::new(settings::variable), Arc::new(on_pause))
            .map_err(|error| error.to_string())
    })
}
