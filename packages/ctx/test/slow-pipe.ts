// A pipe whose reader reads when the test says so.

import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './folder.js';

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
  const soon = { timeout: 60_000, interval: 1 };
  await vi.waitFor(() => {
    pieces.push(read());
    expect(pieces.slice(-2).join('')).toContain(end);
  }, soon);
  return pieces.join('');
}
