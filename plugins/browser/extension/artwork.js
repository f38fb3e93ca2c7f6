// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Knows the pictures of items, and fetches one when the desktop wants it, as the page itself would.
'use strict';

const MOST_REMEMBERED = 16;
// The host waits for ten seconds, so that a fetch must end earlier.
const MOST_FETCH_MS = 8000;
const ICONS = 'link[rel~="icon"], link[rel="apple-touch-icon"]';

const pictures = {
  // The addresses of pictures by the name of the artwork, each with the width that it is said to have.
  known: new Map(),

  // Returns the name of the artwork of what plays; '' for none.
  choose(element, metadata) {
    const list = this.fromMetadata(metadata) ?? this.fromElement(element) ?? this.fromIcons();
    if (list.length === 0) {
      return '';
    }
    const name = nameOf(list.map((picture) => picture.src).join(' '));
    this.known.delete(name);
    this.known.set(name, list);
    if (this.known.size > MOST_REMEMBERED) {
      this.known.delete(this.known.keys().next().value);
    }
    return name;
  },

  fromMetadata(metadata) {
    const list = [...metadata?.artwork ?? []].slice(0, MOST_ARTWORKS)
      .map(({ src, sizes, type }) => ({ src: String(src), width: widthOf(sizes), type: String(type ?? '') }))
      .filter(isUsable);
    return list.length > 0 ? list : null;
  },

  fromElement(element) {
    const list = [{ src: String(element?.poster ?? ''), width: 0, type: '' }].filter(isUsable);
    return list.length > 0 ? list : null;
  },

  fromIcons() {
    const links = documentsOfPage().map((each) => findAll(ICONS, each)).find((each) => each.length > 0);
    return (links ?? []).slice(0, MOST_ARTWORKS)
      .map((link) => ({ src: link.href, width: widthOf(link.getAttribute('sizes')) || (link.rel === 'icon' ? 0 : 180),
        type: link.type }))
      .filter(isUsable);
  },

  // Returns the addresses of an artwork, the most suitable one first: the smallest that is large enough.
  inOrder(name, wanted) {
    const list = this.known.get(name) ?? [];
    const isEnough = (picture) => picture.width >= wanted;
    return list.toSorted((one, other) => {
      if (isEnough(one) !== isEnough(other)) {
        return isEnough(one) ? -1 : 1;
      }
      return isEnough(one) ? one.width - other.width : other.width - one.width;
    }).map((picture) => picture.src);
  },

  // Returns the bytes of a picture in base64, or an address that the page may not read; null for none.
  async fetch(name, wanted) {
    const signal = AbortSignal.timeout(MOST_FETCH_MS);
    for (const src of this.inOrder(name, wanted).slice(0, 3)) {
      try {
        const response = await fetch(src, { signal });
        const blob = response.ok ? await response.blob() : null;
        if (blob && blob.size > 0 && blob.size <= MOST_PICTURE_BYTES) {
          return { data: await toBase64(blob) };
        }
      } catch {
        if (!signal.aborted && /^https?:/u.test(src)) {
          return { url: src };
        }
      }
    }
    return null;
  },
};

function isUsable({ src, type }) {
  const isBounded = src.length < (src.startsWith('data:') ? 2 * MOST_PICTURE_BYTES : MOST_TEXT);
  // SVG is left out, because not every desktop can draw it.
  const isDrawing = type === 'image/svg+xml' || /\.svg($|[?#])|^data:image\/svg/iu.test(src);
  return isBounded && /^(https?|data|blob):/u.test(src) && !isDrawing;
}

// Returns the largest width in a list of sizes, as "96x96 512x512".
function widthOf(sizes) {
  return Math.max(0, ...[...boundText(sizes).matchAll(/(\d{1,5})x\d{1,5}/gu)].map(([, width]) => Number(width)));
}

async function toBase64(blob) {
  const reader = new FileReader();
  const done = new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
  });
  reader.readAsDataURL(blob);
  const address = await done;
  return address.slice(address.indexOf(',') + 1);
}
