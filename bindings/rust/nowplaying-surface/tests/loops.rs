// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests the loops of surfaces, and changes read as a stream, by an iterator and by polling.

mod common;

use common::{app, block_on, find, play, poll_once, shown, song, title_of, Fake, Panel};
use nowplaying_surface::{limits, Change, Changed, Changes, Command, PolledSurface, Status, Surface};
use std::cell::{Cell, RefCell};
use std::os::unix::io::{AsFd, AsRawFd};
use std::os::unix::net::UnixStream;
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};
use test_support::{eventually, is_readable, Bus, TIMEOUT};

/// Polls and dispatches until a condition is true.
fn run_until(surface: &PolledSurface, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + TIMEOUT;
    while !is_so() {
        assert!(Instant::now() < end, "what the test waits for did not come");
        if is_readable(surface.as_fd().as_raw_fd(), 50) {
            surface.dispatch().unwrap();
        }
    }
}

#[test]
fn a_polled_surface_calls_closures_in_its_dispatch() {
    let bus = Bus::start();
    let (titles, refused) = (Rc::new(RefCell::new(Vec::new())), Rc::new(RefCell::new(None)));
    let (noted, kept) = (titles.clone(), refused.clone());
    let surface = Surface::polled("panel").bus_address(&bus.address);
    let surface = surface.on_added(move |surface, session| {
        noted.borrow_mut().push(title_of(session));
        *kept.borrow_mut() = Some((surface.dispatch(), surface.as_raw_fd()));
    });
    let surface = surface.build().unwrap();
    assert_eq!(surface.as_raw_fd(), surface.as_fd().as_raw_fd());
    let player = app(&bus, "player");
    let _session = shown(&player, "Summertime", [play()]);
    run_until(&surface, || !titles.borrow().is_empty());
    assert_eq!(*titles.borrow(), ["Summertime"]);
    let (dispatched, fd) = refused.borrow_mut().take().unwrap();
    assert_eq!((dispatched.unwrap_err().status(), fd), (Status::Busy, surface.as_raw_fd()));

    // On this thread waiting would block for ever, so only try_wait() works here; another thread may wait.
    let session = surface.sessions().unwrap().remove(0);
    assert_eq!(session.send(Command::Play).wait().unwrap_err().status(), Status::Busy);
    assert_eq!(surface.changes().unwrap().into_iter().count(), 1);
    let mut action = session.send(Command::Play);
    let mut answer = None;
    run_until(&surface, || {
        answer = action.try_wait();
        answer.is_some()
    });
    assert_eq!(answer, Some(Ok(())));
    thread::scope(|scope| {
        let asking = scope.spawn(|| session.send(Command::Play).wait());
        run_until(&surface, || asking.is_finished());
        assert_eq!(asking.join().unwrap(), Ok(()));
    });
    drop(surface);
    assert_eq!((Rc::strong_count(&titles), Rc::strong_count(&refused)), (1, 1));
}

/// The surface ends when the closure returns, and so does its descriptor.
#[test]
fn a_polled_surface_that_its_closure_drops_keeps_its_descriptor_in_it() {
    let bus = Bus::start();
    let (place, (sender, receiver)) = (Rc::new(Cell::new(null_mut())), channel());
    let taken = place.clone();
    let surface = Surface::polled("panel").bus_address(&bus.address).on_listed(move |surface| {
        // dispatch() borrows the surface, so only unsafe code can drop it meanwhile.
        drop(unsafe { Box::<PolledSurface>::from_raw(taken.replace(null_mut())) });
        sender.send((surface.as_fd().try_clone_to_owned(), surface.dispatch())).unwrap();
    });
    let surface = surface.build().unwrap();
    let fd = surface.as_raw_fd();
    place.set(Box::into_raw(Box::new(surface)));
    while let Some(surface) = unsafe { place.get().as_ref() } {
        if is_readable(fd, 50) {
            surface.dispatch().unwrap();
        }
    }
    let (descriptor, dispatched) = receiver.recv().unwrap();
    assert!(descriptor.is_ok(), "{descriptor:?}");
    assert_eq!(dispatched.unwrap_err().status(), Status::InvalidState);
}

/// Cancelled actions of a player that never answers are released in the next turn of the loop, and make room for
/// others.
#[test]
fn dropped_actions_do_not_wait_for_an_answer() {
    let bus = Bus::start();
    let fake = Fake::start(&bus, "silent");
    let surface = Surface::polled("panel").bus_address(&bus.address).build().unwrap();
    run_until(&surface, || surface.sessions().unwrap().first().map(title_of).as_deref() == Some("Silent"));
    let session = surface.sessions().unwrap().remove(0);
    let actions: Vec<_> = (0..limits::ACTIONS).map(|_| session.send(Command::Play)).collect();
    assert_eq!(session.send(Command::Play).try_wait().unwrap().unwrap_err().status(), Status::Busy);
    drop(actions);
    for _ in 0..100 {
        surface.dispatch().unwrap();
    }
    assert_eq!(session.send(Command::Play).try_wait(), None);
    fake.leave();
}

