// What MCP servers were measured to take, kept with the user by a digest of how each is started.

import { join } from 'node:path';
import { sha256 } from '../../disk/digest.js';
import { readKept, writeKept } from '../../disk/kept-list.js';
import { NotPlain, readPlainFile } from '../../disk/plain-file.js';
import { readFailure } from '../../disk/system-errors.js';
import { type Environment, userFolder } from '../../disk/user-folder.js';
import { isSystemError } from '../../protocol/failure.js';
import { isMembers, memberOf } from '../../protocol/members.js';
import { parsedJson } from '../../protocol/parsed-json.js';
import type { Installed } from '../installed.js';

export interface MeasuredServer {
  readonly digest: string;
  readonly tokens: number;
  readonly tools: number;
  /** When it was asked. */
  readonly at: string;
}

const mostKept = 200;
const largestFile = 16 << 20;

/** The newest first. */
export function measuredServers(env: Environment): MeasuredServer[] {
  const file = fileOf(env);
  return file === undefined ? [] : readKept(file, isMeasured);
}

/** Nothing is kept for a user without a home. */
export function keepMeasured(servers: readonly MeasuredServer[], env: Environment): void {
  const file = fileOf(env);
  if (file === undefined || servers.length === 0) return;
  const anew = new Set(servers.map(({ digest }) => digest));
  const others = measuredServers(env).filter(({ digest }) => !anew.has(digest));
  writeKept(file, [...servers, ...others].slice(0, mostKept));
}

/** Of its name and all that its settings say of it; nothing where they no longer name it. */
export function serverDigest({ name, where }: Installed): string | undefined {
  const text = textOf(where);
  return text === undefined ? undefined : digestIn(text, name);
}

export function digestIn(settings: string, name: string): string | undefined {
  const document = parsedJson(settings);
  const fields = ['mcpServers', 'servers', 'mcp']
    .map((member) => memberOf(memberOf(document, member), name))
    .find((value) => value !== undefined);
  if (fields === undefined) return undefined;
  return sha256(JSON.stringify([name, fields]));
}

/** Nothing for what went away since it was listed. */
function textOf(file: string): string | undefined {
  try {
    return readPlainFile(file, largestFile).toString();
  } catch (error) {
    if (error instanceof NotPlain || isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw readFailure(error, file);
  }
}

function fileOf(env: Environment): string | undefined {
  const state = userFolder('state', env);
  return state === undefined ? undefined : join(state, 'unload', 'measured-servers.json');
}

function isMeasured(value: unknown): value is MeasuredServer {
  if (!isMembers(value)) return false;
  const { digest, tokens, tools, at } = value;
  return (
    typeof digest === 'string' &&
    Number.isSafeInteger(tokens) &&
    Number.isSafeInteger(tools) &&
    typeof at === 'string'
  );
}
