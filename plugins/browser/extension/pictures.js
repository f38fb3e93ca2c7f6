// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Makes of a picture one that the host takes: PNG, JPEG, WebP or GIF, of a bounded size.
import { askedAddress } from './addresses.js';
import { isDrawable } from './pixels.js';

const MOST_BYTES = 4 * 1024 * 1024;
// Smaller pictures are handed on as they are.
const MOST_BYTES_AS_IS = 512 * 1024;
const MOST_WIDTH = 1024;
// The host waits for ten seconds, so that a download must end earlier.
const MOST_MS = 8000;
const AS_THEY_ARE = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

// Fetches a picture that the page may show but not read, from a server of the web. The request has no cookies and no
// referrer, is not redirected, because an extension cannot see where to, and leaves nothing on the disk.
async function download(url, page) {
  const address = askedAddress(url, page);
  if (address === null) {
    return null;
  }
  const response = await fetch(address, { cache: 'no-store', credentials: 'omit', redirect: 'error',
    referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(MOST_MS) });
  return response.ok ? read(response) : null;
}

// Reads a server's answer, which may be endless. Returns null for one of more bytes than a picture may have.
async function read(response) {
  const parts = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > MOST_BYTES) {
      return null;
    }
    parts.push(part);
  }
  return new Blob(parts);
}

// Returns the type of a picture, by its first bytes.
async function typeOf(blob) {
  const start = new Uint8Array(await blob.slice(0, 12).arrayBuffer());
  const text = String.fromCharCode(...start);
  if (text.startsWith('\x89PNG')) {
    return 'image/png';
  }
  if (text.startsWith('\xff\xd8\xff')) {
    return 'image/jpeg';
  }
  if (text.startsWith('GIF8')) {
    return 'image/gif';
  }
  if (text.startsWith('BM')) {
    return 'image/bmp';
  }
  return text.startsWith('RIFF') && text.endsWith('WEBP') ? 'image/webp' : '';
}

async function convert(blob, wanted) {
  const image = await createImageBitmap(blob);
  const most = Math.min(MOST_WIDTH, wanted > 0 ? wanted : MOST_WIDTH);
  const scale = Math.min(1, most / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(Math.max(1, image.width * scale), Math.max(1, image.height * scale));
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.convertToBlob({ type: 'image/png' });
}

async function encode(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const parts = [];
  for (let start = 0; start < bytes.length; start += 3 * 4096) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(start, start + 3 * 4096))));
  }
  return { data: parts.join(''), size: bytes.length };
}

function decode(data) {
  const text = data.length <= MOST_BYTES / 3 * 4 + 4 ? atob(data) : '';
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
}

// Returns the bytes of a picture in base64 and their count; null for what is no picture.
// data: its bytes in base64, or else url: its address, and page: that of the page. width: the wanted one.
export async function toPicture({ data, url, page, width }) {
  try {
    const blob = typeof data === 'string' ? decode(data) : await download(url, page);
    if (!blob) {
      return null;
    }
    const type = await typeOf(blob);
    if (!isDrawable(type, await blob.arrayBuffer())) {
      return null;
    }
    const isFine = blob.size <= MOST_BYTES_AS_IS && AS_THEY_ARE.includes(type);
    return await encode(isFine ? blob : await convert(blob, width));
  } catch {
    return null;
  }
}
