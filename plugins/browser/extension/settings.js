// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Reads the settings, which the user has chosen.
import { plainName } from './addresses.js';

export const api = globalThis.browser ?? globalThis.chrome;

const SITE = /^(\[[0-9a-f:]+\]|[^.*%]+(\.[^.*%]+)*)$/u;

// Returns the site that a line of the settings means: a name, also one with a star before it, or an address, of which
// the name counts. Returns null for none.
export function siteOf(line) {
  const place = line.trim().replace(/^https?:\/\//iu, '').replace(/^(\*?\.)+/u, '');
  const name = plainName(/^[^/?#]*:\/\//u.test(place) ? '' : URL.parse(`http://${place}`)?.hostname ?? '');
  return SITE.test(name) ? name : null;
}

// Tells the user, in a part of a page, that the host cannot be reached, and hides the part where it can.
export async function showTrouble(part) {
  const { trouble } = await api.storage.session.get('trouble');
  part.hidden = !trouble;
  part.textContent = trouble
    ? `The program beside the extension cannot be reached: ${trouble} The README says how to install it.` : '';
}

// Returns the sites that are not shown, as host names.
async function leftOutSites() {
  const { sites } = await api.storage.local.get('sites');
  return (Array.isArray(sites) ? sites : []).map((line) => siteOf(String(line))).filter((site) => site !== null);
}

// Returns whether one of some addresses is of a site that is left out, or of a part of one.
export async function isLeftOut(...addresses) {
  const sites = await leftOutSites();
  const names = addresses.map((address) => siteOf(URL.parse(address)?.origin ?? '')).filter((name) => name !== null);
  return names.some((name) => sites.some((site) => name === site || name.endsWith(`.${site}`)));
}
