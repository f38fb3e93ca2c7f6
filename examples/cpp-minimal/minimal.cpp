/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: cpp-minimal     The desktop shows a song and drives it, until Ctrl-C or SIGTERM. */
#include <csignal>
#include <nowplaying/nowplaying.hpp>

using namespace nowplaying;

struct Player {
  int song = 1;
  App app{"cpp-minimal"};
  Session session{app, "main"}; // goes first, and no closure runs any more

  // A real player also says where in the song it is, how long it is and what it looks like.
  void show(PlaybackState state) {
    const std::string title = "Song " + std::to_string(song);
    session.set_content(Content(ContentKind::Music, title).set(TextField::Title, title));
    session.set_snapshot(Snapshot(state));
    session.commit();
  }
};

int main() {
  sigset_t ends; // blocked before there are threads: they wait for sigwait() instead of killing the program
  sigemptyset(&ends), sigaddset(&ends, SIGINT), sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  Player player;
  player.session.set_commands({Command::play([&] { player.show(PlaybackState::Playing); }),
                               Command::pause([&] { player.show(PlaybackState::Paused); }),
                               Command::next([&] { ++player.song, player.show(PlaybackState::Playing); })});
  player.show(PlaybackState::Playing);
  player.session.request_application_primary();
  int received;
  return sigwait(&ends, &received);
}
