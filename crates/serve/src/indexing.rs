//! Waiting for a first index: shortly, and with word of how far it is.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;
use rutter_tools::{Project, Readiness};

use crate::answers::told;

/// Who does not hear how far it is waits this long at most.
const PATIENCE: Duration = Duration::from_millis(600);
/// Who does, this long.
const INFORMED_PATIENCE: Duration = Duration::from_secs(20);
/// How often to look.
const LOOK: Duration = Duration::from_millis(20);
/// How often to tell.
const TELL: Duration = Duration::from_millis(250);

/// Waits until the index is there, the caller's patience is over or the call is cancelled.
pub(crate) async fn wait(
    project: &Arc<Project>,
    context: &RequestContext<RoleServer>,
) -> Readiness {
    let began = Instant::now();
    let token = context.meta.get_progress_token();
    let patience = if token.is_some() { INFORMED_PATIENCE } else { PATIENCE };
    let mut told_at: Option<Instant> = None;
    let mut n_told = -1.0;
    loop {
        let readiness = look(project).await;
        let Readiness::Indexing(progress) = readiness else { return readiness };
        if began.elapsed() >= patience || context.ct.is_cancelled() {
            return readiness;
        }
        if let Some(token) = &token
            && told_at.is_none_or(|at| at.elapsed() >= TELL)
            && progress.n_read as f64 > n_told
        {
            told_at = Some(Instant::now());
            n_told = progress.n_read as f64;
            let mut param = ProgressNotificationParam::new(token.clone(), n_told)
                .with_message(format!("indexing: {}", told(progress)));
            if progress.n_files > 0 {
                param = param.with_total(progress.n_files as f64);
            }
            // A client that does not hear it misses nothing but that.
            let _ = context.peer.notify_progress(param).await;
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            () = context.ct.cancelled() => return Readiness::Indexing(progress),
        }
    }
}

/// Whether it is there, asked where files may be read.
pub(crate) async fn look(project: &Arc<Project>) -> Readiness {
    if project.is_ready() {
        return Readiness::Ready;
    }
    let project = Arc::clone(project);
    tokio::task::spawn_blocking(move || project.ready())
        .await
        .unwrap_or_else(|_| Readiness::Failed { reason: "looking for the index failed".to_owned() })
}
