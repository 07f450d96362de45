import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { commandsToRoute, routerOver } from './route.js';

const command = (name: string, summary: string) => ({
  name,
  kind: 'command' as const,
  summary,
  source: `${name}.md`,
});
const tools = [
  { name: 'read', input: { type: 'object', properties: { path: {} } } },
  { name: 'bash', input: { properties: { command: {} } } },
  { name: 'odd', input: { properties: null } },
  { name: 'bare', input: {} },
];

it('names the commands and the tools that a prompt is about, as many as asked', () => {
  const route = routerOver([command('ship', 'Release it'), command('plan', 'Plan it')], 1)(tools);
  expect(route('run a command to release this, then release and ship')).toEqual({
    commands: ['ship'],
    tools: ['bash'],
  });
  expect(route('read that path')).toEqual({ commands: [], tools: ['read'] });
  expect(route('nothing of the kind')).toEqual({ commands: [], tools: [] });
});

it('leaves the user’s own commands out in deterministic mode', () => {
  const project = temporaryFolder({ '.claude/commands/a.md': 'A' });
  const env = { HOME: temporaryFolder({ '.claude/commands/b.md': 'B' }) };
  expect(commandsToRoute(project, env, false).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(commandsToRoute(project, env, true).map(({ name }) => name)).toEqual(['a']);
});
