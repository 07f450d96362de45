// What is said of reports that stayed STALE for long: which, since when, and the command that makes each again.

import type { OpenReport } from '../../audit/open-reports.js';
import { loudnessOf } from '../../audit/stale-counts.js';

/** The audits that ctxctl conducts itself. */
const ownKinds = ['surface', 'trailers', 'capture'];

export interface Overdue {
  /** For the head of the box, one line each. */
  readonly lines: readonly string[];
  /** For the user, before anything else; nothing where no report stayed STALE for so long. */
  readonly alarm: string;
}

export function overdueIn(reports: readonly OpenReport[]): Overdue {
  const loud = reports.flatMap(({ id, staleCount }) =>
    staleCount === undefined || loudnessOf(staleCount) === 'line'
      ? []
      : [{ id, staleCount, isAlarm: loudnessOf(staleCount) === 'user' }],
  );
  const alarms = loud.filter(({ isAlarm }) => isAlarm).map(({ id }) => id);
  return {
    lines: loud.map(({ id, staleCount: { days, prompts }, isAlarm }) => {
      const often = `for ${days} ${days === 1 ? 'day' : 'days'} of work and ${prompts} prompts`;
      const ask = isAlarm ? ' Tell the user so first of all in your answer.' : '';
      return `OVERDUE: ${id} has been STALE ${often}: HEAD has left its commit range, or it is a month old. Next: ${nextFor(id)}.${ask}`;
    }),
    alarm:
      alarms.length === 0
        ? ''
        : `ctxctl: ${alarms.slice(0, 3).join(', ')}${alarms.length > 3 ? ` and ${alarms.length - 3} more` : ''}: not run for a long time, so the findings are out of date. Next: ${alarms.slice(0, 3).map(nextFor).join('; ')}.`,
  };
}

function nextFor(id: string): string {
  return ownKinds.includes(id)
    ? `ctxctl audit ${id}`
    : `have its auditor look again, or ctxctl audit dismiss ${id}`;
}
