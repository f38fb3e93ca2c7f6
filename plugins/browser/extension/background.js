// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Stands between the tabs and the native host: one message of a tab is one of the host, with bounds on size and rate,
// because a page may have taken over its process.
import { Host } from './host.js';
import { toPicture } from './pictures.js';
import { Popups } from './popups.js';
import { api, isLeftOut } from './settings.js';

const MOST_STATE = 200000;
const MOST_FRAMES = 32;
const MOST_REQUESTS = 64;
// The most messages per second from a frame; and the most states of tabs per second to the host, which takes a hundred
// messages.
const MOST_PER_SECOND = 30;
const MOST_STATES_PER_SECOND = 50;

// The tabs that have something to play, by their ids, each with its frames that do.
const tabs = new Map();
// The tabs of which the host has not been told yet, in the order in which they have changed.
const untold = new Set();
// The requests of the host, by their numbers: the port of the frame that must answer, and the width of a picture.
const requests = new Map();
const host = new Host({ onMessage: fromHost, onConnect: tellAll, isNeeded: () => tabs.size > 0 });

// Limits how often something is done: `perSecond` times at once, and then as often in each further second.
class Allowance {
  #perSecond;
  #left;
  #counted = performance.now();

  constructor(perSecond) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
  }

  // Returns whether one more may be done now, which then counts as done.
  take() {
    const now = performance.now();
    this.#left = Math.min(this.#perSecond, this.#left + (now - this.#counted) * this.#perSecond / 1000);
    this.#counted = now;
    if (this.#left < 1) {
      return false;
    }
    this.#left -= 1;
    return true;
  }
}

// ------------------------------------------------------------------------------------------------------- Tabs -------

// Returns the frame of a tab to show: one that plays before one that does not, and the one that began last.
function bestOf(tab) {
  let best = null;
  for (const frame of tab.frames.values()) {
    if (best === null || frame.rank > best.rank) {
      best = frame;
    }
  }
  return best;
}

const states = new Allowance(MOST_STATES_PER_SECOND);
let tellTimer = null;

// Sends the present state of a tab to the host; "gone" when no frame of the tab has anything to play any more.
function tellNow(tab) {
  untold.delete(tab);
  const frame = bestOf(tab);
  if (frame !== null) {
    host.send({ type: 'state', id: tab.name, private: frame.port.sender.tab.incognito, state: frame.state });
  } else {
    tabs.delete(tab.id);
    host.send({ type: 'gone', id: tab.name });
    host.closeIfUnneeded();
  }
}

// Sends the states of all changed tabs to the host. When there are more than the host takes, each tab waits for its
// turn, and its state at that time is sent: a tab that changes often does not make others wait for longer.
function tellUntold() {
  clearTimeout(tellTimer);
  while (untold.size > 0 && states.take()) {
    tellNow(untold.values().next().value);
  }
  if (untold.size > 0) {
    tellTimer = setTimeout(tellUntold, 1000 / MOST_STATES_PER_SECOND);
  }
}

function tell(tab) {
  untold.add(tab);
  tellUntold();
  popups.tell();
}

function tellAll() {
  requests.clear();
  for (const tab of tabs.values()) {
    tell(tab);
  }
}

function tabOf(port) {
  const { id } = port.sender.tab;
  if (!tabs.has(id)) {
    tabs.set(id, { id, name: `tab-${id}`, window: port.sender.tab.windowId, frames: new Map() });
  }
  return tabs.get(id);
}

let begun = 0;

function takeState(port, state) {
  if (!state || typeof state !== 'object' || JSON.stringify(state).length > MOST_STATE) {
    return;
  }
  const tab = tabOf(port);
  const known = tab.frames.get(port);
  if (!known && tab.frames.size >= MOST_FRAMES) {
    return;
  }
  const plays = state.playback?.status === 'playing' || state.playback?.status === 'buffering';
  const began = plays && !known?.plays ? ++begun : known?.began ?? 0;
  tab.frames.set(port, { port, state, plays, began, rank: (plays ? 1e9 : 0) + began });
  tell(tab);
}

function removeFrame(port) {
  const tab = tabs.get(port.sender.tab.id);
  for (const [request, owed] of requests) {
    if (owed.port === port) {
      requests.delete(request);
      host.send({ type: 'reply', request, ok: false });
    }
  }
  if (tab?.frames.delete(port)) {
    tell(tab);
  }
}

// ------------------------------------------------------------------------------------------------------ Pages -------

// Limits how often `take` is called with messages of a page: messages above the limit are dropped, except the last one.
function bounded(take) {
  const allowance = new Allowance(MOST_PER_SECOND);
  let timer = null;
  return (message) => {
    clearTimeout(timer);
    if (allowance.take()) {
      take(message);
    } else {
      timer = setTimeout(() => take(message), 1000 / MOST_PER_SECOND);
    }
  };
}

