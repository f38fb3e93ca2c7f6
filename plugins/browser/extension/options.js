// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The page of the settings, which are stored as they are changed.
import { api, leftOutSites } from './settings.js';

const field = document.getElementById('sites');
field.value = (await leftOutSites()).join('\n');
field.addEventListener('change', () => {
  const lines = field.value.split('\n').map((line) => line.trim().toLowerCase());
  // Takes an address as well as a name.
  const sites = lines.filter((line) => line !== '').map((line) => URL.parse(line)?.hostname || line);
  api.storage.local.set({ sites: sites.slice(0, 1000) });
});
field.disabled = false;

const { trouble } = await api.storage.session.get('trouble');
if (trouble) {
  document.getElementById('trouble').textContent =
    `The program beside the extension cannot be reached: ${trouble} The README says how to install it.`;
}
