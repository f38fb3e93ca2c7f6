# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""The base of the scenarios of remote sessions: a login with a home, an app, an extension, a push server."""
