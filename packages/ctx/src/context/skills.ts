// The skills of a project, as a list of what can be read: the model opens a skill's file when a task calls for it.

import { join, relative, sep } from 'node:path';
import { projectCommands } from '../registry/project-commands.js';
import { tokensOfText } from '../text/token-estimate.js';

export interface SkillsList {
  /** Empty where there are none. */
  readonly text: string;
  readonly clipped: boolean;
}

const longestSummary = 300;

/** Only those below the folder that is worked in: of the others the tools could read nothing. */
export function skillsList(root: string, workspace: string, maxTokens: number): SkillsList {
  const lines = projectCommands(root, {}).flatMap(({ name, kind, summary, source }) => {
    const path = relative(workspace, join(root, source)).split(sep).join('/');
    if (kind === 'command' || !source.endsWith('/SKILL.md') || path.startsWith('../')) return [];
    const short = summary.length > longestSummary ? `${summary.slice(0, longestSummary)}…` : summary;
    return [`- ${name}: ${short} (${path})`.toWellFormed()];
  });
  let left = maxTokens;
  const kept = lines.filter((line) => {
    left -= tokensOfText(`${line}\n`);
    return left >= 0;
  });
  const missing = lines.length - kept.length;
  const note = missing === 0 ? [] : [`[${missing} more did not fit]`];
  return { text: [...kept, ...note].join('\n'), clipped: missing > 0 };
}
