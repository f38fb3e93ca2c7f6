/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* sd-bus as libsystemd ships it. elogind and basu have the same interface under other header paths. */
#include <systemd/sd-bus.h>