#[test]
fn a_wakeup_surface_is_dispatched_when_it_says_so() {
    let bus = Bus::start();
    let (wake, woken) = channel();
    let surface = Surface::wakeup("panel", move || wake.send(()).unwrap_or_default()).bus_address(&bus.address);
    let surface = Arc::new(surface.build().unwrap());
    let player = app(&bus, "player");
    let _session = shown(&player, "Summertime", [play()]);
    let served = surface.clone();
    thread::scope(|scope| {
        scope.spawn(move || {
            while woken.recv().is_ok() && Arc::strong_count(&served) > 1 {
                served.dispatch().unwrap();
            }
        });
        let seen = find(&surface, |session| title_of(session) == "Summertime");
        assert_eq!(seen.send(Command::Play).wait(), Ok(()));
        drop(surface);
        player.session("other").build().unwrap().commit().unwrap();
        drop(player);
    });
}

/// The `wakeup` closure is the last owner of the surface.
#[test]
fn a_wakeup_surface_is_dropped_by_its_wakeup() {
    let bus = Bus::start();
    let place: Arc<std::sync::Mutex<Option<Surface<nowplaying_surface::mode::Wakeup>>>> = Arc::default();
    let taken = place.clone();
    let (sender, dropped) = channel::<()>();
    let surface = Surface::wakeup("panel", move || {
        assert!(eventually(|| taken.lock().unwrap().is_some() || Arc::strong_count(&taken) == 1));
        drop(taken.lock().unwrap().take());
        let _ = &sender;
    });
    *place.lock().unwrap() = Some(surface.bus_address(&bus.address).build().unwrap());
    assert!(dropped.recv().is_err(), "the closure was not dropped");
}

#[test]
fn nobody_waits_in_a_closure() {
    let bus = Bus::start();
    let (sender, receiver) = channel();
    let surface = Surface::builder("panel").bus_address(&bus.address).on_added(move |surface, session| {
        let read = surface.changes().unwrap().into_iter().count();
        sender.send((session.send(Command::Play).wait(), surface.listed().try_wait().is_some(), read)).unwrap();
    });
    let _surface = surface.build().unwrap();
    let player = app(&bus, "player");
    let _session = shown(&player, "Summertime", [play()]);
    let (refused, _, read) = receiver.recv().unwrap();
    assert_eq!((refused.unwrap_err().status(), read), (Status::Busy, 1));
}

#[test]
fn the_list_is_waited_for() {
    let panel = Panel::new();
    let player = app(&panel.bus, "player");
    let _session = shown(&player, "Summertime", [play()]);
    panel.bus.until(&["status"], "Playing");
    let surface = Surface::builder("second").bus_address(&panel.bus.address).build().unwrap();
    block_on(surface.listed()).unwrap();
    assert_eq!(surface.sessions().unwrap().len(), 1);
    assert_eq!(surface.listed().wait(), Ok(()));

    let nowhere = Surface::builder("third").bus_address("unix:path=/nowhere").build().unwrap();
    assert_eq!(nowhere.listed().wait().unwrap_err().status(), Status::NoBus);
    assert_eq!(nowhere.listed().wait().unwrap_err().status(), Status::NoBus);

    // The action of a surface that is never dispatched does not end; it fails when the surface is dropped.
    let idle = Surface::wakeup("idle", || {}).bus_address(&panel.bus.address).build().unwrap();
    let mut listed = idle.listed();
    assert_eq!(poll_once(&mut listed), Poll::Pending);
    drop(idle);
    assert_eq!(listed.wait().unwrap_err().status(), Status::InvalidState);
}

#[test]
fn a_surface_takes_a_socket_that_is_connected_to_a_bus() {
    let bus = Bus::start();
    let path = bus.address.trim_start_matches("unix:path=");
    let socket = UnixStream::connect(path.split(',').next().unwrap()).unwrap();
    let surface = Surface::polled("panel").bus_address("unix:path=/nowhere").bus_fd(socket).build().unwrap();
    let player = app(&bus, "player");
    let _session = shown(&player, "Summertime", [play()]);
    run_until(&surface, || surface.sessions().unwrap().len() == 1);
}

