// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! Tells the desktop what plays, and is driven by it: by libnowplaying, in GTK's main loop.

use async_channel::Sender;
use fragile::Fragile;
use gst::ClockTime;
use gst_play::{PlaySignalAdapter, PlayState};
use gtk::prelude::*;
use gtk::{gio, glib};
use nowplaying::mode::Polled;
use nowplaying::{
    Answer, Answered, App, Artwork, ArtworkEvent, Command, CommandKind, Content, LogLevel,
    PlaybackState, Request, Session, Snapshot,
};
use std::cell::{Cell, RefCell};
use std::os::fd::AsRawFd;
use std::rc::Rc;
use std::time::Duration;

use super::{PlayerExt, PlayerWidget, SeekDirection};
use crate::app::Action;
use crate::config::APP_ID;
use crate::download_covers::{determin_cover_path, just_download};
use crate::i18n::i18n;
use podcasts_data::{EpisodeModel, EpisodeWidgetModel, ShowCoverModel, ShowId, dbqueries};

type Player = Rc<RefCell<PlayerWidget>>;

/// The buttons of the window skip by these.
const SKIP: [Duration; 1] = [Duration::from_secs(10)];
/// The speeds of the menu of the window.
const RATES: [f64; 7] = [0.75, 0.9, 1.0, 1.25, 1.5, 1.75, 2.0];
/// Clients can ask for these once there is an episode.
const COMMANDS: [CommandKind; 6] = [
    CommandKind::Play,
    CommandKind::Pause,
    CommandKind::SkipForward,
    CommandKind::SkipBackward,
    CommandKind::SeekToPosition,
    CommandKind::ChangeRate,
];

/// The state that the desktop is shown, and of which the engine has told.
#[derive(Debug, Clone, Default)]
pub(super) struct Desktop {
    session: Option<Session<Polled>>,
    pub(super) episode: Option<(EpisodeWidgetModel, ShowCoverModel)>,
    state: Cell<Option<PlayState>>,
    duration: Cell<Option<ClockTime>>,
    has_begun: Cell<bool>,
}

impl Desktop {
    /// To be called before the engine gets another file: until that plays or is paused, its position is the old one's.
    pub(super) fn load(&self) {
        self.state.set(Some(PlayState::Buffering));
        self.duration.set(None);
        self.has_begun.set(false);
    }

    pub(super) fn is_playing(&self) -> bool {
        matches!(
            self.state.get(),
            Some(PlayState::Playing | PlayState::Buffering)
        )
    }
}

/// Shows the player to the desktop, without an episode yet, and at each signal of the engine what is known then.
pub(super) fn connect(player: &Player, engine: &PlaySignalAdapter, sender: &Sender<Action>) {
    match session(player, sender) {
        Ok(session) => player.borrow_mut().desktop.session = Some(session),
        Err(err) => error!("nowplaying: {err}"),
    }
    // The signals come in the main loop, as those that player.rs connects.
    let weak = Fragile::new(Rc::downgrade(player));
    let change = move |by: &dyn Fn(&Desktop)| {
        if let Some(player) = weak.get().upgrade() {
            by(&player.borrow().desktop);
            player.borrow().show();
        }
    };
    let (state_changed, duration_changed) = (change.clone(), change.clone());
    engine.connect_state_changed(move |_, state| {
        state_changed(&|desktop| {
            desktop.state.set(Some(state));
            if state != PlayState::Buffering {
                desktop.has_begun.set(state != PlayState::Stopped);
            }
        })
    });
    engine.connect_duration_changed(move |_, duration| {
        duration_changed(&|desktop| desktop.duration.set(duration.or(desktop.duration.get())))
    });
    engine.connect_seek_done(move |_, _| change(&|_| ()));
}

fn session(player: &Player, sender: &Sender<Action>) -> nowplaying::Result<Session<Polled>> {
    let raise = sender.clone();
    let app = App::polled(APP_ID)
        .display_name(&i18n("Podcasts"))
        .show_idle(true)
        .on_raise(move |_, _| {
            send_blocking!(raise, Action::RaiseWindow);
            Ok(Answer::Done)
        })
        .on_quit(|_, _| {
            gio::Application::default().ok_or("no application")?.quit();
            Ok(Answer::Done)
        })
        .on_log(LogLevel::Warning, |_, _, line| warn!("nowplaying: {line}"))
        .build()?;

    let asked = Rc::downgrade(player);
    let session = app
        .session("player")
        .on_artwork(cover)
        .on_position(move |_| asked.upgrade()?.borrow().position().map(Duration::from))
        .build()?;
    session.set_commands(commands(player))?;
    for kind in COMMANDS {
        session.set_command_enabled(kind, false)?;
    }
    session.commit()?;
    session.request_application_primary()?;

    glib::source::unix_fd_add_local(app.as_raw_fd(), glib::IOCondition::IN, move |_, _| {
        if let Err(err) = app.dispatch() {
            warn!("nowplaying: {err}");
        }
        glib::ControlFlow::Continue
    });
    Ok(session)
}

