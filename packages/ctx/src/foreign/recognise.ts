// Which host wrote a file, by what it begins with.

import { parsedJson } from '../protocol/parsed-json.js';
import { inOrderOfRecognition } from './hosts.js';
import type { HostName } from './known-hosts.js';
import { documentIn, withSource } from './open-source.js';
import type { OpenSource } from './read-source.js';
import { sourceLines } from './source-lines.js';

const mostLines = 20;
const mostBytes = 1 << 22;

/** Nothing for a file that no host here writes; it fails where the file cannot be read. */
export function recogniseTranscript(path: string): HostName | undefined {
  const lines = withSource(path, undefined, (source) => firstValues(source, path));
  return inOrderOfRecognition.find((host) => host.recognises(lines))?.name;
}

function firstValues(source: OpenSource, path: string): unknown[] {
  const values: unknown[] = [];
  let read = 0;
  for (const { text = '', end } of sourceLines(source.descriptor, 0, source.size)) {
    read += 1;
    const value = parsedJson(text);
    // A document may be written over many lines.
    if (read === 1 && text.trim() === '{') return [documentIn(source.descriptor, source.size, path)];
    if (value !== undefined) values.push(value);
    if (read >= mostLines || end > mostBytes) break;
  }
  return values;
}
