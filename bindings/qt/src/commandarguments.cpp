/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
#include "commandarguments.h"
#include "commandrules.h"
#include "values.h"
#include <QMetaEnum>
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace NowPlaying {

static constexpr CommandRule rule_of_button{{}, "button", CommandRule::Word, false, 0, UINT32_MAX, endless,
                                            "the button of one of session.commands"};
static constexpr CommandRule rule_of_toggle{{}, "toggle", CommandRule::Truth, false, 0, 1, endless, "true or false"};

static const CommandRule *ruleOf(int kind) {
  const auto *found = std::find_if(std::begin(command_rules), std::end(command_rules),
                                   [kind](const CommandRule &rule) { return rule.kind == kind; });
  return found == std::end(command_rules) ? nullptr : found;
}

static bool isNumber(const QVariant &value) {
  switch (value.userType()) {
    case QMetaType::Int: case QMetaType::UInt: case QMetaType::LongLong: case QMetaType::ULongLong:
    case QMetaType::Long: case QMetaType::ULong: case QMetaType::Double: case QMetaType::Float: return true;
    default: return false;
  }
}

static bool isText(const QVariant &value) { return value.userType() == QMetaType::QString; }

static bool isLegal(const CommandRule &rule, const QVariant &value) {
  if (rule.form == CommandRule::Text) return isText(value) && !value.toString().isEmpty();
  const bool is_truth = rule.form == CommandRule::Truth && value.userType() == QMetaType::Bool;
  if (!is_truth && !isNumber(value)) return false;
  const double number = value.toDouble();
  const bool is_whole = rule.form == CommandRule::Number || number == std::trunc(number);
  return std::isfinite(number) && is_whole && number >= rule.least && number <= rule.most && number != rule.except;
}

QString inWords(const QVariant &value) {
  if (!value.isValid()) return QStringLiteral("undefined");
  if (value.userType() == QMetaType::Nullptr) return QStringLiteral("null");
  if (isText(value)) return QLatin1Char('"') + value.toString() + QLatin1Char('"');
  if (isNumber(value) || value.userType() == QMetaType::Bool) return value.toString();
  return QStringLiteral("a value of the type ") + QString::fromLatin1(value.typeName()).section(QLatin1Char(':'), -1);
}

static QString nameOf(int kind) {
  return QStringLiteral("NowPlaying.") + QLatin1String(QMetaEnum::fromType<CommandKind>().valueToKey(kind));
}

CommandArguments::CommandArguments(int kind, const QVariantMap &arguments)
    : event NOWPLAYING_SURFACE_COMMAND_INIT(kind) {
  const CommandRule *rule = ruleOf(kind);
  if (!rule) {
    error = QStringLiteral("Session.send(kind): there is no command %1; write one of NowPlaying.Command…, as "
                           "session.send(NowPlaying.CommandPause)").arg(kind);
    return;
  }
  const QString key = QLatin1String(rule->key), call = QStringLiteral("Session.send(%1): ").arg(nameOf(kind));
  for (auto each = arguments.cbegin(); each != arguments.cend() && error.isEmpty(); ++each) {
    const CommandRule *own = each.key() == QLatin1String("button") ? &rule_of_button
                             : each.key() == QLatin1String("toggle") ? &rule_of_toggle
                             : !key.isEmpty() && each.key() == key ? rule : nullptr;
    if (!own)
      error = call + QStringLiteral("the command has no argument '%1'").arg(each.key())
              + (key.isEmpty() ? QString() : QStringLiteral(", but '%1'").arg(key));
    else if (!isLegal(*own, each.value()))
      error = call + QStringLiteral("%1 must be %2, not %3").arg(each.key(), QString::fromUtf8(own->says),
                                                                inWords(each.value()));
    else take(each.key(), each.value());
  }
  if (error.isEmpty() && rule->is_required && !arguments.contains(key))
    error = call + QStringLiteral("write {%1: …} behind it, %2").arg(key, QLatin1String(rule->says));
}

void CommandArguments::take(const QString &key, const QVariant &value) {
  if (key == QLatin1String("time")) event.time_us = microsecondsOf(value.toDouble());
  else if (key == QLatin1String("rate")) event.rate = value.toDouble();
  else if (key == QLatin1String("mode")) event.mode = value.toInt();
  else if (key == QLatin1String("button")) event.button = value.toUInt();
  else if (key == QLatin1String("phase")) event.phase = value.toInt();
  else if (key == QLatin1String("rating")) event.rating = value.toDouble();
  else if (key == QLatin1String("toggle")) event.toggle = value.toBool();
  else if (key == QLatin1String("id")) event.id = (m_id = value.toString().toUtf8()).constData();
}

QString CommandArguments::errorOfPress(int kind) {
  const CommandRule *rule = ruleOf(kind);
  if (!rule || !rule->is_required || rule->form != CommandRule::Number) return QString();
  return QStringLiteral("Session.press(command): a press does not tell the %1; write session.send(%2, {%1: …})")
      .arg(QLatin1String(rule->key), nameOf(kind));
}

} // namespace NowPlaying
