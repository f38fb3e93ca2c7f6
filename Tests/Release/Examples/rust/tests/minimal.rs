// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! examples/rust-minimal is shown and driven by playerctl, and ends with its input.

use example_tests::program;
use std::process::Stdio;
use test_support::{eventually, lines, wait_for, Bus};

#[test]
fn it_is_shown_driven_and_ends() {
    let bus = Bus::start();
    let mut program =
        bus.command(&program("rust-minimal")).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let printed = lines(program.stderr.take().unwrap());
    bus.until(&["status"], "Playing");
    assert_eq!(
        bus.playerctl(&["metadata", "--format", "{{artist}}: {{title}}"]).as_deref(),
        Ok("The Examples: Song 1")
    );
    for (button, wanted) in [
        ("pause", "Song 1: paused"),
        ("next", "Song 2: paused"),
        ("play", "Song 2: playing"),
        ("play-pause", "Song 2: paused"),
    ] {
        bus.playerctl(&[button]).unwrap();
        wait_for(&printed, |line| line == wanted);
    }
    bus.until(&["metadata", "title"], "Song 2");

    drop(program.stdin.take());
    assert!(eventually(|| program.try_wait().unwrap().is_some()));
    assert!(program.wait().unwrap().success());
    bus.until(&["-l"], "");
}
