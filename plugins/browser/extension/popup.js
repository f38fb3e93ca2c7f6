// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The popup of the button in the toolbar: what each tab plays, with its buttons. The background tells it, and presses.
import { api, showTrouble } from './settings.js';

const PLAY = 'M8 5v14l11-7z';
const PAUSE = 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z';

const list = document.getElementById('tabs');
const row = document.getElementById('row').content.firstElementChild;
const background = api.runtime.connect({ name: 'popup' });

// Returns the row of a tab. It stays while the tab changes, so that its buttons can be pressed.
function rowOf(id) {
  const known = [...list.children].find((each) => each.dataset.id === id);
  if (known) {
    return known;
  }
  const made = row.cloneNode(true);
  made.dataset.id = id;
  made.querySelector('.tab').addEventListener('click', () => {
    background.postMessage({ id, command: 'raise' });
    window.close();
  });
  for (const name of ['play', 'next']) {
    const button = made.querySelector(`.${name}`);
    button.addEventListener('click', () => background.postMessage({ id, command: button.dataset.command }));
  }
  return made;
}

function show({ id, title, from, plays, commands }) {
  const shown = rowOf(id);
  const [play, next] = ['.play', '.next'].map((name) => shown.querySelector(name));
  shown.querySelector('.title').textContent = title;
  shown.querySelector('.from').textContent = from;
  play.dataset.command = plays ? 'pause' : 'play';
  play.ariaLabel = play.title = plays ? 'Pause' : 'Play';
  play.disabled = !commands[play.dataset.command];
  play.querySelector('path').setAttribute('d', plays ? PAUSE : PLAY);
  next.dataset.command = 'next';
  next.hidden = !commands.next;
  return shown;
}

background.onMessage.addListener((tabs) => {
  const focused = document.activeElement;
  list.replaceChildren(...tabs.map(show));
  focused.focus();
  document.getElementById('nothing').hidden = tabs.length > 0;
});
document.getElementById('settings').addEventListener('click', () => {
  api.runtime.openOptionsPage();
  window.close();
});
await showTrouble(document.getElementById('trouble'));
