// A file that names MCP servers: read once, so that what is trusted is what is started, and said as a person is shown it.

import { closeSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { openRegularFile, readBytes, readProjectBytes } from '../../disk/read.js';
import { shellWord } from '../../disk/shell-word.js';
import { readFailure } from '../../disk/system-errors.js';
import type { Environment } from '../../disk/user-folder.js';
import { isBelow } from '../../disk/within.js';
import { fail } from '../../protocol/codes.js';
import { Failure, isSystemError } from '../../protocol/failure.js';
import { isMembers } from '../../protocol/members.js';
import { itemOf, type TrustItem } from '../../trust/item.js';
import type { TrustPlace } from '../../trust/trust-file.js';
import { serversIn } from './server-config.js';
import { startedFiles } from './started-files.js';

export interface ServerFile {
  /** What people call it: its path in the project. */
  readonly shown: string;
  readonly text: string;
  /** The servers that it names and does not switch off. */
  readonly servers: readonly string[];
  /** All that has to be trusted before one of its servers is started. */
  readonly items: readonly TrustItem[];
  /** What has to be trusted besides before a server that is a program runs outside of the sandbox, by its name. */
  readonly outside: ReadonlyMap<string, TrustItem>;
}

/** Nobody writes a longer one, and each of its words may be a file. */
const largestFile = 1 << 20;

/** `env` fills in what decides which files of the project are started. */
export function readServerFile(root: string, file: string, env: Environment): ServerFile {
  const path = join(root, file);
  // A person may name a file elsewhere; what a repository brings leads nowhere else.
  const bytes = isBelow(root, path) ? readProjectBytes(root, path) : readBytes(path);
  if (bytes.length > largestFile)
    throw fail('file_unreadable', { operation: 'read', target: file, reason: 'it is larger than 1 MB' });
  const text = bytes.toString('utf8');
  const servers = Object.entries(serversIn(text, file)).filter(([, fields]) => isOn(fields));
  const lines = servers.flatMap(([name, fields]) => linesOf(name, fields));
  const programs = new Map(servers.flatMap(([name, fields]) => programsOf({ root, env }, name, fields)));
  const items = [itemOf('mcp-servers', file, bytes, lines), ...programs.values()];
  const outside = new Map(servers.flatMap(([name, fields]) => outsideOf({ root, env }, file, name, fields)));
  return { shown: file, text, servers: servers.map(([name]) => name), items, outside };
}

/** Nothing of it is filled in: what is shown is what stands in the file, and `${TOKEN}` stays `${TOKEN}`. */
function linesOf(name: string, fields: unknown): string[] {
  const { command, args, url, env, headers, oauth } = isMembers(fields) ? fields : {};
  const set = isMembers(env)
    ? Object.entries(env).map(([key, value]) => `${key}=${shellWord(String(value))}`)
    : [];
  const words = [command, ...(Array.isArray(args) ? args : [])].filter((word) => word !== undefined);
  const sent = isMembers(headers)
    ? Object.entries(headers).map(([key, value]) => `${key}: ${String(value)}`)
    : [];
  return [
    ...(words.length > 0
      ? [`${name}: ${[...set, ...words.map((word) => shellWord(String(word)))].join(' ')}`]
      : []),
    ...(url === undefined ? [] : [`${name}: ${String(url)}`]),
    ...sent.map((header) => `${name}: header ${header}`),
    ...(oauth === undefined ? [] : [`${name}: oauth ${JSON.stringify(oauth)}`]),
    ...(words.length === 0 && url === undefined ? [`${name}: ${JSON.stringify(fields)}`] : []),
  ];
}

/** Files of the project that a command line names are part of what is trusted: a later commit may change them. */
function programsOf(
  { root, env: variables }: TrustPlace,
  name: string,
  fields: unknown,
): [string, TrustItem][] {
  const { command, args, env } = isMembers(fields) ? fields : {};
  const started = { command, args: Array.isArray(args) ? args : [], env: isMembers(env) ? env : {} };
  const words = startedFiles(root, started, variables);
  if (words === undefined) {
    const reason = `the server ${name} has too many words to look at`;
    throw fail('file_unreadable', { operation: 'read', target: name, reason });
  }
  return [...words].flatMap((word) => {
    const path = insideProject(root, word);
    if (path === undefined) return [];
    const lines = [`started by the MCP server ${name}`];
    return [[path, itemOf('mcp-program', path, readBytes(join(root, path)), lines)]];
  });
}

/** With all that decides what the program does: a later change of it, or of a file that it starts, asks again. */
function outsideOf(place: TrustPlace, file: string, name: string, fields: unknown): [string, TrustItem][] {
  if (!isMembers(fields) || fields['command'] === undefined) return [];
  const programs = programsOf(place, name, fields).map(([path, { digest }]) => [path, digest]);
  const lines = linesOf(name, fields).map((line) => `outside of the sandbox: ${line}`);
  return [[name, itemOf('mcp-outside', `${file}#${name}`, JSON.stringify([fields, programs]), lines)]];
}

function insideProject(root: string, word: string): string | undefined {
  const path = resolve(root, word);
  try {
    const top = realpathSync(root);
    const real = realpathSync(path);
    closeSync(openRegularFile(real));
    return isBelow(top, real) ? relative(top, real).split(sep).join('/') : undefined;
  } catch (error) {
    // Most words are no paths, or lead to places that are nobody's business here.
    const isElsewhere = !isBelow(root, path) && isSystemError(error, 'EACCES', 'EPERM');
    const isNoFile = error instanceof Failure || isSystemError(error, ...noFile);
    if (isElsewhere || isNoFile) return undefined;
    // What is started and cannot be looked at must not be trusted without its content.
    throw readFailure(error, path);
  }
}

const noFile = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENXIO', 'ERR_INVALID_ARG_VALUE'] as const;

function isOn(fields: unknown): boolean {
  return !isMembers(fields) || fields['disabled'] !== true;
}
