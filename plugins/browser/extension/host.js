// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The native host: it runs while at least one tab has something to play, and is started again when it ends.
import { api } from './settings.js';

const HOST = 'org.nowplaying.browser';
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60000;
// A host without tabs is kept for so long, so that a page that keeps beginning and ending does not start a new host
// each time.
const LINGER_MS = 1000;
// Letters of base64 in a message.
const PIECE = 256 * 1024;

function nameOfBrowser() {
  const brands = navigator.userAgentData?.brands ?? [];
  const known = brands.map(({ brand }) => brand).filter((brand) => !/not.*brand/iu.test(brand));
  return known.find((brand) => brand !== 'Chromium') ?? known[0] ?? 'Firefox';
}

export class Host {
  #port = null;
  #wait = FIRST_WAIT_MS;
  #timer = null;
  #lingering = null;
  #onMessage;
  #onConnect;
  #isNeeded;

  // onMessage: called with each message. onConnect: called when a new host knows nothing yet. isNeeded: returns whether
  // there is something to show.
  constructor({ onMessage, onConnect, isNeeded }) {
    this.#onMessage = onMessage;
    this.#onConnect = onConnect;
    this.#isNeeded = isNeeded;
  }

  send(message) {
    if (this.#port !== null) {
      this.#port.postMessage(message);
    } else if (this.#timer === null && message.type === 'state') {
      this.#connect();
    }
  }

  // Sends a picture in pieces. picture: its bytes in base64, and how many bytes these are; null for none.
  sendPicture(request, picture) {
    if (picture === null) {
      this.send({ type: 'reply', request, ok: false, error: 'none' });
      return;
    }
    for (let start = 0; start < picture.data.length; start += PIECE) {
      this.send({ type: 'picture', request, size: picture.size, data: picture.data.slice(start, start + PIECE) });
    }
  }

  // Ends the host when no tab has had anything to play for a while.
  closeIfUnneeded() {
    this.#lingering ??= setTimeout(() => {
      this.#lingering = null;
      if (!this.#isNeeded()) {
        this.#close();
      }
    }, LINGER_MS);
  }

  #close() {
    this.#port?.disconnect();
    this.#port = null;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#wait = FIRST_WAIT_MS;
  }

  #connect() {
    const port = api.runtime.connectNative(HOST);
    this.#port = port;
    api.storage.session.remove('trouble');
    port.onMessage.addListener((message) => {
      this.#wait = FIRST_WAIT_MS;
      this.#onMessage(message);
    });
    port.onDisconnect.addListener(() => this.#lose(port, api.runtime.lastError ?? port.error));
    port.postMessage({ type: 'hello', browser: nameOfBrowser() });
    this.#onConnect();
  }

  // Starts the host again after a while, which doubles each time.
  #lose(port, error) {
    if (this.#port !== port) {
      return;
    }
    this.#port = null;
    api.storage.session.set({ trouble: error?.message ?? 'The host has ended.' });
    if (this.#isNeeded()) {
      this.#timer = setTimeout(() => {
        this.#timer = null;
        if (this.#isNeeded()) {
          this.#connect();
        }
      }, this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
    }
  }
}