/// Reads changes until a title appears. Returns them.
fn read_until(changes: &mut Changes, title: &str) -> Vec<Change> {
    let mut read = Vec::new();
    block_on(async {
        while read.last().map(Change::session).map(title_of).as_deref() != Some(title) {
            read.push(changes.next().await.expect("the surface ended"));
        }
    });
    read
}

#[test]
fn changes_begin_with_what_is_there_and_end_with_the_surface() {
    let panel = Panel::new();
    let player = app(&panel.bus, "player");
    let session = shown(&player, "One", [play()]);
    let seen = panel.shows("One");
    let mut changes = panel.surface.changes().unwrap();
    match block_on(changes.next()) {
        Some(Change::Added(session)) => assert_eq!(session.key(), seen.key()),
        change => panic!("{change:?}"),
    }
    session.set_content(&song("Two")).unwrap();
    session.commit().unwrap();
    match read_until(&mut changes, "Two").pop() {
        Some(Change::Changed(_, parts)) => assert!(parts.contains(Changed::ITEM), "{parts:?}"),
        change => panic!("{change:?}"),
    }
    // The waker of the second poll is woken, which is on another thread than the first.
    assert!(eventually(|| changes.try_next().is_none()));
    assert!(poll_once(&mut changes.next()).is_pending());
    thread::scope(|scope| {
        let reading = scope.spawn(|| loop {
            match block_on(changes.next()) {
                Some(Change::Removed(session)) => return title_of(&session),
                Some(_) => continue,
                None => panic!("the surface ended"),
            }
        });
        drop(player);
        assert_eq!(reading.join().unwrap(), "Two");
    });
    drop(panel);
    assert!(block_on(changes.next()).is_none() && changes.try_next().is_none());
}

#[test]
fn changes_are_waited_for_for_a_while() {
    let panel = Panel::new();
    let player = app(&panel.bus, "player");
    let session = shown(&player, "One", [play()]);
    panel.shows("One");
    let mut changes = panel.surface.changes().unwrap();
    let next = changes.next_timeout(Duration::from_secs(60));
    assert!(matches!(&next, Ok(Change::Added(session)) if title_of(session) == "One"), "{next:?}");
    let short = Duration::from_millis(10);
    assert!(eventually(|| matches!(changes.next_timeout(short), Err(RecvTimeoutError::Timeout))));
    thread::scope(|scope| {
        let reading = scope.spawn(|| loop {
            match changes.next_timeout(Duration::MAX) {
                Ok(change) if title_of(change.session()) == "Two" => return changes.next_timeout(Duration::ZERO),
                Ok(_) => continue,
                Err(error) => panic!("{error:?}"),
            }
        });
        session.set_content(&song("Two")).unwrap();
        session.commit().unwrap();
        assert!(!matches!(reading.join().unwrap(), Err(RecvTimeoutError::Disconnected)));
    });
    drop(panel);
    assert!(matches!(changes.next_timeout(short), Err(RecvTimeoutError::Disconnected)));
}

#[test]
fn a_slow_reader_reads_how_it_is_now() {
    let panel = Panel::new();
    let player = app(&panel.bus, "player");
    let session = shown(&player, "First", [play()]);
    panel.shows("First");
    let mut changes = panel.surface.changes().unwrap();
    for number in 0..50 {
        session.set_content(&song(&number.to_string())).unwrap();
        session.commit().unwrap();
        panel.shows(&number.to_string());
    }
    let other = app(&panel.bus, "other");
    let shown_briefly = shown(&other, "Brief", [play()]);
    panel.shows("Brief");
    drop(shown_briefly);
    drop(other);
    assert!(eventually(|| panel.surface.sessions().unwrap().len() == 1));
    // The reader did not get the first item, nor the player that came and went.
    let added = changes.try_next();
    assert!(matches!(&added, Some(Change::Added(session)) if title_of(session) == "49"), "{added:?}");
    assert!(changes.try_next().is_none());
}

#[test]
fn an_iterator_waits_on_a_thread_of_its_own() {
    let panel = Panel::new();
    let changes = panel.surface.changes().unwrap();
    thread::scope(|scope| {
        let reading = scope.spawn(|| {
            let titles = changes.into_iter().map(|change| title_of(change.session()));
            titles.collect::<Vec<_>>()
        });
        let player = app(&panel.bus, "player");
        let session = shown(&player, "One", [play()]);
        panel.shows("One");
        session.set_content(&song("Two")).unwrap();
        session.commit().unwrap();
        panel.shows("Two");
        drop(player);
        assert!(eventually(|| panel.surface.sessions().unwrap().is_empty()));
        drop(panel.surface);
        let titles = reading.join().unwrap();
        assert!(titles.len() <= 4 && titles.iter().all(|title| title == "One" || title == "Two"), "{titles:?}");
    });
}
