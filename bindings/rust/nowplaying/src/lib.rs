// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tell the Linux desktop what your media player plays, and be driven by it: panels, lock screens, media keys,
//! playerctl, KDE Connect, Bluetooth. This is the safe face of the C library libnowplaying.
//!
//! ```no_run
//! use nowplaying::{Answer, App, Command, Content, Snapshot};
//! use std::time::Duration;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let app = App::builder("org.example.Player").build()?;
//! let session = app.session("main").build()?;
//! session.set_commands([Command::pause(|session, _request| {
//!     session.set_snapshot(Snapshot::paused(Duration::from_secs(5)))?;
//!     session.commit()?;
//!     Ok(Answer::Done)
//! })])?;
//! session.set_content(&Content::music("track-1").title("Summertime").artists(["Sidney Bechet"]).build()?)?;
//! session.set_snapshot(Snapshot::playing(Duration::ZERO))?;
//! session.commit()?;
//! session.request_application_primary()?;
//! # Ok(())
//! # }
//! ```
//!
//! Setters only stage; [`Session::commit`] makes all that was staged visible at once. Do not commit a moving
//! position: it moves by itself.
//!
//! # The loop
//!
//! [`AppBuilder::build`] makes an app whose callbacks run on a thread of the library. [`AppBuilder::build_polled`]
//! makes one for your own poll loop: it is [`AsFd`](std::os::fd::AsFd), and when that is readable you call
//! [`PolledApp::dispatch`], in which the callbacks run.
//!
//! # Closures
//!
//! Closures are called one at a time. They are dropped with their app or session, after the last call; dropping
//! either waits for a closure that runs on another thread, so hold no lock then that the closure takes. A session
//! that replaces its commands drops their closures at once.
//!
//! A closure that is asked something returns [`Answer::Done`] or an error, whose text the caller gets; to answer
//! later it clones its [`Request`] and returns [`Answer::Later`]. A panic is caught, and its text is the error.
//!
//! # Threads
//!
//! [`App`], [`PolledApp`], [`Session`] and [`Request`] can be used from all threads at once:
//!
//! ```
//! fn shared<T: Send + Sync>() {}
//! shared::<nowplaying::App>();
//! shared::<nowplaying::PolledApp>();
//! shared::<nowplaying::Session>();
//! shared::<nowplaying::Request>();
//! ```
//!
//! A [`Content`] may be moved to another thread, but not be used from two:
//!
//! ```
//! fn movable<T: Send>() {}
//! movable::<nowplaying::Content>();
//! movable::<nowplaying::Command>();
//! ```
//!
//! ```compile_fail
//! fn shared<T: Sync>() {}
//! shared::<nowplaying::Content>();
//! ```
//!
//! Closures run on other threads, so they own what they use, and it can be moved there:
//!
//! ```
//! use nowplaying::{Answer, Command};
//! use std::sync::Arc;
//! let count = Arc::new(0);
//! Command::play(move |_, _| { println!("{count}"); Ok(Answer::Done) });
//! ```
//!
//! ```compile_fail
//! use nowplaying::{Answer, Command};
//! use std::rc::Rc;
//! let count = Rc::new(0);
//! Command::play(move |_, _| { println!("{count}"); Ok(Answer::Done) });
//! ```
//!
//! ```compile_fail
//! use nowplaying::{Answer, Command};
//! let count = 0;
//! Command::play(|_, _| { println!("{count}"); Ok(Answer::Done) });
//! ```
//!
//! ```compile_fail
//! # use std::rc::Rc;
//! let count = Rc::new(0);
//! let _ = nowplaying::App::builder("a.b").on_bus_state(move |_, _| println!("{count}"));
//! ```
//!
//! What a closure is lent ends with its call; only the request can be kept, by its clone:
//!
//! ```
//! let mut kept = None;
//! nowplaying::Command::play(move |_, request| {
//!     kept = Some(request.clone());
//!     Ok(nowplaying::Answer::Later)
//! });
//! ```
//!
//! ```compile_fail
//! let mut kept = None;
//! nowplaying::Command::play(move |session, _| {
//!     kept = Some(session);
//!     Ok(nowplaying::Answer::Later)
//! });
//! ```

#![deny(missing_docs, unsafe_op_in_unsafe_fn)]

mod app;
mod callback;
mod command;
mod content;
mod error;
mod request;
mod session;
mod session_builder;
mod snapshot;
mod text;
mod time;
mod values;

pub use app::{App, AppBuilder, PolledApp};
pub use callback::{Answer, Answered, Artwork, ArtworkEvent};
pub use command::Command;
pub use content::{kind, Content, ContentBuilder};
pub use error::{Error, Result};
pub use request::Request;
pub use session::Session;
pub use session_builder::SessionBuilder;
pub use snapshot::Snapshot;
pub use time::MediaDuration;
pub use values::{
    BusState, CommandKind, Feedback, Interruption, LogLevel, MediaType, Phase, PlaybackState, Primary, RepeatMode,
    ShuffleMode, Status,
};

/// The version of the library that is loaded: "0.1.0".
pub fn version() -> String {
    text::from_c(unsafe { nowplaying_sys::nowplaying_version_string() })
}
