#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The reference player of Tests/Library/Protocol in JavaScript: its page says what it plays and how it answers.
import { fileURLToPath } from 'node:url';
import { App, Artwork, Book, Command, Generic, HomeMedia, Movie, Music, NowPlayingError, Podcast, Radio, RemoteSession,
  Session, TVShow } from '../index.mjs';
import { png } from './png.mjs';

const FILES = fileURLToPath(new URL('../../../contract/testkit/player/files/', import.meta.url));
const now = () => Number(process.hrtime.bigint()) / 1e9;
const never = () => new Promise(() => {});
const fail = (message) => {
  throw new NowPlayingError(message);
};
const legal = (wanted) => Math.min(wanted || 512, 2048);

/** A picture of the wanted size. */
const picture = (id) => new Artwork(({ width, height }) => png(id, legal(width), legal(height)), { id });

/** A picture of a shape that fits into the wanted size. */
const preview = (id, shape) => ({ width, height, aspectRatio }) => {
  const [across, down] = (shape ?? aspectRatio) === 'tall' ? [3, 4] : [1, 1];
  const unit = Math.max(1, Math.min(Math.floor(legal(width) / across), Math.floor(legal(height) / down)));
  return png(id, across * unit, down * unit);
};

/** What plays, and where. */
class Playback {
  constructor(item, state, position) {
    Object.assign(this, { item, state, rate: 1, seeking: 0 });
    this.move(position);
  }

  get speed() {
    return this.seeking || (this.state === 'playing' ? this.rate : 0);
  }

  get position() {
    return this.within(this.elapsed + this.speed * (now() - this.since));
  }

  within(position) {
    const { duration } = this.item;
    return Math.max(0, typeof duration === 'number' ? Math.min(position, duration) : position);
  }

  move(position) {
    Object.assign(this, { elapsed: this.within(position), since: now() });
  }

  start(item, position = 0) {
    this.item = item;
    this.move(position);
  }

  set(state) {
    this.move(this.position);
    Object.assign(this, { state, seeking: 0 });
  }

  setRate(rate) {
    this.move(this.position);
    this.rate = rate;
  }

  seek(speed, phase) {
    this.move(this.position);
    if (phase === 'begin') {
      this.seeking = speed;
    } else if (this.seeking === speed) {
      this.seeking = 0;
    }
  }

  snapshot() {
    return { state: this.seeking ? 'playing' : this.state, position: this.position,
      rate: this.seeking || this.rate, defaultRate: this.rate };
  }
}

const app = new App('trial-player', { displayName: 'Trial Player', desktopEntry: 'trial-player', onLog() {} });
/** Items without a position. */
const still = new Set();
const withoutPosition = (item) => {
  still.add(item);
  return item;
};
const snapshotOf = (playback) => ({ ...playback.snapshot(), ...(still.has(playback.item) && { position: null }) });

// ---------------------------------------------------------------------------------------------------------- Kitchen

{
  const kitchen = new RemoteSession(app, {
    id: 'kitchen',
    onDeviceVolume: async (id, volume) => { await later(); kitchen.setDeviceVolume('speaker', volume); },
    onDeviceStep: (id, step) => { if (step < 0) { fail('The TV is off'); } },
  });
  const playback = new Playback(new Music({ id: 'song', title: 'Kitchen Song', artists: ['Kitchen Band'],
    duration: 200 }), 'interrupted', 20);
  const later = () => new Promise((resolve) => { setTimeout(resolve, 200); });
  const change = (state) => async () => {
    await later();
    playback.set(state);
    kitchen.snapshot = snapshotOf(playback);
  };
  kitchen.update({
    content: playback.item, snapshot: snapshotOf(playback),
    commands: [Command.play(change('playing')), Command.pause(change('paused')), Command.stop(() => kitchen.close())],
    devices: [{ id: 'speaker', name: 'Kitchen Speaker', volume: 0.4 },
      { id: 'tv', name: 'Living Room TV', type: 'tv', canStep: true }, { id: 'fixed', name: 'Car', type: 'car' }],
  });
}

// ------------------------------------------------------------------------------------------------- Side and guest

