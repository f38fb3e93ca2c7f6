/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A module of VLC 3 that shows VLC on the desktop. It has the shortcut of VLC's own module, "dbus", which VLC starts by
 * itself, and a higher priority; when it cannot start, VLC uses its own. */
/* REUSE-IgnoreStart */
#define VLC_MODULE_LICENSE "SPDX-License-Identifier: Apache-2.0 WITH Swift-exception"
/* REUSE-IgnoreEnd */
#define VLC_MODULE_COPYRIGHT "The libnowplaying authors"
#include "plugin.h"
#include "types.h"

#include <vlc_modules.h>
#include <vlc_plugin.h>

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* A variable of the whole VLC that counts how often this module was requested. */
#define ASKED "nowplaying-asked"

/* -------------------------------------------------------------------------------------------- Appearance -------- */

static const char *const schemes[] = {"file", "http", "https", "ftp",  "sftp", "smb", "rtsp", "rtmp", "rtp",
                                      "udp",  "mms",  "mmsh",  "mmst", "mtp",  "nfs", "dvd",  "vcd",  "bluray",
                                      "cdda", "srt"};

static const char *const types[] = {
    COMMON_TYPES,  "application/xspf+xml", "audio/3gpp", "audio/x-speex",
    "video/divx", "video/flv",            "video/x-theora+ogg",
};

/* Returns whether VLC has a main window, which starts after this module. */
static bool has_window(intf_thread_t *intf) {
  char *chosen = var_InheritString(intf, "intf");
  bool any = chosen == NULL || chosen[0] == '\0' || strncmp(chosen, "any", 3) == 0;
  bool has = any ? module_exists("qt") || module_exists("skins2")
                 : strncmp(chosen, "qt", 2) == 0 || strncmp(chosen, "skins2", 6) == 0;
  free(chosen);
  return has;
}

static void on_log(nowplaying_app *app, nowplaying_log_level level, const char *message, void *user_data) {
  intf_sys_t *sys = user_data;
  char line[512];
  snprintf(line, sizeof line, "%s", message);
  clean_line(line);
  msg_Generic(sys->intf, level == NOWPLAYING_LOG_ERROR ? VLC_MSG_ERR : VLC_MSG_WARN, "%s", line);
}

static bool show(intf_sys_t *sys) {
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  nowplaying_app_callbacks app_callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  nowplaying_session_callbacks callbacks = NOWPLAYING_SESSION_CALLBACKS_INIT;
  options.application_id = "vlc";
  options.display_name = "VLC media player";
  options.uri_schemes = schemes;
  options.uri_scheme_count = ARRAY_SIZE(schemes);
  options.mime_types = types;
  options.mime_type_count = ARRAY_SIZE(types);
  options.loop = NOWPLAYING_LOOP_FD;
  /* The player is shown also while nothing is loaded, so that the desktop can quit it or open an item. */
  options.flags = NOWPLAYING_APP_SHOW_IDLE;
  app_callbacks.user_data = callbacks.user_data = sys;
  app_callbacks.log = on_log;
  serve_commands(&app_callbacks, &callbacks);
  serve_queue(&callbacks);
  if (!has_window(sys->intf)) app_callbacks.raise = NULL;
  callbacks.artwork = on_artwork;
  callbacks.select_track = on_select_track;
  return nowplaying_app_new(&options, &app_callbacks, &sys->app) == NOWPLAYING_OK &&
         nowplaying_session_new(sys->app, NULL, &callbacks, &sys->session) == NOWPLAYING_OK &&
         /* VLC's own limit is 200 % as well. */
         nowplaying_session_set_volume_maximum(sys->session, 2) == NOWPLAYING_OK &&
         nowplaying_session_request_application_primary(sys->session) == NOWPLAYING_OK;
}

/* -------------------------------------------------------------------------------------------------- Loop -------- */

void wake(intf_sys_t *sys, unsigned changed) {
  atomic_fetch_or(&sys->changed, changed);
  eventfd_write(sys->wakeup, 1);
}

/* Returns the timeout for poll(), in milliseconds. */
static int time_to_wait(const intf_sys_t *sys) {
  /* The clock drives a held fast forward button. */
  if (sys->scanning != 0) return 250;
  /* The clock also drives the end of an item that nothing follows, a queue that has changed again, and pending
   * requests. */
  vlc_tick_t next = __MIN(sys->stop_at, sys->early_until);
  if (atomic_load(&sys->changed) & CHANGED_QUEUE) next = __MIN(next, sys->queue_at);
  if (next == NEVER) return -1;
  vlc_tick_t left = next - mdate();
  return left > 0 ? (int)(left / 1000) + 1 : 0;
}

