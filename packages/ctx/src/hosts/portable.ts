// A registration that a team shares: it names our program and no path, and where the program is missing the host goes on, with a word
// about it at a session's start.

import type { Host, Program } from './host.js';

export const absentWords =
  'ctx: this project has hooks of ctx, and ctx-hook is not on your PATH: npm install -g ctx-cli';

export function isPortable(program: Program): boolean {
  return program.length === 1;
}

/** What comes before the words that start the program. */
export function orAbsent([name = '']: Program, host: Host, event: string): string {
  const answer = host.events[event] === 'session-start' ? said(host, event) : '';
  const otherwise = answer === '' ? 'exit 0' : `{ ${answer}; exit 0; }`;
  return `command -v ${name} >/dev/null 2>&1 || ${otherwise}; exec `;
}

/** In the host's own form, or beside the answer where it has none. */
function said(host: Host, event: string): string {
  const answer = host.encode(event, { message: absentWords }).trim();
  return answer === '' ? `echo '${absentWords}' >&2` : `echo '${answer}'`;
}
