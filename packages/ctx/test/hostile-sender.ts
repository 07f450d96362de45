// Somebody who may say anything to a machine that takes sessions.

import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../src/acp/connection.js';
import { methods } from '../src/teleport/methods.js';
import { newTicket } from '../src/teleport/send.js';
import { type TreeFile, treeDigest } from '../src/teleport/tree-entry.js';
import { programVersion } from './program-version.js';
import { connectTo, machine, sessionIn, text } from './teleport-machines.js';

export const digestOf = (content: string) => `sha256:${createHash('sha256').update(content).digest('hex')}`;
export const file = (path: string, content: string): TreeFile => ({
  kind: 'file',
  path,
  executable: false,
  size: content.length,
  digest: digestOf(content),
});

/** A machine that takes sessions, and a connection to it. */
export async function target(flags = {}) {
  const [here, there] = [machine(), machine()];
  const accepts = join(there.home, 'work');
  mkdirSync(accepts);
  const cwd = join(here.home, 'app');
  mkdirSync(cwd);
  const log = text(await sessionIn(cwd, here));
  const connection = await connectTo(
    there,
    accepts,
    { 'accept-teleports': accepts, ...flags },
    here.services(cwd),
  );
  const records = log
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
  const offer = (more: object = {}) => ({
    ticket: newTicket(),
    session_id: 's',
    first: records[0]?.['hash'],
    from: { host: 'evil', root: '/home/eve/app', user: 'eve' },
    into: '',
    within: '',
    format: 1,
    version: programVersion,
    allowOtherVersion: true,
    models: [],
    log: { bytes: Buffer.byteLength(log), head: records.at(-1)?.['hash'] },
    tree: { digest: treeDigest([]), files: 0, bytes: 0 },
    ...more,
  });
  return { connection, accepts, there, log, offer };
}

export type Target = Awaited<ReturnType<typeof target>>;
export const put = (connection: Connection, ticket: string, what: string, content: string, more = {}) =>
  connection.request(methods.put, {
    ticket,
    what,
    offset: 0,
    data: Buffer.from(content).toString('base64'),
    ...more,
  });

export async function staged(
  { connection, log, offer }: Target,
  entries: readonly object[],
  more: object = {},
  content = '',
) {
  const files = entries.filter((one): one is TreeFile => Reflect.get(one, 'kind') !== 'gone');
  const given = offer({ tree: { digest: treeDigest(files), files: files.length, bytes: 0 }, ...more });
  await connection.request(methods.offer, given);
  const end = { bundle: 0, log: Buffer.byteLength(log) };
  const answer = await connection.request(methods.manifest, {
    ticket: given.ticket,
    entries,
    index: [],
    end,
  });
  if (Reflect.get(Object(answer), 'obstacles').length > 0)
    throw Object.assign(new Error('obstructed'), { code: 0, data: answer });
  await put(connection, given.ticket, 'log', log);
  for (const one of files)
    if (one.kind === 'file') await put(connection, given.ticket, 'file', content, { digest: one.digest });
  await connection.request(methods.stage, { ticket: given.ticket });
  return given;
}
