// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Show what plays on a Linux desktop, and drive it: every player on the session bus, for panels, lock screens, tools
//! and bridges. This crate is the safe interface to the C library libnowplaying-surface.
//!
//! ```no_run
//! use nowplaying_surface::{Command, PlaybackState, Surface};
//!
//! # fn main() -> nowplaying_surface::Result<()> {
//! let surface = Surface::builder("panel")
//!     .on_added(|_surface, session| println!("{} is there", session.display_name()))
//!     .on_changed(|_surface, session, changed| println!("{}: {changed:?}", session.display_name()))
//!     .on_removed(|_surface, session| println!("{} has gone", session.display_name()))
//!     .build()?;
//! surface.listed().wait()?;
//! for session in surface.sessions()? { // the most important first
//!     let [title, by, album] = session.item().map_or([""; 3], |item| item.lines());
//!     println!("{:?}: {title} – {by} – {album}", session.snapshot().state);
//!     if session.snapshot().state == PlaybackState::Playing {
//!         session.send(Command::Pause).wait()?; // or .await, in any runtime
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Players of org.nowplaying are shown with all that they tell, and all others by what MPRIS carries. A player of
//! org.nowplaying has one entry for each of its sessions; any other player has one entry.
//!
//! # Three ways to know what changes
//!
//! - Closures, as above.
//! - [`Surface::changes`], one after the other: in any async runtime by [`Changes::next`], on a thread of your own by
//!   `for change in surface.changes()?`. Slow readers get the newest state of each session, and may miss earlier
//!   states.
//! - [`Surface::sessions`] whenever you draw: it sends nothing to the players, and is cheap.
//!
//! # The loop
//!
//! [`Surface::builder`] makes a surface whose closures run on a thread of the library. [`Surface::polled`] makes one
//! for your own poll loop, a [`PolledSurface`]: it is [`AsFd`](std::os::unix::io::AsFd), and when that is readable you
//! call [`dispatch`](Surface::dispatch), in which the closures run. [`Surface::wakeup`] makes one for a main loop that
//! takes no file descriptor, a [`WakeupSurface`]: it notifies you, on another thread, when to
//! [`dispatch`](Surface::dispatch).
//!
//! Futures work with all three: [`Action`]s and [`Changes`] wake the runtime that awaits them, whichever it is. If the
//! runtime itself is to serve a polled surface, let a task wait for its descriptor (by `AsyncFd` of tokio, or `Async`
//! of async-io) and dispatch.
//!
//! # Closures
//!
//! Closures are called one at a time. They are dropped with their surface, after the last call; dropping it waits for a
//! closure that runs on another thread, so hold no lock then that the closure takes. A surface that is dropped in one
//! of its own closures ends when that returns. A panic is caught, and goes no further. The first argument is the
//! surface:
//!
//! ```no_run
//! use nowplaying_surface::Surface;
//! # fn main() -> nowplaying_surface::Result<()> {
//! let surface = Surface::builder("lock screen")
//!     .on_added(|_surface, _session| ())
//!     .on_changed(|_surface, _session, _changed| ())
//!     .on_removed(|_surface, _session| ())
//!     .on_ordered(|_surface| ())
//!     .on_listed(|_surface| ())
//!     .on_bus_state(|_surface, _state| ())
//!     .on_log(|_surface, _level, _line| ())
//!     .build()?;
//! # Ok(())
//! # }
//! ```
//!
//! # Threads
//!
//! A [`Session`] never changes, and it, [`Action`] and [`Changes`] can be used from all threads, with whichever loop:
//!
//! ```
//! fn shared<T: Send + Sync>() {}
//! shared::<nowplaying_surface::Session>();
//! shared::<nowplaying_surface::Action<nowplaying_surface::Picture>>();
//! shared::<nowplaying_surface::Changes>();
//! shared::<nowplaying_surface::Surface>();
//! shared::<nowplaying_surface::WakeupSurface>();
//! fn movable<T: Send>() {}
//! movable::<nowplaying_surface::SurfaceBuilder>();
//! movable::<nowplaying_surface::SurfaceBuilder<nowplaying_surface::mode::Wakeup>>();
//! ```
//!
//! Closures run on other threads, so they own what can be moved there:
//!
//! ```compile_fail,E0277
//! # use std::rc::Rc;
//! let count = Rc::new(0);
//! let _ = nowplaying_surface::Surface::builder("a").on_listed(move |_| println!("{count}"));
//! ```
//!
//! A polled surface stays on the thread of the loop, and its closures may own anything:
//!
//! ```
//! # use std::rc::Rc;
//! let count = Rc::new(0);
//! let _ = nowplaying_surface::Surface::polled("a").on_listed(move |_| println!("{count}"));
//! ```
//!
//! ```compile_fail,E0277
//! fn movable<T: Send>() {}
//! movable::<nowplaying_surface::PolledSurface>();
//! ```
//!
//! Values that are read of a session borrow from it, and live no longer than it does.
//!
//! ```compile_fail,E0505
//! fn title(session: nowplaying_surface::Session) {
//!     let item = session.item();
//!     drop(session);
//!     println!("{item:?}");
//! }
//! ```
//!
//! # A program that is a player too
//!
//! The crate `nowplaying` makes one. The enumerations of both are the same types.

#![deny(missing_docs, unsafe_op_in_unsafe_fn)]
// Old compilers warn that `Send` is implemented for one mode of a surface only, which is intended; newer ones do not
// have the lint.
#![allow(renamed_and_removed_lints, suspicious_auto_trait_impls)]
#![warn(clippy::missing_errors_doc)]

mod action;
mod builder;
mod callbacks;
mod changes;
mod command;
mod control;
mod declare;
mod error;
#[macro_use]
mod fields;
mod item;
mod item_fields;
pub mod limits;
mod lists;
mod media;
mod offered;
mod requests;
mod session;
mod shared;
mod snapshot;
mod surface;
mod values;

pub use action::Action;
pub use builder::SurfaceBuilder;
pub use changes::{Change, Changes, Next, Waiting};
pub use command::Command;
pub use control::Control;
pub use error::{Error, Result};
pub use item::{Chapter, Item, LyricsLine};
pub use lists::{Device, Playlist, Playlists, Queue, QueueEntry, Track};
pub use media::{Picture, Video};
#[doc(inline)]
pub use nowplaying_values::{
    mode, AspectRatio, BusState, CommandKind, DeviceType, ErrorKind, Feedback, LogLevel, MediaDuration, MediaType,
    Phase, PlaybackState, Primary, RepeatMode, ShuffleMode, Slot, Status, TrackKind,
};
use nowplaying_values::{text, time};
pub use offered::{error_sentence, icon_name, OfferedCommand};
pub use session::Session;
pub use snapshot::Snapshot;
pub use surface::{PolledSurface, Surface, WakeupSurface};
pub use values::{Abilities, Changed, Characteristics, ContentKind, ControlRow, PlaylistOrder};

/// The version of the library that is loaded: "0.4.0".
pub fn version() -> String {
    let version = unsafe { nowplaying_sys::nowplaying_surface_version() };
    format!("{}.{}.{}", version >> 16, version >> 8 & 0xFF, version & 0xFF)
}
