// `join` for paths that are tidy already. Node's own looks at every letter, and hooks put a dozen paths together with each event.

import { join, sep } from 'node:path';

/** The same path that `join` gives. */
export function below(folder: string, ...names: readonly string[]): string {
  let path = folder;
  for (const name of names) path += name.startsWith(sep) ? name : sep + name;
  return sep === '/' && folder !== '' && isTidy(path) ? path : join(folder, ...names);
}

function isTidy(path: string): boolean {
  const hasOdd = path.includes('//') || path.includes('/./') || path.includes('/../');
  const endsOdd = path.endsWith('/') || path.endsWith('/.') || path.endsWith('/..');
  return !hasOdd && !endsOdd && !path.startsWith('./') && !path.startsWith('../');
}
