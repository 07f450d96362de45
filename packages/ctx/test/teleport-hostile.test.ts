// A sender that lies, a receiver that lies, and what each of them gets.

import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type Connection, connect } from '../src/acp/connection.js';
import { streamCarrier } from '../src/acp/stream-carrier.js';
import { moveThere } from '../src/commands/teleport/move.js';
import { connectPeer } from '../src/commands/teleport/peer.js';
import { methods } from '../src/teleport/methods.js';
import { newTicket } from '../src/teleport/send.js';
import { type TreeFile, treeDigest } from '../src/teleport/tree-entry.js';
import { failure } from './acp-project.js';
import { temporaryFolder } from './folder.js';
import { jsonOf } from './scripted.js';
import { connectTo, git, isLive, journey, machine, sessionIn, text } from './teleport-machines.js';

const digestOf = (content: string) => `sha256:${createHash('sha256').update(content).digest('hex')}`;
const file = (path: string, content: string): TreeFile => ({
  kind: 'file',
  path,
  executable: false,
  size: content.length,
  digest: digestOf(content),
});

/** A machine that takes sessions, and somebody who may say anything to it. */
async function target(flags = {}) {
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
    version: '0.1.0',
    allowOtherVersion: true,
    models: [],
    log: { bytes: Buffer.byteLength(log), head: records.at(-1)?.['hash'] },
    tree: { digest: treeDigest([]), files: 0, bytes: 0 },
    ...more,
  });
  return { connection, accepts, there, log, offer };
}

type Target = Awaited<ReturnType<typeof target>>;
const put = (connection: Connection, ticket: string, what: string, content: string, more = {}) =>
  connection.request(methods.put, {
    ticket,
    what,
    offset: 0,
    data: Buffer.from(content).toString('base64'),
    ...more,
  });

