// What ctx keeps for its user, under faults: hosts' settings, the catalog, trust, locks, leftovers.

import { readFileSync } from 'node:fs';
import { expectDone, lost, type Scenario, wrong } from './said.js';

const settings = '{ "model" : "x",\n  "hooks": {"Stop": []} }\n';
const settingsFile = 'home/.claude/settings.json';
const ofUser = ['--host', 'claude-code', '--scope', 'user'];

const hooks: Scenario = {
  name: 'init --hooks',
  argv: ['init', '--hooks', ...ofUser, '--output-format', 'json'],
  async prepare(place) {
    place.write(settingsFile, settings);
  },
  async judge(place, said) {
    const isChanged = place.textOf(settingsFile) !== settings;
    if (said !== 'killed' && said.error === undefined && !isChanged) return lost('the hooks');
    return withoutHooks.judge(place, 'killed');
  },
};

const withoutHooks: Scenario = {
  name: 'hooks remove',
  argv: ['hooks', 'remove', ...ofUser, '--output-format', 'json'],
  async prepare(place) {
    place.write(settingsFile, settings);
    await expectDone(place, ['init', '--hooks', ...ofUser]);
  },
  async judge(place, said) {
    if (said !== 'killed' && said.error === undefined && place.textOf(settingsFile) !== settings)
      return wrong('it says removed, and is not');
    const { error } = await place.ask('hooks', 'remove', ...ofUser);
    if (error !== undefined) return wrong(error.message);
    const left = readFileSync(place.path(settingsFile), 'utf8');
    return left === settings ? undefined : lost(`other bytes are left: ${left}`);
  },
};

const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}\n---\nText.\n`;

const catalog: Scenario = {
  name: 'catalog import',
  argv: ['catalog', 'import', 'more', '--name', 'new', '--output-format', 'json'],
  async prepare(place) {
    place.write('project/some/alpha/SKILL.md', skill('alpha'));
    place.write('project/more/beta/SKILL.md', skill('beta'));
    await expectDone(place, ['catalog', 'import', 'some', '--name', 'old']);
  },
  async judge(place, said) {
    const { data, error } = await place.ask('catalog', 'stats');
    if (error !== undefined) return lost(`it cannot be read: ${error.message}`);
    const sources = JSON.stringify(data?.['sources']);
    if (!sources.includes('"old"')) return lost(`the import before: ${sources}`);
    const isThere = sources.includes('"new"');
    if (said === 'killed') return undefined;
    if (said.error === undefined) return isThere ? undefined : lost('what was acknowledged');
    // `catalog_unindexed` says that it is there, and that only the index is not.
    return isThere && !['not_durable', 'catalog_unindexed'].includes(said.error.code)
      ? wrong(`it is there, and was refused: ${said.error.code}: ${said.error.message}`)
      : undefined;
  },
};

const trust: Scenario = {
  name: 'trust',
  argv: ['trust', '--yes', '--output-format', 'json'],
  async prepare(place) {
    place.write('project/.claude/commands/x.md', 'Look.\n!`ls`\n');
    await expectDone(place, ['init']);
    await expectDone(place, ['trust', '--yes']);
    place.write('project/.mcp.json', '{"mcpServers":{"a":{"command":"true"}}}');
  },
  async judge(place, said) {
    const { data, error } = await place.ask('trust', 'list');
    if (error !== undefined) return lost(`it cannot be read: ${error.message}`);
    const standing = new Map<string, string>();
    for (const item of Array.isArray(data?.['items']) ? data['items'] : [])
      standing.set(String(item.path), String(item.standing));
    if (standing.get('.claude/commands/x.md') !== 'trusted') return lost('what was trusted before');
    const isTrusted = standing.get('.mcp.json') === 'trusted';
    if (said === 'killed') return undefined;
    if (said.error === undefined) return isTrusted ? undefined : lost('what was acknowledged');
    return isTrusted && said.error.code !== 'not_durable'
      ? wrong(`it is trusted, and was refused: ${said.error.code}: ${said.error.message}`)
      : undefined;
  },
};

const lock = 'project/.context/scratchpad.lock';

const unlock: Scenario = {
  name: 'unlock',
  argv: ['unlock', '--yes', '--output-format', 'json'],
  async prepare(place) {
    await expectDone(place, ['init']);
    await expectDone(place, ['pad', 'add', 'kept']);
    place.write(lock, '{"pid":7,"start":null,"host":"elsewhere.example"}');
  },
  async judge(place, said) {
    const isHeld = place.isThere(lock);
    if (said !== 'killed' && said.error === undefined && isHeld) return wrong('it says broken, and is not');
    if (isHeld) await expectDone(place, ['unlock', '--yes']);
    const added = await place.ask('pad', 'add', 'more');
    if (added.error !== undefined) return wrong(`nothing can be added: ${added.error.message}`);
    return JSON.stringify((await place.ask('pad')).data).includes('kept') ? undefined : lost('the pad');
  },
};

const leftover = 'project/.context/.ctx-0123456789ab3fffff.tmp';

const doctor: Scenario = {
  name: 'doctor --fix',
  argv: ['doctor', '--fix', '--exit-zero', '--output-format', 'json'],
  async prepare(place) {
    await expectDone(place, ['init']);
    await expectDone(place, ['pad', 'add', 'kept']);
    place.write(leftover, 'half');
    place.age(leftover, 120);
  },
  async judge(place, said) {
    const { data, error } = await place.ask('pad');
    if (error !== undefined) return lost(`it cannot be read: ${error.message}`);
    if (!JSON.stringify(data).includes('kept')) return lost(JSON.stringify(data));
    if (said === 'killed' || said.error !== undefined) return undefined;
    const checks = Array.isArray(said.data?.['checks']) ? said.data['checks'] : [];
    const { fixed } = checks.find(({ name }) => name === 'leftovers') ?? {};
    return fixed === true && place.isThere(leftover) ? wrong('it says removed, and is not') : undefined;
  },
};

export const userScenarios: readonly Scenario[] = [hooks, withoutHooks, catalog, trust, unlock, doctor];
