/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Compiled only, in every language that includes the header: all _INIT macros, as static data and as locals. The
 * same file serves C and C++. */
#include <nowplaying/nowplaying.h>
#include <nowplaying/nowplaying.h> /* Twice is harmless. */

#if NOWPLAYING_VERSION_MAJOR < 0 || NOWPLAYING_VERSION_MINOR < 0 || NOWPLAYING_VERSION_PATCH < 0
#error "The version is usable in the preprocessor."
#endif

static const nowplaying_app_options static_options = NOWPLAYING_APP_OPTIONS_INIT;
static const nowplaying_app_callbacks static_app_callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
static const nowplaying_session_callbacks static_session_callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
static const nowplaying_snapshot static_snapshot = NOWPLAYING_SNAPSHOT_INIT;
static const nowplaying_command static_commands[] = {NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PLAY),
                                                     NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_PAUSE)};

int header_uses(void);

int header_uses(void) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_app_callbacks app_callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  nowplaying_session_callbacks session_callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  nowplaying_snapshot snapshot = NOWPLAYING_SNAPSHOT_INIT;
  nowplaying_command command = NOWPLAYING_COMMAND_INIT(NOWPLAYING_COMMAND_NEXT);
  uint32_t version = NOWPLAYING_VERSION;
  return options.struct_size == static_options.struct_size &&
         app_callbacks.struct_size == static_app_callbacks.struct_size &&
         session_callbacks.struct_size == static_session_callbacks.struct_size &&
         snapshot.elapsed_us == static_snapshot.elapsed_us && command.kind != static_commands[0].kind && version != 0;
}
