import { describe, expect, it } from 'vitest';
import { builtFolder } from '../../test/built.js';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { readTable } from '../cli/shipped.js';

function project() {
  return temporaryFolder({
    '.claude/commands/ship.md': 'Ship the release',
    '.claude/skills/review/SKILL.md': '---\ndescription: Review a change\n---\n',
    '.claude/plugins/acme/commands/deploy.md': 'Deploy \u001b[31mit',
  });
}

const all = ['commands', '--limit', '1000'];

describe('the list of commands', () => {
  it('has the built-in ones, then those of the project, with where each comes from', async () => {
    const { stdout } = await runCtx(all, { cwd: project() });
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    const builtIn = readTable(builtFolder()).commands.map(({ name, summary }) => [
      name,
      'built-in',
      'ctx',
      summary,
    ]);
    expect(rows.slice(0, -3)).toEqual(builtIn);
    expect(rows.slice(-3)).toEqual([
      ['acme:deploy', 'plugin', '.claude/plugins/acme/commands/deploy.md', 'Deploy ␛[31mit'],
      ['review', 'skill', '.claude/skills/review/SKILL.md', 'Review a change'],
      ['ship', 'command', '.claude/commands/ship.md', 'Ship the release'],
    ]);
  });

  it('leaves out plugins and skills when asked to', async () => {
    const cwd = project();
    expect((await runCtx([...all, '--no-plugin-commands'], { cwd })).stdout).not.toContain('acme:deploy');
    expect((await runCtx([...all, '--no-plugin-commands'], { cwd })).stdout).toContain('review ');
    expect((await runCtx([...all, '--no-skill-commands'], { cwd })).stdout).not.toContain('review ');
  });

  it('shows those whose name or summary has the text, in any case', async () => {
    const { stdout } = await runCtx(['commands', '--query', 'RELEASE'], { cwd: project() });
    expect(stdout).toMatch(/^ship .*\n$/);
    expect((await runCtx(['commands', '--query', 'no such thing'])).stdout).toBe('No command matches.\n');
  });

  it('shows twenty unless told otherwise, and says how to see the rest', async () => {
    const files = Array.from({ length: 30 }, (_, i) => [`.claude/commands/c${i}.md`, 'x']);
    const cwd = temporaryFolder(Object.fromEntries(files));
    const first = (await runCtx(['commands'], { cwd })).stdout.trimEnd().split('\n');
    expect(first).toHaveLength(21);
    expect(first.at(-1)).toMatch(/^… and \d+ more; --limit \d+ shows all$/);
    expect((await runCtx(['commands', '--limit', '3'], { cwd })).stdout.trimEnd().split('\n')).toHaveLength(
      4,
    );
    expect((await runCtx(['commands', '--limit', '0'], { cwd })).exitCode).toBe(1);
  });
});
