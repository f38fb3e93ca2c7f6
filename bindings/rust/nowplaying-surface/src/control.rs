// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The buttons that a surface shows.

use crate::{text, CommandKind, ControlRow, Phase, Session, Slot};
use nowplaying_sys as sys;
use std::marker::PhantomData;
use std::os::raw::c_char;

/// A button that a surface shows for a session: its place, its look, and what a press sends, by
/// [`Session::press`]. It borrows from the session.
#[derive(Clone, Copy, Debug)]
pub struct Control<'a> {
    c: sys::nowplaying_surface_control,
    session: PhantomData<&'a Session>,
}

impl<'a> Control<'a> {
    pub(crate) fn new(control: sys::nowplaying_surface_control) -> Self {
        Control { c: control, session: PhantomData }
    }

    /// The command that a press sends.
    pub fn kind(&self) -> CommandKind {
        self.c.kind.into()
    }

    /// The row. All of a row follow each other.
    pub fn row(&self) -> ControlRow {
        self.c.row.into()
    }

    /// The place in [`ControlRow::Central`]; else [`Slot::Any`].
    pub fn slot(&self) -> Slot {
        self.c.slot.into()
    }

    /// Whether it can be pressed now; else show it greyed.
    pub fn is_enabled(&self) -> bool {
        self.c.enabled != 0
    }

    /// Whether it switches something on and off, of which [`is_active`](Control::is_active) is the state.
    pub fn is_switch(&self) -> bool {
        self.c.is_switch != 0
    }

    /// Whether to show it lit; of a star, filled.
    pub fn is_active(&self) -> bool {
        self.c.active != 0
    }

    /// Whether it lasts while it is held: press it with [`Phase::Begin`] and [`Phase::End`].
    pub fn is_held(&self) -> bool {
        self.c.is_held != 0
    }

    /// Whether the player is about to do what it asks for.
    pub fn is_busy(&self) -> bool {
        self.c.busy != 0
    }

    /// The name of its picture, see [`icon_name`](crate::icon_name). "": show words. That of a skip is an arrow around
    /// [`number`](Control::number).
    pub fn icon(&self) -> &'a str {
        self.own(self.c.icon)
    }

    /// The player's words for it, or "".
    pub fn title(&self) -> &'a str {
        self.own(self.c.title)
    }

    /// Fewer words of the player, or "".
    pub fn short_title(&self) -> &'a str {
        self.own(self.c.short_title)
    }

    /// Its name, if the player has no words: English, and a msgid of the catalogues in `plugins/common/po`,
    /// with "%1" for [`number`](Control::number).
    pub fn name(&self) -> &'a str {
        self.own(self.c.name)
    }

    /// The name for all numbers but 1; "": it has one form.
    pub fn name_plural(&self) -> &'a str {
        self.own(self.c.name_plural)
    }

    /// The seconds of a skip, the present speed of [`CommandKind::ChangeRate`], the number of a star; else 0.
    pub fn number(&self) -> f64 {
        self.c.number
    }

    /// Of [`CommandKind::ChangeRate`]: the speeds to choose from.
    pub fn rates(&self) -> &'a [f64] {
        unsafe { crate::offered::slice(self.c.rates, self.c.rate_count) }
    }

    /// Of [`CommandKind::Custom`]: its name among the session's; else "".
    pub fn id(&self) -> &'a str {
        self.own(self.c.id)
    }

    /// Of [`CommandKind::Feedback`]: the number of its button; else 0.
    pub fn button(&self) -> u32 {
        self.c.button
    }

    /// The command of a press, whose text is the session's.
    pub(crate) fn event(&self, phase: Phase) -> sys::nowplaying_command_event {
        let mut event = sys::NOWPLAYING_SURFACE_PRESS_INIT(self.c);
        event.phase = phase.into();
        event
    }

    fn own(&self, text: *const c_char) -> &'a str {
        unsafe { text::borrowed(text) }
    }
}
