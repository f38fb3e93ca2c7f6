// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::command::{first, Command};
use crate::commands::{tags, Commands};
use crate::error::check;
use crate::mode::{LoopMode, Shared, Threaded};
#[cfg(doc)]
use crate::Status;
use crate::{CommandKind, Content, Device, Feedback, Primary, RepeatMode, Result, ShuffleMode, Snapshot};
use nowplaying_sys as sys;
use std::fmt;
use std::ptr::null;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Arc, Weak};

/// One thing that an app plays. Setters stage, and [`Session::commit`] publishes. It is shown once it has content
/// and is the application primary.
///
/// Clones are handles of the same session, for instance for a thread; when the last one is dropped, the session is
/// no longer shown, and its closures are dropped. A closure is lent its session and needs no handle of its own. A
/// handle that a closure owns would keep the session, and with it the closure, until the app is dropped: let a closure
/// own a [`WeakSession`] instead.
///
/// ```no_run
/// use nowplaying::{Answer, App, Command, Snapshot};
/// use std::{thread, time::Duration};
///
/// # fn load() -> Duration { Duration::ZERO }
/// # fn main() -> nowplaying::Result<()> {
/// # let app = App::builder("org.example.Player").build()?;
/// let session = app.session("main").build()?;
/// session.set_commands([Command::next(|session, request| {
///     let (session, request) = (session.clone(), request.clone());
///     thread::spawn(move || {
///         let position = load(); // takes a while
///         let shown = session.set_snapshot(Snapshot::playing(position)).and_then(|()| session.commit());
///         // The caller may have gone meanwhile; then the answer has no effect.
///         let _ = match shown {
///             Ok(()) => request.complete(),
///             Err(error) => request.fail(error),
///         };
///     });
///     Ok(Answer::Later)
/// })])?;
/// # Ok(())
/// # }
/// ```
pub struct Session<Mode = Threaded>(Arc<Inner<Mode>>);

/// A handle that does not keep the session alive, for closures, and for threads that may outlive the session.
///
/// ```
/// use nowplaying::{Answer, Command, Session, Snapshot};
///
/// fn stop_both(other: &Session) -> Command {
///     let other = other.downgrade();
///     Command::stop(move |session, _| {
///         session.set_snapshot(Snapshot::stopped())?;
///         session.commit()?;
///         if let Some(other) = other.upgrade() {
///             other.set_snapshot(Snapshot::stopped())?;
///             other.commit()?;
///         }
///         Ok(Answer::Done)
///     })
/// }
/// ```
pub struct WeakSession<Mode = Threaded>(Weak<Inner<Mode>>);

/// The part that all handles of a session share.
pub(crate) struct Inner<Mode> {
    /// The library's handle; NULL until the session is made.
    handle: AtomicPtr<sys::nowplaying_session>,
    commands: Arc<Commands<Mode>>,
}

// The header says that every function may be called from any thread, and concurrently. The closures are Send, and a
// lock protects Commands. Those of a polled app need not be Send, so its sessions must stay on one thread.
unsafe impl<Mode: Shared> Send for Inner<Mode> {}
unsafe impl<Mode: Shared> Sync for Inner<Mode> {}

impl<Mode> Drop for Inner<Mode> {
    fn drop(&mut self) {
        unsafe { sys::nowplaying_session_free(*self.handle.get_mut()) };
    }
}

impl<Mode> Clone for Session<Mode> {
    fn clone(&self) -> Self {
        Session(self.0.clone())
    }
}

impl<Mode> Clone for WeakSession<Mode> {
    fn clone(&self) -> Self {
        WeakSession(self.0.clone())
    }
}

impl<Mode> fmt::Debug for Session<Mode> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Session").field(&self.handle()).finish()
    }
}

impl<Mode> fmt::Debug for WeakSession<Mode> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("WeakSession")
    }
}

impl<Mode> WeakSession<Mode> {
    /// The session, unless its last handle was dropped. Its app may have been dropped; then its functions say so.
    pub fn upgrade(&self) -> Option<Session<Mode>> {
        self.0.upgrade().map(Session)
    }
}

impl<Mode> Session<Mode> {
    /// Returns a session that the library has not made yet.
    pub(crate) fn unmade() -> Self {
        Session(Arc::new(Inner { handle: AtomicPtr::default(), commands: Arc::new(Commands::new()) }))
    }

    /// Stores the handle once the library has made the session.
    pub(crate) fn set_handle(&self, handle: *mut sys::nowplaying_session) {
        self.0.handle.store(handle, Ordering::Release);
    }

    pub(crate) fn commands(&self) -> Arc<Commands<Mode>> {
        self.0.commands.clone()
    }

    pub(crate) fn handle(&self) -> *mut sys::nowplaying_session {
        self.0.handle.load(Ordering::Acquire)
    }

    /// A handle that does not keep the session.
    pub fn downgrade(&self) -> WeakSession<Mode> {
        WeakSession(Arc::downgrade(&self.0))
    }

