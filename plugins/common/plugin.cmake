# SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

# Finds NowPlaying and what a plugin needs beside it, as PkgConfig::PREFIX. Where that is missing it ends the project
# that called it, with an error if this is not a part of another project.
#
# what: the folder of the plugin. packages: what is to be installed, for people. Then the modules of pkg-config.
macro(find_for_plugin what prefix packages)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(${prefix} IMPORTED_TARGET ${ARGN})
  if(NOT ${prefix}_FOUND AND PROJECT_IS_TOP_LEVEL)
    message(FATAL_ERROR "${what} needs more: install ${packages}.")
  elseif(NOT ${prefix}_FOUND)
    message(STATUS "${what} is left out: install ${packages} for it.")
    return()
  endif()
  # As a part of the library's own build the target exists already.
  if(NOT TARGET NowPlaying::nowplaying)
    find_package(NowPlaying REQUIRED)
  endif()
endmacro()