// Returns the address of the page that a frame is, or is a part of: a frame of no site has neither of its own.
function addressOf({ origin, url, tab }) {
  return [origin, url].find((address) => /^https?:/u.test(address)) ?? tab.url;
}

async function takePicture(request, port, { data, url, width }) {
  // The background is not private: what it fetches for a private window would be fetched by the user's own profile.
  const isAsked = typeof url === 'string' && !port.sender.tab.incognito;
  const page = addressOf(port.sender);
  host.sendPicture(request, await toPicture({ data, url: isAsked ? url : '', page, width }));
}

function takeAnswer(port, message) {
  const { request } = message;
  if (requests.get(request)?.port !== port) {
    return;
  }
  const { width } = requests.get(request);
  requests.delete(request);
  if (message.type === 'picture') {
    takePicture(request, port, { ...message, width });
  } else {
    // The desktop gets the tab's new state, the result of the command, before the reply to the command.
    const tab = tabs.get(port.sender.tab.id);
    if (untold.has(tab)) {
      tellNow(tab);
    }
    host.send({ type: 'reply', request, ok: message.ok === true, error: message.error === 'none' ? 'none' : undefined });
  }
}

// The connection of a frame with something to play. What it tells counts while its site is not left out.
class Connection {
  #port;
  #isOpen = true;
  #isShown = false;
  // The last state that the frame has told.
  #state = null;
  #take;

  constructor(port) {
    this.#port = port;
    this.#take = bounded((state) => this.#isOpen && this.#isShown && takeState(port, state));
    port.onMessage.addListener((message) => this.#receive(message ?? {}));
    port.onDisconnect.addListener(() => this.#end());
    this.judge();
  }

  // Looks whether the tab or the frame is of a site that is left out.
  async judge() {
    const { tab, url, origin } = this.#port.sender;
    const isShown = !await isLeftOut(tab.url, url, origin);
    if (!this.#isOpen || isShown === this.#isShown) {
      return;
    }
    this.#isShown = isShown;
    if (!isShown) {
      removeFrame(this.#port);
    } else if (this.#state !== null) {
      this.#take(this.#state);
    }
  }

  #receive(message) {
    const { type, state } = message;
    if (type !== 'state') {
      takeAnswer(this.#port, message);
    } else {
      this.#state = state;
      if (this.#isShown) {
        this.#take(state);
      }
    }
  }

  #end() {
    this.#isOpen = false;
    connections.delete(this);
    removeFrame(this.#port);
  }
}

const connections = new Set();

api.runtime.onConnect.addListener((port) => {
  if (port.name === 'media' && port.sender?.tab) {
    connections.add(new Connection(port));
  }
  popups.take(port);
});
api.storage.local.onChanged.addListener(() => connections.forEach((connection) => connection.judge()));

// ------------------------------------------------------------------------------------------------------- Host -------

async function raise(tab) {
  const { windowId } = await api.tabs.update(tab.id, { active: true });
  await api.windows.update(windowId, { focused: true });
}

function tabNamed(name) {
  return [...tabs.values()].find((each) => each.name === name);
}

async function fromHost(message) {
  const { request } = message;
  const tab = tabNamed(message.id);
  const frame = tab ? bestOf(tab) : null;
  if (requests.size >= MOST_REQUESTS) {
    // The host keeps no more requests open: it has given up the oldest one, which its page has never answered.
    requests.delete(requests.keys().next().value);
  }
  if (frame === null) {
    host.send({ type: 'reply', request, ok: false });
  } else if (message.type === 'artwork') {
    requests.set(request, { port: frame.port, width: message.width });
    frame.port.postMessage({ type: 'picture', request, artwork: message.artwork, width: message.width });
  } else if (message.command === 'raise') {
    const ok = await raise(tab).then(() => true, () => false);
    host.send({ type: 'reply', request, ok });
  } else {
    requests.set(request, { port: frame.port });
    frame.port.postMessage({ type: 'command', request, command: message.command, value: message.value });
  }
}

// ----------------------------------------------------------------------------------------------------- Popups -------

// Returns what each tab plays, the one that is driven first. A popup is of the user's own profile: it has no private
// windows.
function shownTabs() {
  return [...tabs.values()].map(bestOf).filter((frame) => frame !== null && !frame.port.sender.tab.incognito)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ port, state }) => [{ name: tabOf(port).name, url: port.sender.tab.url }, state]);
}

function press(name, command) {
  const tab = tabNamed(name);
  if (tab && command === 'raise') {
    raise(tab).catch(() => {});
  } else if (tab) {
    // The page's answer to a request without a number goes nowhere.
    bestOf(tab)?.port.postMessage({ type: 'command', command });
  }
}

const popups = new Popups({ list: shownTabs, press });
