// The one way to call git. A repository's own settings name programs (filters, monitors, hooks, pagers, external diffs,
// transports) and other work trees; a look at a repository that a stranger wrote starts none of them and stays inside.

import type { Environment } from '../disk/user-folder.js';
import { isSystemError } from '../protocol/system-error.js';
import { foreignFilters } from './foreign-filters.js';
import { repositoryTop } from './repository.js';

export interface GitOptions {
  readonly env?: Environment;
  readonly input?: string;
  readonly timeoutMs?: number;
  /** The longest answer, in bytes. */
  readonly most?: number;
}

export interface GitAnswer {
  /** Not zero where git failed, took too long, said too much, is not there, or the folder is in no repository. */
  readonly status: number;
  readonly stdout: Buffer;
  /** What git complained about, or why it was not asked. */
  readonly complaint: string;
}

/** The complaint where there is no git in the PATH. */
export const gitMissing = 'git is not installed';

/** For a caller that has nothing else to do meanwhile. */
export function runGitSync(folder: string, words: readonly string[], options: GitOptions = {}): GitAnswer {
  const top = repositoryTop(folder);
  if (top === undefined) return noRepository(folder);
  if (!readsWorkTree(words)) return callSync(folder, top, [], words, options);
  const filters = foreignFilters(callSync(folder, top, [], listing, { ...options, input: '' }));
  return filters === undefined ? refused : callSync(folder, top, filters, words, options);
}

export async function runGit(
  folder: string,
  words: readonly string[],
  options: GitOptions = {},
): Promise<GitAnswer> {
  const top = repositoryTop(folder);
  if (top === undefined) return noRepository(folder);
  if (!readsWorkTree(words)) return call(folder, top, [], words, options);
  const filters = foreignFilters(await call(folder, top, [], listing, { ...options, input: '' }));
  return filters === undefined ? refused : call(folder, top, filters, words, options);
}

/** Every setting, with where it comes from. */
const listing = ['config', '--list', '--show-scope', '-z'];

/**
 * Every setting that counts in a folder, by its name in lowercase, as `git config` has it; outside of a repository those
 * of the user. What names a program is only read here, and never run.
 */
export function readGitSettings(folder: string, env: GitOptions['env']): ReadonlyMap<string, string> {
  const top = repositoryTop(folder);
  const words =
    top === undefined ? ['config', '--global', '--list', '-z'] : ['config', '--list', '--show-scope', '-z'];
  const { status, stdout } = callSync(folder, top ?? folder, [], words, {
    ...(env !== undefined && { env }),
    input: '',
  });
  const settings = new Map<string, string>();
  if (status !== 0) return settings;
  const fields = stdout.toString('utf8').split('\0');
  const step = top === undefined ? 1 : 2;
  for (let i = step - 1; i < fields.length; i += step) {
    // What we ourselves say to every git.
    if (step === 2 && fields[i - 1] === 'command') continue;
    const [key = '', ...value] = (fields[i] ?? '').split('\n');
    if (key !== '') settings.set(key.toLowerCase(), value.join('\n'));
  }
  return settings;
}

/** Only these compare files with the index, and so would send a file through the filters that the attributes name. */
function readsWorkTree([command = '']: readonly string[]): boolean {
  return command === 'diff' || command === 'status';
}

const refused: GitAnswer = {
  status: 1,
  stdout: Buffer.alloc(0),
  complaint: 'git did not say which filters the repository’s settings name, or one cannot be switched off',
};

function noRepository(folder: string): GitAnswer {
  return { status: 128, stdout: Buffer.alloc(0), complaint: `${folder} is in no git repository` };
}

const switchedOff = [
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.sshCommand=false',
  'core.gitProxy=',
  'core.alternateRefsCommand=false',
  'core.quotePath=false',
  'log.showSignature=false',
  'advice.graftFileDeprecated=false',
  'status.submoduleSummary=false',
  'submodule.recurse=false',
  'protocol.allow=never',
  'credential.helper=',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting]);

/** What a command needs so that no program of a diff driver and no other repository inside this one is asked. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  diff: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty', '--no-color'],
  log: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty', '--no-color'],
  show: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty', '--no-color'],
  status: ['--ignore-submodules=dirty'],
};

function wordsFor(folder: string, filters: readonly string[], [command = '', ...rest]: readonly string[]) {
  const more = harmless[command] ?? [];
  return [
    '-C',
    folder,
    '--no-pager',
    '--no-optional-locks',
    ...switchedOff,
    ...filters,
    command,
    ...more,
    ...rest,
  ];
}

/** The work tree is where `.git` lies, whatever `core.worktree` says; nothing that the caller's GIT_… say counts. */
function environmentFor(top: string, env: GitOptions['env'] = process.env): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && !name.startsWith('GIT_')) kept[name] = value;
  return {
    ...kept,
    LC_ALL: 'C',
    GIT_WORK_TREE: top,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ATTR_NOSYSTEM: '1',
    // What is stored, not what somebody has git show in its place.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
  };
}

function limitsFor(top: string, { env, timeoutMs = 60_000, most = 1 << 28 }: GitOptions) {
  return {
    env: environmentFor(top, env),
    timeout: timeoutMs,
    maxBuffer: most,
    killSignal: 'SIGKILL',
  } as const;
}

function callSync(
  folder: string,
  top: string,
  filters: readonly string[],
  words: readonly string[],
  options: GitOptions,
): GitAnswer {
  // node:child_process costs every start 3 ms, and most commands run no program.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, stdout, stderr, error } = spawnSync('git', wordsFor(folder, filters, words), {
    ...limitsFor(top, options),
    input: options.input ?? '',
  });
  return answerOf(error === undefined ? status : null, stdout, stderr, error);
}

function call(
  folder: string,
  top: string,
  filters: readonly string[],
  words: readonly string[],
  options: GitOptions,
): Promise<GitAnswer> {
  const { execFile } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      wordsFor(folder, filters, words),
      { ...limitsFor(top, options), encoding: 'buffer' },
      (error, stdout, stderr) =>
        resolve(answerOf(error === null ? 0 : Number(error.code), stdout, stderr, error ?? undefined)),
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
  });
}

/** Every call of ours names a folder by `-C` and starts where we are: what is not there is the program. */
export function complaintOf(error: Error | undefined): string {
  if (error !== undefined && isSystemError(error, 'ENOENT')) return gitMissing;
  return error?.message ?? '';
}

function answerOf(
  status: number | null,
  stdout: Buffer | null,
  stderr: Buffer | null,
  error: Error | undefined,
): GitAnswer {
  const said = stderr?.toString('utf8').trim() ?? '';
  return {
    status: status === null || Number.isNaN(status) ? 1 : status,
    stdout: stdout ?? Buffer.alloc(0),
    complaint: said === '' ? complaintOf(error) : said,
  };
}
