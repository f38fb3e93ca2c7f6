// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Reads the settings, which the user has chosen.
export const api = globalThis.browser ?? globalThis.chrome;

// Returns the sites that are not shown, as host names.
export async function leftOutSites() {
  const { sites } = await api.storage.local.get('sites');
  return Array.isArray(sites) ? sites : [];
}

// Returns whether an address is of a site that is left out, or of a part of one.
export async function isLeftOut(address) {
  const sites = await leftOutSites();
  const { hostname } = URL.parse(address) ?? {};
  return hostname === undefined || sites.some((site) => hostname === site || hostname.endsWith(`.${site}`));
}
