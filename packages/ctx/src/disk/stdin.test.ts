import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { readStdin } from './stdin.js';

function reading<T>(content: string, read: (descriptor: number) => T): T {
  const descriptor = openSync(join(temporaryFolder({ input: content }), 'input'), 'r');
  try {
    return read(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

describe('what comes on stdin', () => {
  it('is read to its end, however long', () => {
    const content = 'x'.repeat(200_000);
    expect(reading(content, (descriptor) => readStdin('stdin', 1 << 20, descriptor)).toString()).toBe(
      content,
    );
  });

  it('is refused with its size where it is too long', () => {
    const read = () => reading('x'.repeat(200_000), (descriptor) => readStdin('stdin', 100, descriptor));
    expect(read).toThrow(
      expect.objectContaining({
        code: 'text_too_large',
        where: expect.objectContaining({ bytes: 200_000, limit: 100 }),
      }),
    );
  });

  it('that cannot be read is a typed failure', () => {
    const descriptor = openSync(temporaryFolder(), 'r');
    try {
      expect(() => readStdin('stdin', 1, descriptor)).toThrow(
        expect.objectContaining({ code: 'file_unreadable' }),
      );
    } finally {
      closeSync(descriptor);
    }
  });
});