{
  const side = new Session(app, { id: 'side' });
  const late = new Artwork(never, { id: 'late', preview: never });
  const items = [
    new Podcast({ id: 'episode-1', title: 'Side Episode 1', showName: 'Side Show', duration: 3600,
      artwork: new Artwork(() => fail('The cover is gone'), { id: 'broken' }), animatedArtwork: { square: late } }),
    new Podcast({ id: 'episode-2', title: 'Side Episode 2', showName: 'Side Show', duration: 3600,
      artwork: new Artwork(never, { id: 'slow' }),
      animatedArtwork: {
        square: new Artwork('https://example.org/moving.mp4', { id: 'remote', preview: preview('remote', 'square') }),
        tall: new Artwork(`${FILES}moving.mp4`, { id: 'square', preview: preview('square', 'square') }),
      } }),
  ];
  const playback = new Playback(items[0], 'paused', 60);
  let guest;
  const show = () => side.update({ content: playback.item, snapshot: snapshotOf(playback) });
  const showing = (act) => () => {
    act();
    show();
  };
  side.commands = [
    Command.play(showing(() => { side.requestSystemPrimary(); playback.set('playing'); })),
    Command.pause(showing(() => {
      playback.set('paused');
      side.resignSystemPrimary();
      main.requestApplicationPrimary();
    })),
    Command.stop(showing(() => playback.start(items[playback.item === items[0] ? 1 : 0], 60))),
    Command.togglePlayPause(showing(() => {
      if (guest && !guest.isClosed) {
        guest.close();
        return;
      }
      guest = new Session(app, { id: 'guest' });
      guest.update({ content: new Radio({ id: 'live', stationName: 'Guest FM',
        artwork: new Artwork(() => Buffer.from('This is no picture.'), { id: 'text' }),
        animatedArtwork: { square: late } }),
      snapshot: { state: 'buffering' }, commands: [Command.play(never)] });
    })),
    Command.next(() => {}, { enabled: false }),
    Command.previous(() => fail('There is no previous episode')),
    Command.skipForward(never, { intervals: [30] }),
  ];
  show();
}

// ---------------------------------------------------------------------------------------------------------- Studio

