/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* Usage: probe IMPORT-FOLDER FILE.qml     loads a file of QML, evaluates each line of its input there as an expression,
 *                                         and prints the value as JSON, or {"failed": …}
 *
 * Warnings of QML go to its error output, as of any program. */
#include <QGuiApplication>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQmlExpression>
#include <QSocketNotifier>
#include <cstdio>
#include <memory>
#include <string>
#include <unistd.h>

/** Evaluates lines as they come. */
class Probe {
public:
  explicit Probe(QQmlEngine *engine, QObject *root) : m_engine(engine), m_root(root) {}

  /** Reads what there is; false at the end. */
  bool read() {
    char bytes[65536];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) return false;
    m_input.append(bytes, size_t(count));
    for (size_t end; (end = m_input.find('\n')) != std::string::npos; m_input.erase(0, end + 1))
      answer(QString::fromUtf8(m_input.data(), int(end)));
    return true;
  }

private:
  void answer(const QString &line) {
    QQmlExpression expression(m_engine->contextForObject(m_root), m_root, QStringLiteral("reply(() => (%1))").arg(line));
    const QVariant value = expression.evaluate();
    if (expression.hasError()) fprintf(stderr, "%s\n", qPrintable(expression.error().toString()));
    printf("%s\n", expression.hasError() ? "{\"failed\": true}" : qUtf8Printable(value.toString()));
    fflush(stdout);
  }

  QQmlEngine *m_engine;
  QObject *m_root;
  std::string m_input;
};

int main(int argc, char **argv) {
  QGuiApplication app(argc, argv);
  if (argc != 3) return 2;
  QQmlEngine engine;
  engine.addImportPath(QString::fromLocal8Bit(argv[1]));
  QQmlComponent component(&engine, QUrl::fromLocalFile(QString::fromLocal8Bit(argv[2])));
  const std::unique_ptr<QObject> root(component.create());
  if (!root) {
    fprintf(stderr, "%s\n", qPrintable(component.errorString()));
    return 1;
  }
  Probe probe(&engine, root.get());
  QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
  QObject::connect(&input, &QSocketNotifier::activated, &app, [&] {
    if (!probe.read()) app.quit();
  });
  printf("ready\n");
  fflush(stdout);
  return app.exec();
}
