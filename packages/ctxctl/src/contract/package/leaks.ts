// What was written where it should not be: outside of the clean host, into its home or its temporary folder, over what
// must stay as it is.

import { isAbsolute, join, relative } from 'node:path';
import { changesBetween, look, type WatchedPlace } from '../clean-host/observed.js';
import { leadsTo, matchesAny } from '../clean-host/patterns.js';
import type { Subject } from './subject.js';

/** Looks now; the function that comes back looks again, and has a line for each leak since. */
export function leaksOf(subject: Subject, untouched: readonly WatchedPlace[] = []): () => string[] {
  const { places, config } = subject;
  const own = [{ path: places.home }, { path: places.temporary }];
  const guarded = [...protectedPlaces(subject), ...untouched];
  const before = { own: look(own), guarded: look(guarded), strayed: new Set(subject.strayed()) };
  const mayWrite = config.may_write ?? [];
  return () => [
    ...subject
      .strayed()
      .filter((line) => !before.strayed.has(line))
      .map((line) => `wrote outside: ${line}`),
    ...changesBetween(before.guarded, look(guarded)).map((line) => `touched what it must not: ${line}`),
    ...changesBetween(before.own, look(own))
      .map((line) => line.replace(/(?<=^\w+: ).*/s, (path) => named(path, subject)))
      .filter((line) => !isAllowed(line, mayWrite))
      .map((line) => `wrote where it may not: ${line}`),
  ];
}

/** A folder on the way to what may be written may be made. */
function isAllowed(line: string, mayWrite: readonly string[]): boolean {
  const path = line.replace(/^\w+: /, '');
  return matchesAny(mayWrite, path) || leadsTo(path, mayWrite);
}

/** As a contract's file writes it: `~/.config/x`, `$TMPDIR/x`. */
function named(path: string, { places }: Subject): string {
  const inHome = relative(places.home, path);
  if (!inHome.startsWith('..')) return `~/${inHome}`;
  const inTemporary = relative(places.temporary, path);
  return inTemporary.startsWith('..') ? path : `$TMPDIR/${inTemporary}`;
}

/** Paths of a project are those of the step, which is why a command looks at them itself. */
function protectedPlaces({ config, places }: Subject): WatchedPlace[] {
  return (config.must_not_touch ?? []).flatMap((path) => {
    if (isAbsolute(path)) return [{ path }];
    return path.startsWith('~/') ? [{ path: join(places.home, path.slice(2)) }] : [];
  });
}
