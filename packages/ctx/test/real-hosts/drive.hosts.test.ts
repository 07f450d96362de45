// Our own loop and the six hosts themselves, driven: one config, and the same stop reasons, on a model on loopback.

import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addToSettings } from '../../src/live/settings-file.js';
import type { ToolCall } from '../../src/live/wires/wire.js';
import { readWhole } from '../../src/session/read-whole.js';
import { withEnoughTime } from '../held-clock.js';
import { listening } from '../listening.js';
import { endsAtDenial, hosts, modelOf, ownLoop, verified, withHosts } from './driven-hosts.js';

withHosts();

async function brokenModel(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const error = { message: 'the tortoise is out', type: 'invalid_request_error', code: 400 };
      response
        .writeHead(400, { 'content-type': 'application/json' })
        .end(JSON.stringify({ type: 'error', error }));
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Never answers: whoever asks waits. */
async function silentModel(): Promise<{ url: string; wasAsked: () => boolean }> {
  let asked = false;
  const server = createServer(() => {
    asked = true;
  });
  return { url: await listening(server), wasAsked: () => asked };
}

describe.each([ownLoop, ...hosts].map((worker) => [worker.name, worker] as const))(
  '%s, under one config',
  (_, host) => {
    it('completes, asks before it acts, and is denied what the policy denies', async () => {
      const { url } = await modelOf([host.shell('touch denied.txt'), host.shell('touch allowed.txt')]);
      const project = host.project(url);
      const answer = await project.run({ policy: { deny: ['bash(touch denied*)'] } });
      if (endsAtDenial.has(host.name)) {
        expect(answer).toMatchObject({ exit_code: 1, error: { code: 'tool_denied' } });
        expect(existsSync(join(project.root, 'denied.txt'))).toBe(false);
        await verified(project);
        return;
      }
      expect(answer).toMatchObject({
        exit_code: 0,
        data: {
          runs: [
            {
              stop_reason: 'completed',
              turns: [{ output: 'It is fed.', permission_denials: [{}], tool_calls: 1 }],
            },
          ],
        },
      });
      expect(['denied.txt', 'allowed.txt'].map((file) => existsSync(join(project.root, file)))).toEqual([
        false,
        true,
      ]);
      const { records } = readWhole(join(project.root, '.context/sessions/s.jsonl'));
      expect(records.find(({ type }) => type === 'run.opened')).toMatchObject({
        agent: { name: host.name, ...(host !== ownLoop && { session_id: expect.any(String) }) },
      });
      if (host !== ownLoop)
        expect(records.find(({ type }) => type === 'tool.requested')).toMatchObject({
          enforcement: /^(?:codex|copilot)$/.test(host.name) ? 'hook' : 'asked',
        });
      await verified(project);
    });

    it('stops at a denied call, where the policy wants that', async () => {
      const { url } = await modelOf([host.shell('touch denied.txt')]);
      const project = host.project(url);
      const answer = await project.run({ policy: { deny: ['bash(touch denied*)'], on_deny: 'stop' } });
      expect(answer).toMatchObject({ exit_code: 1, error: { code: 'tool_denied' } });
      await verified(project);
    });

    it('stops where its budget is spent', async () => {
      const { url } = await modelOf([host.shell('touch one.txt'), host.shell('touch two.txt')]);
      const project = host.project(url);
      expect(await project.run({ budget: { max_tool_calls: 1 } })).toMatchObject({
        exit_code: 1,
        error: { code: 'max_budget_reached' },
      });
      expect(['one.txt', 'two.txt'].map((file) => existsSync(join(project.root, file)))).toEqual([
        true,
        false,
      ]);
      await verified(project);
    });

    it('stops when its time is over', async () => {
      // Before it asks its model, it is only starting.
      const { project, answer } = await withEnoughTime(
        async (milliseconds) => {
          const { url, wasAsked } = await silentModel();
          const tried = host.project(url);
          const said = await tried.run({ budget: { timeout_seconds: milliseconds / 1000 } });
          return { project: tried, answer: said, wasAsked: wasAsked() };
        },
        ({ wasAsked }) => wasAsked,
        2_000,
      );
      expect(answer).toMatchObject({ exit_code: 2, error: { code: 'timeout' } });
      await verified(project);
    });

    it('tells an error of the provider as one', async () => {
      const project = host.project(await brokenModel());
      expect(await project.run({})).toMatchObject({
        exit_code: 1,
        error: { code: 'model_error', message: expect.stringContaining('the tortoise is out') },
      });
      await verified(project);
    });
  },
);

interface Reader {
  readonly read: (path: string) => ToolCall;
  /** A hook of the user's own: where it stands below the home folder, and with what text. */
  readonly own: (command: string) => readonly [file: string, settings: object];
}

/** They read unasked, so our hook asks for them. */
const readers: Readonly<Record<string, Reader>> = {
  qwen: {
    read: (file_path) => ({ name: 'read_file', input: { file_path } }),
    own: (command) => [
      '.qwen/settings.json',
      { hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command }] }] } },
    ],
  },
  copilot: {
    read: (path) => ({ name: 'view', input: { path } }),
    own: (bash) => [
      '.copilot/hooks/mine.json',
      { version: 1, hooks: { preToolUse: [{ type: 'command', bash }] } },
    ],
  },
};

