// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::shared::Shared;
use crate::{text, Abilities, Control, Device, Item, OfferedCommand, Playlists, Primary, Queue, Snapshot, Track};
use nowplaying_sys as sys;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::os::raw::c_char;
use std::ptr::NonNull;
use std::sync::Arc;
use std::time::Instant;

/// A snapshot of one entry of a surface. It never changes: when the entry has changed there is another session with the
/// same [`key`](Session::key). It may be used on any thread, and kept for as long as you like, also after the surface;
/// a clone costs a reference. Requests by an older session go to the entry as it is now. Two sessions are equal if they
/// are of the same entry at the same moment.
///
/// Texts are of foreign programs: show them as text and not as markup.
pub struct Session {
    handle: NonNull<sys::nowplaying_surface_session>,
    pub(crate) shared: Arc<Shared>,
}

// The header says that any thread may read a session while there is a reference. The library counts references itself.
unsafe impl Send for Session {}
unsafe impl Sync for Session {}

impl Session {
    /// Takes ownership of a reference.
    ///
    /// # Safety
    /// The reference is the caller's to give away.
    pub(crate) unsafe fn given(shared: &Arc<Shared>, handle: *mut sys::nowplaying_surface_session) -> Option<Self> {
        Some(Session { handle: NonNull::new(handle)?, shared: shared.clone() })
    }

    /// Returns a session from one that a callback was lent.
    ///
    /// # Safety
    /// The handle is valid, or NULL.
    pub(crate) unsafe fn lent(shared: &Arc<Shared>, handle: *mut sys::nowplaying_surface_session) -> Option<Self> {
        NonNull::new(handle)?;
        unsafe { Session::given(shared, sys::nowplaying_surface_session_ref(handle)) }
    }

    pub(crate) fn as_ptr(&self) -> *const sys::nowplaying_surface_session {
        self.handle.as_ptr()
    }

    /// Returns the struct that a function of the library fills; `None` if there is none.
    pub(crate) fn filled<T>(
        &self,
        mut place: T,
        function: unsafe extern "C" fn(*const sys::nowplaying_surface_session, *mut T) -> sys::nowplaying_status,
    ) -> Option<T> {
        (unsafe { function(self.as_ptr(), &mut place) } == sys::NOWPLAYING_OK).then_some(place)
    }

