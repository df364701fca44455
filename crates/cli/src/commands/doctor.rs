//! `doctor`: looks whether everything is in order. Exit code 2 means that something is not.

use rutter_engine::Health;

use super::Exit;
use crate::context::Context;
use crate::render;

pub fn run(ctx: &mut Context) -> anyhow::Result<Exit> {
    let checks = ctx.toolbox.engine.examine();
    ctx.print(&serde_json::json!({ "checks": checks }), |out, _| render::doctor(out, &checks))?;
    let is_bad = checks.iter().any(|check| check.health == Health::Bad);
    Ok(if is_bad { Exit::Bad } else { Exit::Found })
}
