// Which transcripts `ctx import` is about.

import { statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Services } from '../../cli/command.js';
import { contradiction } from '../../cli/contradiction.js';
import { homeFolder } from '../../disk/home-folder.js';
import { readFailure } from '../../disk/system-errors.js';
import { filesBelow } from '../../foreign/find-files.js';
import { hostNamed } from '../../foreign/hosts.js';
import { type HostName, isTranscriptHost, transcriptHosts } from '../../foreign/known-hosts.js';
import { fail } from '../../protocol/codes.js';
import { sinceDay } from '../since-day.js';

export interface FilesToImport {
  /** Nothing: each is recognised by what it holds. */
  readonly host: HostName | undefined;
  readonly transcripts: readonly string[];
  /** Whether only those count that were worked on in this project. */
  readonly thisProject: boolean;
  /** Where they were looked for. */
  readonly where: string;
}

export function filesToImport(
  what: string,
  path: string | undefined,
  { all, since }: { readonly all: boolean; readonly since?: string | undefined },
  { cwd, env }: Pick<Services, 'cwd' | 'env'>,
): FilesToImport {
  const host = isTranscriptHost(what) ? what : undefined;
  const given = host === undefined ? what : path;
  if (host === undefined && path !== undefined)
    throw fail('flag_value_invalid', {
      operation: 'argparse',
      target: 'what',
      value: what,
      wanted: transcriptHosts.join(', '),
    });
  if (given !== undefined && all) throw contradiction('--all', given);
  const from = since === undefined ? undefined : Date.parse(sinceDay(since));
  const isRecent = (file: string) => from === undefined || changedAt(file) >= from;
  if (given !== undefined) {
    const target = resolve(cwd, given);
    const transcripts = isFolder(target) ? transcriptsBelow(target) : [target];
    return { host, transcripts: transcripts.filter(isRecent), thisProject: false, where: target };
  }
  const home = homeFolder(env);
  const found = host === undefined ? [] : hostNamed(host).find({ home, env });
  return { host, transcripts: found.filter(isRecent), thisProject: !all, where: home };
}

/** Where opencode keeps everything. */
export function opencodeDatabase(env: Services['env']): string {
  const data = env['XDG_DATA_HOME'] ?? '';
  return join(isAbsolute(data) ? data : join(homeFolder(env), '.local', 'share'), 'opencode', 'opencode.db');
}

function transcriptsBelow(folder: string): string[] {
  const isTranscript = (name: string) =>
    /\.(?:jsonl|jsonl\.zst|json)$/.test(name) && !/\.meta\.json$|^agent-/.test(name);
  return filesBelow(folder, 8, isTranscript, (name) => name !== 'subagents' && name !== 'tool-results');
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw readFailure(error, path);
  }
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
