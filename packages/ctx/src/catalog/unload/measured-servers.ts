// Tokens of MCP servers that a person had asked for their tools: kept with the user, under a digest of what starts each.
// One that is configured otherwise is another, and has to be asked again.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAtomically } from '../../disk/atomic.js';
import { makeFolders } from '../../disk/folders.js';
import { NotPlain, readPlainFile } from '../../disk/plain-file.js';
import { readFailure, writeFailure } from '../../disk/system-errors.js';
import { type Environment, userFolder } from '../../disk/user-folder.js';
import { isSystemError } from '../../protocol/failure.js';
import { isMembers, memberOf } from '../../protocol/members.js';
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
  if (file === undefined) return [];
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(value) ? value.filter(isMeasured) : [];
  } catch (error) {
    // One that is damaged knows nothing, and the next measuring writes it anew.
    if (isSystemError(error, 'ENOENT') || error instanceof SyntaxError) return [];
    throw readFailure(error, file);
  }
}

/** Nothing is kept for a user without a home. */
export function keepMeasured(servers: readonly MeasuredServer[], env: Environment): void {
  const file = fileOf(env);
  if (file === undefined || servers.length === 0) return;
  const anew = new Set(servers.map(({ digest }) => digest));
  const others = measuredServers(env).filter(({ digest }) => !anew.has(digest));
  try {
    makeFolders(dirname(file), 0o700);
  } catch (error) {
    throw writeFailure(error, file);
  }
  writeAtomically(file, `${JSON.stringify([...servers, ...others].slice(0, mostKept), null, 2)}\n`, 0o600);
}

/** Of its name and all that its settings say of it; nothing where they no longer name it. */
export function serverDigest({ name, where }: Installed): string | undefined {
  const text = textOf(where);
  return text === undefined ? undefined : digestIn(text, name);
}

export function digestIn(settings: string, name: string): string | undefined {
  const document = parsed(settings);
  const fields = ['mcpServers', 'servers', 'mcp']
    .map((member) => memberOf(memberOf(document, member), name))
    .find((value) => value !== undefined);
  if (fields === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([name, fields]))
    .digest('hex');
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Settings that do not parse name no server, and are told of where they are listed.
    return undefined;
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
