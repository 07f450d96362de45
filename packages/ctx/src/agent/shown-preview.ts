// What a person is shown of a call before they answer, as it stands in the log: what they said yes to.

import type { RunContext } from './run-context.js';
import type { CallApproval } from './state.js';

/** No log needs more of a diff than a person looks at. */
const longestShown = 64 * 1024;

export function shownPreview(
  log: RunContext['log'],
  preview: string,
): { readonly text: string; readonly count: number } {
  const { text, count } = log.redact(preview.toWellFormed());
  return { text: text.slice(0, longestShown), count };
}

/** Whether a call would still do what was shown; nothing where nobody said yes to this one call. */
export function asApproved(
  log: RunContext['log'],
  approval: CallApproval | undefined,
): ((preview: string | undefined) => boolean) | undefined {
  if (approval?.given?.scope !== 'once') return undefined;
  return (preview) =>
    (preview === undefined ? undefined : shownPreview(log, preview).text) === approval.shown;
}
