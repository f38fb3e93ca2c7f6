/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: icons FOLDER NAME…     prints of each name whether Surface::hasIcon() says that the theme "hicolor" of that
 *                               folder has it. */
#include <QGuiApplication>
#include <QIcon>
#include <cstdio>
#include <nowplaying-qt/surface.h>

int main(int count, char **words) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QGuiApplication app(count, words);
  QIcon::setThemeSearchPaths({QString::fromLocal8Bit(words[1])});
  QIcon::setThemeName(QStringLiteral("hicolor"));
  for (int i = 2; i < count; i++) printf("%d\n", NowPlaying::Surface::hasIcon(QString::fromLocal8Bit(words[i])));
}
