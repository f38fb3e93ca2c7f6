// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tell the Linux desktop what your media player plays, and be driven by it: panels, lock screens, media keys,
//! playerctl, KDE Connect, Bluetooth. This crate is the safe interface to the C library libnowplaying.
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
//! # What MPRIS cannot carry
//!
//! Surfaces that speak the protocol `org.nowplaying` show and ask for more: [feedback buttons](Command::feedback) and
//! [those of the player's own](Command::custom), [chapters](ContentBuilder::chapters), [errors](Snapshot::failed),
//! [a window in a broadcast](Snapshot::seekable), [tracks](Session::set_tracks), [mute](Command::mute), [animated
//! artwork](ContentBuilder::animated_artwork), and sessions on [other devices](App::remote_session).
//!
//! # The loop
//!
//! [`App::builder`] makes an app whose closures run on a thread of the library. [`App::polled`] makes one for your own
//! poll loop, a [`PolledApp`]: it is [`AsFd`](std::os::unix::io::AsFd), and when that is readable you call
//! [`dispatch`](App::dispatch), in which the closures run. [`App::wakeup`] makes one for a main loop that takes no file
//! descriptor, a [`WakeupApp`]: it notifies you, on another thread, when to [`dispatch`](App::dispatch).
//!
//! # Closures
//!
//! Closures are called one at a time. They are dropped with their app or session, after the last call; dropping
//! either waits for a closure that runs on another thread, so hold no lock then that the closure takes. A session
//! that replaces its commands drops their closures at once. A closure that keeps a session keeps a [`WeakSession`].
//!
//! A closure that is asked something returns [`Answer::Done`] or an error, whose text the caller gets; to answer
//! later it clones its [`Request`] and returns [`Answer::Later`]. A panic is caught, and its text is the error.
//!
//! The first argument is the app or the session. A closure that is asked something gets the request as its second
//! argument, and then the values of the request; a closure that is only notified gets no request:
//!
//! ```no_run
//! use nowplaying::{Answer, App, Artwork, Command, LogLevel, Video};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let app = App::builder("org.example.Player")
//!     .on_raise(|_app, _request| Ok(Answer::Done))
//!     .on_quit(|_app, _request| Ok(Answer::Done))
//!     .on_open_uri(["file"], |_app, _request, _uri, _path| Ok(Answer::Done))
//!     .on_fullscreen(|_app, _request, _fullscreen| Ok(Answer::Done))
//!     .on_activate_playlist(|_app, _request, _id| Ok(Answer::Done))
//!     .on_bus_state(|_app, _state| ())
//!     .on_aspect_ratios(|_app, _ratios| ())
//!     .on_log(LogLevel::Info, |_app, _level, _line| ())
//!     .build()?;
//! let session = app
//!     .session("main")
//!     .on_artwork(|_session, _request, event| Ok(Artwork::File(event.id.into())))
//!     .on_preview(|_session, _request, event| Ok(Artwork::File(event.id.into())))
//!     .on_video(|_session, _request, event| Ok(Video::File(event.id.into())))
//!     .on_volume(|_session, _request, _volume| Ok(Answer::Done))
//!     .on_device_volume(|_session, _request, _device, _volume| Ok(Answer::Done))
//!     .on_device_step(|_session, _request, _device, _step| Ok(Answer::Done))
//!     .on_queue_go_to(|_session, _request, _id| Ok(Answer::Done))
//!     .on_queue_add(|_session, _request, _uri, _after, _play| Ok(Answer::Done))
//!     .on_queue_remove(|_session, _request, _id| Ok(Answer::Done))
//!     .on_request_cancelled(|_session, _request| ())
//!     .on_primary_changed(|_session, _primary| ())
//!     .on_primary_result(|_session, _primary, _result| ())
//!     .on_interruption(|_session, _interruption| ())
//!     .on_position(|_session| None)
//!     .on_select_track(|_session, _request, _kind, _id| Ok(Answer::Done))
//!     .build()?;
//! session.set_commands([
//!     Command::play(|_session, _request| Ok(Answer::Done)),
//!     Command::seek_to_position(|_session, _request, _position| Ok(Answer::Done)),
//! ])?;
//! # Ok(())
//! # }
//! ```
//!
//! # Threads
//!
//! [`App`], [`Session`], [`WeakSession`], [`Request`] and [`Content`] can be used from all threads at once, and a
//! [`Command`] be moved to another:
//!
//! ```
//! fn shared<T: Send + Sync>() {}
//! shared::<nowplaying::App>();
//! shared::<nowplaying::WakeupApp>();
//! shared::<nowplaying::Session<nowplaying::mode::Wakeup>>();
//! shared::<nowplaying::Session>();
//! shared::<nowplaying::WeakSession>();
//! shared::<nowplaying::Request>();
//! shared::<nowplaying::Content>();
//! fn movable<T: Send>() {}
//! movable::<nowplaying::Command>();
//! movable::<nowplaying::AppBuilder>();
//! movable::<nowplaying::SessionBuilder>();
//! movable::<nowplaying::AppBuilder<nowplaying::mode::Wakeup>>();
//! movable::<nowplaying::Command<nowplaying::mode::Wakeup>>();
//! ```
//!
//! Closures run on other threads, so they own what they use, and it can be moved there:
//!
//! ```
//! use nowplaying::{Answer, Command};
//! use std::sync::Arc;
//! let count = Arc::new(0);
//! let _: Command = Command::play(move |_, _| { println!("{count}"); Ok(Answer::Done) });
//! ```
//!
//! ```compile_fail,E0277
//! use nowplaying::{Answer, Command};
//! use std::rc::Rc;
//! let count = Rc::new(0);
//! let _: Command = Command::play(move |_, _| { println!("{count}"); Ok(Answer::Done) });
//! ```
//!
//! ```compile_fail,E0373
//! use nowplaying::{Answer, Command};
//! let count = 0;
//! let _: Command = Command::play(|_, _| { println!("{count}"); Ok(Answer::Done) });
//! ```
//!
//! ```compile_fail,E0277
//! # use std::rc::Rc;
//! let count = Rc::new(0);
//! let _ = nowplaying::App::builder("a.b").on_bus_state(move |_, _| println!("{count}"));
//! ```
//!
//! ```compile_fail,E0277
//! # use std::rc::Rc;
//! # fn with(app: &nowplaying::App) {
//! let count = Rc::new(0);
//! let _ = app.session("").on_interruption(move |_, _| println!("{count}"));
//! # }
//! ```
//!
//! The same holds for the closures of an app that any thread may dispatch, and for the closure that wakes it:
//!
//! ```compile_fail,E0277
//! # use std::rc::Rc;
//! let count = Rc::new(0);
//! let _ = nowplaying::App::wakeup("a.b", || {}).on_bus_state(move |_, _| println!("{count}"));
//! ```
//!
//! ```compile_fail,E0277
//! # use std::rc::Rc;
//! let count = Rc::new(0);
//! let _ = nowplaying::App::wakeup("a.b", move || println!("{count}"));
//! ```
//!
//! A polled app and its sessions stay on the thread of the loop, and its closures may own values that cannot be sent to
//! other threads:
//!
//! ```
//! use nowplaying::{mode::Polled, Answer, App, Command};
//! use std::rc::Rc;
//! let count = Rc::new(0);
//! let _ = App::polled("a.b").on_bus_state({ let count = count.clone(); move |_, _| println!("{count}") });
//! let _: Command<Polled> = Command::play(move |_, _| { println!("{count}"); Ok(Answer::Done) });
//! ```
//!
//! ```compile_fail,E0277
//! fn movable<T: Send>() {}
//! movable::<nowplaying::PolledApp>();
//! ```
//!
//! ```compile_fail,E0277
//! fn movable<T: Send>() {}
//! movable::<nowplaying::Session<nowplaying::mode::Polled>>();
//! ```
//!
//! ```compile_fail,E0277
//! fn movable<T: Send>() {}
//! movable::<nowplaying::WeakSession<nowplaying::mode::Polled>>();
//! ```
//!
//! ```compile_fail,E0277
//! fn movable<T: Send>() {}
//! movable::<nowplaying::Command<nowplaying::mode::Polled>>();
//! ```
//!
//! ```compile_fail,E0277
//! fn movable<T: Send>() {}
//! movable::<nowplaying::AppBuilder<nowplaying::mode::Polled>>();
//! ```
//!
//! An argument that a closure is lent ends with its call; one that is to be kept is cloned:
//!
//! ```
//! let mut kept = None;
//! let _: nowplaying::Command = nowplaying::Command::play(move |_, request| {
//!     kept = Some(request.clone());
//!     Ok(nowplaying::Answer::Later)
//! });
//! ```
//!
//! ```compile_fail
//! let mut kept = None;
//! let _: nowplaying::Command = nowplaying::Command::play(move |session, _| {
//!     kept = Some(session);
//!     Ok(nowplaying::Answer::Later)
//! });
//! ```

