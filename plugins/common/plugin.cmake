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

# Has a target compiled as all plugins are: the library and players give callbacks more than each of them needs, and the
# library may lie where the loader does not look by itself.
function(make_plugin target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_VISIBILITY_PRESET hidden
    CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden
    INSTALL_RPATH_USE_LINK_PATH ON)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter)
  target_link_libraries(${target} PRIVATE NowPlaying::nowplaying ${ARGN})
endfunction()
