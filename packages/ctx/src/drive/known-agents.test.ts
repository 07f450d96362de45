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
  'speaks',
  'asks ctx about',
  "decided by ctx's hook",
  'seen, not asked',
  'tokens',
  'cost',
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
    .map(([agent = '', speaks = '', asks = '', hook = '', seen = '', tokens = '', cost = '']) => ({
      agent,
      speaks,
      'asks ctx about': asks,
      "decided by ctx's hook": hook,
      'seen, not asked': seen,
      tokens,
      cost,
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
    expect(row?.speaks === 'ACP').toBe(host.protocol === 'acp');
    expect(row?.['asks ctx about'].replace(', also of subagents', '')).toBe(decidedBy(host, 'asked'));
    expect(row?.["decided by ctx's hook"] === '').toBe(decidedBy(host, 'hook') === '');
    expect(row?.['seen, not asked'].replace(/ \(off with `strict`\)$/, '')).toBe(decidedBy(host, 'none'));
    expect(decidedBy(host, 'none', true)).toBe('');
    expect(row?.tokens === 'only from its transcript').toBe(!host.tellsTokens);
    expect(row?.cost === 'unknown').toBe(!host.tellsCost);
  },
);

it('promises of any other agent no more than is known of it', () => {
  const other = otherAgent('mine');
  const row = table().at(-1);
  expect(decidedBy(other, 'asked')).toBe('');
  expect(row).toMatchObject({ speaks: 'ACP', 'asks ctx about': 'what it asks about', cost: 'unknown' });
  expect(other).toMatchObject({ protocol: 'acp', tellsCost: false });
});
