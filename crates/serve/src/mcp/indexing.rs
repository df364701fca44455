//! Waits for a first index: briefly, and with progress notifications.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::model::ProgressNotificationParam;
use rmcp::service::RequestContext;

use crate::project::{Project, Readiness};

/// How long a call waits if its client did not ask for progress.
const TIMEOUT: Duration = Duration::from_secs(5);
/// How long it waits if the client sees progress.
const TIMEOUT_WITH_PROGRESS: Duration = Duration::from_secs(20);
const POLL_INTERVAL: Duration = Duration::from_millis(20);
const NOTIFY_INTERVAL: Duration = Duration::from_millis(250);

/// Waits until there is an index, the timeout is over or the call is cancelled.
pub(crate) async fn wait(
    project: &Arc<Project>,
    context: &RequestContext<RoleServer>,
) -> Readiness {
    let began = Instant::now();
    let token = context.meta.get_progress_token();
    let timeout = if token.is_some() { TIMEOUT_WITH_PROGRESS } else { TIMEOUT };
    let mut notified_at: Option<Instant> = None;
    let mut n_notified = -1.0;
    loop {
        let state = readiness(project).await;
        let Readiness::Indexing(progress) = state else { return state };
        if began.elapsed() >= timeout || context.ct.is_cancelled() {
            return state;
        }
        if let Some(token) = &token
            && notified_at.is_none_or(|at| at.elapsed() >= NOTIFY_INTERVAL)
            && progress.n_read as f64 > n_notified
        {
            notified_at = Some(Instant::now());
            n_notified = progress.n_read as f64;
            let mut param = ProgressNotificationParam::new(token.clone(), n_notified)
                .with_message(format!("indexing: {progress}"));
            if progress.n_files > 0 {
                param = param.with_total(progress.n_files as f64);
            }
            // A notification that cannot be sent does not matter.
            let _ = context.peer.notify_progress(param).await;
        }
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            () = context.ct.cancelled() => return Readiness::Indexing(progress),
        }
    }
}

/// Checks on a thread that may block whether there is an index.
pub(crate) async fn readiness(project: &Arc<Project>) -> Readiness {
    if project.is_ready() {
        return Readiness::Ready;
    }
    let project = Arc::clone(project);
    tokio::task::spawn_blocking(move || project.ready()).await.unwrap_or_else(|_| {
        Readiness::Failed { reason: "the check for an index failed".to_owned() }
    })
}
