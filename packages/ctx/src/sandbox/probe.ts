// The real profile, run once with a command that does nothing.

import type { ChildProcess } from 'node:child_process';
import type { Command } from './backend.js';

const longest = 15_000;

/** What went wrong, in the sandbox program's own words; nothing where all is well. */
export function probed(start: (command: Command) => ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = start({ argv: ['/bin/sh', '-c', 'exit 0'], env: {}, merged: false, stdin: 'ignore' });
    let said = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), longest);
    const done = (problem: string | undefined) => {
      clearTimeout(timer);
      resolve(problem);
    };
    child.stdout?.resume();
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-2_000);
    });
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => {
      if (code === 0) done(undefined);
      else done(said.trim() || `it ended with ${signal ?? `exit code ${code}`}`);
    });
  });
}
