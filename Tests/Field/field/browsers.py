# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The switches of browsers that tests start: they play without a click, and ask nothing."""

import json

CHROMIUM = ("chromium", "--no-sandbox", "--no-first-run", "--disable-gpu", "--password-store=basic",
            "--autoplay-policy=no-user-gesture-required")
# Without this switch, Chromium has a player of its own.
CHROMIUM_WITHOUT_PLAYER = "--disable-features=HardwareMediaKeyHandling,MediaSessionService"

FIREFOX = ("firefox-esr", "--no-remote")
FIREFOX_PREFERENCES = {
    "media.autoplay.default": 0,
    "media.autoplay.blocking_policy": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
}
# While this preference is true, Firefox has a player of its own.
FIREFOX_PLAYER = "media.hardwaremediakeys.enabled"
# The preference by which Firefox accepts add-ons without a signature.
FIREFOX_UNSIGNED = {"xpinstall.signatures.required": False}


def user_js(preferences):
    """Returns the text of a profile's file `user.js`."""
    return "".join(f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in preferences.items())
