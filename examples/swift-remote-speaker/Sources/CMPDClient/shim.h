/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include <mpd/client.h>
