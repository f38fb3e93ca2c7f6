// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Watches what the document plays, and tells the background of it. Nothing is watched, and no connection is open, until
// something plays.
'use strict';

// The most messages per second; further changes are sent together.
const MOST_PER_SECOND = 10;
const EVENTS = ['play', 'playing', 'pause', 'seeking', 'seeked', 'ratechange', 'volumechange', 'durationchange',
  'loadedmetadata', 'waiting', 'ended', 'emptied', 'error', 'progress'];
const MOST_PLAYERS = 32;
// A video in which no sound was decoded for so long counts as silent.
const SILENT_SECONDS = 2;
const RETRY_MS = 2000;
// A page's session ends when the page has had nothing to play for so long; a gap between two items is shorter.
const GONE_MS = 1000;

const runtime = (globalThis.browser ?? globalThis.chrome).runtime;
// The elements that play or have played, each with what is known of it.
const players = new Map();
// Elements whose own events are watched as well.
const watched = new WeakSet();
let starts = 0;
let port = null;
// The element and the state of which the background was told last.
let shown = { element: null, state: null };
// Whether the page was told to quit, and has not played since.
let hasQuit = false;
// Whether the page said last that it plays.
let declaredPlaying = false;

const throttle = new Throttle(MOST_PER_SECOND, update);
let goneTimer = null;
// The time at which the page took away the element that was shown.
let takenAwayAt = -Infinity;

// ------------------------------------------------------------------------------------------------ Elements ----------

function take(element) {
  if (!players.has(element)) {
    if (players.size >= MOST_PLAYERS) {
      players.delete(leastLikely());
    }
    players.set(element, { started: 0, pausedAt: -Infinity, offset: 0, duration: null, wasInDocument: false });
    watch(element);
  }
  return players.get(element);
}

// Watches an element whose events may not pass the window: it is in no document or in a shadow tree, or its page takes
// it away.
function watch(element) {
  if (watched.has(element)) {
    return;
  }
  watched.add(element);
  for (const type of EVENTS) {
    element.addEventListener(type, (event) => {
      if (!element.isConnected || element.getRootNode() !== document) {
        onEvent(event);
      }
    });
  }
}

// Looks again whether a film has sound, as soon as the browser has decoded some of it.
function listenForSound(element) {
  if (!element.muted && !heard.has(element) && !hasSound(element)) {
    element.addEventListener('timeupdate', onTime);
  }
}

function onTime(event) {
  const element = event.target;
  if (hasSound(element) || element.currentTime > SILENT_SECONDS || element.paused) {
    element.removeEventListener('timeupdate', onTime);
    onEvent(event);
  }
}

function onEvent(event) {
  const element = event.target;
  if (!(element instanceof HTMLMediaElement) || (!players.has(element) && element.paused)) {
    return;
  }
  const known = take(element);
  noteHeard(element);
  if (event.type === 'play' || event.type === 'playing') {
    known.started = event.type === 'play' || known.started === 0 ? ++starts : known.started;
    hasQuit = false;
  } else if (event.type === 'pause') {
    known.pausedAt = performance.now();
  } else if (event.type === 'emptied') {
    known.offset = 0;
    known.duration = null;
  } else if (event.type === 'seeking' && (pageSession.isAt(element) || element.currentTime + known.offset < 0)) {
    // The page had stated this position before it sought: the element's position equals the page's.
    known.offset = 0;
  }
  if (event.type === 'playing' || event.type === 'volumechange') {
    listenForSound(element);
  }
  throttle.call();
}

// Takes an element that the page's own world has found.
function adoptFound(element) {
  if (!watched.has(element)) {
    onEvent({ target: element, type: 'play' });
  }
}

// Finds the media elements in a shadow tree, and in those within it.
function findIn(host, depth = 0) {
  const root = host.openOrClosedShadowRoot ?? chrome.dom?.openOrClosedShadowRoot(host) ?? host.shadowRoot;
  if (!root || depth > 8) {
    return;
  }
  root.querySelectorAll('audio, video').forEach(adoptFound);
  for (const element of root.querySelectorAll('*')) {
    findIn(element, depth + 1);
  }
}

// Returns how likely it is that people listen to an element, from 0 to 4: least likely are short sounds, then paused
// elements, then those that play but whose duration is not known yet.
function levelOf(element) {
  if (isShort(element)) {
    return isPaused(element) ? 0 : 1;
  }
  if (isPaused(element)) {
    return 2;
  }
  return Number.isNaN(element.duration) ? 3 : 4;
}

// Returns the element to forget when there are too many: of those with the lowest levelOf(), the one that began first.
function leastLikely() {
  let least = null;
  for (const [element, known] of players) {
    const rank = levelOf(element) * 1e9 + known.started;
    if (least === null || rank < least.rank) {
      least = { element, rank };
    }
  }
  return least.element;
}

// Returns the element to show: of those with the highest levelOf(), the one that began last.
function choose() {
  let best = null;
  for (const [element, known] of players) {
    known.wasInDocument ||= element.isConnected;
    // A paused element that the page has removed from the document is forgotten. An element that was never in the
    // document may play on.
    if (element.paused && !element.isConnected && (known.wasInDocument || element !== shown.element)) {
      players.delete(element);
      takenAwayAt = element === shown.element ? performance.now() : takenAwayAt;
      continue;
    }
    const rank = levelOf(element) * 1e9 + known.started;
    if (isWorthShowing(element, element === shown.element) && (best === null || rank > best.rank)) {
      best = { element, rank };
    }
  }
  return best?.element ?? null;
}

// --------------------------------------------------------------------------------------------------- State ----------

