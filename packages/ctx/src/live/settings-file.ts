// Members in a host's settings file, as the host itself writes them: what is there stays.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSystemError } from '../protocol/failure.js';

export function addToSettings(file: string, members: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...settingsIn(file), ...members }, null, 2)}\n`);
}

function settingsIn(file: string): object {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return {};
    throw error;
  }
}
