//! All integration tests: the built binary, run as a user runs it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agents;
mod bad_input;
mod budget;
mod chat_server;
mod contract;
mod documents;
mod embedders;
mod embedding_service;
mod entries;
mod explore_cli;
mod external_server;
mod faults;
mod freshness;
mod gap_outputs;
mod gap_people;
mod graph;
mod hostile_files;
mod mcp_client;
mod mcp_http;
mod mcp_inspector;
mod mcp_load;
mod mcp_mistakes;
mod mcp_pages;
mod mcp_sdk;
mod mcp_stdio;
mod model_durability;
mod model_injection;
mod odd_queries;
mod paging;
mod raw_server;
mod readme;
mod real_model;
mod reply_limits;
mod repository_settings;
mod resolve_cli;
mod resolve_durability;
mod reviews;
mod run;
mod similar;
mod unprivileged;
mod untrusted_data;
mod vectors;
mod wire_formats;
mod worktrees;
