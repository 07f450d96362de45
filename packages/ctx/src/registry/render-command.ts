// A command's text with what somebody said behind its name, as hosts put the two together.

import { dirname } from 'node:path';
import type { FoundCommand } from './find-command.js';

/**
 * `$ARGUMENTS` is all of it, `$1` its first word. A text that asks for neither gets it at its end. Nothing is run and no
 * file is read: `!` lines and `@` names reach the model as they stand.
 */
export function renderCommand({ kind, source, text }: FoundCommand, said: string): string {
  const folder = source.endsWith('/SKILL.md') ? `Base folder of this skill: ${dirname(source)}\n\n` : '';
  const body = text.body.trim();
  const asks = /\$(?:ARGUMENTS|[1-9])(?!\w)/.test(body);
  if (!asks)
    return `${folder}${body}${said === '' ? '' : `\n\n${kind === 'skill' ? 'Task' : 'Arguments'}: ${said}`}`;
  const words = wordsIn(said);
  const filled = body.replace(/\$(ARGUMENTS|[1-9])(?!\w)/g, (_, name: string) =>
    name === 'ARGUMENTS' ? said : (words[Number(name) - 1] ?? ''),
  );
  return folder + filled;
}

/** As a shell would split it, quotes taken off. */
function wordsIn(said: string): string[] {
  return [...said.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}
