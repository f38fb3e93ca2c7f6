// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests the poll loop, in which closures run on the dispatching thread.

mod common;

use common::{players, quit, shown_session, song, Complaints, Seen};
use nowplaying::{Answer, BusState, Command, Device, PolledApp, Snapshot, Status};
use std::cell::RefCell;
use std::os::unix::io::{AsFd, AsRawFd};
use std::os::unix::net::UnixStream;
use std::rc::Rc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};
use test_support::{is_readable, Bus, TIMEOUT};

/// Polls and dispatches until a condition is true.
fn run_until(app: &PolledApp, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + TIMEOUT;
    while !is_so() {
        assert!(Instant::now() < end, "what the test waits for did not come");
        if is_readable(app.as_fd().as_raw_fd(), 50) {
            app.dispatch().unwrap();
        }
    }
}

#[test]
fn closures_run_in_the_dispatch() {
    let (bus, complaints) = (Bus::start(), Complaints::default());
    let app = complaints.polled(&bus).build().unwrap();
    let (sender, receiver) = channel();
    let session = shown_session(&app);
    let next = Command::next(move |_, _| {
        sender.send(thread::current().id())?;
        Ok(Answer::Done)
    });
    session.set_commands([next]).unwrap();
    session.commit().unwrap();
    run_until(&app, || app.bus_state() == Ok(BusState::Published));
    assert_eq!(app.as_raw_fd(), app.as_fd().as_raw_fd());

    thread::scope(|scope| {
        let caller = scope.spawn(|| bus.playerctl(&["next"]));
        run_until(&app, || caller.is_finished());
        caller.join().unwrap().unwrap();
    });
    assert_eq!(receiver.try_recv(), Ok(thread::current().id()));
    complaints.assert_none();
}

/// A player like those of desktop toolkits: one thread, and closures that share values by Rc.
#[test]
fn closures_of_a_polled_app_own_what_stays_on_its_thread() {
    let (bus, complaints) = (Bus::start(), Complaints::default());
    let (songs, states) = (Rc::new(RefCell::new(vec!["Summertime"])), Rc::new(RefCell::new(Vec::new())));
    let noted = states.clone();
    let app = complaints.polled(&bus).on_bus_state(move |_, state| noted.borrow_mut().push(state)).build().unwrap();
    let session = shown_session(&app);
    let queue = songs.clone();
    let next = Command::next(move |session, _| {
        queue.borrow_mut().push("Petite Fleur");
        session.set_content(&song("track-2", "Petite Fleur"))?;
        session.commit()?;
        Ok(Answer::Done)
    });
    session.set_commands([next]).unwrap();
    session.commit().unwrap();
    run_until(&app, || app.bus_state() == Ok(BusState::Published));
    thread::scope(|scope| {
        let caller = scope.spawn(|| bus.playerctl(&["next"]));
        run_until(&app, || caller.is_finished());
        caller.join().unwrap().unwrap();
    });
    assert_eq!(*songs.borrow(), ["Summertime", "Petite Fleur"]);
    assert_eq!(states.borrow().last(), Some(&BusState::Published));
    drop(session);
    assert_eq!(Rc::strong_count(&songs), 1);
    drop(app);
    assert_eq!(Rc::strong_count(&states), 1);
    complaints.assert_none();
}

