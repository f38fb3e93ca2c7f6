// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::time::microseconds;
use crate::{text, CommandKind, Feedback, OfferedCommand, Phase, RepeatMode, Session, ShuffleMode};
use nowplaying_sys as sys;
use std::ffi::CString;
use std::time::Duration;

/// A command, for [`Session::send`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Command<'a> {
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// Stop.
    Stop,
    /// Play when not playing, else pause.
    TogglePlayPause,
    /// Go to the next item.
    Next,
    /// Go to the previous item.
    Previous,
    /// Go to a position.
    SeekToPosition(Duration),
    /// Go forward by the nearest of the player's intervals; `None`: the first.
    SkipForward(Option<Duration>),
    /// Go back by the nearest of the player's intervals; `None`: the first.
    SkipBackward(Option<Duration>),
    /// Fast forward from [`Phase::Begin`] to [`Phase::End`].
    SeekForward(Phase),
    /// Rewind from [`Phase::Begin`] to [`Phase::End`].
    SeekBackward(Phase),
    /// Change the speed.
    ChangeRate(f64),
    /// Change what repeats.
    ChangeRepeatMode(RepeatMode),
    /// Change the order.
    ChangeShuffleMode(ShuffleMode),
    /// Like, dislike, or neither, by the first button that can give this.
    Feedback(Feedback),
    /// The same by the button with this [number](OfferedCommand::button).
    FeedbackButton(u64, Feedback),
    /// Go to the next chapter.
    NextChapter,
    /// Go to the previous chapter.
    PreviousChapter,
    /// Go to what is broadcast at this moment.
    SeekToLive,
    /// Rate the item, 0.0 to 1.0.
    SetRating(f64),
    /// Put a bookmark at the position, or take it away.
    Bookmark,
    /// Mute, or cease to.
    Mute(bool),
    /// A button of the player's own, by its [id](OfferedCommand::id).
    Custom(&'a str),
}

impl Command<'_> {
    /// Its meaning.
    pub fn kind(&self) -> CommandKind {
        match self {
            Command::Play => CommandKind::Play,
            Command::Pause => CommandKind::Pause,
            Command::Stop => CommandKind::Stop,
            Command::TogglePlayPause => CommandKind::TogglePlayPause,
            Command::Next => CommandKind::Next,
            Command::Previous => CommandKind::Previous,
            Command::SeekToPosition(_) => CommandKind::SeekToPosition,
            Command::SkipForward(_) => CommandKind::SkipForward,
            Command::SkipBackward(_) => CommandKind::SkipBackward,
            Command::SeekForward(_) => CommandKind::SeekForward,
            Command::SeekBackward(_) => CommandKind::SeekBackward,
            Command::ChangeRate(_) => CommandKind::ChangeRate,
            Command::ChangeRepeatMode(_) => CommandKind::ChangeRepeatMode,
            Command::ChangeShuffleMode(_) => CommandKind::ChangeShuffleMode,
            Command::Feedback(_) | Command::FeedbackButton(..) => CommandKind::Feedback,
            Command::NextChapter => CommandKind::NextChapter,
            Command::PreviousChapter => CommandKind::PreviousChapter,
            Command::SeekToLive => CommandKind::SeekToLive,
            Command::SetRating(_) => CommandKind::SetRating,
            Command::Bookmark => CommandKind::Bookmark,
            Command::Mute(_) => CommandKind::Mute,
            Command::Custom(_) => CommandKind::Custom,
        }
    }

    /// The event for the library, and the text that it borrows.
    pub(crate) fn to_c(&self, session: &Session) -> (sys::nowplaying_command_event, Option<CString>) {
        let mut event = sys::NOWPLAYING_SURFACE_COMMAND_INIT(self.kind().into());
        let mut id = None;
        match self {
            Command::SeekToPosition(position) => event.time_us = microseconds(*position),
            Command::SkipForward(interval) | Command::SkipBackward(interval) => {
                event.time_us = interval.map_or(0, microseconds);
            }
            Command::SeekForward(phase) | Command::SeekBackward(phase) => event.phase = (*phase).into(),
            Command::ChangeRate(rate) => event.rate = *rate,
            Command::ChangeRepeatMode(mode) => event.mode = (*mode).into(),
            Command::ChangeShuffleMode(mode) => event.mode = (*mode).into(),
            Command::Feedback(feedback) => {
                event.mode = (*feedback).into();
                event.tag = button(session, *feedback);
            }
            Command::FeedbackButton(button, feedback) => {
                event.mode = (*feedback).into();
                event.tag = *button;
            }
            Command::SetRating(rating) => event.rating = *rating,
            Command::Mute(is_muted) => event.mode = (*is_muted).into(),
            Command::Custom(name) => id = Some(text::to_c(name)),
            _ => {}
        }
        event.id = text::pointer(&id);
        (event, id)
    }
}

/// The first button by which this opinion can be given.
fn button(session: &Session, feedback: Feedback) -> u64 {
    let mut buttons = session.commands().filter(|command| command.feedbacks().any(|each| each == feedback));
    buttons.next().map_or(0, |command: OfferedCommand<'_>| command.button())
}