    /// Stages the content; `None`: nothing to show.
    ///
    /// # Errors
    /// [`Status::InvalidState`]: the app was dropped.
    pub fn set_content<'a>(&self, content: impl Into<Option<&'a Content>>) -> Result<()> {
        let set = |content| check(unsafe { sys::nowplaying_session_set_content(self.handle(), content) });
        match content.into() {
            Some(content) => content.read(set),
            None => set(null()),
        }
    }

    /// Stages the snapshot; `None`: not known, shown as stopped.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`]: a rate that is 0 or not finite while playing, a default rate that is not finite and
    /// positive, an end of what can be sought before its start, or an unknown state or kind of error.
    /// [`Status::InvalidState`]: the app was dropped.
    pub fn set_snapshot(&self, snapshot: impl Into<Option<Snapshot>>) -> Result<()> {
        let snapshot = snapshot.into();
        let descriptor = snapshot.as_ref().map(Snapshot::to_c);
        let pointer = descriptor.as_ref().map_or(null(), |snapshot| snapshot as *const _);
        check(unsafe { sys::nowplaying_session_set_snapshot(self.handle(), pointer) })
    }

    /// Stages the commands, replacing all. The closures are replaced at once, the new ones are called from now on.
    /// Where a kind is given twice, the first enabled one is used, except feedback and custom commands.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`]: a mode, interval, rate, range of rates, slot or number of steps that is not legal,
    /// an icon that is no name, a custom command without an id or a title, or two of the same id.
    /// [`Status::TooLarge`]: more commands, intervals or rates than [`limits`](crate::limits) says.
    /// [`Status::InvalidState`]: the app was dropped. The closures of refused commands are dropped.
    pub fn set_commands(&self, commands: impl IntoIterator<Item = Command<Mode>>) -> Result<()>
    where
        Mode: LoopMode,
    {
        let commands: Vec<Command<Mode>> = commands.into_iter().collect();
        let tags = tags(&commands);
        let descriptors: Vec<_> = commands.iter().zip(&tags).map(|(command, tag)| command.to_c(*tag)).collect();
        check(unsafe { sys::nowplaying_session_set_commands(self.handle(), first(&descriptors), descriptors.len()) })?;
        let handlers = commands.into_iter().map(|command| command.handler);
        self.0.commands.replace(tags.into_iter().zip(handlers));
        Ok(())
    }

    /// Stages one command. It replaces the first command of its kind; a custom command replaces the one with its id,
    /// and feedback the button for the same modes, apart from neutral. Without such a command it is added at the end.
    /// Its closure replaces the old command's closure at once; other commands stay. Thus a single property of a command
    /// can change, for instance a title: "Sleep: 29 min".
    ///
    /// ```no_run
    /// use nowplaying::{Answer, Command, Session};
    ///
    /// # fn show(session: &Session) -> nowplaying::Result<()> {
    /// session.set_command(Command::custom("sleep", "Sleep: 29 min", |_, _| Ok(Answer::Done)))?;
    /// session.commit()?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As of [`set_commands`](Session::set_commands). [`Status::TooLarge`] also: there is no room for one more. The
    /// closure of a refused command is dropped.
    pub fn set_command(&self, command: Command<Mode>) -> Result<()>
    where
        Mode: LoopMode,
    {
        let tag = command.tag(1);
        check(unsafe { sys::nowplaying_session_set_command(self.handle(), &command.to_c(tag)) })?;
        self.0.commands.put(tag, command.handler);
        Ok(())
    }

    /// Stages whether the commands of a kind can be given now.
    ///
    /// # Errors
    /// [`Status::InvalidState`]: no command of that kind was set, or the app was dropped. [`Status::InvalidArgument`]:
    /// an unknown kind.
    pub fn set_command_enabled(&self, kind: CommandKind, enabled: bool) -> Result<()> {
        check(unsafe { sys::nowplaying_session_set_command_enabled(self.handle(), kind.into(), enabled.into()) })
    }

    /// Stages what repeats.
    ///
    /// # Errors
    /// [`Status::InvalidState`]: no such command was set, or the app was dropped. [`Status::InvalidArgument`]: an
    /// unknown value.
    pub fn set_repeat_mode(&self, mode: RepeatMode) -> Result<()> {
        self.set_command_mode(CommandKind::ChangeRepeatMode, mode.into())
    }

    /// Stages what is shuffled.
    ///
    /// # Errors
    /// [`Status::InvalidState`]: no such command was set, or the app was dropped. [`Status::InvalidArgument`]: an
    /// unknown value.
    pub fn set_shuffle_mode(&self, mode: ShuffleMode) -> Result<()> {
        self.set_command_mode(CommandKind::ChangeShuffleMode, mode.into())
    }

    /// Stages what the user thinks of the item.
    ///
    /// # Errors
    /// [`Status::InvalidState`]: no such command was set, or the app was dropped. [`Status::InvalidArgument`]: an
    /// unknown value.
    pub fn set_feedback(&self, feedback: Feedback) -> Result<()> {
        self.set_command_mode(CommandKind::Feedback, feedback.into())
    }

    fn set_command_mode(&self, kind: CommandKind, mode: i32) -> Result<()> {
        check(unsafe { sys::nowplaying_session_set_command_mode(self.handle(), kind.into(), mode) })
    }

    /// Stages the devices of a [remote session](crate::App::remote_session), replacing all. The first names the session
    /// on the desktop.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`]: no id or no name, two of the same id, an unknown type, or a volume that is not a
    /// number. [`Status::TooLarge`]: more than [`limits::DEVICES`](crate::limits::DEVICES). [`Status::InvalidState`]:
    /// not a remote session, or the app was dropped.
    pub fn set_devices(&self, devices: impl IntoIterator<Item = Device>) -> Result<()> {
        let devices: Vec<Device> = devices.into_iter().collect();
        let descriptions: Vec<_> = devices.iter().map(Device::to_c).collect();
        check(unsafe { sys::nowplaying_session_set_devices(self.handle(), first(&descriptions), descriptions.len()) })
    }

    /// Stages the queue: what is played before and after the content, in its order. Each entry has an id, that of the
    /// song: if the same song is there twice, [`set_queue_row`](Session::set_queue_row) says which entry plays; else
    /// the content is the entry that has its id. When the queue is set again, clients see
    /// that its entries are the same, also those that were moved. Clients see all of
    /// [`limits::SHOWN_QUEUE_ENTRIES`](crate::limits::SHOWN_QUEUE_ENTRIES), and of more the part around the content:
    /// give the whole queue once, or the part around the content each time that changes. They see no picture and no
    /// lyrics of an entry. Without entries there is no queue. Requests of clients to change the queue come by
    /// [`on_queue_go_to`](crate::SessionBuilder::on_queue_go_to), [`on_queue_add`](crate::SessionBuilder::on_queue_add)
    /// and [`on_queue_remove`](crate::SessionBuilder::on_queue_remove).
    ///
    /// # Errors
    /// [`Status::InvalidArgument`]: an entry without an id. [`Status::TooLarge`]: more than
    /// [`limits::QUEUE_ENTRIES`](crate::limits::QUEUE_ENTRIES). [`Status::InvalidState`]: the app was dropped.
    pub fn set_queue<'a>(&self, entries: impl IntoIterator<Item = &'a Content>) -> Result<()> {
        Content::read_all(entries, |entries| {
            check(unsafe { sys::nowplaying_session_set_queue(self.handle(), first(entries), entries.len()) })
        })?
    }

    /// Stages which entry of the queue plays, by its index in the queue that was set last: needed where several entries
    /// have the content's id. Stage it in one commit with the content. When the queue is set again, the library finds
    /// the same entry in the new queue. `None`: not known any more; the first entry with the content's id counts.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`]: the queue has no such row. [`Status::InvalidState`]: the app was dropped.
    pub fn set_queue_row(&self, row: impl Into<Option<usize>>) -> Result<()> {
        let row = row.into().map_or(-1, |row| i64::try_from(row).unwrap_or(i64::MAX));
        check(unsafe { sys::nowplaying_session_set_queue_row(self.handle(), row) })
    }

    /// Publishes what was staged, all at once. Never waits. A commit that changes nothing costs next to nothing.
    ///
    /// # Errors
    /// [`Status::InvalidState`]: the app was dropped.
    pub fn commit(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_session_commit(self.handle()) })
    }

    /// Drops what was staged since the last commit: the next commit publishes only what is set after this call.
    ///
    /// # Errors
    /// [`Status::InvalidState`]: the app was dropped.
    pub fn discard(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_session_discard(self.handle()) })
    }

    /// Asks to become the session that the app shows, in place of the one that it shows now. The answer comes by
    /// [`on_primary_result`](crate::SessionBuilder::on_primary_result).
    ///
    /// # Errors
    /// [`Status::InvalidState`]: the app was dropped.
    pub fn request_application_primary(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_session_request_application_primary(self.handle()) })
    }

    /// Asks to become the session that the app shows and that the whole desktop drives. The answer comes by
    /// [`on_primary_result`](crate::SessionBuilder::on_primary_result).
    ///
    /// # Errors
    /// [`Status::InvalidState`]: the app was dropped.
    pub fn request_system_primary(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_session_request_system_primary(self.handle()) })
    }

    /// Stops being system primary, so that the player that was system primary before may resume.
    ///
    /// # Errors
    /// [`Status::InvalidState`]: the app was dropped.
    pub fn resign_system_primary(&self) -> Result<()> {
        check(unsafe { sys::nowplaying_session_resign_system_primary(self.handle()) })
    }

    /// Returns the ways in which the session is primary.
    ///
    /// # Errors
    /// [`Status::InvalidState`]: the app was dropped.
    pub fn primary(&self) -> Result<Primary> {
        let mut bits = 0;
        check(unsafe { sys::nowplaying_session_get_primary(self.handle(), &mut bits) })?;
        Ok(Primary::from_bits(bits))
    }
}
