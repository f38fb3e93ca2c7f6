/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: cost-qt     follows players, and reads the title and the state at each change as a view does, through the
 *                    model; prints a line for each, and the processor's time in µs at the end of its input
 *
 * The same as cost-c, which is in plain C. */
#include <QCoreApplication>
#include <QSocketNotifier>
#include <cstdio>
#include <ctime>
#include <nowplaying-qt/surface.h>
#include <unistd.h>

using namespace NowPlaying;

static long now_us() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return long(time.tv_sec * 1000000 + time.tv_nsec / 1000);
}

int main(int argc, char **argv) {
  QCoreApplication app(argc, argv);
  Surface surface;
  const int title = surface.sessions()->roleNames().key("firstLine");
  const int state = surface.sessions()->roleNames().key("state");
  long begun = 0;
  QObject::connect(surface.sessions(), &QAbstractItemModel::dataChanged, [&](const QModelIndex &row) {
    if (!begun) begun = now_us();
    printf("%s %d\n", qUtf8Printable(row.data(title).toString()), row.data(state).toInt());
    fflush(stdout);
  });
  QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
  QObject::connect(&input, &QSocketNotifier::activated, &app, &QCoreApplication::quit);
  QObject::connect(&surface, &Surface::listed, [] { puts("listed"), fflush(stdout); });
  app.exec();
  printf("%ld\n", now_us() - begun);
}
