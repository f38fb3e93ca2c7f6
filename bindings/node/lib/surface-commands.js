// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The commands that an entry of a surface offers, and those that it is given.
'use strict';

const check = require('./checks.js');
const { BY_NUMBER } = require('./commands.js');
const rules = require('./rules.js');

function offered(each) {
  const [, , modes] = BY_NUMBER[each.kind - 1] ?? [];
  return Object.freeze({
    kind: check.word('CommandKind', each.kind), enabled: each.enabled !== 0, id: each.id ?? '',
    title: each.title ?? '', shortTitle: each.short_title ?? '', icon: each.icon ?? '',
    slot: check.word('Slot', each.slot), active: each.active !== 0, button: each.button,
    derived: each.derived !== 0, steps: each.steps,
    intervals: Object.freeze(each.intervals_us.map((us) => us / 1e6)), rates: Object.freeze(each.rates),
    rateRange: each.rate_maximum > 0 ? Object.freeze([each.rate_minimum, each.rate_maximum]) : null,
    current: modes ? check.word(modes, each.current) : null,
    supported: Object.freeze(modes ? check.wordsOfNumbers(modes, each.supported) : []),
  });
}

function control(each) {
  return Object.freeze({
    kind: check.word('CommandKind', each.kind), row: check.word('ControlRow', each.row), slot: check.word('Slot', each.slot),
    enabled: each.enabled !== 0, isSwitch: each.is_switch !== 0, active: each.active !== 0,
    isHeld: each.is_held !== 0, busy: each.busy !== 0, icon: each.icon ?? '', title: each.title ?? '',
    shortTitle: each.short_title ?? '', name: each.name ?? '', namePlural: each.name_plural ?? '',
    number: each.number, rates: Object.freeze(each.rates), mode: each.mode, button: each.button,
    interval: each.time_us / 1e6, rating: each.rating, id: each.id ?? '', toggle: each.toggle !== 0,
  });
}

/** Returns the library's struct for the press of a control. */
function pressOf(given, phase) {
  const event = {
    kind: check.member('SurfaceSession.press(control)', given?.kind, 'CommandKind'), mode: given.mode,
    button: given.button,
    time_us: check.microseconds('SurfaceSession.press(control)', given.interval), rating: given.rating,
    toggle: Number(given.toggle), phase: check.member('SurfaceSession.press(phase)', phase, 'Phase'),
  };
  return given.id ? { ...event, id: given.id } : event;
}

/** Returns the library's struct of a command. command: its word, or a command that is offered. */
function commandFor(command, argument) {
  const isWord = typeof command === 'string';
  const kind = check.member('SurfaceSession.send(command)', isWord ? command : command?.kind, 'CommandKind');
  const [, form, modes] = BY_NUMBER[kind - 1];
  const name = 'SurfaceSession.send(argument)';
  const is = !check.isNothing(argument);
  const event = { kind, mode: -1, button: isWord ? 0 : command.button ?? 0 };
  const rule = rules.argument[form];
  if (form === 'id') {
    event.id = check.someText(name, isWord ? argument : command.id);
  } else if (form === 'mode' && is) {
    event.mode = check.member(name, argument, modes);
  } else if (rule && (is || rule.required)) {
    event[rule.to] = Number(check.ruled(name, argument, rule));
  } else if (!rule && form !== 'mode' && is) {
    throw new TypeError(`${name} must be left out: the command has none`);
  }
  return event;
}

module.exports = { commandFor, control, offered, pressOf };
