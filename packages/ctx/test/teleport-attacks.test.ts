// Attacks on a machine that takes sessions, each of which once came through.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../src/acp/connection.js';
import { receivingServices } from '../src/commands/teleport/receiving.js';
import { recordsIn, writeResealed } from '../src/evidence/verify/resealed.fixture.js';
import { ownSessions } from '../src/session/own-sessions.js';
import { methods } from '../src/teleport/methods.js';
import { receiver } from '../src/teleport/receive.js';
import { newTicket } from '../src/teleport/send.js';
import { failure } from './acp-project.js';
import { temporaryFolder } from './folder.js';
import { digestOf, file, put, staged, target } from './hostile-sender.js';
import { git, journey } from './teleport-machines.js';

function committed(cwd: string, ...names: string[]): void {
  git(cwd, 'init', '-q');
  for (const name of ['a', ...names]) {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), 'a\n');
  }
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-q', '-m', 'one');
}

const link = (path: string, to: string) => ({ kind: 'link', path, to });

describe('links', () => {
  it('lead out of the workspace in no number of steps', async () => {
    const one = await target();
    // Each stays inside as it is written; `up` leads to the top, and from there the rest leads out.
    const ways = [link('a/b/up', '../..'), link('way', 'a/b/up/../../..')];
    expect(await failure(staged(one, ways))).toMatchObject({
      message: expect.stringContaining('leads out'),
    });
    expect(readdirSync(one.accepts)).toEqual([]);
  });

  it('do not lead the log of the session elsewhere', async () => {
    const one = await target();
    expect((await failure(staged(one, [link('.context', 'sub')]))).message).toContain('link');
    expect((await failure(staged(one, [file('.context', 'x')], {}, 'x'))).message).toContain(
      'file is in the place',
    );
    expect((await failure(staged(one, [link('w', 'sub')], { within: 'w' }))).message).toContain('link');
    const outside = temporaryFolder();
    mkdirSync(join(one.accepts, 'app'));
    symlinkSync(outside, join(one.accepts, 'app/w'));
    const answer = await one.connection.request(methods.offer, one.offer({ within: 'w' }));
    expect(answer).toMatchObject({ obstacles: [{ code: 'leaves_root', about: ['w'] }] });
    expect(readdirSync(outside)).toEqual([]);
  });
});

it('an index brings no more of what hosts obey than files do', async () => {
  const trip = await journey((cwd) => {
    committed(cwd);
    mkdirSync(join(cwd, '.vscode'));
    writeFileSync(join(cwd, '.vscode/tasks.json'), '{}');
    git(cwd, 'add', '.vscode');
    rmSync(join(cwd, '.vscode'), { recursive: true });
  });
  await expect(trip.move()).rejects.toMatchObject({
    where: { obstacles: [{ code: 'obeyed_files', about: ['.vscode/tasks.json'] }] },
  });
});

it('a commit that grows beyond what was offered is not unpacked', async () => {
  const one = await target();
  const repository = temporaryFolder();
  git(repository, 'init', '-q');
  writeFileSync(join(repository, 'zeros'), Buffer.alloc(1 << 22));
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'bomb');
  git(repository, 'bundle', 'create', '-q', 'bundle', 'HEAD');
  const commit = git(repository, 'rev-parse', 'HEAD').trim();
  const bundle = readFileSync(join(repository, 'bundle'));
  const given = one.offer({
    git: { commit, branch: 'main', known: [] },
    tree: { digest: digestOf('x'), files: 1, bytes: 100 },
  });
  const { ticket } = given;
  await one.connection.request(methods.offer, given);
  const end = { bundle: bundle.length, log: Buffer.byteLength(one.log) };
  await one.connection.request(methods.manifest, { ticket, entries: [], index: [], end });
  await put(one.connection, ticket, 'log', one.log);
  await put(one.connection, ticket, 'bundle', '', { data: bundle.toString('base64') });
  expect(await failure(one.connection.request(methods.stage, { ticket }))).toMatchObject({
    message: expect.stringContaining('larger than was offered'),
  });
});

it('offers and manifests are bounded for each connection', async () => {
  const { connection, offer } = await target();
  const wide = Array.from({ length: 1000 }, (_, i) => file(`${'x'.repeat(200)}/${'y'.repeat(200)}/${i}`, ''));
  const { ticket } = await offered(connection, offer());
  const refused = await failure(
    (async () => {
      for (let i = 0; i < 400; i += 1)
        await connection.request(methods.manifest, { ticket, entries: wide, index: [] });
    })(),
  );
  expect(refused.message).toMatch(/too many files|too long together/);
  const many = await failure(
    (async () => {
      for (let i = 0; i < 100; i += 1) await offered(connection, offer({ ticket: newTicket() }));
    })(),
  );
  expect(many.message).toContain('offers');
});

async function offered<T extends object>(connection: Connection, given: T) {
  await connection.request(methods.offer, given);
  return given;
}

describe('a commit under way', () => {
  it('keeps its ticket until it is over, also where its sender has gone', async () => {
    const one = await target();
    const services = receivingServices(
      { kind: 'below', folder: one.accepts },
      false,
      one.there.services(one.accepts),
    );
    const [first, second] = [receiver(services), receiver(services)];
    const call = { id: 1, signal: new AbortController().signal };
    const given = one.offer();
    const ask = (of: typeof first, method: string, params: object) => of.requests[method]?.(params, call);
    await ask(first, methods.offer, given);
    const end = { bundle: 0, log: Buffer.byteLength(one.log) };
    await ask(first, methods.manifest, { ticket: given.ticket, entries: [], index: [], end });
    const data = Buffer.from(one.log).toString('base64');
    await ask(first, methods.put, { ticket: given.ticket, what: 'log', offset: 0, data });
    const staging = ask(first, methods.stage, { ticket: given.ticket });
    const ended = first.end();
    // The sender is gone, and what it asked for last is still worked on: nobody else may touch it.
    expect(
      await failure(Promise.resolve(ask(second, methods.abort, { ticket: given.ticket }))),
    ).toMatchObject({
      data: { code: 'teleport_busy' },
    });
    await staging;
    await ended;
    expect(await ask(second, methods.abort, { ticket: given.ticket })).toEqual({ phase: 'aborted' });
    await second.end();
  });
});

it('a log whose hashes hold, and which `ctx verify` refuses, is refused', async () => {
  const trip = await journey();
  const records = recordsIn(trip.path);
  const closed = records.find(({ type }) => type === 'run.closed');
  Object.assign(Object(closed?.['totals']), { tool_calls: 7 });
  writeResealed(trip.path, records);
  const [first, last] = [recordsIn(trip.path)[0], recordsIn(trip.path).at(-1)];
  ownSessions(trip.here.env).remember(String(first?.['hash']), String(last?.['hash']));
  await expect(trip.move()).rejects.toMatchObject({
    code: 'teleport_refused',
    where: { reason: expect.stringContaining('the log does not verify: record') },
  });
  expect(existsSync(trip.there_('.context'))).toBe(false);
});

it('a sparse checkout, whose files are not all here, stays where it is', async () => {
  const trip = await journey((cwd) => {
    committed(cwd, 'in/a', 'out/a');
    git(cwd, 'sparse-checkout', 'set', 'in');
  });
  expect(existsSync(join(trip.cwd, 'out/a'))).toBe(false);
  await expect(trip.move()).rejects.toMatchObject({ where: { obstacles: [{ code: 'sparse' }] } });
});
