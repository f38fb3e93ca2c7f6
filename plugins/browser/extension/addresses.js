// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Knows which addresses the extension may ask. Browsers keep pages of the web from servers of this computer and of its
// network, and do not keep extensions from them: to such a server a request of an extension looks as if the user had
// typed its address. So the extension asks none of them, whoever names it. It cannot see to what a name leads: a public
// name that belongs to an address of the local network is asked.

// The ends of names that no server of the web has: RFC 6761, RFC 6762 with its appendix G, RFC 8375, and "internal",
// which ICANN has reserved.
const LOCAL_NAMES = ['corp', 'home', 'home.arpa', 'internal', 'intranet', 'lan', 'local', 'localdomain', 'localhost',
  'private'];
// The ranges of IPv4 that are not of the web, each as its start and the count of its leading bits: this network,
// private networks, those of providers, this computer, links, assignments, tests, and multicast with all above it.
const LOCAL_RANGES = [['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16],
  ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 3]];
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/u;

function numberOf(address) {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function isInRange(address, [start, bits]) {
  const size = 2 ** (32 - bits);
  return Math.floor(numberOf(address) / size) === Math.floor(numberOf(start) / size);
}

// Returns the name of a host as all of its forms have it; URL has lowered its case, and has written numbers as IPv4.
export function plainName(hostname) {
  return hostname.replace(/\.+$/u, '');
}

// Returns whether a host is this computer or one of its network, as far as its name says.
// hostname: as URL has it.
export function isLocal(hostname) {
  const name = plainName(hostname);
  if (name.startsWith('[')) {
    // The web is 2000::/3. Of that, 2002::/16 and 2001::/32 have an address of IPv4 in them; so have all others.
    return !/^\[[23][0-9a-f]{3}:/u.test(name) || /^\[(2002|2001:0?):/u.test(name);
  }
  if (IPV4.test(name)) {
    return LOCAL_RANGES.some((range) => isInRange(name, range));
  }
  return !name.includes('.') || LOCAL_NAMES.some((end) => name.endsWith(`.${end}`));
}

// Returns the address by which the extension asks for a picture of a page; null where it does not.
// address: what the page says. page: the page's own address.
export function askedAddress(address, page) {
  const url = URL.parse(address);
  // Browsers show such a picture by https as well, in a page that is not of http.
  if (url?.protocol === 'http:' && URL.parse(page)?.protocol !== 'http:') {
    url.protocol = 'https:';
  }
  return /^https?:$/u.test(url?.protocol) && !isLocal(url.hostname) ? url.href : null;
}
