// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Knows what the page says by navigator.mediaSession. Metadata and state are read here, where no page can change how;
// actions and positions are told by page.js.
'use strict';

const MOST_MESSAGE = 10000;

const pageSession = {
  actions: new Set(),
  // The position that the page has stated last, with the time of the statement; null for none.
  stated: null,
  // Whether `stated` was not taken over yet.
  isFresh: false,
  // The time since which the page states its playbackState.
  declaredAt: -Infinity,
  called: false,
  // Called with the type of what has changed.
  changed: () => {},

  get metadata() {
    return navigator.mediaSession?.metadata ?? null;
  },

  get declared() {
    return navigator.mediaSession?.playbackState ?? 'none';
  },

  // Returns the position that the page has stated, as it is now; undefined for none.
  positionNow(plays) {
    if (this.stated === null) {
      return undefined;
    }
    const { position, rate, at, duration } = this.stated;
    const now = position + (plays ? rate * (performance.now() - at) / 1000 : 0);
    return duration > 0 ? Math.min(now, duration) : now;
  },

  // Returns whether an element is at the position that the page has stated, or where it would have moved to since.
  isAt(element) {
    const isNear = (position) => Math.abs(position - element.currentTime) < 1;
    return isNear(this.stated?.position) || isNear(this.positionNow(isMoving(element)));
  },

  // Counts the position from now on, because the page begins or ceases to play.
  rebase(plays) {
    if (this.stated !== null) {
      this.stated = { ...this.stated, position: this.positionNow(plays), at: performance.now() };
    }
  },

  has(action) {
    return this.actions.has(action);
  },

  // Has the page's own handler carry out an action. Returns whether it did without an error.
  call(action, details = {}) {
    this.called = false;
    window.dispatchEvent(new CustomEvent('nowplaying-call', { detail: JSON.stringify({ action, ...details }) }));
    return this.called;
  },

  take(message) {
    if (message.type === 'actions' && Array.isArray(message.actions)) {
      this.actions = new Set(message.actions.slice(0, 32).filter((action) => typeof action === 'string'));
    } else if (message.type === 'position') {
      this.isFresh = true;
      this.stated = message.given ? {
        duration: message.endless ? Infinity : boundNumber(message.duration) ?? NaN,
        position: boundNumber(message.position) ?? 0,
        rate: boundNumber(message.playbackRate) || 1,
        at: performance.now(),
      } : null;
    } else if (message.type === 'playbackState') {
      this.declaredAt = performance.now();
    } else if (message.type === 'called') {
      this.called = message.ok === true;
      return;
    } else if (message.type !== 'metadata') {
      return;
    }
    this.changed(message.type);
  },
};

function onPage(event) {
  const text = event.detail;
  if (typeof text !== 'string' || text.length > MOST_MESSAGE) {
    return;
  }
  let message = null;
  try {
    message = JSON.parse(text);
  } catch {
    // Invalid JSON, which the page may have sent, is ignored.
  }
  if (message && typeof message === 'object') {
    pageSession.take(message);
  }
}
