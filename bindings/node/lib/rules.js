// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The rules of arguments, by the structs and objects that have them; checks.js checks values by them.
// Made by contract/generate: do not edit.
'use strict';

exports.appOptions = {
  applicationId: { to: 'application_id', form: 'text', required: true },
  displayName: { to: 'display_name', form: 'text' },
  desktopEntry: { to: 'desktop_entry', form: 'text' },
  busAddress: { to: 'bus_address', form: 'text' },
  uriSchemes: { to: 'uri_schemes', form: 'text', list: 64 },
  mimeTypes: { to: 'mime_types', form: 'text', list: 256 },
  instance: { to: 'instance', form: 'text' },
  trackPathPrefix: { to: 'track_path_prefix', form: 'text', most: 1024 },
  busName: { to: 'bus_name', form: 'text', most: 100,
    says: 'elements of letters, digits, "-" and "_", none with a digit first, with dots between them, at most 100 bytes',
    pattern: /^([A-Za-z_-][A-Za-z0-9_-]*(\.[A-Za-z_-][A-Za-z0-9_-]*)*)$/ },
};

exports.app = {
  displayName: { to: 'display_name', form: 'text' },
  fullscreen: { to: 'fullscreen', form: 'truth' },
};

exports.playlist = {
  id: { to: 'id', form: 'id', required: true },
  name: { to: 'name', form: 'text', required: true },
  iconUrl: { to: 'icon_url', form: 'text', none: 'nothing' },
  created: { to: 'created', form: 'date', none: 'unknown' },
  modified: { to: 'modified', form: 'date', none: 'unknown' },
  lastPlayed: { to: 'last_played', form: 'date', none: 'unknown' },
};

exports.content = {
  duration: { to: 'duration_us', form: 'time', least: 0, says: '0 or more' },
  number: { to: 'value', form: 'number', least: 0, most: 1, says: '0.0 to 1.0' },
};

exports.chapter = {
  start: { to: 'start_us', form: 'time', least: 0, required: true, says: '0 or more' },
  title: { to: 'title', form: 'words', none: 'nothing' },
};

exports.snapshot = {
  position: { to: 'elapsed_us', form: 'time', least: 0, clamped: true, none: 'unknown' },
  timestamp: { to: 'timestamp_us', form: 'time', none: 'unknown' },
  rate: { to: 'rate', form: 'number', except: 0, says: 'finite and not 0 while it plays' },
  defaultRate: { to: 'default_rate', form: 'number', above: 0, says: 'greater than 0' },
  state: { to: 'state', form: 'word', of: 'PlaybackState', required: true },
  buffered: { to: 'buffered_us', form: 'time', least: 0, clamped: true, none: 'unknown' },
  error: { to: 'error', form: 'text' },
  errorKind: { to: 'error_kind', form: 'word', of: 'ErrorKind' },
  atLiveEdge: { to: 'is_at_live_edge', form: 'truth' },
  seekable: { to: 'seekable_start_us', and: 'seekable_end_us', form: 'time', least: 0, clamped: true, none: 'unknown' },
};

exports.command = {
  enabled: { to: 'enabled', form: 'truth' },
  intervals: { to: 'intervals_us', form: 'time', above: 0, list: 64, says: 'greater than 0' },
  rates: { to: 'rates', form: 'number', except: 0, list: 64, says: 'finite and not 0' },
  title: { to: 'title', form: 'text' },
  shortTitle: { to: 'short_title', form: 'text' },
  rateRange: { to: 'rate_minimum', and: 'rate_maximum', form: 'number', above: 0, says: 'greater than 0' },
  id: { to: 'id', form: 'text' },
  slot: { to: 'slot', form: 'word', of: 'Slot' },
  active: { to: 'active', form: 'truth' },
  steps: { to: 'steps', form: 'whole', least: 0, most: 100, says: '0 to 100' },
  icon: { to: 'icon', form: 'text', says: 'a name of letters A to Z and a to z, digits, "-", "_" and "."',
    pattern: /^([A-Za-z0-9._-]*)$/ },
};

exports.session = {
  volume: { to: 'volume', form: 'number', least: 0, none: -1, says: '0.0 or more' },
  volumeMaximum: { to: 'maximum', form: 'number', above: 0, says: 'greater than 0' },
  muted: { to: 'muted', form: 'truth' },
  queueRow: { to: 'row', form: 'whole', least: 0, none: -1, says: '0 or more' },
};

exports.track = {
  id: { to: 'id', form: 'id', required: true },
  language: { to: 'language', form: 'words' },
  title: { to: 'title', form: 'words' },
  kind: { to: 'kind', form: 'word', of: 'TrackKind', required: true },
  characteristics: { to: 'characteristics', form: 'bits', of: 'TrackCharacteristic' },
  selected: { to: 'selected', form: 'truth' },
};

exports.device = {
  id: { to: 'id', form: 'id', required: true },
  name: { to: 'name', form: 'text', required: true },
  volume: { to: 'volume', form: 'number', least: 0, most: 1, none: -1, says: '0.0 to 1.0' },
  type: { to: 'type', form: 'word', of: 'DeviceType' },
  canStep: { to: 'can_step', form: 'truth' },
};

exports.surfaceOptions = {
  name: { to: 'name', form: 'text' },
  busAddress: { to: 'bus_address', form: 'text' },
  twins: { to: 'twins', form: 'truth' },
};

exports.surface = {
  volume: { to: 'volume', form: 'number', least: 0, most: 1, says: '0.0 to 1.0' },
  step: { to: 'step', form: 'whole', only: [1, -1], says: '1 or -1' },
  width: { to: 'width', form: 'whole', least: 0, most: 16384, says: '0 to 16384' },
  height: { to: 'height', form: 'whole', least: 0, most: 16384, says: '0 to 16384' },
  uri: { to: 'uri', form: 'text', most: 65536, required: true },
  play: { to: 'play', form: 'truth' },
};

exports.surfaceSession = {
  at: { to: 'at_us', form: 'time', none: 'unknown' },
  position: { to: 'position_us', form: 'time', least: 0, clamped: true },
};

exports.argument = {
  position: { to: 'time_us', form: 'time', least: 0, required: true, says: '0 or more' },
  interval: { to: 'time_us', form: 'time', above: 0, says: 'greater than 0' },
  phase: { to: 'phase', form: 'word', of: 'Phase', required: true },
  rate: { to: 'rate', form: 'number', except: 0, says: 'finite and not 0' },
  fraction: { to: 'rating', form: 'number', least: 0, most: 1, required: true, says: '0.0 to 1.0' },
  truth: { to: 'mode', form: 'truth' },
};
