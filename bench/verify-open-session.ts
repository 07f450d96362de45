// A session that `large-session` wrote, verified. Its run stays open: all else must hold.

import { verify } from '../packages/ctx/src/evidence/verify-entry.js';

export function verifyOpenSession(path: string): void {
  const { verdict } = verify(path);
  if (verdict !== 'incomplete') throw new Error(`the verdict is ${verdict}`);
}
