// An install and an uninstall, killed at their own moments of writing: what a host sees is whole or not there, and the next call
// clears up.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder, cleanEnvironment } from './built.js';
import { type Installable, installable } from './installable.js';
import { moments } from './killed-at.js';

const skill = 'skill:zoo/tortoise';
const server = 'mcp:microsoft/playwright-mcp';
const settings = '{ "mcpServers": { "mine": { "command": "true" } } }';

/** What is killed is a process of its own; what clears up after it is not. */
function killed({ cwd, home, data }: Installable, argv: readonly string[], env: Record<string, string>) {
  const words = [join(builtFolder(), 'ctx.cjs'), 'catalog', ...argv];
  const around = cleanEnvironment(home, { XDG_DATA_HOME: data, ...env });
  return spawnSync(process.execPath, words, { cwd, env: around, encoding: 'utf8' });
}

/** Without what only ctx sees. */
function seen(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).filter(([path, content]) => !path.includes('.ctx-install-') && content !== 'folder'),
  );
}

it.each([
  ['a skill', skill],
  ['a server', server],
])('%s is there as a whole or not at all after a kill, and leaves nothing behind', async (_, id) => {
  const place = await installable({ '.mcp.json': settings });
  const endOf = async (argv: readonly string[]) => (await place.text('catalog', ...argv)).exitCode;
  const { count, dieAt } = moments();
  const before = place.tree();
  const install = ['install', id, '--yes'];
  const uninstall = ['uninstall', id];
  const installs = await count(async (env) => killed(place, install, env));
  const after = place.tree();
  expect(seen(after)).not.toEqual(seen(before));
  const removals = await count(async (env) => killed(place, uninstall, env));
  expect(place.tree()).toEqual(before);
  const died: string[] = [];
  const some = (all: number) => Array.from({ length: 7 }, (_, i) => 1 + Math.floor((i * (all - 1)) / 6));
  for (const moment of some(installs)) {
    died.push(String(killed(place, install, dieAt(moment)).signal));
    expect([seen(before), seen(after)]).toContainEqual(seen(place.tree()));
    expect(await endOf(install)).toBe(0);
    expect(place.tree()).toEqual(after);
    expect(await endOf(uninstall)).toBe(0);
    expect(place.tree()).toEqual(before);
  }
  for (const moment of some(removals)) {
    await endOf(install);
    died.push(String(killed(place, uninstall, dieAt(moment)).signal));
    expect([seen(before), seen(after)]).toContainEqual(seen(place.tree()));
    // Gone already, or still there as a whole.
    expect([0, 1]).toContain(await endOf(uninstall));
    expect(place.tree()).toEqual(before);
  }
  expect(new Set(died)).toContain('SIGKILL');
  expect(
    readdirSync(join(place.home, '.local/state/ctx/catalog')).filter((name) => name.endsWith('.json')),
  ).toEqual([]);
});
