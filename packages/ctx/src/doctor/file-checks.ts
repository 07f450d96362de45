// The files that people and git write, too: can they be read, and what did a merge leave in them?

import type { Context } from '../memory/context.js';
import { type FileFault, faultText, fileFaults, mendFiles } from '../memory/merge/mend-files.js';
import { type Diagnosis, ok } from './check.js';

export function checkFiles(context: Context): Diagnosis {
  const faults = fileFaults(context);
  if (faults.length === 0) return ok('tasks, decisions, learnings, conventions and reminders can be read');
  const isMendable = faults.some(({ mends }) => mends);
  return {
    state: faults.some(({ isUrgent }) => isUrgent) ? 'error' : 'warning',
    says: mostFaults(faults),
    fix: isMendable
      ? 'edit the lines that are named, and keep what both sides say'
      : 'keep one of the versions between the marks, delete the marks, then `git add` the file',
    ...(isMendable && { mend: () => mendFiles(context) }),
  };
}

function mostFaults(faults: readonly FileFault[]): string {
  const more = faults.length > 5 ? `; and ${faults.length - 5} more` : '';
  return faults.slice(0, 5).map(faultText).join('; ') + more;
}
