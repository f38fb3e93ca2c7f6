/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: decisions     The tests of the daemon's decisions, which are in Swift. */
#include <stdint.h>

int32_t decisions_run(void);

int main(void) { return decisions_run() != 0; }
