// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Reads from the header of a picture how many pixels it has, before anybody makes room for them: a small file may state
// more than there is memory for.
const MOST_PIXELS = 32e6;

function pixelsOfJpeg(view) {
  // Segments, each with its length, up to the header of the frame.
  for (let at = 2; at + 9 <= view.byteLength;) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return view.getUint16(at + 5) * view.getUint16(at + 7);
    } else {
      at += 2 + view.getUint16(at + 2);
    }
  }
  return Infinity;
}

function pixelsOfWebp(view) {
  switch (view.getUint8(15)) {
    case 0x20: return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff);
    case 0x4c: return ((view.getUint32(21, true) & 0x3fff) + 1) * ((view.getUint32(21, true) >>> 14 & 0x3fff) + 1);
    default: return ((view.getUint32(24, true) & 0xffffff) + 1) * ((view.getUint32(26, true) >>> 8) + 1);
  }
}

function pixelsOf(type, view) {
  switch (type) {
    case 'image/png': return view.getUint32(16) * view.getUint32(20);
    case 'image/gif': return view.getUint16(6, true) * view.getUint16(8, true);
    case 'image/jpeg': return pixelsOfJpeg(view);
    case 'image/webp': return pixelsOfWebp(view);
    case 'image/bmp': return view.getUint32(18, true) * Math.abs(view.getInt32(22, true));
    default: return 0;
  }
}

// Returns whether a picture may be drawn. type: '' for one whose header is not known here. Throws for one that ends
// within its header.
export function isDrawable(type, bytes) {
  return pixelsOf(type, new DataView(bytes)) <= MOST_PIXELS;
}
