# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

# Adds the sources that every player with mpv shares to a target. The project must have found NowPlaying, libmpv (MPV)
# and Threads.
set(MPV_COMMON ${CMAKE_CURRENT_LIST_DIR})
function(target_common_mpv target)
  target_sources(${target} PRIVATE ${MPV_COMMON}/media.c ${MPV_COMMON}/content.c ${MPV_COMMON}/queue.c
    ${MPV_COMMON}/publish.c ${MPV_COMMON}/commands.c ${MPV_COMMON}/cover.c ${MPV_COMMON}/picture.c
    ${MPV_COMMON}/parts.c ${MPV_COMMON}/cache.c ${MPV_COMMON}/uri.c ${MPV_COMMON}/node.c)
  target_include_directories(${target} PRIVATE ${MPV_COMMON} ${MPV_COMMON}/..)
  target_link_libraries(${target} PRIVATE NowPlaying::nowplaying PkgConfig::MPV Threads::Threads)
endfunction()
