// People who use ctx have no auditor: nothing of the channel reaches them.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder, runBuilt } from '../../../ctx/test/built.js';
import { temporaryFolder } from '../../../ctx/test/folder.js';

it('`ctx init --hooks` writes no audit hook', async () => {
  const home = temporaryFolder();
  const cwd = temporaryFolder();
  const words = ['init', '--hooks', '--host', 'claude-code,codex'];
  expect(await runBuilt('ctx', words, { cwd, env: { HOME: home } })).toMatchObject({ exitCode: 0 });
  const written = ['.claude/settings.json', '.codex/hooks.json'].map((name) =>
    readFileSync(join(home, name), 'utf8'),
  );
  expect(written.every((text) => text.includes('UserPromptSubmit'))).toBe(true);
  expect(written.filter((text) => /audit|ctxctl/.test(text))).toEqual([]);
  expect(existsSync(join(cwd, '.context/audit'))).toBe(false);
});

it('the built ctx has nothing of the relay in it', () => {
  const folder = builtFolder('ctx');
  const files = readdirSync(folder).filter((name) => name.endsWith('.cjs'));
  const mentioning = files.filter((name) =>
    /audit-relay|AUDIT REPORTS|read_dismissal/.test(readFileSync(join(folder, name), 'utf8')),
  );
  expect(mentioning).toEqual([]);
});
