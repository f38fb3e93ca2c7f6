// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: rust-player [--sound] FILE …     Plays music; is shown by the desktop, and driven by it.
//
// With --sound the sound goes to standard output, as 16 bit stereo at 48 kHz: rust-player --sound *.flac | aplay -f dat
// Else it goes nowhere, in real time.

mod decoder;
mod player;
mod poll;
mod track;

use nowplaying::mode::Polled;
use nowplaying::{Answer, App, Artwork, Command, PolledApp, Request, Session};
use player::{Action, Player};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread;
use track::Track;

/// A request of the desktop's, which waits for the answer.
type Wish = (Action, Request);

fn main() {
    if let Err(error) = play() {
        eprintln!("rust-player: {error}");
        std::process::exit(1);
    }
}

fn play() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let is_heard = paths.first().map_or(false, |first| first == Path::new("--sound"));
    paths.drain(..usize::from(is_heard));
    if paths.is_empty() || paths[0].to_string_lossy().starts_with('-') {
        eprintln!("Usage: rust-player [--sound] FILE …");
        std::process::exit(2);
    }
    let tracks = paths.iter().map(|path| Track::read(path)).collect::<Result<Vec<_>, _>>()?;

    let (wish, wishes) = channel();
    let app = make_app(&wish)?;
    let session = make_session(&app, &wish)?;
    let mut player = Player::new(&session, tracks, is_heard)?;
    session.request_application_primary()?;
    run(&app, &mut player, &wishes)
}

/// The closures run inside `dispatch`, in the middle of the loop. They only note what is wanted; the loop does it and
/// answers, so that the caller hears of the success or of the failure.
fn make_app(wish: &Sender<Wish>) -> nowplaying::Result<PolledApp> {
    let wish = wish.clone();
    App::polled("rust-player")
        .display_name("Rust Player")
        .on_log(nowplaying::LogLevel::Warning, |_, _, line| eprintln!("rust-player: {line}"))
        .on_quit(move |_, request| {
            wish.send((Action::Quit, request.clone()))?;
            Ok(Answer::Later)
        })
        .build()
}

fn make_session(app: &PolledApp, wish: &Sender<Wish>) -> nowplaying::Result<Session<Polled>> {
    let session = app
        .session("queue")
        .on_artwork(|_, request, wanted| {
            // Extracting the picture from the file takes a while, so that another thread does it and answers.
            let request = request.clone();
            thread::spawn(move || {
                let answered = match track::cover(&wanted.id, wanted.width, wanted.height) {
                    Ok(picture) => request.complete_artwork_data(&picture),
                    Err(error) => request.fail(error),
                };
                // If the track has changed meanwhile, the picture is no longer wanted.
                if let Err(error) = answered {
                    eprintln!("rust-player: no artwork: {error}");
                }
            });
            Ok(Artwork::Later)
        })
        .build()?;
    let button = |action: Action| {
        let wish = wish.clone();
        move |_: &Session<Polled>, request: &Request| {
            wish.send((action, request.clone()))?;
            Ok(Answer::Later)
        }
    };
    let seek = wish.clone();
    session.set_commands([
        Command::play(button(Action::Play)),
        Command::pause(button(Action::Pause)),
        Command::stop(button(Action::Stop)),
        Command::next(button(Action::Next)),
        Command::previous(button(Action::Previous)),
        Command::seek_to_position(move |_, request, position| {
            seek.send((Action::Seek(position), request.clone()))?;
            Ok(Answer::Later)
        }),
    ])?;
    Ok(session)
}

/// Runs the loop: waits for the desktop and for the decoder, until the queue has ended or the user quits.
fn run(app: &PolledApp, player: &mut Player, wishes: &Receiver<Wish>) -> Result<(), Box<dyn Error + Send + Sync>> {
    loop {
        let ready = poll::wait(app, player.decoder_that_is_due(), player.time_to_wait())?;
        if ready.app {
            app.dispatch()?;
        }
        for (action, request) in wishes.try_iter() {
            let answered = match player.act(action) {
                Ok(()) => request.complete(),
                Err(error) => request.fail(error),
            };
            if let Err(error) = answered {
                eprintln!("rust-player: the answer came too late: {error}");
            }
        }
        if ready.decoder {
            player.play_on()?;
        }
        if player.has_ended() {
            return Ok(());
        }
    }
}
