// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Runs in the page's own world, before its scripts, and tells the content script what that cannot see: which actions
// the page takes, the position that it states, and elements that are in no document. It decides nothing, because a page
// can change all of it.
'use strict';

(() => {
  const session = navigator.mediaSession;
  if (!session || !window.MediaSession) {
    return;
  }
  const handlers = new Map();
  const { apply } = Reflect;
  const { parse, stringify } = JSON;
  const NativeEvent = window.CustomEvent;
  const dispatch = EventTarget.prototype.dispatchEvent;
  const send = (message) => {
    apply(dispatch, window, [new NativeEvent('nowplaying-page', { detail: stringify(message) })]);
  };

  // Calls `tell` after each call of a function of a prototype. The page gets the same result as before.
  const follow = (prototype, name, tell) => {
    const original = prototype?.[name];
    if (typeof original !== 'function') {
      return;
    }
    prototype[name] = new Proxy(original, {
      apply(target, owner, words) {
        const result = apply(target, owner, words);
        try {
          tell(owner, words, result);
        } catch {
          // An error of `tell` must not reach the page.
        }
        return result;
      },
    });
  };

  const followSetter = (prototype, name, tell) => {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    if (!property?.set) {
      return;
    }
    const set = new Proxy(property.set, {
      apply(target, owner, words) {
        apply(target, owner, words);
        try {
          tell(owner);
        } catch {
          // An error of `tell` must not reach the page.
        }
      },
    });
    Object.defineProperty(prototype, name, { ...property, set });
  };

  follow(MediaSession.prototype, 'setActionHandler', (owner, [action, handler]) => {
    if (handler) {
      handlers.set(action, handler);
    } else {
      handlers.delete(action);
    }
    send({ type: 'actions', actions: [...handlers.keys()] });
  });
  follow(MediaSession.prototype, 'setPositionState', (owner, [state]) => {
    const { duration, position = 0, playbackRate = 1 } = state ?? {};
    // The page may have given texts, which the browser has converted to numbers as well.
    const length = Number(duration);
    send({ type: 'position', given: duration !== undefined, endless: length === Infinity, duration: length,
      position: Number(position), playbackRate: Number(playbackRate) });
  });
  followSetter(MediaSession.prototype, 'metadata', () => send({ type: 'metadata' }));
  followSetter(MediaSession.prototype, 'playbackState', () => send({ type: 'playbackState' }));
  for (const name of ['title', 'artist', 'album', 'artwork']) {
    followSetter(window.MediaMetadata.prototype, name, () => send({ type: 'metadata' }));
  }

  // Hands over an element to the content script by an event. For an element in a shadow tree, the content script gets
  // the host of the tree.
  const handOver = (element) => {
    apply(dispatch, window, [new MouseEvent('nowplaying-element', { relatedTarget: element })]);
  };
  follow(HTMLMediaElement.prototype, 'play', (element) => {
    if (!element.isConnected || element.getRootNode() !== document) {
      handOver(element);
    }
  });
  // The browser's own controls of an element in a shadow tree play it without a call of play(), and its events do not
  // leave the tree.
  const trees = new WeakSet();
  const watchTree = (root) => {
    trees.add(root);
    root.addEventListener('play', (event) => handOver(event.target), true);
    root.querySelectorAll('audio, video').forEach((element) => element.paused || handOver(element));
  };
  follow(Element.prototype, 'attachShadow', (host, words, root) => watchTree(root));

  // Watches shadow trees that the HTML of the page declares, which come without a call of attachShadow().
  const findTrees = (root) => {
    // An element of the page may have the name of the document's function.
    const { querySelectorAll } = root === document ? Document.prototype : root;
    for (const { shadowRoot } of apply(querySelectorAll, root, ['*'])) {
      if (shadowRoot && !trees.has(shadowRoot)) {
        watchTree(shadowRoot);
        findTrees(shadowRoot);
      }
    }
  };
  document.addEventListener('DOMContentLoaded', () => findTrees(document));

  // An element outside of the document may play without a call of play(), too, by `autoplay`.
  followSetter(HTMLMediaElement.prototype, 'autoplay', (element) => {
    if (element.autoplay && !element.isConnected) {
      element.addEventListener('play', () => element.isConnected || handOver(element));
    }
  });

  const onCall = (event) => {
    const details = parse(event.detail);
    const handler = handlers.get(details.action);
    let ok = Boolean(handler);
    try {
      handler?.(details);
    } catch (error) {
      ok = false;
      console.error(error);
    }
    send({ type: 'called', ok });
  };
  const listen = () => window.addEventListener('nowplaying-call', onCall);
  listen();
  // A document that is written anew loses all listeners; pages write their frames so.
  new MutationObserver(listen).observe(document, { childList: true });
})();
