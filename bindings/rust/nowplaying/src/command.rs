// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

use crate::button::Button;
use crate::callback::Answered;
use crate::mode::{Callable, LoopMode, Shared, Threaded};
use crate::time::{duration, microseconds};
use crate::{text, CommandKind, Phase, Request, Session};
use nowplaying_sys as sys;
use std::collections::hash_map::DefaultHasher;
use std::ffi::CString;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The closure that carries out a command.
pub(crate) type CommandHandler<Mode> =
    Box<dyn FnMut(&Session<Mode>, &Request, &sys::nowplaying_command_event) -> Answered>;

/// A command that a session accepts, and the closure that carries it out. Change your playback in the closure, then set
/// the changed values and commit, there or later: the library does not assume that a command has changed anything.
pub struct Command<Mode = Threaded> {
    kind: CommandKind,
    enabled: bool,
    intervals_us: Vec<i64>,
    rates: Vec<f64>,
    /// The lowest and the highest speed; 0 and 0 when only `rates` can be chosen.
    rate_range: (f64, f64),
    current: i32,
    supported: u32,
    title: Option<CString>,
    short_title: Option<CString>,
    pub(crate) button: Button,
    pub(crate) handler: CommandHandler<Mode>,
}

// Every function that makes a command requires Callable for the mode, which implies Send.
unsafe impl<Mode: Shared> Send for Command<Mode> {}

