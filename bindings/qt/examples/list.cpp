/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: list     Prints the sessions, the most important first, at each change. Enter plays or pauses the first. */
#include <QCoreApplication>
#include <QSocketNotifier>
#include <cstdio>
#include <nowplaying-qt/surface.h>
#include <unistd.h>

using namespace NowPlaying;

int main(int argc, char **argv) {
  QCoreApplication app(argc, argv);
  Surface surface;
  surface.setName(QStringLiteral("list"));
  const auto print = [&surface] {
    for (Session *session : surface.list())
      printf("%s: %s, %s\n", qUtf8Printable(session->displayName()), qUtf8Printable(session->firstLine()),
             session->state() == StatePlaying ? "playing" : "not playing");
    printf("\n");
    fflush(stdout);
  };
  QObject::connect(&surface, &Surface::ordered, print);
  QObject::connect(&surface, &Surface::changed, print);
  QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
  QObject::connect(&input, &QSocketNotifier::activated, [&surface, &app] {
    char line[64];
    if (read(STDIN_FILENO, line, sizeof line) <= 0) return app.quit();
    if (!surface.first()) return;
    QObject::connect(surface.first()->send(CommandTogglePlayPause), &Action::finished, [](Action *action) {
      if (action->status() != Ok) fprintf(stderr, "%s\n", qUtf8Printable(action->message()));
    });
  });
  return app.exec();
}
