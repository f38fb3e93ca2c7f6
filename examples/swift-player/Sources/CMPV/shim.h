/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include <mpv/client.h>
