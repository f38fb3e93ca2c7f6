// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The commands of steps.

use crate::line::{boolean, seconds, text_of, word, Outcome, Values};
use crate::Shared;
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
    let (shared, name, id) = (shared.clone(), kind.to_string(), id.to_string());
    macro_rules! plain {
        () => {
            move |_, request| shared.answer(request, &name, &[])
        };
    }
    macro_rules! tell {
        ($key:literal, $text:expr) => {
            move |_, request, value| shared.answer(request, &name, &[($key, $text(value))])
        };
    }
    macro_rules! modes {
        ($make:ident) => {{
            let (current, supported) = modes(value);
            Command::$make(current, &supported, tell!("mode", text_of))
        }};
    }
    let in_seconds = |time: std::time::Duration| time.as_secs_f64().to_string();
    let intervals: Vec<_> = match value {
        "true" | "false" | "" => vec![seconds("10")],
        _ if kind.starts_with("skip-") => value.split(',').map(seconds).collect(),
        _ => Vec::new(),
    };
    let command = match kind {
        "play" => Command::play(plain!()),
        "pause" => Command::pause(plain!()),
        "stop" => Command::stop(plain!()),
        "toggle-play-pause" => Command::toggle_play_pause(plain!()),
        "next" => Command::next(plain!()),
        "previous" => Command::previous(plain!()),
        "next-chapter" => Command::next_chapter(plain!()),
        "previous-chapter" => Command::previous_chapter(plain!()),
        "seek-to-live" => Command::seek_to_live(plain!()),
        "bookmark" => Command::bookmark(plain!()),
        "seek-to-position" => Command::seek_to_position(tell!("position", in_seconds)),
        "skip-forward" => Command::skip_forward(&intervals, tell!("interval", in_seconds)),
        "skip-backward" => Command::skip_backward(&intervals, tell!("interval", in_seconds)),
        "seek-forward" => Command::seek_forward(tell!("phase", text_of)),
        "seek-backward" => Command::seek_backward(tell!("phase", text_of)),
        "change-repeat-mode" => modes!(change_repeat_mode),
        "change-shuffle-mode" => modes!(change_shuffle_mode),
        "feedback" => modes!(feedback),
        "set-rating" => {
            Command::set_rating(value.parse().unwrap_or(0), tell!("rating", |rating: f64| rating.to_string()))
        }
        "mute" => Command::mute(tell!("on", |on: bool| on.to_string())),
        "custom" => {
            let named = id.clone();
            Command::custom(&id, title, move |_, request| shared.answer(request, &name, &[("id", named.clone())]))
        }
        "change-rate" => {
            let (range, rates) = (value.split_once(".."), value.split(',').map(str::parse).filter_map(Result::ok));
            let command =
                Command::change_rate(&rates.collect::<Vec<f64>>(), tell!("rate", |rate: f64| rate.to_string()));
            match range {
                Some((least, most)) => command.rate_range(least.parse()?..=most.parse()?),
                None => command,
            }
        }
        _ => return Err(format!("{kind} is no command").into()),
    };
    Ok(command.enabled(value != "false"))
}

/// The present mode, and those that are supported.
fn modes<Mode: From<i32> + Debug + Copy>(value: &str) -> (Mode, Vec<Mode>) {
    let modes: Vec<Mode> = value.split(',').map(word).collect();
    (modes[0], modes[1..].to_vec())
}

/// Changes one property of a command.
pub fn change(session: &Session, mut given: Values) -> Outcome<()> {
    let mut take = |key: &str| given.remove(key).unwrap_or_default();
    let (kind, mode, enabled) = (take("command"), take("mode"), boolean(&take("enabled")));
    Ok(match kind.as_str() {
        "change-repeat-mode" => session.set_repeat_mode(word(&mode))?,
        "change-shuffle-mode" => session.set_shuffle_mode(word(&mode))?,
        "feedback" => session.set_feedback(word(&mode))?,
        "custom" => session.set_custom_command(&take("id"), enabled, boolean(&take("active")))?,
        kind => session.set_command_enabled(word(kind), enabled)?,
    })
}
