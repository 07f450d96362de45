// `USER@HOST:DIR`, as scp has it, and the words that ssh is started with. Nothing of it can become an option of ssh or a word of the other shell.

import { isIP } from 'node:net';
import { quotedWord } from '../disk/shell-word.js';

export interface SshTarget {
  /** `user@host`, as ssh takes it. */
  readonly host: string;
  /** Nothing is the home folder. */
  readonly folder: string | undefined;
}

export interface SshOptions {
  readonly port?: number | undefined;
  readonly config?: string | undefined;
  /** The program there. */
  readonly program?: string | undefined;
  /** Further words for `ctx acp`. */
  readonly words?: readonly string[];
}

export const sshTargetWanted = 'USER@HOST or USER@HOST:DIR, as ssh knows them';

const word = /^[A-Za-z0-9_][\w.-]{0,254}$/;

/** Nothing where it is none. */
export function sshTarget(text: string): SshTarget | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  if (/[\x00-\x1f\x7f]/.test(text)) return undefined;
  const [, user, bracketed, plain, folder] =
    /^(?:([^@:/]*)@)?(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  if (user !== undefined && !word.test(user)) return undefined;
  if (bracketed === undefined ? !word.test(host) : isIP(host) !== 6) return undefined;
  const own = folder?.replace(/^~(?:\/|$)/, '') ?? '';
  return { host: user === undefined ? host : `${user}@${host}`, folder: own === '' ? undefined : own };
}

/** How the script below ends where it cannot begin. */
export const noFolder = 91;
export const noProgram = 92;

const script = `cd -- "$1" || exit ${noFolder}
command -v "$2" >/dev/null 2>&1 || exit ${noProgram}
program=$2
shift 2
exec "$program" acp "$@"`;

export function sshWords(
  { host, folder = '.' }: SshTarget,
  { port, config, program = 'ctx', words = [] }: SshOptions,
): string[] {
  const remote = [
    'exec',
    'sh',
    '-c',
    script,
    'ctx',
    folder.startsWith('-') ? `./${folder}` : folder,
    program,
    ...words,
  ];
  return [
    // Nobody could answer: a question for a password or a host key is a failure, in ssh's own words.
    '-T',
    '-o',
    'BatchMode=yes',
    ...(config === undefined ? [] : ['-F', config]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    '--',
    host,
    remote.map((one, i) => (i < 2 ? one : quotedWord(one))).join(' '),
  ];
}
