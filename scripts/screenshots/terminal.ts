// The picture of a terminal in README.md: real commands on a pseudo terminal, with their colours.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { pictured, picturedTranscript } from './pictured-transcript.js';

interface Surroundings {
  readonly root: string;
  /** An empty folder: the home of the person at the terminal. */
  readonly folder: string;
  readonly images: string;
}

/** Those that README.md walks through, and the cost. */
const commands = [
  'ctx import claude-code',
  'ctx claims --last',
  'ctx stats',
  'ctx report --last --out report',
];

const columns = 96;
const pseudoTerminal = `
import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 50, ${columns}, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    try:
        piece = os.read(fd, 65536)
    except OSError:
        break
    if not piece:
        break
    sys.stdout.buffer.write(piece)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)`;

export async function takeTerminal(browser: Browser, { root, folder, images }: Surroundings): Promise<void> {
  const cwd = join(folder, 'website');
  const transcripts = join(folder, '.claude/projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(cwd, { recursive: true });
  mkdirSync(transcripts, { recursive: true });
  writeFileSync(join(transcripts, `${pictured}.jsonl`), picturedTranscript(cwd));
  const env = { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  const shown = commands.map((command) => {
    const words = command.split(' ').slice(1);
    const program = [process.execPath, join(root, 'packages/ctx/dist/ctx.cjs'), ...words];
    const printed = execFileSync('python3', ['-c', pseudoTerminal, ...program], {
      cwd,
      env,
      encoding: 'utf8',
    });
    return `\x1b[1m$ ${command}\x1b[22m\n${printed.replaceAll('\r\n', '\n').replaceAll(folder, '/home/you')}`;
  });
  const context = await browser.newContext({
    viewport: { width: 900, height: 600 },
    deviceScaleFactor: 2,
  });
  const tab = await context.newPage();
  await tab.setContent(pageOf(shown.join('\n')));
  await tab.locator('pre').screenshot({ path: join(images, 'terminal.png') });
  await context.close();
  console.log('docs/images/terminal.png');
}

const classes: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
};

/** A colour or weight lasts until the next one ends it; ctx nests none. */
function pageOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's own control characters
  const coloured = escaped.replace(/\x1b\[(\d+)m/g, (_, code: string) =>
    classes[code] === undefined ? '</span>' : `<span class="${classes[code]}">`,
  );
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><pre>${coloured.trimEnd()}</pre>`;
}

const style = `
body{margin:0;background:#fff}
pre{display:inline-block;margin:0;padding:18px 22px;border-radius:10px;background:#16181d;color:#d7dae0;white-space:pre-wrap;overflow-wrap:anywhere;
width:${columns}ch;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.bold{font-weight:600;color:#fff}.dim{opacity:.65}.red{color:#ff7b72}.green{color:#56d364}.yellow{color:#e3b341}.cyan{color:#76e3ea}
`;
