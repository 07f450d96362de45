// The table of docs/agents.md, held against what each agent is declared to do.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../../test/built.js';
import type { DrivableHost } from './drivable-host.js';
import { otherAgent } from './hosts/other-agent.js';
import { drivableHosts } from './known-agents.js';
import { enforcementOf } from './who-decides.js';

const columns = [
  'agent',
  'protocol',
  'asks ctx about',
  "ctx's hook decides on",
  'ctx only sees',
  'reports tokens',
  'reports cost',
] as const;

type TableRow = Readonly<Record<(typeof columns)[number], string>>;

function table(): TableRow[] {
  const text = readFileSync(join(repository, 'docs/agents.md'), 'utf8');
  const [first = ''] = text.split('\n## MCP servers');
  const lines = first.split('\n').filter((line) => line.startsWith('|'));
  const cells = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  expect(cells[0]).toEqual(columns);
  return cells
    .slice(2)
    .map(([agent = '', protocol = '', asks = '', hook = '', seen = '', tokens = '', cost = '']) => ({
      agent,
      protocol,
      'asks ctx about': asks,
      "ctx's hook decides on": hook,
      'ctx only sees': seen,
      'reports tokens': tokens,
      'reports cost': cost,
    }));
}

/** What people call the tools that are declared. */
const called: Readonly<Record<string, string>> = {
  '*': 'every call',
  execute: 'commands',
  exec_command: 'commands',
  run_shell_command: 'commands',
  edit: 'file changes',
  write_file: 'file changes',
  file_change: 'file changes',
  delete: 'file changes',
  move: 'file changes',
  fetch: 'fetches',
  'mcp__*': 'MCP tools',
  write_stdin: 'input typed into a running command',
  web_search: 'web search',
};

function decidedBy(host: DrivableHost, who: 'asked' | 'hook' | 'none', strict = false): string {
  const held = enforcementOf(host, { isHooked: host.hook !== undefined, strict });
  const words = held.filter(({ by }) => by === who).map(({ tool }) => called[tool] ?? tool);
  return [...new Set(words)].join(', ');
}

it('has a row for every agent, and one for any other', () => {
  expect(table().map(({ agent }) => agent)).toEqual([
    ...drivableHosts.map(({ name }) => `\`${name}\``),
    'any other',
  ]);
});

it.each(drivableHosts.map((host) => [host.name, host] as const))(
  'tells of %s what it is declared to do',
  (name, host) => {
    const row = table().find(({ agent }) => agent === `\`${name}\``);
    expect(row?.protocol === 'ACP').toBe(host.protocol === 'acp');
    expect(row?.['asks ctx about'].replace(', also of subagents', '')).toBe(decidedBy(host, 'asked'));
    expect(row?.["ctx's hook decides on"] === '').toBe(decidedBy(host, 'hook') === '');
    expect(row?.['ctx only sees'].replace(/ \(off with `strict`\)$/, '')).toBe(decidedBy(host, 'none'));
    expect(decidedBy(host, 'none', true)).toBe('');
    expect(row?.['reports tokens'] === 'only from its transcript').toBe(!host.tellsTokens);
    expect(row?.['reports cost'] === 'unknown').toBe(!host.tellsCost);
  },
);

it('promises of any other agent no more than is known of it', () => {
  const other = otherAgent('mine');
  const row = table().at(-1);
  expect(decidedBy(other, 'asked')).toBe('');
  expect(row).toMatchObject({
    protocol: 'ACP',
    'asks ctx about': 'what it asks about',
    'reports cost': 'unknown',
  });
  expect(other).toMatchObject({ protocol: 'acp', tellsCost: false });
});
