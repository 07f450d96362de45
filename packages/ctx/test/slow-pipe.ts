// A pipe whose reader reads when the test says so.

import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './folder.js';
import { until } from './processes.js';

export function slowPipe() {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  let isOpen = true;
  /** The reader goes away. */
  const close = () => {
    if (isOpen) closeSync(reader);
    isOpen = false;
  };
  onTestFinished(() => {
    close();
    closeSync(writer);
  });
  const bytes = Buffer.alloc(1 << 20);
  const read = () => {
    try {
      return bytes.toString('utf8', 0, readSync(reader, bytes));
    } catch {
      return '';
    }
  };
  return { writer, read, close };
}

export async function readUntil(end: string, read: () => string): Promise<string> {
  const pieces: string[] = [];
  await until(() => {
    pieces.push(read());
    return pieces.slice(-2).join('').includes(end);
  });
  return pieces.join('');
}
