// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::callback::{answer, Answered};
use crate::command::{first, Command, CommandHandler};
use crate::error::check;
use crate::{CommandKind, Content, Error, Feedback, Primary, RepeatMode, Result, ShuffleMode, Snapshot, Status};
use nowplaying_sys as sys;
use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::ptr::{null, NonNull};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One thing that an app plays. Setters stage, and [`Session::commit`] publishes. It is shown once it has content
/// and is the application primary; dropped, it is shown no more.
#[derive(Debug)]
pub struct Session {
    handle: NonNull<sys::nowplaying_session>,
    commands: Arc<Commands>,
}

// The header: every function may be called from any thread, and concurrently. The closures are Send, and Commands is
// Send and Sync by its lock.
unsafe impl Send for Session {}
unsafe impl Sync for Session {}

impl Session {
    /// Takes a handle that `nowplaying_session_new` gave.
    pub(crate) fn owned(handle: NonNull<sys::nowplaying_session>, commands: Arc<Commands>) -> Self {
        Session { handle, commands }
    }

    /// The session that a callback was lent.
    ///
    /// # Safety
    /// `handle` is valid, and `commands` not dropped, for as long as the result is used.
    pub(crate) unsafe fn borrowed(
        handle: *mut sys::nowplaying_session,
        commands: *const Commands,
    ) -> Option<ManuallyDrop<Self>> {
        let handle = NonNull::new(handle)?;
        // Never dropped, so the count that it stands for stays with the owner of `commands`.
        let commands = unsafe { Arc::from_raw(commands) };
        Some(ManuallyDrop::new(Session { handle, commands }))
    }

    /// Stages the content; `None`: nothing to show.
    pub fn set_content<'a>(&self, content: impl Into<Option<&'a Content>>) -> Result<()> {
        let content = content.into().map_or(null(), Content::as_ptr);
        check(unsafe { sys::nowplaying_session_set_content(self.handle.as_ptr(), content) })
    }

    /// Stages the snapshot; `None`: not known, shown as stopped.
    pub fn set_snapshot(&self, snapshot: impl Into<Option<Snapshot>>) -> Result<()> {
        let snapshot = snapshot.into().map(Snapshot::to_c);
        let pointer = snapshot.as_ref().map_or(null(), |snapshot| snapshot as *const _);
        check(unsafe { sys::nowplaying_session_set_snapshot(self.handle.as_ptr(), pointer) })
    }

    /// Stages the commands, replacing all. The closures are replaced at once, the new ones are called from now on.
    /// Where a kind is given twice, the first enabled one is used, except feedback.
    pub fn set_commands(&self, commands: impl IntoIterator<Item = Command>) -> Result<()> {
        let commands: Vec<Command> = commands.into_iter().collect();
        let tags = tags(&commands);
        let descriptors: Vec<_> = commands.iter().zip(&tags).map(|(command, tag)| command.to_c(*tag)).collect();
        check(unsafe {
            sys::nowplaying_session_set_commands(self.handle.as_ptr(), first(&descriptors), descriptors.len())
        })?;
        let handlers = commands.into_iter().map(|command| command.handler);
        self.commands.replace(tags.into_iter().zip(handlers));
        Ok(())
    }

    /// Stages whether the commands of a kind can be given now.
    pub fn set_command_enabled(&self, kind: CommandKind, enabled: bool) -> Result<()> {
        check(unsafe { sys::nowplaying_session_set_command_enabled(self.handle.as_ptr(), kind.into(), enabled.into()) })
    }

    /// Stages what repeats.
    pub fn set_repeat_mode(&self, mode: RepeatMode) -> Result<()> {
        self.set_command_mode(CommandKind::ChangeRepeatMode, mode.into())
    }

    /// Stages what is shuffled.
    pub fn set_shuffle_mode(&self, mode: ShuffleMode) -> Result<()> {
        self.set_command_mode(CommandKind::ChangeShuffleMode, mode.into())
    }

    /// Stages what the user thinks of the item.
    pub fn set_feedback(&self, feedback: Feedback) -> Result<()> {
        self.set_command_mode(CommandKind::Feedback, feedback.into())
    }

    fn set_command_mode(&self, kind: CommandKind, mode: i32) -> Result<()> {
        check(unsafe { sys::nowplaying_session_set_command_mode(self.handle.as_ptr(), kind.into(), mode) })
    }

    /// Stages the volume, 1.0 is full; `None`: the session has none.
    pub fn set_volume(&self, volume: impl Into<Option<f64>>) -> Result<()> {
        let volume = volume.into().unwrap_or(-1.0);
        check(unsafe { sys::nowplaying_session_set_volume(self.handle.as_ptr(), volume) })
    }

    /// Publishes what was staged, all at once. Never waits. A commit that changes nothing costs next to nothing.
    pub fn commit(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_session_commit(self.handle.as_ptr()) })
    }

    /// Asks to be what the app shows, in place of the session that it shows now. The answer comes by
    /// [`on_primary_result`](crate::SessionBuilder::on_primary_result).
    pub fn request_application_primary(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_session_request_application_primary(self.handle.as_ptr()) })
    }

    /// Asks to be what the app shows and what the whole desktop drives. The answer comes by
    /// [`on_primary_result`](crate::SessionBuilder::on_primary_result).
    pub fn request_system_primary(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_session_request_system_primary(self.handle.as_ptr()) })
    }

    /// Gives the system primary back, so that the player that had it before may resume.
    pub fn resign_system_primary(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_session_resign_system_primary(self.handle.as_ptr()) })
    }

    /// What the session is the primary of.
    pub fn primary(&self) -> Result<Primary> {
        let mut bits = 0;
        check(unsafe { sys::nowplaying_session_get_primary(self.handle.as_ptr(), &mut bits) })?;
        Ok(Primary(bits))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        unsafe { sys::nowplaying_session_free(self.handle.as_ptr()) };
    }
}

/// The closures of a session's commands by their tags; `None` once nothing will be called any more. The session and
/// its callback table share it: the one replaces, the other calls.
pub(crate) struct Commands(Mutex<Option<Handlers>>);

/// A closure is shared with the call that runs it, which may replace it, and locked only by that call.
type Handlers = HashMap<u64, Arc<Mutex<CommandHandler>>>;

impl Commands {
    pub(crate) fn new() -> Self {
        Commands(Mutex::new(Some(HashMap::new())))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Handlers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn replace(&self, commands: impl Iterator<Item = (u64, CommandHandler)>) {
        let mut handlers: Handlers = commands.map(|(tag, handler)| (tag, Arc::new(Mutex::new(handler)))).collect();
        if let Some(present) = self.lock().as_mut() {
            std::mem::swap(present, &mut handlers);
        }
        // The old closures are dropped here, without the lock: their drop is the player's code.
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
        session: &Session,
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

impl std::fmt::Debug for Commands {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Commands")
    }
}

/// A tag for each command: its kind and its place among those of that kind. So a command that the desktop gives
/// while the commands are replaced finds the closure that took the place of the old one.
fn tags(commands: &[Command]) -> Vec<u64> {
    let mut places = HashMap::new();
    let tag = |command: &Command| {
        let place = places.entry(command.kind()).or_insert(0u32);
        *place += 1;
        u64::from(i32::from(command.kind()) as u32) << 32 | u64::from(*place)
    };
    commands.iter().map(tag).collect()
}
