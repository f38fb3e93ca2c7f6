// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The values of a session: how it is checked, and how the library is told.
'use strict';

const check = require('./checks.js');
const { Command, byTag } = require('./commands.js');
const { Content, make } = require('./content.js');
const { native } = require('./native.js');
const { ENUMERATIONS, LIMITS } = require('./tables.js');

const SNAPSHOT = new Set(['state', 'position', 'rate', 'defaultRate', 'timestamp', 'seekable', 'buffered', 'error',
  'errorKind', 'atLiveEdge']);
const TRACK = new Set(['id', 'kind', 'language', 'title', 'characteristics', 'selected']);
const DEVICE = new Set(['id', 'name', 'type', 'volume', 'canStep']);

/** Now, by CLOCK_MONOTONIC, in seconds. */
function monotonic() {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds + nanoseconds / 1e9;
}

function optionalTime(name, value) {
  return check.isNothing(value) ? check.UNKNOWN : check.microseconds(name, value);
}

/** The snapshot for the library, of the moment at which it is given. */
function checkedSnapshot(value) {
  const name = 'Session.snapshot';
  const given = check.options(name, value, SNAPSHOT);
  const struct = {
    state: check.member(`${name}.state`, given.state, 'PlaybackState'),
    elapsed_us: optionalTime(`${name}.position`, given.position),
    timestamp_us: check.microseconds(`${name}.timestamp`, given.timestamp ?? monotonic()),
  };
  if (!check.isNothing(given.rate)) {
    struct.rate = check.number(`${name}.rate`, given.rate);
    if (struct.rate === 0) {
      throw new RangeError(`${name}.rate must not be 0: what does not play is "paused"`);
    }
  }
  if (!check.isNothing(given.defaultRate)) {
    struct.default_rate = check.positive(`${name}.defaultRate`, given.defaultRate);
  }
  if (!check.isNothing(given.seekable)) {
    const [start, end] = check.list(`${name}.seekable`, given.seekable, check.microseconds, 2);
    if (end === undefined || end < start || struct.elapsed_us === check.UNKNOWN) {
      throw new RangeError(`${name}.seekable must be the first and the last position, beside a position`);
    }
    [struct.seekable_start_us, struct.seekable_end_us] = [start, end];
  }
  struct.buffered_us = optionalTime(`${name}.buffered`, given.buffered);
  struct.error = check.optionalText(`${name}.error`, given.error);
  if (!check.isNothing(given.errorKind)) {
    struct.error_kind = check.member(`${name}.errorKind`, given.errorKind, 'ErrorKind');
  }
  if (!check.isNothing(given.atLiveEdge)) {
    struct.is_at_live_edge = check.flag(`${name}.atLiveEdge`, given.atLiveEdge);
  }
  return { value: Object.freeze({ ...given }), struct };
}

function checkedTrack(name, value) {
  const given = check.options(name, value, TRACK);
  return { id: check.id(`${name}.id`, given.id), kind: check.member(`${name}.kind`, given.kind, 'TrackKind'),
    language: check.optionalText(`${name}.language`, given.language),
    title: check.optionalText(`${name}.title`, given.title),
    characteristics: check.members(`${name}.characteristics`, given.characteristics ?? [], 'TrackCharacteristic'),
    selected: check.isNothing(given.selected) ? false : check.flag(`${name}.selected`, given.selected) };
}

function checkedDevice(name, value) {
  const given = check.options(name, value, DEVICE);
  return { id: check.id(`${name}.id`, given.id), name: check.someText(`${name}.name`, given.name),
    type: check.member(`${name}.type`, given.type ?? 'speaker', 'DeviceType'),
    volume: check.isNothing(given.volume) ? -1 : check.numberFrom(`${name}.volume`, given.volume, 0, 1),
    can_step: check.isNothing(given.canStep) ? false : check.flag(`${name}.canStep`, given.canStep) };
}

/** A list of objects: as it was given, and as the library's structs. */
function checkedList(name, values, checkedEntry, most) {
  const value = check.list(name, values, (each, entry) => entry, most);
  const structs = value.map((each, index) => checkedEntry(`${name}[${index}]`, each));
  return { value: Object.freeze(value.map((each) => Object.freeze({ ...each }))), struct: structs };
}

