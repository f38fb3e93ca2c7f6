/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* A plugin that shows Audacious on the desktop. Audacious loads it in the place of its own "MPRIS 2 Server". */
#include "player.h"

#include <algorithm>
#include <cmath>
#include <libaudcore/drct.h>
#include <libaudcore/hook.h>
#include <libaudcore/interface.h>
#include <libaudcore/plugin.h>
#include <libaudcore/runtime.h>
#include <memory>

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

static void on_begin(void *, void *) {
  player->shows_loading = false;
  change(*player);
  player->loading.queue(LOADING_MS, [] {
    player->shows_loading = !aud_drct_get_ready();
    change(*player);
  });
}

static void on_playlist(void *level, void *) {
  player->has_added |= level == aud::to_ptr(Playlist::Structure);
  player->queue_changed |= level != aud::to_ptr(Playlist::Selection);
  set_playlists(*player);
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
    {"playback ready", on_begin},
    {"playlist update", on_playlist},
    {"playlist add complete", on_added},
    {"art ready", on_art},
};

/* Hooks after which all is described anew, and nothing else is done. */
static const char *const changes[] = {
    "playback stop", "playback pause", "playback unpause", "playback seek", "tuple change", "playlist activate",
    "playlist set playing", "playlist position", "set repeat", "set no_playlist_advance", "set shuffle",
    "set album_shuffle", "set step_size", "speed-pitch set speed",
};

/* Audacious emits no event for its volume; its own window polls it by this timer. Polling it in the same timer costs
 * nothing. Without a window the timer does not run, and the volume is read when a client asks. */
static void on_timer(void *) { publish(*player); }

static bool on_effect(PluginHandle *, void *) {
  change(*player);
  return true;
}

/* ---------------------------------------------------------------------------------------- Start and stop -------- */

/* Audacious expects lists that end with NULL. */
static std::vector<std::string> copy(const Index<const char *> &list, size_t most) {
  std::vector<std::string> texts(list.begin(), std::find(list.begin(), list.end(), nullptr));
  if (texts.size() > most) texts.resize(most);
  return texts;
}

static np::AppOptions make_options() {
  np::AppOptions options;
  options.application_id = options.desktop_entry = "audacious";
  options.display_name = "Audacious";
  options.uri_schemes = copy(VFSFile::supported_uri_schemes(), NOWPLAYING_MAX_URI_SCHEMES);
  options.mime_types = copy(aud_plugin_get_supported_mime_types(), NOWPLAYING_MAX_MIME_TYPES);
  options.loop = np::LoopMode::Wakeup;
  options.flags = NOWPLAYING_APP_SHOW_IDLE;
  /* The second instance, "audacious -2", has the same name at each start. */
  if (aud_get_instance() > 1) options.instance = "instance" + std::to_string(aud_get_instance());
  return options;
}

static np::AppHandlers serve_app(Player &player) {
  np::AppHandlers handlers;
  handlers.log = [](np::LogLevel level, std::string_view message) {
    audlog::log(level == np::LogLevel::Error ? audlog::Error : audlog::Warning, __FILE__, __LINE__, __func__, "%s\n",
                message.data());
  };
  /* Runs on the library's thread. */
  handlers.wakeup = [&player] { player.turn.queue([&player] { take_turn(player); }); };
  handlers.open_uri = [&player](std::string_view uri, std::optional<std::string_view>, np::Request) {
    return open_uri(player, std::string(uri));
  };
  handlers.quit = [](np::Request) {
    aud_quit();
    return np::Answer::done();
  };
  handlers.activate_playlist = [&player](std::string_view id, np::Request) { return activate_playlist(player, id); };
  if (aud_get_headless_mode()) return handlers;
  handlers.raise = [](np::Request) {
    aud_ui_show(true);
    return np::Answer::done();
  };
  return handlers;
}

static np::SessionHandlers serve_session(Player &player) {
  np::SessionHandlers handlers;
  handlers.artwork = [&player](const nowplaying_artwork_event &event, np::Request request) {
    return answer_artwork(player.cover, event, request);
  };
  handlers.volume = [&player](double volume, np::Request) {
    aud_drct_set_volume_main(static_cast<int>(std::lround(volume * 100)));
    change(player);
    return np::Answer::done();
  };
  handlers.position = [&player] { return find_position(player); };
  serve_queue(player, handlers);
  return handlers;
}

Player::Player() : app(make_options(), serve_app(*this)), session(app, "player", serve_session(*this)) {
  session.request_application_primary();
}

bool NowPlayingPlugin::init() {
  player = std::make_unique<Player>();
  if (!player->app || !player->session) {
    AUDERR("%s\n", np::last_error().c_str());
    player.reset();
    return false;
  }
  for (const auto &hook : hooks) hook_associate(hook.name, hook.function, nullptr);
  for (const char *name : changes) hook_associate(name, on_change, nullptr);
  if (!aud_get_headless_mode()) timer_add(TimerRate::Hz4, on_timer);
  PluginHandle *effect = aud_plugin_lookup_basename("speed-pitch");
  if (effect != nullptr) aud_plugin_add_watch(effect, on_effect, nullptr);
  set_playlists(*player);
  on_begin(nullptr, nullptr);
  return true;
}

void NowPlayingPlugin::cleanup() {
  for (const auto &hook : hooks) hook_dissociate(hook.name, hook.function);
  for (const char *name : changes) hook_dissociate(name, on_change);
  timer_remove(TimerRate::Hz4, on_timer);
  PluginHandle *effect = aud_plugin_lookup_basename("speed-pitch");
  if (effect != nullptr) aud_plugin_remove_watch(effect, on_effect, nullptr);
  player.reset();
}
