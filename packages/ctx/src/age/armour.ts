// The armoured form of an age file: its bytes as lines of base64 between two marks, what the age program writes with
// `--armor`. Read strictly: one file has one armoured form, but for line ends and the white space around it.

import { DamagedHeader } from './recipient-stanza.js';

const begin = '-----BEGIN AGE ENCRYPTED FILE-----';
const end = '-----END AGE ENCRYPTED FILE-----';
const lineLength = 64;
/** Nobody writes more white space in front of a file. */
const lookedAt = 1024;

export function isArmoured(bytes: Buffer): boolean {
  return bytes.subarray(0, lookedAt).toString('latin1').trimStart().startsWith(begin);
}

/** The bytes that the lines hold. */
export function withoutArmour(bytes: Buffer): Buffer {
  const lines = bytes.toString('latin1').trim().split(/\r?\n/);
  if (lines.shift() !== begin || lines.pop() !== end) throw malformed();
  const last = lines.length - 1;
  const isWhole = lines.every((line, i) =>
    i < last ? line.length === lineLength : line.length <= lineLength,
  );
  const text = lines.join('');
  const held = Buffer.from(text, 'base64');
  if (!isWhole || lines[last] === '' || held.toString('base64') !== text) throw malformed();
  return held;
}

function malformed(): DamagedHeader {
  return new DamagedHeader('its armour is not as `age --armor` writes it');
}