/// A player in one RefCell, as with gtk-rs: it publishes while it is borrowed, which calls none of its closures, and
/// lends itself to those that the loop calls.
#[test]
fn a_player_publishes_while_it_is_borrowed() {
    let (bus, complaints) = (Bus::start(), Complaints::default());
    let app = complaints.polled(&bus).build().unwrap();
    let player = Rc::new(RefCell::new(Duration::from_secs(10)));
    let answers = Rc::new(RefCell::new(Vec::new()));
    let (asked, noted) = (Rc::downgrade(&player), answers.clone());
    let session = app.session("main").on_position(move |_| {
        let position = asked.upgrade()?.try_borrow().map(|position| *position).ok();
        noted.borrow_mut().push(position);
        position
    });
    let session = session.build().unwrap();
    session.request_application_primary().unwrap();
    for (id, seconds) in [("track-1", 20), ("track-2", 30)] {
        let mut position = player.borrow_mut();
        *position = Duration::from_secs(seconds);
        session.set_content(&song(id, "Summertime")).unwrap();
        session.set_snapshot(Snapshot::paused(*position)).unwrap();
        session.commit().unwrap();
        drop(position);
        run_until(&app, || answers.borrow().last() == Some(&Some(Duration::from_secs(seconds))));
    }
    assert!(!answers.borrow().contains(&None));
    drop(app);
    assert_eq!(Rc::strong_count(&answers), 1);
    complaints.assert_none();
}

/// Its closures may own values that stay on the loop's thread.
#[test]
fn a_remote_session_of_a_polled_app() {
    let (bus, complaints) = (Bus::start(), Complaints::default());
    let app = complaints.polled(&bus).build().unwrap();
    let steps = Rc::new(RefCell::new(Vec::new()));
    let noted = steps.clone();
    let session = app.remote_session("kitchen").on_device_step(move |_, _, device, step| {
        noted.borrow_mut().push((device.to_string(), step));
        Ok(Answer::Done)
    });
    let session = session.build().unwrap();
    session.set_devices([Device::new("speaker", "Kitchen").can_step(true)]).unwrap();
    session.set_content(&song("track-1", "Summertime")).unwrap();
    session.commit().unwrap();
    run_until(&app, || !players(&bus).is_empty());
    thread::scope(|scope| {
        let name = players(&bus).remove(0);
        let bus = &bus;
        let caller = scope.spawn(move || {
            Seen::of(bus, &name).call("Remote1.StepDeviceVolume", &["si", "speaker", "-1"]).unwrap();
        });
        run_until(&app, || caller.is_finished());
        caller.join().unwrap();
    });
    assert_eq!(*steps.borrow(), [("speaker".to_string(), -1)]);
    drop(session);
    assert_eq!(Rc::strong_count(&steps), 1);
    run_until(&app, || players(&bus).is_empty());
    complaints.assert_none();
}

#[test]
fn a_dispatch_inside_a_closure_is_refused() {
    let (bus, complaints) = (Bus::start(), Complaints::default());
    let refused = Rc::new(RefCell::new(None));
    let kept = refused.clone();
    let app = complaints.polled(&bus).on_quit(move |app, _| {
        assert_eq!(app.as_fd().as_raw_fd(), app.as_raw_fd());
        *kept.borrow_mut() = Some((app.dispatch(), app.as_raw_fd()));
        Ok(Answer::Done)
    });
    let app = app.build().unwrap();
    let _session = shown_session(&app);
    run_until(&app, || app.bus_state() == Ok(BusState::Published));
    thread::scope(|scope| {
        let caller = scope.spawn(|| quit(&bus));
        run_until(&app, || caller.is_finished());
        assert_eq!(caller.join().unwrap(), Ok(String::new()));
    });
    let (refused, fd) = refused.borrow_mut().take().unwrap();
    assert_eq!(refused.unwrap_err().status(), Status::Busy);
    assert_eq!(fd, app.as_raw_fd());
    complaints.assert_none();
}

#[test]
fn an_app_takes_a_socket_that_is_connected_to_a_bus() {
    let (bus, complaints) = (Bus::start(), Complaints::default());
    let path = bus.address.trim_start_matches("unix:path=");
    let path = path.split(',').next().unwrap();
    let socket = UnixStream::connect(path).unwrap();
    let app = complaints.polled(&bus).bus_address("unix:path=/nowhere").bus_fd(socket).build().unwrap();
    let _session = shown_session(&app);
    run_until(&app, || app.bus_state() == Ok(BusState::Published));
    drop(app);
    bus.until(&["-l"], "");
    complaints.assert_none();
}
