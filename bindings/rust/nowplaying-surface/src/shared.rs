// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The part of a surface that its sessions, actions and changes share. It outlives the surface.

use crate::action::Answer;
use crate::changes::Feed;
use crate::error::check;
use crate::{Changed, Error, Result, Session, Status};
use nowplaying_sys as sys;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};

/// The library's handle. No function may be called with it once `nowplaying_surface_free` has it.
enum Handle {
    /// The function that makes the surface has not returned.
    Unknown,
    Open(NonNull<sys::nowplaying_surface>),
    Dropped,
}

// The header says that every function may be called from any thread, and concurrently.
unsafe impl Send for Handle {}

/// The state of the list of players, for [`Surface::listed`](crate::Surface::listed).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    /// The first attempt to reach a bus has not ended, or players have not answered yet.
    Waiting,
    NoBus,
    Listed,
}

struct State {
    listing: Listing,
    /// The actions that wait for the list.
    waiting: Vec<Arc<Answer<()>>>,
    feeds: Vec<Weak<Feed>>,
    /// The thread that runs a closure or `done` now.
    calling: Option<ThreadId>,
}

/// The part of a surface that its sessions, actions and changes share.
pub(crate) struct Shared {
    handle: Mutex<Handle>,
    state: Mutex<State>,
    /// The only thread that may dispatch, if there is only one.
    dispatching: Option<ThreadId>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub(crate) fn new(stays_here: bool) -> Arc<Self> {
        let state = State { listing: Listing::Waiting, waiting: Vec::new(), feeds: Vec::new(), calling: None };
        let dispatching = stays_here.then(|| thread::current().id());
        Arc::new(Shared { handle: Mutex::new(Handle::Unknown), state: Mutex::new(state), dispatching })
    }

    /// Stores the handle: the first callback may come before the function that makes the surface has returned.
    pub(crate) fn open(&self, surface: *mut sys::nowplaying_surface) {
        let mut handle = locked(&self.handle);
        if let (Handle::Unknown, Some(surface)) = (&*handle, NonNull::new(surface)) {
            *handle = Handle::Open(surface);
        }
    }

    /// Calls a function of the library that returns soon and does not call back.
    pub(crate) fn call(
        &self,
        function: impl FnOnce(*mut sys::nowplaying_surface) -> sys::nowplaying_status,
    ) -> Result<()> {
        let handle = locked(&self.handle);
        match &*handle {
            Handle::Open(surface) => check(function(surface.as_ptr())),
            _ => Err(Error::dropped()),
        }
    }

    /// Returns the handle to the owner, for a function that calls closures.
    pub(crate) fn handle(&self) -> Option<NonNull<sys::nowplaying_surface>> {
        match &*locked(&self.handle) {
            Handle::Open(surface) => Some(*surface),
            _ => None,
        }
    }

    /// Returns the handle so that it can be freed; nothing else can use it afterwards.
    pub(crate) fn close(&self) -> Option<NonNull<sys::nowplaying_surface>> {
        match std::mem::replace(&mut *locked(&self.handle), Handle::Dropped) {
            Handle::Open(surface) => Some(surface),
            _ => None,
        }
    }

    /// Ends everything: waiting for the list or for changes fails.
    pub(crate) fn end(&self) {
        let waiting = std::mem::take(&mut locked(&self.state).waiting);
        waiting.iter().for_each(|answer| answer.give(Err(Error::dropped())));
        self.each_feed(|feed| feed.end());
    }

    /// Runs a callback of the library.
    pub(crate) fn calling<T>(&self, body: impl FnOnce() -> T) -> T {
        locked(&self.state).calling = Some(thread::current().id());
        let result = body();
        locked(&self.state).calling = None;
        result
    }

    /// Returns an error on a thread that must not wait, because the answer would need this thread.
    pub(crate) fn may_wait(&self) -> Result<()> {
        let present = thread::current().id();
        if locked(&self.state).calling == Some(present) || self.dispatching == Some(present) {
            return Err(Error::new(
                Status::Busy,
                "this thread serves the surface, and would wait for itself: use the future, or wait elsewhere",
            ));
        }
        Ok(())
    }

    /// Notes that the players that were there have answered.
    pub(crate) fn listed(&self) {
        self.tell_listing(Listing::Listed);
    }

    /// Notes that the bus was connected or lost.
    pub(crate) fn bus_changed(&self, is_there: bool) {
        self.tell_listing(if is_there { Listing::Waiting } else { Listing::NoBus });
    }

    fn tell_listing(&self, listing: Listing) {
        let mut state = locked(&self.state);
        state.listing = listing;
        if listing == Listing::Waiting {
            return;
        }
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        waiting.iter().for_each(|answer| answer.give(listing.result()));
    }

    /// Answers once the list is complete.
    pub(crate) fn answer_listed(&self, answer: &Arc<Answer<()>>) {
        let mut state = locked(&self.state);
        let listing = state.listing;
        if listing == Listing::Waiting {
            state.waiting.retain(|each| Arc::strong_count(each) > 1);
            state.waiting.push(answer.clone());
            drop(state);
            // The surface may have been dropped in the meantime; then nothing answers waiting actions any more.
            if self.handle().is_none() {
                answer.give(Err(Error::dropped()));
            }
            return;
        }
        drop(state);
        answer.give(if self.handle().is_none() { Err(Error::dropped()) } else { listing.result() });
    }

    pub(crate) fn add_feed(&self, feed: &Arc<Feed>) {
        let mut state = locked(&self.state);
        state.feeds.retain(|each| each.strong_count() > 0);
        state.feeds.push(Arc::downgrade(feed));
    }

    /// Passes a session's new state to all readers of changes; `None`: it is gone.
    pub(crate) fn tell(&self, key: &str, session: Option<&Session>, changed: Changed) {
        self.each_feed(|feed| feed.put(key, session, changed));
    }

    /// Whether there are readers of changes.
    pub(crate) fn has_feeds(&self) -> bool {
        locked(&self.state).feeds.iter().any(|feed| feed.strong_count() > 0)
    }

    fn each_feed(&self, body: impl Fn(&Feed)) {
        let feeds = locked(&self.state).feeds.clone();
        feeds.iter().filter_map(Weak::upgrade).for_each(|feed| body(&feed));
    }
}

impl Listing {
    fn result(self) -> Result<()> {
        match self {
            Listing::NoBus => Err(Error::new(Status::NoBus, "")),
            _ => Ok(()),
        }
    }
}
