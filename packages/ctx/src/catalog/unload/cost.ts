// What something installed takes of every session's context, from its own files.

import { join } from 'node:path';
import { NotPlain, readPlainFile } from '../../disk/plain-file.js';
import { readFailure } from '../../disk/system-errors.js';
import { isSystemError } from '../../protocol/failure.js';
import { tokensOf } from '../importing/found.js';
import { readHead } from '../importing/markdown.js';
import type { Installed } from '../installed.js';
import type { Cost } from '../reasons.js';
import { type MeasuredServer, serverDigest } from './measured-servers.js';

const unknown: Cost = { always: null, used: null, basis: 'unknown' };

/** `servers` are tokens that runs of ctx counted, `measured` those of servers that were asked. */
export function installedCost(
  item: Installed,
  servers: ReadonlyMap<string, number>,
  measured: readonly MeasuredServer[],
): Cost {
  const { kind, name, where } = item;
  if (kind === 'mcp') {
    const always = servers.get(name) ?? tokensAsked(item, measured);
    return always === undefined ? unknown : { always, used: null, basis: 'measured' };
  }
  const text = textOf(kind === 'skill' ? join(where, 'SKILL.md') : where);
  if (text === undefined) return unknown;
  const head = readHead(text);
  if ('problem' in head) return unknown;
  const { name: own, description } = head.fields;
  const said = `${typeof own === 'string' ? own : name}: ${typeof description === 'string' ? description : ''}`;
  return { always: tokensOf(said.replace(/\s+/g, ' ')), used: tokensOf(text), basis: 'measured' };
}

function tokensAsked(item: Installed, measured: readonly MeasuredServer[]): number | undefined {
  if (measured.length === 0) return undefined;
  const digest = serverDigest(item);
  return measured.find((server) => server.digest === digest)?.tokens;
}

/** No skill is longer. */
const largest = 4 << 20;

function textOf(file: string): string | undefined {
  try {
    return readPlainFile(file, largest).toString('utf8');
  } catch (error) {
    // A stranger's file: what is none that a host would read costs nothing that is known.
    if (error instanceof NotPlain || isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'))
      return undefined;
    throw readFailure(error, file);
  }
}
