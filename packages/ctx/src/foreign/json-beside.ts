// A small JSON file that a host keeps beside its transcripts. A stranger may have written it: what is no such file says nothing.

import { NotPlain, readPlainFile } from '../disk/plain-file.js';
import { readFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';
import { parsedJson } from '../protocol/parsed-json.js';

const largest = 1 << 20;

export function jsonBeside(path: string): unknown {
  const text = textOf(path);
  return text === undefined ? undefined : parsedJson(text);
}

function textOf(path: string): string | undefined {
  try {
    return readPlainFile(path, largest).toString();
  } catch (error) {
    if (error instanceof NotPlain || isSystemError(error, 'ENOENT')) return undefined;
    throw readFailure(error, path);
  }
}
