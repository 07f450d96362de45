import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
import { temporaryFolder } from '../../test/folder.js';
import { colourTerminal, plainTerminal, runCtx } from '../../test/in-process.js';
import sysinfo from './sysinfo.js';

const json = ['--output-format', 'json'];
const disk = {
  path: '/srv',
  total_bytes: 2 ** 40,
  available_bytes: 2 ** 39,
  used_percent: 50,
  level: 'ok' as const,
};
const load = { five_minutes: 3.2, cpus: 2, per_cpu: 1.6, level: 'danger' as const };
const facts = { some_avg10: 12.5, full_avg10: 1 };
const memory = { supported: true as const, source: 'psi', level: 'warning' as const, facts };

it('answers by its schema, about the working folder', async () => {
  const cwd = temporaryFolder();
  const { data } = envelopeOf(
    await runCtx(['sysinfo', ...json], { cwd }),
    join(repository, 'schemas/sysinfo.json'),
  );
  expect(data).toMatchObject({ disk: { path: cwd } });
});

it('has the worst of its levels as its own', async () => {
  const order = ['ok', 'warning', 'danger'];
  const { data } = envelopeOf(await runCtx(['sysinfo', ...json]));
  const levels = [...JSON.stringify(data).matchAll(/"level":"(\w+)"/g)].map(([, level]) =>
    order.indexOf(level ?? ''),
  );
  expect(levels[0]).toBe(Math.max(...levels.slice(1)));
});

it('says in text what it found', async () => {
  expect(sysinfo.render({ level: 'danger', memory, disk, load }, plainTerminal, () => 0)).toBe(
    `memory  warning  some tasks waited 12.5 % of the last 10 s, all tasks 1 %
disk    ok       50 % used, 512.0 GiB free, /srv
load    danger   1.6 for each of 2 CPUs over five minutes
`,
  );
  expect((await runCtx(['sysinfo'])).stdout).toMatch(/^memory .*\ndisk .*\nload .*\n$/);
});

it('colours the levels on a terminal, and names the reason where a signal is not supported', () => {
  const text = sysinfo.render(
    { level: 'danger', memory: { supported: false, reason: 'PSI is off' }, disk, load },
    colourTerminal,
    () => 0,
  );
  expect(text).toContain('memory  unknown  PSI is off\n');
  expect(text).toContain('\u001b[31mdanger\u001b[39m');
  expect(text).toContain('\u001b[32mok\u001b[39m');
});

it('shows the level of macOS', () => {
  const mac = {
    supported: true as const,
    source: 'sysctl',
    level: 'ok' as const,
    facts: { pressure_level: 1 },
  };
  expect(sysinfo.render({ level: 'ok', memory: mac, disk, load }, plainTerminal, () => 0)).toContain(
    'pressure level 1\n',
  );
});

it('fails where the working folder is gone', async () => {
  const cwd = join(temporaryFolder(), 'gone');
  expect(envelopeOf(await runCtx(['sysinfo', ...json], { cwd })).error).toMatchObject({
    kind: 'filesystem',
    code: 'file_unreadable',
    operation: 'statfs',
    target: cwd,
  });
});
