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

  // Calls `tell` after a function of a prototype has done its work. What the page gets is as it was.
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
          // The page goes on in any case.
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
          // The page goes on in any case.
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
    // The browser has taken them for numbers, whatever they are.
    const length = Number(duration);
    send({ type: 'position', given: duration !== undefined, endless: length === Infinity, duration: length,
      position: Number(position), playbackRate: Number(playbackRate) });
  });
  followSetter(MediaSession.prototype, 'metadata', () => send({ type: 'metadata' }));
  followSetter(MediaSession.prototype, 'playbackState', () => send({ type: 'playbackState' }));
  for (const name of ['title', 'artist', 'album', 'artwork']) {
    followSetter(window.MediaMetadata.prototype, name, () => send({ type: 'metadata' }));
  }

  // Hands over an element by an event, which both worlds see: one in a shadow tree is seen as the host of the tree.
  const handOver = (element) => {
    apply(dispatch, window, [new MouseEvent('nowplaying-element', { relatedTarget: element })]);
  };
  follow(HTMLMediaElement.prototype, 'play', (element) => {
    if (!element.isConnected || element.getRootNode() !== document) {
      handOver(element);
    }
  });
  // A player's own controls in a shadow tree play without a call, and its events stay in the tree.
  const trees = new WeakSet();
  const watchTree = (root) => {
    trees.add(root);
    root.addEventListener('play', (event) => handOver(event.target), true);
    root.querySelectorAll('audio, video').forEach((element) => element.paused || handOver(element));
  };
  follow(Element.prototype, 'attachShadow', (host, words, root) => watchTree(root));

  // Watches the trees that the text of the page has: nobody has called for them.
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

  // One that is in no document may play without a call, too.
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
  // A document that is written anew, as frames are by their pages, has lost all listeners.
  new MutationObserver(listen).observe(document, { childList: true });
})();
