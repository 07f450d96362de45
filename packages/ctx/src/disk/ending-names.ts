// Names that a table tells by their ending alone: `*.code-workspace`.

import { namesIn } from './names-in.js';

/** What of these names may be there in a folder: those by ending as they are called there, all others as they are. */
export function withEndings(folder: string, names: readonly string[]): string[] {
  if (!names.some((name) => name.startsWith('*.'))) return [...names];
  const there = namesIn(folder);
  return names.flatMap((name) =>
    name.startsWith('*.') ? there.filter((each) => each.toLowerCase().endsWith(name.slice(1))) : [name],
  );
}