{
  const concert = new Music({ id: 'concert', title: 'Trial Concert', artists: ['Trial Band'], mediaType: 'video',
    duration: 600, userRating: 0.5, lyrics: '[00:00.00]Hush\n[00:30.50]First line\n[02:00.00]Second line',
    artwork: picture('poster'), chapters: [{ start: 0, title: 'Overture', artwork: picture('stage-1') },
      { start: 120, title: 'Song' }, { start: 400, artwork: picture('stage-2') }] });
  const broadcast = new Radio({ id: 'broadcast', stationName: 'Studio FM' });
  const items = [concert, broadcast, new Generic({ id: 'spot', title: 'Trial Spot', duration: 30, advertisement: true })];
  const troubles = [['network', 'The studio cannot be reached'], ['sign-in', 'Sign in to the studio'],
    ['region', 'The studio is closed in this region'], ['format', 'The studio does not play this'],
    ['not-available', 'The studio has lost this'], ['other', null]];
  const concertTracks = [
    { id: 'en', kind: 'audio', language: 'en', characteristics: ['default'] },
    { id: 'de', kind: 'audio', language: 'de', title: 'Deutsch' },
    { id: 'director', kind: 'audio', language: 'en', title: "Director's commentary", characteristics: ['commentary'] },
    { id: 'described', kind: 'audio', language: 'en', characteristics: ['describes-video'] },
    { id: 'en', kind: 'subtitles', language: 'en', characteristics: ['default', 'forced'] },
    { id: 'pt', kind: 'subtitles', language: 'pt-BR' },
    { id: 'en', kind: 'captions', language: 'en', title: 'English, with sounds' },
  ];
  const tracksOf = (item) => (item === concert ? concertTracks
    : item === broadcast ? [{ id: 'programme', kind: 'audio' }] : []);
  const studio = new Session(app, {
    id: 'studio',
    onVolume: (volume) => { studio.volume = volume; },
    onSelectTrack: (kind, id) => {
      if (id === 'director') {
        fail('The director has said nothing yet');
      }
      chosen[kind] = id;
      show();
    },
  });
  const playback = new Playback(concert, 'paused', 0);
  let [begun, rating, trouble, lastTrouble, bookmarked, favourite, atEdge, muted] = [];
  let chosen = {};
  lastTrouble = -1;
  muted = false;

  const start = (step) => {
    const item = items[(items.indexOf(playback.item) + step + items.length) % items.length];
    playback.start(item);
    begun = playback.since;
    [rating, trouble, bookmarked, favourite, atEdge] = [null, null, false, false, false];
    chosen = { audio: item === concert ? 'en' : 'programme', subtitles: 'en', captions: null };
  };
  const set = (state) => {
    playback.set(state);
    trouble = null;
    atEdge = atEdge && state === 'playing';
  };
  const move = (position, isLive = false) => {
    playback.move(position);
    atEdge = isLive;
  };
  const chapter = () => concert.chapters.findLastIndex((each) => each.start <= playback.position);
  const liveEnd = (at) => 1800 + at - begun;
  const doing = (act) => (value) => {
    act(value);
    show();
  };
  const commands = () => {
    const isConcert = playback.item === concert;
    const last = { slot: 'overflow', icon: 'chapters', enabled: isConcert };
    return [
      Command.play(doing(() => set('playing')), { icon: 'play', slot: 'central' }),
      Command.pause(doing(() => set('paused')), { icon: 'media-playback-pause', slot: 'central' }),
      Command.next(doing(() => start(1)), { slot: 'forward' }),
      Command.previous(doing(() => start(-1)), { slot: 'back' }),
      Command.seekToPosition(doing((position) => move(position))),
      Command.nextChapter(doing(() => {
        const next = concert.chapters[chapter() + 1] ?? fail('This is the last chapter');
        move(next.start);
      }), last),
      Command.previousChapter(doing(() => move(concert.chapters[Math.max(0, chapter() - 1)].start)), last),
      Command.seekToLive(doing(() => { set('playing'); move(liveEnd(now()), true); }),
        { icon: 'live', enabled: playback.item === broadcast }),
      Command.setRating(doing((value) => { rating = value; }), { icon: 'star', steps: 10 }),
      Command.bookmark(doing(() => { bookmarked = !bookmarked; }), { icon: bookmarked ? 'bookmark-filled' : 'bookmark',
        slot: 'forward-secondary', title: 'Remember this place', shortTitle: 'Remember', active: bookmarked }),
      Command.mute(doing((value) => { muted = value; }), { icon: 'volume-off' }),
      Command.custom('favourite', 'Add to favourites', doing(() => { favourite = !favourite; }),
        { icon: favourite ? 'heart-filled' : 'heart', slot: 'back-secondary', shortTitle: 'Favourite', active: favourite }),
      Command.custom('sleep timer/1', 'Sleep in an hour', () => {}, { enabled: false, icon: 'timer', slot: 'overflow' }),
      Command.custom('trouble', 'Make trouble', doing(() => {
        set('paused');
        lastTrouble = (lastTrouble + 1) % troubles.length;
        trouble = troubles[lastTrouble];
      }), { icon: 'dialog-error' }),
    ];
  };
  const show = () => {
    const { item, position } = playback;
    const snapshot = { ...snapshotOf(playback), timestamp: now(), position, atLiveEdge: atEdge };
    if (item === concert) {
      snapshot.buffered = Math.min(position + 60, item.duration);
    } else if (item === broadcast) {
      snapshot.seekable = [0, liveEnd(snapshot.timestamp)];
    }
    if (trouble) {
      Object.assign(snapshot, { state: 'error', errorKind: trouble[0], error: trouble[1] });
    }
    studio.update({ content: rating === null ? item : item.with({ userRating: rating }), snapshot, muted,
      commands: commands(), tracks: tracksOf(item).map((each) => ({ ...each, selected: chosen[each.kind] === each.id })) });
  };
  start(0);
  playback.move(30);
  studio.volume = 0.8;
  show();
}

// ------------------------------------------------------------------------------------------------------------ Main