fn commands(player: &Player) -> [Command<Polled>; COMMANDS.len()] {
    let press = |act: fn(&Player)| {
        let player = Rc::downgrade(player);
        move |_: &Session<Polled>, _: &Request| {
            act(&player.upgrade().ok_or("no player")?);
            Ok(Answer::Done)
        }
    };
    let go = |act: fn(&PlayerWidget, ClockTime) -> Option<()>| {
        let player = Rc::downgrade(player);
        move |_: &Session<Polled>, _: &Request, time: Duration| {
            let player = player.upgrade().ok_or("no player")?;
            act(&player.borrow(), ClockTime::try_from(time)?).ok_or("nothing is loaded")?;
            Ok(Answer::Done)
        }
    };
    let player = Rc::downgrade(player);
    [
        Command::play(press(|player| player.borrow().play())),
        Command::pause(press(|player| player.borrow_mut().pause())),
        Command::skip_forward(
            &SKIP,
            go(|player, by| player.seek(by, SeekDirection::Forward)),
        ),
        Command::skip_backward(
            &SKIP,
            go(|player, by| player.seek(by, SeekDirection::Backwards)),
        ),
        Command::seek_to_position(go(|player, to| Some(player.player.seek(to)))),
        Command::change_rate(&RATES, move |_, _, rate| {
            let player = player.upgrade().ok_or("no player")?;
            let container = player.borrow().container.clone();
            container.activate_action("rate.set", Some(&format!("{rate:.2}").to_variant()))?;
            Ok(Answer::Done)
        }),
    ]
}

/// Gives the picture of a show, whose id is that of the picture: the file, once it is there.
fn cover(_: &Session<Polled>, request: &Request, wanted: ArtworkEvent) -> Answered<Artwork> {
    let show = dbqueries::get_podcast_cover_from_id(ShowId(wanted.id.parse()?))?;
    let path = determin_cover_path(&show, None);
    if path.exists() {
        return Ok(Artwork::File(path));
    }
    let request = request.clone();
    crate::RUNTIME.spawn(async move {
        let answered = match (just_download(&show).await, show.image_uri()) {
            (Ok(()), _) => request.complete_artwork_file(path),
            // The desktop may be able to fetch what we are not.
            (Err(_), Some(uri)) => request.complete_artwork_url(uri),
            (Err(err), None) => request.fail(err),
        };
        if let Err(err) = answered {
            warn!("No cover for the desktop: {err}");
        }
    });
    Ok(Artwork::Later)
}

impl PlayerWidget {
    /// Shows the desktop everything as it is now; the library finds out what has changed.
    pub(super) fn show(&self) {
        if let Err(err) = self.publish() {
            warn!("nowplaying: {err}");
        }
    }

    fn publish(&self) -> nowplaying::Result<()> {
        let desktop = &self.desktop;
        let (Some(session), Some((episode, show))) = (&desktop.session, &desktop.episode) else {
            return Ok(());
        };
        let mut content = Content::podcast(&episode.id().0.to_string())
            .title(episode.title())
            .show_name(show.title())
            .artwork(show.id().0.to_string());
        let of_feed = episode
            .duration()
            .and_then(|seconds| seconds.try_into().ok());
        if let Some(duration) = desktop
            .duration
            .get()
            .or(of_feed.map(ClockTime::from_seconds))
        {
            content = content.duration(Duration::from(duration));
        }
        let state = match desktop.state.get() {
            Some(PlayState::Playing) => PlaybackState::Playing,
            Some(PlayState::Paused) => PlaybackState::Paused,
            Some(PlayState::Buffering) => PlaybackState::Buffering,
            _ => PlaybackState::Stopped,
        };
        let start = || ClockTime::from_seconds(self.info.restore_position.unwrap_or(0) as u64);
        let position = Duration::from(self.position().unwrap_or_else(start));
        session.set_content(&content.build()?)?;
        session.set_snapshot(Snapshot::new(state, position).rate(self.player.rate()))?;
        for kind in COMMANDS {
            session.set_command_enabled(kind, true)?;
        }
        session.commit()
    }

    /// The position of the engine, once it has begun with the episode.
    fn position(&self) -> Option<ClockTime> {
        self.desktop
            .has_begun
            .get()
            .then(|| self.player.position())?
    }
}
