// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: language APPLICATION_ID     See the script languages: lines "commit N" on standard input.
use nowplaying::{Answer, App, Command, Content, Session, Snapshot};
use std::error::Error;
use std::io::BufRead;
use std::time::{Duration, Instant};

fn publish(session: &Session, song: u64) -> nowplaying::Result<()> {
    let title = format!("Song {song}");
    session.set_content(&Content::music(&title).title(&title).artists(["The Examples"]).build()?)?;
    session.set_snapshot(Snapshot::playing(Duration::from_secs(song % 100)))?;
    session.commit()
}

fn main() -> Result<(), Box<dyn Error>> {
    let id = std::env::args().nth(1).ok_or("usage: language APPLICATION_ID")?;
    let app = App::builder(&id).build()?;
    let session = app.session("").build()?;
    session.set_commands([Command::play(|_, _| Ok(Answer::Done)), Command::pause(|_, _| Ok(Answer::Done))])?;
    let mut song = 1;
    publish(&session, song)?;
    session.request_application_primary()?;
    for line in std::io::stdin().lock().lines() {
        let count: u32 = line?.trim_start_matches("commit ").parse()?;
        let start = Instant::now();
        for _ in 0..count {
            song += 1;
            publish(&session, song)?;
        }
        println!("{}", start.elapsed().as_nanos() / u128::from(count));
    }
    Ok(())
}
