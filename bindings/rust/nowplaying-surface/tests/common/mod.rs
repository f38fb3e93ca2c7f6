// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! A bus with players, a surface that follows them, and a minimal executor for futures.
#![allow(dead_code)] // Each test program uses its own part.

use nowplaying::{Answer, App, Content};
use nowplaying_surface::{Changed, Session, Surface};
use std::future::Future;
use std::io::Write;
use std::path::Path;
use std::pin::Pin;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::sync::Arc;
use std::task::{Context, Poll, Wake};
use std::thread::{self, Thread};
use std::time::Duration;
use test_support::{eventually, lines, wait_for, Bus};

/// The arguments of a closure.
#[derive(Debug)]
pub enum Event {
    Added(Session),
    Changed(Session, Changed),
    Removed(Session),
    Ordered,
    Listed,
}

/// A surface on its own bus, whose closures report their arguments.
pub struct Panel {
    // The fields are dropped in this order: the surface before its bus.
    pub surface: Surface,
    pub events: Receiver<Event>,
    pub bus: Bus,
}

impl Panel {
    pub fn new() -> Self {
        let bus = Bus::start();
        let (sender, events) = channel();
        // The channel may be closed: a test may have stopped listening.
        let tell = move |what| sender.send(what).unwrap_or_default();
        let (added, changed, removed) = (tell.clone(), tell.clone(), tell.clone());
        let (ordered, listed) = (tell.clone(), tell);
        let surface = Surface::builder("panel")
            .bus_address(&bus.address)
            .on_added(move |_, session| added(Event::Added(session.clone())))
            .on_changed(move |_, session, parts| changed(Event::Changed(session.clone(), parts)))
            .on_removed(move |_, session| removed(Event::Removed(session.clone())))
            .on_ordered(move |_| ordered(Event::Ordered))
            .on_listed(move |_| listed(Event::Listed))
            .build()
            .unwrap();
        Panel { surface, events, bus }
    }

    /// Waits for a session that satisfies a condition.
    pub fn find(&self, is_right: impl Fn(&Session) -> bool) -> Session {
        find(&self.surface, is_right)
    }

    /// Waits for the session with this title.
    pub fn shows(&self, title: &str) -> Session {
        self.find(|session| title_of(session) == title)
    }
}

/// Waits for a session of a surface that satisfies a condition.
pub fn find<Mode>(surface: &Surface<Mode>, is_right: impl Fn(&Session) -> bool) -> Session {
    let mut found = None;
    eventually(|| {
        found = surface.sessions().unwrap().into_iter().find(&is_right);
        found.is_some()
    });
    found.unwrap_or_else(|| panic!("there are only {:?}", surface.sessions()))
}

pub fn title_of(session: &Session) -> String {
    session.item().map_or("", |item| item.lines()[0]).to_string()
}

/// An app on a bus.
pub fn app(bus: &Bus, name: &str) -> App {
    App::builder(name).bus_address(&bus.address).build().unwrap()
}

/// Makes a session that shows a song and accepts commands.
pub fn shown(app: &App, title: &str, commands: impl IntoIterator<Item = nowplaying::Command>) -> nowplaying::Session {
    let session = app.session("main").build().unwrap();
    session.set_commands(commands).unwrap();
    session.set_content(&song(title)).unwrap();
    session.set_snapshot(nowplaying::Snapshot::playing(Duration::from_secs(10))).unwrap();
    session.commit().unwrap();
    session.request_application_primary().unwrap();
    session
}

pub fn song(title: &str) -> Content {
    let song = Content::music(title).title(title).artists(["Sidney Bechet", "Noble Sissle"]).album("Petite Fleur");
    song.duration(Duration::from_secs(200)).build().unwrap()
}

/// A command that succeeds at once.
pub fn play() -> nowplaying::Command {
    nowplaying::Command::play(|_, _| Ok(Answer::Done))
}

/// A fake player of contract/testkit/fakes.py, run by tests/maker.py.
pub struct Fake {
    child: Child,
    input: Option<ChildStdin>,
    /// Its output.
    pub said: Receiver<String>,
}

impl Fake {
    pub fn start(bus: &Bus, part: &str) -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let script = here.join("tests/maker.py");
        let mut command = Command::new("/usr/bin/python3");
        command.env("PYTHONPATH", here.join("../../../contract"));
        command.arg("-B").arg(script).args([&bus.address, part]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("python3 cannot be run");
        let said = lines(child.stdout.take().unwrap());
        let input = child.stdin.take();
        let fake = Fake { child, input, said };
        wait_for(&fake.said, |line| line == "here");
        fake
    }

    /// Makes each session of the player change.
    pub fn change(&self) {
        self.input.as_ref().unwrap().write_all(b"change\n").unwrap();
    }

    /// Ends the player, which leaves the bus with calls unanswered.
    pub fn leave(mut self) {
        self.input = None;
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future on this thread.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = Box::pin(future);
    let waker = Arc::new(Unpark(thread::current())).into();
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

struct Quiet;

impl Wake for Quiet {
    fn wake(self: Arc<Self>) {}
}

/// Polls a future once.
pub fn poll_once<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
    Pin::new(future).poll(&mut Context::from_waker(&Arc::new(Quiet).into()))
}
