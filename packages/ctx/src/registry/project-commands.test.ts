import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { projectCommands } from './project-commands.js';

const skill = (says: string) => `---\ndescription: ${says}\n---\n`;

it('finds commands, skills and those of plugins, of the project and of the home folder', () => {
  const project = temporaryFolder({
    '.claude/commands/git/commit.md': '# Commit',
    '.claude/commands/notes.txt': 'no command',
    '.claude/skills/review/SKILL.md': skill('Review it'),
    '.claude/skills/review/helper.md': 'no skill',
    '.claude/skills/empty/README.md': 'no skill',
    '.agents/commands/ship.md': 'Ship it',
    '.claude/plugins/acme/commands/run.md': 'Run it',
    '.claude/plugins/acme/skills/plan/SKILL.md': skill('Plan it'),
  });
  const home = temporaryFolder({ '.claude/commands/ship.md': 'Ship it from home' });
  expect(projectCommands(project, { HOME: home })).toEqual([
    {
      name: 'acme:plan',
      kind: 'plugin',
      summary: 'Plan it',
      source: '.claude/plugins/acme/skills/plan/SKILL.md',
    },
    { name: 'acme:run', kind: 'plugin', summary: 'Run it', source: '.claude/plugins/acme/commands/run.md' },
    { name: 'git:commit', kind: 'command', summary: 'Commit', source: '.claude/commands/git/commit.md' },
    { name: 'review', kind: 'skill', summary: 'Review it', source: '.claude/skills/review/SKILL.md' },
    { name: 'ship', kind: 'command', summary: 'Ship it', source: '.agents/commands/ship.md' },
    { name: 'ship', kind: 'command', summary: 'Ship it from home', source: '~/.claude/commands/ship.md' },
  ]);
});

it('lists a project that is the home folder once, and nothing where there is nothing', () => {
  const folder = temporaryFolder({ '.claude/commands/a.md': 'A' });
  expect(projectCommands(folder, { HOME: folder })).toHaveLength(1);
  expect(projectCommands(temporaryFolder(), {})).toEqual([]);
  expect(projectCommands(temporaryFolder(), { HOME: '' })).toEqual([]);
});

it('leaves out what cannot be read, and follows no link', () => {
  const folder = temporaryFolder({ '.claude/skills/SKILL.md/x': '', '.claude/commands/a.md': 'A' });
  symlinkSync('/etc/passwd', join(folder, '.claude/commands/b.md'));
  symlinkSync(folder, join(folder, '.claude/commands/loop'));
  expect(projectCommands(folder, {}).map(({ name }) => name)).toEqual(['a']);
});
