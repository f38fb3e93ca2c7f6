/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Makes the linker leave out libraries that a program imports and does not use.
 *
 * `import NowPlaying` also gives a program URLSession, as it does on Apple's systems. On Linux the import alone would
 * load FoundationNetworking, libcurl and thirty more libraries into each player. The Swift compiler lists the libraries
 * of all imports in the section .swift1_autolink_entries of its object files, and swift-autolink-extract passes the
 * entries of this section to the linker unchanged. So this file adds the linker's option --as-needed to the section.
 * The flag "e" keeps the section out of the linked program. */
#include "linking.h"

__asm__(".pushsection .swift1_autolink_entries,\"e\",@progbits\n"
        ".asciz \"-Wl,--as-needed\"\n"
        ".popsection\n");
