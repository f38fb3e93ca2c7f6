// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Tells the popups of the toolbar's button what the tabs play, and presses what is pressed there.
import { api, siteOf } from './settings.js';

const COMMANDS = ['play', 'pause', 'next', 'raise'];

// Describes a tab for a popup. state: what its frame has told, of which nothing is sure.
function describe(tab, state) {
  const { item, playback, commands } = state;
  const text = (value) => typeof value === 'string' ? value : '';
  const site = (siteOf(tab.url ?? '') ?? '').replace(/^www\./u, '');
  return {
    id: tab.name,
    title: text(item?.title) || site,
    from: [text(item?.artist), site].filter((part) => part !== '').join(' · '),
    plays: playback?.status === 'playing' || playback?.status === 'buffering',
    commands: Object.fromEntries(COMMANDS.map((word) => [word, commands?.[word] === true])),
  };
}

export class Popups {
  #ports = new Set();
  #list;
  #press;

  // list: returns the tabs with their states, the one that began last first. press: called with the name of a tab and a
  // command.
  constructor({ list, press }) {
    this.#list = list;
    this.#press = press;
  }

  // Takes a port if it is that of a popup: pages have no such address.
  take(port) {
    if (port.name !== 'popup' || port.sender?.url !== api.runtime.getURL('popup.html')) {
      return;
    }
    this.#ports.add(port);
    port.onDisconnect.addListener(() => this.#ports.delete(port));
    port.onMessage.addListener(({ id, command }) => COMMANDS.includes(command) && this.#press(id, command));
    this.tell();
  }

  tell() {
    if (this.#ports.size > 0) {
      const tabs = this.#list().map(([tab, state]) => describe(tab, state));
      this.#ports.forEach((port) => port.postMessage(tabs));
    }
  }
}