it.each(hosts.flatMap((host) => (readers[host.name] === undefined ? [] : [[host.name, host] as const])))(
  'decides by its own hook what %s would read unasked, beside the hooks of the user',
  async (name, host) => {
    const { read, own } = readers[name] ?? {};
    if (read === undefined || own === undefined) throw new TypeError(`nobody knows how ${name} reads`);
    const calls: ToolCall[] = [];
    const { url } = await modelOf(calls);
    const project = host.project(url);
    calls.push(read(join(project.root, 'plain.txt')), read(join(project.root, 'secret.txt')));
    for (const file of ['plain.txt', 'secret.txt'])
      writeFileSync(join(project.root, file), `it is ${file}\n`);
    const [file, settings] = own('cat > "$HOME/$(basename "$PWD")/user-hook.txt"; echo "{}"');
    addToSettings(join(project.env['HOME'] ?? '', file), settings);
    const answer = await project.run({ policy: { deny: ['read(secret*)'] }, strict: true });
    expect(answer).toMatchObject({ data: { runs: [{ turns: [{ tool_calls: 1 }] }] } });
    const { records } = readWhole(join(project.root, '.context/sessions/s.jsonl'));
    const wired = records.slice(
      0,
      records.findIndex(({ type }) => type === 'source.observed'),
    );
    expect(wired.filter(({ type }) => /^tool\.(?:requested|denied)$/.test(type))).toMatchObject([
      { type: 'tool.requested', call_id: 'call_1', enforcement: 'hook' },
      { type: 'tool.denied', call_id: 'call_2', rule: 'read(secret*)' },
    ]);
    expect(JSON.stringify(records)).not.toContain('it is secret.txt');
    expect(records.find(({ type }) => type === 'run.opened')).toMatchObject({
      fence: { enforcement: expect.arrayContaining([{ tool: '*', by: 'hook' }]) },
    });
    expect(existsSync(join(project.root, 'user-hook.txt'))).toBe(true);
    await verified(project);
  },
);

it.each(hosts.map((host) => [host.name, host] as const))(
  'keeps %s to its provider: what a command of it asks of another port is refused, and seen',
  async (_, host) => {
    let came = 0;
    const other = await listening(
      createServer((_, response) => {
        came += 1;
        response.end('open');
      }),
    );
    const { url } = await modelOf([host.shell(`curl -s -m 5 ${other} > got.txt; touch after.txt`)]);
    const project = host.project(url);
    expect(await project.run({})).toMatchObject({
      exit_code: 0,
      data: { runs: [{ stop_reason: 'completed', turns: [{ output: 'It is fed.', tool_calls: 1 }] }] },
    });
    expect(existsSync(join(project.root, 'after.txt'))).toBe(true);
    expect(came).toBe(0);
    const { records } = readWhole(join(project.root, '.context/sessions/s.jsonl'));
    expect(records.find(({ type }) => type === 'run.opened')).toMatchObject({
      fence: { sandbox: { network: expect.arrayContaining([new URL(url).host]) } },
    });
    const refused = records.flatMap((record) => (record.type === 'sandbox.denied' ? [record] : []));
    expect(refused).toContainEqual(
      expect.objectContaining({ host: '127.0.0.1', port: Number(new URL(other).port), times: 1 }),
    );
    await verified(project);
  },
);

it.each(hosts.map((host) => [host.name, host] as const))(
  'has a transcript of %s that bears out what was seen on the wire',
  async (_, host) => {
    const { url } = await modelOf([host.shell('touch one.txt')]);
    const project = host.project(url);
    const answer = await project.run({});
    expect(answer).toMatchObject({
      exit_code: 0,
      data: { runs: [{ stop_reason: 'completed', turns: [{ output: 'It is fed.', tool_calls: 1 }] }] },
    });
    const { records } = readWhole(join(project.root, '.context/sessions/s.jsonl'));
    expect(records.find((record) => record.type === 'run.opened' && record.retells === 'r1')).toBeDefined();
    const found = records.flatMap((record) => (record.type === 'finding' ? [record.code] : []));
    expect(found.filter((code) => code.startsWith('call_'))).toEqual([]);
    await verified(project);
  },
);
