// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: ten     Shows a song until the end of input, and says "play" when the desktop does.
use nowplaying::{Answer, App, Command, Content};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let app = App::builder("ten").build()?;
    let session = app.session("").build()?;
    session.set_content(&Content::music("song").title("Ten Lines").artists(["Rust"]).build()?)?;
    session.set_commands([Command::play(|_, _| {
        eprintln!("play");
        Ok(Answer::Done)
    })])?;
    session.commit()?;
    session.request_application_primary()?;
    std::io::copy(&mut std::io::stdin(), &mut std::io::sink())?;
    Ok(())
}
