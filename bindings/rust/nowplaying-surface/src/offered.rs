// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The commands that a session offers.

use crate::{text, time, CommandKind, ErrorKind, Feedback, RepeatMode, Session, ShuffleMode, Slot};
use nowplaying_sys as sys;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::os::raw::c_char;
use std::time::Duration;

/// A command that a session offers: a button. It borrows from the session.
#[derive(Clone, Copy, Debug)]
pub struct OfferedCommand<'a> {
    c: sys::nowplaying_command,
    session: PhantomData<&'a Session>,
}

/// A type of modes that commands have.
trait Mode: Sized + Copy + From<i32> + 'static {
    const KIND: CommandKind;
    /// All of them.
    const KNOWN: &'static [Self];
}

impl Mode for RepeatMode {
    const KIND: CommandKind = CommandKind::ChangeRepeatMode;
    const KNOWN: &'static [Self] = &[RepeatMode::Off, RepeatMode::One, RepeatMode::All];
}

impl Mode for ShuffleMode {
    const KIND: CommandKind = CommandKind::ChangeShuffleMode;
    const KNOWN: &'static [Self] = &[ShuffleMode::Off, ShuffleMode::Items, ShuffleMode::Collections];
}

impl Mode for Feedback {
    const KIND: CommandKind = CommandKind::Feedback;
    const KNOWN: &'static [Self] = &[Feedback::Neutral, Feedback::Positive, Feedback::Negative];
}

impl<'a> OfferedCommand<'a> {
    pub(crate) fn new(command: sys::nowplaying_command) -> Self {
        OfferedCommand { c: command, session: PhantomData }
    }

    /// Its meaning.
    pub fn kind(&self) -> CommandKind {
        self.c.kind.into()
    }

    /// Whether it can be given now; else show it greyed.
    pub fn is_enabled(&self) -> bool {
        self.c.enabled != 0
    }