// Returns whether the page says that it plays, and its element neither plays nor was paused after that.
function isDeclaredPlaying(element) {
  if (pageSession.declared !== 'playing') {
    return false;
  }
  return element === null || (element.paused && pageSession.declaredAt > players.get(element).pausedAt);
}

// Returns whether the page says that it plays something, or has paused it, without an element. What it has said before
// it removed its element from the document does not count any more.
function isDeclared() {
  return pageSession.declared !== 'none' && pageSession.metadata !== null && pageSession.declaredAt >= takenAwayAt;
}

// Takes over the position and the duration that the page has stated: stores by how much the page's position differs
// from that of the element.
function adoptPagePosition(element) {
  if (!pageSession.isFresh || element === null) {
    return;
  }
  const known = players.get(element);
  pageSession.isFresh = false;
  known.offset = pageSession.stated === null || pageSession.isAt(element)
    ? 0 : pageSession.positionNow(isMoving(element)) - element.currentTime;
  known.duration = pageSession.stated?.duration || null;
}

// Describes what the document plays; null for nothing.
function describe(element) {
  const declared = isDeclaredPlaying(element);
  if (element === null && !isDeclared()) {
    return null;
  }
  const known = element === null ? null : players.get(element);
  const duration = known?.duration ?? element?.duration ?? pageSession.stated?.duration;
  const playback = known && !declared ? describePlayback(element, known.offset) : {
    status: declared ? 'playing' : 'paused',
    position: pageSession.positionNow(declared),
    rate: pageSession.stated?.rate,
    time: Date.now(),
  };
  const item = describeItem(element, duration);
  return {
    item, playback,
    commands: describeCommands(element, item.chapters),
    tracks: element === null ? [] : describeTracks(element),
    volume: element?.volume,
    muted: element?.muted,
  };
}

function update() {
  throttle.cancel();
  const element = choose();
  adoptPagePosition(element);
  const state = hasQuit ? null : describe(element);
  if (state === null && port !== null && !hasQuit) {
    goneTimer ??= setTimeout(end, GONE_MS);
    return;
  }
  clearTimeout(goneTimer);
  goneTimer = null;
  shown = { element, state };
  if (state === null) {
    disconnect();
  } else if (connect()) {
    port.postMessage({ type: 'state', state });
  }
}

// Ends the session, because nothing has come after what it played.
function end() {
  goneTimer = null;
  shown = { element: null, state: null };
  disconnect();
}

// ---------------------------------------------------------------------------------------------- Background ----------

// A title that changes while something is shown.
const titleObserver = new MutationObserver(() => throttle.call());

function connect() {
  if (port !== null) {
    return true;
  }
  // An extension that was updated or removed leaves its scripts behind.
  if (!runtime?.id) {
    return false;
  }
  port = runtime.connect({ name: 'media' });
  port.onMessage.addListener(onMessage);
  port.onDisconnect.addListener(() => {
    port = null;
    titleObserver.disconnect();
    setTimeout(() => throttle.call(), RETRY_MS);
  });
  if (valueOf('head')) {
    titleObserver.observe(valueOf('head'), { subtree: true, childList: true, characterData: true });
  }
  return true;
}

function disconnect() {
  titleObserver.disconnect();
  port?.disconnect();
  port = null;
}

async function onMessage(message) {
  const { type, request } = message;
  const answer = (reply) => port?.postMessage({ request, ...reply });
  if (type === 'picture') {
    const picture = await pictures.fetch(message.artwork, message.width);
    answer(picture ? { type: 'picture', ...picture } : { type: 'reply', ok: false, error: 'none' });
  } else if (type === 'command') {
    let ok = false;
    try {
      ok = await perform(message);
    } catch {
      // The browser forbids the command: it lets a page play only after the user has touched the page.
    }
    if (message.command === 'quit') {
      // The reply is sent first, because update() closes the connection when the page has quit.
      answer({ type: 'reply', ok });
      hasQuit = true;
      update();
    } else {
      // The desktop gets the new state, the result of the command, before the reply to the command.
      update();
      answer({ type: 'reply', ok });
    }
  }
}

function perform({ command, value }) {
  const { element, state } = shown;
  const position = state === null ? 0 : describe(element)?.playback.position ?? 0;
  return new Performer(element, position, state?.item.chapters ?? []).perform(command, value);
}

// ------------------------------------------------------------------------------------------------------ Page --------

pageSession.changed = (type) => {
  const plays = pageSession.declared === 'playing';
  if (type === 'playbackState' && plays !== declaredPlaying) {
    pageSession.rebase(declaredPlaying);
    declaredPlaying = plays;
    hasQuit &&= !plays;
  }
  if (shown.state !== null || players.size > 0 || plays) {
    throttle.call();
  }
};

function onFound(event) {
  const element = event.relatedTarget;
  if (element instanceof HTMLMediaElement) {
    adoptFound(element);
  } else if (element) {
    findIn(element);
  }
}

// Called when the user leaves the page. A page that the browser keeps for the Back button plays nothing.
function onHide() {
  throttle.cancel();
  disconnect();
}

function onShow(event) {
  if (event.persisted && shown.state !== null) {
    update();
  }
}

function listen() {
  for (const type of EVENTS) {
    window.addEventListener(type, onEvent, true);
  }
  window.addEventListener('nowplaying-page', onPage);
  window.addEventListener('nowplaying-element', onFound);
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
}

listen();
// A document that is written anew loses all listeners; pages write their frames so.
new MutationObserver(listen).observe(document, { childList: true });
// Elements may play already, if the extension was installed after the page was loaded.
findAll('audio, video').forEach((element) => onEvent({ target: element, type: 'playing' }));
