// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests setting one command in the place of an equal one.

mod common;

use common::{play, Player};
use nowplaying::{Answer, Command, Status};
use std::sync::mpsc::{channel, Sender};
use std::sync::Arc;
use test_support::wait_for;

const PLAYER: &str = "org.mpris.MediaPlayer2.Player";

fn next(sender: &Sender<&'static str>, name: &'static str) -> Command {
    let sender = sender.clone();
    Command::next(move |_, _| {
        sender.send(name)?;
        Ok(Answer::Done)
    })
}

#[test]
fn the_other_closures_stay() {
    let player = Player::new();
    let (sender, receiver) = channel();
    let previous = sender.clone();
    let previous = Command::previous(move |_, _| {
        previous.send("previous")?;
        Ok(Answer::Done)
    });
    player.session.set_commands([play(), next(&sender, "first"), previous]).unwrap();
    player.session.set_command(next(&sender, "second").enabled(false)).unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get(PLAYER, "CanGoPrevious") == "b true");
    assert_eq!(player.get(PLAYER, "CanGoNext"), "b false");
    player.session.set_command(next(&sender, "third")).unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get(PLAYER, "CanGoNext") == "b true");
    player.press(&["Next"]).unwrap();
    assert_eq!(wait_for(&receiver, |_| true), "third");
    player.press(&["Previous"]).unwrap();
    assert_eq!(wait_for(&receiver, |_| true), "previous");
}

#[test]
fn closures_that_are_replaced_or_refused_are_dropped() {
    let player = Player::new();
    let kept = Arc::new(());
    let custom = |kept: &Arc<()>, title: &str| {
        let kept = kept.clone();
        Command::custom("sleep", title, move |_, _| {
            let _ = &kept;
            Ok(Answer::Done)
        })
    };
    player.session.set_command(custom(&kept, "Sleep: 30 min")).unwrap();
    player.session.set_command(custom(&kept, "Sleep: 29 min")).unwrap();
    assert_eq!(Arc::strong_count(&kept), 2);
    let refused = player.session.set_command(custom(&kept, "")).unwrap_err();
    assert_eq!((refused.status(), Arc::strong_count(&kept)), (Status::InvalidArgument, 2));
    player.complaints.take(1);
}
