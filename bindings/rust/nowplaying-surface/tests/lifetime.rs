// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests the ends of surfaces, sessions and actions in any order and on any thread; and panics.

mod common;

use common::{app, block_on, find, play, shown, song, title_of, Fake, Panel};
use nowplaying::Answer;
use nowplaying_surface::{Action, Command, Session, Status, Surface};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Wake, Waker};
use std::thread;
use test_support::{eventually, wait_for, Bus};

/// Returns a surface, and the session of a player that answers no command.
fn asked() -> (Fake, Surface, Session, Bus) {
    let bus = Bus::start();
    let fake = Fake::start(&bus, "silent");
    let surface = Surface::builder("panel").bus_address(&bus.address).build().unwrap();
    let session = find(&surface, |session| title_of(session) == "Silent");
    (fake, surface, session, bus)
}

#[test]
fn actions_that_wait_have_failed_when_the_surface_is_dropped() {
    let (fake, surface, session, _bus) = asked();
    let actions: Vec<Action<()>> = (0..3).map(|_| session.send(Command::Play)).collect();
    wait_for(&fake.said, |line| line == "call SendCommand");
    drop(surface);
    for mut action in actions {
        assert_eq!(action.try_wait().unwrap().unwrap_err().status(), Status::Cancelled);
    }
    // The session can still be read, but requests fail.
    assert_eq!(title_of(&session), "Silent");
    assert_eq!(session.send(Command::Play).wait().unwrap_err().status(), Status::InvalidState);
    assert_eq!(session.clone().send(Command::Play).wait().unwrap_err().to_string(), "the surface was dropped");
}

#[test]
fn a_surface_is_dropped_while_other_threads_ask_and_await() {
    let (_fake, surface, session, _bus) = asked();
    let begun = AtomicU32::new(0);
    thread::scope(|scope| {
        for is_awaited in [true, false, true, false] {
            let (session, begun) = (session.clone(), &begun);
            scope.spawn(move || loop {
                let action = session.send(Command::Play);
                begun.fetch_add(1, Ordering::Relaxed);
                let error = if is_awaited { block_on(action) } else { action.wait() }.unwrap_err();
                match error.status() {
                    Status::Cancelled | Status::CommandFailed | Status::TimedOut => continue,
                    Status::InvalidState => return,
                    status => panic!("{status:?}: {error}"),
                }
            });
        }
        assert!(eventually(|| begun.load(Ordering::Relaxed) >= 4));
        drop(surface);
    });
}

#[test]
fn futures_are_dropped_while_their_surface_is() {
    let (_fake, surface, session, _bus) = asked();
    let (sender, actions) = channel::<Action<()>>();
    thread::scope(|scope| {
        let dropping = scope.spawn(move || actions.into_iter().for_each(drop));
        for _ in 0..200 {
            sender.send(session.send(Command::Play)).unwrap();
        }
        drop(surface);
        for _ in 0..200 {
            sender.send(session.send(Command::Play)).unwrap();
        }
        drop(sender);
        dropping.join().unwrap();
    });
}

/// The closure owns the surface, and drops it.
#[test]
fn a_surface_ends_in_its_own_closure() {
    let bus = Bus::start();
    let place: Arc<Mutex<Option<Surface>>> = Arc::default();
    let (taken, (sender, receiver)) = (place.clone(), channel());
    let surface = Surface::builder("panel").bus_address(&bus.address).on_added(move |_, session| {
        // The test has put it there, or will in a moment.
        assert!(eventually(|| taken.lock().unwrap().is_some()));
        drop(taken.lock().unwrap().take());
        sender.send(session.send(Command::Play).wait().unwrap_err().status()).unwrap();
    });
    *place.lock().unwrap() = Some(surface.build().unwrap());
    let player = app(&bus, "player");
    let _session = shown(&player, "Summertime", [play()]);
    assert_eq!(receiver.recv(), Ok(Status::InvalidState));
    assert!(receiver.recv().is_err(), "the closure was not dropped");
}

#[test]
fn closures_are_dropped_with_their_surface() {
    let bus = Bus::start();
    let count = Arc::new(());
    let [one, two, three] = [count.clone(), count.clone(), count.clone()];
    let surface = Surface::builder("panel").bus_address(&bus.address).on_added(move |_, _| drop(one.clone()));
    let surface = surface.on_changed(move |_, _, _| drop(two.clone())).on_log(move |_, _, _| drop(three.clone()));
    let surface = surface.build().unwrap();
    assert_eq!(Arc::strong_count(&count), 4);
    drop(surface);
    assert_eq!(Arc::strong_count(&count), 1);
}

