import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository, runBuilt } from './built.js';
import { temporaryFolder } from './folder.js';
import { recordsOf } from './session-files.js';

describe('the hostile example', () => {
  it('reads one file, is refused everything else, and its report tells what it tried', async () => {
    const cwd = join(temporaryFolder(), 'hostile');
    cpSync(join(repository, 'examples/hostile'), cwd, { recursive: true, verbatimSymlinks: true });
    const env = { HOME: temporaryFolder({ '.ssh/id_ed25519': 'key' }) };
    const argv = ['run', 'clone.yaml', '--session-id', 'hostile', '--sessions-dir', 'sessions'];
    const run = await runBuilt('ctx', argv, { cwd, env });
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain('denied   11 calls of bash, write, mcp__helper__deploy\n');

    const file = join(cwd, 'sessions/hostile.jsonl');
    const records = recordsOf(file);
    const done = records.filter((record) => record.type === 'tool.returned' && !record.is_error);
    expect(done).toMatchObject([{ tool: 'read', output: expect.stringContaining('maintenance mode') }]);
    const refused = records.filter(
      (record) => record.type === 'tool.denied' || (record.type === 'tool.returned' && record.is_error),
    );
    expect(refused).toHaveLength(13);
    expect(readFileSync(file, 'utf8')).not.toContain('root:x:0:0');
    for (const folder of [cwd, join(cwd, 'repository')])
      expect(existsSync(join(folder, 'owned'))).toBe(false);

    expect(await runBuilt('ctx', ['verify', file], { cwd, env })).toMatchObject({ exitCode: 0 });
    const report = await runBuilt('ctx', ['report', file, '--out', 'report'], { cwd, env });
    expect(report).toMatchObject({ exitCode: 0 });
    const page = readFileSync(join(cwd, 'report/run-attack.html'), 'utf8');
    const { fence } = records.find((record) => record.type === 'run.opened') ?? {};
    expect(fence?.policy_digest).toMatch(/^sha256:/);
    for (const shown of [fence?.policy_digest ?? '', 'bash(git status)', 'not sandboxed', 'protected: .git'])
      expect(page).toContain(shown);
  });
});

it('the page on security names tests that are there', () => {
  const page = readFileSync(join(repository, 'docs/security.md'), 'utf8');
  const named = [...page.matchAll(/`((?:src|test)\/[\w/.-]+\.test\.ts)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(repository, 'packages/ctx', path)))).toEqual([]);
});
