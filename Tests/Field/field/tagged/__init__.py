# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
"""Files with tags of each system, as each program writes them, and the content that they say."""
