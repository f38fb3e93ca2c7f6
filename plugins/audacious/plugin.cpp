/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A plugin that shows Audacious on the desktop. Audacious loads it in the place of its own "MPRIS 2 Server". */
#include "player.h"

#include <algorithm>
#include <libaudcore/drct.h>
#include <libaudcore/hook.h>
#include <libaudcore/plugin.h>
#include <libaudcore/runtime.h>
#include <memory>
#include <vector>

static const char ABOUT[] = "Panels, lock screens, media keys, headsets and phones show what plays, and drive it.";

class NowPlayingPlugin : public GeneralPlugin {
public:
  static constexpr PluginInfo info = {"Now Playing (MPRIS 2)", "audacious-plugins", ABOUT, nullptr, 0};
  constexpr NowPlayingPlugin() : GeneralPlugin(info, true) {}
  bool init() override;
  void cleanup() override;
};

__attribute__((visibility("default"))) NowPlayingPlugin aud_plugin_instance;

static std::unique_ptr<Player> player;

/* --------------------------------------------------------------------------------------------------- Hooks ------ */

/* The time after which an entry that still loads is shown; most entries take a hundredth of it. After the same time the
 * sound has surely begun, which may be later than the hook "playback ready", so that the position is read again. */
static const int LOADING_MS = 1000;

static void on_change(void *, void *) { change(*player); }

static void stop_loading() {
  player->loading.stop();
  player->shows_loading = false;
}

static void on_begin(void *, void *) {
  stop_loading();
  player->loading.queue(LOADING_MS, [] {
    player->shows_loading = true;
    change(*player);
  });
}

static void on_ready(void *, void *) {
  stop_loading();
  change(*player);
  /* Reads the position again once the sound has begun. */
  player->loading.queue(LOADING_MS, [] { take_turn(*player); });
}

static void on_stop(void *, void *) {
  stop_loading();
  change(*player);
}

static void on_playlist(void *, void *) {
  player->entries.update();
  player->queue_changed = true;
  set_playlists(*player);
  change(*player);
}

static void on_position(void *, void *) {
  player->entries.move();
  change(*player);
}

static void on_added(void *, void *) { finish_open(*player); }

/* Audacious keeps the picture only if it is requested in this hook. */
static void on_art(void *file, void *) {
  if (player->cover.file != String(static_cast<const char *>(file))) return;
  find_cover(player->cover, player->cover.file);
  change(*player);
}

static const struct {
  const char *name;
  HookFunction function;
} hooks[] = {
    {"playback begin", on_begin},
    {"playback ready", on_ready},
    {"playback stop", on_stop},
    {"playback pause", on_change},
    {"playback unpause", on_change},
    {"playback seek", on_change},
    {"tuple change", on_change},
    {"playlist update", on_playlist},
    {"playlist position", on_position},
    {"playlist add complete", on_added},
    {"playlist activate", on_change},
    {"playlist set playing", on_change},
    {"art ready", on_art},
    {"set repeat", on_change},
    {"set no_playlist_advance", on_change},
    {"set shuffle", on_change},
    {"set album_shuffle", on_change},
    {"set step_size", on_change},
    {"speed-pitch set speed", on_change},
};

/* Audacious emits no event for its volume; its own window polls it by this timer. Polling it in the same timer costs
 * nothing. Without a window the timer does not run, and the volume is read when a client asks. */
static void on_timer(void *) { publish(*player); }

static bool on_effect(PluginHandle *, void *) {
  change(*player);
  return true;
}

/* ---------------------------------------------------------------------------------------------------- Loop ------ */

/* Runs on the library's thread. */
static void on_wakeup(nowplaying_app *, void *user_data) {
  Player *player = static_cast<Player *>(user_data);
  player->turn.queue([player] { take_turn(*player); });
}

static void on_log(nowplaying_app *, nowplaying_log_level level, const char *message, void *) {
  audlog::log(level == NOWPLAYING_LOG_ERROR ? audlog::Error : audlog::Warning, __FILE__, __LINE__, __func__, "%s\n",
              message);
}

/* ---------------------------------------------------------------------------------------- Start and stop -------- */

/* Audacious expects lists that end with NULL. */
static std::vector<const char *> copy(const Index<const char *> &list, size_t most) {
  std::vector<const char *> texts(list.begin(), std::find(list.begin(), list.end(), nullptr));
  if (texts.size() > most) texts.resize(most);
  return texts;
}

static bool show() {
  auto schemes = copy(VFSFile::supported_uri_schemes(), NOWPLAYING_MAX_URI_SCHEMES);
  auto types = copy(aud_plugin_get_supported_mime_types(), NOWPLAYING_MAX_MIME_TYPES);
  nowplaying_app_options options = NOWPLAYING_APP_OPTIONS_INIT;
  options.application_id = options.desktop_entry = "audacious";
  options.display_name = "Audacious";
  options.uri_schemes = schemes.data();
  options.uri_scheme_count = schemes.size();
  options.mime_types = types.data();
  options.mime_type_count = types.size();
  options.loop = NOWPLAYING_LOOP_WAKEUP;
  options.flags = NOWPLAYING_APP_SHOW_IDLE;
  /* The second instance, "audacious -2", has the same name at each start. */
  std::string instance = "instance" + std::to_string(aud_get_instance());
  if (aud_get_instance() > 1) options.instance = instance.c_str();
  nowplaying_app_callbacks callbacks = NOWPLAYING_APP_CALLBACKS_INIT;
  callbacks.user_data = player.get();
  callbacks.log = on_log;
  callbacks.wakeup = on_wakeup;
  callbacks.open_uri = on_open_uri;
  callbacks.quit = on_quit;
  callbacks.activate_playlist = on_activate_playlist;
  if (!aud_get_headless_mode()) callbacks.raise = on_raise;
  nowplaying_session_callbacks session = NOWPLAYING_SESSION_CALLBACKS_INIT;
  session.user_data = player.get();
  session.command = on_command;
  session.artwork = on_artwork;
  session.volume = on_volume;
  session.queue_go_to = on_queue_go_to;
  session.queue_add = on_queue_add;
  session.queue_remove = on_queue_remove;
  return nowplaying_app_new(&options, &callbacks, &player->app) == NOWPLAYING_OK &&
         nowplaying_session_new(player->app, "player", &session, &player->session) == NOWPLAYING_OK &&
         nowplaying_session_request_application_primary(player->session) == NOWPLAYING_OK;
}

static void hide() {
  nowplaying_session_free(player->session);
  nowplaying_app_free(player->app);
  player.reset();
}

bool NowPlayingPlugin::init() {
  player = std::make_unique<Player>();
  if (!show()) {
    AUDERR("%s\n", nowplaying_last_error());
    hide();
    return false;
  }
  for (const auto &hook : hooks) hook_associate(hook.name, hook.function, nullptr);
  if (!aud_get_headless_mode()) timer_add(TimerRate::Hz4, on_timer);
  PluginHandle *effect = aud_plugin_lookup_basename("speed-pitch");
  if (effect != nullptr) aud_plugin_add_watch(effect, on_effect, nullptr);
  if (aud_drct_get_playing() && !aud_drct_get_ready()) on_begin(nullptr, nullptr);
  set_playlists(*player);
  change(*player);
  return true;
}

void NowPlayingPlugin::cleanup() {
  for (const auto &hook : hooks) hook_dissociate(hook.name, hook.function);
  timer_remove(TimerRate::Hz4, on_timer);
  PluginHandle *effect = aud_plugin_lookup_basename("speed-pitch");
  if (effect != nullptr) aud_plugin_remove_watch(effect, on_effect, nullptr);
  hide();
}