    /// For a skip: the intervals that the player prefers, the first most.
    pub fn intervals(&self) -> impl Iterator<Item = Duration> + 'a {
        unsafe { slice(self.c.intervals_us, self.c.interval_count) }.iter().map(|interval| time::duration(*interval))
    }

    /// For [`CommandKind::ChangeRate`]: the speeds to offer.
    pub fn rates(&self) -> &'a [f64] {
        unsafe { slice(self.c.rates, self.c.rate_count) }
    }

    /// For [`CommandKind::ChangeRate`]: the lowest and the highest speed, if every one between them can be chosen.
    pub fn rate_range(&self) -> Option<RangeInclusive<f64>> {
        (self.c.rate_maximum > 0.0).then_some(self.c.rate_minimum..=self.c.rate_maximum)
    }

    /// For [`CommandKind::ChangeRepeatMode`]: the present mode.
    pub fn repeat_mode(&self) -> Option<RepeatMode> {
        self.current()
    }

    /// The modes of [`CommandKind::ChangeRepeatMode`] that can be chosen.
    pub fn repeat_modes(&self) -> impl Iterator<Item = RepeatMode> {
        self.supported()
    }

    /// For [`CommandKind::ChangeShuffleMode`]: the present mode.
    pub fn shuffle_mode(&self) -> Option<ShuffleMode> {
        self.current()
    }

    /// The modes of [`CommandKind::ChangeShuffleMode`] that can be chosen.
    pub fn shuffle_modes(&self) -> impl Iterator<Item = ShuffleMode> {
        self.supported()
    }

    /// For [`CommandKind::Feedback`]: the user's present opinion.
    pub fn feedback(&self) -> Option<Feedback> {
        self.current()
    }

    /// The opinions that can be given by this button.
    pub fn feedbacks(&self) -> impl Iterator<Item = Feedback> {
        self.supported()
    }

    fn current<M: Mode>(&self) -> Option<M> {
        (self.kind() == M::KIND).then(|| self.c.current.into())
    }

    /// A mask of 0 means all modes.
    fn supported<M: Mode>(&self) -> impl Iterator<Item = M> {
        let is_one = self.kind() == M::KIND;
        let bits = if self.c.supported == 0 { u32::MAX } else { self.c.supported };
        M::KNOWN.iter().enumerate().filter(move |(place, _)| is_one && bits >> place & 1 != 0).map(|(_, mode)| *mode)
    }

    /// The words of a button of feedback, bookmarks or the player's own, "Like this song", or "".
    pub fn title(&self) -> &'a str {
        self.own(self.c.title)
    }

    /// Fewer words, "Like", or "".
    pub fn short_title(&self) -> &'a str {
        self.own(self.c.short_title)
    }

    /// Tells feedback buttons apart, for [`Command::FeedbackButton`](crate::Command::FeedbackButton); else 0.
    pub fn button(&self) -> u32 {
        self.c.button
    }

    /// Whether the player does not offer it: the library derives [`CommandKind::TogglePlayPause`] of play, pause and
    /// stop, and skips of [`CommandKind::SeekToPosition`], so that one button works with every player.
    pub fn is_derived(&self) -> bool {
        self.c.derived != 0
    }

    /// For [`CommandKind::Custom`]: its name among the session's commands, for
    /// [`Command::Custom`](crate::Command::Custom); else "".
    pub fn id(&self) -> &'a str {
        self.own(self.c.id)
    }

    /// The name of its picture; if the player names none, that of the kind. You may not have a picture of this name:
    /// see [`icon_name`]. "" if words tell more.
    pub fn icon(&self) -> &'a str {
        self.own(self.c.icon)
    }

    /// Where to show it, if you have few places.
    pub fn slot(&self) -> Slot {
        self.c.slot.into()
    }

    /// Whether to show it as switched on: for [`CommandKind::Bookmark`] and [`CommandKind::Custom`], whether it is
    /// switched on; for a command of modes, whether the present mode is another than the first (off, neutral).
    pub fn is_active(&self) -> bool {
        self.c.active != 0
    }

    /// For [`CommandKind::SetRating`]: how many steps there are from 0.0 to 1.0; 0: any rating can be given.
    pub fn steps(&self) -> u32 {
        u32::try_from(self.c.steps).unwrap_or(0)
    }

    /// A text that lives as long as the session.
    fn own(&self, text: *const c_char) -> &'a str {
        unsafe { text::borrowed(text) }
    }
}

/// Returns a list of the library as a slice.
///
/// # Safety
/// `list` points to `count` values, or is NULL. The values live for as long as the result is used.
pub(crate) unsafe fn slice<'a, T>(list: *const T, count: usize) -> &'a [T] {
    if list.is_null() || count == 0 {
        return &[];
    }
    unsafe { std::slice::from_raw_parts(list, count) }
}

/// The name of freedesktop's icon naming that is nearest to the [`icon`](OfferedCommand::icon) of a command:
/// "emblem-favorite" for "heart-filled". A name that is no word of org.nowplaying.md is given back as it is. "": that
/// naming has nothing for it, so show the title.
pub fn icon_name(icon: &str) -> String {
    let icon = text::to_c(icon);
    text::from_c(unsafe { sys::nowplaying_surface_icon_name(icon.as_ptr()) })
}

/// A sentence for people that says why a session does not play, to be shown if the player gives none. It is English,
/// and a msgid of the catalogues in `plugins/common/po`.
pub fn error_sentence(kind: ErrorKind) -> String {
    text::from_c(unsafe { sys::nowplaying_surface_error_sentence(kind.into()) })
}

/// Returns the first button that can set this opinion.
pub(crate) fn first_button(session: &Session, feedback: Feedback) -> u32 {
    let mut buttons = session.commands().filter(|command| command.feedbacks().any(|each| each == feedback));
    buttons.next().map_or(0, |command: OfferedCommand<'_>| command.button())
}
