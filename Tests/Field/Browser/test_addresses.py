# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Tests which addresses the extension asks, and which lines of its settings name a site: its own modules, in Node."""

import json
import subprocess

from testkit import addresses

from run import Run

# Browsers of today, and later versions of Node, have URL.parse().
BEGIN = """
URL.parse ??= (text) => { try { return new URL(text); } catch { return null; } };
globalThis.chrome = { storage: { local: { get: async () => ({ sites: globalThis.sites }) } } };
"""
# Besides the addresses that each fetch of ours judges: what URL makes of other ways to write them, and names.
LOCAL = [*map(addresses.host, addresses.LOCAL), *"""127.1 127.0.0.1. 2130706433 0x7f000001 0177.0.0.1 0 192.168.257
１２７.0.0.1 [::ffff:8.8.8.8] [64:ff9b::a00:1] localhost localhost. LocalHost loc%61lhost a.localhost router router.
nas.local nas.local. NAS.LOCAL printer.lan box.home.arpa db.internal x.home x.corp x.intranet x.private
x.localdomain""".split()]
PUBLIC = [*map(addresses.host, addresses.WEB), *"""[3fff::1] example.com example.com. EXAMPLE.com localhost.example
local.example. mylocal.example notlocalhost.example xn--bcher-kva.de""".split()]


def run_node(script, *modules):
    """Returns what a script gives as `result`, with the names that modules of the extension export."""
    names = "".join(f"const {{ {names} }} = await import({json.dumps(str(Run.extension / module))});"
                    for module, names in modules)
    program = f"{BEGIN}{names}{script}\nconsole.log(JSON.stringify(result));"
    done = subprocess.run(["node", "--input-type=module"], input=program, capture_output=True, text=True, timeout=60,
                          check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_servers_of_the_local_network():
    hosts = LOCAL + PUBLIC
    script = f"const result = {json.dumps(hosts)}.map((host) => isLocal(new URL(`http://${{host}}/`).hostname));"
    found = dict(zip(hosts, run_node(script, ("addresses.js", "isLocal"))))
    assert found == {host: host in LOCAL for host in hosts}


def test_the_address_that_is_asked():
    """A picture of http is asked for by https, unless the page is of http; other schemes are not asked."""
    table = {("https://example.com/a", "https://page.example/"): "https://example.com/a",
             ("http://example.com:8000/a", "https://page.example/"): "https://example.com:8000/a",
             ("http://example.com/a", "http://page.example/"): "http://example.com/a",
             ("http://127.0.0.1/a", "http://127.0.0.1/"): None, ("https://[::1]/a", "https://page.example/"): None,
             ("ftp://example.com/a", "http://page.example/"): None, ("file:///etc/passwd", "http://e.com/"): None,
             ("data:image/png,a", "http://page.example/"): None, ("blob:https://example.com/a", "https://e.com/"): None,
             ("", "http://page.example/"): None, ("/a", "http://page.example/"): None}
    script = f"const result = {json.dumps(list(table))}.map(([address, page]) => askedAddress(address, page));"
    assert run_node(script, ("addresses.js", "askedAddress")) == list(table.values())


def test_lines_of_the_settings():
    """A line is a name, also one with a star, a port or an address around it; the rest is refused."""
    table = {"example.com": "example.com", " Example.COM. ": "example.com", "*.example.com": "example.com",
             ".example.com": "example.com", "example.com/video": "example.com", "example.com:8080": "example.com",
             "https://example.com/a?b#c": "example.com", "HTTP://*.example.com": "example.com",
             "you@example.com/?u=https://b.c/": "example.com", "bücher.de": "xn--bcher-kva.de",
             "localhost:8096": "localhost", "127.1": "127.0.0.1", "[::1]:8080": "[::1]", "*": None,
             "www.*.com": None, "*.": None, "a b": None,
             "example.com  # a film": None, "ftp://example.com": None, "file:///home": None, "about:blank": None,
             "example..com": None, "": None, "https://": None, "::1": None}
    script = f"const result = {json.dumps(list(table))}.map(siteOf);"
    assert run_node(script, ("settings.js", "siteOf")) == list(table.values())


def test_what_is_left_out():
    """A site counts with its parts, for the tab and for the frame; what was stored by hand is read as a line is."""
    table = {(("example.com",), ("https://example.com/a",)): True,
             (("example.com",), ("https://www.example.com./",)): True,
             (("example.com",), ("https://notexample.com/", "https://example.com.evil/")): False,
             (("*.Bücher.de:80",), ("https://a.xn--bcher-kva.de/",)): True,
             (("example.com",), ("https://other.org/", "https://example.com/embed", "https://example.com")): True,
             (("example.com",), ("https://other.org/", "about:srcdoc", "https://example.com")): True,
             (("example.com",), ("https://other.org/", "about:srcdoc", "null")): False,
             (("example.com",), ("https://other.org/", "blob:https://example.com/1", "https://example.com")): True,
             (("example.com",), (None, None, None)): False, (("not a site",), ("https://example.com/",)): False,
             ((), ("https://example.com/",)): False}
    script = f"""const result = [];
        for (const [sites, addresses] of {json.dumps(list(table))}) {{
          globalThis.sites = sites;
          result.push(await isLeftOut(...addresses.map((address) => address ?? undefined)));
        }}"""
    assert run_node(script, ("settings.js", "isLeftOut")) == list(table.values())