/** The properties that can be assigned. `check` returns the value, and with it the struct that the library is given
 * where that is not the value itself. `set` gives the library the result. */
const PROPERTIES = {
  commands: {
    first: Object.freeze([]),
    check(values) {
      const value = check.list('Session.commands', values, (name, each) => {
        if (!(each instanceof Command)) {
          throw check.wrongType(name, 'a Command', each);
        }
        return each;
      }, LIMITS.MAX_COMMANDS);
      const ids = value.filter((each) => each.kind === 'custom');
      check.differentIds('Session.commands', ids);
      const tagged = byTag(value);
      return { value: Object.freeze(value), tagged,
        struct: [...tagged].map(([tag, each]) => ({ ...each.values, tag })) };
    },
    set: (handle, { struct }) => native.session_set_commands(handle, struct),
  },
  snapshot: {
    first: null,
    check: (value) => (check.isNothing(value) ? { value: null, struct: null } : checkedSnapshot(value)),
    set: (handle, { struct }) => native.session_set_snapshot(handle, struct),
  },
  volumeMaximum: {
    first: 1,
    check: (value) => ({ value: check.positive('Session.volumeMaximum', value) }),
    set: (handle, { value }) => native.session_set_volume_maximum(handle, value),
  },
  volume: {
    first: null,
    check: (value) => ({ value: check.isNothing(value) ? null : check.numberFrom('Session.volume', value, 0) }),
    set: (handle, { value }) => native.session_set_volume(handle, value ?? -1),
  },
  muted: {
    first: false,
    check: (value) => ({ value: check.flag('Session.muted', value) }),
    set: (handle, { value }) => native.session_set_muted(handle, value),
  },
  tracks: {
    first: Object.freeze([]),
    check(values) {
      const checked = checkedList('Session.tracks', values, checkedTrack, LIMITS.MAX_TRACKS);
      for (const kind of Object.values(ENUMERATIONS.TrackKind)) {
        const ours = checked.struct.filter((each) => each.kind === kind);
        check.differentIds('Session.tracks', ours);
        if (ours.filter((each) => each.selected).length > 1) {
          throw new RangeError('Session.tracks must have at most one entry of a kind that is selected');
        }
      }
      return checked;
    },
    set: (handle, { struct }) => native.session_set_tracks(handle, struct),
  },
  queue: {
    first: Object.freeze([]),
    check(values) {
      const value = check.list('Session.queue', values, (name, each) => {
        if (!(each instanceof Content)) {
          throw check.wrongType(name, 'a Content (Music, Podcast, …)', each);
        }
        if (!each.id) {
          throw new TypeError(`${name} must have an id`);
        }
        return each;
      }, LIMITS.MAX_QUEUE_ENTRIES);
      return { value: Object.freeze(value) };
    },
    set(handle, { value }) {
      const made = [];
      try {
        for (const each of value) {
          made.push(make(each));
        }
        native.session_set_queue(handle, made);
      } finally {
        made.forEach(native.free);
      }
    },
  },
  queueRow: {
    first: null,
    check: (value) => ({ value: check.isNothing(value) ? null
      : check.whole('Session.queueRow', value, 0, Number.MAX_SAFE_INTEGER) }),
    set: (handle, { value }) => native.session_set_queue_row(handle, value ?? -1),
  },
  devices: {
    first: Object.freeze([]),
    check(values) {
      const checked = checkedList('Session.devices', values, checkedDevice, LIMITS.MAX_DEVICES);
      check.differentIds('Session.devices', checked.struct);
      return checked;
    },
    set: (handle, { struct }) => native.session_set_devices(handle, struct),
  },
  // The content comes last. If the library refuses a property, those that were set before are set to their old values
  // again, and an old content without an id would then become a new item.
  content: {
    first: null,
    check(value) {
      if (!check.isNothing(value) && !(value instanceof Content)) {
        throw check.wrongType('Session.content', 'a Content (Music, Podcast, …) or null', value);
      }
      return { value: value ?? null };
    },
    set(handle, { value }) {
      const made = value && make(value);
      try {
        native.session_set_content(handle, made);
      } finally {
        if (made) {
          native.free(made);
        }
      }
    },
  },
};

module.exports = { PROPERTIES };
