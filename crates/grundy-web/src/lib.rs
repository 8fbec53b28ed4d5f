//! Grundy over HTTP: a versioned JSON API over the library, and a web page, for local use.
//!
//! [`run`] serves a listener until a [`Stop`]. Each question is computed on a thread of a small
//! [`pool`](Config::workers), within limits of time and memory, and is cancelled when the client
//! disconnects. What a theorem decides in a fraction of a millisecond is answered without queueing. A
//! browser cannot be misused: requests must name this machine as their host, and requests from pages of
//! other sites are rejected. Games that name files are rejected; graphs and scripts are sent as text.
//!
//! ```
//! use grundy_web::{Config, Log, Stop};
//!
//! let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
//! let stop = Stop::default();
//! stop.stop(); // From another thread, when it is time.
//! grundy_web::run(listener, Config::default(), Log::none(), &stop)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! [`router`] is the same service without sockets, for tests and for other servers.

mod api;
mod app;
mod body;
mod caught;
mod client;
mod config;
mod connection;
mod failure;
mod guard;
mod log;
mod metrics;
mod openapi;
mod page;
mod patience;
mod pieces;
mod pool;
mod room;
mod server;
mod status;
mod stream;
mod words;

pub use config::Config;
pub use log::Log;
pub use server::{Stop, router, run};
pub use status::is_well;
