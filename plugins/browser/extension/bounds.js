// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Bounds what a page says: it may be anything.
'use strict';

const MOST_TEXT = 1000;
const MOST_CHAPTERS = 500;
const MOST_TRACKS = 32;
const MOST_ARTWORKS = 32;
const MOST_PICTURE_BYTES = 4 * 1024 * 1024;

// Returns a text with single spaces in place of all white space, and cut to a length.
function boundText(text, most = MOST_TEXT) {
  return typeof text === 'string' ? text.slice(0, 4 * most).replace(/\s+/gu, ' ').trim().slice(0, most) : '';
}

// Returns a number from 0 on, else undefined, which JSON leaves out.
function boundNumber(number) {
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

// Queries a document by the browser's own functions: an element of a page hides the member of the document that has the
// element's name, as <img name="title"> does.
function findAll(selector, of = document) {
  return [...Reflect.apply(Document.prototype.querySelectorAll, of, [selector])];
}

function valueOf(name, of = document) {
  return Reflect.get(Document.prototype, name, of);
}

// Returns a short name of a text: equal texts have equal names.
function nameOf(text) {
  let first = 0x811c9dc5;
  let second = 0x1000193;
  for (let index = 0; index < text.length; ++index) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x5bd1e995) + index;
  }
  return `${(first >>> 0).toString(36)}${(second >>> 0).toString(36)}`;
}

// Runs a function at once when it is called, but at most `perSecond` times in a second; it always runs after the last
// call. No timer runs while there are no calls.
class Throttle {
  #run;
  #gap;
  #timer = null;
  #isDue = false;
  #last = -Infinity;

  constructor(perSecond, run) {
    this.#run = run;
    this.#gap = 1000 / perSecond;
  }

  call() {
    const wait = this.#last + this.#gap - performance.now();
    if (this.#isDue) {
      return;
    }
    if (wait <= 0) {
      // Runs after the page's present script, which may have more to do: to set a file and then to play it.
      this.#isDue = true;
      queueMicrotask(() => this.now());
    } else {
      this.#timer ??= setTimeout(() => this.now(), wait);
    }
  }

  now() {
    this.cancel();
    this.#isDue = false;
    this.#last = performance.now();
    this.#run();
  }

  cancel() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }
}
