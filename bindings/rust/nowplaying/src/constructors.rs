// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Made by nowplaying-sys/generate from include/nowplaying/nowplaying.abi.json. Do not edit.

use crate::callback::Answered;
use crate::command::plain;
use crate::mode::{Callable, LoopMode};
use crate::{Command, CommandKind, Feedback, Phase, RepeatMode, Request, Session, ShuffleMode};
use std::time::Duration;

impl<Mode: LoopMode> Command<Mode> {
    plain! {
            /// Play.
            play = Play;
            /// Pause.
            pause = Pause;
            /// Stop.
            stop = Stop;
            /// Play when not playing, else pause. Without it the library chooses between the two by the snapshot.
            toggle_play_pause = TogglePlayPause;
            /// Go to the next item.
            next = Next;
            /// Go to the previous item.
            previous = Previous;
            /// Go to the next chapter. Surfaces of org.nowplaying send it; MPRIS has no call for it. Surfaces that know the
            /// chapters may seek instead.
            next_chapter = NextChapter;
            /// Go to the previous chapter. Surfaces of org.nowplaying send it; MPRIS has no call for it.
            previous_chapter = PreviousChapter;
            /// Go to what is broadcast at this moment. Surfaces of org.nowplaying send it; MPRIS has no call for it.
            seek_to_live = SeekToLive;
            /// Put a bookmark at the position, or remove it. Surfaces of org.nowplaying send it; MPRIS has no call for it.
            /// [`active`](Command::active) says whether there is one.
            bookmark = Bookmark;
    }

    /// Go to a position. The position is not beyond a finite duration.
    pub fn seek_to_position(
        handler: impl FnMut(&Session<Mode>, &Request, Duration) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::at(CommandKind::SeekToPosition, handler)
    }

    /// Go forward by an interval. The first interval is preferred most. None: ten seconds.
    pub fn skip_forward(
        intervals: &[Duration],
        handler: impl FnMut(&Session<Mode>, &Request, Duration) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::skip(CommandKind::SkipForward, intervals, handler)
    }

    /// Go back by an interval. The first interval is preferred most. None: ten seconds.
    pub fn skip_backward(
        intervals: &[Duration],
        handler: impl FnMut(&Session<Mode>, &Request, Duration) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::skip(CommandKind::SkipBackward, intervals, handler)
    }

    /// Fast forward while a button is held. Surfaces of org.nowplaying send it; MPRIS has no call for it.
    pub fn seek_forward(
        handler: impl FnMut(&Session<Mode>, &Request, Phase) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::hold(CommandKind::SeekForward, handler)
    }

    /// Rewind while a button is held. Surfaces of org.nowplaying send it; MPRIS has no call for it.
    pub fn seek_backward(
        handler: impl FnMut(&Session<Mode>, &Request, Phase) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::hold(CommandKind::SeekBackward, handler)
    }

    /// Change the speed. The speed is one of these, or any of a [range](Command::rate_range). Without either it is
    /// never given.
    pub fn change_rate(
        rates: &[f64],
        handler: impl FnMut(&Session<Mode>, &Request, f64) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::speed(CommandKind::ChangeRate, rates, handler)
    }

    /// Change what repeats. The mode is one of the supported; if none is named, any.
    pub fn change_repeat_mode(
        current: RepeatMode,
        supported: &[RepeatMode],
        handler: impl FnMut(&Session<Mode>, &Request, RepeatMode) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::mode(CommandKind::ChangeRepeatMode, current, supported, handler)
    }

    /// Change the order. The mode is one of the supported; if none is named, any.
    pub fn change_shuffle_mode(
        current: ShuffleMode,
        supported: &[ShuffleMode],
        handler: impl FnMut(&Session<Mode>, &Request, ShuffleMode) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::mode(CommandKind::ChangeShuffleMode, current, supported, handler)
    }

    /// Like, dislike, or neither. The mode is one of the supported; if none is named, any. Surfaces of org.nowplaying
    /// send it; MPRIS has no call for it.
    /// A command that supports all three is a pair of thumbs. Two such commands, each with [`Feedback::Neutral`] and one
    /// other mode, are a like and a dislike button.
    ///
    /// ```
    /// use nowplaying::{Answer, Command, Feedback};
    ///
    /// let like = [Feedback::Neutral, Feedback::Positive];
    /// let _: Command = Command::feedback(Feedback::Neutral, &like, |session, _, new| {
    ///     session.set_feedback(new)?;
    ///     session.commit()?;
    ///     Ok(Answer::Done)
    /// })
    /// .titles("Like this song", "Like");
    /// ```
    pub fn feedback(
        current: Feedback,
        supported: &[Feedback],
        handler: impl FnMut(&Session<Mode>, &Request, Feedback) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::mode(CommandKind::Feedback, current, supported, handler)
    }

    /// Rate the item. The number is from 0.0 to 1.0. `steps` is how many there are, 5 for five stars, 10 for half
    /// ones, 1 for a heart, at most 100; 0: any number can be given. Surfaces of org.nowplaying send it; MPRIS has no
    /// call for it. Then set a content with this [`user_rating`](crate::ContentBuilder::user_rating).
    pub fn set_rating(
        steps: u32,
        handler: impl FnMut(&Session<Mode>, &Request, f64) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::fraction(CommandKind::SetRating, steps, handler)
    }

    /// Mute, or unmute. Surfaces of org.nowplaying send it; MPRIS has no call for it. The volume stays as it is. Then
    /// [`Session::set_muted`].
    pub fn mute(handler: impl FnMut(&Session<Mode>, &Request, bool) -> Answered + Callable<Mode> + 'static) -> Self {
        Command::truth(CommandKind::Mute, handler)
    }
}
