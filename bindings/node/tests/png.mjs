// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception
// Pictures of any size, with a colour that follows from an id.
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    value = value & 1 ? 0xedb88320 ^ value >>> 1 : value >>> 1;
  }
  return value;
});

function chunk(name, data) {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(name), data, Buffer.alloc(4)]);
  bytes.writeUInt32BE(data.length);
  const crc = bytes.subarray(4, -4).reduce((value, byte) => TABLE[(value ^ byte) & 255] ^ value >>> 8, 0xffffffff);
  bytes.writeUInt32BE((crc ^ 0xffffffff) >>> 0, bytes.length - 4);
  return bytes;
}

/** The bytes of a PNG, of one bit for a pixel. */
export function png(id, width, height) {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0]);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  const colour = createHash('sha1').update(id).digest().subarray(0, 3);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', header),
    chunk('PLTE', Buffer.concat([Buffer.from([255, 255, 255]), colour])),
    chunk('IDAT', deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 1 })),
    chunk('IEND', Buffer.alloc(0))]);
}
