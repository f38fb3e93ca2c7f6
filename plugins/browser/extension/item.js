// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Describes the item that plays, by what the page says of it: its metadata, its marks, its title.
'use strict';

// The types of schema.org by which a page says what it plays.
const TYPES = new Set(['MusicRecording', 'PodcastEpisode', 'Movie', 'TVEpisode', 'Audiobook']);
const MOST_MARKS = 20;
const MOST_MARK_TEXT = 100000;

// Returns the type that the page's marks name; undefined for none.
function typeOfPage() {
  const found = new Set();
  for (const script of findAll('script[type="application/ld+json"]').slice(0, MOST_MARKS)) {
    const text = script.textContent.slice(0, MOST_MARK_TEXT);
    for (const [, type] of text.matchAll(/"@type"\s*:\s*\[?\s*"(\w+)"/gu)) {
      found.add(type);
    }
  }
  for (const element of findAll('[itemtype]:not(form)').slice(0, MOST_MARKS)) {
    found.add(element.getAttribute('itemtype').split('/').pop());
  }
  const known = [...found].filter((type) => TYPES.has(type));
  // A page that names several types does not say which of them it plays.
  return known.length === 1 ? known[0] : undefined;
}

// Returns whether the page says that an element plays a recording: by its marks, or by a title, an artist and an album,
// which stations do not say. It counts for a file of a server: a page that brings a stream in parts, and a list of such
// parts, say by themselves that there is no end.
function isRecording(element) {
  const { title, artist, album } = pageSession.metadata ?? {};
  const isDescribed = [title, artist, album].every((text) => boundText(text) !== '');
  return /^https?:(?!.*\.m3u8?\b)/iu.test(element.currentSrc) && (isDescribed || typeOfPage() !== undefined);
}

// Returns the document, and the documents around it that it may read: a frame that was written by the page around it
// may have neither an address nor a title of its own.
function documentsOfPage() {
  const found = [document];
  try {
    for (let frame = window; frame !== frame.parent && frame.parent.document; frame = frame.parent) {
      found.push(frame.parent.document);
    }
  } catch {
    // The page around this one is another site's.
  }
  return found;
}

// Returns the address of the page; for a frame without one, as about:srcdoc, that of the page around the frame.
function placeOfPage() {
  const found = documentsOfPage().find((each) => /^https?:$/u.test(each.location.protocol));
  return found?.location ?? new URL(valueOf('baseURI'));
}

// The address that the page has called its own last, and where the page was then.
let canonical = { href: '', at: '' };

// Returns the address that the page calls its own; '' for none. A page that goes elsewhere without being loaded anew
// may leave the address of the place before, which does not count.
function canonicalOfPage(place) {
  const { href } = findAll('link[rel="canonical"]')[0] ?? { href: '' };
  const at = place.pathname + place.search;
  if (href !== canonical.href) {
    canonical = { href, at };
  }
  const isRight = canonical.at === at || URL.parse(href)?.pathname === place.pathname;
  return isRight && href.startsWith(`${place.origin}/`) && href.length < MOST_TEXT ? href : '';
}

// Notes the address with which the page was loaded: it may go elsewhere before it plays something.
document.addEventListener('DOMContentLoaded', () => canonicalOfPage(placeOfPage()));

// Returns the address of the page, without what may be a secret.
function addressOfPage() {
  const place = placeOfPage();
  return canonicalOfPage(place) || boundText(place.origin + place.pathname);
}

function titleOfPage() {
  const place = placeOfPage();
  const titles = documentsOfPage().map((each) => boundText(valueOf('title', each)));
  const name = decodeURIComponentSafely(place.pathname.split('/').pop());
  return titles.find((title) => title !== '') ?? (boundText(name) || place.hostname);
}

function decodeURIComponentSafely(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function describeChapters(element, metadata) {
  const chapters = [...metadata?.chapterInfo ?? []].slice(0, MOST_CHAPTERS)
    .map((chapter) => ({ start: boundNumber(chapter.startTime), title: boundText(chapter.title, 250) }));
  return chapters.length === 0 && element ? describeChapterTrack(element) : chapters;
}

// Describes the item.
// element: the one that plays, or null. duration: in seconds, Infinity for a broadcast.
function describeItem(element, duration) {
  const { metadata } = pageSession;
  const described = metadata !== null && metadata.title !== '';
  const artist = boundText(metadata?.artist);
  const album = boundText(metadata?.album);
  const title = described ? boundText(metadata.title) : titleOfPage();
  const video = element instanceof HTMLVideoElement && element.videoWidth > 0;
  // An item that the page does not describe is identified by its file: the title may come late, and the page's address
  // may change while the item plays.
  const key = described ? [title, artist, album] : [element?.currentSrc.slice(0, MOST_TEXT) || location.pathname];
  return {
    id: nameOf(JSON.stringify(key)),
    type: typeOfPage(),
    title, artist, album, video,
    url: addressOfPage(),
    live: duration === Infinity && (element?.duration !== Infinity || isLive(element)),
    duration: boundNumber(duration),
    artwork: pictures.choose(element, metadata),
    chapters: describeChapters(element, metadata),
  };
}
