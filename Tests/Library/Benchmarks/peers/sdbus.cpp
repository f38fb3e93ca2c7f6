/* The player of bare.c on sdbus-c++: functions registered one by one, an event loop of its own.
 * usage: sdbus BUS_NAME STAMP_FILE     (control bytes on standard input, see bench.h)
 *
 * SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
 */
#include <poll.h>
#include <sdbus-c++/sdbus-c++.h>
#include <unistd.h>

#include <map>
#include <string>
#include <vector>

#include "peer.h"

using Dictionary = std::map<std::string, sdbus::Variant>;
using Texts = std::vector<std::string>;

class Server {
 public:
  explicit Server(const char *name) : bus(sdbus::createSessionBusConnection()), object(createObject()) {
    player_start(&self);
    registerRoot();
    registerMethods();
    registerProperties();
    object->finishRegistration();
    bus->requestName(name);
  }

  void run() {
    for (;;) {
      while (bus->processPendingRequest()) { }
      auto wanted = bus->getEventLoopPollData();
      pollfd fds[2] = {{wanted.fd, wanted.events, 0}, {STDIN_FILENO, POLLIN, 0}};
      poll(fds, 2, wanted.getPollTimeout());
      if (!fds[1].revents) continue;
      char byte;
      if (read(STDIN_FILENO, &byte, 1) != 1) return;
      self.publishes = self.publishes || byte == CONTROL_PUBLISH;
    }
  }

 private:
  std::unique_ptr<sdbus::IConnection> bus;
  std::unique_ptr<sdbus::IObject> object;
  player self;

  std::unique_ptr<sdbus::IObject> createObject() { return sdbus::createObject(*bus, PEER_PATH); }

  template <typename Function>
  void method(const char *name, Function function) {
    object->registerMethod(name).onInterface(PEER_PLAYER).implementedAs(std::move(function));
  }

  template <typename Function>
  void property(const char *name, Function getter, const char *interface = PEER_PLAYER) {
    object->registerProperty(name).onInterface(interface).withGetter(std::move(getter));
  }

  void changed(const char *name) {
    if (self.publishes) object->emitPropertiesChangedSignal(PEER_PLAYER, {name});
  }

  void seeked() { object->emitSignal("Seeked").onInterface(PEER_PLAYER).withArguments(player_position(&self)); }

  void registerRoot() {
    for (auto name : {"Raise", "Quit"}) object->registerMethod(name).onInterface(PEER_ROOT).implementedAs([] {});
    for (auto name : {"CanQuit", "CanRaise", "HasTrackList"}) property(name, [] { return false; }, PEER_ROOT);
    property("Identity", [] { return std::string("Benchmark"); }, PEER_ROOT);
    property("DesktopEntry", [] { return std::string("org.example.bench"); }, PEER_ROOT);
    property("SupportedUriSchemes", [] { return Texts{"file", "https"}; }, PEER_ROOT);
    property("SupportedMimeTypes", [] { return Texts{"audio/flac", "audio/mpeg"}; }, PEER_ROOT);
  }

  /* sdbus-c++ replies when the function returns, so the signal is sent before the reply. */
  void play(bool playing) {
    player_set_playing(&self, playing);
    changed("PlaybackStatus");
  }

  void next() {
    player_next(&self);
    changed("Metadata");
  }

  void registerMethods() {
    method("PlayPause", [this] { play(!self.time.playing); });
    method("Play", [this] { play(true); });
    method("Pause", [this] { play(false); });
    method("Stop", [this] { play(false); });
    method("Next", [this] { next(); });
    method("Previous", [this] { next(); });
    method("Seek", [this](const int64_t &offset_us) {
      timeline_set(&self.time, player_position(&self) + offset_us, self.time.playing);
      seeked();
    });
    method("SetPosition", [this](const sdbus::ObjectPath &id, const int64_t &position_us) {
      if (player_seek_to(&self, id.c_str(), position_us)) seeked();
    });
    method("OpenUri", [](const std::string &) {});
    object->registerSignal("Seeked").onInterface(PEER_PLAYER).withParameters<int64_t>();
  }

  Dictionary metadata() {
    const track &t = self.tracks[self.current];
    return {{"mpris:trackid", sdbus::ObjectPath(t.id)},
            {"mpris:length", t.length_us},
            {"mpris:artUrl", std::string(PEER_ARTWORK)},
            {"xesam:title", std::string(t.title)},
            {"xesam:artist", Texts(track_artists, track_artists + 2)},
            {"xesam:album", std::string(TRACK_ALBUM)},
            {"xesam:albumArtist", Texts{TRACK_ALBUM_ARTIST}},
            {"xesam:genre", Texts{TRACK_GENRE}},
            {"xesam:trackNumber", t.number},
            {"xesam:url", std::string(t.url)}};
  }

  void registerProperties() {
    property("PlaybackStatus", [this] { return std::string(self.time.playing ? "Playing" : "Paused"); });
    property("Metadata", [this] { return metadata(); });
    property("Position", [this] { return player_position(&self); });
    for (auto name : {"MinimumRate", "MaximumRate"}) property(name, [] { return 1.0; });
    for (auto name : {"CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"})
      property(name, [] { return true; });
    /* LoopStatus, Rate and Shuffle have one value each: the setters accept any value, and change nothing. */
    object->registerProperty("LoopStatus").onInterface(PEER_PLAYER).withGetter([] { return std::string("None"); })
        .withSetter([](const std::string &) {});
    object->registerProperty("Rate").onInterface(PEER_PLAYER).withGetter([] { return 1.0; })
        .withSetter([](const double &) {});
    object->registerProperty("Shuffle").onInterface(PEER_PLAYER).withGetter([] { return false; })
        .withSetter([](const bool &) {});
    object->registerProperty("Volume").onInterface(PEER_PLAYER).withGetter([this] { return self.volume; })
        .withSetter([this](const double &volume) {
          self.volume = volume;
          object->emitPropertiesChangedSignal(PEER_PLAYER, {"Volume"});
        });
  }
};

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  Server(argv[1]).run();
  return 0;
}
