// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The commands of steps.

use crate::line::{boolean, seconds, word, Outcome, Values};
use crate::{told, Shared};
use nowplaying::{Command, Session};
use std::fmt::Debug;
use std::sync::Arc;

/// Returns the commands that there are from now on, each with its value.
pub fn all(shared: &Arc<Shared>, given: Values) -> Outcome<Vec<Command>> {
    given.iter().map(|(word, value)| command(shared, word, value, "", "")).collect()
}

/// Returns a command with its looks.
pub fn one(shared: &Arc<Shared>, mut given: Values) -> Outcome<Command> {
    let mut take = |key: &str| given.remove(key).unwrap_or_default();
    let (kind, value, id, title, steps) = (take("command"), take("value"), take("id"), take("title"), take("steps"));
    let value = if kind == "set-rating" { &steps } else { &value };
    let mut command = command(shared, &kind, value, &id, &title)?;
    command = command.titles(&title, &take("short_title")).icon(&take("icon")).active(boolean(&take("active")));
    Ok(match take("slot").as_str() {
        "" => command,
        slot => command.slot(word(slot)),
    })
}

fn command(shared: &Arc<Shared>, kind: &str, value: &str, id: &str, title: &str) -> Outcome<Command> {
    let (shared, name, own) = (shared.clone(), kind.to_string(), id.to_string());
    macro_rules! modes {
        ($make:ident) => {{
            let (current, supported) = modes(value);
            Command::$make(current, &supported, told!(shared, &name, mode))
        }};
    }
    let intervals: Vec<_> = match value {
        "true" | "false" | "" => vec![seconds("10")],
        _ if kind.starts_with("skip-") => value.split(',').map(seconds).collect(),
        _ => Vec::new(),
    };
    let rates: Vec<f64> = value.split(',').filter_map(|rate| rate.parse().ok()).collect();
    let command = match kind {
        "play" => Command::play(told!(shared, &name)),
        "pause" => Command::pause(told!(shared, &name)),
        "stop" => Command::stop(told!(shared, &name)),
        "toggle-play-pause" => Command::toggle_play_pause(told!(shared, &name)),
        "next" => Command::next(told!(shared, &name)),
        "previous" => Command::previous(told!(shared, &name)),
        "next-chapter" => Command::next_chapter(told!(shared, &name)),
        "previous-chapter" => Command::previous_chapter(told!(shared, &name)),
        "seek-to-live" => Command::seek_to_live(told!(shared, &name)),
        "bookmark" => Command::bookmark(told!(shared, &name)),
        "seek-to-position" => Command::seek_to_position(told!(shared, &name, position)),
        "skip-forward" => Command::skip_forward(&intervals, told!(shared, &name, interval)),
        "skip-backward" => Command::skip_backward(&intervals, told!(shared, &name, interval)),
        "seek-forward" => Command::seek_forward(told!(shared, &name, phase)),
        "seek-backward" => Command::seek_backward(told!(shared, &name, phase)),
        "change-repeat-mode" => modes!(change_repeat_mode),
        "change-shuffle-mode" => modes!(change_shuffle_mode),
        "feedback" => modes!(feedback),
        "set-rating" => Command::set_rating(value.parse().unwrap_or(0), told!(shared, &name, rating)),
        "mute" => Command::mute(told!(shared, &name, on)),
        "custom" => Command::custom(id, title, move |_, request| shared.answer(request, &name, vec![own.clone()])),
        "change-rate" => Command::change_rate(&rates, told!(shared, &name, rate)),
        _ => return Err(format!("{kind} is no command").into()),
    };
    let command = match value.split_once("..") {
        Some((least, most)) => command.rate_range(least.parse()?..=most.parse()?),
        None => command,
    };
    Ok(command.enabled(value != "false"))
}

/// The present mode, and those that are supported.
fn modes<Mode: From<i32> + Debug + Copy>(value: &str) -> (Mode, Vec<Mode>) {
    let modes: Vec<Mode> = value.split(',').map(word).collect();
    (modes[0], modes[1..].to_vec())
}

/// Changes one property of a command.
pub fn change(session: &Session, mut given: Values) -> nowplaying::Result<()> {
    let mut take = |key: &str| given.remove(key).unwrap_or_default();
    let (kind, mode, enabled) = (take("command"), take("mode"), boolean(&take("enabled")));
    match kind.as_str() {
        "change-repeat-mode" => session.set_repeat_mode(word(&mode)),
        "change-shuffle-mode" => session.set_shuffle_mode(word(&mode)),
        "feedback" => session.set_feedback(word(&mode)),
        "custom" => session.set_custom_command(&take("id"), enabled, boolean(&take("active"))),
        kind => session.set_command_enabled(word(kind), enabled),
    }
}
