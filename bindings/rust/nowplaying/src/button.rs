// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Commands of a player's own, and how a button looks.

use crate::callback::Answered;
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

impl<Mode: LoopMode> Command<Mode> {
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