static void *run(void *data) {
  intf_sys_t *sys = data;
  struct pollfd fds[] = {{.fd = sys->wakeup, .events = POLLIN}, {.events = POLLIN}};
  vlc_savecancel();
  pthread_setname_np(pthread_self(), "nowplaying");
  nowplaying_app_get_fd(sys->app, &fds[1].fd);
  /* A VLC that gives its files to another is not shown, unless it plays after all. */
  if (sys->gives_files_away) poll(fds, 1, -1);
  while (!atomic_load(&sys->ended)) {
    /* Publishes at once; waiting for poll() to return would delay it. */
    while (publish(sys)) nowplaying_app_dispatch(sys->app);
    int ready = poll(fds, ARRAY_SIZE(fds), time_to_wait(sys));
    if (ready < 0 && errno != EINTR) break;
    if (ready == 0 && sys->scanning != 0) scan_step(sys);
    if (ready <= 0) continue;
    eventfd_t count;
    /* Clears the eventfd before the changes are taken: a change in between sets it again. */
    if (fds[0].revents != 0) eventfd_read(sys->wakeup, &count);
    if (fds[1].revents != 0) nowplaying_app_dispatch(sys->app);
  }
  return NULL;
}

/* ------------------------------------------------------------------------------------------------ Module -------- */

/* Returns whether a list of modules, separated by commas or colons, names this one. */
static bool is_named(intf_thread_t *intf, const char *option) {
  char *list = var_InheritString(intf, option), *rest = list;
  bool named = false;
  while (rest != NULL) {
    const char *name = strsep(&rest, ":,");
    named |= strcmp(name, MODULE_STRING) == 0;
  }
  free(list);
  return named;
}

static void release(intf_sys_t *sys) {
  forget_last(sys);
  nowplaying_session_free(sys->session);
  nowplaying_app_free(sys->app);
  if (sys->wakeup >= 0) close(sys->wakeup);
  vlc_mutex_destroy(&sys->lock);
  free(sys);
}

/* Returns whether this module should start. VLC requests "dbus" first, then the modules in its options; it may also
 * request any interface when it finds no other. A user who names this module explicitly wants both: then VLC's own
 * serves "dbus". */
static bool is_wanted(intf_thread_t *intf) {
  libvlc_int_t *vlc = intf->obj.libvlc;
  bool named = is_named(intf, "control") || is_named(intf, "extraintf");
  bool by_default = var_InheritBool(intf, "dbus");
  var_Create(vlc, ASKED, VLC_VAR_INTEGER);
  return (named || by_default) && var_IncInteger(vlc, ASKED) == (named && by_default ? 2 : 1);
}

static int open_module(vlc_object_t *object) {
  intf_thread_t *intf = (intf_thread_t *)object;
  if (!is_wanted(intf)) return VLC_EGENERIC;
  intf_sys_t *sys = calloc(1, sizeof *sys);
  if (sys == NULL) return VLC_ENOMEM;
  intf->p_sys = sys;
  sys->intf = intf;
  sys->playlist = pl_Get(intf);
  sys->stop_at = sys->early_until = NEVER;
  sys->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  atomic_init(&sys->changed, CHANGED_ALL);
  vlc_mutex_init(&sys->lock);
  if (sys->wakeup >= 0 && show(sys)) {
    watch_playlist(sys, var_AddCallback);
    sys->gives_files_away = gives_files_away(intf->obj.libvlc);
    if (vlc_clone(&sys->thread, run, sys, VLC_THREAD_PRIORITY_LOW) == 0) return VLC_SUCCESS;
    watch_playlist(sys, var_DelCallback);
  }
  msg_Err(intf, "the desktop cannot be reached: %s", nowplaying_last_error());
  release(sys);
  return VLC_EGENERIC;
}

static void close_module(vlc_object_t *object) {
  intf_sys_t *sys = ((intf_thread_t *)object)->p_sys;
  atomic_store(&sys->ended, true);
  wake(sys, 0);
  vlc_join(sys->thread, NULL);
  watch_playlist(sys, var_DelCallback);
  unfollow_input(sys);
  answer_open(sys, NOWPLAYING_ERROR_CANCELLED);
  free(sys->cover.url);
  release(sys);
}

vlc_module_begin()
  set_shortname("Now playing")
  set_description("Shows VLC on the desktop, by MPRIS and org.nowplaying")
  set_category(CAT_INTERFACE)
  set_subcategory(SUBCAT_INTERFACE_CONTROL)
  /* One more than VLC's own module, so that this one is preferred. */
  set_capability("interface", 1)
  add_shortcut("dbus")
  set_callbacks(open_module, close_module)
vlc_module_end()
