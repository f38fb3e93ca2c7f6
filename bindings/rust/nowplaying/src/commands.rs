// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Stores the closures of a session's commands, and finds them.

use crate::callback::{answer, Answered};
use crate::command::{Command, CommandHandler};
use crate::mode::LoopMode;
use crate::{Error, Session, Status};
use nowplaying_sys as sys;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The closures of a session's commands by tag; `None` once nothing will be called any more. The session replaces them,
/// and its callback table calls them.
pub(crate) struct Commands<Mode>(Mutex<Option<Handlers<Mode>>>);

/// The closures by tag. A closure is shared with the call that runs it, so that it may be replaced meanwhile. Only that
/// call locks it.
type Handlers<Mode> = HashMap<u64, Arc<Mutex<CommandHandler<Mode>>>>;

impl<Mode> Commands<Mode> {
    pub(crate) fn new() -> Self {
        Commands(Mutex::new(Some(HashMap::new())))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Handlers<Mode>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn replace(&self, commands: impl Iterator<Item = (u64, CommandHandler<Mode>)>) {
        let mut handlers: Handlers<Mode> =
            commands.map(|(tag, handler)| (tag, Arc::new(Mutex::new(handler)))).collect();
        if let Some(present) = self.lock().as_mut() {
            std::mem::swap(present, &mut handlers);
        }
        // The old closures are dropped here, without the lock, because dropping a closure runs code of the player.
    }

    pub(crate) fn put(&self, tag: u64, handler: CommandHandler<Mode>) {
        let handler = Arc::new(Mutex::new(handler));
        let mut present = self.lock();
        let old = match present.as_mut() {
            Some(present) => present.insert(tag, handler),
            None => Some(handler),
        };
        // The lock is released before the old closure is dropped, because dropping a closure runs code of the player.
        drop(present);
        drop(old);
    }

    /// Drops the closures for good.
    pub(crate) fn close(&self) {
        let handlers = self.lock().take();
        drop(handlers);
    }

    /// Carries out a command.
    ///
    /// # Safety
    /// `request` and `event` are those of a `command` callback that is running.
    pub(crate) unsafe fn call(
        &self,
        session: &Session<Mode>,
        request: *mut sys::nowplaying_request,
        event: &sys::nowplaying_command_event,
    ) -> sys::nowplaying_status {
        let handler = self.lock().as_ref().and_then(|handlers| handlers.get(&event.tag).cloned());
        let body = |request: &crate::Request| -> Answered {
            let handler =
                handler.ok_or_else(|| Error::new(Status::NotSupported, "the command is no longer offered"))?;
            let mut handler = handler.lock().unwrap_or_else(PoisonError::into_inner);
            (*handler)(session, request, event)
        };
        unsafe { answer(request, body) }
    }
}

/// Returns a tag for each command, from what identifies its button and its place among equal ones. Thus a command that
/// is sent while the commands are being replaced reaches the new closure for the same button.
pub(crate) fn tags<Mode: LoopMode>(commands: &[Command<Mode>]) -> Vec<u64> {
    let mut places = HashMap::new();
    let tag = |command: &Command<Mode>| {
        let place = places.entry(command.tag(0)).or_insert(0u16);
        *place = place.saturating_add(1);
        command.tag(*place)
    };
    commands.iter().map(tag).collect()
}
