// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Knows what a media element says of its playback.
'use strict';

// Shorter sounds count as those of messages and buttons, unless the page describes the sound and nothing longer plays.
const LEAST_SECONDS = 5;
// A broadcast is live while it is not farther behind than this.
const LIVE_SECONDS = 15;

// The elements that have been heard: a video that has always been muted, or has no sound, is decoration.
const heard = new WeakSet();

// Returns whether a file has sound, as far as the browser says: Chromium counts what it has decoded.
function hasSound(element) {
  if (element instanceof HTMLVideoElement && !element.srcObject && element.webkitAudioDecodedByteCount === 0) {
    return false;
  }
  return element.mozHasAudio !== false;
}

function isAudible(element) {
  return !element.muted && element.volume > 0 && hasSound(element);
}

function noteHeard(element) {
  if (!element.paused && isAudible(element)) {
    heard.add(element);
  }
}

function isShort(element) {
  return element.duration < LEAST_SECONDS;
}

// Returns whether an element is something that people listen to.
// isShown: whether it is shown already, and may load the next file.
function isWorthShowing(element, isShown) {
  const isDescribed = pageSession.metadata !== null;
  if (element.readyState === 0 && !element.error && (element.paused || !(isShown || isDescribed))) {
    return false;
  }
  // Sound of a microphone, a camera or a call is no recording.
  if (element.srcObject instanceof MediaStream && !isDescribed) {
    return false;
  }
  return heard.has(element) && (isDescribed || !isShort(element));
}

// Returns whether time stands still in an element: a page may pause it by its rate.
function isPaused(element) {
  return element.paused || element.playbackRate === 0;
}

function isMoving(element) {
  return statusOf(element) === 'playing';
}

// Returns whether an element plays a broadcast. For the browser a file whose server does not say how long it is has no
// end, as a broadcast has none: there the page decides.
function isLive(element) {
  return element.duration === Infinity && (pageSession.stated?.duration === Infinity || !isRecording(element));
}

function statusOf(element) {
  if (element.error) {
    return 'error';
  }
  if (element.ended) {
    return 'stopped';
  }
  if (isPaused(element)) {
    return 'paused';
  }
  return element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA ? 'buffering' : 'playing';
}

function describeError(error) {
  const kinds = { [MediaError.MEDIA_ERR_NETWORK]: 'network', [MediaError.MEDIA_ERR_DECODE]: 'format',
    [MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED]: 'format' };
  return { error: boundText(error.message, 200), errorKind: kinds[error.code] };
}

// Returns the range around the position, or the last one; null for none.
function rangeAt(ranges, position) {
  for (let index = 0; index < ranges.length; ++index) {
    if (position >= ranges.start(index) && position <= ranges.end(index)) {
      return { start: ranges.start(index), end: ranges.end(index) };
    }
  }
  const last = ranges.length - 1;
  return last < 0 ? null : { start: ranges.start(last), end: ranges.end(last) };
}

function describeLive(element) {
  const range = rangeAt(element.seekable, element.currentTime);
  if (!range || !(range.end - range.start > LIVE_SECONDS)) {
    return { atLive: true };
  }
  return { seekableStart: range.start, seekableEnd: range.end, atLive: range.end - element.currentTime < LIVE_SECONDS };
}

// Describes the playback of an element.
// offset: what the page adds to its position.
function describePlayback(element, offset) {
  const buffered = element.buffered.length > 0 ? rangeAt(element.buffered, element.currentTime).end : undefined;
  return {
    status: statusOf(element),
    position: boundNumber(element.currentTime + offset),
    rate: boundNumber(element.playbackRate),
    time: Date.now(),
    buffered: boundNumber(buffered + offset),
    ...(isLive(element) ? describeLive(element) : {}),
    ...(element.error ? describeError(element.error) : {}),
  };
}

function canSeek(element) {
  return element.seekable.length > 0 && element.seekable.end(element.seekable.length - 1) > 0;
}

// Describes the tracks that one can choose from.
function describeTracks(element) {
  const tracks = [];
  const add = (kind, track, index, selected) => {
    tracks.push({ kind, id: String(index), language: boundText(track.language, 35), title: boundText(track.label, 100),
      selected });
  };
  const { audioTracks = [], textTracks } = element;
  for (let index = 0; audioTracks.length > 1 && index < Math.min(audioTracks.length, MOST_TRACKS); ++index) {
    add('audio', audioTracks[index], index, audioTracks[index].enabled);
  }
  for (let index = 0; index < Math.min(textTracks.length, MOST_TRACKS); ++index) {
    const { kind, mode } = textTracks[index];
    if (kind === 'subtitles' || kind === 'captions') {
      add(kind, textTracks[index], index, mode === 'showing');
    }
  }
  // At most one of a kind is selected.
  const selected = new Set();
  for (const track of tracks) {
    track.selected &&= !selected.has(track.kind);
    if (track.selected) {
      selected.add(track.kind);
    }
  }
  return tracks.slice(0, MOST_TRACKS);
}

// Describes the chapters that a text track has. They are loaded when the track is no longer disabled.
function describeChapterTrack(element) {
  const track = [...element.textTracks].slice(0, MOST_TRACKS).find((each) => each.kind === 'chapters');
  if (!track) {
    return [];
  }
  if (track.mode === 'disabled') {
    track.mode = 'hidden';
  }
  return [...track.cues ?? []].slice(0, MOST_CHAPTERS)
    .map((cue) => ({ start: boundNumber(cue.startTime), title: boundText(cue.text, 250) }));
}
