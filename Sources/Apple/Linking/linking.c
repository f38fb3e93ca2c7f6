/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Has the linker leave out the libraries of which a program uses nothing.
 *
 * `import NowPlaying` gives a program URLSession, as it does on Apple's systems. On Linux the import alone would load
 * FoundationNetworking, libcurl and thirty more libraries into each player. The Swift compiler lists the libraries of
 * all imports in this section of its object files, swift-autolink-extract hands the entries to the linker as they are,
 * and "e" leaves the section out of the program. */
#include "linking.h"

__asm__(".pushsection .swift1_autolink_entries,\"e\",@progbits\n"
        ".asciz \"-Wl,--as-needed\"\n"
        ".popsection\n");
