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

// Returns the address of the page, without what may be a secret.
function addressOfPage() {
  const place = placeOfPage();
  const canonical = findAll('link[rel="canonical"]')[0]?.href ?? '';
  if (canonical.startsWith(place.origin) && canonical.length < MOST_TEXT) {
    return canonical;
  }
  return boundText(place.origin + place.pathname);
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
    live: duration === Infinity,
    duration: boundNumber(duration),
    artwork: pictures.choose(element, metadata),
    chapters: describeChapters(element, metadata),
  };
}
