// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests the loop without a descriptor: a thread of the library tells when to dispatch.

mod common;

use common::{shown_session, Complaints};
use nowplaying::{Answer, BusState, Command, Status, WakeupApp};
use std::sync::mpsc::{channel, Receiver};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use test_support::{eventually, Bus, TIMEOUT};

/// Dispatches at each wakeup until a condition is true.
fn run_until(app: &WakeupApp, woken: &Receiver<thread::ThreadId>, mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        let teller = woken.recv_timeout(TIMEOUT).expect("what the test waits for did not come");
        assert_ne!(teller, thread::current().id());
        app.dispatch().unwrap();
    }
}

#[test]
fn closures_run_where_the_host_dispatches() {
    let (bus, complaints) = (Bus::start(), Complaints::default());
    let (wake, woken) = channel();
    let app = complaints.woken(&bus, move || wake.send(thread::current().id()).unwrap_or_default()).build().unwrap();
    let (sender, receiver) = channel();
    let session = shown_session(&app);
    let next = Command::next(move |_, _| {
        sender.send(thread::current().id())?;
        Ok(Answer::Done)
    });
    session.set_commands([next]).unwrap();
    session.commit().unwrap();
    run_until(&app, &woken, || app.bus_state() == Ok(BusState::Published));

    // The program may go on to use the app on another thread.
    thread::scope(|scope| {
        let caller = scope.spawn(|| bus.playerctl(&["next"]));
        let app = &app;
        let dispatcher = scope.spawn(move || {
            let mut ran = None;
            run_until(app, &woken, || {
                ran = receiver.try_recv().ok();
                ran.is_some()
            });
            assert_eq!(ran, Some(thread::current().id()));
        });
        caller.join().unwrap().unwrap();
        dispatcher.join().unwrap();
    });
    complaints.assert_none();
}

#[test]
fn a_dispatch_by_the_thread_that_tells_is_refused_and_a_panic_there_is_caught() {
    let (bus, complaints) = (Bus::start(), Complaints::default());
    let (sender, receiver) = channel();
    let kept: Arc<Mutex<Weak<WakeupApp>>> = Arc::default();
    let found = kept.clone();
    let wakeup = move || {
        let app = found.lock().unwrap().upgrade();
        let refused = app.map(|app| app.dispatch().unwrap_err().status());
        sender.send(refused).unwrap();
        panic!("the loop is gone");
    };
    let app = Arc::new(complaints.woken(&bus, wakeup).build().unwrap());
    assert_eq!(receiver.recv_timeout(TIMEOUT), Ok(None));
    *kept.lock().unwrap() = Arc::downgrade(&app);
    let _session = shown_session(&app);
    app.dispatch().unwrap();
    assert_eq!(receiver.recv_timeout(TIMEOUT), Ok(Some(Status::Busy)));
    complaints.assert_none();
}

/// Sends a message when it is dropped.
struct Farewell(std::sync::mpsc::Sender<()>);

impl Drop for Farewell {
    fn drop(&mut self) {
        self.0.send(()).unwrap();
    }
}

#[test]
fn an_app_may_be_dropped_by_the_thread_that_tells() {
    let (bus, complaints) = (Bus::start(), Complaints::default());
    let (sender, dropped) = channel();
    let kept: Arc<Mutex<Option<WakeupApp>>> = Arc::default();
    let (farewell, found) = (Farewell(sender), kept.clone());
    let wakeup = move || {
        let _ = &farewell;
        drop(found.lock().unwrap().take());
    };
    let app = complaints.woken(&bus, wakeup).build().unwrap();
    let session = shown_session(&app);
    app.dispatch().unwrap();
    *kept.lock().unwrap() = Some(app);
    session.set_snapshot(None).unwrap();
    session.commit().unwrap();
    // The library notifies once; whether it has is unknown here.
    if let Some(app) = kept.lock().unwrap().as_ref() {
        app.dispatch().unwrap();
        session.request_application_primary().unwrap();
    }
    dropped.recv_timeout(TIMEOUT).expect("the app was not freed");
    assert!(eventually(|| session.commit().map_err(|error| error.status()) == Err(Status::InvalidState)));
    complaints.assert_none();
}
