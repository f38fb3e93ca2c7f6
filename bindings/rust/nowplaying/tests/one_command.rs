// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests setting one command in the place of an equal one.

mod common;

use common::Player;
use nowplaying::{Answer, Command, Status};
use std::sync::Arc;

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
