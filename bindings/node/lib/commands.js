// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// The commands that the desktop may send: a function for each, made by the table.
'use strict';

const check = require('./checks.js');
const rules = require('./rules.js');
const { COMMANDS, LIMITS } = require('./tables.js');

/** The words of commands by the names of the functions that make them. */
const WORDS = Object.fromEntries(Object.entries(COMMANDS).map(([name, [number]]) => [name, check.word('CommandKind',
  number)]));
const NAMES = Object.fromEntries(Object.entries(WORDS).map(([name, word]) => [word, name]));
/** The rows of the table, by the number of the kind less one. */
const BY_NUMBER = Object.values(COMMANDS);
const COMMON = ['enabled', 'icon', 'slot', 'title', 'shortTitle'];
/** The options of a command, by the form of its argument. */
const OPTIONS = { interval: ['intervals'], rate: ['rates', 'rateRange'], mode: ['current', 'supported'],
  fraction: ['steps'] };
/** A command and its handler. It never changes. */
class Command {
  constructor(name, handler, options, custom) {
    const [number, form, modes, traits] = COMMANDS[name];
    const what = `Command.${name}`;
    const known = new Set([...COMMON, ...(OPTIONS[form] ?? []), ...(traits.includes('switched') ? ['active'] : [])]);
    const given = check.options(what, options, known);
    if (typeof handler !== 'function') {
      throw check.wrongType(`${what}(handler)`, 'a function', handler);
    }
    this.kind = WORDS[name];
    this.handler = handler;
    const named = custom ? { id: check.id(`${what}(id)`, custom.id),
      title: check.someText(`${what}(title)`, custom.title) } : { id: '' };
    this.values = { enabled: true, title: '', ...valuesOf(what, given, form, modes), kind: number, ...named };
    ({ enabled: this.enabled, id: this.id, title: this.title } = this.values);
    this.options = Object.freeze({ ...given, ...(custom && { title: custom.title }) });
    Object.freeze(this);
  }

  /** A copy with other options. */
  with(options) {
    const name = NAMES[this.kind];
    const merged = { ...this.options,
      ...check.options(`Command.${name}`, options, new Set(Object.keys(options ?? {}))) };
    if (this.kind !== 'custom') {
      return new Command(name, this.handler, merged);
    }
    const { title, ...rest } = merged;
    return new Command(name, this.handler, rest, { id: this.id, title });
  }
}

/** Returns the fields of the library's struct other than the kind and the id. */
function valuesOf(what, given, form, modes) {
  if (form === 'rate' && check.isNothing(given.rates) && check.isNothing(given.rateRange)) {
    throw new TypeError(`${what} needs rates or rateRange`);
  }
  const values = check.fill((name) => `${what}(${name})`, given, rules.command);
  if (modes && !check.isNothing(given.current)) {
    values.current = check.member(`${what}(current)`, given.current, modes);
  }
  if (modes && !check.isNothing(given.supported)) {
    values.supported = check.list(`${what}(supported)`, given.supported,
      (name, each) => check.member(name, each, modes)).reduce((bits, mode) => bits | 1 << mode, 0);
  }
  const { current, supported } = values;
  if (form === 'mode' && modes !== 'Feedback' && current !== undefined && supported && !(supported & 1 << current)) {
    throw new RangeError(`${what}(current) must be one of supported (${
      [...given.supported].join(', ')}), not ${check.shown(given.current)}`);
  }
  return values;
}

for (const name of Object.keys(COMMANDS)) {
  const make = name === 'custom'
    ? (id, title, handler, options) => new Command(name, handler, options, { id, title })
    : (handler, options) => new Command(name, handler, options);
  Object.defineProperty(Command, name, { value: make, enumerable: true });
}

/** Returns the argument that the handler of a command is given; undefined for a command without an argument. */
function argumentOf(event) {
  const [, form, modes] = BY_NUMBER[event.kind - 1] ?? [];
  switch (form) {
    case 'position':
    case 'interval':
      return event.time_us / 1e6;
    case 'phase':
      return check.word('Phase', event.phase);
    case 'rate':
      return event.rate;
    case 'mode':
      return check.word(modes, event.mode);
    case 'truth':
      return event.mode !== 0;
    case 'fraction':
      return event.rating;
    default:
      return undefined;
  }
}

/** Returns the modes that a feedback button sets; 0 for other commands. Buttons that set the same modes replace one
 * another. */
function feedbackModes(command) {
  return command.kind === 'feedback' ? (command.values.supported || 7) & ~1 : 0;
}

/** Whether a command that setCommand() sets takes the place of another. */
function replaces(command, other) {
  return command.kind === other.kind && command.id === other.id && feedbackModes(command) === feedbackModes(other);
}

/** Numbers the commands by their kind and their place among those of the kind, so that a command that is set again
 * keeps its number. */
function byTag(commands) {
  const numbered = new Map();
  for (const command of commands) {
    let tag = command.values.kind * LIMITS.MAX_COMMANDS;
    while (numbered.has(tag)) {
      tag += 1;
    }
    numbered.set(tag, command);
  }
  return numbered;
}

module.exports = { BY_NUMBER, Command, argumentOf, byTag, replaces };
