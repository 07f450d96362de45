// The six hosts themselves: what ctx says reaches the model once, a deny holds, and the session is captured, verified and reported.

import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hostNamed } from '../../src/hosts/known.js';
import { foreignSessionsFolder } from '../../src/session/foreign-sessions.js';
import { readWhole } from '../../src/session/read-whole.js';
import { until } from '../processes.js';
import { type HostProject, hostProject } from './host-project.js';
import { type HostPrograms, hostPrograms } from './hosts-on-disk.js';
import { scriptedModelServer } from './scripted-model-server.js';
import { type DrivenHost, drivenHosts } from './six-hosts.js';

const prompt = 'Please say hello to the tortoise';
const reminder = 'feed the tortoise before noon';

let programs: HostPrograms;
beforeAll(async () => {
  programs = await hostPrograms();
}, 300_000);

async function session(host: DrivenHost) {
  const steps = [host.shell('touch denied.txt'), host.shell('touch allowed.txt')];
  const server = await scriptedModelServer(prompt, steps, 'It is fed.');
  const project = await hostProject();
  await project.ctx('remind', reminder);
  expect(await project.ctx('init', '--hooks', '--host', host.name)).toMatchObject({ exitCode: 0 });
  const hooks = hostNamed(host.name)?.settingsFiles(project).user ?? '';
  host.prepare(project, server.url, [hooks]);
  writeFileSync(
    join(project.root, '.context/config.yaml'),
    'hooks:\n  deny:\n    - rule: "Bash(touch denied*)"\n      because: tortoises do not like denied files\n',
  );
  const { exitCode, stdout } = await project.run(programs[host.program], host.argv(prompt));
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('It is fed.') });
  return { project, server };
}

function capturedIn(project: HostProject): string {
  const folder = foreignSessionsFolder(project.root, { HOME: project.home }) ?? '';
  const logs = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  expect(logs).toHaveLength(1);
  return join(folder, logs[0] ?? '');
}

/** A host may be gone before the hook of its end is. */
async function imported(log: string, { writesLate }: DrivenHost): Promise<void> {
  const sign = writesLate ? /"type":"run.closed"/ : /"retells":"main"/;
  await until(() => sign.test(readFileSync(log, 'utf8')));
  await until(() => !existsSync(`${log}.lock`));
}

describe.each(drivenHosts.map((host) => [host.name, host] as const))(
  '%s with the hooks of ctx',
  (_, host) => {
    it('tells the model once, holds a deny, and is captured, verified, reported, and watched afterwards', async () => {
      const { project, server } = await session(host);
      expect([project.has('denied.txt'), project.has('allowed.txt')]).toEqual([false, true]);
      const requests = server.requests();
      expect(Math.max(...requests.map((request) => request.split(reminder).length - 1))).toBe(1);
      expect(requests.join()).toContain('tortoises do not like denied files');
      expect(project.has('.context/state/hook-errors.log')).toBe(false);

      const log = capturedIn(project);
      if (host.hasTranscript) await imported(log, host);
      const { records } = readWhole(log);
      const id = /([^/]+)\.jsonl$/.exec(log)?.[1] ?? '';
      expect(records.find(({ type }) => type === 'turn.opened')).toMatchObject({
        prompt: expect.stringContaining(prompt),
      });
      expect(records.find(({ type }) => type === 'tool.denied')).toMatchObject({
        reason: expect.stringContaining('tortoises do not like denied files'),
      });
      if (host.name === 'opencode')
        expect(records.findLast(({ type }) => type === 'turn.closed')).toMatchObject({
          result: { output: 'It is fed.' },
        });
      const verified = await project.ctx('verify', id, '--output-format', 'json');
      expect(verified).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"verdict":"pass"') });
      expect(await project.ctx('report', id, '--out', join(project.home, 'report'))).toMatchObject({
        exitCode: 0,
      });
      expect(readFileSync(join(project.home, 'report/index.html'), 'utf8')).toContain(host.name);

      // What of its transcript a hook can see is chance there.
      if (host.writesLate) return;
      const observed = records.findLast(({ type }) => type === 'source.observed');
      expect(observed !== undefined).toBe(host.hasTranscript);
      const watched = records.flatMap((record) =>
        record.type === 'source.observed' && record.source.startsWith('~/') ? [record.source] : [],
      );
      if (!host.hasTranscript) return;
      if (!host.writesLate)
        expect(records.some((record) => record.type === 'run.opened' && record.retells === 'main')).toBe(
          true,
        );
      const transcript = join(project.home, watched[0]?.slice(2) ?? '');
      const text = readFileSync(transcript, 'utf8');
      appendFileSync(transcript, '\n');
      expect((await project.ctx('verify', id)).stdout).not.toContain('source_changed');
      writeFileSync(transcript, `x${text.slice(1)}`);
      const edited = await project.ctx('verify', id);
      expect(edited.stdout).toContain('source_changed');
    });
  },
);

it('imports what opencode itself exports into the session that was captured', async () => {
  const host = drivenHosts.find(({ name }) => name === 'opencode');
  if (host === undefined) throw new TypeError('opencode is not driven');
  const { project } = await session(host);
  const log = capturedIn(project);
  const id = /opencode-(ses_[^/]+)\.jsonl$/.exec(log)?.[1] ?? '';
  const { stdout } = await project.run(programs.opencode, ['export', id]);
  const file = join(project.home, 'export.json');
  writeFileSync(file, stdout.slice(stdout.indexOf('{')));
  const imported = await project.ctx('import', file, '--output-format', 'json');
  expect(JSON.parse(imported.stdout)).toMatchObject({
    exit_code: 0,
    data: {
      imported: [{ agent: 'opencode', session_id: `opencode-${id}`, turns: 1, calls: 2, unknown_records: 0 }],
    },
  });
  const { records } = readWhole(log);
  expect(records.find((record) => record.type === 'run.opened' && record.retells === 'main')).toBeDefined();
  // Its export tells a denial as a failure; the hook that denied it knows better.
  const retold = records.findIndex((record) => record.type === 'run.opened' && record.retells === 'main');
  const denied = {
    type: 'tool.denied',
    reason: expect.stringContaining('tortoises do not like denied files'),
  };
  expect(records.slice(retold).filter(({ type }) => type === 'tool.denied')).toMatchObject([denied]);
  const { stdout: stats } = await project.ctx('stats', '--output-format', 'json');
  expect(JSON.parse(stats)).toMatchObject({
    data: { total: { denials: 1, failed_calls: 0, tool_calls: 1 } },
  });
  const verified = await project.ctx('verify', `opencode-${id}`, '--output-format', 'json');
  expect(verified).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"verdict":"pass"') });
});
