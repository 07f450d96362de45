// The built program on a pseudo terminal, with a person who types once they have seen something.

import { join } from 'node:path';
import { builtFolder, runFile } from './built.js';

/** What appears on the screen, after what the step before waited for, and what is typed then; `\x03` is Ctrl-C. */
export type Typed = readonly [seen: string, types: string];

interface Place {
  readonly cwd: string;
  readonly home: string;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Typed before the program has shown anything. */
  readonly ahead?: string;
}

const python = `
import fcntl, json, os, pty, signal, struct, sys, termios
# Nobody waits for a person who waits for something that never appears; the test itself has a little longer.
signal.alarm(280)
signal.signal(signal.SIGALRM, lambda *_: (sys.stderr.write('never seen: %r in %r' % (steps[:1], shown)), os.kill(pid, 9), os._exit(99)))
steps, columns, ahead = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 50, columns, 0, 0))
os.write(fd, ahead.encode())
shown, at = b'', 0
while True:
    try:
        piece = os.read(fd, 65536)
    except OSError:
        break
    if not piece:
        break
    shown += piece
    while steps:
        found = shown.find(steps[0][0].encode(), at)
        if found < 0:
            break
        at = found + len(steps[0][0].encode())
        os.write(fd, steps.pop(0)[1].encode())
sys.stdout.buffer.write(shown)
if steps:
    sys.stderr.write('never seen: ' + steps[0][0])
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)`;

/** `shown` is all that was on the screen; the program has to end by itself. */
export async function onTerminal(
  argv: readonly string[],
  steps: readonly Typed[],
  { cwd, home, columns = 80, env = {}, ahead = '' }: Place,
): Promise<{ readonly exitCode: number | string | null; readonly shown: string; readonly unseen: string }> {
  const program = [process.execPath, join(builtFolder(), 'ctx.cjs'), ...argv];
  const told = JSON.stringify([steps, columns, ahead]);
  const { exitCode, stdout, stderr } = await runFile('python3', ['-c', python, told, ...program], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TERM: 'xterm', NO_COLOR: '1', ...env },
  });
  return { exitCode, shown: stdout, unseen: stderr };
}
