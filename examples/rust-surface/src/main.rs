// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Usage: rust-surface             prints a line for each change of each player, until Ctrl-C or SIGTERM
//        rust-surface --once      prints the players that there are, the most important first
use nowplaying_surface::{Abilities, Change, Session, Surface};

fn line(what: &str, session: &Session) -> String {
    let snapshot = session.snapshot();
    let remote = if session.abilities().contains(Abilities::IS_REMOTE) { " (remote)" } else { "" };
    let state = format!("{:?}", snapshot.state).to_lowercase();
    let at = snapshot.position.map(|position| format!(", at {} s", position.as_secs())).unwrap_or_default();
    let item = match session.item().map(|item| item.lines()) {
        Some([title, "", _]) => format!(", “{title}”"),
        Some([title, by, _]) => format!(", “{title}” by {by}"),
        None => String::new(),
    };
    format!("{what:8} {}{remote}: {state}{at}{item}", session.display_name())
}

fn main() -> nowplaying_surface::Result<()> {
    let surface = Surface::builder("rust-surface").build()?;
    if std::env::args().nth(1).as_deref() == Some("--once") {
        surface.listed().wait()?;
        for session in surface.sessions()? {
            println!("{}", line("there is", &session));
        }
        return Ok(());
    }
    for change in surface.changes()? {
        match &change {
            Change::Added(session) => println!("{}", line("added", session)),
            Change::Removed(session) => println!("{}", line("removed", session)),
            change => println!("{}", line("changed", change.session())),
        }
    }
    Ok(())
}