#![deny(missing_docs, unsafe_op_in_unsafe_fn)]
// Old compilers warn that `Send` is implemented for one mode of an app only, which is intended; newer ones do not have
// the lint.
#![allow(renamed_and_removed_lints, suspicious_auto_trait_impls)]
#![warn(clippy::missing_errors_doc)]

mod app;
mod app_builder;
mod app_callbacks;
mod artwork;
mod button;
mod callback;
mod changes;
mod chapter;
mod command;
mod commands;
mod constructors;
mod content;
mod content_builder;
mod content_fields;
mod date;
mod device;
mod error;
pub mod limits;
mod playlist;
mod request;
mod session;
mod session_builder;
mod session_callbacks;
mod snapshot;
mod track;

pub use app::{App, PolledApp, WakeupApp};
pub use app_builder::AppBuilder;
pub use callback::{AnimatedArtworkEvent, Answer, Answered, Artwork, ArtworkEvent, Video};
pub use chapter::Chapter;
pub use command::Command;
pub use content::{kind, Content};
pub use content_builder::ContentBuilder;
pub use date::Date;
pub use device::Device;
pub use error::{Error, Result};
#[doc(inline)]
pub use nowplaying_values::{
    mode, AspectRatio, AspectRatios, BusState, CommandKind, DeviceType, ErrorKind, Feedback, Interruption, LogLevel,
    MediaDuration, MediaType, Phase, PlaybackState, Primary, RepeatMode, ShuffleMode, Slot, Status, TrackKind,
};
use nowplaying_values::{text, time};
pub use playlist::Playlist;
pub use request::Request;
pub use session::{Session, WeakSession};
pub use session_builder::SessionBuilder;
pub use snapshot::Snapshot;
pub use track::Track;

/// The version of the library that is loaded: "0.4.0".
pub fn version() -> String {
    text::from_c(unsafe { nowplaying_sys::nowplaying_version_string() })
}