#[test]
fn a_surface_that_cannot_be_made_leaves_nothing() {
    let count = Arc::new(());
    let kept = count.clone();
    let file = std::fs::File::open("/dev/null").unwrap();
    let surface = Surface::builder("panel").bus_fd(file).on_listed(move |_| drop(kept.clone())).build();
    assert_eq!(surface.unwrap_err().status(), Status::InvalidArgument);
    assert_eq!(Arc::strong_count(&count), 1);
}

#[test]
fn a_panic_in_a_closure_goes_no_further() {
    let bus = Bus::start();
    let (sender, receiver) = channel();
    let surface = Surface::builder("panel").bus_address(&bus.address).on_added(|_, _| panic!("added"));
    let surface = surface.on_changed(move |_, session, _| {
        sender.send(title_of(session)).unwrap();
        panic!("changed");
    });
    let surface = surface.on_removed(|_, _| std::panic::panic_any(17)).build().unwrap();
    let player = app(&bus, "player");
    let session = shown(&player, "One", [play()]);
    find(&surface, |session| title_of(session) == "One");
    for title in ["Two", "Three"] {
        session.set_content(&song(title)).unwrap();
        session.commit().unwrap();
        wait_for(&receiver, |shown| shown == title);
    }
    drop(player);
    assert!(eventually(|| surface.sessions().unwrap().is_empty()));
}

/// A waker that panics, as in a broken runtime.
struct Broken;

impl Wake for Broken {
    fn wake(self: Arc<Self>) {
        panic!("the runtime is broken");
    }
}

#[test]
fn a_panic_in_a_waker_goes_no_further() {
    let panel = Panel::new();
    let player = app(&panel.bus, "player");
    let (sender, requests) = channel();
    let later = nowplaying::Command::play(move |_, request| {
        sender.send(request.clone())?;
        Ok(Answer::Later)
    });
    let _session = shown(&player, "Summertime", [later]);
    let seen = panel.shows("Summertime");
    let mut action = seen.send(Command::Play);
    let waker = Waker::from(Arc::new(Broken));
    assert!(Pin::new(&mut action).poll(&mut Context::from_waker(&waker)).is_pending());
    requests.recv().unwrap().complete().unwrap();
    assert_eq!(action.wait(), Ok(()));
    assert!(panel.surface.sessions().is_ok());
}

/// Two snapshots of the same state are equal, and values of a session live as long as it does, on any thread.
#[test]
fn sessions_are_kept_and_read_on_other_threads() {
    let panel = Panel::new();
    let player = app(&panel.bus, "player");
    let _session = shown(&player, "Summertime", [play()]);
    let seen = panel.shows("Summertime");
    drop(player);
    assert!(eventually(|| panel.surface.sessions().unwrap().is_empty()));
    drop(panel);
    let readers: Vec<_> = (0..4)
        .map(|_| {
            let seen = seen.clone();
            thread::spawn(move || {
                for _ in 0..100 {
                    let copy = seen.clone();
                    assert_eq!((title_of(&copy), copy.commands().count() > 0), ("Summertime".into(), true));
                }
                seen
            })
        })
        .collect();
    let sessions: Vec<Session> = readers.into_iter().map(|reader| reader.join().unwrap()).collect();
    assert!(sessions.iter().all(|session| *session == seen));
}

/// A closure of another surface is the last owner; the loop's thread then ends the surface.
#[test]
fn a_surface_that_another_one_owns() {
    let bus = Bus::start();
    let inner = Arc::new(Surface::builder("inner").bus_address(&bus.address).build().unwrap());
    let ended: Weak<Surface> = Arc::downgrade(&inner);
    let outer = Surface::builder("outer").bus_address(&bus.address);
    let outer = outer.on_added(move |_, _| drop(inner.sessions())).build().unwrap();
    let player = app(&bus, "player");
    let _session = shown(&player, "Summertime", [play()]);
    find(&outer, |session| title_of(session) == "Summertime");
    drop(outer);
    assert!(ended.upgrade().is_none());
}
