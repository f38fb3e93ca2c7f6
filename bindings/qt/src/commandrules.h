/* SPDX-License-Identifier: Apache-2.0 WITH Swift-exception */
/* The rules of the arguments of commands. Made by contract/generate: do not edit. */
#ifndef NOWPLAYING_QT_COMMANDRULES_H
#define NOWPLAYING_QT_COMMANDRULES_H

#include "constants.h"
#include <limits>

namespace NowPlaying {

/** A command, and its argument in Session::send(). */
struct CommandRule {
  enum Form { Nothing, Number, Word, Truth, Text };
  CommandKind kind;
  /** The key of the argument. */
  const char *key;
  Form form;
  bool is_required;
  /** The legal numbers: from `least` to `most`, without `except`. */
  double least, most, except;
  /** The legal values in words. */
  const char *says;
};

static constexpr double endless = std::numeric_limits<double>::infinity();

static constexpr CommandRule command_rules[] = {
  {CommandPlay, "", CommandRule::Nothing, false, 0, 0, endless, ""},
  {CommandPause, "", CommandRule::Nothing, false, 0, 0, endless, ""},
  {CommandStop, "", CommandRule::Nothing, false, 0, 0, endless, ""},
  {CommandTogglePlayPause, "", CommandRule::Nothing, false, 0, 0, endless, ""},
  {CommandNext, "", CommandRule::Nothing, false, 0, 0, endless, ""},
  {CommandPrevious, "", CommandRule::Nothing, false, 0, 0, endless, ""},
  {CommandSeekToPosition, "time", CommandRule::Number, true, 0, endless, endless,
   "a number of milliseconds, 0 or more"},
  {CommandSkipForward, "time", CommandRule::Number, false, 0, endless, 0, "a number of milliseconds, greater than 0"},
  {CommandSkipBackward, "time", CommandRule::Number, false, 0, endless, 0,
   "a number of milliseconds, greater than 0"},
  {CommandSeekForward, "phase", CommandRule::Word, true, 0, 1, endless,
   "NowPlaying.PhaseBegin or NowPlaying.PhaseEnd"},
  {CommandSeekBackward, "phase", CommandRule::Word, true, 0, 1, endless,
   "NowPlaying.PhaseBegin or NowPlaying.PhaseEnd"},
  {CommandChangeRate, "rate", CommandRule::Number, false, -endless, endless, 0, "a number, finite and not 0"},
  {CommandChangeRepeatMode, "mode", CommandRule::Word, false, 0, 2, endless,
   "NowPlaying.RepeatOff, NowPlaying.RepeatOne or NowPlaying.RepeatAll"},
  {CommandChangeShuffleMode, "mode", CommandRule::Word, false, 0, 2, endless,
   "NowPlaying.ShuffleOff, NowPlaying.ShuffleItems or NowPlaying.ShuffleCollections"},
  {CommandFeedback, "mode", CommandRule::Word, false, 0, 2, endless,
   "NowPlaying.FeedbackNeutral, NowPlaying.FeedbackPositive or NowPlaying.FeedbackNegative"},
  {CommandNextChapter, "", CommandRule::Nothing, false, 0, 0, endless, ""},
  {CommandPreviousChapter, "", CommandRule::Nothing, false, 0, 0, endless, ""},
  {CommandSeekToLive, "", CommandRule::Nothing, false, 0, 0, endless, ""},
  {CommandSetRating, "rating", CommandRule::Number, true, 0, 1, endless, "a number, 0.0 to 1.0"},
  {CommandBookmark, "", CommandRule::Nothing, false, 0, 0, endless, ""},
  {CommandMute, "mode", CommandRule::Truth, false, 0, 1, endless, "true or false"},
  {CommandCustom, "id", CommandRule::Text, true, -endless, endless, endless, "the id of one of session.commands"},
};

} // namespace NowPlaying

#endif
