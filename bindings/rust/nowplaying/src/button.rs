// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Commands that surfaces of org.nowplaying offer and MPRIS has no calls for, and how a button looks.

use crate::callback::Answered;
use crate::command::plain;
use crate::error::check;
use crate::mode::{Callable, LoopMode};
use crate::{text, Command, CommandKind, Request, Result, Session, Slot};
use nowplaying_sys as sys;
use std::ffi::CString;

/// The part of a command that only surfaces of org.nowplaying show.
#[derive(Default)]
pub(crate) struct Button {
    pub(crate) id: Option<CString>,
    pub(crate) icon: Option<CString>,
    pub(crate) slot: sys::nowplaying_slot,
    pub(crate) active: bool,
    pub(crate) steps: i32,
}

/// Surfaces of org.nowplaying offer these; MPRIS has no calls for them.
impl<Mode: LoopMode> Command<Mode> {
    plain! {
        /// Go to the next chapter. Surfaces that know the chapters may seek instead.
        next_chapter = NextChapter;
        /// Go to the previous chapter.
        previous_chapter = PreviousChapter;
        /// Go to what is broadcast at this moment.
        seek_to_live = SeekToLive;
        /// Put a bookmark at the position, or take it away: [`active`](Command::active) says whether there is one.
        bookmark = Bookmark;
    }

    /// Rate the item, 0.0 to 1.0: then set a content with this
    /// [`user_rating`](crate::ContentBuilder::user_rating). `steps` is how many there are, 5 for five stars, 10 for
    /// half ones, 1 for a heart, at most 100; 0: any rating can be given.
    pub fn set_rating(
        steps: u32,
        mut handler: impl FnMut(&Session<Mode>, &Request, f64) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        let mut command = Command::new(CommandKind::SetRating, move |session, request, event| {
            handler(session, request, event.rating)
        });
        command.button.steps = i32::try_from(steps).unwrap_or(i32::MAX);
        command
    }

    /// Mute (`true`) or cease to, without a change of the volume: then [`Session::set_muted`].
    pub fn mute(
        mut handler: impl FnMut(&Session<Mode>, &Request, bool) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::new(CommandKind::Mute, move |session, request, event| handler(session, request, event.mode != 0))
    }

    /// A button of the player's own, which its id names among the session's. There may be many.
    ///
    /// ```
    /// use nowplaying::{Answer, Command, Slot};
    ///
    /// let _: Command = Command::custom("sleep", "Sleep in an hour", |session, _| {
    ///     session.set_custom_command("sleep", true, true)?;
    ///     session.commit()?;
    ///     Ok(Answer::Done)
    /// })
    /// .icon("timer")
    /// .slot(Slot::Overflow);
    /// ```
    pub fn custom(
        id: &str,
        title: &str,
        mut handler: impl FnMut(&Session<Mode>, &Request) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        let command = Command::new(CommandKind::Custom, move |session, request, _| handler(session, request));
        let mut command = command.titles(title, "");
        command.button.id = Some(text::to_c(id));
        command
    }

    /// The picture of the button, by a word of the list in org.nowplaying.md, "heart-filled", or a name of
    /// freedesktop's icon naming: letters A to Z and a to z, digits, `-`, `_` and `.`, never a path. "": that of the
    /// kind.
    pub fn icon(mut self, icon: &str) -> Self {
        self.button.icon = Some(text::to_c(icon));
        self
    }

    /// Where a surface that has few places shows it.
    pub fn slot(mut self, slot: Slot) -> Self {
        self.button.slot = slot.into();
        self
    }

    /// Whether a bookmark or a custom command is switched on, which surfaces show.
    pub fn active(mut self, active: bool) -> Self {
        self.button.active = active;
        self
    }
}

impl<Mode> Session<Mode> {
    /// Stages whether a [custom command](Command::custom) can be given now, and whether it is switched on.
    ///
    /// # Errors
    /// [`Status::InvalidArgument`](crate::Status::InvalidArgument): no id.
    /// [`Status::InvalidState`](crate::Status::InvalidState): no such command was set, or the app was dropped.
    pub fn set_custom_command(&self, id: &str, enabled: bool, active: bool) -> Result<()> {
        let id = text::to_c(id);
        let (enabled, active) = (enabled.into(), active.into());
        check(unsafe { sys::nowplaying_session_set_custom_command(self.handle(), id.as_ptr(), enabled, active) })
    }
}
