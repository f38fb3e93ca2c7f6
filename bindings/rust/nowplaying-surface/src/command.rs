// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Made by nowplaying-sys/generate from include/nowplaying/nowplaying.abi.json. Do not edit.

use crate::offered::first_button;
use crate::time::microseconds;
use crate::{text, CommandKind, Feedback, Phase, RepeatMode, Session, ShuffleMode};
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
    /// Go forward by an interval. Players take the nearest of their intervals; `None` is the first.
    SkipForward(Option<Duration>),
    /// Go back by an interval. Players take the nearest of their intervals; `None` is the first.
    SkipBackward(Option<Duration>),
    /// Fast forward while a button is held. [`Phase::Begin`] presses it, [`Phase::End`] releases it.
    SeekForward(Phase),
    /// Rewind while a button is held. [`Phase::Begin`] presses it, [`Phase::End`] releases it.
    SeekBackward(Phase),
    /// Change the speed. `None` is the next of its rates, behind the highest the lowest.
    ChangeRate(Option<f64>),
    /// Change what repeats. `None` is that behind the present one of those that can be chosen, behind the last the
    /// first.
    ChangeRepeatMode(Option<RepeatMode>),
    /// Change the order. `None` is that behind the present one of those that can be chosen, behind the last the
    /// first.
    ChangeShuffleMode(Option<ShuffleMode>),
    /// Like, dislike, or neither. The first button that can give this is taken.
    Feedback(Feedback),
    /// The same by the button with this [number](crate::OfferedCommand::button).
    FeedbackButton(u32, Feedback),
    /// The press of the thumb of this, of the button with this number. Where it is so already when the player is
    /// asked, it is taken back.
    PressThumb(u32, Feedback),
    /// Go to the next chapter.
    NextChapter,
    /// Go to the previous chapter.
    PreviousChapter,
    /// Go to what is broadcast at this moment.
    SeekToLive,
    /// Rate the item. The number is from 0.0 to 1.0.
    SetRating(f64),
    /// The press of the star of this. Where it is so already when the player is asked, it is taken back.
    PressStar(f64),
    /// Put a bookmark at the position, or remove it.
    Bookmark,
    /// Mute, or unmute. `None` is the other.
    Mute(Option<bool>),
    /// One of the player's own buttons. Its [id](crate::OfferedCommand::id) names it.
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
            Command::Feedback(_) | Command::FeedbackButton(..) | Command::PressThumb(..) => CommandKind::Feedback,
            Command::NextChapter => CommandKind::NextChapter,
            Command::PreviousChapter => CommandKind::PreviousChapter,
            Command::SeekToLive => CommandKind::SeekToLive,
            Command::SetRating(_) | Command::PressStar(_) => CommandKind::SetRating,
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
            Command::SeekToPosition(given) => event.time_us = microseconds(*given),
            Command::SkipForward(given) => event.time_us = given.map_or(0, microseconds),
            Command::SkipBackward(given) => event.time_us = given.map_or(0, microseconds),
            Command::SeekForward(given) => event.phase = (*given).into(),
            Command::SeekBackward(given) => event.phase = (*given).into(),
            Command::ChangeRate(given) => event.rate = given.unwrap_or(0.0),
            Command::ChangeRepeatMode(given) => event.mode = given.map_or(event.mode, Into::into),
            Command::ChangeShuffleMode(given) => event.mode = given.map_or(event.mode, Into::into),
            Command::Feedback(given) => {
                event.mode = (*given).into();
                event.button = first_button(session, *given);
            }
            Command::FeedbackButton(button, given) | Command::PressThumb(button, given) => {
                event.mode = (*given).into();
                event.button = *button;
            }
            Command::SetRating(given) | Command::PressStar(given) => event.rating = *given,
            Command::Mute(given) => event.mode = given.map_or(event.mode, Into::into),
            Command::Custom(given) => id = Some(text::to_c(given)),
            Command::Play
            | Command::Pause
            | Command::Stop
            | Command::TogglePlayPause
            | Command::Next
            | Command::Previous
            | Command::NextChapter
            | Command::PreviousChapter
            | Command::SeekToLive
            | Command::Bookmark => {}
        }
        event.toggle = matches!(self, Command::PressThumb(..) | Command::PressStar(_)).into();
        event.id = text::pointer(&id);
        (event, id)
    }
}