const main = new Session(app, { id: 'main', onVolume: (volume) => { main.volume = volume; } });
{
  const moving = new Artwork(({ aspectRatio }) => process.env.REFERENCE_VIDEO
    ?? `${FILES}${aspectRatio === 'square' ? 'moving-1x1.mp4' : 'moving-3x4.mp4'}`,
  { id: 'moving-1', preview: preview('moving-1') });
  const items = [
    new Music({ id: 'music', title: 'Trial Song', artists: ['Trial Artist', 'Second Artist'], album: 'Trial Album',
      albumArtists: 'Trial Band', composers: 'A. Composer', genres: 'Test', isrc: 'QZTRL2600001', trackNumber: 3,
      discNumber: 1, releaseDate: new Date(1700000000000), explicit: false, userRating: 0.8, lyrics: 'la la',
      url: 'https://example.org/trial', collectionId: 'album-1', serviceId: 'trial-service', duration: 180,
      artwork: picture('cover-1'), animatedArtwork: { square: moving, tall: moving } }),
    new Podcast({ id: 'podcast', title: 'Episode 7', showName: 'Trial Show', releaseDate: new Date(1690000000000),
      duration: 1800, artwork: picture('cover-2') }),
    new Movie({ id: 'movie', title: 'Trial Film', duration: 5400 }),
    new TVShow({ id: 'tv-show', title: 'Pilot', showName: 'Trial Series' }),
    new Book({ id: 'book', title: 'Trial Book', author: 'An Author', narrator: 'A Narrator', chapter: 3,
      chapterCount: 12, duration: 36000 }),
    withoutPosition(new Radio({ id: 'radio', stationName: 'Trial FM', programName: 'Morning' })),
    withoutPosition(new HomeMedia({ id: 'home-media', sourceName: 'Front Door', description: 'Somebody rings',
      mediaType: 'video', duration: 'live' })),
    withoutPosition(new Generic({ id: 'generic', title: 'Rain', subtitle: 'on a roof', excludedFromSuggestions: true,
      duration: 'continuous' })),
  ];
  const playback = new Playback(items[0], 'playing', 10);
  let repeat = 'off';
  let shuffle = 'off';
  let feedback = ['neutral', 'neutral'];
  const step = (by) => playback.start(items[(items.indexOf(playback.item) + by + items.length) % items.length]);
  const doing = (act) => (value) => {
    act(value);
    show();
  };
  const likes = (button, mode, title, shortTitle) => Command.feedback(doing((value) => {
    feedback = ['neutral', 'neutral'];
    feedback[button] = value;
  }), { current: feedback[button], supported: ['neutral', mode], title, shortTitle });
  const commands = () => [
    Command.play(doing(() => playback.set('playing'))), Command.pause(doing(() => playback.set('paused'))),
    Command.stop(doing(() => { playback.set('stopped'); playback.move(0); })),
    Command.togglePlayPause(doing(() => playback.set(playback.snapshot().state === 'playing' ? 'paused' : 'playing'))),
    Command.next(doing(() => step(1))), Command.previous(doing(() => step(-1))),
    Command.seekToPosition(doing((position) => playback.move(position))),
    Command.skipForward(doing((interval) => playback.move(playback.position + interval)), { intervals: [15, 30] }),
    Command.skipBackward(doing((interval) => playback.move(playback.position - interval)), { intervals: [15] }),
    Command.seekForward(doing((phase) => playback.seek(5, phase))),
    Command.seekBackward(doing((phase) => playback.seek(-5, phase))),
    Command.changeRate(doing((rate) => playback.setRate(rate)), { rates: [0.5, 1, 1.5, 2] }),
    Command.changeRepeatMode(doing((mode) => { repeat = mode; }), { current: repeat }),
    Command.changeShuffleMode(doing((mode) => { shuffle = mode; }), { current: shuffle, supported: ['off', 'items'] }),
    likes(0, 'positive', 'Like this song', 'Like'), likes(1, 'negative', 'Dislike this song', 'Dislike'),
  ];
  const show = () => main.update({ content: playback.item, snapshot: snapshotOf(playback), commands: commands() });
  main.volume = 0.5;
  show();
  main.requestApplicationPrimary();
}

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => app.close());
}