async function staged(
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

describe('a hostile sender', () => {
  const paths = [
    '../out',
    '/etc/out',
    'a/../../out',
    './out',
    'a//b',
    '.git/config',
    '.GIT/hooks/pre-commit',
    'sub/.git/config',
    '.g\u200dit/config',
    'git~1/config',
    '.context/sessions/x.jsonl',
    'sub/.Context/State/x',
    'a\\..\\b',
    'a\0b',
    '',
    'x'.repeat(5000),
  ];

  it.each(paths)('cannot write to %j', async (path) => {
    const one = await target();
    const refused = await failure(staged(one, [{ ...file('x', 'evil'), path }], {}, 'evil'));
    expect(refused.code).toBe(-32_602);
    expect(readdirSync(one.accepts)).toEqual([]);
  });

  it('cannot write through links, by its own or by those that are there', async () => {
    const one = await target();
    const outside = temporaryFolder();
    const link = (to: string) => ({ kind: 'link', path: 'way', to });
    for (const to of [outside, '../..', 'a/../../b', '', '.git/hooks'])
      expect((await failure(staged(one, [link(to)]))).message).toContain('leads out');
    expect((await failure(staged(one, [link('a'), file('way/x', 'evil')], {}, 'evil'))).message).toContain(
      'below a file',
    );
    mkdirSync(join(one.accepts, 'app'));
    symlinkSync(outside, join(one.accepts, 'app/sub'));
    const refused = await failure(staged(one, [file('sub/x', 'evil')], {}, 'evil'));
    expect(refused.data).toMatchObject({ obstacles: [{ code: 'target_dirty', about: ['sub'] }] });
    expect(readdirSync(outside)).toEqual([]);
  });

  it.each(['../other', '/tmp/other', 'a/../../b', '.git', 'link'])(
    'cannot choose the folder %s',
    async (into) => {
      const one = await target();
      symlinkSync(temporaryFolder(), join(one.accepts, 'link'));
      const answer = await one.connection.request(methods.offer, one.offer({ into }));
      expect(answer).toMatchObject({ obstacles: [{ code: 'leaves_root' }] });
    },
  );

  it('cannot bring what it did not offer, in content, size or number', async () => {
    const one = await target();
    const { connection, offer, log } = one;
    const wrong = await failure(staged(one, [file('x', 'good')], {}, 'evil'));
    expect(wrong.data).toMatchObject({ code: 'teleport_unverified' });
    const given = offer({ tree: { digest: treeDigest([file('y', 'good')]), files: 1, bytes: 4 } });
    await connection.request(methods.offer, given);
    const { ticket } = given;
    expect((await failure(put(connection, ticket, 'log', log))).message).toContain('not asked for');
    const end = { bundle: 0, log: Buffer.byteLength(log) };
    await connection.request(methods.manifest, { ticket, entries: [file('y', 'good')], index: [], end });
    expect((await failure(put(connection, ticket, 'log', `${log}more`))).message).toContain(
      'more than was offered',
    );
    expect((await failure(put(connection, ticket, 'log', 'x', { offset: 5 }))).message).toContain(
      'offset must be 0',
    );
    expect((await failure(put(connection, ticket, 'bundle', 'x'))).message).toContain('not asked for');
    expect(
      (await failure(put(connection, ticket, 'file', 'x', { digest: digestOf('other') }))).message,
    ).toContain('not asked for');
    const huge = offer({
      tree: { digest: treeDigest([]), files: 0, bytes: 2 ** 36 },
      git: { commit: 'a'.repeat(40), known: [] },
    });
    await connection.request(methods.offer, huge);
    const claimed = await connection.request(methods.manifest, {
      ticket: huge.ticket,
      entries: [],
      index: [],
      end: { bundle: 2 ** 35, log: 1 },
    });
    expect(claimed).toMatchObject({ obstacles: [{ code: 'disk_full' }] });
    const many = Array.from({ length: 1001 }, (_, i) => file(`f${i}`, ''));
    expect(
      (await failure(connection.request(methods.manifest, { ticket, entries: many, index: [] }))).message,
    ).toContain('too many');
    expect(readdirSync(one.accepts)).toEqual([]);
  });

  it('cannot bring a log that was cut, changed or is of another session', async () => {
    const one = await target();
    const forged: readonly [string, object][] = [
      [one.log.replace('Say it.', 'Say this.'), {}],
      [one.log.split('\n').slice(0, 2).join('\n').concat('\n'), {}],
      [one.log, { session_id: 'other' }],
      [one.log, { first: digestOf('other') }],
      [one.log, { log: { bytes: one.log.length, head: digestOf('other') } }],
    ];
    for (const [log, more] of forged) {
      const given = one.offer({
        log: { bytes: Buffer.byteLength(log), head: one.offer().log.head },
        ...more,
      });
      await one.connection.request(methods.offer, given);
      const end = { bundle: 0, log: Buffer.byteLength(log) };
      await one.connection.request(methods.manifest, { ticket: given.ticket, entries: [], index: [], end });
      await put(one.connection, given.ticket, 'log', log);
      expect((await failure(one.connection.request(methods.stage, { ticket: given.ticket }))).code).toBe(
        -32_602,
      );
    }
  });

  it('cannot have a session go on that it did not give away', async () => {
    const one = await target();
    const { ticket } = await staged(one, []);
    const records = [
      '',
      '{}',
      '{"type":"session.moved","way":"out"}',
      one.log.trimEnd().split('\n').at(-1),
      7,
    ];
    for (const record of records) await failure(one.connection.request(methods.commit, { ticket, record }));
    expect(readdirSync(one.accepts)).toEqual([]);
    expect(
      await failure(one.connection.request(methods.commit, { ticket: newTicket(), record: '' })),
    ).toMatchObject({
      data: { phase: 'unknown' },
    });
    expect(await failure(one.connection.request(methods.return, { ticket }))).toMatchObject({
      code: -32_602,
    });
  });

  it('brings no hooks, settings or branches by its commits, and none that do not hang together', async () => {
    const trip = await journey((cwd) => {
      git(cwd, 'init', '-q');
      writeFileSync(join(cwd, 'a'), 'a\n');
      git(cwd, 'add', '.');
      git(cwd, 'commit', '-q', '-m', 'one');
      git(cwd, 'branch', 'other');
      git(cwd, 'tag', 'evil');
      git(cwd, 'config', 'core.fsmonitor', 'touch pwned');
      git(cwd, 'config', 'filter.x.smudge', 'touch pwned');
      writeFileSync(join(cwd, '.git/hooks/post-checkout'), '#!/bin/sh\ntouch pwned\n', { mode: 0o755 });
    });
    await trip.move();
    const dotGit = trip.there_('.git');
    expect(existsSync(join(dotGit, 'hooks'))).toBe(false);
    expect(text(join(dotGit, 'config'))).not.toMatch(/fsmonitor|filter/);
    expect(git(trip.there_(''), 'for-each-ref', '--format=%(refname)')).toMatch(/^refs\/heads\/\w+\n$/);
    const one = await target();
    for (const bundle of ['', 'junk', `# v2 git bundle\n${'a'.repeat(40)} HEAD\n\nPACK`]) {
      const given = one.offer({ git: { commit: 'a'.repeat(40), branch: 'main', known: [] } });
      await one.connection.request(methods.offer, given);
      const { ticket } = given;
      const end = { bundle: bundle.length, log: Buffer.byteLength(one.log) };
      await one.connection.request(methods.manifest, { ticket, entries: [], index: [], end });
      await put(one.connection, ticket, 'log', one.log);
      if (bundle !== '') await put(one.connection, ticket, 'bundle', bundle);
      const refused = await failure(one.connection.request(methods.stage, { ticket }));
      expect(refused.data).toMatchObject({ code: 'teleport_unverified' });
    }
    for (const branch of ['-x', 'a..b', '../x', 'x.lock', '@{-1}']) {
      const given = one.offer({ git: { commit: 'a'.repeat(40), branch, known: [] } });
      await one.connection.request(methods.offer, given);
      await one.connection.request(methods.manifest, {
        ticket: given.ticket,
        entries: [],
        index: [],
        end: { bundle: 0, log: Buffer.byteLength(one.log) },
      });
      await put(one.connection, given.ticket, 'log', one.log);
      expect(
        (await failure(one.connection.request(methods.stage, { ticket: given.ticket }))).message,
      ).toContain('name of a branch');
    }
  });

  it('brings nothing that hosts obey, and no looser sandbox, unless the owner trusts it', async () => {
    const bringing = (cwd: string) => {
      mkdirSync(join(cwd, '.claude'));
      writeFileSync(join(cwd, '.claude/settings.json'), '{}');
    };
    const trip = await journey(bringing);
    await expect(trip.move()).rejects.toMatchObject({
      code: 'teleport_obstructed',
      where: { obstacles: [{ code: 'obeyed_files', about: ['.claude/settings.json'] }] },
    });
    expect(isLive(trip.path)).toBe(true);
    const trusted = await journey(bringing, { 'trust-teleports': true });
    await trusted.move();
    expect(text(trusted.there_('.claude/settings.json'))).toBe('{}');
    // A log that runs its tools without a sandbox arrives, and is resumed only by a person's word.
    const loose = await journey();
    await jsonOf(
      [
        'run',
        '--task',
        'More of it.',
        '--model',
        'script:echo',
        '--no-sandbox',
        '--run-id',
        'r2',
        '--append',
        's',
      ],
      { cwd: loose.cwd, env: loose.here.env },
    );
    await loose.move();
    const there = { cwd: loose.there_(''), env: loose.there.env };
    const refused = await jsonOf(['resume', 's', '--task', 'More.'], there);
    expect(refused.error).toMatchObject({ code: 'session_foreign' });
    // It can be asked back all the same; and bringing it once more does not make it this machine's own.
    await loose.back();
    expect(isLive(loose.path)).toBe(true);
    const own = { cwd: loose.cwd, env: loose.here.env };
    expect(
      (await jsonOf(['resume', 's', '--task', 'Here.', '--model', 'script:echo'], own)).error,
    ).toBeUndefined();
    await loose.move();
    expect((await jsonOf(['resume', 's', '--task', 'More.'], there)).error).toMatchObject({
      code: 'session_foreign',
    });
  });

  it('does not make a looser log its receiver’s own by bringing a stricter one before', async () => {
    const trip = await journey();
    await trip.move();
    await trip.back();
    const own = { cwd: trip.cwd, env: trip.here.env };
    await jsonOf(
      [
        'run',
        '--task',
        'Looser.',
        '--model',
        'script:echo',
        '--no-sandbox',
        '--run-id',
        'r2',
        '--append',
        's',
      ],
      own,
    );
    await trip.move();
    const there = { cwd: trip.there_(''), env: trip.there.env };
    expect((await jsonOf(['resume', 's', '--task', 'More.'], there)).error).toMatchObject({
      code: 'session_foreign',
    });
  });

  it('that sends a session back brings nothing that hosts obey, and no looser sandbox either', async () => {
    const trip = await journey();
    await trip.move();
    mkdirSync(trip.there_('.vscode'));
    writeFileSync(trip.there_('.vscode/tasks.json'), '{}');
    await expect(trip.back()).rejects.toMatchObject({ where: { obstacles: [{ code: 'obeyed_files' }] } });
    expect([isLive(trip.path), isLive(trip.there_('.context/sessions/s.jsonl'))]).toEqual([false, true]);
    rmSync(trip.there_('.vscode'), { recursive: true });
    const there = { cwd: trip.there_(''), env: trip.there.env };
    await jsonOf(
      [
        'run',
        '--task',
        'Looser.',
        '--model',
        'script:echo',
        '--no-sandbox',
        '--run-id',
        'r2',
        '--append',
        's',
      ],
      there,
    );
    await trip.back();
    const resumed = await jsonOf(['resume', 's', '--task', 'More.'], { cwd: trip.cwd, env: trip.here.env });
    expect(resumed.error).toMatchObject({ code: 'session_foreign' });
  });
});

describe('a hostile receiver', () => {
  /** Says yes to everything, and keeps nothing. */
  function liar(receipt: unknown): Connection {
    const [toAgent, fromAgent] = [new PassThrough(), new PassThrough()];
    let offered: { log?: { head?: string }; tree?: { digest?: string } } = {};
    connect(streamCarrier(toAgent, fromAgent), {
      requests: {
        [methods.offer]: (params) => {
          offered = Object(params);
          return { host: 'liar', root: '/x', obstacles: [], commits: [] };
        },
        [methods.manifest]: () => ({ obstacles: [], wanted: [] }),
        [methods.put]: (params) => {
          const { offset, data } = Object(params);
          return { received: offset + Buffer.from(data, 'base64').length };
        },
        [methods.stage]: () => ({ head: offered.log?.head, tree: offered.tree?.digest }),
        [methods.commit]: () => ({ receipt }),
        [methods.state]: () => ({ phase: 'committed', receipt }),
        [methods.abort]: () => ({ phase: 'aborted' }),
      },
      notifications: {},
    });
    return connect(streamCarrier(fromAgent, toAgent), { requests: {}, notifications: {} });
  }

  it('is not believed without the record that shows it, and the session is whole here', async () => {
    const trip = await journey();
    const services = trip.here.services(trip.cwd);
    const moving = { path: trip.path, target: 'test', into: '', allowOtherVersion: false, isCheck: false };
    for (const receipt of [
      undefined,
      '',
      '{}',
      '{"type":"session.moved","way":"in"}',
      text(trip.path).split('\n')[0],
    ])
      await expect(moveThere(moving, liar(receipt), services)).rejects.toMatchObject({
        code: 'teleport_unproven',
      });
    // Nobody goes on with it, and it can be taken back.
    expect(isLive(trip.path)).toBe(false);
    await trip.cancel();
    expect(isLive(trip.path)).toBe(true);
    const verified = await jsonOf(['verify', 's'], { cwd: trip.cwd, env: trip.here.env });
    expect(verified.data).toMatchObject({ verdict: 'pass' });
  });

  it('that is another program is refused before anything is offered', async () => {
    const [toAgent, fromAgent] = [new PassThrough(), new PassThrough()];
    const agentInfo = { name: 'other', version: '1' };
    connect(streamCarrier(toAgent, fromAgent), {
      requests: { initialize: () => ({ protocolVersion: 1, agentInfo }) },
      notifications: {},
    });
    const services = machine().services('/');
    await expect(connectPeer(streamCarrier(fromAgent, toAgent), 'x', services)).rejects.toMatchObject({
      code: 'teleport_unsupported',
    });
  });
});

it('keeps what arrived to the user alone', async () => {
  const trip = await journey((cwd) => writeFileSync(join(cwd, 'a'), 'a'));
  await trip.move();
  expect(statSync(trip.there_('.context/sessions/s.jsonl')).mode & 0o777).toBe(0o600);
  expect(lstatSync(trip.there_('.context/sessions')).mode & 0o777).toBe(0o700);
  const [kept = ''] = readdirSync(join(trip.there.home, '.local/state/ctx/teleports/in'));
  expect(
    readdirSync(join(trip.there.home, '.local/state/ctx/teleports/in', kept)).filter(
      (name) => !name.startsWith('lock'),
    ),
  ).toEqual(['arrival.json']);
  expect(
    JSON.parse(
      readFileSync(
        join(
          trip.here.home,
          '.local/state/ctx/teleports/out',
          readdirSync(join(trip.here.home, '.local/state/ctx/teleports/out'))[0] ?? '',
        ),
        'utf8',
      ),
    ),
  ).toMatchObject({
    session_id: 's',
    receipt: expect.stringContaining('"way":"in"'),
  });
});
