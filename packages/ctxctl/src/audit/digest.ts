// What a report is known by: a digest of its body, computed here and never taken from who wrote it.

import { createHash } from 'node:crypto';

export function digestOf(body: string): string {
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}
