// A page in the user's browser. Where there is none, nothing happens: the address was printed.

import { spawn } from 'node:child_process';
import type { Environment } from '../../disk/user-folder.js';

export function openInBrowser(url: URL, env: Environment): void {
  const [program, ...words] = opener(env['BROWSER']);
  const child = spawn(program, [...words, url.href], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** A list of programs stands in BROWSER, of which the first will do. */
function opener(browser: string | undefined): readonly [string, ...string[]] {
  const first = browser?.split(':')[0];
  if (first) return [first];
  switch (process.platform) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      return ['xdg-open'];
  }
}
