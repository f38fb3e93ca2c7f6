/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: now     Prints the line of the first player that comes, and ends. */
#include <QCoreApplication>
#include <cstdio>
#include <nowplaying-qt/surface.h>

using namespace NowPlaying;

int main(int argc, char **argv) {
  QCoreApplication app(argc, argv);
  Surface surface;
  surface.setName(QStringLiteral("now"));
  QObject::connect(&surface, &Surface::added, [&app](Session *session) {
    printf("%s: %s\n", qUtf8Printable(session->displayName()), qUtf8Printable(session->firstLine()));
    app.quit();
  });
  return app.exec();
}
