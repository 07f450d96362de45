import { userInfo } from 'node:os';

/** Who works here, as the machine calls them. */
export function userName(env: Readonly<Record<string, string | undefined>>): string {
  try {
    return userInfo().username;
  } catch {
    // No entry for this user on the machine.
    return env['USER'] ?? 'unknown';
  }
}
