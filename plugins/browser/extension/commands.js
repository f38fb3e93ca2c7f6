// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Carries out what the desktop asks for: by the page's own handlers first, by the element else.
'use strict';

// The commands that the page has said how to carry out, by the words of the host.
const ACTIONS = { play: 'play', pause: 'pause', stop: 'stop', next: 'nexttrack', previous: 'previoustrack' };
// How long to wait until an element plays. A refusal by the browser comes at once; the begin of playback may have to
// wait for the network.
const MOST_WAIT_MS = 2000;

// Describes which commands can be given.
function describeCommands(element, chapters) {
  const commands = {};
  for (const [word, action] of Object.entries(ACTIONS)) {
    const byElement = element !== null && (word === 'play' || word === 'pause' || word === 'stop');
    if (pageSession.has(action) || byElement) {
      commands[word] = true;
    }
  }
  commands.seek = pageSession.has('seekto') || (element !== null && canSeek(element));
  commands.skip = pageSession.has('seekforward') && pageSession.has('seekbackward');
  if (element !== null) {
    commands.mute = true;
    commands.rate = !isLive(element);
    if (isLive(element) && describeLive(element).seekableEnd !== undefined) {
      commands.live = true;
    }
  }
  if (chapters.length > 0) {
    commands.nextChapter = true;
    commands.previousChapter = true;
  }
  if (pageSession.has('skipad')) {
    commands.custom = [{ id: 'skipad', title: 'Skip ad' }];
  }
  return commands;
}

class Performer {
  #element;
  #position;
  #chapters;

  // element: the one that plays, or null. position: where it is, as the page counts. chapters: those of the item.
  constructor(element, position, chapters) {
    this.#element = element;
    this.#position = position;
    this.#chapters = chapters;
  }

  // Carries out a command. Returns whether that was possible.
  async perform(word, value) {
    const action = ACTIONS[word];
    if (action && pageSession.has(action)) {
      return pageSession.call(action);
    }
    switch (word) {
      case 'seekTo': return this.#seekTo(value);
      case 'skip': return this.#skip(value);
      case 'nextChapter': return this.#seekTo(this.#chapterAfter(this.#position));
      case 'previousChapter': return this.#seekTo(this.#chapterBefore(this.#position));
      case 'custom': return value === 'skipad' && pageSession.call('skipad');
      case 'quit': return this.#quit();
      default: return this.#element !== null && this.#performByElement(word, value);
    }
  }

  async #performByElement(word, value) {
    const element = this.#element;
    switch (word) {
      case 'play': await this.#play(); break;
      case 'pause': element.pause(); break;
      case 'stop': this.#stop(); break;
      case 'rate': element.playbackRate = value; break;
      case 'volume':
        element.volume = Math.min(Math.max(value, 0), 1);
        break;
      case 'mute': element.muted = value === undefined ? !element.muted : value === 1; break;
      case 'live': element.currentTime = describeLive(element).seekableEnd ?? element.currentTime; break;
      case 'audioTrack': this.#chooseAudio(value); break;
      case 'textTrack': this.#chooseText(value); break;
      default: return false;
    }
    return true;
  }

  #play() {
    if (this.#element.playbackRate === 0) {
      this.#element.playbackRate = this.#element.defaultPlaybackRate || 1;
    }
    return Promise.race([this.#element.play(), new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))]);
  }

  #stop() {
    this.#element.pause();
    if (!isLive(this.#element)) {
      this.#element.currentTime = 0;
    }
  }

  // Ends what the page plays, and nothing else of it.
  #quit() {
    if (pageSession.has('stop')) {
      pageSession.call('stop');
    } else if (pageSession.has('pause')) {
      pageSession.call('pause');
    }
    this.#element?.pause();
    return true;
  }

  #seekTo(seconds) {
    if (seconds === undefined) {
      return false;
    }
    if (pageSession.has('seekto')) {
      return pageSession.call('seekto', { seekTime: seconds });
    }
    if (this.#element === null) {
      return false;
    }
    // The page's position may differ from that of its element, so that the element is moved by the difference.
    this.#element.currentTime = Math.max(0, this.#element.currentTime + seconds - this.#position);
    return true;
  }

  #skip(seconds) {
    const action = seconds < 0 ? 'seekbackward' : 'seekforward';
    if (pageSession.has(action)) {
      return pageSession.call(action, { seekOffset: Math.abs(seconds) });
    }
    return this.#seekTo(Math.max(0, this.#position + seconds));
  }

  #chapterAfter(position) {
    return this.#chapters.find((chapter) => chapter.start > position)?.start;
  }

  // Returns the start of the chapter, or of the one before it where this one has just begun.
  #chapterBefore(position) {
    return this.#chapters.findLast((chapter) => chapter.start < position - 3)?.start ?? 0;
  }

  #chooseAudio(id) {
    const { audioTracks = [] } = this.#element;
    for (let index = 0; index < audioTracks.length; ++index) {
      audioTracks[index].enabled = String(index) === id;
    }
  }

  #chooseText(id) {
    const { textTracks } = this.#element;
    for (let index = 0; index < textTracks.length; ++index) {
      const track = textTracks[index];
      if (track.kind === 'subtitles' || track.kind === 'captions') {
        track.mode = String(index) === id ? 'showing' : 'disabled';
      }
    }
  }
}
