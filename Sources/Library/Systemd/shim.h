/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* sd-bus, for Swift. */
#include "../Platform/include/sdbus.h"
