# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Does nothing until Kodi ends it."""
import xbmc

xbmc.Monitor().waitForAbort()
