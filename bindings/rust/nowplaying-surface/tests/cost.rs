// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Measures the cost of a thousand changes beside the same surface in C, which follows the same player at the same
//! time. The result is printed and not judged, since it depends on the machine. `bindings/rust/cost` runs it in
//! release mode.

mod common;

use common::Fake;
use nowplaying_surface::{Session, Surface};
use std::cell::Cell;
use std::os::raw::{c_int, c_long};
use std::os::unix::io::AsRawFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use test_support::{is_readable, lines, wait_for, Bus};

const SESSIONS: usize = 50;
const ROUNDS: usize = 20;
const CLOCK_THREAD_CPUTIME_ID: c_int = 3;

extern "C" {
    fn clock_gettime(clock: c_int, time: *mut [c_long; 2]) -> c_int;
}

/// CPU time of this thread, in nanoseconds.
fn cpu_ns() -> f64 {
    let mut time = [0; 2];
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time[0] as f64 * 1e9 + time[1] as f64
}

/// Builds tests/cost.c with the library that this test uses.
fn compiled() -> std::path::PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cost");
    let library = std::env::var("NOWPLAYING_LIB_DIR").expect("NOWPLAYING_LIB_DIR is not set");
    let mut compiler = Command::new("cc");
    compiler.arg("-O2").arg("-I").arg(crate_folder.join("../../../include")).arg(crate_folder.join("tests/cost.c"));
    compiler.arg("-o").arg(&program).arg(format!("-L{library}")).arg("-lnowplaying-surface");
    assert!(compiler.status().unwrap().success());
    program
}

#[test]
#[ignore = "it measures"]
fn a_change_costs_about_what_it_costs_in_c() {
    let bus = Bus::start();
    let fake = Fake::start(&bus, "fifty");
    let words = [&bus.address, &SESSIONS.to_string(), &ROUNDS.to_string()];
    let mut peer = Command::new(compiled()).args(words).stdout(Stdio::piped()).spawn().unwrap();
    let printed = lines(peer.stdout.take().unwrap());
    wait_for(&printed, |line| line == "here");

    let (seen, bytes) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let (count, total) = (seen.clone(), bytes.clone());
    let read = move |session: &Session| {
        let lines = session.item().map_or([""; 3], |item| item.lines());
        total.set(total.get() + session.key().len() + lines.iter().map(|line| line.len()).sum::<usize>());
        count.set(count.get() + 1);
    };
    let also = read.clone();
    let surface = Surface::polled("cost").bus_address(&bus.address).on_added(move |_, session| read(session));
    let surface = surface.on_changed(move |_, session, _| also(session)).build().unwrap();
    let mut spent = 0.0;
    let mut serve = |wanted: usize| {
        while seen.get() < wanted {
            assert!(is_readable(surface.as_raw_fd(), 60_000));
            let before = cpu_ns();
            surface.dispatch().unwrap();
            spent += cpu_ns() - before;
        }
        std::mem::take(&mut spent)
    };
    serve(SESSIONS);
    let mut ours = 0.0;
    for round in 1..=ROUNDS {
        fake.change();
        ours += serve(SESSIONS * (round + 1));
    }
    let theirs: f64 = wait_for(&printed, |line| line != "here").parse().unwrap();
    assert!(peer.wait().unwrap().success());
    let changes = SESSIONS * ROUNDS;
    let ours = ours / changes as f64;
    println!("one of {changes} changes: {ours:.0} ns in Rust, {theirs} ns in C, ratio {:.2}", ours / theirs);
    assert!(bytes.get() > 0);
    fake.leave();
}
