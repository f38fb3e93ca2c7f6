// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! examples/rust-surface prints what examples/rust-minimal plays, which playerctl drives.

use example_tests::program;
use std::process::{Child, Stdio};
use test_support::{eventually, lines, wait_for, Bus};

/// The player, until its input ends.
fn player(bus: &Bus) -> Child {
    let mut command = bus.command(&program("rust-minimal"));
    let player = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    bus.until(&["status"], "Playing");
    player
}

/// Returns how often the threads of a process have waited.
fn wakeups(process: &Child) -> u64 {
    let threads = std::fs::read_dir(format!("/proc/{}/task", process.id())).unwrap();
    let of = |status: String| {
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        line.unwrap().trim().parse::<u64>().unwrap()
    };
    threads.map(|thread| of(std::fs::read_to_string(thread.unwrap().path().join("status")).unwrap())).sum()
}

fn end(mut child: Child) {
    drop(child.stdin.take());
    assert!(eventually(|| child.try_wait().unwrap().is_some()));
}

#[test]
fn it_follows() {
    let bus = Bus::start();
    let mut surface = bus.command(&program("rust-surface")).stdout(Stdio::piped()).spawn().unwrap();
    let printed = lines(surface.stdout.take().unwrap());
    let player = player(&bus);
    wait_for(&printed, |line| line.starts_with("added    ") && line.contains("minimal: playing"));
    bus.playerctl(&["next"]).unwrap();
    wait_for(&printed, |line| line.starts_with("changed  ") && line.contains("“Song 2” by The Examples"));
    bus.playerctl(&["pause"]).unwrap();
    wait_for(&printed, |line| line.contains("minimal: paused"));
    end(player);
    wait_for(&printed, |line| line == "removed  rust-minimal: paused, “Song 2” by The Examples");
    surface.kill().unwrap();
    surface.wait().unwrap();
}

/// Where there is no bus, the program ends and says so in words.
#[test]
fn it_says_that_there_is_no_bus() {
    let bus = Bus::start();
    let mut surface = bus.command(&program("rust-surface"));
    surface.arg("--once").env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/no/such/bus");
    let output = surface.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && said.ends_with(" (NoBus)\n") && said.len() > "Error:  (NoBus)\n".len(),
        "{said}"
    );
}

/// Neither the library's thread nor the one that reads its changes wakes up, even while a song plays.
#[test]
fn it_sleeps_while_nobody_says_anything() {
    let bus = Bus::start();
    let player = player(&bus);
    let mut surface = bus.command(&program("rust-surface")).stdout(Stdio::piped()).spawn().unwrap();
    let printed = lines(surface.stdout.take().unwrap());
    wait_for(&printed, |line| line.contains("minimal: playing"));
    let mut woken = 0;
    // The list is complete a moment after its first entry.
    assert!(
        (0..3).any(|_| {
            let before = wakeups(&surface);
            // sleeps: measures that nothing happens within it
            std::thread::sleep(std::time::Duration::from_secs(2));
            woken = wakeups(&surface) - before;
            woken == 0
        }),
        "it wakes up {woken} times in 2 s"
    );
    surface.kill().unwrap();
    surface.wait().unwrap();
    end(player);
}

#[test]
fn once() {
    let bus = Bus::start();
    let player = player(&bus);
    let output = bus.command(&program("rust-surface")).arg("--once").output().unwrap();
    let wanted = "there is rust-minimal: playing, “Song 1” by The Examples\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), wanted);
    assert!(output.status.success() && output.stderr.is_empty());
    end(player);
}

#[test]
fn without_a_bus() {
    let mut command = std::process::Command::new(program("rust-surface"));
    let output = command.arg("--once").env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere").output().unwrap();
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("NoBus"));
}
