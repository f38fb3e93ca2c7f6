// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The page of the settings, which are stored as they are changed.
import { api, showTrouble, siteOf } from './settings.js';

const field = document.getElementById('sites');
const { sites = [] } = await api.storage.local.get('sites');
field.value = sites.join('\n');
field.addEventListener('change', () => {
  const lines = field.value.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const named = lines.map(siteOf);
  const refused = lines.filter((line, index) => named[index] === null);
  api.storage.local.set({ sites: [...new Set(named.filter((site) => site !== null))] });
  // Shows each line as it is taken; those that are not taken stay as they are, to be mended.
  field.value = lines.map((line, index) => named[index] ?? line).join('\n');
  document.getElementById('refused').textContent = refused.length === 0 ? ''
    : `Not a site, and left out of the list: ${refused.join(', ')}. A line is the name of a site, as example.com.`;
});
field.disabled = false;

await showTrouble(document.getElementById('trouble'));
