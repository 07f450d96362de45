import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { programVersion } from '../../test/program-version.js';

it('says what it would find from here', async () => {
  const cwd = temporaryFolder();
  const { stdout } = await runCtx(['setup-report'], { cwd });
  for (const row of [
    `| ctx | ${programVersion} |`,
    `| Node.js | ${process.version} |`,
    `| folder | ${cwd} |`,
    '| .context/ | not initialised |',
    '| sessions folder | .context/sessions |',
    '| deterministic mode | off |',
    '| program | git: not found |',
    '| credential | ANTHROPIC_API_KEY: not set |',
  ])
    expect(stdout.split('\n')).toContain(row);
});

it('finds programs on the path, the project’s state and the settings of the environment', async () => {
  const cwd = temporaryFolder({
    '.context/config.yaml': '',
    'bin/git': '',
    'other/codex': '',
    'other/claude/x': '',
  });
  chmodSync(join(cwd, 'bin/git'), 0o755);
  chmodSync(join(cwd, 'other/codex'), 0o644);
  const env = {
    PATH: `${join(cwd, 'bin')}:${join(cwd, 'other')}`,
    CTX_SESSIONS_DIR: '/srv/sessions',
    CTX_DETERMINISTIC: '1',
  };
  const { stdout } = await runCtx(['setup-report'], { cwd, env });
  expect(stdout).toContain('| .context/ | initialised |');
  expect(stdout).toContain(`| program | git: ${join(cwd, 'bin/git')} |`);
  expect(stdout).toContain('| program | codex: not found |');
  expect(stdout).toContain('| program | claude: not found |');
  expect(stdout).toContain('| sessions folder | /srv/sessions |');
  expect(stdout).toContain('| deterministic mode | on |');
});

it('names a credential that is set and never shows it', async () => {
  const { stdout } = await runCtx(['setup-report'], { env: { OPENAI_API_KEY: 'sk-very-secret' } });
  expect(stdout).toContain('| credential | OPENAI_API_KEY: set |');
  expect(stdout).not.toContain('sk-very-secret');
});
