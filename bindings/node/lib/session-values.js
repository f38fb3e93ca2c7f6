// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The values of a session: how it is checked, and how the library is told.
'use strict';

const check = require('./checks.js');
const { Command, byTag } = require('./commands.js');
const { Content, make } = require('./content.js');
const { native } = require('./native.js');
const rules = require('./rules.js');
const { ENUMERATIONS, LIMITS } = require('./tables.js');

/** Now, by CLOCK_MONOTONIC, in seconds. */
function monotonic() {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds + nanoseconds / 1e9;
}

/** The snapshot for the library, of the moment at which it is given. */
function checkedSnapshot(value) {
  const name = 'Session.snapshot';
  const given = value ?? {};
  const rate = { ...rules.snapshot.rate, ...(given.state !== 'playing' && { except: undefined }) };
  const struct = check.struct(name, value, { ...rules.snapshot, rate });
  if (!check.isNothing(given.seekable) && check.isNothing(given.position)) {
    throw new RangeError(`${name}.seekable needs a position: say where it plays, too`);
  }
  struct.timestamp_us ??= check.microseconds(name, monotonic());
  return { value: Object.freeze({ ...given }), struct };
}

/** A list of objects: as it was given, and as the library's structs. */
function checkedList(name, values, entryRules, most) {
  const value = check.list(name, values, (each, entry) => entry, most);
  const structs = value.map((each, index) => check.struct(`${name}[${index}]`, each, entryRules));
  return { value: Object.freeze(value.map((each) => Object.freeze({ ...each }))), struct: structs };
}

/** Returns the check of a property that has a rule. */
function plain(name) {
  return (value) => {
    check.ruled(`Session.${name}`, value, rules.session[name]);
    return { value: value ?? null };
  };
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
    check: plain('volumeMaximum'),
    set: (handle, { value }) => native.session_set_volume_maximum(handle, value),
  },
  volume: {
    first: null,
    check: plain('volume'),
    set: (handle, { value }) => native.session_set_volume(handle, value ?? -1),
  },
  muted: {
    first: false,
    check: plain('muted'),
    set: (handle, { value }) => native.session_set_muted(handle, value),
  },
  tracks: {
    first: Object.freeze([]),
    check(values) {
      const checked = checkedList('Session.tracks', values, rules.track, LIMITS.MAX_TRACKS);
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
    check: plain('queueRow'),
    set: (handle, { value }) => native.session_set_queue_row(handle, value ?? -1),
  },
  devices: {
    first: Object.freeze([]),
    check(values) {
      const checked = checkedList('Session.devices', values, rules.device, LIMITS.MAX_DEVICES);
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
