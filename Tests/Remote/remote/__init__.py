# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""What the scenarios of remote sessions stand on: a login with a home, an app, an extension, a push server."""
