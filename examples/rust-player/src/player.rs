// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

//! The queue and its playback, and what the desktop is told of them.

use crate::decoder::Decoder;
use crate::track::Track;
use nowplaying::mode::Polled;
use nowplaying::{CommandKind, PlaybackState, Session, Snapshot};
use std::error::Error;
use std::io::{self, Write};
use std::os::unix::io::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

/// An action of the player.
#[derive(Clone, Copy, Debug)]
pub enum Action {
    Play,
    Pause,
    Stop,
    Next,
    Previous,
    Seek(Duration),
    Quit,
}

/// `Previous` begins the track anew when more than this has been played.
const RESTART_AFTER: Duration = Duration::from_secs(3);
/// When the decoder is later than this, the position is sent to the desktop again.
const TOO_LATE: Duration = Duration::from_millis(500);
/// A twentieth of a second of sound.
const CHUNK: usize = 9_600;

pub struct Player<'a> {
    session: &'a Session<Polled>,
    tracks: Vec<Track>,
    place: usize,
    state: PlaybackState,
    decoder: Decoder,
    /// A time, and the position at that time, from which the present position is computed.
    clock: (Instant, Duration),
    /// Whether the sound goes to standard output.
    is_heard: bool,
    ended: bool,
}

impl<'a> Player<'a> {
    /// Plays the first track.
    pub fn new(
        session: &'a Session<Polled>,
        tracks: Vec<Track>,
        is_heard: bool,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let decoder = Decoder::start(&tracks[0].path, Duration::ZERO)?;
        let mut player = Player {
            session,
            tracks,
            place: 0,
            state: PlaybackState::Playing,
            decoder,
            clock: (Instant::now(), Duration::ZERO),
            is_heard,
            ended: false,
        };
        player.show_track()?;
        Ok(player)
    }

    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns how long the loop may sleep until sound is due; `None`: until a command comes.
    pub fn time_to_wait(&self) -> Option<Duration> {
        match self.is_playing() && self.decoder_that_is_due().is_none() {
            true => Some(self.due().saturating_duration_since(Instant::now())),
            false => None,
        }
    }

    /// The decoder's output, when more sound is due.
    pub fn decoder_that_is_due(&self) -> Option<BorrowedFd<'_>> {
        (self.is_playing() && Instant::now() >= self.due()).then(|| self.decoder.as_fd())
    }

    /// Plays the decoder's next samples.
    pub fn play_on(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        if !self.is_playing() || Instant::now() < self.due() {
            return Ok(()); // paused or moved since the loop looked
        }
        if self.due() + TOO_LATE < Instant::now() {
            self.show_state(PlaybackState::Playing)?;
        }
        let mut buffer = [0; CHUNK];
        let sound = self.decoder.read(&mut buffer)?;
        if sound.is_empty() {
            return self.track_has_ended();
        }
        match self.is_heard {
            true => Ok(io::stdout().write_all(sound)?),
            false => Ok(()),
        }
    }

    /// Carries out an action, and tells the desktop the result.
    pub fn act(&mut self, action: Action) -> Result<(), Box<dyn Error + Send + Sync>> {
        match action {
            Action::Play if self.is_playing() => {}
            Action::Play => self.show_state(PlaybackState::Playing)?,
            Action::Pause => self.show_state(PlaybackState::Paused)?,
            Action::Stop => {
                self.decoder = Decoder::start(&self.tracks[self.place].path, Duration::ZERO)?;
                self.show_state(PlaybackState::Stopped)?;
            }
            Action::Next => self.go_to(self.place + 1)?,
            Action::Previous if self.decoder.position() > RESTART_AFTER => self.seek(Duration::ZERO)?,
            Action::Previous => self.go_to(self.place.saturating_sub(1))?,
            Action::Seek(position) => self.seek(position)?,
            Action::Quit => self.ended = true,
        }
        Ok(())
    }

    fn is_playing(&self) -> bool {
        self.state == PlaybackState::Playing
    }

    /// Returns when the sound at the decoder's position is due.
    fn due(&self) -> Instant {
        self.clock.0 + self.decoder.position().saturating_sub(self.clock.1)
    }

    fn track_has_ended(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.ended = self.place + 1 == self.tracks.len();
        match self.ended {
            true => Ok(()),
            false => self.go_to(self.place + 1),
        }
    }

    fn go_to(&mut self, place: usize) -> Result<(), Box<dyn Error + Send + Sync>> {
        let track = self.tracks.get(place).ok_or_else(|| nowplaying::Error::failed("this is the last track"))?;
        self.decoder = Decoder::start(&track.path, Duration::ZERO)?;
        self.place = place;
        self.show_track()
    }

    fn seek(&mut self, position: Duration) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.decoder = Decoder::start(&self.tracks[self.place].path, position)?;
        self.show_state(self.state)
    }

    /// Shows another track, with everything in one commit: its content, its commands, and its state.
    fn show_track(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        let track = &self.tracks[self.place];
        eprintln!("{}", track.title);
        self.session.set_content(&track.content(self.place)?)?;
        self.session.set_command_enabled(CommandKind::Next, self.place + 1 < self.tracks.len())?;
        self.session.set_command_enabled(CommandKind::SeekToPosition, track.duration.is_some())?;
        self.show_state(self.state)
    }

    /// Shows the state and the position, from which the desktop computes later positions by itself.
    fn show_state(&mut self, state: PlaybackState) -> Result<(), Box<dyn Error + Send + Sync>> {
        self.state = state;
        self.clock = (Instant::now(), self.decoder.position());
        self.session.set_snapshot(Snapshot::new(state, self.clock.1).at(self.clock.0))?;
        Ok(self.session.commit()?)
    }
}