/// Declares constructors of commands whose closures get only the session and the request.
macro_rules! plain {
    ($($(#[$doc:meta])* $name:ident = $kind:ident;)+) => {
        $($(#[$doc])*
        pub fn $name(mut handler: impl FnMut(&Session<Mode>, &Request) -> Answered + Callable<Mode> + 'static) -> Self {
            Command::new(CommandKind::$kind, move |session, request, _| handler(session, request))
        })+
    };
}

pub(crate) use plain;

impl<Mode: LoopMode> Command<Mode> {
    /// Whether the command can be given now. A command that cannot (no next track) is still offered.
    pub fn enabled(self, enabled: bool) -> Self {
        Command { enabled, ..self }
    }

    /// The lowest and the highest speed of [`change_rate`](Command::change_rate), greater than 0, where any between
    /// them can be chosen; its rates then say only which to offer.
    ///
    /// ```
    /// use nowplaying::{Answer, Command};
    ///
    /// let _: Command = Command::change_rate(&[1.0, 1.5, 2.0], |_, _, rate| {
    ///     println!("{rate}");
    ///     Ok(Answer::Done)
    /// })
    /// .rate_range(0.25..=4.0);
    /// ```
    pub fn rate_range(self, range: RangeInclusive<f64>) -> Self {
        Command { rate_range: range.into_inner(), ..self }
    }

    /// The words of the button of feedback, a bookmark or a custom command, "Like this song", and fewer words, "Like".
    pub fn titles(self, title: &str, short_title: &str) -> Self {
        Command { title: Some(text::to_c(title)), short_title: Some(text::to_c(short_title)), ..self }
    }

    pub(crate) fn new(
        kind: CommandKind,
        handler: impl FnMut(&Session<Mode>, &Request, &sys::nowplaying_command_event) -> Answered + 'static,
    ) -> Self {
        Command {
            kind,
            enabled: true,
            intervals_us: Vec::new(),
            rates: Vec::new(),
            rate_range: (0.0, 0.0),
            current: 0,
            supported: 0,
            title: None,
            short_title: None,
            button: Button::default(),
            handler: Box::new(handler),
        }
    }

    /// Makes a command whose closure gets an argument, which `read` takes from the event.
    fn taking<Value>(
        kind: CommandKind,
        mut handler: impl FnMut(&Session<Mode>, &Request, Value) -> Answered + Callable<Mode> + 'static,
        read: impl Fn(&sys::nowplaying_command_event) -> Value + 'static,
    ) -> Self {
        Command::new(kind, move |session, request, event| handler(session, request, read(event)))
    }

    pub(crate) fn at(
        kind: CommandKind,
        handler: impl FnMut(&Session<Mode>, &Request, Duration) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::taking(kind, handler, |event| duration(event.time_us))
    }

    pub(crate) fn skip(
        kind: CommandKind,
        intervals: &[Duration],
        handler: impl FnMut(&Session<Mode>, &Request, Duration) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        let intervals_us = intervals.iter().copied().map(microseconds).collect();
        Command { intervals_us, ..Command::at(kind, handler) }
    }

    pub(crate) fn hold(
        kind: CommandKind,
        handler: impl FnMut(&Session<Mode>, &Request, Phase) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::taking(kind, handler, |event| Phase::from(event.phase))
    }

    pub(crate) fn speed(
        kind: CommandKind,
        rates: &[f64],
        handler: impl FnMut(&Session<Mode>, &Request, f64) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command { rates: rates.to_vec(), ..Command::taking(kind, handler, |event| event.rate) }
    }

    pub(crate) fn fraction(
        kind: CommandKind,
        steps: u32,
        handler: impl FnMut(&Session<Mode>, &Request, f64) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        let mut command = Command::taking(kind, handler, |event| event.rating);
        command.button.steps = i32::try_from(steps).unwrap_or(i32::MAX);
        command
    }

    pub(crate) fn truth(
        kind: CommandKind,
        handler: impl FnMut(&Session<Mode>, &Request, bool) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        Command::taking(kind, handler, |event| event.mode != 0)
    }

    pub(crate) fn mode<Value: Copy + From<i32> + Into<i32>>(
        kind: CommandKind,
        current: Value,
        supported: &[Value],
        handler: impl FnMut(&Session<Mode>, &Request, Value) -> Answered + Callable<Mode> + 'static,
    ) -> Self {
        // A mode that does not fit into the mask sets the highest bit, which the library refuses as well.
        let bit = |mode: &Value| 1u32.checked_shl((*mode).into() as u32).unwrap_or(1 << 31);
        Command {
            current: current.into(),
            supported: supported.iter().map(bit).fold(0, |bits, bit| bits | bit),
            ..Command::taking(kind, handler, |event| Value::from(event.mode))
        }
    }

    /// Returns the C description, which borrows from `self`.
    pub(crate) fn to_c(&self, tag: u64) -> sys::nowplaying_command {
        sys::nowplaying_command {
            enabled: self.enabled.into(),
            tag,
            intervals_us: first(&self.intervals_us),
            interval_count: self.intervals_us.len(),
            rates: first(&self.rates),
            rate_count: self.rates.len(),
            rate_minimum: self.rate_range.0,
            rate_maximum: self.rate_range.1,
            current: self.current,
            supported: self.supported,
            title: text::pointer(&self.title),
            short_title: text::pointer(&self.short_title),
            id: text::pointer(&self.button.id),
            icon: text::pointer(&self.button.icon),
            slot: self.button.slot,
            active: self.button.active.into(),
            steps: self.button.steps,
            ..sys::NOWPLAYING_COMMAND_INIT(self.kind.into())
        }
    }

    /// Returns the tag of a command: its place among the commands for the same button, and a hash of what identifies
    /// the button: the kind, the modes that a feedback button sets, or the id of a custom command.
    pub(crate) fn tag(&self, place: u16) -> u64 {
        let name = match (&self.button.id, self.kind) {
            (Some(id), _) => {
                let mut hasher = DefaultHasher::new();
                id.hash(&mut hasher);
                hasher.finish() >> 24
            }
            (None, CommandKind::Feedback) => {
                let all = if self.supported == 0 { u32::MAX } else { self.supported };
                u64::from(all & 0b110)
            }
            _ => 0,
        };
        u64::from(i32::from(self.kind) as u32) << 56 | name << 16 | u64::from(place)
    }
}

impl<Mode> fmt::Debug for Command<Mode> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Command")
            .field("kind", &self.kind)
            .field("enabled", &self.enabled)
            .finish_non_exhaustive()
    }
}

/// Returns the pointer to a list; NULL for an empty one, because a dangling pointer must not reach C.
pub(crate) fn first<T>(list: &[T]) -> *const T {
    match list.is_empty() {
        true => std::ptr::null(),
        false => list.as_ptr(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Feedback};

    #[test]
    fn what_a_command_is_made_of_arrives_in_the_descriptor() {
        let supported = [Feedback::Neutral, Feedback::Negative];
        let command: Command = Command::feedback(Feedback::Negative, &supported, |_, _, _| Ok(Answer::Done))
            .titles("Like this song", "Like");
        let descriptor = command.to_c(7);
        assert_eq!((descriptor.kind, descriptor.current, descriptor.tag), (sys::NOWPLAYING_COMMAND_FEEDBACK, 2, 7));
        assert_eq!(descriptor.supported, 0b101);
        assert_eq!(text::from_c(descriptor.title), "Like this song");
        assert_eq!(text::from_c(descriptor.short_title), "Like");

        let intervals = [Duration::from_secs(30), Duration::from_secs(5)];
        let command: Command = Command::skip_backward(&intervals, |_, _, _| Ok(Answer::Done));
        let descriptor = command.to_c(8);
        let given = unsafe { std::slice::from_raw_parts(descriptor.intervals_us, descriptor.interval_count) };
        assert_eq!(given, [30_000_000, 5_000_000]);
    }
}
