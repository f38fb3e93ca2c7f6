// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: rust-minimal     The desktop shows a song and drives it, until the end of input (Ctrl-D) or SIGTERM.
use nowplaying::{Answer, App, Command, Content, PlaybackState, Request, Session, Snapshot};
use std::sync::{Arc, Mutex};

struct Player {
    song: u32,
    state: PlaybackState,
}

impl Player {
    // A real player also says where in the song it is, how long it is and what it looks like: see ../rust-player.
    fn show(&self, session: &Session) -> nowplaying::Result<()> {
        let title = format!("Song {}", self.song);
        eprintln!("{title}: {}", if self.state == PlaybackState::Playing { "playing" } else { "paused" });
        session.set_content(&Content::music(&title).title(&title).artists(["The Examples"]).build()?)?;
        session.set_snapshot(Snapshot::new(self.state, None))?;
        session.commit()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let player = Arc::new(Mutex::new(Player { song: 1, state: PlaybackState::Playing }));
    let app = App::builder("rust-minimal").build()?;
    let session = app.session("").build()?;

    // Called when the user presses a button: on the panel, the keyboard, a headset. Runs on the library's thread.
    let command = |change: fn(&mut Player)| {
        let player = player.clone();
        move |session: &Session, _: &Request| {
            let mut player = player.lock().unwrap();
            change(&mut player);
            player.show(session)?;
            Ok(Answer::Done)
        }
    };
    session.set_commands([
        Command::play(command(|player| player.state = PlaybackState::Playing)),
        Command::pause(command(|player| player.state = PlaybackState::Paused)),
        Command::next(command(|player| player.song += 1)),
    ])?;
    player.lock().unwrap().show(&session)?;
    session.request_application_primary()?;

    std::io::copy(&mut std::io::stdin(), &mut std::io::sink())?;
    Ok(())
}
