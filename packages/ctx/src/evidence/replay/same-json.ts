// Whether two JSON values are the same, whatever the order of their members. A member that is undefined is not there.

import { isMembers, type Members } from '../../protocol/members.js';

export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!isSame(a[index], b[index])) return false;
    return true;
  }
  return isMembers(a) && isMembers(b) && hasSameMembers(a, b);
}

function hasSameMembers(a: Members, b: Members): boolean {
  let left = 0;
  for (const name in b) if (b[name] !== undefined) left += 1;
  for (const name in a) {
    const member = a[name];
    if (member === undefined) continue;
    if (!Object.hasOwn(b, name) || !isSame(member, b[name])) return false;
    left -= 1;
  }
  return left === 0;
}
