/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Compiled only, in every language that includes the header: all _INIT macros, as static data and as locals. */
#include <nowplaying/surface.h>
#include <nowplaying/surface.h> /* Twice is harmless. */

static const nowplaying_surface_options static_options = NOWPLAYING_SURFACE_OPTIONS_INIT;
static const nowplaying_surface_callbacks static_callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
static const nowplaying_surface_info static_info = NOWPLAYING_SURFACE_INFO_INIT;
static const nowplaying_surface_item static_item = NOWPLAYING_SURFACE_ITEM_INIT;
static const nowplaying_command_event static_command = NOWPLAYING_SURFACE_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY);

int header_uses(void);

int header_uses(void) {
  nowplaying_surface_options options = NOWPLAYING_SURFACE_OPTIONS_INIT;
  nowplaying_surface_callbacks callbacks = NOWPLAYING_SURFACE_CALLBACKS_INIT;
  nowplaying_surface_info info = NOWPLAYING_SURFACE_INFO_INIT;
  nowplaying_surface_item item = NOWPLAYING_SURFACE_ITEM_INIT;
  nowplaying_command_event command = NOWPLAYING_SURFACE_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT);
  return options.struct_size == static_options.struct_size && callbacks.struct_size == static_callbacks.struct_size &&
         info.struct_size == static_info.struct_size && item.struct_size == static_item.struct_size &&
         command.kind != static_command.kind;
}
