/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: cpp-minimal     The desktop shows a song and drives it, until Ctrl-C or SIGTERM. */
#include <csignal>
#include <iostream>
#include <nowplaying/nowplaying.hpp>

using namespace nowplaying;

class Player {
public:
  Player() {
    session_.set_commands({
        Command::play([this] { show(song_, Snapshot::playing()); }),
        Command::pause([this] { show(song_, Snapshot::paused()); }),
        Command::next([this] { show(song_ + 1, snapshot_); }),
    });
    show(1, Snapshot::playing());
    session_.request_application_primary();
  }

private:
  // A real player also says where in the song it is, how long it is and what it looks like.
  void show(int song, const Snapshot &snapshot) {
    song_ = song;
    snapshot_ = snapshot;
    const std::string title = "Song " + std::to_string(song);
    std::cerr << title << (snapshot.state == NOWPLAYING_STATE_PLAYING ? ": playing\n" : ": paused\n");
    session_.set_content(Content(ContentKind::Music, title)
                             .set(TextField::Title, title)
                             .set(ListField::Artists, "The Examples"));
    session_.set_snapshot(snapshot);
    session_.commit();
  }

  int song_ = 1;
  Snapshot snapshot_;
  App app_{"cpp-minimal"};
  Session session_{app_, "main"}; // goes first, and no closure runs any more
};

int main() {
  sigset_t end;
  sigemptyset(&end);
  sigaddset(&end, SIGINT);
  sigaddset(&end, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &end, nullptr);
  Player player;
  int number = 0;
  return sigwait(&end, &number);
}