    /// Yields all structs that a function of the library gives by index.
    pub(crate) fn each<'a, T: Copy + 'a>(
        &'a self,
        empty: T,
        function: unsafe extern "C" fn(*const sys::nowplaying_surface_session, usize, *mut T) -> sys::nowplaying_status,
    ) -> impl Iterator<Item = T> + 'a {
        (0..).map_while(move |index| {
            let mut place = empty;
            (unsafe { function(self.as_ptr(), index, &mut place) } == sys::NOWPLAYING_OK).then_some(place)
        })
    }

    /// Returns a text about the session's player.
    fn info_text(&self, text: impl FnOnce(&sys::nowplaying_surface_info) -> *const c_char) -> &str {
        unsafe { text::borrowed(text(&self.info())) }
    }

    fn info(&self) -> sys::nowplaying_surface_info {
        let empty = sys::NOWPLAYING_SURFACE_INFO_INIT;
        self.filled(empty, sys::nowplaying_surface_session_get_info).unwrap_or(empty)
    }

    /// Names the entry: the same in each of its sessions, and never that of another entry.
    pub fn key(&self) -> &str {
        self.info_text(|info| info.key)
    }

    /// The id that the player gave the session; "" for a player of MPRIS.
    pub fn id(&self) -> &str {
        self.info_text(|info| info.session_id)
    }

    /// A name that the player owns, "org.mpris.MediaPlayer2.Player".
    pub fn bus_name(&self) -> &str {
        self.info_text(|info| info.bus_name)
    }

    /// The application. For a player of MPRIS it is the desktop entry; without one, the id of the Flatpak or the snap
    /// that the process is in; else the name of its executable, or for a script that of the script; and where that
    /// cannot be known, the end of [`bus_name`](Session::bus_name) without the instance that some append,
    /// ".instance4711". Never "".
    pub fn application_id(&self) -> &str {
        self.info_text(|info| info.application_id)
    }

    /// The name that people see; if there is none, the end of [`bus_name`](Session::bus_name) without the instance.
    pub fn display_name(&self) -> &str {
        self.info_text(|info| info.display_name)
    }

    /// Base name of the .desktop file without ".desktop"; "" when there is none.
    pub fn desktop_entry(&self) -> &str {
        self.info_text(|info| info.desktop_entry)
    }

    /// The process that is connected to the bus, which in a Flatpak is a proxy; it may have ended. `None` if the bus
    /// does not know it, as on another computer, or counts processes otherwise than this one, as outside of a sandbox.
    pub fn process_id(&self) -> Option<u32> {
        u32::try_from(self.info().process_id).ok().filter(|id| *id != 0)
    }

    /// The key of another entry that is the same playback, of a surface with
    /// [`twins`](crate::SurfaceBuilder::twins); "" if there is none. If this session has [`Abilities::IS_TWIN`], the
    /// other entry is the better of both.
    pub fn twin_key(&self) -> &str {
        self.info_text(|info| info.twin_key)
    }

    /// The volume: 0.0 is silence, 1.0 full, more in a player that amplifies; `None`: the session has none.
    pub fn volume(&self) -> Option<f64> {
        Some(self.info().volume).filter(|volume| *volume >= 0.0)
    }

    /// The ways in which the session is primary. Application: the player's MPRIS name shows this session; always so for
    /// a player of MPRIS. System: the session holds the token of org.nowplaying.
    pub fn primary(&self) -> Primary {
        Primary::from_bits(self.info().primary)
    }

    /// Its properties and abilities.
    pub fn abilities(&self) -> Abilities {
        Abilities::from_bits(self.info().abilities)
    }

    /// The item that it plays.
    pub fn item(&self) -> Option<Item<'_>> {
        let item = self.filled(sys::NOWPLAYING_SURFACE_ITEM_INIT, sys::nowplaying_surface_session_get_item)?;
        Some(Item { session: self, c: item })
    }

    /// The state of playback now, as far as this session knows: call it whenever you draw, because the position moves
    /// by itself.
    pub fn snapshot(&self) -> Snapshot {
        self.snapshot_at(Instant::now())
    }

    /// The state of playback at another moment.
    pub fn snapshot_at(&self, moment: Instant) -> Snapshot {
        Snapshot::of(self, moment)
    }

    /// The commands that the session offers, in the player's order.
    pub fn commands(&self) -> impl Iterator<Item = OfferedCommand<'_>> + '_ {
        self.each(sys::NOWPLAYING_COMMAND_INIT(0), sys::nowplaying_surface_session_get_command).map(OfferedCommand::new)
    }

    /// The first command of a kind that it offers.
    pub fn command(&self, kind: crate::CommandKind) -> Option<OfferedCommand<'_>> {
        self.commands().find(|command| command.kind() == kind)
    }

    /// The buttons to show, row by row: which commands have one, where, and how it looks.
    pub fn controls(&self) -> impl Iterator<Item = Control<'_>> + '_ {
        self.each(sys::NOWPLAYING_SURFACE_CONTROL_INIT, sys::nowplaying_surface_session_get_control).map(Control::new)
    }

    /// The devices on which it plays; none without [`Abilities::IS_REMOTE`].
    pub fn devices(&self) -> impl Iterator<Item = Device<'_>> + '_ {
        self.each(sys::NOWPLAYING_DEVICE_INIT, sys::nowplaying_surface_session_get_device).map(Device::new)
    }

    /// The audio and subtitle tracks of the item, in the player's order; none for a player of MPRIS.
    pub fn tracks(&self) -> impl Iterator<Item = Track<'_>> + '_ {
        self.each(sys::NOWPLAYING_TRACK_INIT(0), sys::nowplaying_surface_session_get_track).map(Track::new)
    }

    /// The queue of its player; `None` while [`follow_queue`](Session::follow_queue) was not called, and where the
    /// player shows no queue.
    pub fn queue(&self) -> Option<Queue<'_>> {
        let queue = self.filled(sys::NOWPLAYING_SURFACE_QUEUE_INIT, sys::nowplaying_surface_session_get_queue)?;
        Some(Queue::new(self, queue))
    }

    /// The playlists of its player; `None` while [`follow_playlists`](Session::follow_playlists) was not called, and
    /// if the player shows none.
    pub fn playlists(&self) -> Option<Playlists<'_>> {
        let empty = sys::NOWPLAYING_SURFACE_PLAYLISTS_INIT;
        Some(Playlists::new(self, self.filled(empty, sys::nowplaying_surface_session_get_playlists)?))
    }
}

impl Clone for Session {
    fn clone(&self) -> Self {
        unsafe { sys::nowplaying_surface_session_ref(self.handle.as_ptr()) };
        Session { handle: self.handle, shared: self.shared.clone() }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        unsafe { sys::nowplaying_surface_session_unref(self.handle.as_ptr()) };
    }
}

impl PartialEq for Session {
    fn eq(&self, other: &Self) -> bool {
        self.handle == other.handle
    }
}

impl Eq for Session {}

impl Hash for Session {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.handle.hash(state);
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = formatter.debug_struct("Session");
        debug.field("key", &self.key()).field("display_name", &self.display_name()).field("item", &self.item()).finish()
    }
}
