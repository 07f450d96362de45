// A sender that lies about paths, contents, logs and commits, and what it gets.

import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { methods } from '../src/teleport/methods.js';
import { newTicket } from '../src/teleport/send.js';
import { treeDigest } from '../src/teleport/tree-entry.js';
import { failure } from './acp-project.js';
import { temporaryFolder } from './folder.js';
import { digestOf, file, put, staged, target } from './hostile-sender.js';
import { git, journey, text } from './teleport-machines.js';

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
      ).toContain('not a valid branch name');
    }
  });
});
