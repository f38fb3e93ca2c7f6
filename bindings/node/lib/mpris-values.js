// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Reads what a program for mpris-service has assigned, which may be of any type, as values of the right one.
'use strict';

const { LIMITS } = require('./tables.js');

/** Returns the library's word for one of MPRIS; undefined for another value, of which the program may assign any. */
function wordOf(words, value) {
  return typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined;
}

function numberOf(value) {
  return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/** Returns an assigned list; an empty one for a value of another type, because the program may have assigned any. */
function listed(list) {
  return Array.isArray(list) ? list : [];
}

/** Returns the entries of an assigned list that are objects. */
function objectsOf(list) {
  return listed(list).filter((each) => typeof each === 'object' && each);
}

function textsOf(list) {
  return listed(list).filter((each) => typeof each === 'string');
}

/** Returns the playlists that clients can name. One without an id, or with that of another, is left out. */
function playlistsOf(list) {
  const found = new Map();
  for (const { Id, Name, Icon } of objectsOf(list)) {
    if (typeof Id === 'string' && Id && Buffer.byteLength(Id) <= LIMITS.MAX_ID_BYTES && !found.has(Id)) {
      found.set(Id, { id: Id, name: Name && typeof Name === 'string' ? Name : Id,
        iconUrl: Icon && typeof Icon === 'string' ? Icon : null });
    }
  }
  return [...found.values()].slice(0, LIMITS.MAX_PLAYLISTS);
}

module.exports = { listed, numberOf, objectsOf, playlistsOf, textsOf, wordOf };
