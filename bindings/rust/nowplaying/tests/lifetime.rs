// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tests that closures are dropped exactly when nothing will call them any more, and that handles outlive their owners.

mod common;

use common::{play, quit, song, Complaints, Player};
use nowplaying::{limits, Answer, App, Artwork, Command, Session, Status};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use test_support::{eventually, wait_for, Bus};

/// A value that closures capture; its count is the number of living closures.
type Witness = Arc<()>;

fn alive(witness: &Witness) -> usize {
    Arc::strong_count(witness) - 1
}

/// Makes a session with three closures that hold a witness, one of them in a command.
fn session_with_closures(app: &App, witness: &Witness) -> Session {
    let (artwork, volume, next) = (witness.clone(), witness.clone(), witness.clone());
    let session = app
        .session("")
        .on_artwork(move |_, _, _| {
            let _ = &artwork;
            Ok(Artwork::Later)
        })
        .on_volume(move |_, _, _| {
            let _ = &volume;
            Ok(Answer::Done)
        })
        .build()
        .unwrap();
    let next = Command::next(move |_, _| {
        let _ = &next;
        Ok(Answer::Done)
    });
    session.set_commands([next]).unwrap();
    session
}

#[test]
fn a_dropped_session_drops_its_closures() {
    let (player, witness) = (Player::new(), Witness::default());
    let session = session_with_closures(&player.app, &witness);
    assert_eq!(alive(&witness), 3);
    drop(session);
    assert_eq!(alive(&witness), 0);
}

#[test]
fn replaced_commands_drop_their_closures_at_once() {
    let (player, witness) = (Player::new(), Witness::default());
    let session = session_with_closures(&player.app, &witness);
    session.set_commands([]).unwrap();
    assert_eq!(alive(&witness), 2);
}

#[test]
fn a_dropped_app_drops_the_closures_of_its_sessions_too() {
    let (bus, complaints, witness) = (Bus::start(), Complaints::default(), Witness::default());
    let raise = witness.clone();
    let app = complaints.app(&bus).on_raise(move |_, _| {
        let _ = &raise;
        Ok(Answer::Done)
    });
    let app = app.build().unwrap();
    let session = session_with_closures(&app, &witness);
    assert_eq!(alive(&witness), 4);
    drop(app);
    assert_eq!(alive(&witness), 0);

    for result in [
        session.set_content(&song("a", "A")),
        session.set_snapshot(None),
        session.set_volume(1.0),
        session.commit(),
        session.request_application_primary(),
        session.request_system_primary(),
        session.resign_system_primary(),
        session.primary().map(drop),
    ] {
        assert_eq!(result.unwrap_err().status(), Status::InvalidState);
    }
    let late = witness.clone();
    let next = Command::next(move |_, _| {
        let _ = &late;
        Ok(Answer::Done)
    });
    assert_eq!(session.set_commands([next]).unwrap_err().status(), Status::InvalidState);
    assert_eq!(alive(&witness), 0, "a refused command is dropped");
    drop(session);
    complaints.assert_none();
}

#[test]
fn an_app_that_cannot_be_made_drops_its_closures() {
    let witness = Witness::default();
    let raise = witness.clone();
    let app = App::builder("").on_raise(move |_, _| {
        let _ = &raise;
        Ok(Answer::Done)
    });
    let error = app.build().unwrap_err();
    assert_eq!(error.status(), Status::InvalidArgument);
    assert!(!error.to_string().is_empty());
    assert_eq!(alive(&witness), 0);
}

#[test]
fn too_many_types_are_refused_and_a_wrong_address_is_not() {
    let types = App::builder("rusttest").mime_types((0..=limits::MIME_TYPES).map(|number| format!("audio/{number}")));
    assert_eq!(types.build().unwrap_err().status(), Status::InvalidArgument);
    App::builder("rusttest").bus_address("nonsense").build().unwrap();
}

#[test]
fn a_session_may_be_dropped_inside_its_own_closure() {
    let (player, witness) = (Player::new(), Witness::default());
    let (sender, receiver) = channel();
    let owner = Arc::new(Mutex::new(None::<Session>));
    let session = player.app.session("own").build().unwrap();
    let (inner, captured) = (owner.clone(), witness.clone());
    let next = Command::next(move |session, _| {
        drop(inner.lock().unwrap().take());
        // The drop takes effect when the closure returns: until then the session and the closure exist.
        sender.send((session.primary().map(drop), alive(&captured)))?;
        Ok(Answer::Done)
    });
    session.set_commands([play(), next]).unwrap();
    session.set_content(&song("own", "Own")).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    player.bus.until(&["metadata", "title"], "Own");
    *owner.lock().unwrap() = Some(session);
    assert_eq!(player.press(&["Next"]), Ok(String::new()), "the closure succeeded");
    let (used, alive_inside) = wait_for(&receiver, |_| true);
    assert_eq!(used, Ok(()));
    assert_eq!(alive_inside, 1);
    assert!(eventually(|| alive(&witness) == 0));
    player.bus.until(&["-l"], "");
}

