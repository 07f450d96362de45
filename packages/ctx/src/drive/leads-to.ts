// Where the path of a call really leads: a link in the workspace may be another file's name.

import { isAbsolute, join, relative, sep } from 'node:path';
import { realPlace } from '../disk/real-place.js';
import { usesOf } from './foreign-uses.js';

interface LedCall {
  readonly tool: string;
  readonly input: unknown;
}

/** What is read may be given where that was done before. */
export function linkReader(workspace: string) {
  const root = realPlace(workspace);
  return ({ tool, input }: LedCall, uses = usesOf(tool, input, workspace)): string | undefined => {
    for (const [use] of uses.groups) {
      if (use?.tool.subject?.kind !== 'path') continue;
      const path: unknown = Reflect.get(Object(use.input), 'subject');
      if (typeof path !== 'string' || path.includes('\0')) continue;
      const given = isAbsolute(path) ? path : join(root, path);
      const real = realPlace(given);
      const shown = relative(root, real).split(sep).join('/');
      if (real !== given && shown !== path) return shown.startsWith('..') ? real : shown;
    }
    return undefined;
  };
}
