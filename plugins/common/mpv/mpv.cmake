# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

set(MPV_COMMON ${CMAKE_CURRENT_LIST_DIR})
include(${MPV_COMMON}/../plugin.cmake)

# Finds what the sources that every player with mpv shares need. what: the folder of the player.
macro(find_common_mpv what)
  find_for_plugin(${what} MPV "libmpv-dev, libavformat-dev and libswscale-dev"
    mpv>=2.0 libavformat libavcodec libavutil libswscale>=6.1)
endmacro()

# Adds these sources to a target.
function(target_common_mpv target)
  target_sources(${target} PRIVATE ${MPV_COMMON}/media.c ${MPV_COMMON}/content.c ${MPV_COMMON}/queue.c
    ${MPV_COMMON}/publish.c ${MPV_COMMON}/commands.c ${MPV_COMMON}/cover.c ${MPV_COMMON}/picture.c
    ${MPV_COMMON}/parts.c ${MPV_COMMON}/cache.c ${MPV_COMMON}/uri.c ${MPV_COMMON}/node.c)
  target_include_directories(${target} PRIVATE ${MPV_COMMON})
  make_plugin(${target} PkgConfig::MPV)
endfunction()