#[test]
fn a_session_lives_as_long_as_its_last_handle() {
    let (player, witness) = (Player::new(), Witness::default());
    let session = session_with_closures(&player.app, &witness);
    let (clone, weak) = (session.clone(), session.downgrade());
    drop(session);
    assert_eq!(alive(&witness), 3);
    clone.commit().unwrap();
    let another = weak.clone();
    assert!(another.upgrade().is_some());
    drop(clone);
    assert_eq!(alive(&witness), 0);
    assert!(weak.upgrade().is_none());
}

#[test]
fn a_thread_that_a_command_starts_has_a_handle_of_its_own() {
    let player = Player::new();
    let next = Command::next(|session, request| {
        let (session, request) = (session.clone(), request.clone());
        std::thread::spawn(move || {
            let shown = session.set_content(&song("track-2", "Loaded")).and_then(|()| session.commit());
            match shown {
                Ok(()) => request.complete(),
                Err(error) => request.fail(error),
            }
        });
        Ok(Answer::Later)
    });
    player.session.set_commands([play(), next]).unwrap();
    player.session.commit().unwrap();
    player.bus.until_matches(&["status"], |_| player.get("org.mpris.MediaPlayer2.Player", "CanGoNext") == "b true");
    player.press(&["Next"]).unwrap();
    player.bus.until(&["metadata", "title"], "Loaded");
}

#[test]
fn a_weak_handle_in_a_command_does_not_keep_the_session() {
    let (player, witness) = (Player::new(), Witness::default());
    let session = session_with_closures(&player.app, &witness);
    let (weak, captured) = (session.downgrade(), witness.clone());
    let stop = Command::stop(move |_, _| {
        let _ = (weak.upgrade(), &captured);
        Ok(Answer::Done)
    });
    session.set_commands([stop]).unwrap();
    assert_eq!(alive(&witness), 3);
    drop(session);
    assert_eq!(alive(&witness), 0);
}

#[test]
fn an_app_may_be_dropped_inside_a_closure_of_its_session() {
    let (bus, complaints, witness) = (Bus::start(), Complaints::default(), Witness::default());
    let owner = Arc::new(Mutex::new(None::<App>));
    let app = complaints.app(&bus).build().unwrap();
    let session = session_with_closures(&app, &witness);
    let inner = owner.clone();
    let next = Command::next(move |_, _| {
        drop(inner.lock().unwrap().take());
        Ok(Answer::Done)
    });
    session.set_commands([play(), next]).unwrap();
    session.set_content(&song("a", "A")).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    bus.until(&["metadata", "title"], "A");
    *owner.lock().unwrap() = Some(app);
    let _ = bus.playerctl(&["next"]);
    assert!(eventually(|| alive(&witness) == 0));
    bus.until(&["-l"], "");
    complaints.assert_none();
}

#[test]
fn an_app_may_be_dropped_inside_its_own_closure() {
    let (bus, complaints, witness) = (Bus::start(), Complaints::default(), Witness::default());
    let (sender, receiver) = channel();
    let owner = Arc::new(Mutex::new(None::<App>));
    let (inner, captured) = (owner.clone(), witness.clone());
    let app = complaints.app(&bus).on_quit(move |app, _| {
        drop(inner.lock().unwrap().take());
        // The drop takes effect when the closure returns: until then the app and the closure exist.
        sender.send((app.bus_state(), alive(&captured)))?;
        Ok(Answer::Done)
    });
    let app = app.build().unwrap();
    let session = session_with_closures(&app, &Witness::default());
    session.set_content(&song("a", "A")).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    bus.until(&["status"], "Stopped");
    *owner.lock().unwrap() = Some(app);
    assert_eq!(quit(&bus), Ok(String::new()));
    let (used, alive_inside) = wait_for(&receiver, |_| true);
    assert_ne!(used.map_err(|error| error.status()), Err(Status::InvalidHandle));
    assert_eq!(alive_inside, 1);
    assert!(eventually(|| alive(&witness) == 0));
    complaints.assert_none();
}

#[test]
fn a_closure_that_owns_its_session_does_not_keep_it_beyond_the_app() {
    let (bus, complaints, witness) = (Bus::start(), Complaints::default(), Witness::default());
    let app = complaints.app(&bus).build().unwrap();
    let session = session_with_closures(&app, &witness);
    let (own, captured) = (session.clone(), witness.clone());
    let stop = Command::stop(move |_, _| {
        let _ = (&own, &captured);
        Ok(Answer::Done)
    });
    session.set_commands([stop]).unwrap();
    drop(session);
    assert_eq!(alive(&witness), 3);
    drop(app);
    assert_eq!(alive(&witness), 0);
    complaints.assert_none();
}

#[test]
fn a_panic_in_the_drop_of_a_closure_is_caught() {
    struct Bomb(std::sync::mpsc::Sender<()>);
    impl Drop for Bomb {
        fn drop(&mut self) {
            self.0.send(()).unwrap();
            panic!("the bomb goes off");
        }
    }
    let player = Player::new();
    let (sender, receiver) = channel();
    let bomb = Bomb(sender);
    let session = player.app.session("bomb").on_volume(move |_, _, _| {
        let _ = &bomb;
        Ok(Answer::Done)
    });
    drop(session.build().unwrap());
    assert_eq!(receiver.try_recv(), Ok(()));
}
